"""The shortest way round: what is promised ahead saves time and changes nothing."""

from collections import deque
from random import Random

import pytest
from msgspec.structs import replace

from referee.games.powerboats.courses.course import Course, build
from referee.games.powerboats.courses.plan import arrow_of, check_buoys, check_line, gate_of, points_of
from referee.games.powerboats.courses.route import begin, is_home, shortest_route, step
from referee.games.powerboats.lakes.hexes import HEADING_INDEX, HEADINGS
from referee.games.powerboats.lakes.lake import CourseSpec, Lake, LakeError, line_from
from referee.games.powerboats.lakes.tiles import lay_tiles, shuffled_tiles

ARROWS = (None, "ccw", "cw")


def plain_length(course: Course) -> int:
    """Search breadth first, nothing promised: how many hexes a shortest track has; 0: there is none."""
    lengths = dict.fromkeys(begin(course), 2)
    queue = deque(lengths)
    while queue:
        node = queue.popleft()
        for b in (ray[0] for ray in course.rays[node[0]] if ray):
            found = step(course, node, b)
            if is_home(course, node, found):
                return lengths[node] + 1
            if found is not None and found not in lengths:
                lengths[found] = lengths[node] + 1
                queue.append(found)
    return 0


def pond(random: Random) -> Lake:
    columns, rows = random.randint(9, 15), random.randint(8, 12)
    shore = "#" * columns
    water = ["".join(random.choices("#.", (1, 6), k=columns - 2)) for _ in range(rows - 2)]
    return Lake(name="pond", cells=(shore, *(f"#{row}#" for row in water), shore))


def any_course(random: Random, lake: Lake) -> Course | None:
    """Set a course anyhow, arrows that ask for circles too; None where the buoys cannot stand so."""
    cells = [(c, r) for c in range(1, lake.columns - 1) for r in range(1, lake.rows - 1)]
    spec = CourseSpec(buoys=tuple(random.sample(cells, 4)), line=random.choice(HEADINGS))
    try:
        check_buoys(lake, spec, "A", house=True)
        *tile, finish_buoy = line_from(lake, spec.buoys[0], HEADING_INDEX[spec.line])
        check_line(lake, spec.buoys, tile, finish_buoy)
        points = points_of(lake, tile, spec.buoys)
        arrows = tuple(random.choice(ARROWS) or arrow_of(spec, points, i) for i in (1, 2, 3))
        spec = replace(spec, arrows=arrows)
        spec = replace(spec, gates=tuple(gate_of(lake, spec, points, i) for i in (1, 2, 3)))
    except LakeError:
        return None
    return build(lake, replace(spec, start=spec.buoys[1], finish=spec.buoys[3]))


@pytest.mark.parametrize("seed", range(12))
def test_the_way_round_is_as_short_as_an_unpromised_search_finds_it(seed: int) -> None:
    """On ponds and lakes, with gates anywhere; where there is no way, neither finds one."""
    random = Random(seed)
    for _ in range(12):
        lake = pond(random) if random.random() < 0.9 else lay_tiles(shuffled_tiles(str(seed)))
        course = any_course(random, lake)
        if course is not None:
            assert plain_length(course) == len(shortest_route(course) or ())
