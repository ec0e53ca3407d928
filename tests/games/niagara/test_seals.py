"""A paddle card laid face down may be sealed: what the seal hides, and when it is opened and shown."""

import pytest

from referee.games.niagara import GAME
from referee.games.niagara.events import PaddleChosen, PaddleRevealed, RiverFlowed
from referee.kernel.secrets import Hidden
from tests.laws.walks import after, open_game

LAID = after(GAME, open_game(GAME), PaddleChosen("A", None), PaddleChosen("B", 3), PaddleChosen("C", None))


def test_a_card_is_sealed_while_cards_are_laid_on_the_table():
    assert {"paddle_chosen"} == GAME.seals.kinds(open_game(GAME))
    assert set() == GAME.seals.kinds(LAID)
    assert set() == GAME.seals.kinds(open_game(GAME, chance="referee"))


@pytest.mark.parametrize(
    ("event", "hidden"),
    [
        (PaddleChosen("A", 5), Hidden("", 5, PaddleChosen("A", None))),
        (PaddleChosen("A", None), None),
        (RiverFlowed(("left",)), None),
    ],
)
def test_a_seal_hides_the_card_of_who_lays_one(event, hidden):
    assert hidden == GAME.seals.hide(open_game(GAME), event)


def test_a_seal_is_opened_and_its_card_shown_when_that_is_to_be_turned_up():
    assert (True, False, False) == tuple(GAME.seals.is_due(LAID, seat, "") for seat in "ABC")
    assert PaddleRevealed("A", 5) == GAME.seals.show(LAID, "A", 5)
    assert GAME.seals.show(LAID, "C", 5) is None
    shown = after(GAME, LAID, PaddleRevealed("A", 5))
    assert not GAME.seals.is_due(shown, "A", "")


def test_nothing_is_due_before_all_have_laid_a_card():
    assert not GAME.seals.is_due(after(GAME, open_game(GAME), PaddleChosen("A", None)), "A", "")
