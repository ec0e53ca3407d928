"""The laws of recorded games: each is refereed again from nothing."""

from collections.abc import Iterator
from functools import cache
from itertools import takewhile
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree as ET

from msgspec.structs import fields

from events.base import REFEREE, TABLE, Event, type_of
from events.envelope import in_force
from events.table import TableClosed, TakenBack
from referee.draw import svg_board, text_board
from referee.draw.width import width
from referee.kernel.chance import agrees
from referee.kernel.game import Game
from referee.kernel.registry import codec_of_first_line, find_game, folder_of
from referee.kernel.verdict import Refused
from referee.l10n import LANGUAGES
from referee.l10n.messages import event_words
from referee.l10n.wording import notate, parse
from referee.service.files.check import Checked, Summary
from referee.service.files.record_file import check_file
from referee.testing.random_games import Step, act_of, fail, try_event

IMPOSSIBLE = "impossible"
"""Prefix of the name of a record of which one line is refused, and passed over."""

_DISPUTED = "disputed"
"""Prefix of the name of a record that is not listed: its disputes are tested over all games together."""

_DRAWN = 12
"""One position in so many is drawn: pictures take time, and neighbours are alike."""

_PICTURES = 16
"""About how many positions of a record are drawn at most."""

_COLUMNS = (80, 40)
"""How wide the text of a board is drawn."""


class Record(NamedTuple):
    """A recorded game: its accepted steps, those not taken back (`in_force`), refused lines by their numbers.

    `claimed` counts the consequence lines of the record, `derived` all that follow from it.
    """

    path: Path
    game: Game
    steps: tuple[Step, ...]
    in_force: tuple[Step, ...]
    refused: tuple[tuple[int, Refused], ...]
    claimed: int

    @property
    def state(self) -> Any:
        """Give the state it ended in."""
        return self.steps[-1].after

    @property
    def derived(self) -> int:
        """Count all consequences."""
        return sum(len(step.judged) - 1 for step in self.steps)

    @property
    def events(self) -> Iterator[Event]:
        """Give every event in force, consequences among them."""
        return (event for step in self.in_force for event in step.events)


def records(folder: Path) -> list[Path]:
    """List the recorded games of a folder; those in dispute are told over all games together."""
    return [path for path in sorted(folder.glob("*.jsonl")) if not path.name.startswith(_DISPUTED)]


def read_events(path: Path) -> list[Event]:
    """Read the events of a record, one a line. Raises BrokenLawError for an exported log."""
    lines = path.read_bytes().splitlines()
    codec, is_exported = codec_of_first_line(lines[0])
    if is_exported:
        fail(f"{path.name} is a log; add the record of it, as `referee export FILE --to record` writes it")
    return [codec.event(line) for line in lines]


@cache
def record(path: Path) -> Record:
    """Return a record that was refereed; cached."""
    return referee(path, read_events(path))


def referee(path: Path, events: list[Event]) -> Record:
    """Judge events line by line; a line that states the next consequence is counted, and not judged."""
    game = find_game(events[0].game)  # type: ignore[attr-defined] # a table was opened
    steps: list[Step] = []
    refused: list[tuple[int, Refused]] = []
    due: list[Event] = []
    state: Any = None
    claimed = 0
    for line, event in enumerate(events, 1):
        if due and _is_stated(event, due[0]):
            due.pop(0)
            claimed += 1
            continue
        if isinstance(event, TakenBack):
            state = next(step.after for step in reversed(steps) if step.line <= event.to)
        verdict = game.decide(state, event)
        if isinstance(verdict, Refused):
            refused.append((line, verdict))
            continue
        steps.append(Step(state, verdict.judged, verdict.state, line))
        state, due = verdict.state, list(steps[-1].events[1:])
    return Record(
        path, game, tuple(steps), tuple(_steps_in_force(steps, len(events))), tuple(refused), claimed
    )


def _is_stated(event: Event, derived: Event) -> bool:
    """Return whether a line states a consequence; fields it leaves at their default may differ."""
    return type(event) is type(derived) and all(
        getattr(event, field.name) in (field.default, getattr(derived, field.name))
        for field in fields(type(event))
    )


