"""A board drawn from a value: the same things in the text, in the picture, and to be tapped."""

from typing import NamedTuple
from xml.etree import ElementTree as ET

import pytest

from referee.draw.panel import panel_board
from referee.draw.svg import link_taps
from referee.kernel.parts.panel import Card, Chip, Die, Note, Number, Panel, Row


class Seen(NamedTuple):
    """As much of a view as a panel asks for."""

    game: str = "pebbles"
    seats: tuple[str, ...] = ("A", "B")
    names: dict[str, str] = {"A": "Ada", "B": "Ben"}


PANEL = Panel(
    title="Pebbles",
    lines=("Ada's turn", "Six pebbles"),
    rows=(
        Row((Die(3, is_marked=True), Die(), Card("Queen"), Card()), seat="A", aside="2 dice", is_on=True),
        Row((Number(7, "points"), Note("out")), seat="B", has_won=True),
        Row((Die(5, "face:5"), Chip("pass", "pass", is_offered=True)), title="Choose"),
    ),
    notes=("Ones count as ones.",),
)
BOARD = panel_board(lambda _, __: PANEL)
draw_text, draw_svg = BOARD.draw_text, BOARD.make_picture().draw_svg


def test_the_text_shows_every_row_and_cell():
    """Dice and cards in brackets, those not seen without a face; `>` has the turn, `*` has won."""
    assert [
        "Pebbles  Ada's turn",
        "Six pebbles",
        "",
        "> A  Ada                     [3] [?] [Queen] [##] 2 dice",
        "* B  Ben                     points 7 out",
        "",
        "  Choose                     [5] (pass)",
        "",
        "Ones count as ones.",
    ] == draw_text(Seen(), "en", False, 80).splitlines()


@pytest.mark.parametrize("columns", [30, 40, 60, 80, 120])
def test_no_line_is_longer_than_there_is_room(columns):
    assert columns >= max(map(len, draw_text(Seen(), "en", False, columns).splitlines()))


@pytest.mark.parametrize("size", ["phone", "table"])
def test_the_picture_is_described_by_the_text(size):
    """One document, with the whole text board in it, nothing wider than it."""
    root = ET.fromstring(str(draw_svg(Seen(), "en", size)))  # noqa: S314 - our own
    assert draw_text(Seen(), "en", False, 80) == root.find("{*}desc").text
    assert {"phone": "360", "table": "1280"}[size] == root.get("width")


def test_what_can_be_tapped_is_a_link_and_what_is_only_offered_is_gone_without_it():
    """A die stays a picture; a chip is there only while it means something."""
    drawn = draw_svg(Seen(), "en", "phone")
    face, chip = (str(link_taps(drawn, {id: {"href": f"?{id}"}})) for id in ("face:5", "pass"))
    assert [True, False] == ["?face:5" in face, ">pass<" in face]
    assert ">pass<" in chip
