"""The actor a link gives: whose acts it may tell, whose word it gives, what it may see."""

from typing import Any

from referee.service.commands.actor import Actor, Place
from referee.web.access.seat_links import DEVICE, SCREEN, SEAT, WATCH
from referee.web.acts.visit import Visit

PLACES: dict[str, Place] = {SEAT: "seat", DEVICE: "device", SCREEN: "middle", WATCH: "device"}


def actor_of(visit: Visit, state: Any = None) -> Actor:
    """Give the actor of whoever asks, as a table is at `state`: None is the moment of the visit.

    Who only watches speaks for nobody. A seat's phone speaks for its seat, a device for whom it is with,
    else for all who have no phone.
    The screen in the middle tells the acts of these too, and where the table is asked everybody's word:
    it asks those who have phones.
    """
    own = speaks_for(visit, state)
    present = (visit.state if state is None else state).present
    here = tuple(seat for seat in present if seat in own)
    if visit.link.role != SCREEN:
        return Actor(seats=own, agrees_for=here, viewer=visit.seat, place=PLACES[visit.link.role])
    asks = tuple(seat for seat in present if seat not in own)
    return Actor(seats=own, agrees_for=present, place="middle", asks=asks)


def speaks_for(visit: Visit, state: Any = None) -> tuple[str, ...]:
    """List the seats a link may act for: its own, or those nobody has on a phone; `state` as in `actor_of`.

    Who went home acts no more: the others do, for that seat, each on the own page or on that of the seat.
    """
    absent = (visit.state if state is None else state).absent
    if visit.link.role == SEAT:
        if visit.is_lent:
            return (str(visit.seat),)
        return () if visit.seat in absent else (str(visit.seat), *absent)
    if visit.link.role == WATCH:
        return ()
    own = visit.open_to_device(state)
    if visit.link.role == DEVICE and visit.seat is not None:
        return tuple(seat for seat in own if seat == visit.seat)
    return own
