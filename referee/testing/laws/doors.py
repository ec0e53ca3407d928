"""Twins at the doors: of two tables that differ in a secret, nobody else is sent anything that differs.

Pages and the screen, everything the API gives, what is answered to a guess, the files that are made of a
game while it lasts: compared byte by byte, and so by size.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice, product
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from events.base import REFEREE, Event, type_of
from events.stores.protocol import NO_HEAD
from referee.draw.documents.markdown import as_markdown
from referee.draw.documents.report import as_html
from referee.kernel.game import Game
from referee.kernel.verdict import JudgedEvent
from referee.l10n import LANGUAGES
from referee.service.logs.log_index import secrets_of
from referee.service.logs.sources import LinesLog
from referee.service.simulation.simulate import FIRST_MOMENT
from referee.service.tables.table import encode_entries
from referee.service.timeline import make_timeline
from referee.testing.evenings import SEED, Evening, Evenings, Step, broken, judged
from referee.testing.laws.judging import dreamt
from referee.testing.laws.secrecy import is_secret, twins, viewers
from referee.testing.phones import Joined, Service, counted, same_time
from referee.web.access.seat_links import SCREEN, SEAT
from referee.web.acts.new_tables import all_links

PAGES = ("", "log", "dispute", "correct", "end")
SHOWN = ("", "/log", "/score", "/board")
"""What the API shows of a table."""

GUESSES = 4
"""So many acts are dreamt up and sent, beside what really happened at either table."""

LISTENERS = 2
"""So many of those who may not know are asked about a pair."""


class Phone:
    """A seat's phone, or the screen, at a table; at a new one like it whenever something was recorded."""

    def __init__(self, service: Service, name: str, facts: list[JudgedEvent], seat: str | None) -> None:
        self.service, self.name, self.facts, self.who = service, name, facts, seat or SCREEN
        self.number = self.sent = 0
        self.sit_down()

    def sit_down(self) -> None:
        """Put the log into the store as a new table, and take the links to it."""
        self.number += 1
        name, live = f"{self.name}-{self.number}", self.service.app.state.entrance.live
        lines, head = encode_entries(name, FIRST_MOMENT, self.facts)
        live.store.create(name, lines)
        links = all_links(live, name, live.now(name).state.seats)
        self.table = Joined(self.service, f"/s/{links[SCREEN]}", {s: f"/s/{t}" for s, t in links.items()})
        self.revision = head.revision
        for seat in live.now(name).state.seats:
            live.links.note_opened(live.links.place(name, SEAT, seat))

    def ask(self, path: str, **asked: Any) -> tuple[int, str]:
        """Send something to the API; give the answer."""
        self.sent += 1
        sent = {"seen": self.revision, "key": str(self.sent), **asked}
        answer = self.table.api(self.who, "POST", path, json=sent)
        if answer.status_code < 300:
            self.sit_down()
        return answer.status_code, answer.text

    def send(self, event: Event, *, anyway: bool) -> tuple[int, str]:
        """Tell an event, to be played `anyway` where it is refused; give the answer."""
        return self.ask("/acts", event=msgspec.to_builtins(event), anyway=anyway)

    def look(self, at: list[int]) -> list[tuple[str, int, str]]:
        """Ask for every page, and everything the API shows; look at some entries more closely."""
        asked = [f"log/{n}" for n in at] + [f"dispute?at={n}" for n in at]
        pages = [self.table.page(self.who, path) for path in (*PAGES, *asked)]
        walks = [f"/{what}{n}" for n in at for what in ("moments/", "case?at=")]
        pages += [self.table.api(self.who, path=path) for path in (*SHOWN, *walks)]
        return [(str(page.url), page.status_code, page.text) for page in pages]


def nothing_that_is_sent_tells_a_secret(evenings: Evenings) -> None:
    """Not by a page, the screen, the API, the answer to a guess, or a file; nor by how long it is."""
    game, seen = evenings.game, set()
    if game.is_open:
        return
    with two_services() as services:
        for evening in evenings.all:
            for pair in pairs(game, evening):
                kind = (type_of(pair[0].event), evening.opened.chance)
                if kind not in seen:
                    seen.add(kind)
                    at_the_doors(game, evening, pair, services)


