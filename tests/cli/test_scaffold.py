"""A scaffold is refused where no game could stand; its board offers what may be told now."""

import os

import pytest

from tests.architecture.sources import ROOT
from tests.stages import slow


@pytest.mark.parametrize("name", ["Marbles", "m", "my-game", "niagara", "a b"])
def test_a_name_that_cannot_be_is_refused(run, place, name):
    assert (2, []) == (run("scaffold", name).code, list(place.iterdir()))


def test_a_folder_that_is_there_is_left_alone(run, place):
    (place / "stones").mkdir()
    assert (2, []) == (run("scaffold", "stones").code, list((place / "stones").iterdir()))


@pytest.fixture
def marbles(run, place):
    """Write the game `marbles`, and return the variables with which it is installed."""
    assert 0 == run("scaffold", "marbles", "--out", "site").code
    told = place / "site" / "marbles-1.dist-info"
    told.mkdir()
    (told / "METADATA").write_text("Metadata-Version: 2.1\nName: marbles\nVersion: 1\n")
    (told / "entry_points.txt").write_text("[referee.games]\nmarbles = marbles\n")
    return {"PYTHONPATH": os.pathsep.join(map(str, (ROOT, place / "site", place / "site" / "marbles")))}


@slow
def test_the_board_offers_a_seat_what_it_may_do_now_in_text_and_picture(start, marbles, place):
    """So many as may be taken, while it is that seat's turn; nobody else is offered any."""
    assert 0 == start("new", "marbles", "--seats", "Ada,Ben", "--table", "evening", **marbles).code
    shown = {}
    for seat in (("--as", "A"), ("--as", "B"), ()):
        text = start("show", "evening", *seat, **marbles).out
        assert 0 == start("show", "evening", *seat, "--svg", "board.svg", "--force", **marbles).code
        picture = (place / "board.svg").read_text("utf-8")
        shown[seat[-1:]] = [(f"({n})" in text, f">{n}</text>" in picture) for n in (1, 3, 4)]
    none = [(False, False)] * 3
    assert {("A",): [(True, True)] * 2 + none[:1], ("B",): none, (): none} == shown
