"""House rules that would settle a matter otherwise: what a refusal offers beside the correction."""

from collections.abc import Iterable
from typing import Any

from events.table import HouseRuled
from referee.kernel.game import Game
from referee.kernel.verdict import Accepted


def other_values(game: Game, state: Any, rules: Iterable[str]) -> list[tuple[str, Any]]:
    """Find the switches that settle any of some rules, with the values the table may give them now."""
    cited = set(rules)
    return [
        (switch.name, value)
        for switch in game.charter.switches.values()
        if cited & set(switch.rules)
        for value in switch.values
        if value != getattr(state.switches, switch.name)
        and isinstance(game.decide(state, HouseRuled(switch.name, value)), Accepted)
    ]
