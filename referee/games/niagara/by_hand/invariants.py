"""What must hold in every state: nothing on the table is ever made or lost."""

from referee.games.niagara.by_hand.position import in_play
from referee.games.niagara.state import UNKNOWN, State
from referee.games.niagara.tables import CANOES_PER_SEAT, GEMS, GEMS_PER_SITE, PADDLE_CARDS, RIVER


def invariants(state: State) -> tuple[str, ...]:
    """Say what is broken, one message each; nothing in a sound state."""
    return (*broken_gems(state), *broken_canoes(state), *broken_cards(state))


def broken_gems(state: State) -> list[str]:
    """Count seven gems of each colour, none of them negative anywhere."""
    totals = [
        f"{in_play(state, i)} of {gem} instead of {GEMS_PER_SITE}"
        for i, gem in enumerate(GEMS)
        if in_play(state, i) != GEMS_PER_SITE
    ]
    rows = (*state.owned, *state.sites, state.removed)
    return totals + [f"a negative count in {row}" for row in rows if min(row) < 0]


def broken_canoes(state: State) -> list[str]:
    """Count two canoes a seat, each somewhere."""
    broken = [] if len(state.at) == CANOES_PER_SEAT * len(state.seats) else ["canoes are missing"]
    places = RIVER | {"land", "lost", "falls"}
    return broken + [f"a canoe at {at}" for at in state.at if at not in places]


def broken_cards(state: State) -> list[str]:
    """Count seven cards a seat: in hand, played this cycle, or laid this round."""
    broken = []
    for i, seat in enumerate(state.seats):
        laid = () if state.laid[i] in (None, UNKNOWN) else (state.laid[i],)
        cards = (*state.hands[i], *state.piles[i], *laid)
        if sorted(map(str, cards)) != sorted(map(str, PADDLE_CARDS)):
            broken.append(f"{seat} has {cards}")
    return broken
