"""Tables that differ in a secret send nobody else anything that differs; pages can play a game.

Pages (streams send these too), all that the API sends, the answer to a guess, what the commands of the
program print and the files made of a game while it lasts are compared byte by byte.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from itertools import islice, product
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import parse_qsl

import msgspec
from typer.testing import CliRunner

from cli.main import app
from events.base import REFEREE, Event, type_of
from events.stores.protocol import NO_HEAD
from referee.draw.documents.markdown import as_markdown
from referee.draw.documents.report import as_html
from referee.kernel.game import Game
from referee.kernel.registry import find_game, folder_of
from referee.kernel.verdict import Accepted, JudgedEvent
from referee.l10n import LANGUAGES
from referee.service.commands.correct import OPEN
from referee.service.logs.log_index import secrets_of
from referee.service.logs.sources import LinesLog
from referee.service.simulation.simulate import FIRST_MOMENT
from referee.service.tables.table import encode_entries
from referee.service.timeline import make_timeline
from referee.testing.laws.judging import invent_acts
from referee.testing.laws.secrecy import is_secret, twins, viewers
from referee.testing.phones import Joined, PagePlayer, Service, numbered_keyring, same_time
from referee.testing.random_games import SEED, PlayedGame, PlayedGames, Step, fail, try_event
from referee.web.access.links import SCREEN, SEAT
from referee.web.acts.correct_facts import facts_of
from referee.web.acts.new_tables import all_links
from referee.web.pages.correct import BoardTaps, FactRow

_PAGES = ("", "log", "dispute", "correct", "correct?of=table", "house", "seats", "end")
_API_PATHS = ("", "/log", "/score", "/board", "/again", "/report")
"""What is read of a table by the API."""

_LOOKS = (
    *("show --json", "show --svg -", "result --json", "legal --json", "log --json", "again --list --json"),
    *("replay --json", "replay --every", "rulings --json", "export --to html", "report --to md"),
    *("whatif --at {n} --json", "dispute --at {n} --json", "result --at {n} --json"),
)
_SEATED_LOOKS = ("show --as {seat} --json", "log --as {seat} --json", "legal --seat {seat} --json")
"""Commands with which anybody, or a seat, looks at a table; `n` is an entry."""

_HASH = re.compile(r"[0-9a-f]{64}")
"""What people compare to prove a log; it never has the same bytes twice."""

_GUESSES = 4
"""How many invented acts are sent, beside what happened at either table."""

_LISTENERS = 2
"""For how many of those who may not know a secret a pair is compared."""


class Phone:
    """A seat's phone, or the screen (`seat` is None), at a table with a log of `facts`.

    It changes to a new table like it whenever something was recorded.
    """

    def __init__(self, service: Service, name: str, facts: list[JudgedEvent], seat: str | None) -> None:
        self.service, self.name, self.facts, self.who = service, name, facts, seat or SCREEN
        self.topics = find_game(facts[0].event.game).topics  # type: ignore[attr-defined] # the opening
        self.number = self.sent = 0
        self.sit_down()

    def sit_down(self) -> None:
        """Put the log into the store as a new table, whose links are all opened."""
        self.number += 1
        name, live = f"{self.name}-{self.number}", self.service.app.state.access.live
        lines, head = encode_entries(name, FIRST_MOMENT, self.facts)
        live.store.create(name, lines)
        links = all_links(live, name, live.now(name).state.seats)
        self.table = Joined(self.service, f"/s/{links[SCREEN]}", {s: f"/s/{t}" for s, t in links.items()})
        self.revision = head.revision
        for seat in live.now(name).state.seats:
            live.links.note_opened(live.links.place(name, SEAT, seat))

    def ask(self, path: str, **asked: Any) -> tuple[int, str]:
        """Post something to the API; return status and text of the answer."""
        self.sent += 1
        sent = {"seen": self.revision, "key": str(self.sent), **asked}
        answer = self.table.api(self.who, "POST", path, json=sent)
        if answer.status_code < 300:
            self.sit_down()
        return answer.status_code, answer.text

    def send(self, event: Event, *, anyway: bool) -> tuple[int, str]:
        """Submit an event, to be played `anyway` where it is refused; return status and text."""
        return self.ask("/acts", event=msgspec.to_builtins(event), anyway=anyway)

    def look(self, at: list[int]) -> list[tuple[str, int, str]]:
        """Return address, status and text of every page and all the API shows.

        `at` are entries whose own pages are among them.
        """
        asked = [f"log/{n}" for n in at] + [f"dispute?at={n}" for n in at]
        pages = [self.table.page(self.who, path) for path in (*_PAGES, *asked)]
        walks = [f"/{what}{n}" for n in at for what in ("moments/", "case?at=")]
        walks += [f"/case?topic={topic}" for topic in self.topics]
        pages += [self.table.api(self.who, path=path) for path in (*_API_PATHS, *walks)]
        return [(str(page.url), page.status_code, page.text) for page in pages]

    def look_from_a_terminal(self, at: list[int]) -> Iterator[tuple[str, int, str]]:
        """Yield line, exit code and text of every command with which one looks; `at` as of `look`."""
        looks = _LOOKS if self.who == SCREEN else _SEATED_LOOKS
        for look in dict.fromkeys(each.format(n=n, seat=self.who) for each in looks for n in at):
            command, _, options = look.partition(" ")
            line = [command, f"{self.name}-{self.number}", *options.split()]
            env = {"REFEREE_DB": str(self.service.path), "REFEREE_LANG": "en", "COLUMNS": "100"}
            done = CliRunner().invoke(app, line, env=env, prog_name="referee")
            if done.exception is not None and not isinstance(done.exception, SystemExit):
                raise done.exception
            yield f"referee {look}", done.exit_code, _HASH.sub("", done.output)


def nothing_that_is_sent_tells_a_secret(played_games: PlayedGames) -> None:
    """Not by a page, the screen, the API, the answer to a guess, a command, or a file."""
    game, seen = played_games.game, set()
    if game.is_open:
        return
    with two_services() as services:
        for played in played_games.all:
            for pair in pairs(game, played):
                kind = (type_of(pair[0].event), played.opened.chance)
                if kind not in seen:
                    seen.add(kind)
                    compare_services(game, played, pair, services)


@contextmanager
def two_services() -> Iterator[tuple[Service, Service]]:
    """Run two services that make the same links, at the same time of day."""
    with TemporaryDirectory() as folder:
        paths = [Path(folder) / str(which) for which in (0, 1)]
        for path in paths:
            path.mkdir()
        first, second = (
            Service(path / "tables.db", keyring=numbered_keyring(), clock=same_time) for path in paths
        )
        with first, second:
            yield first, second


def pairs(game: Game, played: PlayedGame) -> Iterator[tuple[Step, Step]]:
    """Yield steps that differ in a secret of the first seat, and in nothing that is dealt after it."""
    first = played.opened.seats[0]
    for pair in twins(game, played, lambda *states: _goes_on_alike(game, *states)):
        is_own = getattr(pair[0].event, "seat", first) == first
        if is_own and any(is_secret(game, pair, who) for who in viewers(pair[0].after)):
            yield pair


def _goes_on_alike(game: Game, one: Any, other: Any) -> bool:
    """Return whether the referee deals the same after both states: it deals as soon as anybody looks."""
    while game.deal is not None and one.chance == REFEREE:
        owed = game.deal(one, SEED)
        if owed != game.deal(other, SEED):
            return False
        verdicts = [try_event(game, state, owed) for state in (one, other)] if owed is not None else []
        if not all(verdicts) or not verdicts:
            return owed is None
        one, other = (verdict.state for verdict in verdicts if verdict is not None)
    return True


def compare_services(
    game: Game, played: PlayedGame, pair: tuple[Step, Step], services: tuple[Service, Service], tag: str = ""
) -> int:
    """Make a table of each step of a pair; fail where somebody who may not know is sent a difference.

    `tag` tells the tables from those of other pairs. Return how many answers were compared.
    """
    compared = 0
    before = [fact for step in played.steps[: played.steps.index(pair[0])] for fact in step.judged]
    worlds = [[*before, *step.judged] for step in pair]
    outside = [who for who in (None, *pair[0].after.seats) if is_secret(game, pair, who)]
    for who in islice(outside, _LISTENERS):
        kind, opened = type_of(pair[0].event), played.opened
        name = f"{kind}-{opened.chance}-{opened.edition}-{who or SCREEN}{tag}"
        phones = [Phone(service, name, facts, who) for service, facts in zip(services, worlds, strict=True)]
        at = [max(2, len(before)), len(before) + 1]
        one, other = ([*phone.look(at), *phone.look_from_a_terminal(at)] for phone in phones)
        compared += len(one)
        for here, there in zip(one, other, strict=True):
            if here != there:
                fail(
                    f"{played.name}: {here[0]} tells {who or 'the screen'} {_first_difference(here, there)}; "
                    f"{_where_secrets_are_said(game, pair)}"
                )
        states = [step.after for step in pair]
        for event, anyway in product(_guesses(game, pair), (False, True)):
            verdicts = [verdict for state in states if (verdict := try_event(game, state, event))]
            if any(_shows(game, kind, verdict) for verdict in verdicts):
                break  # the last of several who choose may see what the others chose
            states = [verdict.state for verdict in verdicts] if len(verdicts) == len(states) else states
            compared += 1
            if phones[0].send(event, anyway=anyway) != phones[1].send(event, anyway=anyway):
                fail(
                    f"{played.name}: the answer to {event} tells {who or 'the screen'} of {pair[0].event}; "
                    f"let no `judge` of {folder_of(game.id)} read what the seat may not know"
                )
    if None in outside and len({tuple(_files_of(facts)) for facts in worlds}) > 1:
        fail(
            f"{played.name}: a file that is made of the game tells of {pair[0].event}; "
            f"{_where_secrets_are_said(game, pair)}"
        )
    return compared


def _where_secrets_are_said(game: Game, pair: tuple[Step, Step]) -> str:
    """Return what to change where a difference between two steps is shown."""
    what = f"in `secret` of Act(event={type(pair[0].event).__name__}), or as a fact that is not public"
    return f"declare what it tells {what}, in {folder_of(game.id)}"


def _shows(game: Game, kind: str, accepted: Accepted) -> bool:
    """Return whether a secret of a type of event is shown by what follows from an act."""
    return any(kind in game.shows.get(type_of(judged.event), ()) for judged in accepted.judged[1:])


def _first_difference(here: tuple[str, int, str], there: tuple[str, int, str]) -> str:
    at = next((n for n, (a, b) in enumerate(zip(here[2], there[2], strict=False)) if a != b), 0)
    return f"{here[2][max(0, at - 60) : at + 60]!r} from {there[2][max(0, at - 60) : at + 60]!r}"


def _guesses(game: Game, pair: tuple[Step, Step]) -> Iterator[Event]:
    """Yield acts to try: what happened at either table, and some that are invented."""
    yield from (step.event for step in pair)
    kinds = {act.event for act in game.acts}
    anything = list(invent_acts(game, pair[0].before, kinds, Random(8)))
    yield from Random(9).sample(anything, min(_GUESSES, len(anything)))


def _files_of(facts: list[JudgedEvent]) -> Iterator[str]:
    """Yield the reports that anybody may have of a game while it lasts, in each language."""
    lines, _ = encode_entries("laws", FIRST_MOMENT, facts, NO_HEAD)
    log = LinesLog(tuple(lines))
    timeline = make_timeline(log, secrets_of(log))
    for lang in LANGUAGES:
        for written in (as_markdown(timeline, lang), as_html(timeline, lang)):
            yield "".join(written)


_PEOPLE = ("Ada", "Ben", "Chie", "Dan", "Eve", "Fay", "Gus", "Hana")
_TAPS = 2
"""How many taps an act takes at most."""


def it_is_played_by_its_buttons(played_games: PlayedGames) -> None:
    """Nothing that is offered is refused, two taps are enough, every page can be looked at."""
    ruleset = played_games.game.ruleset
    ways = {played.opened.chance for played in played_games.all}
    for chance in sorted(ways):
        where, folder = f"{played_games.game.id}, chance: {chance}", folder_of(played_games.game.id)
        with TemporaryDirectory() as place, Service(Path(place) / "tables.db") as service:
            names = _PEOPLE[: max(ruleset.players[0], 3 if 3 in ruleset.players else 0)]
            options = {f"option.{name}": value for name, value in played_games.options.items()}
            table = service.open(*names, game=played_games.game.id, chance=chance, **options)
            hands = PagePlayer(table, seed=7)
            hands.play(played_games.acts)
            if hands.refused:
                fail(f"{where}: offered and refused: {hands.refused[0]}", f"mend what is listed in {folder}")
            if not hands.taps:
                fail(f"{where}: nothing to press", f"add `candidates` to an act in {folder}")
            if many := {kind: taps for kind, taps in hands.taps.items() if taps > _TAPS}:
                fail(
                    f"{where}: more than {_TAPS} taps: {many}", f"let its taps say more in {folder}/board.py"
                )
            for who in (*table.seats, "screen"):
                for page in _PAGES:
                    if (status := table.page(who, page).status_code) != 200:
                        fail(
                            f"{where}: the page {page or 'home'} of {who} answers {status}",
                            f"mend {folder}/board.py",
                        )
                if facts := untapped_facts(table, who):
                    fail(
                        f"{where}: {who} cannot set by taps: {', '.join(sorted(facts))}",
                        f"give their types few values, or let `put_by_hand` in {folder}/board.py set them",
                    )


def untapped_facts(table: Joined, who: str) -> set[str]:
    """Return the paths of the facts that somebody sees and comes to by no tap on the page for them."""

    def rows(query: dict[str, str]) -> tuple[list[FactRow], list[str]]:
        usual, others, more = BoardTaps(context, query).rows()
        return [*usual, *others], [chip.query for chip in more]

    context = table.context(who)
    taps = BoardTaps(context, {})
    subjects = [*taps.pieces, *(f"seat:{seat}" for seat in taps.state.seats), "table"]
    shown = [rows({"of": each}) for each in subjects]
    links = [unescape(each) for each in re.findall(r'href="([^"]*of=fact:[^"]*)"', str(taps.picture()))]
    onward = dict.fromkeys([*links, *(each for _, more in shown for each in more)])
    shown += [rows(dict(parse_qsl(each.partition("?")[2]))) for each in onward]
    tapped = {row.path for found, _ in shown for row in found}
    places = (facts for piece in taps.pieces for facts in taps.places_of(piece).values())
    tapped |= {path for facts in places for path in facts}
    return {fact.path for fact in facts_of(context) if fact.kind != OPEN or fact.value is not None} - tapped


LAWS = (
    nothing_that_is_sent_tells_a_secret,
    it_is_played_by_its_buttons,
)