def _steps_in_force(steps: list[Step], length: int) -> Iterator[Step]:
    backs = [(step.line, step.event.to) for step in steps if isinstance(step.event, TakenBack)]
    ranges = in_force(length, backs)
    return (step for step in steps if any(step.line in lines for lines in ranges))


def every_line_is_accepted_to_the_end(told: Record) -> None:
    """But one of an impossible record; the game is over, or was closed."""
    expected = int(told.path.stem.startswith(IMPOSSIBLE))
    if len(told.refused) != expected:
        mend = "mend the judge of the act that is refused, or that line of the record"
        fail(f"{told.path}: {expected} lines ought to be refused, not {told.refused}", mend)
    is_closed = isinstance(told.steps[-1].events[-1], TableClosed)
    if told.game.winners(told.state) is None and not is_closed:
        fail(f"{told.path} does not end", "add its last lines")


def check_says_the_same(told: Record) -> None:
    """Verdicts, winners and position; what was taken back and claimed among them."""
    *lines, summary = check_file(told.path, keep_going=True)
    refused = [each.line for each in lines if isinstance(each, Checked) and each.verdict != "accepted"]
    if refused != [line for line, _ in told.refused] or not isinstance(summary, Summary):
        fail(f"{told.path.name}: `check` refuses {refused}")
    end = told.game.winners(told.state), told.game.position(told.state, REFEREE)
    if end != (summary.winners, summary.position):
        fail(f"{told.path.name}: `check` ends otherwise: {summary}")


def facts_fold_to_sound_states(told: Record) -> None:
    """After every act no invariant is broken, and the events alone lead to the state that judging led to."""
    state: Any = None
    for step in told.in_force:
        for event in step.events:
            state = told.game.evolve(state, event)
        if wrong := told.game.invariants(state):
            fail(
                f"{told.path.name}, line {step.line}: after {step.event}: {', '.join(wrong)}",
                f"mend `apply` of {act_of(told.game, step.event)}, or what it derives",
            )
    if state != told.state:
        fail(f"{told.path.name}: `evolve` leads to another state than `decide`", "let `apply` read its event")


def every_act_was_possible(told: Record, *, shown: tuple[str, ...] = ()) -> None:
    """What a seat did is in the list of what it might have done, of whatever kinds are listed then.

    But for what names pieces that a physical table showed; `shown` are the types of such acts.
    """
    for step in told.steps:
        seat = getattr(step.event, "seat", None)
        if step.before is None or seat is None:
            continue
        alike = [
            each for each in _possible_acts(told.game, step.before, seat) if type(each) is type(step.event)
        ]
        is_shown = type_of(step.event) in shown and step.before.chance == TABLE
        if alike and not is_shown and not any(_leaves_out(each, step.event) for each in alike):
            fail(
                f"{told.path.name}, line {step.line}: {step.event} is not in `legal`",
                f"add it to `candidates` of {act_of(told.game, step.event)}",
            )


def _possible_acts(game: Game, state: Any, seat: str) -> tuple[Event, ...]:
    """Return what a seat may do, and samples of what has too many forms to list."""
    return (*game.legal(state, seat), *game.samples(state, seat))


def _leaves_out(listed: Event, done: Event) -> bool:
    """Return whether a listed act is the one done, but for fields at their default; dice in any order."""
    return all(
        getattr(listed, field.name) == field.default
        or agrees(_in_any_order(getattr(listed, field.name)), _in_any_order(getattr(done, field.name)))
        for field in fields(type(listed))
    )


def _in_any_order(value: Any) -> Any:
    is_numbers = isinstance(value, tuple) and all(isinstance(each, int) for each in value)
    return tuple(sorted(value)) if is_numbers else value


def every_line_reads_back(told: Record) -> None:
    """What a seat did has a line that means it, but for what the referee adds to it."""
    for step in told.steps:
        if step.before is not None and getattr(step.event, "seat", None):
            again = parse(step.before, line := notate(step.before, step.event))
            verdict = try_event(told.game, step.before, again)
            if again != step.event and (verdict is None or verdict.judged[0].event != step.event):
                fail(
                    f"{told.path.name}, line {step.line}: {line!r} does not mean {step.event}",
                    f"mend `notation` of [act.{type_of(step.event)}] in words of {folder_of(told.game.id)}",
                )


