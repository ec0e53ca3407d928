"""Told only how a turn ended, the referee works out what was done, records it, and tells no secret by it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import islice, starmap
from typing import Any, NamedTuple

import msgspec

from events.base import TABLE, Event, type_of
from events.stores.memory import MemoryStore
from events.table import Corrected
from referee.kernel.game import Game
from referee.kernel.registry import find_game, folder_of
from referee.kernel.verdict import Refused
from referee.service.audit.judge_again import audit
from referee.service.catch_up.catch_up import CaughtUp, catch_up
from referee.service.catch_up.find import find_ways
from referee.service.catch_up.search import Found, Limits
from referee.service.catch_up.told import Told, public_facts
from referee.service.files.check import Summary, check
from referee.service.logs.sources import StoredLog
from referee.service.simulation.simulate import due
from referee.service.tables.request import Request, of_all, of_seat
from referee.service.tables.table import Table, open_table
from referee.testing.laws.chance import is_chance
from referee.testing.laws.secrecy import is_secret, other_value, secret_values, twins, viewers
from referee.testing.random_games import PlayedGame, PlayedGames, Step, fail, try_event
from referee.testing.stretches import Stretch, otherwise, stretches

_LIMITS = Limits(seconds=60, decisions=3000, decisions_near=1000)
"""A search of a law is broken off after so many acts judged, so that it ends at the same place everywhere.

The rest of that game is left out then: its turns would hardly be searched through either.
"""

_TURNS = 5
"""So many turns of a game are worked out, evenly from all through it."""

_RECORDED = 2
"""So many turns of a game are recorded."""

_SEATS = 2
"""So many seats that may not tell two tables apart ask both."""

_TWINS = 1
"""So many pairs of tables of each kind that differ in a secret are told the same."""


def what_was_played_is_among_the_ways(played_games: PlayedGames) -> None:
    """Of all acts that lead to how a turn ended, some lead to where it really led, secrets included."""
    game = played_games.game
    for played, turn, found in turns_worked_out(played_games):
        if any(not otherwise(game, way.end, turn.after) for way in found.ways):
            continue
        done = [step.event for step in turn.steps]
        other = otherwise(game, found.ways[0].end, turn.after) if found.ways else "nothing leads there"
        fail(
            f"{played.name}: {done} is not worked out from how the turn ended: {other}",
            f"let `candidates` list what may be done, also where hidden things are null, or say with "
            f"facts in {folder_of(game.id)} what everybody sees",
        )


def turns_worked_out(played_games: PlayedGames) -> Iterator[tuple[PlayedGame, Stretch, Found]]:
    """Yield turns that change what everybody sees, each with what a search finds that was not broken off.

    Where the referee deals nothing is told: nobody there plays on without it.
    """
    game = played_games.game
    for played in played_games.all:
        for turn in _some(_turns(game, played), _TURNS) if played.opened.chance == TABLE else ():
            told = Told(game, public_facts(game, turn.after))
            if told.differing(turn.before):
                found = find_ways(game, game.known(turn.before, None), told, _LIMITS)
                if found.is_bound:
                    break
                yield played, turn, found


def _turns(game: Game, played: PlayedGame) -> list[Stretch]:
    """Return the turns after which the referee turned up no card that it alone knew."""
    found = stretches(game, played.steps, "turn")
    return [turn for turn in found if not any(map(partial(_shows_card, game), turn.steps))]


def _shows_card(game: Game, step: Step) -> bool:
    return any(type_of(judged.event) in game.reveals for judged in step.judged[1:])


def _some(values: Sequence[Stretch], most: int) -> Sequence[Stretch]:
    return values[:: max(1, len(values) // most)]


def what_is_worked_out_is_recorded_as_checked(played_games: PlayedGames) -> None:
    """What one way leads to is recorded: it stands as told then, an audit finds nothing, `check` agrees."""
    recorded = Counter[str]()
    for played, turn, found in turns_worked_out(played_games):
        if len(found.ways) == 1 and recorded[played.name] < _RECORDED:
            table = _table_at(played, _steps_to(played, turn.steps[0]))
            facts = public_facts(table.game, turn.after)
            if Told(table.game, facts).differing(table.state):  # else the table did the turn by itself
                recorded[played.name] += 1
                came = catch_up(table, Request(of_all(table.state)), facts, limits=_LIMITS)
                _check_recorded(played, turn, table, came)


def _check_recorded(played: PlayedGame, turn: Stretch, table: Table, came: CaughtUp) -> None:
    """Fail where a table is not as the turn ended, or its log, or the record of it, is not accepted."""
    game, done = table.game, [step.event for step in turn.steps]
    where = f"{played.name}: {done}, told by how the turn ended"
    mend = f"let all that an act needs be in its event and in the facts of the game in {folder_of(game.id)}"
    if came.verdict != "recorded":
        fail(f"{where}, is not recorded: {came.verdict}, {came.answer}", mend)
    if other := Told(game, public_facts(game, turn.after)).differing(table.state):
        fail(f"{where}, leads elsewhere: {other}", mend)
    if wrong := [*audit(table.log)]:
        fail(f"{where}: the log of it is not accepted: {wrong[0]}", mend)
    *lines, summary = check(partial(_numbered_record, table))
    refused = [each for each in lines if each.verdict != "accepted"]  # type: ignore[union-attr]
    if refused or not isinstance(summary, Summary):
        fail(f"{where}: the record of it is not accepted: {refused[:1] or summary}", mend)


def _numbered_record(table: Table) -> Iterator[tuple[int, bytes]]:
    """Yield the lines of a table's log as a record, each with its number."""
    log = StoredLog(table.store, table.name)
    for number, line in enumerate(log.lines(1, table.revision), 1):
        yield number, msgspec.json.encode(msgspec.json.decode(line)["event"])


