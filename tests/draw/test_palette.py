"""Colours: readable, and never alone."""

from typing import NamedTuple

import pytest

from events.table import COLOURS
from referee.draw.assets import style
from referee.draw.palette import DAY, NIGHT, SEAT_STYLES, marks_of, style_number
from tests.draw.colours import VISION, contrast, nearest

RIVER = style("niagara").colours
THEMES = {
    theme: {**house, **{name: both[n] for name, both in RIVER.items()}}
    for n, (theme, house) in enumerate((("day", DAY), ("night", NIGHT)))
}
TEXT_ON = (
    ("ink", "paper"),
    ("ink", "card"),
    ("ink", "pit"),
    ("soft", "paper"),
    ("soft", "card"),
    ("soft", "sand"),
    ("river-ink", "shallow"),
    ("river-ink", "deep"),
    ("river-ink", "halo"),
)
READABLE = 4.5
APART = 20
SEATS_OF_A_FULL_TABLE = 6


@pytest.mark.parametrize(("ink", "ground"), TEXT_ON)
@pytest.mark.parametrize("theme", THEMES)
def test_text_stands_out_from_what_it_stands_on(theme, ink, ground):
    assert contrast(THEMES[theme][ink], THEMES[theme][ground]) >= READABLE


@pytest.mark.parametrize("theme", THEMES)
def test_white_text_stands_out_from_the_pool(theme):
    assert contrast("#ffffff", THEMES[theme]["pool"]) >= READABLE


@pytest.mark.parametrize("style", SEAT_STYLES, ids=lambda style: style.shape)
def test_a_seats_letter_stands_out_from_its_colour(style):
    assert contrast(style.fill, style.ink) >= READABLE


@pytest.mark.parametrize("vision", VISION)
def test_the_colours_of_a_full_table_stay_apart(vision):
    assert nearest([style.fill for style in SEAT_STYLES[:SEATS_OF_A_FULL_TABLE]], vision) > APART


def test_every_seat_has_a_shape_of_its_own():
    assert len(SEAT_STYLES) == len({style.shape for style in SEAT_STYLES})


@pytest.mark.parametrize(
    ("seats", "marks"),
    [
        (("A", "B"), ("A", "B")),
        (("anna", "bea"), ("A", "B")),
        (("anna", "alma"), ("An", "Al")),
        (("anna", "ann"), ("A", "B")),
        (("P1", "P2"), ("P1", "P2")),
        (("小明", "小红"), ("A", "B")),
        (("小明", "大红"), ("小", "大")),
        (("a", "A"), ("A", "B")),
    ],
)
def test_every_seat_has_a_mark_of_its_own(seats, marks):
    assert marks == tuple(marks_of(seats).values())


class Seated(NamedTuple):
    """Who sits at a table, what they are called, what colours they told."""

    seats: tuple[str, ...]
    names: dict[str, str] = {}
    colours: dict[str, str] = {}


@pytest.mark.parametrize(
    ("who", "colours"),
    [
        (Seated(("A", "B")), ("red", "blue")),
        (Seated(("A", "B"), colours={"A": "blue"}), ("blue", "red")),
        (Seated(("A", "yellow")), ("red", "yellow")),
        (Seated(("A", "B"), {"A": "Yellow", "B": "赤"}), ("yellow", "red")),
        (Seated(("A", "B"), {"A": "黄色"}, {"B": "yellow"}), ("red", "yellow")),
        (Seated(("red", "Red")), ("red", "blue")),
    ],
)
def test_a_seat_has_the_colour_told_or_the_one_it_is_called_by(who, colours):
    """What was told at the opening goes before what somebody is called; nobody shares a colour."""
    assert colours == tuple(COLOURS[style_number(who, seat)] for seat in who.seats)