def consequences_are_all_there_or_left_out(told: Record) -> None:
    """A record that claims some claims every one."""
    if told.claimed not in (0, told.derived):
        fail(f"{told.path.name} claims {told.claimed} of {told.derived} consequences; add the others")


def views_hold_what_is_known(told: Record) -> None:
    """Whatever a seat, or everybody, sees is seen of the state without what it cannot know, too.

    When the game is over, what is shown is no secret.
    """
    game = told.game
    secret = [fact.name for fact in game.facts.secret if fact.by_seat]
    shown = {act.event for act in game.acts if act.when.after_end}
    for step in () if game.is_open else takewhile(lambda step: type(step.event) not in shown, told.steps):
        for viewer in (*step.after.seats, None):
            position = game.position(step.after, viewer)
            others = {seat for name in secret for seat in getattr(position, name) or ()} - {viewer}
            if others or game.view(step.after, viewer) != game.view(game.known(step.after, viewer), viewer):
                fail(
                    f"{told.path.name}, line {step.line}: {viewer or 'everybody'} sees what it cannot know",
                    f"mend `shown` or the facts of the game in {folder_of(told.game.id)}",
                )


def positions_can_be_drawn(told: Record) -> None:
    """As everybody and as the first seat sees them; the languages and sizes take turns."""
    for n, step in enumerate(told.steps[:: max(_DRAWN, len(told.steps) // _PICTURES)]):
        lang = LANGUAGES[n % len(LANGUAGES)]
        for seat in (None,) if told.game.is_open else (None, step.after.seats[0]):
            view = told.game.view(step.after, seat)
            for columns in _COLUMNS:
                if max(map(width, text_board(view, lang, width=columns).splitlines())) > columns:
                    fail(f"{told.path.name}, line {step.line}: the board is wider than {columns}")
            root = ET.fromstring(svg_board(view, lang, ("phone", "table")[n % 2]))  # noqa: S314
            if root.get("lang") != lang:
                fail(f"{told.path.name}, line {step.line}: the picture is not in {lang}")


def every_event_is_told(told: Record) -> None:
    """In every language; none by its id, none with a hole in it, nor, where all lies open, a question."""
    signs = (f"{told.game.id}.", "table.tell", "None", *("?" if told.game.is_open else ()))
    for step in told.steps:
        for event in step.events:
            for lang in LANGUAGES:
                said = event_words(event, lang, {}, game=told.game.id)
                if any(sign in said for sign in signs):
                    fail(
                        f"{told.path.name}, line {step.line}: {type_of(event)} is told as {said!r}",
                        f"mend its sentence in words/{lang}.toml of {folder_of(told.game.id)}",
                    )


LAWS = (
    every_line_is_accepted_to_the_end,
    check_says_the_same,
    facts_fold_to_sound_states,
    every_line_reads_back,
    consequences_are_all_there_or_left_out,
    views_hold_what_is_known,
    positions_can_be_drawn,
    every_event_is_told,
)
"""Each takes a record that was refereed, and raises BrokenLawError."""


def a_recorded_game_obeys(path: Path, *, shown: tuple[str, ...] = ()) -> None:
    """It is accepted, sound, possible, readable and shown to nobody who may not see, from end to end.

    `shown` as of `every_act_was_possible`.
    """
    told = record(path)
    every_act_was_possible(told, shown=shown)
    for law in LAWS:
        law(told)


def every_edition_and_number_is_recorded(game: Game, folder: Path) -> None:
    """There is a recorded game of each edition with each number of players."""
    tables = {(r.state.edition, len(r.state.seats)) for r in map(record, records(folder))}
    for edition in game.ruleset.editions:
        for n in game.ruleset.players:
            if (edition, n) not in tables:
                fail(f"add a recorded game of edition {edition} with {n} players to {folder}")
