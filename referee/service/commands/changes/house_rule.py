"""A house rule: one option changed by agreement, from here on or from an entry on."""

from typing import Any

from events.table import HouseRuled, TakenBack
from referee.service.commands.consent import ask
from referee.service.tables.request import Request
from referee.service.tables.table import Answer, Table, one_decision


@one_decision
def house_rule(
    table: Table,
    request: Request,
    option: str,
    value: Any,
    reason: str = "",
    *,
    start: int | None = None,
) -> Answer:
    """Change an option; what was done from entry `start` on is told again under it.

    Raises NoSuchEntryError.
    """
    ruled = meant(table, option, value, reason)
    changes = (ruled,) if start is None else (before_entry(table, start, reason), ruled)
    return ask(table, request, *changes)


def meant(table: Table, option: str, value: Any, reason: str = "") -> HouseRuled:
    """Write a house rule with the value that is meant, where the option has one."""
    rule_option = table.game.ruleset.options.get(option)
    read = None if rule_option is None else rule_option.read(value)
    return HouseRuled(option, value if read is None else read, reason)


def before_entry(table: Table, seq: int, reason: str = "") -> TakenBack:
    """Take back to before the action that entry `seq` belongs to, after the opening at least.

    Raises NoSuchEntryError.
    """
    timeline = table.log_index.timeline
    i = max(timeline.index(seq), 1)
    return TakenBack(timeline.told[i - 1].end or 1, reason)
