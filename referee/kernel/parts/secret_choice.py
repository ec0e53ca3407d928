"""A simultaneous secret choice: all choose at the same moment, face down, and show together or one by one."""

from collections.abc import Callable, Iterable
from typing import Any

import msgspec
from msgspec.structs import replace

from events.base import Event
from referee.kernel.acts import Act, Draft, Secret, When
from referee.kernel.facts import StateFact
from referee.kernel.fields import every
from referee.kernel.turns import all_at_once
from referee.kernel.verdict import Refused, refuse


class SecretChoice(msgspec.Struct, frozen=True, kw_only=True):
    """How seats choose at the same moment and show it later, in a game in turns.

    The state declares what was chosen by seat, with None for a card that lies on the table untold, and what
    was shown:

        chosen: dict[Seat, Choice | None] = {}
        shown: dict[Seat, Choice] = {}

    - `event_chosen`, `event_shown`: classes of events with `seat` and the field `field`. Where people may lay
      a card on the real table without telling it, that field of the first may be null.
    - `phase`, `show_phase`: in which seats choose; in which those show whose choice is untold.
    - `rule`, `show_rule`: cited for choosing, for showing.
    - `seats(state)`: who chooses. Left out: all in the game (`playing`).
    - `values(state, seat)`: what a seat can choose. Left out: all values of the field.
    - `depends_on_hidden`: whether `values` depend on cards only the seat may know.
    - `show_when`: where showing is possible, if seats do not show together but one by one, such as
      `on_turn("show", rule=…)`.

    Put `acts` among the acts of the game, `fact` among its facts; let `waiting` of the state return
    `waiting(state)` in both phases, `finish` of the facts `go_on`; and in `settle` ask `lift(draft)`: it is
    true once all have shown. Derive then what follows, and let that clear both fields.
    """

    event_chosen: Callable[..., Event]
    event_shown: Callable[..., Event]
    field: str
    phase: str
    show_phase: str = "show"
    rule: str
    show_rule: str
    seats: Callable[[Any], tuple[str, ...]] = lambda state: state.playing
    values: Callable[[Any, str], Iterable[Any]] | None = None
    depends_on_hidden: bool = False
    show_when: When | None = None

    @property
    def acts(self) -> tuple[Act, ...]:
        """Return the act of choosing and that of showing."""
        shown: Any = self.event_shown
        chosen = Act(
            event=self.event_chosen,  # type: ignore[arg-type]
            when=all_at_once(self.phase, rule=self.rule),
            judge=self.judge_chosen,
            apply=self.apply_chosen,
            candidates=lambda state, seat: self._events(self.event_chosen, state, seat),
            secret=Secret((self.field,), until=shown),
            depends_on_hidden=self.depends_on_hidden,
        )
        showing = Act(
            event=shown,
            when=self.show_when or all_at_once(self.show_phase, rule=self.show_rule),
            judge=self.judge_shown,
            apply=self.apply_shown,
            candidates=lambda state, seat: self._events(self.event_shown, state, seat),
            depends_on_hidden=True,
        )
        return chosen, showing

    @property
    def fact(self) -> StateFact:
        """Return the fact of what was chosen: who has chosen is public, what is seen by its seat."""
        return StateFact(name="chosen", by_seat=True, write=self._place, forget=self._forget)

    def waiting(self, state: Any) -> tuple[str, ...]:
        """Return the seats that have to choose; once all have, those that have to show what is untold."""
        done = state.shown if state.phase == self.show_phase else state.chosen
        return tuple([seat for seat in self.seats(state) if seat not in done])

    def lift(self, draft: Draft[Any], *seats: str) -> bool:
        """Derive that seats show what they chose, where it is known; return whether all have shown then.

        `seats`: who shows now (none: all who chose). Nothing is shown before all have chosen.
        """
        if self._is_open(draft.state):
            return False
        for seat in seats or self.seats(draft.state):
            value = draft.state.chosen[seat]
            if value is not None and seat not in draft.state.shown:
                draft.derive(self.event_shown(**{"seat": seat, self.field: value}), self.show_rule)
        return all(seat in draft.state.shown for seat in self.seats(draft.state))

    def go_on(self, state: Any) -> Any:
        """Return the state in the phase of showing where choices set by hand were the last; else as it is."""
        is_chosen = state.phase == self.phase and not self._is_open(state)
        return replace(state, phase=self.show_phase) if is_chosen else state

    def judge_chosen(self, state: Any, event: Any) -> Refused | None:
        """Refuse as `<game>.not_to_choose` what the seat cannot choose; a card laid untold is not judged."""
        return self._judge_value(state, event.seat, getattr(event, self.field), self.rule)

    def judge_shown(self, state: Any, event: Any) -> Refused | None:
        """Refuse as `<game>.not_as_chosen` what is known to be another choice, or was never chosen."""
        value = getattr(event, self.field)
        chosen = state.chosen.get(event.seat, _NOTHING)
        if chosen is None:
            return self._judge_value(state, event.seat, value, self.show_rule)
        if chosen == value:
            return None
        return refuse(f"{state.game}.not_as_chosen", self.show_rule, seat=event.seat)

    def apply_chosen(self, state: Any, event: Any) -> Any:
        """Return the state with a choice laid down; after the last in the phase of showing."""
        chosen = {**state.chosen, event.seat: getattr(event, self.field)}
        return self.go_on(replace(state, chosen=chosen))

    def apply_shown(self, state: Any, event: Any) -> Any:
        """Return the state with the choice of a seat shown."""
        return replace(state, shown={**state.shown, event.seat: getattr(event, self.field)})

    def _is_open(self, state: Any) -> bool:
        """Return whether anybody has to choose yet, or nobody chooses now."""
        return state.phase not in (self.phase, self.show_phase) or any(
            seat not in state.chosen for seat in self.seats(state)
        )

    def _events(self, event: Callable[..., Event], state: Any, seat: str) -> Iterable[Event]:
        """Return an event for all that a seat can choose; also an untold one, where there may be."""
        events = every(event, seat)
        if self.values is None:
            return events
        may_be_untold = [each for each in events if getattr(each, self.field) is None]
        return (
            *(event(**{"seat": seat, self.field: value}) for value in self.values(state, seat)),
            *may_be_untold,
        )

    def _judge_value(self, state: Any, seat: str, value: Any, rule: str) -> Refused | None:
        if value is None or self.values is None or value in self.values(state, seat):
            return None
        return refuse(f"{state.game}.not_to_choose", rule, seat=seat, choice=value)

    def _place(self, state: Any, values: dict[str, Any]) -> Any:
        """Return the state with choices set by hand; what these seats have shown lies face down again."""
        shown = {seat: value for seat, value in state.shown.items() if seat not in values}
        return replace(state, chosen={**state.chosen, **values}, shown=shown)

    @staticmethod
    def _forget(state: Any, seat: str) -> Any:
        """Return the state in which nobody knows what a seat chose, but that it did."""
        if seat not in state.chosen or seat in state.shown:
            return state
        return replace(state, chosen={**state.chosen, seat: None})


_NOTHING = object()
"""Stands for a choice that was never made."""
