"""Record what somebody did, or the table showed: whom it is put to first; play what was refused."""

from collections.abc import Sequence

from msgspec.structs import replace

from events.base import TABLE, Event
from events.table import ChangeProposed, DisputeOpened, PositionTold, ProposalAnswered, SeatTaken
from referee.kernel.shared import ASKED_OF_ALL, OF_THE_WHOLE_TABLE
from referee.kernel.verdict import Accepted, Refused
from referee.service.catch_up.catch_up import tell_position
from referee.service.commands.consent import (
    answer_proposal,
    change_or_propose,
    decide_as,
    parties,
    propose,
    propose_end,
    proposed_changes,
    seats_asked_to_end,
)
from referee.service.commands.correct import make_correction, viewer_of
from referee.service.commands.sitting import take_seat
from referee.service.commands.ways_round import find_way_round
from referee.service.disputes.settle import record_dispute
from referee.service.tables.request import NOT_YOURS, Actor, Answer, Request, of_seat
from referee.service.tables.table import REFEREE_DEALS, Table, one_decision


@one_decision
def record_event(table: Table, request: Request, event: Event) -> Answer:
    """Record an event the way its kind goes.

    What needs everybody is proposed, a proposal or an answer is treated as such, an act that ends a step for
    all is put to who could still act, and one that names hidden cards of several seats to those. Any other
    act is judged and written at once.
    """
    actor = request.actor
    if isinstance(event, PositionTold):
        return tell_position(table, request, event)
    if isinstance(event, ASKED_OF_ALL):
        return change_or_propose(table, request, event)
    if isinstance(event, SeatTaken):
        return take_seat(table, request, event.seat)
    if (refused := _judge_speaker(table, actor, event)) is not None:
        return table.find_conflict(request) or refused
    if isinstance(event, ProposalAnswered):
        own = actor if event.by == TABLE else of_seat(table.state, event.by)
        return answer_proposal(
            table, request.with_actor(own), event.proposal, "agree" if event.agrees else "object"
        )
    if isinstance(event, ChangeProposed):
        return _record_proposal(table, request, event)
    if isinstance(event, DisputeOpened):
        return record_dispute(table, request, event)
    if others := seats_asked_to_end(table, actor, event):
        return propose_end(table, request, event, others)
    if {*parties(table, event)} <= {*actor.seats}:
        return table.submit(event, request)
    return table.find_conflict(request) or propose(table, request, actor.seats[0], event)


@one_decision
def record_ahead(table: Table, request: Request, events: Sequence[Event]) -> Answer:
    """Record an act with the events it implies, which come before it, where others might be implied, too.

    Where they are none of what may be told now (see `Untold`), the act is recorded alone, or refused.
    """
    *implied, event = events
    seat = getattr(event, "seat", None) or TABLE
    if seat not in request.actor.seats or tuple(events) not in [*table.game.ahead(table.state, seat)]:
        return record_event(table, request, event)
    return table.submit(event, request, implied)


def _record_proposal(table: Table, request: Request, event: ChangeProposed) -> Answer:
    """Propose to the others what a seat or the table proposes; an act is recorded like any act."""
    changes = proposed_changes(table.game.id, event)
    if not changes:
        explain_unreadable = Refused("table.no_such_act", ("TAB-BACK-02",), {"why": event.change})
        return table.find_conflict(request) or explain_unreadable
    if len(changes) == 1 and isinstance(changes[0], PositionTold):
        asking = request if event.by == TABLE else request.with_actor(of_seat(table.state, event.by))
        return tell_position(table, asking, changes[0])
    if event.by == TABLE:
        return change_or_propose(table, replace(request, agreed=()), *changes)
    if len(changes) == 1 and not isinstance(changes[0], ASKED_OF_ALL):
        return record_event(table, request.with_actor(of_seat(table.state, event.by)), changes[0])
    return table.find_conflict(request) or propose(table, request, event.by, *changes)


def _judge_speaker(table: Table, actor: Actor, event: Event) -> Refused | None:
    """Return why this actor may not record an event, whatever cards are hidden; None where it may."""
    if actor.place == "seat" and table.is_dealt(event):
        return REFEREE_DEALS
    if parties(table, event):
        return None if actor.seats else NOT_YOURS
    return None if may_record(table, actor, event) else NOT_YOURS


def may_record(table: Table, actor: Actor, event: Event) -> bool:
    """Return whether an actor may record an event: its own seats' acts, and what the table shows."""
    game, state = table.game, table.state
    if isinstance(event, OF_THE_WHOLE_TABLE):
        return actor.is_whole(state)
    seat = event.by if isinstance(event, _WITH_SPEAKER) else getattr(event, "seat", None)
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


_WITH_SPEAKER = (DisputeOpened, ChangeProposed, ProposalAnswered)
"""Events that name in a field `by` who says them."""


_NO_WAY = Refused("table.no_way_round", ("TAB-CORR-01",))
"""The board has nothing that could be set so that it shows this act."""


@one_decision
def play_anyway(table: Table, request: Request, event: Event) -> Answer:
    """Play a refused act by setting the facts it would change.

    Where the facts only make room for the act, it is recorded after them. An act that is possible as far as
    this actor may know is just recorded, so that nobody learns by it what another holds.
    """
    refused = decide_as(table, event, request.actor.viewer)
    if not isinstance(refused, Refused):
        return record_event(table, request, event)
    way = find_way_round(table.game, table.state, event)
    if way is None:
        return table.find_conflict(request) or _NO_WAY
    played, viewer = None if way.then else event, viewer_of(table, request.actor)
    correction = make_correction(table.game, table.state, way.facts, act=played, viewer=viewer)
    changes = (correction, event) if way.then else (correction,)
    return change_or_propose(table, request, *changes)
