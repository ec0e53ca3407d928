"""Rounding agrees with a string drawn along the track, and the shortest way round with a plain search."""

import itertools
from collections import deque
from itertools import pairwise
from math import atan2, cos, degrees, radians, sin, sqrt
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from referee.games.powerboats.course import (
    SAFE,
    UNSTARTED,
    Course,
    Track,
    against_the_bend,
    arrow_of,
    begin,
    build,
    check_buoys,
    check_line,
    gate_of,
    is_home,
    plan,
    points_of,
    sail,
    shortest_route,
    step,
    usual_progress,
)
from referee.games.powerboats.lake import HEADING_INDEX, HEADINGS, CourseSpec, Lake, LakeError, line_from
from referee.games.powerboats.setup import courses_of
from referee.games.powerboats.tiles import lay_tiles, shuffled_tiles
from tests.games.powerboats.lakes import SAMPLED, drift, printed, sample_courses, with_course

Point = tuple[float, float]
HAIR = 1e-6
STEP = {"E": 0, "NE": 60, "NW": 120, "W": 180, "SW": 240, "SE": 300}


def point(lake: Lake, cell: tuple[int, int]) -> Point:
    column, row = cell
    return column + 0.5 * (row % 2 == lake.layout), -row * sqrt(3) / 2


def angle(centre: Point, a: Point, b: Point) -> float:
    """Measure the angle at a centre from a to b, from -180 to 180."""
    before, after = (degrees(atan2(p[1] - centre[1], p[0] - centre[0])) for p in (a, b))
    return (after - before + 180) % 360 - 180


def winding(centre: Point, track: list[Point]) -> float:
    return sum(angle(centre, a, b) for a, b in itertools.pairwise(track))


class String:
    """A boat followed by real angles; says which marks it rounded, lost, and whether it finished."""

    def __init__(self, lake: Lake, course: Course) -> None:
        self.lake, self.course = lake, course
        self.points = [self.middle(), *(point(lake, b) for b in course.buoys[1:]), self.middle()]
        self.buoys, self.swept, self.margin = -1, 0.0, None
        self.found: list[tuple[str, int]] = []

    def middle(self) -> Point:
        (a, b), (c, d) = (point(self.lake, cell) for cell in self.course.tile[1:3])
        return (a + c) / 2, (b + d) / 2

    def sign(self, i: int) -> int:
        """Give buoy i's sense: 1 counter-clockwise."""
        return 1 if self.course.arrows[i - 1] == "ccw" else -1

    def gate_point(self, i: int) -> Point:
        x, y = self.points[i]
        turn = radians(STEP[self.course.gates[i - 1]])
        return x + cos(turn), y + sin(turn)

    def to_gate(self, i: int, start: Point) -> float:
        """Measure the angle from a point to gate row i, the arrow's way, as a number below 0."""
        swept = angle(self.points[i], start, self.gate_point(i)) * self.sign(i) % 360
        return -(swept if swept > HAIR else 360)

    def side(self, cell: tuple[int, int]) -> int:
        (ax, ay), (bx, by) = (point(self.lake, self.course.tile[n]) for n in (0, 3))
        x, y = point(self.lake, cell)
        turn = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        return 0 if abs(turn) < HAIR else 1 if turn > 0 else -1

    def move(self, a: tuple[int, int], b: tuple[int, int]) -> None:
        here, there = point(self.lake, a), point(self.lake, b)
        tile = self.course.tile
        if self.buoys < 0:
            if a in tile and self.side(b) == self.side(self.course.start) != 0:
                self.buoys = 0
                second = point(self.lake, tile[1])
                self.swept = self.to_gate(1, second) + self.sign(1) * winding(
                    self.points[1], [second, here, there]
                )
            return
        if self.buoys < 3:
            self.swept += self.sign(self.buoys + 1) * angle(self.points[self.buoys + 1], here, there)
        if self.margin is not None:
            self.margin += self.sign(self.buoys) * angle(self.points[self.buoys], here, there)
            if self.margin < -HAIR:
                self.found.append(("lost", self.buoys))
                self.buoys, self.swept, self.margin = self.buoys - 1, self.margin, None
                return
        if self.buoys == 3:
            if b in tile and self.side(a) == self.side(self.course.finish):
                self.found.append(("finished", 0))
        elif self.swept >= -HAIR:
            self.hand_over(there)

    def hand_over(self, there: Point) -> None:
        self.buoys += 1
        self.found.append(("rounded", self.buoys))
        self.margin = self.swept
        if self.buoys < 3:
            here, nxt = self.points[self.buoys], self.buoys + 1
            self.swept = self.to_gate(nxt, here) + self.sign(nxt) * angle(self.points[nxt], here, there)

    @property
    def over(self) -> bool:
        return ("finished", 0) in self.found


