"""Tell again: what was undone is offered, one action is replaced, the rest is told as far as it goes."""

from collections.abc import Sequence
from itertools import takewhile
from typing import Any

import msgspec
from msgspec.structs import replace

from events.base import Event
from events.table import DisputeOpened, RulingGiven, TakenBack
from referee.kernel.shared import ASKED_OF_ALL
from referee.kernel.verdict import Refused
from referee.service.commands.consent import ask, judged_by, parties
from referee.service.commands.say import may_tell
from referee.service.tables.request import NOT_YOURS, Actor, Request, Retold
from referee.service.tables.submit_several import submit_together
from referee.service.tables.table import Answer, Recorded, Table, one_decision
from referee.service.timeline.retelling import NoSuchEntryError, Retelling, Teller, Told, retell

OPENING_STANDS = Refused("table.opening_stands", ("TAB-BACK-01",))
"""Another opening is another table."""

NOTHING = Refused("table.nothing_to_offer", ("TAB-BACK-01",))
"""Nothing waits to be told again."""


def offered(table: Table) -> tuple[Told, ...]:
    """List the actions that take-backs undid and that were not dealt with since, in order."""
    return table.log_index.waiting


@one_decision
def tell_again(
    table: Table,
    request: Request,
    *,
    skip: bool = False,
    drop: bool = False,
) -> Answer:
    """Tell again, in one step, what take-backs undid: as far as it is possible, and this actor's to say.

    `skip` drops the first and goes on with the next, `drop` drops them all. Refused where not even the
    first can be told, and where what is dropped is not this actor's to tell.
    """
    if (late := table.find_conflict(request)) is not None:
        return late
    actions = offered(table)
    own = own_run(table, request.actor, actions)
    dropped = len(actions) if drop else int(skip)
    if not actions or len(own) < max(dropped, 1):
        return NOT_YOURS if actions else NOTHING
    return tell_all(table, request, own, dropped=dropped)


@one_decision
def tell_all(table: Table, request: Request, actions: Sequence[Told], *, dropped: int = 0) -> Answer:
    """Tell actions again up to the first that is refused; refused where that is the first of all.

    The first `dropped` are not told again, as an actor says: by its seat, or at the screen.
    """
    request = request.with_digest("again")
    if dropped:
        seats = () if request.actor.place == "middle" else request.actor.agrees_for
        drop = TakenBack(table.revision, agreed=seats, at_screen=not seats, dropped=dropped)
        return submit_together(table, (drop,), actions[dropped:], request)
    rehearsed = Teller(table.game, table.state, keeper=table).tell_all(actions)
    if rehearsed.stuck is actions[0] and rehearsed.why is not None:
        return table.refuse(actions[0].event, rehearsed.why, request)
    return submit_together(table, (), actions, request)


def own_run(table: Table, actor: Actor, actions: Sequence[Told]) -> tuple[Told, ...]:
    """Take the first of some actions, up to one that an actor may not tell again."""
    return tuple(takewhile(lambda told: may_tell_again(table, actor, told.event), actions))


def may_tell_again(table: Table, actor: Actor, event: Event) -> bool:
    """Whether an actor may tell an act again: its own, what all saw or agreed to; the whole table any."""
    if actor.is_whole(table.state) or isinstance(event, RulingGiven) or table.is_dealt(event):
        return True
    if isinstance(event, ASKED_OF_ALL):
        is_for_all = event.at_screen or {*event.agreed} >= {*table.state.present}  # type: ignore[attr-defined]
        return bool(is_for_all)
    if named := {*parties(table, event)}:
        return named <= {*actor.seats}
    return may_tell(table, actor, event)


def refusal_now(table: Table, told: Told, viewer: str | None) -> Refused | None:
    """Say why an action could not be told again now, as far as the viewer may know."""
    secrets = table.log_index.secrets
    if isinstance(told.event, DisputeOpened) or secrets.hides(told.seq, told.event, viewer):
        return None
    if table.is_dealt(told.event):
        return None
    verdict = judged_by(table, told.event, viewer)
    return verdict if isinstance(verdict, Refused) else None


