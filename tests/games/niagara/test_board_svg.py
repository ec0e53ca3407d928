"""Niagara as a picture: complete, harmless, in every language, at both sizes."""

import re
import xml.etree.ElementTree as ET

import pytest

from referee.draw import svg_board, text_board
from referee.games.niagara.view import Paddle
from referee.kernel.registry import UnknownGameError
from referee.l10n import LANGUAGES
from tests.games.niagara.views import crowded, ended, midgame, opening, read, wide_names

SVG = "{http://www.w3.org/2000/svg}"
XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
SIZES = {"phone": 360, "table": 1280}
SITUATIONS = {
    "opening": opening(),
    "midgame": midgame(),
    "crowded": crowded("S4"),
    "ended": ended(),
    "wide_names": wide_names(),
}
EVERY = [(s, lang, size) for s in SITUATIONS for lang in LANGUAGES for size in SIZES]
DRAWN = [("midgame", "en", "table"), ("midgame", "zh-Hans", "phone"), ("ended", "ja", "phone")]


def parsed(situation: str, lang: str, size: str) -> ET.Element:
    """Draw and parse a picture; it must be well-formed."""
    return read(svg_board(SITUATIONS[situation], lang, size))


def texts(root: ET.Element) -> list[str]:
    """List everything written in a picture."""
    return [each.text or "" for each in root.iter(SVG + "text")]


@pytest.mark.parametrize(("situation", "lang", "size"), DRAWN)
def test_the_board_as_a_picture(situation, lang, size, snapshot):
    """Looked at in a browser before it was accepted; one element a line."""
    assert snapshot == svg_board(SITUATIONS[situation], lang, size).replace("><", ">\n<")


@pytest.mark.parametrize(("situation", "lang", "size"), EVERY)
def test_a_picture_carries_its_language_and_its_words(situation, lang, size):
    """Chinese and Japanese glyphs differ; those who see nothing are read the text board."""
    root = parsed(situation, lang, size)
    assert (lang, lang) == (root.get("lang"), root.get(XML_LANG))
    assert text_board(SITUATIONS[situation], lang) == root.find(SVG + "desc").text
    assert root.find(SVG + "title").text


@pytest.mark.parametrize(("situation", "lang", "size"), EVERY)
def test_a_picture_is_as_wide_as_its_screen(situation, lang, size):
    """360 units on a phone, 1280 on a table."""
    assert f"0 0 {SIZES[size]}" == parsed(situation, lang, size).get("viewBox").rpartition(" ")[0]


@pytest.mark.parametrize("size", SIZES)
def test_a_picture_fetches_and_runs_nothing(size):
    """No script, no handler, no address but the name of the format itself."""
    picture = svg_board(midgame(), "en", size).replace("http://www.w3.org/2000/svg", "")
    assert (
        re.findall(r"<script|\son\w+=|href|https?:|@import|url\((?!#)|<foreignObject|<image", picture) == []
    )


def test_drawing_twice_gives_the_same_bytes():
    """A picture is a function of the view."""
    assert svg_board(midgame(), "ja", "table") == svg_board(midgame(), "ja", "table")


@pytest.mark.parametrize("size", SIZES)
def test_a_name_is_never_markup(size):
    """People may call themselves `<script>`."""
    evil = '<script>alert("1")</script>&\x00\x1b\n'
    picture = svg_board(opening(names=dict.fromkeys("ABC", evil)), "en", size)
    root = read(picture)
    assert [each.tag for each in root.iter() if "script" in each.tag] == []
    assert "<script" not in picture


@pytest.mark.parametrize(("situation", "lang", "size"), EVERY)
def test_every_canoe_is_labelled_once(situation, lang, size):
    """Two canoes a seat, afloat, ashore or lost."""
    view = SITUATIONS[situation]
    labels = [f"{seat}{n}" for seat in view.seats for n in (1, 2)]
    assert labels == sorted(
        (t for t in texts(parsed(situation, lang, size)) if t in labels), key=labels.index
    )


def test_a_face_down_card_shows_its_face_to_its_owner_only():
    """The picture holds no more than the view."""
    paddles = {**midgame().paddles, "C": Paddle(True, None, 2, 3, (1, "cloud"))}
    everybodys = texts(read(svg_board(midgame(), "en", "phone")))
    owners = texts(read(svg_board(midgame(seat="C", paddles=paddles), "en", "phone")))
    assert {"3", "1", "In hand"} == set(owners) - set(everybodys)


def test_the_winner_is_named_first():
    """At the end the seats stand in the order of the final table."""
    said = texts(parsed("ended", "en", "table"))
    assert [each for each in said if each[1:3] == ". "] == ["1. Anna", "2. Bea", "3. Cem"]
    assert "Anna wins" in said


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
def test_nothing_is_written_outside_the_picture(size, lang):
    """Text that would leave the picture is cut."""
    root = parsed("wide_names", lang, size)
    outside = [t.text for t in root.iter(SVG + "text") if float(t.get("x")) > SIZES[size]]
    assert outside == []


def test_an_unknown_game_has_no_picture():
    """A game draws itself in its own room."""
    with pytest.raises(UnknownGameError):
        svg_board(opening(game="chess"), "en", "phone")
