"""The map format: written back the same, and every failure named with its row and column."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.games.powerboats import GAME
from referee.games.powerboats.events import LakeLaid
from referee.games.powerboats.lake import LakeError, water_of
from referee.games.powerboats.maps import MapError, read_map, write_map
from referee.games.powerboats.tiles import SHIPPED, dark_sides, lay_tiles, map_of, shipped_lake
from referee.kernel.verdict import Accepted
from tests.laws.walks import open_game, refused

RULEBOOK, TRAINING = map_of("rulebook"), map_of("training")
POND = """powerboats-map 1
name pond
source test
layout pointy odd
size 8 6
map
########
#....#.#
#....###
#......#
#......#
########
end
"""


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_lake_is_written_back_byte_for_byte(name: str) -> None:
    assert map_of(name) == write_map(read_map(map_of(name)))


def test_a_map_typed_without_blanks_and_numbers_is_the_same_lake() -> None:
    lines = TRAINING.split("\n")
    rows = ["".join(line.split()[1:]) if 6 <= n <= 17 else line for n, line in enumerate(lines)]

    assert shipped_lake("training") == read_map("\n".join(rows))


def test_a_lake_of_even_rows_shoved_right_round_trips() -> None:
    text = TRAINING.split("course")[0].replace("odd", "even")

    assert 0 == read_map(text).layout
    assert read_map(text) == read_map(write_map(read_map(text)))


def test_tiles_lay_the_shipped_lakes() -> None:
    assert shipped_lake("rulebook").cells == lay_tiles("D1 D2 D3 / D4 D5 D6").cells
    assert shipped_lake("rearranged").cells == lay_tiles("D3r D4 D2r / D6 D1r D5").cells
    assert set(shipped_lake("rulebook").spots) == set(lay_tiles("D1 D2 D3 / D4 D5 D6").spots)
    assert 621 == len(water_of(shipped_lake("rulebook")))


MAPS = {"training": TRAINING, "rulebook": RULEBOOK, "pond": POND}


def faulty() -> Iterator[Any]:
    for line in Path(__file__).with_name("faulty_maps.txt").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            name, old, new, found = line.split(" | ")
            assert old in MAPS[name], line
            text = MAPS[name].replace(*((old + "\n", "") if new == "^" else (old, new)))
            yield pytest.param(text, found, id=f"{old} - {new}")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        *faulty(),
        ("", "map_title 1 1"),
        (POND, "map_pond 8 7"),
        (TRAINING + "something else\n", "map_leftover 28 1"),
    ],
)
def test_a_fault_in_a_map_is_named_with_its_place(text: str, found: str) -> None:
    verdict = refused(GAME, open_game(GAME), LakeLaid(map=text))
    reason, row, column = found.split()
    told = (verdict.reason, verdict.args["row"], verdict.args["column"])
    assert (f"powerboats.{reason}", int(row), int(column)) == told


def test_a_lake_laid_before_a_rule_was_mended_is_rebuilt_as_it_was() -> None:
    old = LakeLaid(map=RULEBOOK.replace("buoy 1 23,11 ccw", "buoy 1 23,12 ccw"))

    assert refused(GAME, open_game(GAME), old)
    assert (23, 12) == GAME.evolve(open_game(GAME), old).lake.courses[0][1].buoys[1]


def test_lines_that_belong_together_stand_in_any_order() -> None:
    title, name, source, *more = RULEBOOK.splitlines()
    layout, size, *rows = more
    end = rows.index("end") + 1
    spots = [line for line in rows[end:] if line.startswith("spot")]
    course, *parts = rows[end + len(spots) :]
    turned = [title, size, source, layout, name, *rows[:end], course, *reversed(parts), *reversed(spots)]

    lake, whole = read_map("\n".join(turned)), shipped_lake("rulebook")
    assert (whole.name, whole.source, whole.cells) == (lake.name, lake.source, lake.cells)
    assert (set(whole.spots), whole.courses) == (set(lake.spots), lake.courses)
    bare = read_map("\n".join([title, size, layout, *rows]))
    assert ("", "", whole.courses) == (bare.name, bare.source, bare.courses)
    assert bare == read_map(write_map(bare))


PRINTED = """powerboats-map 1
name  the training lake  # as people call it
source somebody's drawing, sheet #2
layout pointy odd                   # odd rows shoved right; "even" also allowed

# the size comes next
size  16 12    # columns, rows
map            # in the rows # is land
ROWS
end # of the rows
course A                            # one block per race
buoy 0 3,5
line SE                             # direction of the 4 tile hexes