def rehearse(table: Table) -> Retelling:
    """Say how far what was undone could be told again, writing nothing."""
    return retell(table.game, table.state, offered(table))


class Place(msgspec.Struct, frozen=True):
    """Where another action may be put: entry `seq`, and the state before it.

    It `waits` if the entry is not in force, but offered to be told again.
    """

    seq: int
    before: Any
    waits: bool = False


def place_of(table: Table, seq: int) -> Place | Refused:
    """Find the place of the action that entry `seq` belongs to. Raises NoSuchEntryError."""
    timeline = table.log_index.timeline
    try:
        before = timeline.before(seq)
    except NoSuchEntryError:
        waiting = offered(table)
        first = Teller(table.game, table.state, keeper=table)
        return Place(seq, first.tell_all(waiting[: index_of(waiting, seq)]).state, waits=True)
    return Place(seq, before) if before is not None else OPENING_STANDS


@one_decision
def amend(table: Table, request: Request, seq: int, event: Event, reason: str = "") -> Answer:
    """Put another action in the place of the one that entry `seq` belongs to, and tell the rest again.

    Nothing is written where it is refused. Raises NoSuchEntryError.
    """
    timeline = table.log_index.timeline
    i = timeline.index(seq)
    if i == 0:
        return OPENING_STANDS
    back = TakenBack(timeline.told[i - 1].end or 1, reason)
    return ask(table, request, back, event)


@one_decision
def amend_waiting(table: Table, request: Request, seq: int, event: Event) -> Answer:
    """Tell another action in place of one that waits to be told again, after those before it; then the rest.

    Nothing is written where it is refused. Raises NoSuchEntryError.
    """
    waiting = offered(table)
    i, other = index_of(waiting, seq), Told(None, event)
    actions = (*waiting[:i], other, *waiting[i + 1 :])
    if len(own_run(table, request.actor, actions[: i + 1])) <= i:
        return NOT_YOURS
    rehearsed = Teller(table.game, table.state, keeper=table).tell_all(actions[: i + 1])
    if rehearsed.stuck is other and rehearsed.why is not None:
        return table.refuse(event, rehearsed.why)
    answer = submit_together(table, (), own_run(table, request.actor, actions), request)
    is_told = isinstance(answer, Retold) and rehearsed.stuck is None
    return replace(answer, again=answer.again - 1) if is_told else answer  # type: ignore[union-attr]


def index_of(waiting: Sequence[Told], seq: int) -> int:
    """Find the action that entry `seq` is, or followed from, among those that wait."""
    for i, told in enumerate(waiting):
        if told.seq is not None and told.seq <= seq <= (told.end or 0):
            return i
    raise NoSuchEntryError(seq)


class Amended(msgspec.Struct, frozen=True):
    """How far a telling came: entries up to `revision`, `again` actions told again as they were.

    `stuck` is the first old action the new state does not allow, `why` its refusal, `left` it and
    everything after it: to be skipped, amended or house-ruled.
    """

    revision: int
    again: int
    stuck: Told | None = None
    why: Refused | None = None
    left: tuple[Told, ...] = ()


def amended(table: Table, answer: Answer, wanted: Sequence[Told] = ()) -> Amended | Refused:
    """Say how far a change came; where telling again was refused, that the first of `wanted` is stuck."""
    match answer:
        case Retold():
            return Amended(table.revision, answer.again, answer.stuck, answer.why, answer.left)
        case Refused() if wanted and answer not in (NOTHING, NOT_YOURS):
            return Amended(table.revision, 0, wanted[0], answer, tuple(wanted))
        case Refused():
            return answer
        case Recorded():
            return Amended(table.revision, 0)
    return Amended(table.revision, 0, None, None, tuple(wanted))
