"""Dice under cups: thrown where only their seat sees them, shown by everybody at the same moment."""

from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement
from typing import Any

import msgspec
from msgspec.structs import replace

from events.base import REFEREE, TABLE, Event
from referee.kernel.acts import Act, Draft, Secret, When
from referee.kernel.facts import StateFact
from referee.kernel.seed import draw_number
from referee.kernel.verdict import Refused, refuse

THROWING, SHOWING = "throw", "show"
"""The phases in which the referee throws, and in which seats show."""


class HiddenDice(msgspec.Struct, frozen=True, kw_only=True):
    """How dice lie under cups in a game in rounds.

    Its state is a `RoundState`, and declares by seat what lies there, where it is known, and what was shown:

        dice: dict[Seat, tuple[Face, ...]] = {}
        shown: dict[Seat, tuple[Face, ...]] = {}

    - `event_thrown`, `event_shown`: classes of events with the fields `seat` and `dice`.
    - `number(state, seat)`: how many dice a seat has, each with so many `sides`.
    - `then`: the phase when all are thrown, once in every round; a game lets seats show in the phase "show".
    - `throw_rule`, `show_rule` and `number_rule`: cited for a throw, for showing, for a wrong number of dice.

    Put `acts` among the acts of the game, `fact` among its facts, `deal` into its `deal`; begin a round in
    `first_phase(state)`; let `waiting` of the state return `waiting(state)`, `finish` of the facts `go_on`;
    and in `settle` ask `lift(draft)` once the phase is "show". Both fields are empty when a round begins.
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
            when=When(phases=(THROWING,), rules=(self.throw_rule,), by_table=True),
            judge=lambda state, event: self.judge_number(state, event.seat, event.dice),
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

    @property
    def fact(self) -> StateFact:
        """Return the fact of the dice under the cups, each seen by its seat."""
        return StateFact(name="dice", by_seat=True)

    def first_phase(self, state: Any) -> str:
        """Return the phase in which a round begins: people who throw themselves have thrown then."""
        return THROWING if state.chance == REFEREE else self.then

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
        """Return who is to act: the table that throws, the seats that have to show, else whose turn it is."""
        if state.phase == SHOWING:
            return self._hidden(state)
        return (TABLE,) if state.phase == THROWING else (state.turn,)

    def _hidden(self, state: Any) -> tuple[str, ...]:
        """Return the seats in the game that have not shown yet."""
        return tuple([seat for seat in state.playing if seat not in state.shown])

    def judge_placed(self, state: Any) -> Refused | None:
        """Refuse dice set by hand that are too many or too few for their seat."""
        judged = (self.judge_number(state, seat, dice) for seat, dice in state.dice.items())
        return next(filter(None, judged), None)

    def lift(self, draft: Draft[Any]) -> bool:
        """Derive that seats show their dice, for those whose dice the referee knows.

        Return whether all seats have shown then.
        """
        for seat in self._hidden(draft.state):
            if seat in draft.state.dice:
                draft.derive(self.event_shown(seat=seat, dice=draft.state.dice[seat]), self.show_rule)
        return not self._hidden(draft.state)
