"""What somebody did, or the table showed: who may tell it, and whom it is put to first."""

from msgspec.structs import replace

from events.base import TABLE, Event
from events.table import ChangeProposed, DisputeOpened, ProposalAnswered, SeatTaken
from referee.kernel.shared import ASKED_OF_ALL, OF_THE_WHOLE_TABLE
from referee.kernel.verdict import Accepted, Refused
from referee.service.commands.consent import answer, ask, changes_of, parties, propose
from referee.service.commands.ending import asked_to_end, end_for_all
from referee.service.commands.sitting import take_seat
from referee.service.disputes.settle import put_on_record
from referee.service.tables.request import NOT_YOURS, Actor, Request, of_seat
from referee.service.tables.table import REFEREE_DEALS, Answer, Table, one_decision


@one_decision
def tell(
    table: Table,
    request: Request,
    event: Event,
) -> Answer:
    """Record an act; ask the table where it concerns all, and those whose hidden cards it names.

    What somebody proposes or answers goes the way of every proposal.
    """
    actor = request.actor
    if isinstance(event, ASKED_OF_ALL):
        return ask(table, request, event)
    if isinstance(event, SeatTaken):
        return take_seat(table, request, event.seat)
    if (refused := forbidden(table, actor, event)) is not None:
        return table.find_conflict(request) or refused
    if isinstance(event, ProposalAnswered):
        own = actor if event.by == TABLE else of_seat(table.state, event.by)
        return answer(table, request.with_actor(own), event.proposal, "agree" if event.agrees else "object")
    if isinstance(event, ChangeProposed):
        return tell_proposal(table, request, event)
    if isinstance(event, DisputeOpened):
        return put_on_record(table, request, event)
    if others := asked_to_end(table, actor, event):
        return end_for_all(table, request, event, others)
    if {*parties(table, event)} <= {*actor.seats}:
        return table.submit(event, request)
    return table.find_conflict(request) or propose(table, request, actor.seats[0], event)


def tell_proposal(table: Table, request: Request, event: ChangeProposed) -> Answer:
    """Put to the others what somebody proposes, or the table asks; an act goes the way of every act."""
    changes = changes_of(table.game.id, event)
    if not changes:
        unread = Refused("table.no_such_act", ("TAB-BACK-02",), {"why": event.change})
        return table.find_conflict(request) or unread
    if event.by == TABLE:
        return ask(table, replace(request, agreed=()), *changes)
    if len(changes) == 1 and not isinstance(changes[0], ASKED_OF_ALL):
        return tell(table, request.with_actor(of_seat(table.state, event.by)), changes[0])
    return table.find_conflict(request) or propose(table, request, event.by, *changes)


def forbidden(table: Table, actor: Actor, event: Event) -> Refused | None:
    """Refuse what this actor may not say, for a reason that no card changes."""
    if actor.place == "seat" and table.is_dealt(event):
        return REFEREE_DEALS
    if parties(table, event):
        return None if actor.seats else NOT_YOURS
    return None if may_tell(table, actor, event) else NOT_YOURS


def may_tell(table: Table, actor: Actor, event: Event) -> bool:
    """Whether an actor may say this: its own seats' acts, and what the table shows."""
    game, state = table.game, table.state
    if isinstance(event, OF_THE_WHOLE_TABLE):
        return actor.is_whole(state)
    seat = event.by if isinstance(event, NAMED_BY) else getattr(event, "seat", None)
    if seat in actor.seats or (seat == actor.name == TABLE and actor.is_anybodys):
        return True
    if actor.place != "seat" and event in game.legal(state, TABLE):
        return True
    if seat is not None:
        return False
    if any(event in game.legal(state, each) for each in actor.seats):
        return True
    verdict = game.decide(state, event)
    return not isinstance(verdict, Accepted) or verdict.judged[0].kind == "observation"


NAMED_BY = (DisputeOpened, ChangeProposed, ProposalAnswered)
"""Events that name in a field `by` who says them."""
