"""Ways round a refusal: house rules that would settle the matter otherwise, facts set by hand."""

from typing import Any

from events.base import Event
from events.codec import MalformedError
from events.table import HouseRuled
from referee.kernel.game import Game
from referee.kernel.shared import EVERY
from referee.kernel.verdict import Accepted, Refused
from referee.service.desk.correct import correction_of
from referee.service.replay import IMPOSSIBLE
from referee.service.whatif import differences

DEALT = "TAB-CHANCE-01"
"""The rule of the table that an act in the game may break."""


def may_be_set(refused: Refused, event: Event | None = None) -> bool:
    """Tell whether facts set by hand are a way round a refusal: the game's rules judged an act in it."""
    is_of_game = any(not rule.startswith("TAB-") or rule == DEALT for rule in refused.rules)
    return is_of_game and not isinstance(event, EVERY)


def other_values(
    game: Game, state: Any, refused: Refused, event: Event | None = None
) -> list[tuple[str, Any]]:
    """Find the switches that settle what was refused, with the values the table may give them now.

    A value under which the event is refused for the same reason is no way round it. Whether it would be
    accepted is not asked: that may hang on cards the asker does not see.
    """
    cited = set(refused.rules)
    asked = event.option if isinstance(event, HouseRuled) else None
    return [
        (switch.name, value)
        for switch in game.charter.switches.values()
        if cited & set(switch.rules) and switch.name != asked
        for value in switch.values
        if value != getattr(state.switches, switch.name)
        and isinstance(ruled := game.decide(state, HouseRuled(switch.name, value)), Accepted)
        and not is_same(game, ruled.state, event, refused)
    ]


def is_same(game: Game, state: Any, event: Event | None, refused: Refused) -> bool:
    """Tell whether an event is refused at a state for the reason it was refused for."""
    verdict = None if event is None else game.decide(state, event)
    return isinstance(verdict, Refused) and verdict.reason == refused.reason


def facts_after(game: Game, state: Any, event: Event) -> dict[str, Any]:
    """Say what everybody would see on the board had an act been allowed, by path, as a correction sets it.

    Nothing where the act moves nothing that everybody sees, or where the board cannot hold it.
    """
    known = game.known(state, None)
    try:
        after = game.evolve(known, event)
        facts = {each.fact: each.would_be for each in differences(game, known, after)}
        corrected = correction_of(game, known, facts, eyes=None)
    except (*IMPOSSIBLE, MalformedError):
        return {}
    return facts if facts and isinstance(game.decide(known, corrected), Accepted) else {}
