"""Where the pieces of the games stand on their pictures: all of them, each once, each in its place."""

from math import dist

import pytest

from referee.draw import marked_board
from referee.games.niagara.board.text import canoes_at
from referee.games.powerboats.board.picture import centre, whole
from referee.testing.recorded import record
from tests.architecture.sources import RECORDED
from tests.draw.outline import outline, spots
from tests.games.lifeboat.views import SITUATIONS, seen
from tests.games.niagara import views as niagara

RACE = record(RECORDED / "powerboats" / "three-training.jsonl")
UNDER_WAY = RACE.game.view(RACE.steps[40].after, None)
RIVERS = {**niagara.SITUATIONS, "fork": niagara.crowded("L6")}
SIZES = ("phone", "table")

each_size = pytest.mark.parametrize("size", SIZES)


@pytest.mark.parametrize(
    ("view", "size"),
    [
        pytest.param(niagara.SITUATIONS["midgame"], "table", id="niagara"),
        pytest.param(seen("fight", "Ben"), "phone", id="lifeboat"),
        pytest.param(UNDER_WAY, "table", id="powerboats"),
    ],
)
def test_the_board_in_outline(view, size, snapshot):
    """Every text, piece and tap with its place."""
    assert snapshot == outline(marked_board(view, "en", size))


@each_size
@pytest.mark.parametrize("view", RIVERS.values(), ids=RIVERS)
def test_every_canoe_lies_on_its_space(view, size):
    """No other space of the river is nearer to it, however many share one."""
    picture = marked_board(view, "en", size)
    taps = spots(picture, "data_pick")
    spaces = {ids.split()[0][3:]: at for ids, at in taps.items() if ids.startswith("to:") and at != (0, 0)}
    canoes = {id: at for id, at in spots(picture, "data_piece").items() if id.startswith("canoe:")}
    assert {f"canoe:{seat}.{n}" for seat in view.seats for n in (1, 2)} == set(canoes)
    for space in spaces:
        for seat, n, _ in canoes_at(view, space):
            at = canoes[f"canoe:{seat}.{n}"]
            assert space == min(spaces, key=lambda each: dist(spaces[each], at)), (seat, n)


@pytest.mark.parametrize("situation", SITUATIONS)
@pytest.mark.parametrize(("size", "axis"), [("phone", 1), ("table", 0)])
def test_everybody_aboard_sits_in_the_order_of_the_boat(situation, size, axis):
    """From bow to stern: on a phone from the top down, on a screen from left to right."""
    view = seen(situation)
    places = spots(marked_board(view, "en", size), "data_piece")
    aboard = {id[4:]: at for id, at in places.items() if id.startswith("who:")}
    assert list(view.boat) == sorted(aboard, key=lambda seat: aboard[seat][axis])


@pytest.mark.parametrize("step", range(10, len(RACE.steps), 37))
def test_every_boat_lies_on_its_hex(step):
    """The lake fills the height or the width it has."""
    view = RACE.game.view(RACE.steps[step].after, None)
    frame = whole(view.lake)
    side = min(848 / frame.width, 784 / frame.height)
    drawn = spots(marked_board(view, "en", "table"), "data_piece")
    afloat = {seat: centre(view.lake, boat.at) for seat, boat in view.boats.items() if boat.at}
    assert {f"hull:{seat}" for seat in afloat} == {id for id in drawn if id.startswith("hull:")}
    for seat, (x, y) in afloat.items():
        assert drawn[f"hull:{seat}"] == pytest.approx((8 + x * side, 8 + y * side), abs=0.3), seat
