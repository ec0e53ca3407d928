"""What a table with real cards need not tell, and what alone is possible."""

import pytest
from msgspec.structs import replace

from events.table import SecretSealed
from referee.games.niagara import GAME
from referee.games.niagara.events import (
    CanoeMoved,
    CloudMoved,
    PaddleChosen,
    PaddleRevealed,
    RiverFlowed,
)
from tests.laws.walks import after, open_game

OPENED = open_game(GAME)
LAID = tuple(PaddleChosen(seat, None) for seat in "ABC")
AFLOAT = after(GAME, OPENED, *LAID, PaddleRevealed("A", 1), CanoeMoved("A", 1, "S1"))


def ahead(state, seat):
    return [*GAME.ahead(state, seat)]


def cards(state, seat):
    """Return the cards that may come up with an act of a seat, each once."""
    shown = (each.card for steps in ahead(state, seat) for each in steps if isinstance(each, PaddleRevealed))
    return [*dict.fromkeys(shown)]


def test_everybody_has_laid_a_card_and_who_begins_turns_one_up():
    assert (*LAID, PaddleRevealed("A", 4), CanoeMoved("A", 1, "S4")) in ahead(OPENED, "A")
    assert ([1, 2, 3, 4, 5, 6, "cloud"], [], []) == tuple(cards(OPENED, seat) for seat in "ABC")


def test_of_two_canoes_ashore_the_first_is_meant():
    assert {1} == {each[-1].canoe for each in ahead(OPENED, "A") if isinstance(each[-1], CanoeMoved)}


def test_only_a_card_that_may_be_in_the_hand_comes_up():
    state = replace(AFLOAT, hands=(AFLOAT.hands[0], (2, "cloud"), AFLOAT.hands[2]))
    assert [2, "cloud"] == cards(state, "B")


def test_nothing_is_guessed_of_what_a_seat_has_sealed():
    sealed = after(GAME, OPENED, SecretSealed("A", "0" * 64, ""), *LAID)
    assert [] == ahead(sealed, "A")


def test_where_the_referee_keeps_the_cards_everybody_names_one():
    assert [] == ahead(open_game(GAME, chance="referee"), "A")


def afloat(turn, **at):
    """Return the turn of a seat with a 1 or 2 up, its canoes at these places."""
    places = tuple(at.get(f"{seat}{n}", "land") for seat in "ABC" for n in "12")
    return replace(AFLOAT, at=places, turn="ABC".index(turn), laid=(1, 2, 2), shown=(1, 2, 2), used=1)


def test_nobody_says_for_another_that_a_turn_is_over():
    """Ada might still launch her second canoe."""
    state = replace(afloat("A", A1="S3"), shown=(1, None, None), laid=(1, "unknown", "unknown"))
    assert [[], [], []] == [ahead(state, seat) for seat in ("B", "C", "table")]


@pytest.mark.parametrize(
    ("places", "is_implied"),
    [({"A1": "S2"}, True), ({"A1": "S4"}, True), ({"A1": "S5"}, False), ({"A1": "L6"}, False)],
)
def test_the_river_is_implied_where_it_is_the_same_whatever_arms_the_discs_take(places, is_implied):
    """A card of 1 and a weather of 0: one push."""
    river = replace(afloat("C", **places), phase="river", turn=-1, weather=0)
    assert is_implied == any(RiverFlowed(("left",)) in steps for steps in ahead(river, "B"))


@pytest.mark.parametrize(("weather", "forced"), [(2, CloudMoved("A", 1)), (0, None)])
def test_a_cloud_at_the_end_of_the_track_moves_by_itself(weather, forced):
    state = after(GAME, replace(OPENED, weather=weather), *LAID, PaddleRevealed("A", "cloud"))
    assert forced == GAME.forced(state)


def test_the_last_card_of_a_hand_lies_by_itself_where_the_referee_keeps_it():
    opened = open_game(GAME, chance="referee")
    last = replace(opened, hands=((3,), (3,), (1, 2)), laid=(None, None, None))
    assert PaddleChosen("A", 3) == GAME.forced(last)
    assert PaddleChosen("B", 3) == GAME.forced(after(GAME, last, PaddleChosen("A", 3)))
    assert GAME.forced(replace(last, hands=((1, 2),) * 3)) is None
