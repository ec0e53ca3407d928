"""A record entered from paper: what in it is impossible, and the smallest changes that would mend it."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from events.base import TABLE, Event, type_of
from referee.kernel.game import Game
from referee.kernel.verdict import Accepted, Refused
from referee.service.retelling import Told, retell

LOOKS_BACK = 12
"""How many actions before the impossible one may be what was written down wrongly."""

HORIZON = 40
"""How many actions after a change are told to see how far it helps."""

MOST_SHOWN = 3


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """One mend: line `line` dropped, replaced by `event`, or `event` put in before it.

    `reaches` is how many lines after it then are possible, of the next `HORIZON`.
    """

    kind: str
    line: int
    event: Event | None = None
    reaches: int = 0


class Impossible(msgspec.Struct, frozen=True, kw_only=True):
    """A line that cannot be, by `refused`; the mends that help furthest, the smallest first."""

    line: int
    event: Event
    refused: Refused
    changes: tuple[Change, ...]


def mend(game: Game, events: Sequence[Event]) -> Iterator[Impossible]:
    """Find what is impossible in a record, mending each by its best change to look on.

    `events` are the actions and observations in order, the opening first; lines count from 1.
    Ends where nothing helps.
    """
    told = [Told(line, event) for line, event in enumerate(events, 1)]
    while True:
        told_again = retell(game, None, told)
        if told_again.stuck is None or told_again.why is None:
            return
        i = told.index(told_again.stuck)
        changes = tuple(best_changes(game, told, i))
        stuck = told_again.stuck
        yield Impossible(
            line=stuck.seq or 0, event=stuck.event, refused=told_again.why, changes=changes[:MOST_SHOWN]
        )
        if not changes or i == 0:
            return
        told = changed(told, changes[0])


def best_changes(game: Game, told: list[Told], i: int) -> list[Change]:
    """List the changes that let the record go on past its `i`-th action, the furthest first."""
    states = states_before(game, told, i)
    found = [
        msgspec.structs.replace(change, reaches=reach)
        for change in candidates(game, told, i, states)
        if (reach := reaches(game, told, i, states, change)) > 0
    ]
    return sorted(found, key=lambda change: (-change.reaches, size_of(told, change), -change.line))


def states_before(game: Game, told: list[Told], i: int) -> list[Any]:
    """Give the state before each of the first `i` + 1 actions."""
    states: list[Any] = [None]
    for action in told[:i]:
        verdict = game.decide(states[-1], action.event)
        states.append(verdict.state if isinstance(verdict, Accepted) else states[-1])
    return states


def candidates(game: Game, told: list[Told], i: int, states: list[Any]) -> Iterator[Change]:
    """Think of single changes: at the impossible action, and just before it."""
    line = told[i].seq or 0
    yield Change(kind="drop", line=line)
    for event in possible(game, states[i]):
        kind = "replace" if type(event) is type(told[i].event) else "insert"
        yield Change(kind=kind, line=line, event=event)
    for j in range(max(1, i - LOOKS_BACK), i):
        earlier = told[j]
        for event in possible(game, states[j]):
            if is_like(event, earlier.event):
                yield Change(kind="replace", line=earlier.seq or 0, event=event)


def possible(game: Game, state: Any) -> Iterator[Event]:
    """List what was possible at a state."""
    if state is not None:
        for seat in dict.fromkeys((*state.seats, TABLE)):
            yield from game.legal(state, seat)


def is_like(event: Event, written: Event) -> bool:
    """Whether an event could have been meant by what was written: the same kind, by the same seat."""
    same_seat = getattr(event, "seat", None) == getattr(written, "seat", None)
    return type(event) is type(written) and same_seat and event != written


def reaches(game: Game, told: list[Told], i: int, states: list[Any], change: Change) -> int:
    """Count the actions from the impossible one on that a change makes possible."""
    again = changed(told, change)
    start = min(i, position_of(told, change.line))
    end = i + HORIZON
    retold = retell(game, states[start], again[start:end])
    done = start + len(retold.told)
    gained = len(again) - len(told)
    return done - (i + max(gained, 0)) + (1 if change.kind == "drop" else 0)


def changed(told: list[Told], change: Change) -> list[Told]:
    """Apply a change to a record."""
    k = position_of(told, change.line)
    if change.kind == "drop" or change.event is None:
        return [*told[:k], *told[k + 1 :]]
    if change.kind == "insert":
        return [*told[:k], Told(None, change.event), *told[k:]]
    return [*told[:k], Told(change.line, change.event), *told[k + 1 :]]


def position_of(told: list[Told], line: int) -> int:
    """Find a line among the actions."""
    return next(k for k, action in enumerate(told) if action.seq == line)


def size_of(told: list[Told], change: Change) -> int:
    """Reckon how much a change rewrites: fields replaced, more for a line put in or dropped."""
    if change.kind != "replace" or change.event is None:
        return 10
    written = told[position_of(told, change.line)].event
    return sum(
        getattr(written, field) != getattr(change.event, field) for field in change.event.__struct_fields__
    )


def described(change: Change) -> dict[str, Any]:
    """Give a change as one plain object."""
    event = change.event
    return {
        "kind": change.kind,
        "line": change.line,
        "event": event,
        "type": type_of(event) if event else None,
    }
