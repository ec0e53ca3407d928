"""Powerboats in words: places by what is near, dice that stay and dice that are thrown, courses."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from events.base import TABLE, Event
from events.table import Corrected
from referee.games.powerboats.events import (
    NOWHERE,
    BoatPlaced,
    BoatStopped,
    BuoyName,
    CourseSet,
    Crashed,
    DiceThrown,
    LakeLaid,
)
from referee.games.powerboats.lakes.hexes import HEADINGS, Cell
from referee.games.powerboats.lakes.lake import LETTERS, Lake
from referee.games.powerboats.lakes.tiles import tidied
from referee.games.powerboats.lakes.whereabouts import BETWEEN, chart_of, plane, whereabouts
from referee.games.powerboats.phases.laying import BUOYS, MARKS, courses_of
from referee.games.powerboats.state import State
from referee.kernel.game import NotationError
from referee.l10n import has, noun, say
from referee.l10n.messages import Saying, Wording, fields_of
from referee.l10n.patterns import Fields, Line, OwnSlot, OwnSort, between, nouns_of, read_noun
from referee.languages import listed, numbers

SENSES = ("ccw", "cw")
NOT_STARTED = -1
"""How many buoys a boat has rounded before the start."""

_TILE = re.compile(r"[DL]\d", re.IGNORECASE)
_LAKE = re.compile(r"[\w.-]+", re.ASCII)
_HEX = re.compile(r"(\d{1,4}),(\d{1,4})")
_MARKED = re.compile(r"([123])[:=]?(\w+)")


def comma(cell: Cell) -> str:
    """Write a hex."""
    return f"{cell[0]},{cell[1]}"


def place_of(state: State, event: Event) -> str | None:
    """Tell where an event is about, by what lay on the lake before it; of facts set by hand, boat by boat."""
    match event:
        case BoatStopped(seat, at) if at == NOWHERE or is_out(state, seat):
            return None
        case BoatPlaced(seat, at) | BoatStopped(seat, at):
            return whereabouts(chart_of(state), at, seat)
        case CourseSet(race=race, buoys=buoys) if state.lake is not None and {*buoys} == {*BUOYS}:
            return BETWEEN.join((LETTERS[race - 1], *from_left(state.lake, buoys)))
        case Corrected(position):
            boats = getattr(position, "boats", None) or {}
            chart = chart_of(state)
            told = {seat: whereabouts(chart, boat.at, seat) for seat, boat in boats.items() if boat.at}
            return msgspec.json.encode(told).decode()
    return None


def is_out(state: State, seat: str) -> bool:
    """Whether a boat leaves the lake where its move ends: it has finished, or is sunk."""
    return state.index[seat] in (*state.finished, *state.sunk)


def from_left(lake: Lake, buoys: Mapping[BuoyName, Cell]) -> Iterator[str]:
    """Count for each buoy of a course, in their order, from the left where it lies."""
    lying = left_to_right(lake, buoys.values())
    return (str(lying.index(buoys[name]) + 1) for name in BUOYS)


def left_to_right(lake: Lake, cells: Iterable[Cell]) -> list[Cell]:
    """Sort hexes of a lake from the left; of two as far left, the one above stands first."""
    return sorted(cells, key=lambda cell: (plane(cell, lake.layout)[0], cell[1]))


def fact_words(path: str, value: object, lang: str, names: Mapping[str, str], at: str | None) -> str | None:
    """Say where a boat is set by hand, where its bow points, that it has not started; else None."""
    match path.split("."):
        case "boats", seat, "at" if value is not None:
            told: dict[str, str] = msgspec.json.decode(at) if at else {}
            return place_words(told.get(seat, "water"), lang, names)
        case "boats", _, "heading" if value is not None:
            return noun("bow", str(value), lang, "powerboats")
        case "boats", _, "buoys" if value == NOT_STARTED:
            return say("powerboats.board.not_started", lang)
    return None


def place_words(place: str, lang: str, names: Mapping[str, str], form: str = "") -> str:
    """Say a place that `whereabouts` tells; in a form where it has one."""
    id, _, rest = place.partition(BETWEEN)
    if id == "away":
        steps, way, mark = rest.split(BETWEEN, 2)
        said = noun("way", way, lang, "powerboats")
        return where(id, lang, n=int(steps), way=said, of=place_words(mark, lang, names))
    name = f"{form}_{id}" if has(f"powerboats.where.{form}_{id}", lang) else id
    return where(name, lang, n=rest, letter=rest, boat=names.get(rest, rest))


def where(id: str, lang: str, **args: object) -> str:
    """Say one of the phrases for a place."""
    return say(f"powerboats.where.{id}", lang, **args)


def spread_where(saying: Saying, _: BoatPlaced | BoatStopped) -> Fields:
    """Say where a boat is, as far as that is known."""
    return {"where": saying.at and place_words(saying.at, saying.lang, saying.names, "on")}


def spread_place(saying: Saying, event: BoatPlaced) -> Fields:
    """Part the hex a boat is put on."""
    way = saying.words.name("bow", event.heading)
    return {**spread_where(saying, event), "column": event.at[0], "row": event.at[1], "way": way}


def spread_crash(_: Saying, event: Crashed) -> Fields:
    """Tell a boat that ran aground from one that stood before land."""
    return {"moved": event.ran or None}


def gather_place(_: Line, fields: Fields) -> Fields:
    """Put the hex of a boat together."""
    return {"seat": fields["seat"], "at": (fields["column"], fields["row"]), "heading": fields["heading"]}


def spread_throw(saying: Saying, event: DiceThrown) -> Fields:
    """Say which dice stay, how many are thrown and what they show; nothing of what there is none of."""
    held, rolled = (numbers(dice or (), saying.lang) for dice in (event.held, event.rolled))
    return {
        "dice": (*event.held, *range(event.roll)),
        "roll": event.roll or None,
        "rolled": event.rolled if event.roll else None,
        "held_dice": held,
        "rolled_dice": rolled or "?" * event.roll,
    }


def gather_throw(line: Line, fields: Fields) -> Fields:
    """Count the dice that were thrown where only what they show was told; none show nothing.

    A number alone after the throw of real dice may be how many, or what one of them shows.
    """
    held, shown = fields.get("held", ()), fields.get("rolled")
    if shown is None and fields.get("roll") and getattr(line.state, "chance", None) == TABLE:
        example = f"1: {fields['roll']}"
        raise NotationError("powerboats.line_throw", expected=(example,), text=str(fields["roll"]))
    if fields.get("all"):
        held = line.state.boats[line.state.index[fields["seat"]]].dice
    roll = fields.get("roll", len(shown or ()))
    return {"seat": fields["seat"], "held": held, "roll": roll, "rolled": shown if roll else ()}


def spread_lake(_: Saying, event: LakeLaid) -> Fields:
    """Leave out what no line can say: a map, and light sides."""
    if event.map is None and event.light_sides is None and event.tiles in (None, tidied(event.tiles or "")):
        return {}
    return {"lake": None, "tiles": None}


def read_lake(line: Line, at: int) -> Iterator[tuple[int, str]]:
    """Read a shipped lake by any of its names; another word of Latin letters is the name of no lake known."""
    yield from read_noun(line, at, "typed_lake")
    yield from read_noun(line, at, "lake")
    if match := _LAKE.match(line.text, at):
        yield match.end(), match[0]


def read_tiles(line: Line, at: int) -> Iterator[tuple[int, str]]:
    """Read the shorthand of a lake, right or wrong: whatever follows the word for it."""
    yield len(line.text), tidied(line.text[at:].lstrip(" :"))


def read_only_tiles(line: Line, at: int) -> Iterator[tuple[int, str]]:
    """Read a shorthand that stands without the word for it: it begins with a tile."""
    if _TILE.match(line.text, at):
        yield from read_tiles(line, at)


def spread_course(saying: Saying, event: CourseSet) -> Fields:
    """List the hexes of the buoys, and say at which spot of the race's letter each stands."""
    letter, *places = (saying.at or "").split(BETWEEN)
    spots = (noun("spot_from_left", each, saying.lang, "powerboats") for each in places)
    return {
        "buoy_hexes": tuple(comma(event.buoys[name]) for name in sorted(event.buoys)),
        "letter": letter or None,
        "spots": listed(spots, saying.lang),
    }


