"""A game in turns: whose turn it is, who comes after, an act done on one's turn, the end with its winners."""

from collections.abc import Callable
from typing import Any, Self

import msgspec
from msgspec.structs import replace

from events.base import REFEREE, TABLE, Event
from referee.kernel.acts import Act, Consequence, When
from referee.kernel.fields import every
from referee.kernel.table import TableState
from referee.kernel.verdict import Refused, refuse


class TurnState(TableState, frozen=True, kw_only=True):
    """The state of a game in turns: what is being done, whose turn it is, who has won."""

    phase: str
    turn: str
    winners: tuple[str, ...] = ()

    @property
    def playing(self) -> tuple[str, ...]:
        """Return the seats in the game, in turn order."""
        return self.seats

    @property
    def waiting(self) -> tuple[str, ...]:
        """Return who is to act while the game lasts: seats, or the table that has to show something."""
        return (self.turn,)

    def after(self, seat: str) -> str:
        """Return the next seat in the game after this one; the seat itself where it is the last."""
        i, playing = self.seats.index(seat) + 1, self.playing
        return next((each for each in (*self.seats[i:], *self.seats[:i]) if each in playing), seat)

    def afresh(self, *names: str, **facts: Any) -> Self:
        """Return a copy with the fields `names` at their defaults and `facts` set."""
        usual = {field.name: field for field in msgspec.structs.fields(type(self)) if field.name in names}
        return replace(self, **{**{name: default_of(field) for name, field in usual.items()}, **facts})


def default_of(field: msgspec.structs.FieldInfo) -> Any:
    """Return the default of a field; of one that is made anew for each struct a new one."""
    return field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()


def turn_of(state: Any) -> str | None:
    """Return the seat whose turn it is; None where the game is over, or others are to act."""
    return None if state.winners or state.waiting != (state.turn,) else state.turn


def acting_in_turn(state: Any) -> tuple[str, ...]:
    """Return who may act now; empty once the game is over or the table closed."""
    return () if state.winners or state.closed else state.waiting


def winners_of(state: Any) -> tuple[str, ...] | None:
    """Return the winners; None while the game lasts."""
    return state.winners or None


def _apply_end(state: Any, event: Any) -> Any:
    """Return the state of a game that is over, with the winners the event names."""
    return replace(state, phase="ended", winners=event.winners)


def ended_by(event: type[Event], *rules: str) -> Consequence:
    """Declare the consequence that ends a game in turns: an event with a field `winners`."""
    return Consequence(event=event, rules=rules, apply=_apply_end, turning=True)


_Deal = Callable[[Any, str], Event | None]


def on_turn(*phases: str, rule: str) -> When:
    """Return where a seat acts on its turn, in these phases (none: in all); `rule` is cited elsewhere."""
    return When(phases=phases, rules=(rule,))


def all_at_once(*phases: str, rule: str) -> When:
    """Return where seats act at the same moment, each once, in these phases; `rule` is cited elsewhere."""
    return When(phases=phases, rules=(rule,), at_once=True)


def on_table(*phases: str, rule: str) -> When:
    """Return where the table shows something, in these phases (none: in all); `rule` is cited elsewhere."""
    return When(phases=phases, rules=(rule,), by_table=True)


def in_turn(act: Act, game: str, status: Any, deal: _Deal | None) -> Act:
    """Return the act as the kernel judges it by the rules of its `when`, and the `Status` of its game.

    An act whose `when` has no rules is returned as it is. Else it is refused outside its phases and of seats
    that are not to act; and where the referee deals, unless `deal` owes it now, to the same seat.
    """
    when = act.when
    if not when.rules:
        return act
    act = replace(act, rules=act.rules or when.rules)
    is_dealt = deal is not None and act.is_dealt is not None
    phases, late = when.phases, f"{game}.{'done_already' if when.at_once else 'not_your_turn'}"
    phase, acting = status.moment or status.phase, status.acting
    undealt = Refused(f"{game}.not_dealt_now", when.rules)

    def judge_moment(state: Any, seat: str) -> Refused | None:
        if phases and (now := phase(state)) not in phases:
            if is_dealt:
                return undealt
            reason, rules = when.elsewhere.get(now, (f"not_in_{now}", when.rules))
            return refuse(f"{game}.{reason}", *rules, seat=seat)
        if seat != TABLE and not is_dealt and seat not in acting(state):
            return refuse(late, *when.rules, seat=seat, turn=status.turn(state))
        return None if when.judge is None else when.judge(state, seat)

    def judge_deal(state: Any, event: Any) -> Refused | None:
        if state.chance == REFEREE and not _is_owed(event, deal(state, "")):  # type: ignore[misc]
            return undealt
        return judge(state, event)

    judge = act.judge
    is_listed = when.by_table or act.candidates is not None
    candidates = act.candidates if is_listed else lambda _, seat: every(act.event, seat)
    act = replace(act, when=replace(when, judge=judge_moment), candidates=candidates)
    return replace(act, judge=judge_deal) if is_dealt else act


def _is_owed(event: Any, owed: Any) -> bool:
    """Return whether an event is of the type and of the seat that is dealt now; `owed` None: nothing is."""
    return type(event) is type(owed) and getattr(event, "seat", None) == getattr(owed, "seat", None)
