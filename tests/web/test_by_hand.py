"""Whole games by what stands on the pages: every act two taps away, and nothing offered is refused."""

import pytest

from referee.testing.phones import Controls, PagePlayer, send
from tests.stages import one_in, slow

TABLES = [
    pytest.param("niagara", 4, "table", {}, 160, id="niagara"),
    pytest.param("powerboats", 3, "table", {}, 120, id="powerboats"),
    pytest.param("powerboats", 3, "referee", {}, 60, id="powerboats-thrown"),
    pytest.param("lifeboat", 4, "table", {}, 900, id="lifeboat-on-paper"),
    pytest.param("lifeboat", 5, "table", {"edition": "en"}, 900, id="lifeboat-on-paper-en"),
    pytest.param("lifeboat", 5, "referee", {}, 900, id="lifeboat-dealt"),
    pytest.param(
        "lifeboat",
        4,
        "referee",
        {"option.physical_navigation": "yes"},
        900,
        id="lifeboat-navigation-on-paper",
    ),
]
PEOPLE = ("Ada", "Ben", "Chie", "Dan", "Eve", "Fay")
TAPS = 2
"""So many taps an act takes at most."""


@slow
@pytest.mark.parametrize(("game", "seats", "chance", "how", "most"), one_in(7, TABLES))
def test_a_game_is_played_by_its_buttons_alone(service, game, seats, chance, how, most):
    """From setting up; Lifeboat to the last card shown, the others as far as time allows."""
    table = service.open(*PEOPLE[:seats], game=game, chance=chance, **how)
    hands = PagePlayer(table, seed=7)
    winners = hands.play(most)
    assert [] == hands.refused
    assert {} == {kind: taps for kind, taps in hands.taps.items() if taps > TAPS}
    assert game != "lifeboat" or winners


def test_everybody_gets_a_first_card_with_one_tap_on_the_screen(service):
    """Set up as people do: the characters chosen, then a card to each."""
    table = service.open(*PEOPLE[:4], game="lifeboat", chance="table")
    hands = PagePlayer(table, seed=1)
    hands.act("screen")
    hands.act("screen")
    assert ([], "supply") == (hands.refused, table.now()["view"]["phase"])
    assert {"characters_dealt": 1, "provision_dealt": 1} == hands.taps


def fill(table, who, kind, **choices):
    form = next(
        each for each in Controls(table.page(who).text).found if (each.how, each.kind) == ("form", kind)
    )
    return send(table, form, **choices)


@pytest.fixture
def boat(service):
    table = service.open(*PEOPLE[:4], game="lifeboat", chance="table")
    for _ in range(2):
        PagePlayer(table, seed=1).act("screen")
    return table


def test_who_notes_love_and_hate_is_read_by_nobody_else(boat):
    """A private note: the own phone says it, the others that something was noted."""
    fill(boat, "A", "secrets_dealt", **{"fill.love": '"captain"', "fill.hate": '"lauren"'})
    read = ["loves the Captain" in boat.page(who, "log").text for who in ("A", "B", "screen")]
    assert [True, False, False] == read


def test_a_card_that_cannot_be_is_refused_in_words(boat):
    boat.say("A", "A draws ?,?,?,?")
    boat.say("A", "A plays compass")
    answer = fill(boat, "A", "provision_kept", **{"fill.card": '"compass"'})
    assert (422, True) == (answer.status_code, "cannot be" in answer.text)


def test_several_cards_are_traded_and_the_other_is_asked(boat):
    boat.say("A", "A draws ?,?,?,?")
    for seat in "ABCD":
        fill(boat, seat, "provision_kept")
    traded = {"fill.seats.1": '"B"', "fill.gives.0.0": "null", "fill.gives.1.0": '"water"'}
    assert 303 == fill(boat, "A", "cards_traded", **traded).status_code
    assert "Ada gives Ben a card face down for water." in boat.page("B").text


def test_what_is_filled_in_wrongly_is_no_traceback(boat):
    event = '{"type":"hand_revealed","seat":"A","hand":[null]}'
    for name, value in (
        ("fill.hand.7", '"oar"'),
        ("fill.hand.x", '"oar"'),
        ("fill.love", "oar"),
        ("fill.seat.0", '"B"'),
        ("fill.__class__", "1"),
        ("fill.hand.0.1.2.3.4", "1"),
    ):
        assert 422 == boat.post("A", "do", event=event, **{name: value}).status_code
    for event in ("[]", "1", "nonsense", '{"type":1}'):
        assert 422 == boat.post("A", "do", event=event, **{"fill.love": "null"}).status_code
    assert 422 == boat.post("screen", "do", event='{"type":"thirst_closed"}', others="{").status_code


def test_tiles_are_laid_as_they_lie(service):
    table = service.open("Ada", "Ben", game="powerboats", chance="table")
    assert 303 == fill(table, "A", "lake_laid").status_code
    assert "course" == table.now()["view"]["phase"]
