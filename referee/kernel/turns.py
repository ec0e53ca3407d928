"""A game in turns: whose turn it is, who comes after, an act done on one's turn, the end with its winners."""

from collections.abc import Callable
from typing import Any, Self

import msgspec
from msgspec.structs import replace

from events.base import TABLE, Event
from referee.kernel.acts import Act, Consequence, Secret
from referee.kernel.fields import every
from referee.kernel.secrets import redact_event, secret_of
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
        return replace(self, **{name: default_of(field) for name, field in usual.items()}, **facts)


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


_NOT_DEALT = "not_dealt_now"


_Deal = Callable[[Any, str], Event | None]


def in_turn(act: Act, game: str, phase: Callable[[Any], str], deal: _Deal | None) -> Act:
    """Return the act as the kernel judges it in a game in turns, from its `phases` and `due`.

    Without `due` it is returned as it is. Where the referee deals what the act is, `deal` alone decides; else
    it is refused outside its phases and of seats that are not to act. The candidates of an act that nothing
    lists are all values its fields allow.
    """
    if not act.due:
        return act
    rules = act.rules or act.due
    if deal is not None and act.dealt is not None:
        judge = _judge_deal(act, deal, f"{game}.{_NOT_DEALT}")
        return replace(act, judge=judge, rules=rules, reasons=(*act.reasons, _NOT_DEALT))
    judge, late = act.judge, "done_already" if act.concurrent else "not_your_turn"

    def judged(state: Any, event: Any) -> Refused | None:
        seat = getattr(event, "seat", TABLE)
        if act.phases and (now := phase(state)) not in act.phases:
            return refuse(f"{game}.not_in_{now}", *act.due, seat=seat)
        if not act.by_table and seat not in state.waiting:
            return refuse(f"{game}.{late}", *act.due, seat=seat, turn=state.turn)
        return judge(state, event)

    is_listed = act.by_table or act.candidates is not None or act.listed is not None
    candidates = act.candidates if is_listed else _every_of_who_waits(act.event)
    reasons = (*act.reasons, late, *(("not_in_*",) if act.phases else ()))
    return replace(act, judge=judged, rules=rules, candidates=candidates, reasons=reasons)


def _every_of_who_waits(kind: type[Event]) -> Callable[[Any, str], tuple[Event, ...]]:
    """Return `(state, seat) -> events`: every event of a class by a seat that is to act, else none."""
    return lambda state, seat: every(kind, seat) if seat in state.waiting else ()


def _judge_deal(act: Act, deal: _Deal, reason: str) -> Callable[[Any, Any], Refused | None]:
    """Return `(state, event) -> Refused | None` that refuses a deal other than the one owed now.

    It compares kind, seat and number of cards; `reason` is the message id.
    """
    dealt = tuple([name for name in act.event.__struct_fields__ if name != "seat"])
    secret = secret_of(act) if act.secret else Secret(dealt)

    def judged(state: Any, event: Any) -> Refused | None:
        owed = deal(state, "")
        is_owed = owed is not None and redact_event(secret, owed, None) == redact_event(secret, event, None)
        return None if is_owed else Refused(reason, act.due)

    return judged
