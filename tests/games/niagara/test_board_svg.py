"""Niagara as a picture: complete, in every language, at both sizes."""

import xml.etree.ElementTree as ET

import pytest

from referee.draw import svg_board
from referee.games.niagara.view import Paddle
from referee.l10n import LANGUAGES
from tests.games.niagara.views import SITUATIONS, read, shown

SVG = "{http://www.w3.org/2000/svg}"
SIZES = {"phone": 360, "table": 1280}
EVERY = [(s, lang, size) for s in SITUATIONS for lang in LANGUAGES for size in SIZES]


def parsed(situation: str, lang: str, size: str) -> ET.Element:
    """Draw and parse a picture; it must be well-formed."""
    return read(svg_board(SITUATIONS[situation], lang, size))


def texts(root: ET.Element) -> list[str]:
    return [each.text or "" for each in root.iter(SVG + "text")]


@pytest.mark.parametrize(("situation", "lang", "size"), EVERY)
def test_every_canoe_is_labelled_once(situation, lang, size):
    view = SITUATIONS[situation]
    labels = [f"{seat}{n}" for seat in view.seats for n in (1, 2)]
    assert labels == sorted(
        (t for t in texts(parsed(situation, lang, size)) if t in labels), key=labels.index
    )


def test_a_face_down_card_shows_its_face_to_its_owner_only():
    paddles = {**shown("midgame").paddles, "C": Paddle(True, None, 2, 3, (1, "cloud"))}
    everybodys = texts(read(svg_board(shown("midgame"), "en", "phone")))
    owners = texts(read(svg_board(shown("midgame", seat="C", paddles=paddles), "en", "phone")))
    assert {"3", "1", "In hand"} == set(owners) - set(everybodys)


def test_the_winner_is_named_first():
    said = texts(parsed("ended", "en", "table"))
    assert [each for each in said if each[1:3] == ". "] == ["1. Anna", "2. Bea", "3. Cem"]
    assert "Anna wins" in said


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
def test_nothing_is_written_outside_the_picture(size, lang):
    root = parsed("wide_names", lang, size)
    outside = [t.text for t in root.iter(SVG + "text") if float(t.get("x")) > SIZES[size]]
    assert outside == []
