"""What must hold in every state: no card is ever made or lost."""

from collections.abc import Iterator

from referee.games.lifeboat.hidden_cards.possible import known_provisions
from referee.games.lifeboat.state import State, printed


def invariants(state: State) -> Iterator[str]:
    """Count the printed provisions, as far as hands are known, navigation cards, and every seat once.

    Which provisions they are is counted where the referee deals them; what people noted for themselves
    may clash for as long as nobody shows it.
    """
    kinds = printed(state)
    lying = known_provisions(state) if state.deals_provisions else []
    yield from (f"{n} of {card}" for card in kinds if (n := lying.count(card)) > kinds[card])
    rows = (*state.hands, *state.table, state.packet, state.discard, state.removed)
    total, due = sum(len(row) for row in rows if row) + state.deck + state.aside, sum(kinds.values())
    if total != due and None not in state.hands:
        yield f"{total} provisions instead of {due}"
    cards = len(state.queue) + len(state.stack) + len(state.stroke or ()) + (state.chosen is not None)
    if cards != state.navigation:
        yield f"{cards} navigation cards instead of {state.navigation}"
    # A body that was eaten lies aboard or left, as the table played it then.
    places = [*state.boat, *state.lost, *(i for i in state.eaten if i not in (*state.boat, *state.lost))]
    if all(state.character) and sorted(places) != list(range(len(state.seats))):
        yield f"places are {places}"
