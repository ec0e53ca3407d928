"""The string test written out independently: real angles of real points, no sectors and no clicks."""

import itertools
from math import atan2, cos, degrees, radians, sin, sqrt
from typing import Any

from referee.games.powerboats.courses.course import Course
from referee.games.powerboats.lakes.lake import Lake

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
