"""SVG as text: whatever goes in, a well-formed, harmless picture comes out."""

from types import SimpleNamespace

from hypothesis import given
from hypothesis import strategies as st

from referee.draw.palette import badge
from referee.draw.svg import (
    document,
    el,
    join,
    lower_part,
    number,
    panel,
    px,
    shorten,
    take_apart,
    text_at,
    words,
    wrap,
)
from referee.games.niagara.board.picture import TOKEN, pack
from tests.games.niagara.views import read

LENGTH = st.floats(1, 2000)


@given(st.text())
def test_any_text_makes_well_formed_xml(text):
    picture = document(
        width=10,
        height=10,
        lang="en",
        name="x",
        title=text,
        description=text,
        css="",
        body=text_at(0, 0, text),
    )
    assert read(picture).tag.endswith("svg")


def test_markup_in_words_stays_words():
    assert words("<script>\"&'") == "&lt;script&gt;&quot;&amp;&#x27;"


def test_attributes_are_escaped():
    """Not even from an attribute can a name get out."""
    assert str(el("a", title='">')) == '<a title="&quot;&gt;"/>'


def test_numbers_are_short():
    """Two decimals are finer than any screen; the picture is a snapshot in tests."""
    assert [number(n) for n in (1.0, -0.5, -0.001, 10 / 3)] == ["1", "-0.5", "0", "3.33"]


@given(st.text(max_size=30), st.floats(8, 40), st.floats(20, 400))
def test_shortened_text_fits(text, size, room):
    short = shorten(text, size, room)
    assert short == "…" or px(short, size) <= room


@given(st.integers(0, 10), LENGTH, LENGTH, st.floats(0.2, 3))
def test_packed_pieces_never_lie_over_one_another(count, across, down, largest):
    packing = pack(count, (across, down), largest)
    wide, tall = TOKEN[0] * packing.scale - 1e-6, TOKEN[1] * packing.scale - 1e-6
    clashes = [
        (a, b)
        for i, a in enumerate(packing.spots)
        for b in packing.spots[:i]
        if abs(a[0] - b[0]) < wide and abs(a[1] - b[1]) < tall
    ]
    assert clashes == []


@given(st.integers(1, 10), LENGTH, LENGTH, st.floats(0.2, 3))
def test_packed_pieces_stay_in_their_room(count, across, down, largest):
    packing = pack(count, (across, down), largest)
    half = TOKEN[0] * packing.scale / 2, TOKEN[1] * packing.scale / 2
    out = [
        s
        for s in packing.spots
        if abs(s[0]) + half[0] > across / 2 + 1e-6 or abs(s[1]) + half[1] > down / 2 + 1e-6
    ]
    assert out == []


def test_a_badge_for_every_seat():
    who = SimpleNamespace(seats=tuple("ABCDEFGH"))
    drawn = {str(badge(who, seat, 10, letter="A")) for seat in who.seats}
    assert len(who.seats) == len(drawn)


def drawn(body):
    """Draw something on a sheet of 100 by 50."""
    return document(width=100, height=50, lang="en", name="x", title="t", description="d", css="", body=body)


def test_a_panel_is_taken_out_as_a_picture_of_its_own():
    """Board and panel each show their own part of the sheet; nothing is lost, nothing is read aloud twice."""
    board, [beside] = take_apart(
        drawn(join(text_at(1, 1, "lake"), panel(60, text_at(61, 1, "seats"), bottom=50, end=40)))
    )
    board, beside = read(board), read(beside)
    assert ("0 0 60 50", "60 0 40 40") == (board.get("viewBox"), beside.get("viewBox"))
    assert ("x", "panel x") == (board.get("class"), beside.get("class"))
    assert ("lake" in "".join(board.itertext()), "".join(beside.itertext())) == (True, "seats")
    assert (board.get("role"), beside.get("role"), beside.get("aria-hidden")) == ("img", None, "true")


def test_a_panel_with_something_to_tap_is_not_hidden_from_ears():
    """What can be done is heard, wherever it stands."""
    _, [beside] = take_apart(drawn(panel(60, el("a", text_at(61, 1, "Ada"), href="#"), bottom=50, end=40)))
    assert (read(beside).get("role"), read(beside).get("aria-hidden")) == ("group", None)


def test_what_stands_below_a_board_is_taken_out_part_by_part():
    """Each part shows its own box of the sheet; the board ends where the first begins."""
    parts = (
        lower_part((0, 30, 50, 12), text_at(1, 31, "fight")),
        lower_part((50, 30, 50, 20), text_at(51, 31, "cards")),
    )
    board, below = take_apart(drawn(join(text_at(1, 1, "boat"), *parts)))
    boxes = [read(each).get("viewBox") for each in (board, *below)]
    assert ["0 0 100 30", "0 30 50 12", "50 30 50 20"] == boxes
    assert ["fight", "cards"] == ["".join(read(each).itertext()) for each in below]
    assert "under x" == read(below[0]).get("class")


def test_a_picture_without_a_panel_stays_whole():
    picture = drawn(text_at(1, 1, "boat"))
    assert (picture, []) == take_apart(picture)


def test_no_line_begins_with_a_closing_sign():
    lines = wrap("渇き：船長、一等航海士、少年、漕いだ者は渇く", 10, 50)
    assert "渇き：船長、一等航海士、少年、漕いだ者は渇く" == "".join(lines)
    assert all(line[0] not in "、：" and px(line, 10) <= 50 for line in lines), lines
