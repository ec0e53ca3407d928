"""The actor a link gives: whose acts it may tell, whose word it gives, what it may see."""

from typing import Any

from referee.service.tables.request import Actor, Place
from referee.web.access.seat_links import DEVICE, SCREEN, SEAT, WATCH
from referee.web.acts.request_context import RequestContext

PLACES: dict[str, Place] = {SEAT: "seat", DEVICE: "device", SCREEN: "middle", WATCH: "device"}


def actor_of(context: RequestContext, state: Any = None) -> Actor:
    """Give the actor of whoever asks, as a table is at `state`: None is the moment of the visit.

    Who only watches speaks for nobody. A seat's phone speaks for its seat, a device for whom it is with,
    else for all who have no phone.
    The screen in the middle tells the acts of these too, and where the table is asked everybody's word:
    it asks those who have phones.
    """
    own = speaks_for(context, state)
    present = (context.state if state is None else state).present
    here = tuple(seat for seat in present if seat in own)
    if context.link.role != SCREEN:
        return Actor(seats=own, agrees_for=here, viewer=context.seat, place=PLACES[context.link.role])
    asks = tuple(seat for seat in present if seat not in own)
    return Actor(seats=own, agrees_for=present, place="middle", asks=asks)


def speaks_for(context: RequestContext, state: Any = None) -> tuple[str, ...]:
    """List the seats a link may act for: its own, or those nobody has on a phone; `state` as in `actor_of`.

    Who went home acts no more: the others do, for that seat, each on the own page or on that of the seat.
    """
    absent = (context.state if state is None else state).absent
    if context.link.role == SEAT:
        if context.is_lent:
            return (str(context.seat),)
        return () if context.seat in absent else (str(context.seat), *absent)
    if context.link.role == WATCH:
        return ()
    own = context.open_to_device(state)
    if context.link.role == DEVICE and context.seat is not None:
        return tuple(seat for seat in own if seat == context.seat)
    return own
