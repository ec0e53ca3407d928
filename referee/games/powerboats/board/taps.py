"""Which taps on the lake mean an action: a boat, then a direction; a hex, then a bow; the buoys in order."""

from events.base import Event
from referee.draw.svg import Markup, join, moved
from referee.games.powerboats.board.dice import FACE, die
from referee.games.powerboats.board.whereabouts import where_words
from referee.games.powerboats.board.words import end_words
from referee.games.powerboats.events import BoatMoved, BoatPlaced, CourseSet, DiceThrown, LakeLaid
from referee.games.powerboats.lake import LETTERS, Cell, spots_of, water_of
from referee.games.powerboats.setup import BUOYS
from referee.games.powerboats.view import View
from referee.games.powerboats.wording import left_to_right
from referee.l10n import noun
from referee.languages import numbers

WORDED = frozenset({"throw", "shows", "berth", "hex", "bow", "buoy0", "buoy1", "buoy2", "buoy3"})
"""Kinds whose words depend on what they say."""

BY_HAND = "hand"
"""The drawing on which a hex is tapped to say that a boat is there."""


def picks(view: View, event: Event) -> tuple[str, ...]:
    """List the ids by which an action is meant, in order."""
    del view
    match event:
        case LakeLaid(lake=str(name)):
            return (f"lake:{name}",)
        case CourseSet(buoys=buoys):
            return tuple(f"buoy{name}:{hex_id(buoys[name])}" for name in sorted(buoys))
        case BoatPlaced(at=at, heading=heading):
            return f"berth:{hex_id(at)}", f"bow:{hex_id(at)}.{heading}"
        case DiceThrown():
            return thrown(event)
        case BoatMoved(seat, turn):
            return f"boat:{seat}", f"turn:{turn}"
    return ()


def pieces_of(event: Event) -> tuple[str, ...]:
    """List the pieces an event moves."""
    match event:
        case BoatPlaced(seat) | BoatMoved(seat):
            return (f"boat:{seat}",)
    return ()


def outcome(view: View, lang: str, event: Event) -> str:
    """Say how far a boat would run, where it would stop, what a crash would cost."""
    if not isinstance(event, BoatMoved):
        return ""
    return next((end_words(view, lang, way) for way in view.previews if way.turn == event.turn), "")


def hex_id(cell: tuple[int, int]) -> str:
    """Write a hex as part of an id."""
    return f"{cell[0]},{cell[1]}"


def thrown(event: DiceThrown) -> tuple[str, ...]:
    """List which dice stay with how many thrown, then what they show."""
    throw = f"throw:{digits(event.held)}+{event.roll}"
    return (throw, f"shows:{digits(event.rolled)}") if event.roll and event.rolled else (throw,)


def digits(dice: tuple[int, ...]) -> str:
    """Write dice as digits."""
    return "".join(map(str, dice))


def own_pieces(view: View) -> tuple[str, ...]:
    """List the boats that race, or are to, by what is tapped to say that one lies elsewhere."""
    if view.course is None:
        return ()
    return tuple(f"boat:{seat}" for seat, boat in view.boats.items() if not (boat.place or boat.sunk))


def put_by_hand(view: View, id: str) -> dict[str, dict[str, list[int]]]:
    """List where a boat may be put by hand: every hex of water that is free."""
    path = f"boats.{id.partition(':')[2]}.at"
    return {f"hex:{hex_id(cell)}": {path: list(cell)} for cell in free_water(view)}


def free_water(view: View) -> list[Cell]:
    """List the hexes of water on which neither a boat nor a buoy is."""
    lake, course = view.lake, view.course
    if lake is None or course is None:
        return []
    closed = {*course.buoys, course.finish_buoy, *(boat.at for boat in view.boats.values())}
    return [cell for cell in water_of(lake) if cell not in closed]


def words_for(view: View, lang: str, id: str) -> tuple[str, dict[str, object]]:
    """Choose the words for a throw, by what stays and what is thrown; for a place, by what is near it."""
    kind, _, value = id.partition(":")
    if kind == "bow":
        return kind, {"way": noun("bow", value.partition(".")[2], lang, "powerboats")}
    if kind.startswith(("berth", "buoy", "hex")):
        column, _, row = value.partition(",")
        cell = int(column), int(row)
        where = (kind.startswith("buoy") and spot_words(view, lang, cell)) or where_words(view, lang, cell)
        return kind.rstrip("0123"), {"where": where, "n": kind[-1]}
    if kind == "shows":
        return kind, {"dice": numbers(map(int, value), lang)}
    kept, _, roll = value.partition("+")
    ways = {(True, True): "throw", (False, True): "throw_all", (True, False): "keep", (False, False): "none"}
    return ways[bool(kept), roll != "0"], {"kept": numbers(map(int, kept), lang), "n": int(roll)}


def spot_words(view: View, lang: str, cell: Cell) -> str:
    """Say which of the four spots of the race's letter a hex is, from the left; nothing where it is none."""
    if view.lake is None:
        return ""
    spots = spots_of(view.lake, LETTERS[view.race - 1])
    if cell not in spots or len(spots) != len(BUOYS):
        return ""
    return noun("spot_from_left", str(left_to_right(view.lake, spots).index(cell) + 1), lang, "powerboats")


def icon(id: str) -> tuple[Markup, float] | None:
    """Draw dice: faces that stay or are shown, blanks that are thrown."""
    kind, _, value = id.partition(":")
    if kind not in {"throw", "shows"}:
        return None
    kept, _, roll = value.partition("+")
    drawn = [die(int(face), FACE) for face in kept] + [die(None, FACE)] * int(roll or 0)
    step = FACE + 4
    row = join(*(moved(n * step + 1, 1, each) for n, each in enumerate(drawn)))
    return row, max(len(drawn) * step, FACE + 2)
