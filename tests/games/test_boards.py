"""Boards of every game: as text within a terminal, as a picture complete and harmless, in every language."""

import re

import pytest
from msgspec.structs import replace

from referee.draw import describe_board, svg_board, text_board
from referee.draw.width import width
from referee.kernel.registry import UnknownGameError
from referee.l10n import LANGUAGES
from referee.testing.recorded import record
from tests.architecture.sources import RECORDED
from tests.games.lifeboat import views as lifeboat
from tests.games.niagara import views as niagara
from tests.games.niagara.views import read

SVG = "{http://www.w3.org/2000/svg}"
XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
SIZES = {"phone": 360, "table": 1280}
RACES = record(RECORDED / "powerboats" / "three-training.jsonl")
SITUATIONS = {
    **{f"niagara-{name}": view for name, view in niagara.SITUATIONS.items()},
    "niagara-fork": niagara.crowded("L6"),
    **{f"lifeboat-{name}": lifeboat.seen(name) for name in lifeboat.SITUATIONS},
    **{f"lifeboat-{name}-own": lifeboat.seen(name, "Ben") for name in lifeboat.SITUATIONS},
    **{f"powerboats-{n}": RACES.game.view(RACES.steps[n].after, None) for n in (3, 40)},
}

each_language = pytest.mark.parametrize("lang", LANGUAGES)
each_size = pytest.mark.parametrize("size", SIZES)
each_situation = pytest.mark.parametrize("view", SITUATIONS.values(), ids=SITUATIONS)


@pytest.mark.parametrize("columns", [60, 80, 120])
@each_language
@each_situation
def test_no_line_is_wider_than_the_terminal(view, lang, columns):
    lines = text_board(view, lang, width=columns).splitlines()
    assert [line for line in lines if width(line) > columns] == []


@each_size
@each_language
@each_situation
def test_a_picture_carries_its_language_and_its_words(view, lang, size):
    root = read(svg_board(view, lang, size))
    assert (lang, lang) == (root.get("lang"), root.get(XML_LANG))
    assert f"0 0 {SIZES[size]}" == root.get("viewBox").rpartition(" ")[0]
    assert describe_board(view, lang) == root.find(SVG + "desc").text
    assert root.find(SVG + "title").text


@each_size
@each_situation
def test_a_picture_fetches_and_runs_nothing(view, size):
    """No script, no handler, no address but the name of the format and parts of itself.

    Drawn twice, it is the same bytes.
    """
    drawn = svg_board(view, "en", size)
    picture = drawn.replace("http://www.w3.org/2000/svg", "")
    dangers = r"<script|\son\w+=|href(?!=\"#)|https?:|@import|url\((?!#)|<foreignObject|<image"
    assert [] == re.findall(dangers, picture)
    assert drawn == svg_board(view, "en", size)


@each_size
@each_situation
def test_a_name_is_never_markup(view, size):
    """People may call themselves `<script>`."""
    evil = dict.fromkeys(view.seats, '<script>alert("1")</script>&\x00\x1b\n')
    picture = svg_board(replace(view, names=evil), "en", size)
    assert [] == [each.tag for each in read(picture).iter() if "script" in each.tag]
    assert "<script" not in picture


def test_an_unknown_game_has_no_picture():
    with pytest.raises(UnknownGameError):
        svg_board(niagara.shown("opening", game="chess"), "en", "phone")
