"""Cards dealt from a seed: the same for everybody who has the seed, and otherwise from another."""

import pytest

from events.table import TableOpened
from referee.games.lifeboat import GAME
from referee.games.lifeboat.events import CharactersDealt, ProvisionKept
from referee.kernel.verdict import Accepted
from tests.games.lifeboat.play import random_game


@pytest.mark.parametrize("seed", range(6))
def test_a_seed_dealt_every_card(seed):
    """Another seed would have dealt otherwise: the characters first."""
    steps = [(state, event) for state, event, _ in random_game(seed, 4 + seed % 3)]
    differs = GAME.dealer.differs_from_seed
    assert [] == [event for state, event in steps if differs(state, event, str(seed))]
    assert isinstance(
        next(event for state, event in steps if differs(state, event, "another")), CharactersDealt
    )


def test_a_seed_deals_seven_characters_as_it_always_did():
    """The order in which the box names them is part of what a seed deals."""
    opened = TableOpened(
        game="lifeboat",
        seats=tuple("ABCDEFG"),
        options={"cannibalism": "yes"},
        chance="referee",
        seed="x" * 32,
    )
    dealt = GAME.deal(GAME.decide(None, opened).state, opened.seed)
    assert dealt.characters == {
        "A": "frenchy",
        "B": "stephen",
        "C": "captain",
        "D": "kid",
        "E": "lauren",
        "F": "mate",
        "G": "harter",
    }


def test_the_last_card_of_a_packet_is_listed_once():
    """By its name: there is nothing to choose, and who keeps it has seen it."""
    held = [state for state, *_ in random_game(1, 4) if state.packet is not None]
    assert {1, 2, 3, 4} == {len(state.packet) for state in held}
    for state in held:
        seat = state.seats[state.keepers[0]]
        kept = [each for each in GAME.legal(state, seat) if isinstance(each, ProvisionKept)]
        assert len(kept) == len({each.card for each in kept} - {None})
        unnamed = isinstance(GAME.decide(state, ProvisionKept(seat)), Accepted)
        assert unnamed == (len(state.packet) == 1)
