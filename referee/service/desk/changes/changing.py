"""Changes that stand together: what a take-back at their head undid is told again after them."""

from collections.abc import Sequence
from itertools import dropwhile
from typing import Any

from msgspec.structs import replace

from events.base import Event, type_of
from events.envelope import Entry
from events.stores.protocol import Conflict
from events.table import TakenBack
from referee.kernel.shared import BESIDE
from referee.service.stories.retelling import Told, worth_telling
from referee.service.tables.submissions import Submission
from referee.service.tables.submit_several import submit_together
from referee.service.tables.table import Answer, Table


def change_together(
    table: Table,
    changes: Sequence[Event],
    *,
    before: Sequence[Event] = (),
    seen: int | None = None,
    key: str | Submission | None = None,
) -> Answer:
    """Make changes, after the events `before`, and tell again what they undid.

    Where the last change is an act, and no rule put before one, it replaces the first action undone. A
    take-back alone tells nothing again. `seen` and `key` as in `Table.submit`.
    """
    while True:
        if (late := table.late(seen)) is not None:
            return late
        undone = undone_by(table, changes[0]) if len(changes) > 1 else ()
        rest, first = undone, changes[0]
        if undone and not isinstance(changes[-1], BESIDE):
            rest, first = undone[1:], replace(first, dropped=1)
        together, retells = (*before, first, *changes[1:]), len(changes) > 1
        answer = submit_together(table, together, rest, seen=table.revision, key=key, retells=retells)
        if not isinstance(answer, Conflict):
            return answer


def undone_by(table: Table, event: Event) -> tuple[Told, ...]:
    """List the actions a take-back would undo."""
    if not isinstance(event, TakenBack):
        return ()
    return worth_telling([t for t in table.history.story.told if (t.seq or 0) > event.to])


def is_free(table: Table, seat: str, to: int) -> bool:
    """Whether a seat may take back to `to` unasked: only its own acts since, nothing revealed.

    What was shown is known, taken back or not.

    Rules: TAB-BACK-02
    """
    since = acts_since(table, to)
    own = all(entry.by == seat for entry in since if entry.kind != "consequence")
    return own and not any(type_of(entry.event) in table.game.reveals for entry in since)


def acts_since(table: Table, to: int) -> tuple[Entry[Any], ...]:
    """List what was written after entry `to` and its consequences, taken back since or not."""
    return tuple(dropwhile(lambda entry: entry.kind == "consequence", table.history.entries[to:]))