def sweeps(lake: Lake, course: Course, route: Any, marks: Any) -> list[tuple[float, float]]:
    """Measure, for each buoy, the angle a complete route swept from mark to mark, and the bend's.

    The string is led from the middle of the line along the tile, and from each buoy along its gate
    row to the hex where it was rounded.
    """
    string = String(lake, course)
    cells = [course.hex_of(at) for at in route]
    begin = {0: 0, 4: len(route) - 1}
    for mark in marks:
        if mark.what == "rounded":
            begin[mark.buoy] = route.index(mark.at, begin[mark.buoy - 1] + 1)
    found = []
    for i in (1, 2, 3):
        middle = [point(lake, cell) for cell in cells[begin[i - 1] : begin[i + 1] + 1]]
        track = [string.points[i - 1], *middle, string.points[i + 1]]
        bend = string.sign(i) * angle(string.points[i], string.points[i - 1], string.points[i + 1]) % 360
        found.append((string.sign(i) * winding(string.points[i], track), bend))
    return found


@pytest.mark.parametrize("n", range(SAMPLED))
def test_a_shortest_route_sweeps_every_buoy_as_the_bend_says(n: int) -> None:
    """A string along the route, drawn taut, passes each mark on its side, without a circle too many."""
    lake, spec, letter = sample_courses()[n]
    course = build(lake, plan(lake, spec, letter, house=True))
    route = shortest_route(course)
    assert route is not None
    _track, marks = sail(course, "string", "enforced", UNSTARTED, route[0], route[1:])

    assert "finished" == marks[-1].what
    for swept, bend in sweeps(lake, course, route, marks):
        assert bend == pytest.approx(swept % 360, abs=1e-6)
        assert 0 <= swept < 360 + 1e-6


@pytest.mark.parametrize("seed", range(60))
def test_a_drifting_boat_is_where_the_string_says(seed: int) -> None:
    lake, spec, letter = sample_courses()[seed % SAMPLED]
    course = build(lake, plan(lake, spec, letter, house=True))
    route = drift(course, seed, 600)
    string = String(lake, course)
    for a, b in pairwise(route):
        if not string.over:
            string.move(course.hex_of(a), course.hex_of(b))
    track, marks = sail(course, "string", "enforced", UNSTARTED, route[0], tuple(route[1:]))

    assert string.found == [(m.what, m.buoy) for m in marks if m.what != "started"]
    assert string.buoys == track.buoys


@pytest.mark.parametrize("rounding", ["string", "latch", "gate"])
@pytest.mark.parametrize("seed", range(12))
def test_progress_does_not_depend_on_how_a_track_is_split(seed: int, rounding: str) -> None:
    lake, spec, letter = sample_courses()[seed * 5 % SAMPLED]
    course = build(lake, plan(lake, spec, letter, house=True))
    route = drift(course, seed, 300)
    whole = sail(course, rounding, "enforced", UNSTARTED, route[0], tuple(route[1:]))
    random, track, marks, at = Random(seed), UNSTARTED, [], 0
    while at < len(route) - 1 and not (marks and marks[-1].what == "finished"):
        end = min(len(route) - 1, at + random.randint(1, 7))
        track, found = sail(course, rounding, "enforced", track, route[at], tuple(route[at + 1 : end + 1]))
        marks += found
        at = end

    assert whole == (track, marks)


def test_the_printed_course_is_derived_as_it_is_printed() -> None:
    """Arrows ccw, ccw, cw; gates E, NW, SE; out and in on the E side; 67 steps from the start tile."""
    _, course = printed()
    route = shortest_route(course)

    assert ("ccw", "ccw", "cw") == course.arrows
    assert ("E", "NW", "SE") == course.gates
    assert ((7, 19), (8, 20), (8, 21), (9, 22)) == course.tile
    assert (9, 23) == course.finish_buoy
    assert route is not None
    assert 67 == len(route) - 1


def test_the_training_course_rounds_where_it_was_solved() -> None:
    """The route printed with the training lake: 25 steps, rounding at 7,2, 14,4 and 10,8."""
    _, course = with_course("training")
    legs = ["NE3", "NW1", "NE1", "E7", "SE2", "SW1", "W2", "SW3", "W5"]
    at = course.number((4, 7))
    track, found, steps = UNSTARTED, [], 0
    for leg in legs:
        heading, n = ("E", "NE", "NW", "W", "SW", "SE").index(leg[:-1]), int(leg[-1])
        path = course.rays[at][heading][:n]
        track, marks = sail(course, "string", "enforced", track, at, path)
        found += [(m.what, m.buoy, course.hex_of(m.at)) for m in marks]
        at, steps = path[-1], steps + len(path)

    assert 25 == steps
    assert [
        ("started", 0, (5, 6)),
        ("rounded", 1, (7, 2)),
        ("rounded", 2, (14, 4)),
        ("rounded", 3, (10, 8)),
        ("finished", 0, (5, 8)),
    ] == found


