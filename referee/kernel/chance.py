"""What a referee who throws and deals does, from the seed of a table; and whether it was done so."""

from collections.abc import Callable
from typing import Any, NamedTuple

from msgspec.structs import replace

from events.base import REFEREE, TABLE, Event
from referee.kernel.acts import Act, Apply
from referee.kernel.seed import Throw
from referee.kernel.verdict import Refused

NOT_AS_SEEDED = Refused("table.not_as_seeded", ("TAB-CHANCE-01",))
"""One reason whatever was thrown or dealt, so that nobody can try out what the seed gives."""


_UNDEALABLE = (LookupError, TypeError, ValueError, AttributeError, StopIteration)
"""What dealing may raise where a false card was told; cards from the seed raise nothing."""


class SeedDiffers(NamedTuple):
    """What a seed gives in place of what was thrown or dealt.

    `expected` is None where nothing was to be dealt.
    """

    expected: Event | None


class Dealer:
    """The chance of one game, where the referee rolls or deals.

    `deal(state, seed)` returns the event the referee owes the table now, None where people must act; `deal`
    itself is None in a game that deals nothing.
    """

    def __init__(self, acts: tuple[Act, ...], deal: Callable[[Any, str], Event | None] | None) -> None:
        """Take all acts of a game; `deal` is None in a game that deals nothing."""
        self.deal = deal
        self._throws = {act.event: act.throw for act in acts if act.throw is not None}
        self._dealt = {act.event: act.is_dealt for act in acts if act.is_dealt is not None}

    @property
    def decides_any(self) -> bool:
        """Return whether the game has any chance that a seed can decide."""
        return bool(self._throws) or self.deal is not None

    def is_thrown(self, event: Event) -> bool:
        """Return whether the event is of a kind whose result the referee may throw, at whichever table."""
        return type(event) in self._throws

    def may_decide(self, state: Any, event: Event) -> bool:
        """Return whether what an event says, or leaves out, is the seed's to say at this table."""
        return state.chance == REFEREE and (type(event) in self._throws or type(event) in self._dealt)

    def shows_throw(self, event: Event) -> bool:
        """Return whether the event is thrown and holds at least one result."""
        throw = self._throws.get(type(event))
        return throw is not None and bool(throw.results(event))

    def is_dealt(self, state: Any, event: Event) -> bool:
        """Return whether only the referee can make this event.

        That is so where it deals at this table, and the event names what is dealt.

        Rules: TAB-CHANCE-01
        """
        dealt = self._dealt.get(type(event))
        return dealt is not None and state.chance == REFEREE and dealt(state, event)

    def unclaimed(self, state: Any, event: Event) -> Event:
        """Return a submitted event without the result of its throw, where the referee throws; else as it is.

        So a seat cannot try results out. Applied to what people submit, never to a log.

        Rules: TAB-CHANCE-01
        """
        throw = self._throws.get(type(event))
        if throw is None or throw.number is None or not throws_itself(state):
            return event
        return event if getattr(event, throw.field) is None else replace(event, **{throw.field: None})

    def _owed(self, state: Any, seed: str) -> Event | None:
        """Return what `deal` owes.

        None also where a false card led to a state from which no seed can deal.
        """
        try:
            return None if self.deal is None else self.deal(state, seed)
        except _UNDEALABLE:
            return None

    def differs_from_seed(self, state: Any, event: Event, seed: str) -> SeedDiffers | None:
        """Return what the seed gives instead of what was thrown or dealt.

        None where the event agrees with it, needs no seed, or people throw here. `state` is the one
        before the event. What an event leaves out is not compared.

        Rules: TAB-CHANCE-01
        """
        if state.chance != REFEREE:
            return None
        if self.deal is not None and self.is_dealt(state, event):
            owed = self._owed(state, seed)
            return None if owed is not None and _says_owed(event, owed) else SeedDiffers(owed)
        throw = self._throws.get(type(event))
        if throw is None:
            return None
        shown = throw.results(event)
        numbers = throw.numbers(seed, state.draws, len(shown))
        if sorted(numbers) == sorted(shown):
            return None
        return SeedDiffers(replace(event, **{throw.field: numbers}))


def _says_owed(event: Event, owed: Event) -> bool:
    """Return whether an event is the one owed: same type, equal fields; None in it fits any value."""
    return type(event) is type(owed) and all(
        agrees(getattr(event, name), getattr(owed, name)) for name in event.__struct_fields__
    )


def agrees(value: Any, known: Any) -> bool:
    """Return whether a value equals the known one where it is not None.

    None agrees with everything, also within tuples and dicts; their lengths and keys have to be the same.
    """
    if isinstance(value, tuple) and isinstance(known, tuple):
        return len(value) == len(known) and all(map(agrees, value, known))
    if isinstance(value, dict) and isinstance(known, dict):
        return value.keys() == known.keys() and all(agrees(value[key], known[key]) for key in value)
    return value is None or value == known


def throws_itself(state: Any) -> bool:
    """Return whether the referee throws at this table and the log holds the seed."""
    return state.seed is not None and state.chance == REFEREE


def judge_thrown(throw: Throw, state: Any, event: Event) -> Refused | None:
    """Refuse a throw that is not the next of the seed; one that is left out is never refused.

    Only for a table where the referee throws.
    """
    shown = getattr(event, throw.field)
    is_so = shown is None or sorted(shown) == sorted(throw.numbers(state.seed, state.draws, len(shown)))
    return None if is_so else NOT_AS_SEEDED


def fill_in_throw(throw: Throw) -> Callable[[Any, Event], Event]:
    """Return `(state, event) -> event` that writes the result of a throw into an event.

    Where the referee throws, the next numbers of the seed replace what stands there. Where people throw, the
    event stays as it is; one that needs no dice gets an empty tuple in place of None.
    """
    field, number = throw.field, throw.number

    def filled_in(state: Any, event: Event) -> Event:
        shown = getattr(event, field)
        n = len(shown or ()) if number is None else number(event)
        if throws_itself(state):
            return replace(event, **{field: throw.numbers(state.seed, state.draws, n)})
        return event if shown is not None or n else replace(event, **{field: ()})

    return filled_in


def count_draws(throw: Throw, apply: Apply) -> Apply:
    """Return a reducer that also counts in `draws` how many numbers of the seed were used.

    At a table where people throw it counts nothing.
    """

    def applied(state: Any, event: Any) -> Any:
        after = apply(state, event)
        if state.chance == TABLE:
            return after
        return replace(after, draws=state.draws + len(throw.results(event)))

    return applied
