"""What must hold in every state: no card is ever made or lost."""

from referee.games.lifeboat.hidden_cards.possible import known_provisions
from referee.games.lifeboat.state import State, printed


def invariants(state: State) -> tuple[str, ...]:
    """Say what is broken, one message each; nothing in a sound state."""
    return (*broken_provisions(state), *broken_navigation(state), *broken_boat(state))


def broken_provisions(state: State) -> list[str]:
    """Count the printed provisions, as far as hands are known.

    Which they are is counted where the referee deals them; what people noted for themselves may
    clash for as long as nobody shows it.
    """
    kinds = printed(state)
    lying = known_provisions(state) if state.deals_provisions else []
    broken = [f"{n} of {card}" for card in kinds if (n := lying.count(card)) > kinds[card]]
    rows = (*state.hands, *state.table, state.packet, state.discard, state.removed)
    total = sum(len(row) for row in rows if row) + state.deck + state.aside
    if total != sum(kinds.values()) and None not in state.hands:
        broken.append(f"{total} provisions instead of {sum(kinds.values())}")
    return broken


def broken_navigation(state: State) -> list[str]:
    """Count every navigation card once."""
    total = len(state.queue) + len(state.stack) + len(state.stroke or ()) + (state.chosen is not None)
    if total == state.navigation:
        return []
    return [f"{total} navigation cards instead of {state.navigation}"]


def broken_boat(state: State) -> list[str]:
    """Find every seat once: aboard, lost or eaten."""
    if not all(state.character):
        return []
    # A body that was eaten lies aboard or left, as the table played it then.
    places = [*state.boat, *state.lost, *(i for i in state.eaten if i not in (*state.boat, *state.lost))]
    broken = [] if sorted(places) == list(range(len(state.seats))) else [f"places are {places}"]
    return broken + [f"{n} wounds" for n in state.wounds if n < 0]
