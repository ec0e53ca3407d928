"""The shortest way round a course, hex by hex: proof that there is one."""

from collections import deque
from collections.abc import Iterable
from heapq import heapify, heappop, heappush
from typing import Final

from referee.games.powerboats.courses.course import Course
from referee.games.powerboats.courses.rounding import BUOYS, handed_over, starting_progress
from referee.games.powerboats.lakes.hexes import SECTORS

DEEPEST: Final = -24
"""How many clicks the wrong way round a buoy are still searched: two circles."""

WIDEST: Final = 36
"""How many clicks past a gate are still told apart: three circles."""

SAFE: Final = -1
"""The margin of a buoy that cannot be lost any more."""

NEVER: Final = 1 << 30
"""More steps than any way has."""

Node = tuple[int, int, int, int]
"""Hex, buoys rounded, progress to the next gate, margin past the last one."""

Near = list[tuple[int, ...]]
"""By hex, the hexes a step away."""

Ahead = list[list[int]]
"""By buoys rounded and by hex, how many steps there are at least to the finish."""


def shortest_route(course: Course) -> tuple[int, ...] | None:
    """Find a shortest complete track from the start tile over the finish; None: there is none.

    The step is the one of `sail` in mode `string`, written out. What promises the shortest way is
    searched first: all the courses of a race are proved in the time of a blink.

    Rules: POW-CRS-07, POW-GATE-03, POW-GATE-04
    """
    near = [tuple(ray[0] for ray in rays if ray) for rays in course.rays]
    ways: dict[Node, tuple[int, ...]] = {**begin(course)}
    ahead = look_ahead(course, near, ways)
    queue = [(1 + ahead[0][node[0]], node) for node in ways]
    heapify(queue)
    while queue and queue[0][0] < NEVER:
        promised, node = heappop(queue)
        at, buoys, *_ = node
        steps = len(ways[node])
        if promised >= steps + ahead[buoys][at]:
            continue  # reached in fewer steps since
        for b in near[at]:
            found = step(course, node, b)
            if is_home(course, node, found):
                return (*ways[node], b)
            if found is not None and (found not in ways or steps < len(ways[found]) - 1):
                ways[found] = (*ways[node], b)
                heappush(queue, (steps + ahead[found[1]][b], found))
    return None


def look_ahead(course: Course, near: Near, edge: Iterable[Node]) -> Ahead:
    """Measure what is left at least: every gate row that is not reached yet, then the finish.

    Nothing is promised on a course where a gate may be behind a boat before its turn comes, for there
    a buoy is rounded without standing on its row; nor where buoy 3 can be rounded on the finish itself.
    """
    starts = [progress for _, _, progress, _ in edge]
    handed = [handed_over(course, i, at) or 0 for i in (1, 2) for at in course.gate_rows[i - 1]]
    if max(starts + handed, default=0) >= 0 or not course.on_tile.isdisjoint(course.gate_rows[-1]):
        return [[0] * len(near)] * (BUOYS + 1)
    ahead = [[steps + 1 for steps in flood(near, {a for a, _ in course.entries})]]
    for row in reversed(course.gate_rows):
        after = min((ahead[0][at] for at in row), default=NEVER)
        ahead.insert(0, [steps + after for steps in flood(near, row)])
    return ahead


def flood(near: Near, goals: Iterable[int]) -> list[int]:
    """Count the steps to the nearest goal from every hex; NEVER where there is no way."""
    steps = [NEVER] * len(near)
    edge = deque(goals)
    for at in edge:
        steps[at] = 0
    while edge:
        at = edge.popleft()
        for b in near[at]:
            if steps[b] == NEVER:
                steps[b] = steps[at] + 1
                edge.append(b)
    return steps


def begin(course: Course) -> dict[Node, tuple[int, int]]:
    """Leave the start tile in every way that starts the race: from where, to where."""
    steps: dict[Node, tuple[int, int]] = {}
    for a, b in sorted(course.exits):
        progress = starting_progress(course, "enforced", a, b) or 0
        steps.setdefault((b, 0, progress, SAFE), (a, b))
    return steps


def is_home(course: Course, node: Node, found: Node | None) -> bool:
    """Whether a step finishes: over the line the right way, the last buoy rounded by then.

    Rules: POW-FIN-03
    """
    return found is not None and found[1] == BUOYS and (node[0], found[0]) in course.entries


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
