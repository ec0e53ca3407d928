"""What a boat's track does to its race: started, buoys rounded and lost, finished; hex by hex."""

from typing import Final, NamedTuple

from referee.games.powerboats.courses.course import Course, usual_progress
from referee.games.powerboats.lakes.hexes import SECTORS, click

BUOYS: Final = 3


class Track(NamedTuple):
    """How far a boat is round the course.

    `buoys` -1 before the start, then how many are rounded; `progress` clicks to the next gate,
    below 0; `margin` clicks past the last gate; None where there is no such gate to reach or lose.
    """

    buoys: int
    progress: int | None
    margin: int | None


class Mark(NamedTuple):
    """Something a track did at a hex: `started`, `rounded`, `lost` (with the buoy) or `finished`."""

    what: str
    buoy: int
    at: int


UNSTARTED: Final = Track(-1, None, None)


def sail(  # noqa: C901 - the definition is told hex by hex, and so it is written
    course: Course, rounding: str, start_line: str, track: Track, at: int, path: tuple[int, ...]
) -> tuple[Track, list[Mark]]:
    """Follow a track over the hexes of a path; stop counting at the finish.

    Rules: POW-RND-01, POW-RND-02, POW-GATE-03, POW-GATE-04, POW-GATE-05, POW-FIN-01, POW-FIN-03
    """
    buoys, progress, margin = track
    if rounding != "string":
        margin = None
    found: list[Mark] = []
    for b in path:
        if buoys < 0:
            progress = starting_progress(course, start_line, at, b)
            if progress is None:
                at = b
                continue
            buoys = 0
            found.append(Mark("started", 0, b))
        elif buoys < BUOYS:
            sectors = course.sectors[buoys]
            moved = (sectors[b] - sectors[at] + 6) % SECTORS - 6
            progress += moved  # type: ignore[operator]
            if rounding == "gate":
                progress = forgetful(course, buoys, b, moved)
        if margin is not None:
            sectors = course.sectors[buoys - 1]
            margin += (sectors[b] - sectors[at] + 6) % SECTORS - 6
            if margin < 0:
                found.append(Mark("lost", buoys, b))
                buoys, progress, margin = buoys - 1, margin, None
                at = b
                continue
        if buoys < BUOYS and progress >= 0:  # type: ignore[operator]
            buoys += 1
            found.append(Mark("rounded", buoys, b))
            margin = progress if rounding == "string" else None
            progress = handed_over(course, buoys, b)
        if buoys == BUOYS and (at, b) in course.entries:
            found.append(Mark("finished", 0, b))
            break
        at = b
    return Track(buoys, progress, margin), found


def starting_progress(course: Course, start_line: str, at: int, b: int) -> int | None:
    """Give the progress to gate 1 of a boat that starts with this step; None: it does not start.

    Rules: POW-STA-05
    """
    if (at, b) not in course.exits and (start_line != "free" or b in course.on_tile):
        return None
    before = course.starts[at] if at in course.on_tile else usual_progress(course, 1, at)
    return before + click(course.sectors[0][at], course.sectors[0][b])


def forgetful(course: Course, buoys: int, at: int, moved: int) -> int:
    """Count progress without memory: only the gate row and the way it is reached matter.

    Rules: POW-GATE-03
    """
    short = (course.gate_sector[buoys] - course.sectors[buoys][at]) % SECTORS
    if short:
        return -short
    return 0 if moved > 0 else -SECTORS


def handed_over(course: Course, buoys: int, at: int) -> int | None:
    """Give the progress to the next gate at the moment a buoy is rounded. Rules: POW-GATE-06."""
    if buoys == BUOYS:
        return None
    counted = course.handovers[buoys - 1].get(at)
    return usual_progress(course, buoys + 1, at) if counted is None else counted
