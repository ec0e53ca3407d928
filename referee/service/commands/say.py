"""What somebody did, or the table showed: who may tell it, and whom it is put to first."""

from typing import Any

from events.base import TABLE, Event
from events.table import ChangeProposed, DisputeOpened, ProposalAnswered, SeatTaken
from referee.kernel.shared import ASKED_OF_ALL, OF_THE_WHOLE_TABLE
from referee.kernel.verdict import Accepted, Refused
from referee.service.commands.consent import answer, ask, changes_of, parties, propose
from referee.service.commands.ending import asked_to_end, end_for_all
from referee.service.commands.sitting import take_seat
from referee.service.disputes.settle import put_on_record
from referee.service.tables.request import NOT_YOURS, Actor, Submission, of_seat
from referee.service.tables.table import REFEREE_DEALS, Answer, Table, one_decision


@one_decision
def tell(
    table: Table,
    actor: Actor,
    event: Event,
    *,
    agreed: tuple[str, ...] = (),
    seen: int | None = None,
    key: str | Submission | None = None,
) -> Answer:
    """Record an act; ask the table where it concerns all, and those whose hidden cards it names.

    What somebody proposes or answers goes the way of every proposal. `agreed`, `seen` and `key` as in `ask`.
    """
    if isinstance(event, ASKED_OF_ALL):
        return ask(table, actor, event, agreed=agreed, seen=seen, key=key)
    if isinstance(event, SeatTaken):
        return take_seat(table, actor, event.seat, seen=seen, key=key)
    if (refused := forbidden(table, actor, event)) is not None:
        return table.late(seen) or refused
    if isinstance(event, ProposalAnswered):
        own = actor if event.by == TABLE else of_seat(table.state, event.by)
        return answer(table, own, event.proposal, "agree" if event.agrees else "object", seen=seen, key=key)
    if isinstance(event, ChangeProposed):
        return tell_proposal(table, actor, event, seen=seen, key=key)
    if isinstance(event, DisputeOpened):
        return put_on_record(table, event, seen=seen, key=key)
    if others := asked_to_end(table, actor, event):
        return end_for_all(table, actor, event, others, seen=seen, key=key)
    if {*parties(table, event)} <= {*actor.seats}:
        return table.submit(event, seen=seen, key=key)
    return table.late(seen) or propose(table, actor.seats[0], event, seen=seen, key=key)


def tell_proposal(table: Table, actor: Actor, event: ChangeProposed, *, seen: int | None, key: Any) -> Answer:
    """Put to the others what somebody proposes, or the table asks; an act goes the way of every act."""
    changes = changes_of(table.game.id, event)
    if not changes:
        unread = Refused("table.no_such_act", ("TAB-BACK-02",), {"why": event.change})
        return table.late(seen) or unread
    if event.by == TABLE:
        return ask(table, actor, *changes, seen=seen, key=key)
    if len(changes) == 1 and not isinstance(changes[0], ASKED_OF_ALL):
        return tell(table, of_seat(table.state, event.by), changes[0], seen=seen, key=key)
    return table.late(seen) or propose(table, event.by, *changes, seen=seen, key=key)


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
