"""The plain-text map, written so that reading it gives the same lake."""

from referee.games.powerboats.lakes.hexes import cell_text, is_shoved
from referee.games.powerboats.lakes.lake import CourseSpec, Lake, LetterSpot
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
        *(write_spot(spot) for spot in lake.spots),
    ]
    for letter, course in lake.courses:
        lines += [f"course {letter}", *write_course(course)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def draw_rows(lake: Lake) -> list[str]:
    """Write the rows of hexes, shoved as they lie."""
    return [
        f"{row:02}{'  ' if is_shoved(row, lake.layout) else ' '}{' '.join(cells)}"
        for row, cells in enumerate(lake.cells)
    ]


def write_spot(spot: LetterSpot) -> str:
    """Write one lettered spot."""
    side = f"{spot.side or ''}{'' if spot.sure else '?'}"
    return f"spot {spot.letter} {cell_text(spot.at)} {side}"


def write_course(course: CourseSpec) -> list[str]:
    """Write one course."""
    lines = [f"buoy 0 {cell_text(course.buoys[0])}", f"line {course.line}"]
    for number in (1, 2, 3):
        arrow, gate = course.arrows[number - 1], course.gates[number - 1]
        more = ([arrow] if arrow else []) + (["gate", gate] if gate else [])
        lines.append(" ".join(["buoy", str(number), cell_text(course.buoys[number]), *more]))
    if course.start:
        lines.append(f"start to {cell_text(course.start)}")
    if course.finish:
        lines.append(f"finish from {cell_text(course.finish)}")
    return lines
