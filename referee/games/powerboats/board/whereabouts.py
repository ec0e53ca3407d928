"""Where a hex of the lake is, for those who look at it: by what lies on it now."""

from referee.games.powerboats.lake import HEADING_INDEX, Cell
from referee.games.powerboats.view import View
from referee.games.powerboats.whereabouts import Chart, whereabouts
from referee.games.powerboats.wording import place_words


def where_words(view: View, lang: str, cell: Cell | None, mover: str | None = None) -> str:
    """Say where a hex is; not by the boat that moves there."""
    if cell is None or view.lake is None:
        return "–"
    return place_words(whereabouts(chart_of(view), cell, mover), lang, view.names)


def chart_of(view: View) -> Chart:
    """Chart what is to be seen of the lake."""
    course = view.course
    if course is None:
        return Chart(view.lake)
    boats = (
        (seat, boat.at, HEADING_INDEX[boat.heading])
        for seat, boat in view.boats.items()
        if boat.at is not None
    )
    return Chart(view.lake, tuple(boats), course.tile, course.buoys, course.finish_buoy)
