"""The box in mid-game: what the table agreed to add to it, and which decks it took over, overnight."""

from msgspec.structs import replace

from events.base import Event
from referee.games.lifeboat.position import navigation_by_hand, provisions_by_hand
from referee.games.lifeboat.state import State, box, deals
from referee.games.lifeboat.tables import MOST_EXPANSION_CARDS


def refill(state: State, event: Event) -> State:
    """Add the cards of Cannibalism where they were agreed on, and hand decks over to the table.

    A day begins with nothing on its way. What was once in the box stays in it.

    Rules: LIF-SET-11
    """
    decks = {f"deals_{deck}": keeps_dealing(state, deck) for deck in ("provisions", "navigation")}
    is_added = state.switches.cannibalism == "yes" and not state.expansion
    if not is_added and all(getattr(state, name) == value for name, value in decks.items()):
        return state
    if is_added:
        more = 0 if decks["deals_navigation"] else MOST_EXPANSION_CARDS
        state = replace(
            state,
            expansion=True,
            deck=state.deck + sum(box(expansion=True).values()) - sum(box(expansion=False).values()),
            navigation=state.navigation + more,
            queue=(*state.queue, *range(state.navigation, state.navigation + more)),
        )
    if state.deals_navigation and not decks["deals_navigation"]:
        # The table shuffles a deck of its own: nothing the referee dealt says how it lies.
        state = replace(state, queue=tuple(range(len(state.queue))))
    return navigation_by_hand(provisions_by_hand(replace(state, **decks), event), event)


def keeps_dealing(state: State, deck: str) -> bool:
    """Tell whether the referee still deals a deck: one that lies on the table stays there."""
    return deals(state, deck) and getattr(state.switches, f"physical_{deck}") == "no"
