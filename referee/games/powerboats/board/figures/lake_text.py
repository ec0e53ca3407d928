"""A lake by itself as text: the map, its letters or its course, and what can be said of them."""

from referee.draw.ink import BOLD, DIM, Ink, line_of, print_lines
from referee.games.powerboats.board.text import Window, lake_lines
from referee.games.powerboats.courses.course import Course
from referee.games.powerboats.courses.plan import against_the_bend
from referee.games.powerboats.courses.route import shortest_route
from referee.games.powerboats.lakes.lake import LETTERS, Lake, spots_of, water_of
from referee.games.powerboats.view import course_view
from referee.l10n import say


def word(lang: str, id: str, **args: object) -> str:
    """Say a message of the board."""
    return say(f"powerboats.board.{id}", lang, **args)


def draw_lake_text(lake: Lake, course: Course | None, lang: str, *, colour: bool) -> str:
    """Draw a lake, with its course where one is given."""
    shown = course_view(course) if course else None
    window = Window(0, 0, lake.columns, lake.rows)
    head = line_of(Ink(lake.name, BOLD), "  ", Ink(word(lang, "water", n=len(water_of(lake))), DIM))
    lines = [head, [], *lake_lines(lake, shown, {}, window, lettered=shown is None), []]
    notes = course_notes(lake, course, lang) if course else spot_notes(lake, lang)
    return print_lines([*lines, *(line_of(note) for note in notes)], colour)


def spot_notes(lake: Lake, lang: str) -> list[str]:
    """Say where the letters are, and which side each hugs."""
    notes = []
    for letter in LETTERS:
        spots = [
            f"{c},{r} {spot.side or ''}{'' if spot.sure else '?'}".strip()
            for (c, r), spot in spots_of(lake, letter).items()
        ]
        if spots:
            notes.append(word(lang, "spots", letter=letter, spots=", ".join(spots)))
    return notes


def course_notes(lake: Lake, course: Course, lang: str) -> list[str]:
    """Say where the buoys are, their arrows and gates, the sides, and the shortest way round."""
    cells = [f"{c},{r}" for c, r in (*course.buoys, course.finish_buoy, course.start, course.finish)]
    notes = [word(lang, "line", hex=cells[0], line=course.line, finish=cells[4])]
    for n in (1, 2, 3):
        arrow, gate = course.arrows[n - 1], course.gates[n - 1]
        notes.append(word(lang, "mark", buoy=n, hex=cells[n], arrow=arrow, gate=gate))
    notes.append(word(lang, "sides", start=cells[5], finish=cells[6]))
    notes += [word(lang, "against", buoy=buoy) for buoy in against_the_bend(course, lake)]
    notes.append(word(lang, "route", n=len(shortest_route(course) or (0,)) - 1))
    return notes
