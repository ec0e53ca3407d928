"""Cards dealt from a seed: the same for everybody who has the seed, and provable afterwards."""

from collections.abc import Iterable
from itertools import islice
from typing import Any

import pytest
from msgspec.structs import replace

from events.base import Event
from events.table import TableClosed
from referee.games.lifeboat import GAME
from referee.games.lifeboat.events import CharactersDealt, ProvisionDealt, ProvisionKept
from referee.kernel.chance.dealing import SeedDiffers
from referee.kernel.chance.seed import commitment
from referee.kernel.verdict import Accepted, Refused
from tests.games.lifeboat.play import accepted, next_event, opened, random_game


def unlike(seed: str, steps: Iterable[tuple[Any, Event]]) -> list[Event]:
    """List what a seed would have dealt otherwise."""
    return [event for state, event in steps if GAME.dealer.differs_from_seed(state, event, seed) is not None]


@pytest.mark.parametrize("seed", range(6))
def test_a_seed_dealt_every_card(seed):
    """Another seed would have dealt otherwise: the characters first."""
    steps = [(state, event) for state, event, _ in random_game(seed, 4 + seed % 3) if state is not None]
    assert unlike(str(seed), steps) == []
    assert isinstance(unlike("another", steps)[0], CharactersDealt)


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
    assert SeedDiffers(event) == GAME.dealer.differs_from_seed(state, forged, "s")
    assert GAME.dealer.differs_from_seed(state, event, "s") is None


def test_the_last_card_of_a_packet_is_listed_once():
    """By its name: there is nothing to choose, and who keeps it has seen it."""
    for state, *_ in islice(random_game(1, 4), 40):
        kept = [each for each in GAME.legal(state, "d") if isinstance(each, ProvisionKept)]
        assert len(kept) == len({each.card for each in kept} - {None})
        for each in kept:
            unnamed = isinstance(GAME.decide(state, ProvisionKept("d")), Accepted)
            assert unnamed == (len(state.packet) == 1), each
