"""Lifeboat drawn: complete, harmless, in every language, at both sizes, its secrets kept."""

import pytest
from msgspec.structs import replace

from referee.draw import svg_board, text_board
from referee.games.lifeboat import GAME
from referee.games.lifeboat.board.picture import SIDES
from referee.games.lifeboat.board.pieces import LOOKS, provision
from referee.games.lifeboat.board.text import (
    character,
    flags,
    legend,
    navigation_words,
    own_words,
    short,
    side_of,
    word,
)
from referee.games.lifeboat.tables import PROVISION_NAMES
from referee.l10n import LANGUAGES
from tests.games.lifeboat.views import NAMES, SITUATIONS, seen
from tests.games.niagara.views import read

SVG = "{http://www.w3.org/2000/svg}"
SIZES = ("phone", "table")


@pytest.mark.parametrize(
    ("situation", "lang"), [*((each, "en") for each in SITUATIONS), ("fight", "zh-Hans"), ("fight", "ja")]
)
def test_the_boat_as_text(situation, lang, snapshot):
    assert snapshot == text_board(seen(situation, "Ben"), lang)


@pytest.mark.parametrize("columns", [60, 80])
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("situation", SITUATIONS)
def test_nothing_of_the_boat_is_cut_off(situation, lang, columns):
    """What is long goes on in the next line: who falls, who is thirsty, each marker, each card."""
    view = seen(situation, "Ben")
    drawn = "".join(text_board(view, lang, width=columns).split())
    said = [navigation_words(view, lang), *own_words(view, lang)]
    said += [flag for seat in view.seats for flag in flags(view, seat, lang)]
    assert [each for each in said if "".join(each.split()) not in drawn] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_phone_cuts_neither_a_name_nor_a_card(lang):
    view = seen("thirst")
    seat = view.boat[0]
    laid = ("blackjack", "medkit", "medkit", "oar", "oar", "knife", "water", "parasol")
    befallen = {"status": "unconscious", "rowed": True, "fought": True, "thirst": 3, "table": laid}
    person = replace(view.people[seat], **befallen)
    crowded = replace(view, people={**view.people, seat: person}, in_water=(seat,))
    drawn = read(svg_board(crowded, lang, "phone"))
    words = [text.text or "" for text in drawn.iter(f"{SVG}text")]
    assert not [text for text in words if "…" in text]
    assert f"{NAMES[seat]} · {character(person, lang)}" in words
    assert [text for text in words if "×2" in text] == [f"{short(c, lang)} ×2" for c in ("medkit", "oar")]


@pytest.mark.parametrize("size", SIZES)
def test_a_picture_for_everybody_shows_no_secret(size):
    state = SITUATIONS["fight"]
    own = svg_board(GAME.view(state, "Ben"), "en", size)
    assert "In hand: " in own
    assert "Loves: " in own
    assert "In hand: " not in svg_board(GAME.view(state, None), "en", size)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_boat_itself_shows_who_fights_on_which_side(lang):
    """In words at the fighter's place, as text and at both sizes; nobody else has a side."""
    view = seen("fight")
    sides = {"Ben": "attack", "Fay": "defence", "Dee": "defence"}
    assert sides == {seat: side for seat in view.seats if (side := side_of(view, seat))}
    for seat in view.seats:
        values = f" {view.people[seat].size}/{view.people[seat].survival} "
        line = next(each for each in text_board(view, lang).splitlines() if values in each)
        words = {side: word(view, lang, f"side_{side}") for side in ("attack", "defence")}
        assert [side for side in words if words[side] in line] == [s for n, s in sides.items() if n == seat]
    for size in SIZES:
        boxes = read(svg_board(view, lang, size)).iter(f"{SVG}rect")
        stripes = [box.get("class") for box in boxes if box.get("width") == "4"]
        assert [SIDES[sides[seat]] for seat in view.boat if seat in sides] == stripes


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("columns", [40, 60, 80])
def test_the_figures_of_a_seat_are_explained_below_the_boat(lang, columns):
    """What stands before and after the stroke, what a cross and a dot are, who acts or has won."""
    for situation, last in (("fight", ">"), ("ended", "*")):
        view = seen(situation)
        board = text_board(view, lang, width=columns)
        assert [each for each in legend(view, lang) if each not in board] == []
        assert last == legend(view, lang)[-1][0]


def test_a_screen_shows_a_face_for_everybody_aboard():
    """Each in its own clothes; somebody in the water is drawn in it, arms up, and not in the boat."""
    view = seen("overboard")
    drawn = svg_board(view, "en", "table")
    coats = {LOOKS[view.people[seat].character].coat for seat in view.boat}
    assert all(coat in drawn for coat in coats)
    dry = svg_board(replace(view, in_water=()), "en", "table")
    assert drawn.count("limb") == dry.count("limb") + len(view.in_water)


def test_every_provision_has_a_picture():
    """None is left out, and no two are alike."""
    drawn = [str(provision(card)) for card in PROVISION_NAMES]
    assert len(PROVISION_NAMES) == len(set(drawn))
    assert not [card for card, each in zip(PROVISION_NAMES, drawn, strict=True) if "?" in each]
