"""The thirst step: who is thirsty how often, water, and what is left unpaid."""

from referee.games.lifeboat.events import NavigationContent
from referee.games.lifeboat.state import State
from referee.games.lifeboat.tables import content_of


def thirst_of(state: State, i: int) -> int:
    """Count the thirsts of a seat that are not paid yet.

    Rules: LIF-THIRST-01, LIF-THIRST-02, LIF-THIRST-03, LIF-THIRST-05
    """
    if state.chosen is None or i not in state.boat:
        return 0
    return unpaid(state, i, content_of(state.chosen))


def unpaid(state: State, i: int, card: NavigationContent) -> int:
    """Count the thirsts a card gives a seat aboard, less what was drunk and an open parasol.

    Rules: LIF-THIRST-01, LIF-THIRST-02, LIF-THIRST-03, LIF-THIRST-05
    """
    due = (state.character[i] in card.thirst) - state.paid[i] - (state.parasols >> i & 1)
    due += (card.row and state.rowed >> i & 1) + (card.fight and state.fought >> i & 1)
    return due if due > 0 and state.wounds[i] <= state.sizes[i] else 0


def thirsty(state: State) -> list[int]:
    """List who is still thirsty, bow to stern."""
    card = content_of(state.chosen) if state.chosen is not None else None
    if card is None or not (card.thirst or (card.row and state.rowed) or (card.fight and state.fought)):
        return []
    return [i for i in state.boat if unpaid(state, i, card)]
