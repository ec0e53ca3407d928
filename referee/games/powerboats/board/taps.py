"""Taps on the lake that mean an action: a boat, then a turn; a hex, then a bow; the buoys in order."""

from events.base import Event
from referee.draw.svg import Node, join, translate
from referee.games.powerboats.board.picture import FACE, die
from referee.games.powerboats.board.text import end_words, where_words
from referee.games.powerboats.events import BoatMoved, BoatPlaced, CourseSet, DiceThrown, LakeLaid
from referee.games.powerboats.lake import LETTERS, Cell, cell_text, left_to_right, spots_of, water_of
from referee.games.powerboats.setup import BUOYS
from referee.games.powerboats.view import View
from referee.games.powerboats.whereabouts import turn_towards
from referee.l10n import noun
from referee.languages import numbers

WORDED = frozenset({"throw", "shows", "berth", "hex", "bow", "buoy0", "buoy1", "buoy2", "buoy3"})
"""Kinds whose words depend on what they say."""


def picks(view: View, event: Event) -> tuple[str, ...]:
    """Return the ids by which an action is meant, in order; empty where it has only a button."""
    del view
    match event:
        case LakeLaid(lake=str(name)):
            return (f"lake:{name}",)
        case CourseSet(buoys=buoys):
            return tuple(f"buoy{name}:{cell_text(buoys[name])}" for name in sorted(buoys))
        case BoatPlaced(at=at, heading=heading):
            return f"berth:{cell_text(at)}", f"bow:{cell_text(at)}.{heading}"
        case DiceThrown():
            return _dice_ids(event)
        case BoatMoved(seat, turn):
            return f"boat:{seat}", f"turn:{turn}"
    return ()


def read_taps(view: View, taps: tuple[str, ...]) -> tuple[str, ...]:
    """Return a tapped hex, or another boat, as what it would be tapped for: a berth, a buoy, a turn."""
    lake, (kind, _, value) = view.lake, (taps or ("",))[-1].partition(":")
    target = _cell_of(value) if kind == "hex" else None
    if kind == "boat" and len(taps) > 1 and value in view.boats:
        target = view.boats[value].at
    if lake is None or target is None:
        return taps
    if view.phase == "course":
        return (*taps[:-1], f"buoy{len(taps) - 1}:{cell_text(target)}")
    if view.phase == "placing":
        return (f"berth:{cell_text(target)}",)
    seat = taps[0].partition(":")[2] if taps[1:] else view.seat or view.turn or ""
    boat = view.boats.get(seat)
    if boat is None or boat.at is None:
        return taps
    return f"boat:{seat}", f"turn:{turn_towards(lake, boat.at, boat.heading, target)}"


def _cell_of(text: str) -> Cell | None:
    """Return the hex of an id such as `hex:4,5`; None where it is none."""
    column, _, row = text.partition(",")
    return (int(column), int(row)) if column.isdecimal() and row.isdecimal() else None


def pieces_of(event: Event) -> tuple[str, ...]:
    """Return the ids of the pieces an event moves."""
    match event:
        case BoatPlaced(seat) | BoatMoved(seat):
            return (f"boat:{seat}",)
        case DiceThrown(seat, held, roll) if roll:
            return tuple(f"die:{seat}.{n}" for n in range(len(held), len(held) + roll))
    return ()


def outcome(view: View, lang: str, event: Event) -> str:
    """Return how far a boat would run, where it would stop, what a crash costs; empty for other events."""
    if not isinstance(event, BoatMoved):
        return ""
    return next((end_words(view, lang, way) for way in view.previews if way.turn == event.turn), "")


def _dice_ids(event: DiceThrown) -> tuple[str, ...]:
    """Return the taps of a throw: the dice that stay and how many are thrown.

    Then, if known, what they show.
    """
    held, shown = ("".join(map(str, dice or ())) for dice in (event.held, event.rolled))
    throw = f"throw:{held}+{event.roll}"
    return (throw, f"shows:{shown}") if event.roll and shown else (throw,)


def own_pieces(view: View) -> tuple[str, ...]:
    """Return the ids of the boats that race, or are to, and can be put elsewhere by hand."""
    if view.course is None:
        return ()
    return tuple(f"boat:{seat}" for seat, boat in view.boats.items() if not (boat.place or boat.sunk))


def put_by_hand(view: View, id: str) -> dict[str, dict[str, list[int]]]:
    """Return where a boat may be put by hand, any free water: by tapped id, the fact that says so."""
    lake, course = view.lake, view.course
    if lake is None or course is None:
        return {}
    path = f"boats.{id.partition(':')[2]}.at"
    closed = {*course.buoys, course.finish_buoy, *(boat.at for boat in view.boats.values())}
    return {f"hex:{cell_text(cell)}": {path: list(cell)} for cell in water_of(lake) if cell not in closed}


def words_for(view: View, lang: str, id: str) -> tuple[str, dict[str, object]]:
    """Return message id and arguments for ids of the kinds in `WORDED`: throws, hexes, bows."""
    kind, _, value = id.partition(":")
    if kind == "bow":
        return kind, {"way": noun("bow", value.partition(".")[2], lang, "powerboats")}
    if kind.startswith(("berth", "buoy", "hex")):
        column, _, row = value.partition(",")
        cell = int(column), int(row)
        where = (kind.startswith("buoy") and _spot_words(view, lang, cell)) or where_words(view, lang, cell)
        return kind.rstrip("0123"), {"where": where, "n": kind[-1]}
    if kind == "shows":
        return kind, {"dice": numbers(map(int, value), lang)}
    kept, _, roll = value.partition("+")
    ways = {(True, True): "throw", (False, True): "throw_all", (True, False): "keep", (False, False): "none"}
    return ways[bool(kept), roll != "0"], {"kept": numbers(map(int, kept), lang), "n": int(roll)}


def _spot_words(view: View, lang: str, cell: Cell) -> str:
    """Return words such as "2nd from the left" for a hex printed with the race's letter; else empty."""
    if view.lake is None:
        return ""
    spots = spots_of(view.lake, LETTERS[view.race - 1])
    if cell not in spots or len(spots) != len(BUOYS):
        return ""
    return noun("spot_from_left", str(left_to_right(view.lake, spots).index(cell) + 1), lang, "powerboats")


def icon(id: str) -> tuple[Node, float] | None:
    """Return dice (faces kept or shown, blanks to be thrown) and their width; None for other ids."""
    kind, _, value = id.partition(":")
    if kind not in {"throw", "shows"}:
        return None
    kept, _, roll = value.partition("+")
    drawn = [die(int(face), FACE) for face in kept] + [die(None, FACE)] * int(roll or 0)
    step = FACE + 4
    row = join(*(translate(n * step + 1, 1, each) for n, each in enumerate(drawn)))
    return row, max(len(drawn) * step, FACE + 2)
