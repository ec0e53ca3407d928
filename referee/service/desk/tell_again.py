"""Take back and go on: what was undone is offered again, one action replaced, the rest told again."""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from events.base import Event, type_of
from events.stores.protocol import Conflict
from events.table import HouseRuled, TakenBack
from referee.kernel.shared import BESIDE
from referee.kernel.verdict import Refused
from referee.service.desk.unseen import acts_since
from referee.service.retelling import NoSuchEntryError, Retelling, Teller, Told, retell, worth_telling
from referee.service.table import Answer, Table
from referee.service.together import Retold, submit_together

NOTHING = Refused("table.nothing_to_offer", ("TAB-BACK-01",))

OPENING_STANDS = Refused("table.opening_stands", ("TAB-BACK-01",))


class Amended(msgspec.Struct, frozen=True):
    """What an amendment wrote: entries up to `revision`, `again` actions told again as they were.

    `stuck` is the first old action the new state does not allow, `why` its refusal, `left` it and
    everything after it: to be skipped, amended or house-ruled.
    """

    revision: int
    again: int
    stuck: Told | None = None
    why: Refused | None = None
    left: tuple[Told, ...] = ()


def amend(
    table: Table, seq: int, event: Event, reason: str = "", agreed: tuple[str, ...] = ()
) -> Amended | Refused:
    """Replace the action that entry `seq` belongs to, and tell the rest again as far as it goes.

    Nothing is written where the new action is refused. Raises NoSuchEntryError.
    """
    planned = amendment(table, seq, event, reason, agreed)
    if isinstance(planned, Refused):
        return planned
    return amended(table, change_together(table, planned, replaces=True))


def amendment(
    table: Table, seq: int, event: Event, reason: str = "", agreed: tuple[str, ...] = ()
) -> tuple[TakenBack, Event] | Refused:
    """Plan to put an event in the place of the action that entry `seq` belongs to."""
    story = table.history.story
    i = story.index(seq)
    if i == 0:
        return OPENING_STANDS
    return TakenBack(story.told[i - 1].end or 1, reason, agreed), event


class Place(msgspec.Struct, frozen=True):
    """Where another action may be put: entry `seq`, and the state before it.

    It `waits` where the entry is not in force, and offered to be told again.
    """

    seq: int
    before: Any
    waits: bool = False


def place_of(table: Table, seq: int) -> Place | Refused:
    """Find the place of the action that entry `seq` belongs to. Raises NoSuchEntryError."""
    story = table.history.story
    try:
        before = story.before(seq)
    except NoSuchEntryError:
        waiting = offered(table)
        first = Teller(table.game, table.state, keeper=table)
        return Place(seq, first.tell_all(waiting[: index_of(waiting, seq)]).state, waits=True)
    return Place(seq, before) if before is not None else OPENING_STANDS


def amend_waiting(table: Table, seq: int, event: Event) -> Amended | Refused:
    """Tell another action in place of one that waits to be told again, after those before it; then the rest.

    Nothing is written where it is refused. Raises NoSuchEntryError.
    """
    waiting = offered(table)
    i, other = index_of(waiting, seq), Told(None, event)
    actions = (*waiting[:i], other, *waiting[i + 1 :])
    rehearsed = Teller(table.game, table.state, keeper=table).tell_all(actions[: i + 1])
    if rehearsed.stuck is other and rehearsed.why is not None:
        table.refuse(event, rehearsed.why)
        return rehearsed.why
    told = go_on(table, actions)
    is_told = isinstance(told, Amended) and rehearsed.stuck is None
    return replace(told, again=told.again - 1) if is_told else told


def index_of(waiting: Sequence[Told], seq: int) -> int:
    """Find the action that entry `seq` is, or followed from, among those that wait."""
    for i, told in enumerate(waiting):
        if told.seq is not None and told.seq <= seq <= (told.end or 0):
            return i
    raise NoSuchEntryError(seq)


def rule_from(table: Table, seq: int, ruled: HouseRuled) -> tuple[TakenBack, HouseRuled]:
    """Plan to put a house rule before the action that entry `seq` belongs to, after the opening at least."""
    story = table.history.story
    i = max(story.index(seq), 1)
    return TakenBack(story.told[i - 1].end or 1, ruled.reason, ruled.agreed), ruled


def change_together(
    table: Table, changes: Sequence[Event], *, replaces: bool | None = None, **how: Any
) -> Answer:
    """Make changes that stand together; what a take-back at their head undid is told again after them.

    The last of them stands for the first action undone where it `replaces` it: by default where
    it is an act, and no rule put before it. `how` as in `Table.submit`.
    """
    seen, key = how.get("seen"), how.get("key")
    while True:
        table.catch_up()
        if seen is not None and table.is_past(seen):
            return Conflict(seen, table.revision)
        undone = undone_by(table, changes[0])
        gone = not isinstance(changes[-1], BESIDE) if replaces is None else replaces
        rest = undone[1:] if gone and len(changes) > 1 else undone
        answer = submit_together(table, changes, rest, seen=table.revision, key=key)
        if not isinstance(answer, Conflict):
            return answer


def undone_by(table: Table, event: Event) -> tuple[Told, ...]:
    """List the actions a take-back would undo."""
    if not isinstance(event, TakenBack):
        return ()
    return worth_telling([t for t in table.history.story.told if (t.seq or 0) > event.to])


def amended(table: Table, answer: Answer) -> Amended | Refused:
    """Say how far a change came."""
    match answer:
        case Retold():
            return Amended(table.revision, answer.again, answer.stuck, answer.why, answer.left)
        case Refused():
            return answer
    return Amended(table.revision, 0)


def go_on(table: Table, actions: Sequence[Told]) -> Amended | Refused:
    """Tell actions again up to the first that is refused, all of them in one step."""
    return amended(table, submit_together(table, (), actions, seen=table.revision))


def offered(table: Table) -> tuple[Told, ...]:
    """List the actions that take-backs undid and that were not dealt with since, in order."""
    return table.history.waiting


def tell_again(table: Table, *, skip: bool = False) -> Amended | Refused:
    """Submit again what the last take-back undid, as far as it goes; `skip` passes the first over."""
    actions = offered(table)
    if not actions:
        return NOTHING
    return go_on(table, actions[1:] if skip else actions)


def rehearse(table: Table) -> Retelling:
    """Say how far what was undone could be told again, writing nothing."""
    return retell(table.game, table.state, offered(table))


def is_free(table: Table, seat: str, to: int) -> bool:
    """Whether a seat may take back to `to` unasked: only its own acts since, nothing revealed.

    What was shown is known, taken back or not.

    Rules: TAB-BACK-02
    """
    since = acts_since(table, to)
    own = all(entry.by == seat for entry in since if entry.kind != "consequence")
    return own and not any(type_of(entry.event) in table.game.reveals for entry in since)
