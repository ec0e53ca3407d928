"""What one seat asks of all: take-backs, corrections and house rules, agreed to or objected to."""

from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from events.base import Event
from events.codec import codec_for
from events.envelope import encode
from events.table import TakenBack
from referee.kernel.verdict import Refused
from referee.service.amending import is_free
from referee.service.table import Answer
from referee.web.hub import Hub
from referee.web.links import SEAT, Link

TOPIC = "proposal"


class Proposal(msgspec.Struct, frozen=True, kw_only=True):
    """Asked by a seat at revision `seen`: `event` is recorded once all have agreed, or nobody objects."""

    by: str
    event: msgspec.Raw
    seen: int
    agreed: tuple[str, ...] = ()
    objected: tuple[str, ...] = ()

    def read(self, game: str) -> Event:
        """Decode what is proposed."""
        return codec_for(game).event(bytes(self.event))


_DECODER = msgspec.json.Decoder(Proposal)


class Waiting(msgspec.Struct, frozen=True):
    """Asked; the others have to say."""

    proposal: Proposal


def open_proposal(hub: Hub, table: str) -> Proposal | None:
    """Give what the table is asked now; a proposal is void once the game has gone on."""
    body = hub.links.noted(table, TOPIC)
    if body is None:
        return None
    proposal = _DECODER.decode(body)
    return proposal if proposal.seen == hub.now(table).revision else None


def propose(hub: Hub, link: Link, event: Any, seen: int, key: str | None) -> Answer | Waiting:
    """Ask the table; what needs nobody's leave, or is asked by the whole table, is recorded at once."""
    seated = hub.seated(link.table)
    verdict = seated.table.judge(event)
    if isinstance(verdict, Refused):
        return verdict
    if link.role != SEAT:
        everybody = hub.now(link.table).state.seats
        return hub.submit(link.table, replace(event, agreed=everybody), seen=seen, key=key)
    seat = str(link.seat)
    if isinstance(event, TakenBack) and is_free(seated.table, seat, event.to):
        return hub.submit(link.table, replace(event, agreed=(seat,)), seen=seen, key=key)
    asked = Proposal(by=seat, event=msgspec.Raw(encode(event)), seen=seen, agreed=(seat,))
    return kept(hub, link, asked, key)


def answer(hub: Hub, link: Link, reply: Literal["agree", "object", "withdraw"]) -> Answer | Waiting | None:
    """Agree or object; None where nothing is asked any more."""
    proposal = open_proposal(hub, link.table)
    if proposal is None:
        return None
    if reply == "withdraw" and (link.seat == proposal.by or link.role != SEAT):
        hub.links.note(link.table, TOPIC, None)
        hub.wake(link.table)
        return Waiting(proposal)
    who = (str(link.seat),) if link.role == SEAT else hub.now(link.table).state.seats
    if reply == "agree":
        agreed = tuple(dict.fromkeys((*proposal.agreed, *who)))
        objected = tuple(seat for seat in proposal.objected if seat not in who)
        return kept(hub, link, replace(proposal, agreed=agreed, objected=objected), None)
    objected = tuple(dict.fromkeys((*proposal.objected, *((link.seat and who) or ()))))
    agreed = tuple(seat for seat in proposal.agreed if seat not in who or seat == proposal.by)
    return kept(hub, link, replace(proposal, agreed=agreed, objected=objected), None)


def kept(hub: Hub, link: Link, proposal: Proposal, key: str | None) -> Answer | Waiting:
    """Record what all have agreed to; else keep asking."""
    moment = hub.now(link.table)
    if set(proposal.agreed) >= set(moment.state.seats):
        hub.links.note(link.table, TOPIC, None)
        event: Any = replace(proposal.read(moment.game.id), agreed=proposal.agreed)  # type: ignore[call-arg]
        return hub.submit(link.table, event, seen=proposal.seen, key=key)
    hub.links.note(link.table, TOPIC, msgspec.json.encode(proposal).decode())
    hub.wake(link.table)
    return Waiting(proposal)
