"""House rules that would settle a matter otherwise: what a refusal offers beside the correction."""

from typing import Any

from events.base import Event
from events.table import HouseRuled
from referee.kernel.game import Game
from referee.kernel.verdict import Accepted, Refused


def other_values(
    game: Game, state: Any, refused: Refused, event: Event | None = None
) -> list[tuple[str, Any]]:
    """Find the switches that settle what was refused, with the values the table may give them now.

    A value under which the event is refused for the same reason is no way round it. Whether it would be
    accepted is not asked: that may hang on cards the asker does not see.
    """
    cited = set(refused.rules)
    return [
        (switch.name, value)
        for switch in game.charter.switches.values()
        if cited & set(switch.rules)
        for value in switch.values
        if value != getattr(state.switches, switch.name)
        and isinstance(ruled := game.decide(state, HouseRuled(switch.name, value)), Accepted)
        and not is_same(game, ruled.state, event, refused)
    ]


def is_same(game: Game, state: Any, event: Event | None, refused: Refused) -> bool:
    """Tell whether an event is refused at a state for the reason it was refused for."""
    verdict = None if event is None else game.decide(state, event)
    return isinstance(verdict, Refused) and verdict.reason == refused.reason
