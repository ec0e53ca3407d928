"""What a referee who throws and deals does, from the seed of a table; and whether it was done so."""

from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from events.base import REFEREE, TABLE, Event
from referee.kernel.acts import Act, Apply, Draft, Secret, When
from referee.kernel.seed import Throw, draw_number
from referee.kernel.verdict import Refused, refuse

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
    def throws_any(self) -> bool:
        """Return whether any act of the game has a throw."""
        return bool(self._throws)

    def is_thrown(self, event: Event) -> bool:
        """Return whether the event is of a kind whose result the referee may throw, at whichever table."""
        return type(event) in self._throws

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


THROWING, SHOWING = "throw", "show"
"""The phases in which the referee throws, and in which seats show."""


class HiddenDice(msgspec.Struct, frozen=True, kw_only=True):
    """How dice lie under cups in a game in turns, whose state holds them by seat in `dice` and `shown`.

    - `event_thrown`, `event_shown`: classes of events with the fields `seat` and `dice`.
    - `number(state, seat)`: how many dice a seat has, each with so many `sides`.
    - `then`: the phase when all are thrown, once in every `round` of the state.
    - `throw_rule`, `show_rule` and `number_rule`: cited for a throw, for showing, for a wrong number of dice.
    """

    event_thrown: Callable[..., Event]
    event_shown: Callable[..., Event]
    number: Callable[[Any, str], int]
    sides: int = 6
    then: str
    throw_rule: str
    show_rule: str
    number_rule: str

    @property
    def acts(self) -> tuple[Act, ...]:
        """Return the act of throwing, which only the referee or the table may do, and that of showing."""
        thrown = Act(
            event=self.event_thrown,  # type: ignore[arg-type]
            when=When(rules=(self.throw_rule,), by_table=True),
            apply=self.apply_thrown,
            secret=Secret(("dice",), until=self.event_shown),  # type: ignore[arg-type]
            chance=lambda _, __: True,
        )
        shown = Act(
            event=self.event_shown,  # type: ignore[arg-type]
            when=When(phases=(SHOWING,), rules=(self.show_rule,), at_once=True),
            judge=self.judge_shown,
            apply=self.apply_shown,
            complete=lambda _, event: replace(event, dice=tuple(sorted(event.dice))),
            candidates=self.hands,
            depends_on_hidden=True,
        )
        return thrown, shown

    def deal(self, state: Any, seed: str) -> Event | None:
        """Return the throw of the next seat that has no dice, sorted; None where none is owed.

        Rules: TAB-CHANCE-01
        """
        seat = next((seat for seat in state.playing if seat not in state.dice), None)
        if state.phase != THROWING or state.closed or seat is None:
            return None
        row = f"round {state.round} {seat}"
        dice = [draw_number(seed, row, n, self.sides) for n in range(self.number(state, seat))]
        return self.event_thrown(seat=seat, dice=tuple(sorted(dice)))

    def apply_thrown(self, state: Any, event: Any) -> Any:
        """Apply a throw; dice that are null for the viewer are left out.

        Goes on to `then` after the last seat.
        """
        dice = {**state.dice, event.seat: tuple([die for die in event.dice if die])}
        return replace(state, dice=dice, phase=THROWING if len(dice) < len(state.playing) else self.then)

    def go_on(self, state: Any) -> Any:
        """Return the state in the phase `then` where dice set by hand were the last to be thrown.

        Else as it is.
        """
        is_thrown = state.phase == THROWING and len(state.dice) >= len(state.playing)
        return replace(state, phase=self.then) if is_thrown else state

    def judge_number(self, state: Any, seat: str, dice: tuple[int, ...]) -> Refused | None:
        """Refuse as `<game>.wrong_dice` unless the seat is in the game and has exactly so many dice."""
        n = self.number(state, seat)
        if 0 < n == len(dice):
            return None
        return refuse(f"{state.game}.wrong_dice", self.number_rule, seat=seat, n=n)

    def judge_shown(self, state: Any, event: Any) -> Refused | None:
        """Refuse as `<game>.wrong_dice`, or as `<game>.other_dice` where the dice are known to be others."""
        if refused := self.judge_number(state, event.seat, event.dice):
            return refused
        if sorted(event.dice) == sorted(state.dice.get(event.seat, event.dice)):
            return None
        return refuse(f"{state.game}.other_dice", self.show_rule, seat=event.seat)

    def hands(self, state: Any, seat: str) -> Iterator[Event]:
        """Yield an event for every sorted hand that a seat can show."""
        each = combinations_with_replacement(range(1, self.sides + 1), self.number(state, seat))
        return (self.event_shown(seat=seat, dice=dice) for dice in each)

    def apply_shown(self, state: Any, event: Any) -> Any:
        """Return the state with the dice of a seat shown."""
        return replace(state, shown={**state.shown, event.seat: event.dice})

    def waiting(self, state: Any) -> tuple[str, ...]:
        """Return the seats in the game that have not shown yet."""
        return tuple([seat for seat in state.playing if seat not in state.shown])

    def lift(self, draft: Draft[Any]) -> bool:
        """Derive that seats show their dice, for those whose dice the referee knows.

        Return whether all seats have shown then.
        """
        for seat in self.waiting(draft.state):
            if seat in draft.state.dice:
                draft.derive(self.event_shown(seat=seat, dice=draft.state.dice[seat]), self.show_rule)
        return not self.waiting(draft.state)