def _table_at(played: PlayedGame, steps: Iterable[Step], *more: Event) -> Table:
    """Return a new table at which some steps of a game were done, and `more` after them."""
    table = open_table(MemoryStore(), "law", played.opened, find_game(played.opened.game))
    if isinstance(table, Refused):
        fail(f"{played.opened} is refused: {table}")
    for step in steps:
        if step.before == table.state:  # else the referee did it by itself
            _submit(table, step.event)
    for event in more:
        _submit(table, event)
    return table


def _submit(table: Table, event: Event) -> None:
    if isinstance(refused := table.submit(event), Refused):
        fail(f"{table.game.id}: {event} was accepted, and is refused at a table: {refused}")


def _steps_to(played: PlayedGame, last: Step) -> tuple[Step, ...]:
    """Return the steps of a game before one of them, without the opening."""
    return played.steps[1 : played.steps.index(last)]


def what_is_told_finds_out_no_secret(played_games: PlayedGames) -> None:
    """Tables that differ in what a seat may not know answer what it tells of the board with the same bytes.

    They differ in what lies face down, or in a secret fact that was set by hand.
    """
    game = played_games.game
    for played in played_games.all if game.sealed or not game.is_open else ():
        for pair in _find_twins(game, played):
            # Where all have agreed, what they record is judged by all that is true: a seat alone is asked.
            for viewer in [seat for seat in pair.viewers if seat is not None][:_SEATS]:
                _compare_answers(game, played, pair, viewer)


class _Twins(NamedTuple):
    """Two events that might follow a step; `viewers` may not tell them apart. `facts` are told then."""

    after: Step
    viewers: tuple[str | None, ...]
    events: tuple[Event, Event]
    facts: dict[str, Any]


def _find_twins(game: Game, played: PlayedGame) -> Iterator[_Twins]:
    pairs = (pair for pair in twins(game, played) if not is_chance(game, pair[0]))
    yield from islice(filter(None, (_chosen_otherwise(game, played, pair) for pair in pairs)), _TWINS)
    for step in _still(game, played):
        found = starmap(partial(_set_otherwise, game, played, step), secret_values(game, step.after))
        yield from islice(filter(None, found), _TWINS)


def _chosen_otherwise(game: Game, played: PlayedGame, pair: tuple[Step, Step]) -> _Twins | None:
    """Return twins of a step and another; None where the seat does nothing with it that all can see."""
    step, other = pair
    seat, turn = getattr(step.event, "seat", TABLE), _turn_after(game, played, step)
    if turn is None or not any(getattr(each.event, "seat", TABLE) == seat for each in turn.steps):
        return None
    blind = tuple(viewer for viewer in viewers(step.after) if is_secret(game, pair, viewer))
    before = played.steps[played.steps.index(step) - 1]
    return _Twins(before, blind, (step.event, other.event), public_facts(game, turn.after))


def _still(game: Game, played: PlayedGame) -> Iterator[Step]:
    """Yield a step in the middle of a game after which people, not the referee, have to act."""
    middle = played.steps[len(played.steps) // 2 :]
    return islice((step for step in middle if due(game, step.after, played.opened) is None), 1)


def _set_otherwise(
    game: Game, played: PlayedGame, step: Step, name: str, seat: str, value: Any
) -> _Twins | None:
    """Return two corrections of a secret fact of a seat after a step; None where they can't be made."""
    seats, turn = step.after.seats, _turn_after(game, played, step)
    one = other_value(game, name, (seat, value), seats)
    two = None if one is None else other_value(game, name, (seat, one), seats)
    if turn is None or one is None or two is None:
        return None
    events = tuple(Corrected(game.facts.kind(**{name: {seat: each}})) for each in (one, two))
    verdicts = [try_event(game, step.after, event) for event in events]
    if any(verdict is None or len(verdict.judged) > 1 for verdict in verdicts):
        return None
    blind = tuple(viewer for viewer in viewers(step.after) if viewer != seat)
    return _Twins(step, blind, (events[0], events[1]), public_facts(game, turn.after))


def _turn_after(game: Game, played: PlayedGame, step: Step) -> Stretch | None:
    """Return the first turn after a step that changes what everybody sees; None where none does."""
    later = played.steps[played.steps.index(step) + 1 :]
    turns = stretches(game, later, "turn")
    return next((t for t in turns if Told(game, public_facts(game, t.after)).differing(t.before)), None)


def _compare_answers(game: Game, played: PlayedGame, pair: _Twins, viewer: str) -> None:
    """Fail where a viewer who may not tell twins apart is answered otherwise after each of them."""
    answers = []
    for event in pair.events:
        table = _table_at(played, (*_steps_to(played, pair.after), pair.after), event)
        came = catch_up(table, Request(of_seat(table.state, viewer)), pair.facts, limits=_LIMITS)
        refused = came.answer if isinstance(came.answer, Refused) else None
        shown = [came.verdict, came.acts, came.question, came.near, refused]
        answers.append(msgspec.json.encode(shown, order="deterministic"))
    if answers[0] != answers[1]:
        fail(
            f"{played.name}: told how the turn ended, the answer tells {viewer} "
            f"{pair.events[0]} from {pair.events[1]}: {answers}",
            f"mend `known` of the game, or `secret` of its acts, in {folder_of(game.id)}",
        )


LAWS = (
    what_was_played_is_among_the_ways,
    what_is_worked_out_is_recorded_as_checked,
    what_is_told_finds_out_no_secret,
)
