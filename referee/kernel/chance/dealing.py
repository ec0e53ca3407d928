"""What a referee who throws and deals does, from the seed of a table; and whether it was done so."""

from collections.abc import Callable
from typing import Any, NamedTuple

from msgspec.structs import replace

from events.base import REFEREE, TABLE, Event
from referee.kernel.acts import Act, Apply
from referee.kernel.chance.seed import Throw
from referee.kernel.verdict import Refused

NOT_AS_SEEDED = Refused("table.not_as_seeded", ("TAB-CHANCE-01",))
"""One reason whatever was thrown or dealt, so that nobody can try out what the seed gives."""


UNDEALABLE = (LookupError, TypeError, ValueError, AttributeError, StopIteration)
"""What dealing may raise where a false card was told; cards from the seed raise nothing."""


class SeedDiffers(NamedTuple):
    """What a seed gives in place of what was thrown or dealt; None: nothing was to be dealt."""

    expected: Event | None


class Dealer:
    """The chance of one game: `deal(state, seed)` is what the referee owes the table now, if anything."""

    def __init__(self, acts: tuple[Act, ...], deal: Callable[[Any, str], Event | None] | None) -> None:
        """Learn which acts are thrown and which are dealt."""
        self.deal = deal
        self._throws = {act.event: act.throws for act in acts if act.throws is not None}
        self._dealt = {act.event: act.dealt for act in acts if act.dealt is not None}

    @property
    def throws_any(self) -> bool:
        """Whether any act is thrown."""
        return bool(self._throws)

    def is_thrown(self, event: Event) -> bool:
        """Whether an event is one whose result the referee throws where it throws itself."""
        return type(event) in self._throws

    def shows_throw(self, event: Event) -> bool:
        """Whether an event says what dice showed."""
        throw = self._throws.get(type(event))
        return throw is not None and bool(throw.shown(event))

    def is_dealt(self, state: Any, event: Event) -> bool:
        """Whether an event says what only the referee who deals can say at this table.

        Rules: TAB-CHANCE-01
        """
        dealt = self._dealt.get(type(event))
        return dealt is not None and state.chance == REFEREE and dealt(state, event)

    def unclaimed(self, state: Any, event: Event) -> Event:
        """Leave the result of a throw to the referee who throws, so that nobody tries results out.

        Applied to what people submit, never to a log.

        Rules: TAB-CHANCE-01
        """
        throw = self._throws.get(type(event))
        if throw is None or throw.number is None or not throws_itself(state):
            return event
        return event if getattr(event, throw.field) is None else replace(event, **{throw.field: None})

    def _owed(self, state: Any, seed: str) -> Event | None:
        """Give what is owed; None where a false card led to a state from which no seed can deal."""
        try:
            return None if self.deal is None else self.deal(state, seed)
        except UNDEALABLE:
            return None

    def differs_from_seed(self, state: Any, event: Event, seed: str) -> SeedDiffers | None:
        """Say what a seed gives instead of what was thrown or dealt; None where it is that, or needs no seed.

        `state` is the one before the event. What an event leaves untold is not compared.

        Rules: TAB-CHANCE-01
        """
        if state.chance != REFEREE:
            return None
        if self.deal is not None and self.is_dealt(state, event):
            owed = self._owed(state, seed)
            return None if owed is not None and says(event, owed) else SeedDiffers(owed)
        throw = self._throws.get(type(event))
        if throw is None:
            return None
        shown = throw.shown(event)
        numbers = throw.numbers(seed, state.draws, len(shown))
        if sorted(numbers) == sorted(shown):
            return None
        return SeedDiffers(replace(event, **{throw.field: numbers}))


def says(event: Event, owed: Event) -> bool:
    """Whether an event says what was owed, as far as it tells anything."""
    return type(event) is type(owed) and all(
        agrees(getattr(event, name), getattr(owed, name)) for name in event.__struct_fields__
    )


def agrees(told: Any, known: Any) -> bool:
    """Whether a value agrees with the known one, wherever it says anything."""
    if isinstance(told, tuple) and isinstance(known, tuple):
        return len(told) == len(known) and all(map(agrees, told, known))
    if isinstance(told, dict) and isinstance(known, dict):
        return told.keys() == known.keys() and all(agrees(told[key], known[key]) for key in told)
    return told is None or told == known


def throws_itself(state: Any) -> bool:
    """Whether the referee throws here, from a seed that the log holds."""
    return state.seed is not None and state.chance == REFEREE


def judge_thrown(throw: Throw, state: Any, event: Event) -> Refused | None:
    """Refuse dice that are said to show what the seed does not give, at a table where the referee throws.

    Rules: TAB-CHANCE-01
    """
    shown = getattr(event, throw.field)
    is_so = shown is None or sorted(shown) == sorted(throw.numbers(state.seed, state.draws, len(shown)))
    return None if is_so else NOT_AS_SEEDED


def filling_in(throw: Throw) -> Callable[[Any, Event], Event]:
    """Make what says what the dice show where the referee throws them, and where none were thrown."""
    field, number = throw.field, throw.number

    def filled_in(state: Any, event: Event) -> Event:
        shown = getattr(event, field)
        n = len(shown or ()) if number is None else number(event)
        if throws_itself(state):
            return replace(event, **{field: throw.numbers(state.seed, state.draws, n)})
        return event if shown is not None or n else replace(event, **{field: ()})

    return filled_in


def counting(throw: Throw, apply: Apply) -> Apply:
    """Apply an act and count the numbers it took from the seed; who throws real dice counts none."""

    def applied(state: Any, event: Any) -> Any:
        after = apply(state, event)
        if state.chance == TABLE:
            return after
        return replace(after, draws=state.draws + len(throw.shown(event)))

    return applied
