"""Take back: to an entry, or the last action; what was shown stays known."""

from events.base import Event
from events.table import TakenBack
from referee.kernel.shared import TALK
from referee.kernel.verdict import Refused
from referee.service.commands.consent import ask
from referee.service.tables.request import Request
from referee.service.tables.table import Answer, Table, one_decision
from referee.service.timeline.retelling import Told

NOTHING = Refused("table.nothing_to_take_back", ("TAB-BACK-01",))
"""Before the first action there is nothing to go back to."""


@one_decision
def take_back(
    table: Table,
    request: Request,
    to: int | None = None,
    reason: str = "",
) -> Answer:
    """Take back to an entry; the last action, where none is named."""
    target = before_last_act(table) if to is None else to
    if target is None or (1 <= target <= table.revision and not stands_after(table, target)):
        return table.find_conflict(request) or NOTHING
    return ask(table, request, TakenBack(target, reason))


def before_last_act(table: Table) -> int | None:
    """Find the entry to go back to for taking the last action back; None where there is none.

    What was said about the game since goes with it. What the referee dealt is no action: it would deal
    the same again.
    """
    return before_acts(table, 1)


def before_acts(table: Table, n: int) -> int | None:
    """Find the entry to go back to for taking `n` actions back; None where there are fewer."""
    told = table.log_index.timeline.told
    found = [i for i in range(len(told) - 1, 0, -1) if is_act(table, told[i].event)]
    return told[found[n - 1] - 1].end if n <= len(found) else None


def is_act(table: Table, event: Event) -> bool:
    """Whether people did something: not what is said about the game, not what the referee dealt."""
    return not isinstance(event, TALK) and not table.is_dealt(event)


def stands_after(table: Table, entry: int) -> bool:
    """Whether anything told after an entry is still in force."""
    return any((told.seq or 0) > entry for told in table.log_index.timeline.told[1:])


def undone_by(table: Table, to: int) -> tuple[Told, ...]:
    """List the actions that going back to an entry undoes, in order."""
    later = (told for told in table.log_index.timeline.told[1:] if (told.seq or 0) > to)
    return tuple(told for told in later if is_act(table, told.event))


def how_many_acts(table: Table) -> int:
    """Count the actions that can be taken back."""
    return len(undone_by(table, 1))
