"""A game in turns: whose turn it is, who comes after, an act done on one's turn, the end with its winners."""

from collections.abc import Callable
from typing import Any, Self

import msgspec
from msgspec.structs import replace

from events.base import Event
from referee.kernel.acts import Act, Consequence
from referee.kernel.fields import every
from referee.kernel.secrets import redacted, secret_of
from referee.kernel.table import TableState
from referee.kernel.verdict import Refused, refuse


class TurnState(TableState, frozen=True, kw_only=True):
    """The state of a game in turns: what is being done, whose turn it is, who has won."""

    phase: str
    turn: str
    winners: tuple[str, ...] = ()

    @property
    def playing(self) -> tuple[str, ...]:
        """Name the seats that are in the game, in turn order."""
        return self.seats

    @property
    def waiting(self) -> tuple[str, ...]:
        """Name who is to act while the game lasts: seats, or the table that has to show something."""
        return (self.turn,)

    def after(self, seat: str) -> str:
        """Name the next seat after one that is in the game; the seat itself where it is the last."""
        i, playing = self.seats.index(seat) + 1, self.playing
        return next((each for each in (*self.seats[i:], *self.seats[:i]) if each in playing), seat)

    def afresh(self, *names: str, **facts: Any) -> Self:
        """Copy the state: the fields named as they were at the beginning, other facts as they are told."""
        usual = {field.name: field for field in msgspec.structs.fields(type(self)) if field.name in names}
        return replace(self, **{name: beginning(field) for name, field in usual.items()}, **facts)


def beginning(field: msgspec.structs.FieldInfo) -> Any:
    """Give the default of a field."""
    return field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()


def turn_of(state: Any) -> str | None:
    """Name the seat whose turn it is; None where the game is over, or others are to act."""
    return None if state.winners or state.waiting != (state.turn,) else state.turn


def acting_in_turn(state: Any) -> tuple[str, ...]:
    """Name who may act now."""
    return () if state.winners or state.closed else state.waiting


def winners_of(state: Any) -> tuple[str, ...] | None:
    """Name the winners; None while the game lasts."""
    return state.winners or None


def game_ended(state: Any, event: Any) -> Any:
    """Note who won."""
    return replace(state, phase="ended", winners=event.winners)


def ended_by(event: type[Event], *rules: str) -> Consequence:
    """Declare what ends a game in turns: an event that names its `winners`."""
    return Consequence(event=event, rules=rules, apply=game_ended, turning=True)


NOT_DEALT = "not_dealt_now"


Deal = Callable[[Any, str], Event | None]


def in_turn(act: Act, game: str, phase: Callable[[Any], str], deal: Deal | None) -> Act:
    """Judge an act only in its phases, and from a seat that is to act; list it where nothing else does."""
    if not act.due:
        return act
    rules = act.rules or act.due
    if deal is not None and act.dealt is not None:
        judge = judging_deal(act, deal, f"{game}.{NOT_DEALT}")
        return replace(act, judge=judge, rules=rules, reasons=(*act.reasons, NOT_DEALT))
    judge, late = act.judge, "done_already" if act.concurrent else "not_your_turn"

    def judged(state: Any, event: Any) -> Refused | None:
        if act.phases and (now := phase(state)) not in act.phases:
            return refuse(f"{game}.not_in_{now}", *act.due, seat=event.seat)
        if not act.by_table and event.seat not in state.waiting:
            return refuse(f"{game}.{late}", *act.due, seat=event.seat, turn=state.turn)
        return judge(state, event)

    is_listed = act.by_table or act.candidates is not None or act.listed is not None
    candidates = act.candidates if is_listed else every_of_who_waits(act.event)
    reasons = (*act.reasons, late, *(("not_in_*",) if act.phases else ()))
    return replace(act, judge=judged, rules=rules, candidates=candidates, reasons=reasons)


def every_of_who_waits(kind: type[Event]) -> Callable[[Any, str], tuple[Event, ...]]:
    """List every event of a kind that its fields allow, of a seat that is to act."""
    return lambda state, seat: every(kind, seat) if seat in state.waiting else ()


def judging_deal(act: Act, deal: Deal, reason: str) -> Callable[[Any, Any], Refused | None]:
    """Make what refuses a deal that is not owed now: another kind, another seat, another number."""
    secret = secret_of(act)

    def judged(state: Any, event: Any) -> Refused | None:
        owed = deal(state, "")
        is_owed = owed is not None and redacted(secret, owed, None) == redacted(secret, event, None)
        return None if is_owed else Refused(reason, act.due)

    return judged