# now the three to round
buoy 1 8,4 cw gate NW#remark
"""


def test_remarks_and_empty_lines_are_for_people() -> None:
    rows = "\n".join(TRAINING.split("\n")[6:18])
    tail = TRAINING[TRAINING.index("buoy 2") :].replace("gate E", "gate E # out of the bend")
    text = PRINTED.replace("ROWS", rows).replace("NW#remark", "NW # a remark") + tail + "# the end\n\n"
    lake = read_map(text.replace("\n", "\r\n"))

    assert ("the training lake", "somebody's drawing, sheet #2") == (lake.name, lake.source)
    assert (shipped_lake("training").cells, shipped_lake("training").courses) == (lake.cells, lake.courses)
    assert lake == read_map(write_map(lake))
    with pytest.raises(MapError, match="map_word at row 27, column 20"):
        read_map(PRINTED.replace("ROWS", rows) + tail)


@pytest.mark.parametrize(
    ("tiles", "reason"),
    [
        ("", "tiles_rows"),
        ("D1 D2 D3 D4 D5 D6", "tiles_rows"),
        ("D1 D2 D3 / D4 D5", "tiles_rows"),
        ("D1 D2 D3 / D4 D5 D7", "tiles_unknown"),
        ("D1 D2 D3 / D4 D5 D5r", "tiles_twice"),
        ("D1 D2 D3 / D4 D5 D6x", "tiles_unknown"),
        ("D1 D2 D3 / D4 D5 L7", "tiles_unknown"),
        ("D1 L1 D3 / D4 D5 D6", "tiles_twice"),
        ("D1 L2 D3 / D4 D5 D6", "light_side_unseen"),
    ],
)
def test_shorthand_that_lays_no_lake_is_refused(tiles: str, reason: str) -> None:
    with pytest.raises(LakeError) as caught:
        lay_tiles(tiles)

    assert f"powerboats.{reason}" == caught.value.reason


def drawn(name: str, rows: tuple[str, ...], *spots: str) -> str:
    return "\n".join((f"tile {name}", *(f"{n:02} {' '.join(row)}" for n, row in enumerate(rows)), *spots, ""))


D2 = dark_sides()["D2"].cells
LIKE_D2 = drawn("L2", D2, "spot A 2,7 NE?", "spot C 3,8 NW")


@pytest.mark.parametrize("turned", ["", "r"])
def test_a_light_side_lies_as_it_is_drawn(turned: str) -> None:
    dark, light = (
        lay_tiles(f"D1 D2{turned} D3 / D4 D5 D6"),
        lay_tiles(f"D1 L2{turned} D3 / D4 D5 D6", LIKE_D2),
    )
    assert (dark.cells, dark.spots) == (light.cells, light.spots)


def test_a_row_of_a_light_side_may_begin_with_land() -> None:
    text = "\n".join(["tile L2", *("#......." for _ in range(12)), ""])
    lake = lay_tiles("D1 L2 D3 / D4 D5 D6", text)

    assert ["#......."] * 12 == [row[11:19] for row in lake.cells[3:15]]


def test_a_text_of_light_sides_serves_for_any_of_them() -> None:
    both = LIKE_D2 + drawn("L5", dark_sides()["D5"].cells)
    assert lay_tiles("D1 L2 D3 / D4 D5 D6", both).cells == lay_tiles("D1 D2 D3 / D4 L5 D6", both).cells


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("tile D2\n", "map_word at row 1, column 6"),
        (LIKE_D2 + LIKE_D2, "map_word at row 16, column 6"),
        (LIKE_D2.replace("11 ", "12 "), "map_row_number at row 13"),
        (drawn("L2", D2[:11]), "map_too_few_rows at row 13"),
        (drawn("L2", D2[:11], "spot A 2,7"), "map_too_few_rows at row 13"),
        (drawn("L2", (*D2[:11], "...")), "map_row_length at row 13"),
        (drawn("L2", D2, "spot A 8,7"), "map_off at row 14, column 8"),
        ("a lake\n", "map_key_expected at row 1"),
    ],
)
def test_a_fault_in_a_drawn_side_is_named_with_its_place(text: str, where: str) -> None:
    with pytest.raises(MapError, match=where):
        lay_tiles("D1 L2 D3 / D4 D5 D6", text)


@given(st.permutations(["D1", "D2", "D3", "D4", "D5", "D6"]), st.lists(st.booleans(), min_size=6, max_size=6))
def test_every_arrangement_of_the_tiles_is_a_lake(order: list[str], turned: list[bool]) -> None:
    words = [f"{tile}{'r' if turn else ''}" for tile, turn in zip(order, turned, strict=True)]
    lake = lay_tiles(f"{' '.join(words[:3])} / {' '.join(words[3:])}")

    assert 621 == len(water_of(lake))
    assert 11 == len(lake.spots)
    assert lake.cells == read_map(write_map(lake)).cells


@given(st.text(max_size=400) | st.binary(max_size=300).map(lambda b: b.decode("latin-1")))
def test_any_text_is_a_lake_or_an_error_with_a_place(text: str) -> None:
    verdict = GAME.decide(open_game(GAME), LakeLaid(map=text))

    assert isinstance(verdict, Accepted) or min(verdict.args["row"], verdict.args["column"]) >= 1


@given(st.integers(0, len(RULEBOOK) - 1), st.characters(), st.booleans())
def test_a_damaged_map_is_a_lake_or_an_error_with_a_place(at: int, put: str, cut: bool) -> None:
    verdict = GAME.decide(
        open_game(GAME), LakeLaid(map=RULEBOOK[:at] + ("" if cut else put) + RULEBOOK[at + 1 :])
    )

    assert isinstance(verdict, Accepted) or verdict.args["row"] >= 1