@contextmanager
def two_services() -> Iterator[tuple[Service, Service]]:
    """Serve two files that nothing tells apart: the same links, the same time."""
    with TemporaryDirectory() as folder:
        paths = [Path(folder) / str(which) for which in (0, 1)]
        for path in paths:
            path.mkdir()
        first, second = (Service(path / "tables.db", keyring=counted(), clock=same_time) for path in paths)
        with first, second:
            yield first, second


def pairs(game: Game, evening: Evening) -> Iterator[tuple[Step, Step]]:
    """Give moments that differ in a secret of the first seat, and in nothing that is dealt after it."""
    first = evening.opened.seats[0]
    for pair in twins(game, evening, lambda *states: goes_on_alike(game, *states)):
        is_own = getattr(pair[0].event, "seat", first) == first
        if is_own and any(is_secret(game, pair, who) for who in viewers(pair[0].after)):
            yield pair


def goes_on_alike(game: Game, one: Any, other: Any) -> bool:
    """Whether the referee owes the same after both, to the end: it deals on as soon as anybody looks."""
    while game.deal is not None and one.chance == REFEREE:
        owed = game.deal(one, SEED)
        if owed != game.deal(other, SEED):
            return False
        verdicts = [judged(game, state, owed) for state in (one, other)] if owed is not None else []
        if not all(verdicts) or not verdicts:
            return owed is None
        one, other = (verdict.state for verdict in verdicts if verdict is not None)
    return True


def at_the_doors(
    game: Game, evening: Evening, pair: tuple[Step, Step], services: tuple[Service, Service], tag: str = ""
) -> int:
    """Lay a pair out as two tables, and ask for those who may not know which is which.

    `tag` tells the tables from those of other pairs. Give how many answers were compared.
    """
    compared = 0
    before = [fact for step in evening.steps[: evening.steps.index(pair[0])] for fact in step.judged]
    worlds = [[*before, *step.judged] for step in pair]
    outside = [who for who in (None, *pair[0].after.seats) if is_secret(game, pair, who)]
    for who in islice(outside, LISTENERS):
        kind, opened = type_of(pair[0].event), evening.opened
        name = f"{kind}-{opened.chance}-{opened.edition}-{who or SCREEN}{tag}"
        phones = [Phone(service, name, facts, who) for service, facts in zip(services, worlds, strict=True)]
        one, other = (phone.look([max(2, len(before)), len(before) + 1]) for phone in phones)
        compared += len(one)
        for here, there in zip(one, other, strict=True):
            if here != there:
                broken(f"{evening.name}: {here[0]} tells {who or 'the screen'} {differing(here, there)}")
        for event, anyway in product(guesses(game, pair), (False, True)):
            compared += 1
            if phones[0].send(event, anyway=anyway) != phones[1].send(event, anyway=anyway):
                broken(
                    f"{evening.name}: the answer to {event} tells {who or 'the screen'} of {pair[0].event}"
                )
    if None in outside and len({tuple(files_of(facts)) for facts in worlds}) > 1:
        broken(f"{evening.name}: a file that is made of the game tells of {pair[0].event}")
    return compared


def differing(here: tuple[str, int, str], there: tuple[str, int, str]) -> str:
    """Show where two answers part."""
    at = next((n for n, (a, b) in enumerate(zip(here[2], there[2], strict=False)) if a != b), 0)
    return f"{here[2][max(0, at - 60) : at + 60]!r} from {there[2][max(0, at - 60) : at + 60]!r}"


def guesses(game: Game, pair: tuple[Step, Step]) -> Iterator[Event]:
    """Give acts to try: what happened at either table, and some that are dreamt up."""
    yield from (step.event for step in pair)
    kinds = {act.event for act in game.acts}
    anything = list(dreamt(game, pair[0].before, kinds, Random(8)))
    yield from Random(9).sample(anything, min(GUESSES, len(anything)))


def files_of(facts: list[JudgedEvent]) -> Iterator[str]:
    """Make the files of a game that anybody may have while it lasts: its report, and its picture."""
    lines, _ = encode_entries("laws", FIRST_MOMENT, facts, NO_HEAD)
    log = LinesLog(tuple(lines))
    timeline = make_timeline(log, secrets_of(log))
    for lang in LANGUAGES:
        for written in (as_markdown(timeline, lang), as_html(timeline, lang)):
            yield "".join(written)


LAWS = (nothing_that_is_sent_tells_a_secret,)
