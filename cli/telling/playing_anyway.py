"""What the board would show had an act been allowed: the facts with which a table plays it anyway."""

from typing import Any

from events.base import Event
from referee.kernel.registry import part_of

UNTOLD = "FACT=VALUE"


def facts_for(event: Event | None, state: Any) -> str:
    """Write the facts to type; in capitals what only the table can say."""
    found = part_of(state.game, "anyway")
    return UNTOLD if found is None else found.facts_for(event, state) or UNTOLD
