"""The shortest way round a course, hex by hex: proof that there is one."""

from collections import deque
from typing import Final

from referee.games.powerboats.course import Course
from referee.games.powerboats.hexes import SECTORS
from referee.games.powerboats.rounding import BUOYS, handed_over, starting_progress

DEEPEST: Final = -24
"""How many clicks the wrong way round a buoy are still searched: two circles."""

WIDEST: Final = 36
"""How many clicks past a gate are still told apart: three circles."""

SAFE: Final = -1
"""The margin of a buoy that cannot be lost any more."""

Node = tuple[int, int, int, int]
"""Hex, buoys rounded, progress to the next gate, margin past the last one."""

Came = dict[Node, Node | None]


def shortest_route(course: Course) -> tuple[int, ...] | None:
    """Find a shortest complete track from the start tile over the finish; None: there is none.

    The step is the one of `sail` in mode `string`, written out: a course is searched in the time
    of a blink.

    Rules: POW-CRS-07, POW-GATE-03, POW-GATE-04
    """
    near = [tuple(ray[0] for ray in rays if ray) for rays in course.rays]
    came, edge = begin(course)
    while edge:
        node = edge.popleft()
        for b in near[node[0]]:
            if node[1] == BUOYS and (node[0], b) in course.entries and keeps(course, node, b):
                return (*trace(came, node), b)
            found = step(course, node, b)
            if found is not None and found not in came:
                came[found] = node
                edge.append(found)
    return None


def begin(course: Course) -> tuple[Came, deque[Node]]:
    """Leave the start tile in every way that starts the race."""
    came: Came = {}
    for a, b in sorted(course.exits):
        progress = starting_progress(course, "enforced", a, b) or 0
        came.setdefault((b, 0, progress, SAFE), (a, -1, 0, SAFE))
    edge = deque(came)
    came.update({source: None for source in set(came.values()) if source is not None})
    return came, edge


def keeps(course: Course, node: Node, b: int) -> bool:
    """Whether a step does not lose the last buoy."""
    at, buoys, _, margin = node
    row = course.sectors[buoys - 1]
    return margin + (row[b] - row[at] + 6) % SECTORS - 6 >= 0


def step(course: Course, node: Node, b: int) -> Node | None:
    """Take one step; None where it leads farther astray than is searched."""
    at, buoys, progress, margin = node
    if buoys < BUOYS:
        row = course.sectors[buoys]
        progress += (row[b] - row[at] + 6) % SECTORS - 6
    if margin != SAFE:
        row = course.sectors[buoys - 1]
        margin += (row[b] - row[at] + 6) % SECTORS - 6
        if margin < 0:
            return b, buoys - 1, margin, SAFE
        if margin > WIDEST:
            return None
    if buoys < BUOYS and progress >= 0:
        return b, buoys + 1, handed_over(course, buoys + 1, b) or 0, progress
    return None if progress < DEEPEST else (b, buoys, progress, margin)


def trace(came: Came, node: Node | None) -> tuple[int, ...]:
    """Walk a search back to where it began."""
    path = []
    while node is not None:
        path.append(node[0])
        node = came[node]
    return tuple(reversed(path))