def read_spots(line: Line, at: int) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Read at which spot each buoy stands, counted from one side: as many as there are buoys."""
    known = [(word, id) for word, id in nouns_of(line, "spot_from_left") if not word.isdecimal()]
    told: tuple[str, ...] = ()
    while len(told) < len(BUOYS):
        found = next((each for each in known if line.low.startswith(each[0], at)), None)
        if found is None:
            line.want(at, *line.words.nouns("spot_from_left").values())
            return
        at, told = at + len(found[0]), (*told, found[1])
        if parting := between(line.words.lang).match(line.low, at):
            at = parting.end()
    yield at, told


def gather_course(line: Line, fields: Fields) -> Fields:
    """Find the course of the race that is due whose buoys stand on the spots told."""
    spots = fields.pop("spots", None)
    if spots is None:
        return fields
    lake, race = line.state.lake, fields.get("race") or line.state.race
    courses = courses_of(lake, race) if lake is not None and 1 <= race <= len(LETTERS) else ()
    meant = next((each for each in courses if (*from_left(lake, each.buoys),) == spots), None)
    if meant is None:
        raise NotationError("powerboats.line_course", text=line.text)
    return fields_of(meant)


def write_course(saying: Saying, event: CourseSet) -> str:
    """Write a course, each part after its word; what is derived left out where the event leaves it out."""
    buoys = (event.buoys[name] for name in sorted(event.buoys))
    parts = {
        "buoys": map(comma, buoys),
        "line": filter(None, [event.line]),
        "arrows": (f"{mark}{sense}" for mark, sense in sorted((event.arrows or {}).items())),
        "gates": (f"{mark}{way}" for mark, way in sorted((event.gates or {}).items())),
        "start": map(comma, filter(None, [event.start])),
        "finish": map(comma, filter(None, [event.finish])),
    }
    told = {part: " ".join(words) for part, words in parts.items()}
    said = [f"{saying.words.name('course', part)} {words}" for part, words in told.items() if words]
    return " ".join([*said, saying.words.name("course", "house")] if event.house else said)


def read_course(line: Line, text: str) -> Fields:
    """Read a course: four buoys, and what the table says of the rest."""
    parts = parts_of(line, text.split())
    buoys = parts.get("buoys", [])
    if len(buoys) != len(BUOYS):
        raise NotationError(
            "powerboats.line_buoys", expected=("7,18 23,11 13,10 21,24",), text=" ".join(buoys) or text
        )
    said = " ".join(parts.get("line", ()))
    sides: Fields = {side: find_hex(" ".join(parts[side])) for side in ("start", "finish") if side in parts}
    return {
        "buoys": dict(zip(BUOYS, map(find_hex, buoys), strict=True)),
        "line": one_of(HEADINGS, said, "powerboats.line_heading", said) if "line" in parts else None,
        "arrows": marked(parts.get("arrows", []), SENSES),
        "gates": marked(parts.get("gates", []), HEADINGS),
        "house": "house" in parts,
        **sides,
    }


def parts_of(line: Line, words: list[str]) -> dict[str, list[str]]:
    """Split the words of a course by the key words among them."""
    known = {name.lower(): id for id, name in line.words.nouns("course").items()}
    known |= {id: id for id in known.values()}
    parts: dict[str, list[str]] = {}
    key = ""
    for word in words:
        if word.lower() in known:
            key = known[word.lower()]
            parts[key] = []
        elif key:
            parts[key].append(word)
        else:
            raise NotationError("powerboats.line_course", expected=tuple(known), text=word)
    return parts


def marked(words: list[str], known: tuple[str, ...]) -> dict[str, str]:
    """Read `1cw 2ccw`: a value for each of some buoys."""
    found: dict[str, str] = {}
    for word in words:
        mark, value = match.groups() if (match := _MARKED.fullmatch(word)) else ("", "")
        found[mark] = one_of(known, value, "powerboats.line_mark", word, MARKS[0])
    return found


def one_of(known: tuple[str, ...], value: str, reason: str, text: str, before: str = "") -> Any:
    """Find a value whatever its case. Raises NotationError with the others as they may stand."""
    found = next((each for each in known if each.lower() == value.lower()), None)
    if found is None:
        raise NotationError(reason, expected=tuple(f"{before}{each}" for each in known), text=text)
    return found


def find_hex(word: str) -> Cell:
    """Read a hex."""
    match = _HEX.fullmatch(word)
    if match is None:
        raise NotationError("powerboats.line_hex", expected=("7,18",), text=word)
    return int(match[1]), int(match[2])


WORDING = Wording(
    slots={"course": OwnSlot(write_course, read_course)},
    sorts={
        "typed_lake": OwnSort(read_lake),
        "tiles": OwnSort(read_tiles),
        "only_tiles": OwnSort(read_only_tiles),
        "spots": OwnSort(read_spots),
    },
    spread={
        LakeLaid: spread_lake,
        CourseSet: spread_course,
        BoatPlaced: spread_place,
        BoatStopped: spread_where,
        Crashed: spread_crash,
        DiceThrown: spread_throw,
    },
    gather={CourseSet: gather_course, BoatPlaced: gather_place, DiceThrown: gather_throw},
    place_of=place_of,
    fact_words=fact_words,
)
