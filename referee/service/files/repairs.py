"""A record entered from paper: what in it is impossible, and the smallest changes that repair it."""

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
from referee.service.logs.effective import Action

_LOOKS_BACK = 12
"""How many actions before the impossible one may be what was written down wrongly."""

_LOOKS_AHEAD = 8
"""How many lines further on a line may stand that belongs here."""

_HORIZONS = (10, 40, 160, 100_000)
"""How many actions after a change are judged to see how far it helps: few for all, more for the best."""

_FINALISTS = 12
"""So many changes are judged to the end."""

MOST_SHOWN = 3
MOST_PROBLEMS = 20
"""A record with more impossible lines than this is no record of this game."""

SIZES = {"vague": 3, "move": 4, "insert": 6, "drop": 8}
"""How much a change rewrites, a field replaced being 2: what was written down is lost last."""


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """One change of line `line` that repairs a record.

    By its `kind`: `drop` removes the line; `replace` puts `event` in its place; `vague` does, with an event
    that says less; `insert` puts `event` before it; `move` moves line `other` before it. `reaches` is how
    many lines, from the impossible one on, are possible then.
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
    """A line that cannot be, and why; the at most three changes that help furthest, smallest first."""

    line: int
    event: Event
    refused: Refused
    changes: tuple[Change, ...]


def find_impossible(
    game: Game, events: Sequence[Event], lines: Sequence[int] | None = None
) -> Iterator[Impossible]:
    """Yield what is impossible in a record, repairing each by its best change to look on.

    `events` are a record's, the opening first; `lines` their numbers, else counted from 1. What was
    taken back is left out. Ends where nothing helps, or after `MOST_PROBLEMS`.
    """
    actions = _actions_in_force(events, lines or range(1, len(events) + 1))
    for _ in range(MOST_PROBLEMS):
        standings, why = _apply_while_possible(game, Standing(), actions)
        if why is None:
            return
        i = len(standings) - 1
        changes = tuple(_best_changes(game, actions, standings, why))
        line, event = actions[i].seq or 0, actions[i].event
        yield Impossible(line=line, event=event, refused=why, changes=changes[:MOST_SHOWN])
        if not changes or i == 0:
            return
        actions = _apply_change(actions, changes[0])


def _apply_while_possible(
    game: Game, start: Standing, actions: Sequence[Action]
) -> tuple[list[Standing], Refused | None]:
    """Apply actions one by one; return the standings before each, and why the first refused one was.

    Standings end before that one. `why` is None where none is refused; then the last standing is the one
    after all of them. A consequence that may follow is passed over: whether it does, `check` says.
    """
    standings = [start]
    for action in actions:
        state, follows = standings[-1]
        verdict = game.decide(state, action.event)
        if isinstance(verdict, Accepted):
            standings.append(Standing(verdict.state, tuple(judged.event for judged in verdict.judged[1:])))
            continue
        derived = next((event for event in follows if type(event) is type(action.event)), None)
        if derived is None:
            return standings, verdict
        standings.append(Standing(state, tuple(event for event in follows if event is not derived)))
    return standings, None


def _actions_in_force(events: Sequence[Event], lines: Sequence[int]) -> list[Action]:
    """Return the lines in force; the `seq` of each is its number."""
    backs = [(n, event.to) for n, event in zip(lines, events, strict=True) if isinstance(event, TakenBack)]
    ranges = in_force(lines[-1] if lines else 0, backs)
    actions = (
        Action(n, event) for n, event in zip(lines, events, strict=True) if any(n in seqs for seqs in ranges)
    )
    return [action for action in actions if not isinstance(action.event, TakenBack)]


def _best_changes(game: Game, actions: list[Action], standings: list[Standing], why: Refused) -> list[Change]:
    """Return the changes that let a record go on past the impossible line, the furthest first."""
    left = list(_candidates(game, actions, standings, why))
    for horizon in _HORIZONS:
        counted = (_measure(game, actions, standings, change, horizon) for change in left)
        left = [change for change in counted if change.reaches > 0]
        left.sort(key=lambda change: (-change.reaches, _size_of(actions, change), -change.line))
        if not left or left[0].reaches < horizon:
            break
        best = [change for change in left if change.reaches == horizon]
        left = best[:_FINALISTS] if horizon > _HORIZONS[0] else best
    return left


def _candidates(
    game: Game, actions: list[Action], standings: list[Standing], why: Refused
) -> Iterator[Change]:
    """Yield single changes: at the impossible line, just before it, and where it clashes."""
    i = len(standings) - 1
    line = actions[i].seq or 0
    yield Change(kind="drop", line=line)
    for event in _legal_acts(game, standings[i].state):
        yield Change(kind="replace", line=line, event=event)
        yield Change(kind="insert", line=line, event=event)
    for later in actions[i + 1 : i + 1 + _LOOKS_AHEAD]:
        yield Change(kind="move", line=line, other=later.seq)
    for j in range(max(1, i - _LOOKS_BACK), i):
        for event in _legal_acts(game, standings[j].state):
            if _is_like(event, actions[j].event):
                yield Change(kind="replace", line=actions[j].seq or 0, event=event)
    for j in (i, *_clashing(actions[:i], why)):
        for event in _vaguer(actions[j].event):
            yield Change(kind="vague", line=actions[j].seq or 0, event=event)


def _legal_acts(game: Game, state: Any) -> Iterator[Event]:
    """Yield every act possible in a state, of any seat or the table; none before the opening (None)."""
    if state is not None:
        for seat in dict.fromkeys((*state.seats, TABLE)):
            yield from game.legal(state, seat)


def _is_like(event: Event, written: Event) -> bool:
    """Return whether an event has the type and the seat of the one written, which it could be meant as."""
    same_seat = getattr(event, "seat", None) == getattr(written, "seat", None)
    return type(event) is type(written) and same_seat and event != written


def _clashing(actions: list[Action], why: Refused) -> Iterator[int]:
    """Yield the indices of the earlier actions that `why` names as contradicting the impossible one."""
    entries: Any = why.args.get("entries", ())
    named = {notate(None, entry["act"]) for entry in entries if isinstance(entry, dict) and "act" in entry}
    yield from (j for j, action in enumerate(actions) if named and notate(None, action.event) in named)


def _vaguer(event: Event) -> Iterator[Event]:
    """Yield copies of an event with less in it, card by card: what was only guessed."""
    for name in event.__struct_fields__:
        value = getattr(event, name)
        if isinstance(value, tuple):
            found = ((*value[:k], None, *value[k + 1 :]) for k, card in enumerate(value) if card is not None)
            yield from (less for cards in found if (less := _with_field(event, name, cards)) is not None)
        elif value is not None and (less := _with_field(event, name, None)) is not None:
            yield less


def _with_field(event: Event, name: str, value: Any) -> Event | None:
    """Return an event with another value in a field; None where the vocabulary has no such event."""
    changed = replace(event, **{name: value})
    try:
        return msgspec.convert(msgspec.to_builtins(changed), type(event))
    except msgspec.ValidationError:
        return None


def _measure(
    game: Game, actions: list[Action], standings: list[Standing], change: Change, horizon: int
) -> Change:
    """Return a change with the lines it makes possible, from the impossible one on, up to a horizon."""
    i, again = len(standings) - 1, _apply_change(actions, change)
    start, gained = _index_of(actions, change.line), len(again) - len(actions)
    passed, _ = _apply_while_possible(game, standings[start], again[start : i + gained + horizon])
    return replace(change, reaches=min(start + len(passed) - 1 - (i + gained), horizon))


def _apply_change(actions: list[Action], change: Change) -> list[Action]:
    """Return the actions of a record after a change."""
    k = _index_of(actions, change.line)
    match change.kind:
        case "drop":
            return [*actions[:k], *actions[k + 1 :]]
        case "insert" if change.event is not None:
            return [*actions[:k], Action(None, change.event), *actions[k:]]
        case "move" if change.other is not None:
            other = _index_of(actions, change.other)
            return [*actions[:k], actions[other], *actions[k:other], *actions[other + 1 :]]
    return [*actions[:k], Action(change.line, change.event or actions[k].event), *actions[k + 1 :]]


def _index_of(actions: list[Action], line: int) -> int:
    """Return the index of the action in this line. Raises StopIteration where there is none."""
    return next(k for k, action in enumerate(actions) if action.seq == line)


def _size_of(actions: list[Action], change: Change) -> int:
    """Return how much a change rewrites; see `SIZES`."""
    if change.kind in SIZES or change.event is None:
        return SIZES.get(change.kind, 0)
    written = actions[_index_of(actions, change.line)].event
    if type(written) is not type(change.event):
        return SIZES["drop"]
    fields = change.event.__struct_fields__
    return 2 * len([1 for field in fields if getattr(written, field) != getattr(change.event, field)])
