"""Rounds: which one it is, who begins it, and who begins the next."""

from collections.abc import Callable
from operator import attrgetter
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from events.base import Event
from referee.kernel.acts import Consequence, Draft
from referee.kernel.turns import TurnState


class RoundState(TurnState, frozen=True, kw_only=True):
    """The state of a game in rounds: `round` counts them from 1, `first` is who began this one."""

    round: int = 1
    first: str = ""

    @property
    def order(self) -> tuple[str, ...]:
        """Return the seats in the game from the first player on."""
        first = self.seats.index(self.first)
        return tuple(seat for seat in (*self.seats[first:], *self.seats[:first]) if seat in self.playing)


S = TypeVar("S", bound=RoundState)


class Rounds(msgspec.Struct, frozen=True, kw_only=True):
    """How the rounds of a `RoundState` follow each other.

    - `event`: the class of the event that begins one: its `seat` is the first player. Further fields are
      those of the state that it sets, such as `palifico`.
    - `rule`: cited for it.
    - `phase(state)`: the phase it begins in.
    - `clears`: the fields of the state that are at their defaults again.
    - `renew(state)`: what else is so at its beginning; left out: nothing.

    Put `consequence` among the consequences of the game, and begin with `start`:

        Opening(lambda opened: ROUNDS.start(State(**table_fields(RULESET, opened), phase="", turn=""),
                                            opened.seats[0]), rules)
    """

    event: Callable[..., Event]
    rule: str
    phase: Callable[[Any], str]
    clears: tuple[str, ...] = ()
    renew: Callable[[Any], Any] = lambda state: state

    @property
    def consequence(self) -> Consequence:
        """Return the consequence that begins a round, a chapter of the timeline."""
        return Consequence(event=self.event, rules=(self.rule,), apply=self._apply, chapter=True)  # type: ignore[arg-type]

    def start(self, state: S, first: str = "", **facts: Any) -> S:
        """Return the state at the beginning of a round, with `facts` set; the counter stays.

        `first` begins, or the next seat in the game where that one is out; empty: whose turn it is.
        """
        first = first or state.turn
        state = self.renew(state.afresh(*self.clears, "winners", first=first, turn=first, **facts))
        if first not in state.playing:
            state = replace(state, first=state.after(first), turn=state.after(first))
        return replace(state, phase=self.phase(state))

    def go_on(self, draft: Draft[Any], first: str | None = None, *rules: str, **facts: Any) -> None:
        """Derive that the next round begins.

        `first` begins it, such as who won or lost this one, or the next seat in the game where that one is
        out; None: the seat after who began this one. `rules` are cited beside that of the rounds; `facts` are
        the further fields of the event.
        """
        state = self.renew(draft.state)
        if first is None or first not in state.playing:
            first = state.after(first or state.first)
        draft.derive(self.event(seat=first, **facts), self.rule, *rules)

    def _apply(self, state: Any, event: Any) -> Any:
        """Return the state at the beginning of the next round."""
        facts = {name: getattr(event, name) for name in event.__struct_fields__ if name != "seat"}
        return self.start(state, event.seat, round=state.round + 1, **facts)


count_rounds: Callable[[Any], int] = attrgetter("round")
"""The `counter` of a `Status`: which round it is."""
