"""What the board would show had an act been allowed: the facts with which a table plays it anyway."""

from typing import Any

from events.base import Event
from referee.kernel.game import Game
from referee.kernel.registry import part_of

UNTOLD = "FACT=VALUE"


def facts_for(game: Game, event: Event | None, state: Any) -> str:
    """Write the facts to type; in capitals what only the table can say.

    What follows from how the act is applied is found here; a game says what follows beyond that.
    """
    from referee.service.desk.ways_round import facts_after

    if event is None or state is None:
        return UNTOLD
    own = part_of(game.id, "anyway")
    told = "" if own is None else own.facts_for(event, state)
    if told:
        return str(told)
    facts = facts_after(game, state, event)
    return " ".join(f"{path}={typed(value)}" for path, value in facts.items()) or UNTOLD


def typed(value: Any) -> str:
    """Write a value as one types it."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "true" if value else "false"
    return f"[{','.join(map(typed, value))}]" if isinstance(value, list | tuple) else str(value)
