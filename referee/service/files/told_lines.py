"""Positions told in a record: which lines after one are its acts, and what they are where none is."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from events.base import Event
from events.envelope import encode
from events.table import PositionTold, Remarked, TableClosed, TakenBack
from referee.kernel.game import Game
from referee.kernel.shared import SHARED_RULES
from referee.kernel.verdict import Refused
from referee.service.catch_up.find import find_ways
from referee.service.catch_up.question import MOST_OPTIONS, Question, find_question
from referee.service.catch_up.search import Way
from referee.service.catch_up.told import Told, facts_told, make_told
from referee.service.facts_in_brief import write_exactly

Reads = Callable[[Any], Event | None]
"""Reads a line as an event at a state; None where it is none there."""

_RULES = SHARED_RULES[PositionTold]


def find_last_act(
    game: Game, state: Any, event: PositionTold[Any], lines: Iterable[tuple[int, Reads]]
) -> int | None:
    """Return the number of the line with the last act that led to a position told.

    `lines` are those after it. Its acts go on to the end of the first turn after which the position is as it
    was told; where it is so at the end of none, to the first act after which it is. None where they do not
    lead there: then they were played after it, and its own acts have to be worked out.
    """
    told = Told(game, facts_told(game, event.position))
    if not told.differing(state):
        return None
    turn, found = _turn_of(game, state), None
    derived: set[tuple[type, str | None]] = set()
    for number, read in lines:
        act = read(state)
        if act is None or isinstance(act, PositionTold | TakenBack | TableClosed):
            break
        if isinstance(act, Remarked) or _kind_of(act) in derived:
            continue
        verdict = game.decide(state, act)
        if isinstance(verdict, Refused):
            break
        state, derived = verdict.state, {_kind_of(each.event) for each in verdict.judged[1:]}
        if not told.differing(state):
            found = found or number
            if _turn_of(game, state) != turn:
                return number
        turn = _turn_of(game, state)
    return found


def _kind_of(event: Event) -> tuple[type, str | None]:
    return type(event), getattr(event, "seat", None)


def _turn_of(game: Game, state: Any) -> tuple[Any, ...]:
    """Return what changes from turn to turn; a search looks at the ends of turns alone."""
    return game.counter(state), game.turn(state), game.winners(state) is not None


def work_out(game: Game, state: Any, event: PositionTold[Any]) -> tuple[Event, ...] | Refused:
    """Return the only acts that lead to a position told; where there are none or several, what settles it."""
    told = Told(game, facts_told(game, event.position))
    found = find_ways(game, state, told)
    if found.never is not None:
        return found.never
    if found.is_bound:
        return Refused("record.told_bound", _RULES)
    if len(found.ways) == 1:
        return found.ways[0].acts
    if found.ways:
        return _ask(game, found.ways, find_question(game, state, found.ways, told, None))
    if not found.near:
        return Refused("record.told_far", _RULES)
    way, otherwise = min(found.near, key=lambda near: len(near[1]))
    facts = make_told(game, map(".".join, otherwise), way.end)
    return Refused("record.told_none", _RULES, {"acts": way.acts, "facts": facts})


def _ask(game: Game, ways: Sequence[Way], question: Question | None) -> Refused:
    """Return the refusal that says what parts several ways: a fact to add, or acts to write out."""
    if question is None:
        return Refused("record.told_which", _RULES)
    if question.path.startswith("acts."):
        done = _number(option.acts or {"id": "record.nothing_done"} for option in question.options)
        return Refused("record.told_which_acts", _RULES, {"seat": question.seat, "acts": done})
    ends = {encode(each): each for each in (make_told(game, (question.path,), way.end) for way in ways)}
    facts = tuple(ends.values())[:MOST_OPTIONS]
    lines = tuple(write_exactly(each.position) for each in facts)
    return Refused("record.told_which_fact", _RULES, {"facts": _number(facts), "lines": _number(lines)})


def _number(options: Iterable[Any]) -> tuple[dict[str, Any], ...]:
    return tuple({"id": "record.option", "n": n, "what": each} for n, each in enumerate(options, 1))
