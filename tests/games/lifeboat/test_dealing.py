"""Cards dealt from a seed: the same for everybody who has the seed, and provable afterwards."""

import pytest
from msgspec.structs import replace

from events.table import TableClosed
from referee.games.lifeboat import GAME
from referee.games.lifeboat.events import ProvisionDealt
from referee.kernel.chance import commitment
from referee.kernel.verdict import Accepted, Refused
from tests.games.lifeboat.play import SEATS, accepted, next_event, opened, random_game


@pytest.mark.parametrize("seed", range(6))
def test_the_seed_shown_at_the_end_dealt_every_card(seed):
    """A table that closes opens its seed; another seed would have dealt otherwise."""
    *_, (_, _, verdict) = random_game(seed, 4 + seed % 3)
    assert isinstance(GAME.decide(verdict.state, TableClosed(seed=str(seed))), Accepted)
    other = GAME.decide(verdict.state, TableClosed(seed="another"))
    assert isinstance(other, Refused)
    assert "lifeboat.not_of_seed" == other.reason


def test_a_seed_that_was_not_committed_to_is_refused():
    """The opening carries the hash."""
    opening = replace(opened(5), seed_hash=commitment("deep"))
    state = accepted(None, opening).state
    assert isinstance(GAME.decide(state, TableClosed(seed="deep")), Accepted)
    assert isinstance(GAME.decide(state, TableClosed(seed="shallow")), Refused)


def test_a_dealer_who_cheated_is_found_out():
    """One provision that the seed did not deal."""
    state = accepted(None, opened(4)).state
    for _ in range(6):
        state = accepted(state, next_event(state, "s", None)).state
    event = next_event(state, "s", None)
    assert isinstance(event, ProvisionDealt)
    forged = replace(event, card="jewels" if event.card != "jewels" else "cash")
    cheated = accepted(state, forged).state
    assert "provisions" == GAME.decide(cheated, TableClosed(seed="s")).args["what"]
    assert event.seat in SEATS
