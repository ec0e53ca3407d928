"""A log as it is in force, action by action, and what its take-backs undid."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from events.base import Event
from events.codec import _Carried
from events.table import DisputeOpened, PositionTold, TakenBack
from referee.kernel.game import Game
from referee.kernel.shared import PROPOSING
from referee.service.logs.replay import iter_states


class Action(msgspec.Struct, frozen=True):
    """An action or observation, and the consequences that followed it.

    `seq` is its entry, None for one that stands in no log; `cause` the entry it was inferred from, None where
    somebody told it. `is_worked_out`: that entry is a position told.
    """

    seq: int | None
    event: Event
    consequences: tuple[Event, ...] = ()
    cause: int | None = None
    is_worked_out: bool = False

    @property
    def is_inferred(self) -> bool:
        """Return whether nobody told it."""
        return self.cause is not None

    @property
    def is_implied(self) -> bool:
        """Return whether it was inferred from an action after it."""
        return self.seq is not None and self.cause is not None and self.cause > self.seq

    @property
    def end(self) -> int | None:
        """Return the seq of the last consequence, its own where there is none; None where it has no seq."""
        return None if self.seq is None else self.seq + len(self.consequences)

    @property
    def events(self) -> tuple[Event, ...]:
        """Return the action, then its consequences."""
        return (self.event, *self.consequences)


class NoSuchEntryError(LookupError):
    """No entry of this seq is in force; `args[0]` is the seq."""


class EffectiveLog:
    """The actions of a log that are in force, the opening first.

    `states` are those known already: None before the first action, then the state after each.
    """

    def __init__(self, game: Game, actions: tuple[Action, ...], states: Sequence[Any] = (None,)) -> None:
        self.game, self.actions = game, actions
        self._states = list(states)

    def state(self, i: int) -> Any:
        """Return the state before the action at index `i`, or after the last; each is made once."""
        for k in range(len(self._states) - 1, i):
            *_, (_, state) = self.steps(k)
            self._states.append(state)
        return self._states[i]

    def steps(self, i: int) -> Iterator[tuple[Event, Any]]:
        """Yield the events of the action at index `i`, each with the state after it."""
        action, before = self.actions[i], self.state(i)
        steps = iter_states(self.game, action.events, _Carried, _no_way_back, before, (action.seq or 1) - 1)
        yield from ((event, state) for _, event, _, state in steps)

    @property
    def end(self) -> Any:
        """Return the state in force now."""
        return self.state(len(self.actions))

    def before(self, seq: int) -> Any:
        """Return the state before the action that entry `seq` belongs to; None before the opening.

        Raises NoSuchEntryError.
        """
        return self.state(self.index(seq))

    def after(self, seq: int) -> Any:
        """Return the state after the action that entry `seq` belongs to. Raises NoSuchEntryError."""
        return self.state(self.index(seq) + 1)

    def begin(self, i: int) -> int:
        """Return the index of the first action that stands or falls with the one at index `i`.

        That is the first it implied, or the position told that it was worked out from; `i` where none is.
        """
        if self.actions[i].is_worked_out:
            return self.index(self.actions[i].cause or 1)
        seq = self.actions[i].seq
        return next(k for k in range(i, -1, -1) if not k or self.actions[k - 1].cause != seq or seq is None)

    def index(self, seq: int) -> int:
        """Return the index of the action that entry `seq` is, or follows from. Raises NoSuchEntryError."""
        for i, action in enumerate(self.actions):
            if action.seq is not None and action.end is not None and action.seq <= seq <= action.end:
                return i
        raise NoSuchEntryError(seq)


def count_together(actions: Sequence[Action], i: int = 0) -> int:
    """Return how many actions from index `i` on stand or fall together: a position told with its acts."""
    told = actions[i]
    if told.seq is None or not isinstance(told.event, PositionTold):
        return 1
    ends = (
        k for k in range(len(actions) - 1, i, -1) if actions[k].is_worked_out and actions[k].cause == told.seq
    )
    return next(ends, i) - i + 1


def actions_from(actions: Sequence[Action], i: int) -> tuple[Action, ...]:
    """Return the actions from index `i` on, where something else comes before them.

    Those that were worked out from a position told before `i` then stand each for itself.
    """
    told = actions[i].cause if i < len(actions) and actions[i].is_worked_out else None
    return tuple(
        replace(each, cause=None, is_worked_out=False) if each.is_worked_out and each.cause == told else each
        for each in actions[i:]
    )


def _no_way_back(_: int, state: Any) -> Any:
    """Return the state as it is: no take-back is left in what an effective log applies."""
    return state


def without_proposals(actions: Iterable[Action]) -> tuple[Action, ...]:
    """Leave proposals and their answers out of actions to reapply: what they were about is gone."""
    return tuple(action for action in actions if not isinstance(action.event, PROPOSING))


class WaitingActions:
    """What take-backs undid and may be reapplied, as a log goes on.

    `now` are the actions that wait, in order. One waits until a take-back drops it, or the first that waits
    is recorded again. `offered` is what waited before the last take-back dropped any of it.
    """

    def __init__(self) -> None:
        self.now: tuple[Action, ...] = ()
        self.offered: tuple[Action, ...] = ()
        self._in_force: list[Action] = []

    def take(self, action: Action) -> None:
        """Go on by the next action or take-back: update `now` (what waits) and `offered`."""
        if isinstance(action.event, TakenBack):
            to = action.event.to
            undone = without_proposals(each for each in self._in_force if (each.seq or 0) > to)
            self.offered = (*undone, *self.now)
            self.now = self.offered[action.event.dropped :]
            self._in_force = [each for each in self._in_force if (each.seq or 0) <= to]
        else:
            self._in_force.append(action)
            self.now = still_waiting(self.now, action.event)


def waiting_in(actions: Iterable[Action]) -> tuple[Action, ...]:
    """Return what waits after these actions and take-backs; see `WaitingActions`."""
    waiting = WaitingActions()
    for action in actions:
        waiting.take(action)
    return waiting.now


def still_waiting(waiting: tuple[Action, ...], event: Event) -> tuple[Action, ...]:
    """Return what still waits after `event` was recorded."""
    return waiting[1:] if waiting and _is_again(waiting[0].event, event) else waiting


def _is_again(was: Event, now: Event) -> bool:
    """Return whether an event is `was` recorded again; a dispute is compared by its id."""
    # A dispute names its entry, which stands elsewhere when it is recorded again.
    if isinstance(was, DisputeOpened) and isinstance(now, DisputeOpened):
        return was.id == now.id
    return was == now
