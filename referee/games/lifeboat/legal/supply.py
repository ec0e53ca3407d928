"""What the supply phase allows: a card of the packet to keep."""

from functools import cache

from referee.games.lifeboat.events import ProvisionKept
from referee.games.lifeboat.legal.hands import Events, kinds_in
from referee.games.lifeboat.state import State, deals


def keeps(state: State, i: int) -> Events:
    """List the cards of the packet a seat may keep.

    Rules: LIF-SUP-02
    """
    if state.packet is None or state.keepers[0] != i:
        return ()
    cards: tuple[str | None, ...] = kinds_in(state.packet)
    if None not in cards and (len(state.packet) == 1 or not deals(state, "provisions")):
        cards = (None, *cards)
    return keepings(state.seats[i], cards)


@cache
def keepings(seat: str, cards: tuple[str | None, ...]) -> Events:
    """Keep each card."""
    return tuple(ProvisionKept(seat, card) for card in cards)  # type: ignore[arg-type]
