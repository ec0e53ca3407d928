"""Taps on the lake that mean an action: where a boat stopped, its turn; a hex, then a bow; buoys in order."""

from collections.abc import Mapping
from functools import lru_cache

from events.base import Event
from referee.draw.svg import Node, join, translate
from referee.games.powerboats.board.picture import FACE, die
from referee.games.powerboats.board.text import end_words, way_words, where_words
from referee.games.powerboats.events import BoatMoved, BoatPlaced, CourseSet, DiceThrown, LakeLaid, Turn
from referee.games.powerboats.lake import LETTERS, SECTORS, Cell, cell_text, left_to_right, spots_of, water_of
from referee.games.powerboats.setup import BUOYS
from referee.games.powerboats.state import SINKING
from referee.games.powerboats.turns import finals
from referee.games.powerboats.view import Outlook, View
from referee.games.powerboats.whereabouts import turn_towards
from referee.l10n import noun
from referee.languages import numbers

WORDED = frozenset(
    {"throw", "shows", "lie", "stop", "berth", "hex", "bow", "buoy0", "buoy1", "buoy2", "buoy3"}
)
"""Kinds whose words depend on what they say."""


def picks(view: View, event: Event) -> tuple[str, ...]:
    """Return the ids by which an action is meant, in order; empty where it has only a button."""
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
            return _turn_ids(view, seat, turn)
    return ()


def _turn_ids(view: View, seat: str, turn: Turn) -> tuple[str, ...]:
    """Return the ids of a turn: the way alone where all know whose boat runs, else first the boat."""
    is_due = view.phase == "move" and seat == view.turn
    return (f"turn:{turn}",) if is_due else (f"boat:{seat}", f"turn:{turn}")


_Answer = tuple[Turn, tuple[int, ...]]
"""A turn, and the dice that lie there before it."""


def picks_ahead(view: View, events: tuple[Event, ...]) -> tuple[str, ...]:
    """Return the ids of a move with the throw before it: where it ends, and what else may have led there."""
    match events:
        case DiceThrown(seat, held, _, rolled), BoatMoved(_, turn):
            lie = tuple(sorted((*held, *(rolled or ())), reverse=True))
            boat = view.boats[seat]
            cell, answers = _stop_of(view.outlooks, tuple(sorted(boat.dice, reverse=True)), (turn, lie))
            ids = [f"stop:{cell_text(cell)}"]
            if len({each for each, _ in answers}) > 1:
                ids.append(f"turn:{turn}")
            if len({each for _, each in answers}) > 1:
                ids.append(f"lie:{''.join(map(str, lie)) or '-'}")
            return tuple(ids)
    return ()


def _stop_of(
    outlooks: tuple[Outlook, ...], dice: tuple[int, ...], answer: _Answer
) -> tuple[Cell, list[_Answer]]:
    """Return where an answer leads, and all that lead there."""
    stops = _stops(outlooks, dice)
    return next((cell, answers) for cell, answers in stops.items() if answer in answers)


@lru_cache(maxsize=64)
def _stops(outlooks: tuple[Outlook, ...], dice: tuple[int, ...]) -> Mapping[Cell, list[_Answer]]:
    """Return by hex what may have led there. Cached."""
    ways = {each.speed: each.ways for each in outlooks}
    is_first = not dice and outlooks[0].speed > 0
    found: dict[Cell, list[_Answer]] = {}
    for lie in finals(dice, is_first=is_first):
        for way in ways[sum(lie)]:
            if way.allowed:
                found.setdefault(way.at, []).append((way.turn, lie))
    return found


def read_taps(view: View, taps: tuple[str, ...]) -> tuple[str, ...]:
    """Return a tapped hex, or another boat, as what it would be tapped for: a berth, a buoy, a turn."""
    lake, (kind, _, value) = view.lake, (taps or ("",))[-1].partition(":")
    target = _cell_of(value) if kind in {"hex", "stop"} else None
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
    return _turn_ids(view, seat, turn_towards(lake, boat.at, boat.heading, target))


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
    """Return how far a boat would run, where it would stop, what a crash costs; empty for other events.

    Empty, too, where that depends on a throw.
    """
    if not isinstance(event, BoatMoved) or (view.phase == "dice" and view.boats[event.seat].dice):
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


_CIRCLES = 3
"""So many circles too many are offered for a boat's way to a buoy, none among them."""


def values_by_hand(view: View, path: str) -> tuple[int | None, ...]:
    """Return what a boat's damage may be, and the ways round that its place allows; else nothing."""
    whole, _, fact = path.rpartition(".")
    boat = view.boats.get(whole.removeprefix("boats."))
    if boat is None:
        return ()
    circles = range(0, _CIRCLES * SECTORS, SECTORS)
    match fact:
        case "damage" | "carried":
            return tuple(range(SINKING + 1))
        case "progress" if boat.progress is not None:
            return tuple(-((-boat.progress - 1) % SECTORS) - 1 - more for more in circles)
        case "margin" if boat.margin is not None:
            return tuple(boat.margin % SECTORS + more for more in circles)
        case "progress" | "margin":
            return (None,)
    return ()


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
    if kind == "stop":
        return kind, {"said": _stop_words(view, lang, _cell_of(value))}
    if kind == "lie":
        return ("none", {}) if value == "-" else ("shows", {"dice": numbers(map(int, value), lang)})
    if kind == "shows":
        return kind, {"dice": numbers(map(int, value), lang)}
    kept, _, roll = value.partition("+")
    ways = {(True, True): "throw", (False, True): "throw_all", (True, False): "keep", (False, False): "none"}
    return ways[bool(kept), roll != "0"], {"kept": numbers(map(int, kept), lang), "n": int(roll)}


def _stop_words(view: View, lang: str, cell: Cell | None) -> str:
    """Return the way to a hex where the boat to move may stop, and how far it is; else where the hex is."""
    ends = [way for each in view.outlooks for way in each.ways if way.allowed and way.at == cell]
    if view.turn is None or not ends or cell == view.boats[view.turn].at:
        return where_words(view, lang, cell)
    return way_words(view, lang, min(ends, key=lambda way: (way.crashes, way.back)))


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
    if kind not in {"throw", "shows", "lie", "dice"} or value == "-":
        return None
    kept, _, roll = value.partition("+")
    drawn = [die(int(face), FACE) for face in kept] + [die(None, FACE)] * int(roll or 0)
    step = FACE + 4
    row = join(*(translate(n * step + 1, 1, each) for n, each in enumerate(drawn)))
    return row, max(len(drawn) * step, FACE + 2)
