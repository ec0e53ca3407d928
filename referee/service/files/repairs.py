"""A record entered from paper: what in it is impossible, and the smallest changes that would mend it."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from events.base import TABLE, Event
from events.envelope import in_force
from events.table import TakenBack
from referee.kernel.game import Game
from referee.kernel.verdict import Accepted, Refused
from referee.l10n.wording import notate
from referee.service.timeline.retelling import Told

LOOKS_BACK = 12
"""How many actions before the impossible one may be what was written down wrongly."""

LOOKS_AHEAD = 8
"""How many lines further on a line may stand that belongs here."""

HORIZONS = (10, 40, 160, 100_000)
"""How many actions after a change are told to see how far it helps: few for all, more for the best."""

FINALISTS = 12
"""So many changes are told to the end."""

MOST_SHOWN = 3
MOST_PROBLEMS = 20
"""A record with more impossible lines than this is no record of this game."""

SIZES = {"vague": 3, "move": 4, "insert": 6, "drop": 8}
"""How much a change rewrites, a field replaced being 2: what was written down is lost last."""


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """One change of line `line` that mends a record.

    By its `kind`: `drop` removes the line; `replace` puts `event` in its place; `vague` does, with an
    event that says less; `insert` puts `event` before it; `move` moves line `other` before it.
    `reaches` is how many lines, from the impossible one on, are possible then.
    """

    kind: str
    line: int
    event: Event | None = None
    other: int | None = None
    reaches: int = 0


class Standing(NamedTuple):
    """Where a record stands: its state, and what followed last and may be written down next."""

    state: Any = None
    follows: tuple[Event, ...] = ()


class Impossible(msgspec.Struct, frozen=True, kw_only=True):
    """A line that cannot be, by `refused`; the mends that help furthest, the smallest first."""

    line: int
    event: Event
    refused: Refused
    changes: tuple[Change, ...]


def mend(game: Game, events: Sequence[Event], lines: Sequence[int] | None = None) -> Iterator[Impossible]:
    """Find what is impossible in a record, mending each by its best change to look on.

    `events` are a record's, the opening first; `lines` their numbers, else counted from 1. What was
    taken back is left out. Ends where nothing helps, or after `MOST_PROBLEMS`.
    """
    told = kept_of(events, lines or range(1, len(events) + 1))
    for _ in range(MOST_PROBLEMS):
        moments, why = told_through(game, Standing(), told)
        if why is None:
            return
        i = len(moments) - 1
        changes = tuple(best_changes(game, told, moments, why))
        line, event = told[i].seq or 0, told[i].event
        yield Impossible(line=line, event=event, refused=why, changes=changes[:MOST_SHOWN])
        if not changes or i == 0:
            return
        told = changed(told, changes[0])


def told_through(game: Game, start: Standing, told: Sequence[Told]) -> tuple[list[Standing], Refused | None]:
    """Tell lines one by one; give the moment before each, up to the first that is refused, and why.

    What follows by itself may be written down; whether rightly, `check` says.
    """
    moments = [start]
    for action in told:
        state, follows = moments[-1]
        verdict = game.decide(state, action.event)
        if isinstance(verdict, Accepted):
            moments.append(Standing(verdict.state, tuple(judged.event for judged in verdict.judged[1:])))
            continue
        derived = next((event for event in follows if type(event) is type(action.event)), None)
        if derived is None:
            return moments, verdict
        moments.append(Standing(state, tuple(event for event in follows if event is not derived)))
    return moments, None


def kept_of(events: Sequence[Event], lines: Sequence[int]) -> list[Told]:
    """Give the lines in force, each with its number."""
    backs = [(n, event.to) for n, event in zip(lines, events, strict=True) if isinstance(event, TakenBack)]
    kept = in_force(lines[-1] if lines else 0, backs)
    told = (Told(n, event) for n, event in zip(lines, events, strict=True) if any(n in seqs for seqs in kept))
    return [action for action in told if not isinstance(action.event, TakenBack)]


def best_changes(game: Game, told: list[Told], moments: list[Standing], why: Refused) -> list[Change]:
    """List the changes that let a record go on past the impossible line, the furthest first."""
    left = list(candidates(game, told, moments, why))
    for horizon in HORIZONS:
        counted = (measured(game, told, moments, change, horizon) for change in left)
        left = [change for change in counted if change.reaches > 0]
        left.sort(key=lambda change: (-change.reaches, size_of(told, change), -change.line))
        if not left or left[0].reaches < horizon:
            break
        best = [change for change in left if change.reaches == horizon]
        left = best[:FINALISTS] if horizon > HORIZONS[0] else best
    return left


def candidates(game: Game, told: list[Told], moments: list[Standing], why: Refused) -> Iterator[Change]:
    """Think of single changes: at the impossible line, just before it, and where it clashes."""
    i = len(moments) - 1
    line = told[i].seq or 0
    yield Change(kind="drop", line=line)
    for event in possible(game, moments[i].state):
        yield Change(kind="replace", line=line, event=event)
        yield Change(kind="insert", line=line, event=event)
    for later in told[i + 1 : i + 1 + LOOKS_AHEAD]:
        yield Change(kind="move", line=line, other=later.seq)
    for j in range(max(1, i - LOOKS_BACK), i):
        for event in possible(game, moments[j].state):
            if is_like(event, told[j].event):
                yield Change(kind="replace", line=told[j].seq or 0, event=event)
    for j in (i, *clashing(told[:i], why)):
        for event in vaguer(told[j].event):
            yield Change(kind="vague", line=told[j].seq or 0, event=event)


def possible(game: Game, state: Any) -> Iterator[Event]:
    """List what was possible at a state."""
    if state is not None:
        for seat in dict.fromkeys((*state.seats, TABLE)):
            yield from game.legal(state, seat)


def is_like(event: Event, written: Event) -> bool:
    """Whether an event could have been meant by what was written: the same kind, by the same seat."""
    same_seat = getattr(event, "seat", None) == getattr(written, "seat", None)
    return type(event) is type(written) and same_seat and event != written


def clashing(told: list[Told], why: Refused) -> Iterator[int]:
    """Find the earlier actions that a refusal says cannot be true together with this one."""
    entries: Any = why.args.get("entries", ())
    named = {notate(None, entry["act"]) for entry in entries if isinstance(entry, dict) and "act" in entry}
    yield from (j for j, action in enumerate(told) if named and notate(None, action.event) in named)


def vaguer(event: Event) -> Iterator[Event]:
    """Copy an event with less in it, card by card: what was only guessed."""
    for name in event.__struct_fields__:
        value = getattr(event, name)
        if isinstance(value, tuple):
            found = ((*value[:k], None, *value[k + 1 :]) for k, card in enumerate(value) if card is not None)
            yield from (said for cards in found if (said := possibly(event, name, cards)) is not None)
        elif value is not None and (said := possibly(event, name, None)) is not None:
            yield said


def possibly(event: Event, name: str, value: Any) -> Event | None:
    """Copy an event with another value in a field; None where the vocabulary has no such event."""
    changed = replace(event, **{name: value})
    try:
        return msgspec.convert(msgspec.to_builtins(changed), type(event))
    except msgspec.ValidationError:
        return None


def measured(game: Game, told: list[Told], moments: list[Standing], change: Change, horizon: int) -> Change:
    """Count the lines from the impossible one on that a change makes possible, up to a horizon."""
    i, again = len(moments) - 1, changed(told, change)
    start, gained = position_of(told, change.line), len(again) - len(told)
    passed, _ = told_through(game, moments[start], again[start : i + gained + horizon])
    return replace(change, reaches=min(start + len(passed) - 1 - (i + gained), horizon))


def changed(told: list[Told], change: Change) -> list[Told]:
    """Apply a change to a record."""
    k = position_of(told, change.line)
    match change.kind:
        case "drop":
            return [*told[:k], *told[k + 1 :]]
        case "insert" if change.event is not None:
            return [*told[:k], Told(None, change.event), *told[k:]]
        case "move" if change.other is not None:
            other = position_of(told, change.other)
            return [*told[:k], told[other], *told[k:other], *told[other + 1 :]]
    return [*told[:k], Told(change.line, change.event or told[k].event), *told[k + 1 :]]


def position_of(told: list[Told], line: int) -> int:
    """Find a line among the actions."""
    return next(k for k, action in enumerate(told) if action.seq == line)


def size_of(told: list[Told], change: Change) -> int:
    """Reckon how much a change rewrites."""
    if change.kind in SIZES or change.event is None:
        return SIZES.get(change.kind, 0)
    written = told[position_of(told, change.line)].event
    if type(written) is not type(change.event):
        return SIZES["drop"]
    fields = change.event.__struct_fields__
    return 2 * len([1 for field in fields if getattr(written, field) != getattr(change.event, field)])
