"""Several actions written at once, all or nothing: a change, and what it undid told again after it."""

from collections.abc import Sequence

from events.base import Event
from events.table import TakenBack
from referee.kernel.verdict import Refused
from referee.service.tables.request import UNNAMED, Request, Rest
from referee.service.tables.table import Answer, Table, one_decision
from referee.service.timeline.retelling import Teller, Told, left_after, waiting_in


@one_decision
def submit_together(
    table: Table,
    firm: Sequence[Event],
    rest: Sequence[Told] = (),
    request: Request = UNNAMED,
    *,
    retells: bool = True,
) -> Answer:
    """Write events that must all stand, then old actions as far as they go; nothing where one is refused.

    `rest` are the first that wait to be told again once the events stand, or stand in their place one by one.

    They are judged on what is now, whatever `request.seen` is. One event may be a take-back, to an entry
    that was there before.
    The answer is Retold, unless nothing was to be told again (`retells` False).
    """
    request = request.with_digest(tuple(firm))
    if (answer := table.answer_to(request)) is not None:
        return answer  # type: ignore[return-value]
    teller = Teller(table.game, table.state, keeper=table)
    for event in firm:
        if (refused := teller.say(event)) is not None:
            return table.refuse(event, refused, request)
    waiting, before = waiting_after(table, firm), len(teller.steps)
    retold = teller.tell_all(rest)
    again = len(rest) - len(retold.left)
    left = waiting
    for facts in teller.steps[before:]:
        left = left_after(left, facts[0].event)
    if (handled := again - (len(waiting) - len(left))) > 0 and waiting:
        teller.drop(handled)
    came = Rest(again, retold.why, retold.left) if retells else None
    return table.write(teller.steps, teller.state, request, came)


def waiting_after(table: Table, firm: Sequence[Event]) -> tuple[Told, ...]:
    """List what waits to be told again once some events stand."""
    if not table.log_index.waiting and not any(isinstance(event, TakenBack) for event in firm):
        return ()
    return waiting_in([*table.log_index.told, *(Told(table.revision + 1, event) for event in firm)])


@one_decision
def submit_as_one(table: Table, events: Sequence[Event], request: Request = UNNAMED) -> Answer:
    """Write events that are one act, all or nothing, wherever each of them could follow what came since.

    Where no revision is named, they are judged on what is now. So cards that are sealed and laid at
    the same moment never refuse one another.
    """
    if (answer := table.answer_to(request)) is not None:
        return answer  # type: ignore[return-value]
    if (conflict := table.find_conflict(request, *events)) is not None:
        return conflict
    return submit_together(table, events, request=request, retells=False)


def rehearsed(
    table: Table, firm: Sequence[Event], viewer: str | None = None, *, sees_all: bool = False
) -> Refused | None:
    """Say why events could not stand together as far as a seat, or everybody, can know, writing nothing."""
    teller, hides = Teller(table.game, table.state, keeper=table), not sees_all and table.hides(viewer)
    known = table.known(viewer) if hides else None
    for event in firm:
        if not hides or isinstance(event, TakenBack):
            if (refused := teller.say(event)) is not None:
                return refused
            known = table.known(viewer, event.to) if hides and isinstance(event, TakenBack) else known
            continue
        verdict = table.game.decide(known, event)
        if isinstance(verdict, Refused):
            return verdict
        known = verdict.state
    return None
