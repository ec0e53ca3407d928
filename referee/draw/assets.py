"""Read the files beside the code of a game's board, each when it is first needed.

- `style.toml`: colours and classes, see `referee.draw.palette.Style`
- `cover.svg`: the game on one small picture, as large as `COVER`
- `look.toml`: how the pages round it look, see `referee.draw.look.Look`
- `places.toml`: where on the wide drawing the areas of the rulebook are to be seen, each as left, top,
  width and height in units of the drawing
- other `*.svg`: what its code puts together, see `art`
"""

from functools import cache
from typing import Any
from xml.etree import ElementTree as ET

from msgspec import toml

from referee.draw import describe_board
from referee.draw.palette import Style, style_sheet
from referee.draw.svg import Element, Node, document, el, join, prerender, words
from referee.kernel.registry import folder_of
from referee.languages import headed

COVER = 160, 100
"""How wide and high a cover is."""


@cache
def art(game: str, name: str) -> dict[str, Node]:
    """Return what is in each group of a file of drawings that has an id, by that id. Cached."""
    root = ET.fromstring(read_file(game, name))  # noqa: S314 - a file of the game's own package
    return {
        group.attrib["id"]: prerender(join(*map(_element, group))) for group in root if "id" in group.attrib
    }


def _element(parsed: ET.Element) -> Element:
    """Return a parsed element and those below it as elements of `svg`.

    Text is kept, blanks round it dropped.
    """
    attributes = {
        "class_" if name == "class" else name.replace("-", "_"): value
        for name, value in parsed.attrib.items()
    }
    text = words((parsed.text or "").strip())
    children = (text,) if text else tuple(map(_element, parsed))
    return Element(parsed.tag.rpartition("}")[2], attributes, children)


def cover(game: str) -> Node | None:
    """Return the picture of a game in a list, as large as `COVER`; None where its board has none."""
    try:
        return art(game, "cover.svg")["cover"]
    except FileNotFoundError:
        return None


@cache
def places(game: str) -> dict[str, tuple[float, float, float, float]]:
    """Return where on the wide drawing each area of the rulebook (`TURN`) is; empty where no board knows."""
    try:
        return toml.decode(read_file(game, "places.toml"), type=dict[str, tuple[float, float, float, float]])
    except FileNotFoundError:
        return {}


@cache
def style(game: str) -> Style:
    """Return the colours and classes of a board."""
    return toml.decode(read_file(game, "style.toml"), type=Style)


@cache
def css(game: str) -> str:
    """Return the style sheet of a board, every rule below the class of its root, which is the game's id."""
    return style_sheet(game, style(game))


def read_file(game: str, name: str) -> str:
    """Return a file of a game's folder `board`; raise FileNotFoundError."""
    with open(f"{folder_of(game)}/board/{name}", encoding="utf-8") as file:  # noqa: PTH123 - as catalogs are
        return file.read()


def picture(view: Any, lang: str, size: tuple[float, float], titles: tuple[str, str], *body: Node) -> Element:
    """Return a board `size` wide and high on its paper.

    `titles` are what is read out as its name: which game it is, and how it stands.
    """
    width, height = size
    paper = el("rect", width=width, height=height, class_="f-paper")
    return document(
        width=width,
        height=height,
        lang=lang,
        name=view.game,
        title=headed(*titles, lang),
        description=describe_board(view, lang),
        css=css(view.game),
        body=join(paper, *body),
    )
