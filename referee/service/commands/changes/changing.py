"""Changes that stand together: what a take-back at their head undid is told again after them."""

from collections.abc import Collection, Sequence
from itertools import dropwhile
from typing import Any

from msgspec.structs import replace

from events.base import Event, type_of
from events.envelope import Entry
from events.table import TakenBack
from referee.kernel.shared import BESIDE
from referee.service.tables.request import Request
from referee.service.tables.submit_several import submit_together
from referee.service.tables.table import Answer, Table, one_decision
from referee.service.timeline.retelling import Told, worth_telling


@one_decision
def change_together(
    table: Table,
    request: Request,
    changes: Sequence[Event],
    *,
    before: Sequence[Event] = (),
) -> Answer:
    """Make changes, after the events `before`, and tell again what they undid.

    Where the last change is an act, and no rule put before one, it replaces the first action undone. A
    take-back alone tells nothing again.
    """
    if (late := table.find_conflict(request)) is not None:
        return late
    undone = undone_by(table, changes[0]) if len(changes) > 1 else ()
    rest, first, retells = told_again_after(table, changes), changes[0], len(changes) > 1
    if len(rest) < len(undone):
        first = replace(first, dropped=1)
    together = (*before, first, *changes[1:])
    return submit_together(table, together, rest, request, retells=retells)


def told_again_after(table: Table, changes: Sequence[Event]) -> tuple[Told, ...]:
    """List the actions that changes undo and that are then told again; none where they undo nothing."""
    undone = undone_by(table, changes[0]) if len(changes) > 1 else ()
    return undone if not undone or isinstance(changes[-1], BESIDE) else undone[1:]


def undone_by(table: Table, event: Event) -> tuple[Told, ...]:
    """List the actions a take-back would undo."""
    if not isinstance(event, TakenBack):
        return ()
    return worth_telling([t for t in table.log_index.timeline.told if (t.seq or 0) > event.to])


def is_free(table: Table, seats: Collection[str], to: int) -> bool:
    """Whether some seats may take back to `to` unasked: only their own acts since, nothing revealed.

    What was shown is known, taken back or not.

    Rules: TAB-BACK-02
    """
    since = acts_since(table, to)
    own = all(entry.by in seats for entry in since if entry.kind != "consequence")
    return own and not any(type_of(entry.event) in table.game.reveals for entry in since)


def acts_since(table: Table, to: int) -> tuple[Entry[Any], ...]:
    """List what was written after entry `to` and its consequences, taken back since or not."""
    return tuple(dropwhile(lambda entry: entry.kind == "consequence", table.log_index.entries[to:]))
