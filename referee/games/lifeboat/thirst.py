"""The thirst step: who is thirsty how often, water, and what is left unpaid."""

from referee.games.lifeboat.state import State, is_dead
from referee.games.lifeboat.tables import content_of


def thirst_of(state: State, i: int) -> int:
    """Count the thirsts of a seat that are not paid yet.

    Rules: LIF-THIRST-01, LIF-THIRST-02, LIF-THIRST-03, LIF-THIRST-05
    """
    if state.chosen is None or i not in state.boat or is_dead(state, i):
        return 0
    card = content_of(state.chosen)
    due = int(state.character[i] in card.thirst)
    due += card.row and state.rowed >> i & 1
    due += card.fight and state.fought >> i & 1
    due -= state.parasols >> i & 1
    return max(0, due - state.paid[i])


def thirsty(state: State) -> list[int]:
    """List who is still thirsty, bow to stern."""
    card = content_of(state.chosen) if state.chosen is not None else None
    if card is None or not (card.thirst or (card.row and state.rowed) or (card.fight and state.fought)):
        return []
    return [i for i in state.boat if thirst_of(state, i)]
