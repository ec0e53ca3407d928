"""A correction is judged by what everybody may know: nobody can ask the referee for a hidden card by it."""

import pytest

from events.table import Corrected
from referee.games.lifeboat import GAME
from referee.games.lifeboat.events import CharactersDealt, Position, ProvisionDealt, SecretsDealt
from referee.kernel.hidden.viewpoints import thorough
from referee.kernel.verdict import Accepted, Refused
from tests.games.lifeboat.play import CAST, SEATS, after, opened, refused


def dealt(chance):
    """Deal love and hate, and one knife to the first seat."""
    seats = SEATS[:4]
    events = [opened(4, chance=chance), CharactersDealt(dict(zip(seats, CAST, strict=False)))]
    events += [SecretsDealt(seat, card, card) for seat, card in zip(seats, CAST, strict=False)]
    events += [ProvisionDealt(seat, "knife" if seat == seats[0] else "water") for seat in seats]
    return after(*events)


ASKED = [
    Position(love={SEATS[1]: "lauren"}),
    Position(hate={SEATS[1]: "lauren"}),
    Position(hands={SEATS[1]: ("knife",)}),
]


@pytest.mark.parametrize("position", ASKED, ids=("love", "hate", "hand"))
@pytest.mark.parametrize("chance", ["referee", "table"])
def test_a_secret_of_another_seat_refuses_no_correction(position, chance):
    """Dealt to it or noted by it: the answer is the same whoever holds the card."""
    assert isinstance(GAME.decide(dealt(chance), Corrected(position)), Accepted)


@pytest.mark.parametrize("position", ASKED, ids=("love", "hate", "hand"))
def test_whoever_sees_everything_named_is_told_what_clashes(position):
    """A record is one person's account: what it says cannot be there twice."""
    assert isinstance(thorough(GAME).decide(dealt("table"), Corrected(position)), Refused)


def test_a_correction_may_not_say_itself_what_cannot_be():
    """One love card of a character, also where the referee dealt."""
    assert refused(dealt("referee"), Corrected(Position(love={SEATS[2]: "mate", SEATS[3]: "mate"})))