def test_wrong_way_travel_has_to_be_undone_except_at_bare_gates() -> None:
    """A boat that circled buoy 1 against its arrow reaches the gate only once the circle is undone."""
    _, course = printed()
    ring = [course.number(cell) for cell in ((24, 11), (24, 10), (23, 10), (22, 11), (23, 12), (24, 12))]
    against, along = [*reversed(ring), *reversed(ring)], [*ring, *ring, *ring]
    path = tuple(at for at in (*against, *along))
    start = sail(course, "string", "free", UNSTARTED, course.number((24, 13)), (course.number((24, 12)),))[0]
    string = sail(course, "string", "free", start, course.number((24, 12)), path)[1]
    gate = sail(course, "gate", "free", start, course.number((24, 12)), path)[1]

    assert "rounded" == gate[0].what
    assert path.index(gate[0].at) < len(path)
    assert all(mark.what == "rounded" for mark in string)


def test_a_boat_set_down_with_the_buoy_between_came_round_it_the_arrows_way() -> None:
    """Behind buoy 3, seen from buoy 2: one click before its gate, not a circle and one more."""
    _, course = printed()
    assert -7 == course.references[2]
    assert -1 == usual_progress(course, 3, course.number((23, 27)))


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
    random = Random(seed)
    for _ in range(12):
        lake = pond(random) if random.random() < 0.9 else lay_tiles(shuffled_tiles(str(seed)))
        course = any_course(random, lake)
        if course is not None:
            assert plain_length(course) == len(shortest_route(course) or ())


@pytest.mark.parametrize("seed", range(24))
def test_a_step_of_the_search_is_a_step_of_a_boat(seed: int) -> None:
    """Wherever a boat drifts; what it passes too often the wrong way is searched no farther."""
    lake, spec, letter = sample_courses()[seed * 3 % SAMPLED]
    course = build(lake, plan(lake, spec, letter, house=True))
    track, stepped = UNSTARTED, 0
    for a, b in pairwise(drift(course, seed, 600)):
        before = track
        track, marks = sail(course, "string", "enforced", track, a, (b,))
        if before.buoys < 0:
            continue
        if "finished" in [mark.what for mark in marks]:
            break
        found = step(course, (a, before.buoys, before.progress or 0, margin_of(before)), b)
        assert found in (None, (b, track.buoys, track.progress or 0, margin_of(track)))
        stepped += found is not None
    assert stepped or track.buoys < 0


def margin_of(track: Any) -> int:
    return SAFE if track.margin is None else track.margin


OPEN = Lake(name="open", cells=("#" * 14, *["#" + "." * 12 + "#"] * 8, "#" * 14))


def turning_back() -> CourseSpec:
    """Plan a course on open water that turns straight back at buoy 2."""
    return plan(OPEN, CourseSpec(buoys=((2, 1), (3, 4), (10, 4), (6, 4)), line="E"), "A", house=True)


def test_a_gate_lies_behind_a_buoy_whose_marks_before_and_after_lie_the_same_way() -> None:
    """The whole circle is swept there: its half leads away from both."""
    assert "E" == turning_back().gates[1]


def test_an_arrow_round_a_buoy_in_line_with_its_marks_goes_against_no_bend() -> None:
    assert () == against_the_bend(build(OPEN, turning_back()), OPEN)


@pytest.mark.parametrize("seed", range(12))
def test_at_bare_gates_a_buoy_is_rounded_on_its_gate_row_and_nowhere_else(seed: int) -> None:
    lake, spec, letter = sample_courses()[seed * 5 % SAMPLED]
    course = build(lake, plan(lake, spec, letter, house=True))
    path = tuple(drift(course, seed, 600))
    _, marks = sail(course, "gate", "free", Track(0, -6, None), path[0], path[1:])
    rounded = [mark for mark in marks if mark.what == "rounded"]
    assert all(mark.at in course.gate_rows[mark.buoy - 1] for mark in rounded)


def test_what_stands_in_for_unknown_spots_may_lie_a_hex_off_the_shore() -> None:
    buoys = {buoy for course in courses_of(OPEN, 1) for buoy in course.buoys.values()}
    assert (2, 2) in buoys


def test_a_lake_without_open_water_has_no_course() -> None:
    assert () == courses_of(Lake(name="small", cells=("######", "#....#", "#.##.#", "#....#", "######")), 1)
