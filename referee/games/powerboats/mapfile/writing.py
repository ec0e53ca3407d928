"""The plain-text map, written so that reading it gives the same lake."""

from referee.games.powerboats.lakes.hexes import cell_text, is_shoved
from referee.games.powerboats.lakes.lake import CourseSpec, Lake
from referee.games.powerboats.mapfile.reading import TITLE


def write_map(lake: Lake) -> str:
    """Write a lake in the map format; reading it gives the same lake."""
    lines = [
        TITLE,
        f"name {lake.name}",
        f"source {lake.source}",
        f"layout pointy {'odd' if lake.layout else 'even'}",
        f"size {lake.columns} {lake.rows}",
        "map",
        *draw_rows(lake),
        "end",
    ]
    for spot in lake.spots:
        side = f"{spot.side or ''}{'' if spot.sure else '?'}"
        lines.append(f"spot {spot.letter} {cell_text(spot.at)} {side}")
    for letter, course in lake.courses:
        lines += [f"course {letter}", *write_course(course)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def draw_rows(lake: Lake) -> list[str]:
    """Write the rows of hexes, shoved as they lie."""
    return [
        f"{row:02}{'  ' if is_shoved(row, lake.layout) else ' '}{' '.join(cells)}"
        for row, cells in enumerate(lake.cells)
    ]


def write_course(course: CourseSpec) -> list[str]:
    """Write one course."""
    lines = [f"buoy 0 {cell_text(course.buoys[0])}", f"line {course.line}"]
    marks = zip(course.buoys[1:], course.arrows, course.gates, strict=True)
    for number, (buoy, arrow, gate) in enumerate(marks, 1):
        words = (f"buoy {number} {cell_text(buoy)}", arrow, gate and f"gate {gate}")
        lines.append(" ".join(filter(None, words)))
    if course.start:
        lines.append(f"start to {cell_text(course.start)}")
    if course.finish:
        lines.append(f"finish from {cell_text(course.finish)}")
    return lines
