"""Placing boats: there is always room for everybody, whatever the shore."""

from functools import partial

from msgspec.structs import replace

from events.table import Corrected, TableOpened
from referee.games.powerboats import GAME
from referee.games.powerboats.events import (
    BoatFacts,
    BoatPlaced,
    BoatsRepaired,
    CourseSet,
    LakeLaid,
    Position,
)
from tests.laws.walks import after

told = partial(after, GAME)

QUAY = """powerboats-map 1
name quay
source a line right under the shore
layout pointy odd
size 12 8
map
############
#..........#
#..........#
#..........#
#..........#
#..........#
#..........#
############
end
"""
COURSE = CourseSet(race=1, buoys={"0": (2, 1), "1": (9, 4), "2": (5, 5), "3": (3, 4)}, line="E")


def test_where_the_shore_is_right_behind_the_line_boats_wait_beside_it() -> None:
    """Six boats, four hexes of the tile, no water behind it: the last two touch the tile or a boat."""
    state = told(None, TableOpened(game="powerboats", seats=tuple("ABCDEF")), LakeLaid(map=QUAY), COURSE)
    placed: list[tuple[int, int]] = []
    while GAME.phase(state) == "placing":
        options = GAME.legal(state, GAME.acting(state)[0])
        assert isinstance(options[0], BoatPlaced)
        placed.append(options[0].at)
        state = GAME.decide(state, options[0]).state
    assert {(3, 1), (4, 1), (5, 1), (6, 1)} == set(placed[:4])
    assert {1, 2} >= {row for _, row in placed[4:]}
    assert 6 == len(set(placed))


def test_where_the_start_player_was_taken_out_of_the_race_the_next_begins() -> None:
    """Sunk by hand before the race: its turn would be nobody's."""
    opened = TableOpened(game="powerboats", seats=("A", "B", "C"))
    state = told(None, opened, LakeLaid(map=QUAY), COURSE, Corrected(Position(sunk=("A",)), "A gave up."))
    for _ in "BC":
        state = GAME.decide(state, GAME.legal(state, GAME.acting(state)[0])[0]).state
    assert ("racing", ("B",)) == (state.phase, GAME.acting(state))


def test_a_boat_begins_a_race_with_the_damage_it_is_said_to_have() -> None:
    """A record that begins with race 2: the counter kept from race 1 is no damage of this race."""
    damaged, hurt = BoatFacts(damage=1), {"A": BoatFacts(damage=2)}
    state = told(
        None,
        TableOpened(game="powerboats", seats=("A", "B", "C")),
        Corrected(Position(race=2, boats={"A": damaged, "B": damaged}), "race 1 is sailed"),
        LakeLaid(map=QUAY),
        replace(COURSE, race=2, house=True),
    )
    while GAME.phase(state) == "placing":
        state = GAME.decide(state, GAME.legal(state, GAME.acting(state)[0])[0]).state
    over = Corrected(Position(boats=hurt, finished=("C", "B", "A")), "A was damaged once more")
    (repaired,) = (f.event for f in GAME.decide(state, over).facts if isinstance(f.event, BoatsRepaired))
    assert {"A": 2, "B": 1, "C": 0} == repaired.damage
