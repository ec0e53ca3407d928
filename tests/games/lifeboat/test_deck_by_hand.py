"""A deck set by hand: what it leaves unaccounted for lies aside, unseen."""

from events.table import Corrected, TableOpened
from referee.games.lifeboat import GAME
from referee.games.lifeboat.events import Position
from referee.kernel.verdict import Accepted, Refused

CHARACTERS = {"A": "lauren", "B": "stephen", "C": "captain", "D": "mate", "E": "frenchy", "F": "kid"}


def placed(state, **facts):
    """Set facts by hand."""
    verdict = GAME.decide(state, Corrected(Position(**facts)))
    assert isinstance(verdict, Accepted), verdict
    assert () == GAME.invariants(verdict.state)
    return verdict.state


def start():
    """Sit down with every hand known."""
    opened = GAME.decide(None, TableOpened(game="lifeboat", seats=tuple("ABCDEF")))
    assert isinstance(opened, Accepted)
    return placed(opened.state, characters=CHARACTERS, hands=dict.fromkeys("ABCDEF", ("cash",)))


def test_a_small_deck_means_that_cards_are_gone():
    """Six hands of one and a deck of ten: twenty-six are gone, nobody saw which."""
    state = placed(start(), deck=10, lost=("B",))
    assert (10, ("cash",), 26) == (state.deck, state.removed, state.aside)


def test_a_deck_told_again_may_be_larger():
    """The board says otherwise: fewer are gone."""
    state = placed(placed(start(), deck=10), deck=20)
    assert (20, 16) == (state.deck, state.aside)


def test_more_cards_than_were_printed_are_refused():
    """Forty-two less the hands."""
    verdict = GAME.decide(start(), Corrected(Position(deck=37)))
    assert isinstance(verdict, Refused)
    assert "LIF-SET-05" == verdict.rules[0]
