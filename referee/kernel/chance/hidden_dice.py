"""Dice under cups: thrown for each seat, seen by that seat alone, shown by all when it comes to that."""

from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement
from typing import Any

import msgspec
from msgspec.structs import replace

from events.base import Event
from referee.kernel.acts import Act, Draft
from referee.kernel.chance.seed import drawn
from referee.kernel.verdict import Refused, refuse

THROWING, SHOWING = "throw", "show"
"""The phases in which the referee throws, and in which seats show."""


class HiddenDice(msgspec.Struct, frozen=True, kw_only=True):
    """How dice lie under cups in a game in turns, whose state holds them by seat in `dice` and `shown`.

    - `event_thrown`, `event_shown`: tell a `seat` its `dice`.
    - `number(state, seat)`: how many a seat has, of so many `sides`.
    - `then`: the phase when all are thrown, once in every `round` of the state.
    - `throw_rule`, `show_rule` and `number_rule` are cited for what they are called.
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
        """Declare the throw, and the showing."""
        thrown = Act(
            event=self.event_thrown,  # type: ignore[arg-type]
            due=(self.throw_rule,),
            apply=self.thrown,
            by_table=True,
            reveals=True,
            secret=("dice",),
            dealt=lambda _, __: True,
        )
        shown = Act(
            event=self.event_shown,  # type: ignore[arg-type]
            phases=(SHOWING,),
            due=(self.show_rule,),
            judge=self.judge_shown,
            apply=self.shown,
            complete=lambda _, event: replace(event, dice=tuple(sorted(event.dice))),
            candidates=self.hands,
            concurrent=True,
            reasons=("wrong_dice", "other_dice"),
            reveals=True,
            depends_on_hidden=True,
        )
        return thrown, shown

    def deal(self, state: Any, seed: str) -> Event | None:
        """Throw the next seat's dice from the seed, and lay them out from the lowest.

        Rules: TAB-CHANCE-01
        """
        seat = next((seat for seat in state.playing if seat not in state.dice), None)
        if state.phase != THROWING or state.closed or seat is None:
            return None
        row = f"round {state.round} {seat}"
        dice = [drawn(seed, row, n, self.sides) for n in range(self.number(state, seat))]
        return self.event_thrown(seat=seat, dice=tuple(sorted(dice)))

    def thrown(self, state: Any, event: Any) -> Any:
        """Put a seat's dice under its cup, those that are told."""
        dice = {**state.dice, event.seat: tuple([die for die in event.dice if die])}
        return replace(state, dice=dice, phase=THROWING if len(dice) < len(state.playing) else self.then)

    def go_on(self, state: Any) -> Any:
        """Play on where what was set by hand are the last dice that were to be thrown."""
        is_thrown = state.phase == THROWING and len(state.dice) >= len(state.playing)
        return replace(state, phase=self.then) if is_thrown else state

    def judge_number(self, state: Any, seat: str, dice: tuple[int, ...]) -> Refused | None:
        """Judge whether a seat has so many dice: `<game>.wrong_dice`."""
        n = self.number(state, seat)
        if 0 < n == len(dice):
            return None
        return refuse(f"{state.game}.wrong_dice", self.number_rule, seat=seat, n=n)

    def judge_shown(self, state: Any, event: Any) -> Refused | None:
        """Judge whether those are the dice under a cup, where that is known: `<game>.other_dice`."""
        if refused := self.judge_number(state, event.seat, event.dice):
            return refused
        if sorted(event.dice) == sorted(state.dice.get(event.seat, event.dice)):
            return None
        return refuse(f"{state.game}.other_dice", self.show_rule, seat=event.seat)

    def hands(self, state: Any, seat: str) -> Iterator[Event]:
        """Name every hand of dice a seat can show."""
        each = combinations_with_replacement(range(1, self.sides + 1), self.number(state, seat))
        return (self.event_shown(seat=seat, dice=dice) for dice in each)

    def shown(self, state: Any, event: Any) -> Any:
        """Lift a cup."""
        return replace(state, shown={**state.shown, event.seat: event.dice})

    def waiting(self, state: Any) -> tuple[str, ...]:
        """Name who has not shown yet, of those in the game."""
        return tuple([seat for seat in state.playing if seat not in state.shown])

    def lift(self, draft: Draft[Any]) -> bool:
        """Lift the cups the referee can see under; tell whether all are lifted now."""
        for seat in self.waiting(draft.state):
            if seat in draft.state.dice:
                draft.derive(self.event_shown(seat=seat, dice=draft.state.dice[seat]), self.show_rule)
        return not self.waiting(draft.state)
