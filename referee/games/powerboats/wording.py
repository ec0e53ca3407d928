"""Powerboats in words: places by what is near, dice that stay and dice that are thrown, courses."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from events.base import TABLE, Event
from events.table import Corrected, PositionTold
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
from referee.games.powerboats.lake import HEADINGS, LETTERS, SECTORS, Cell, Lake, cell_text, left_to_right
from referee.games.powerboats.setup import BUOYS, MARKS, courses_of
from referee.games.powerboats.state import State
from referee.games.powerboats.tiles import tidy_tiles
from referee.games.powerboats.whereabouts import BETWEEN, ROUND_A_BOAT, chart_of, whereabouts
from referee.kernel.parts import NotationError
from referee.l10n import has, noun, say
from referee.l10n.messages import Saying, Wording, fields_of
from referee.l10n.patterns import (
    Fields,
    OwnSlot,
    OwnSort,
    TypedLine,
    between,
    nouns_of,
    plain_noun,
    read_noun,
)
from referee.languages import listed, numbers

_SENSES = ("ccw", "cw")
_NOT_STARTED = -1
"""How many buoys a boat has rounded before the start."""

_TILE = re.compile(r"[DL]\d", re.IGNORECASE)
_LAKE = re.compile(r"[\w.-]+", re.ASCII)
_HEX = re.compile(r"(\d{1,4}),(\d{1,4})")
_MARKED = re.compile(r"([123])[:=]?(\w+)")


def _place_of(state: State, event: Event) -> str | None:
    """Return where an event is about, as `whereabouts` tells it by what lay on the lake before.

    Of facts set by hand JSON, boat by boat; None of events that have no place.
    """
    match event:
        case BoatStopped(seat, at) if at == NOWHERE or state.index[seat] in (*state.finished, *state.sunk):
            return None
        case BoatPlaced(seat, at) | BoatStopped(seat, at):
            return whereabouts(chart_of(state), at, seat)
        case CourseSet(race=race, buoys=buoys) if state.lake is not None and {*buoys} == {*BUOYS}:
            return BETWEEN.join((LETTERS[race - 1], *_from_left(state.lake, buoys)))
        case Corrected(position) | PositionTold(position):
            boats = getattr(position, "boats", None) or {}
            chart = chart_of(state)
            places = {seat: whereabouts(chart, boat.at, seat) for seat, boat in boats.items() if boat.at}
            return msgspec.json.encode(places).decode()
    return None


def _from_left(lake: Lake, buoys: Mapping[BuoyName, Cell]) -> Iterator[str]:
    """Yield for each buoy of a course, in their order, its number from the left where it lies."""
    lying = left_to_right(lake, buoys.values())
    return (str(lying.index(buoys[name]) + 1) for name in BUOYS)


def _fact_words(path: str, value: object, lang: str, names: Mapping[str, str], at: str | None) -> str | None:
    """Return where a boat is set by hand, its bow, its way round, that it has not started; else None."""
    match path.split("."):
        case "boats", seat, "at" if value is not None:
            places: dict[str, str] = msgspec.json.decode(at) if at else {}
            return place_words(places.get(seat, "water"), lang, names)
        case "boats", _, "heading" if value is not None:
            return noun("bow", str(value), lang, "powerboats")
        case "boats", _, "buoys" if value == _NOT_STARTED:
            return say("powerboats.board.not_started", lang)
        case *_, "progress" if isinstance(value, int):
            return _way_words("to_go", -value, lang)
        case *_, "margin" if isinstance(value, int):
            return _way_words("past", value, lang)
    return None


def _way_words(id: str, clicks: int, lang: str) -> str:
    """Return a way round a buoy in degrees, and full circles before them."""
    circles, rest = divmod(clicks, SECTORS)
    round_ = "_round" if circles > 0 else ""
    return say(f"powerboats.board.{id}{round_}", lang, circles=circles, n=rest * (360 // SECTORS))


def place_words(
    place: str, lang: str, names: Mapping[str, str], form: str = "", own: str | None = None
) -> str:
    """Return a place that `whereabouts` tells in a language; in a `form` where it has one.

    The boat of the seat `own` is the reader's; None: nobody's.
    """
    id, _, rest = place.partition(BETWEEN)
    args: dict[str, object] = {"n": rest}
    if id == "between":
        cut = 2 if rest.startswith("buoy") else 1
        one, other = BETWEEN.join(rest.split(BETWEEN)[:cut]), BETWEEN.join(rest.split(BETWEEN)[cut:])
        args = {"of": place_words(one, lang, names), "other": place_words(other, lang, names)}
    elif id == "spot":
        letter, n = rest.split(BETWEEN)
        args = {"letter": letter, "from_left": noun("spot_from_left", n, lang, "powerboats")}
    elif id in _LEGS:
        *legs, mark = rest.split(BETWEEN, _LEGS[id])
        ways = [each for each in legs if each in HEADINGS]
        counts = [int(each) for each in legs if each not in HEADINGS]
        args = dict(zip(("n", "m"), counts, strict=False))
        args["way"] = noun("bow" if id == "beside" else "way", ways[0], lang, "powerboats")
        args["other"] = noun("bow", ways[-1], lang, "powerboats")
        args["of"] = place_words(mark, lang, names, own=own)
    elif id == "boat":
        id = "own_boat" if rest == own else id
        args = {"boat": names.get(rest, rest)}
    elif id in _ROUND_A_BOAT:
        args = {"of": place_words(f"boat{BETWEEN}{rest}", lang, names, own=own)}
    name = f"{form}_{id}" if has(f"powerboats.where.{form}_{id}", lang) else id
    return say(f"powerboats.where.{name}", lang, **args)


_LEGS = {"away": 2, "beside": 1, "off": 4}
"""How many words of a place by its way come before the landmark."""

_ROUND_A_BOAT = {"at_boat", *ROUND_A_BOAT}


def _spread_where(saying: Saying, _: BoatPlaced | BoatStopped) -> Fields:
    """Return where a boat is; None where that is not known."""
    return {"where": saying.at and place_words(saying.at, saying.lang, saying.names, "on")}


def _spread_place(saying: Saying, event: BoatPlaced) -> Fields:
    way = saying.words.name("bow", event.heading)
    return {**_spread_where(saying, event), "column": event.at[0], "row": event.at[1], "way": way}


def _spread_throw(saying: Saying, event: DiceThrown) -> Fields:
    """Return which dice stay, how many are thrown and what they show; None or empty where there are none."""
    held, rolled = (numbers(dice or (), saying.lang) for dice in (event.held, event.rolled))
    return {
        "dice": (*event.held, *range(event.roll)),
        "roll": event.roll or None,
        "rolled": event.rolled if event.roll else None,
        "held_dice": held,
        "rolled_dice": rolled or "?" * event.roll,
    }


def _gather_throw(line: TypedLine, fields: Fields) -> Fields:
    """Return the throw of a typed line, the dice counted where only what they show is typed.

    A number alone after the throw of real dice may be how many, or what one of them shows: NotationError.
    """
    held, shown = fields.get("held", ()), fields.get("rolled")
    if shown is None and fields.get("roll") and getattr(line.state, "chance", None) == TABLE:
        example = f"1: {fields['roll']}"
        raise NotationError("powerboats.line_throw", expected=(example,), text=str(fields["roll"]))
    if fields.get("all"):
        held = line.state.boats[line.state.index[fields["seat"]]].dice
    roll = fields.get("roll", len(shown or ()))
    return {"seat": fields["seat"], "held": held, "roll": roll, "rolled": shown if roll else ()}


def _spread_lake(_: Saying, event: LakeLaid) -> Fields:
    """Return the fields unsaid of a lake that no line can say, one with a map or light sides; else none."""
    is_tidy = event.tiles in (None, tidy_tiles(event.tiles or ""))
    is_sayable = event.map is None and event.light_sides is None and is_tidy
    return {} if is_sayable else {"lake": None, "tiles": None}


def _read_lake(line: TypedLine, at: int) -> Iterator[tuple[int, str]]:
    """Yield a shipped lake by any of its names, and any other word of Latin letters, known or not."""
    yield from read_noun(line, at, "typed_lake")
    yield from read_noun(line, at, "lake")
    if match := _LAKE.match(line.text, at):
        yield match.end(), match[0]


def _read_tiles(line: TypedLine, at: int) -> Iterator[tuple[int, str]]:
    """Yield the shorthand of a lake, right or wrong: all that is left of the line."""
    yield len(line.text), tidy_tiles(line.text[at:].lstrip(" :"))


def _read_only_tiles(line: TypedLine, at: int) -> Iterator[tuple[int, str]]:
    """Yield a shorthand that stands without the word for it: it begins with a tile."""
    if _TILE.match(line.text, at):
        yield from _read_tiles(line, at)


def _spread_course(saying: Saying, event: CourseSet) -> Fields:
    letter, *places = (saying.at or "").split(BETWEEN)
    spots = (noun("spot_from_left", each, saying.lang, "powerboats") for each in places)
    return {
        "buoy_hexes": tuple(cell_text(event.buoys[name]) for name in sorted(event.buoys)),
        "letter": letter or None,
        "spots": listed(spots, saying.lang),
    }


def _read_spots(line: TypedLine, at: int) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield at which spot each buoy stands, counted from one side: as many as there are buoys."""
    known = [(word, id) for word, id in nouns_of(line, "spot_from_left") if not word.isdecimal()]
    spots: tuple[str, ...] = ()
    while len(spots) < len(BUOYS):
        found = next((each for each in known if line.low.startswith(each[0], at)), None)
        if found is None:
            line.want(at, *line.words.nouns("spot_from_left").values())
            return
        at, spots = at + len(found[0]), (*spots, found[1])
        if parting := between(line.words.lang).match(line.low, at):
            at = parting.end()
    yield at, spots


def _gather_course(line: TypedLine, fields: Fields) -> Fields:
    """Return the course of the race that is due whose buoys stand on the spots told.

    Raises NotationError where there is none.
    """
    spots = fields.pop("spots", None)
    if spots is None:
        return fields
    lake, race = line.state.lake, fields.get("race") or line.state.race
    courses = courses_of(lake, race) if lake is not None and 1 <= race <= len(LETTERS) else ()
    meant = next((each for each in courses if (*_from_left(lake, each.buoys),) == spots), None)
    if meant is None:
        raise NotationError("powerboats.line_course", text=line.text)
    return fields_of(meant)


def _write_course(saying: Saying, event: CourseSet) -> str:
    """Return a course, each part after its word; what the event leaves out is left out."""
    buoys = (event.buoys[name] for name in sorted(event.buoys))
    parts = {
        "buoys": map(cell_text, buoys),
        "line": filter(None, [event.line]),
        "arrows": (f"{mark}{sense}" for mark, sense in sorted((event.arrows or {}).items())),
        "gates": (f"{mark}{way}" for mark, way in sorted((event.gates or {}).items())),
        "start": map(cell_text, filter(None, [event.start])),
        "finish": map(cell_text, filter(None, [event.finish])),
    }
    by_part = {part: " ".join(words) for part, words in parts.items()}
    said = [f"{saying.words.name('course', part)} {words}" for part, words in by_part.items() if words]
    return " ".join([*said, saying.words.name("course", "house")] if event.house else said)


def _read_course(line: TypedLine, text: str) -> Fields:
    """Return a course from its text: four buoys, and what the table says of the rest."""
    parts = _parts_of(line, text.split())
    buoys = parts.get("buoys", [])
    if len(buoys) != len(BUOYS):
        raise NotationError(
            "powerboats.line_buoys", expected=("7,18 23,11 13,10 21,24",), text=" ".join(buoys) or text
        )
    said = " ".join(parts.get("line", ()))
    sides: Fields = {side: _find_hex(" ".join(parts[side])) for side in ("start", "finish") if side in parts}
    return {
        "buoys": dict(zip(BUOYS, map(_find_hex, buoys), strict=True)),
        "line": _one_of(HEADINGS, said, "powerboats.line_heading", said) if "line" in parts else None,
        "arrows": _read_marks(parts.get("arrows", []), _SENSES),
        "gates": _read_marks(parts.get("gates", []), HEADINGS),
        "house": "house" in parts,
        **sides,
    }


def _parts_of(line: TypedLine, words: list[str]) -> dict[str, list[str]]:
    """Return the words of a course by the key words before them."""
    known = {plain_noun(name): id for id, name in line.words.nouns("course").items()}
    known |= {id: id for id in known.values()}
    parts: dict[str, list[str]] = {}
    key = ""
    for word in words:
        if plain_noun(word) in known:
            key = known[plain_noun(word)]
            parts[key] = []
        elif key:
            parts[key].append(word)
        else:
            raise NotationError("powerboats.line_course", expected=tuple(known), text=word)
    return parts


def _read_cell(line: TypedLine, at: int) -> Iterator[tuple[int, list[int]]]:
    """Yield a hex by its column and row: `14,12`."""
    if match := _HEX.match(line.low, at):
        yield match.end(), [int(match[1]), int(match[2])]
    else:
        line.want(at, "7,18")


def _read_marks(words: list[str], known: tuple[str, ...]) -> dict[str, str]:
    found: dict[str, str] = {}
    for word in words:
        mark, value = match.groups() if (match := _MARKED.fullmatch(word)) else ("", "")
        found[mark] = _one_of(known, value, "powerboats.line_mark", word, MARKS[0])
    return found


def _one_of(known: tuple[str, ...], value: str, reason: str, text: str, before: str = "") -> Any:
    """Return the known value that is typed, whatever its case. Raises NotationError."""
    found = next((each for each in known if each.lower() == value.lower()), None)
    if found is None:
        raise NotationError(reason, expected=tuple(f"{before}{each}" for each in known), text=text)
    return found


def _find_hex(word: str) -> Cell:
    """Return the hex of a word such as `7,18`. Raises NotationError."""
    match = _HEX.fullmatch(word)
    if match is None:
        raise NotationError("powerboats.line_hex", expected=("7,18",), text=word)
    return int(match[1]), int(match[2])


WORDING = Wording(
    slots={"course": OwnSlot(_write_course, _read_course)},
    sorts={
        "hex": OwnSort(_read_cell),
        "typed_lake": OwnSort(_read_lake),
        "tiles": OwnSort(_read_tiles),
        "only_tiles": OwnSort(_read_only_tiles),
        "spots": OwnSort(_read_spots),
    },
    spread={
        LakeLaid: _spread_lake,
        CourseSet: _spread_course,
        BoatPlaced: _spread_place,
        BoatStopped: _spread_where,
        Crashed: lambda _, event: {"moved": event.ran or None},
        DiceThrown: _spread_throw,
    },
    gather={
        CourseSet: _gather_course,
        BoatPlaced: lambda _, fields: {
            "seat": fields["seat"],
            "at": (fields["column"], fields["row"]),
            "heading": fields["heading"],
        },
        DiceThrown: _gather_throw,
    },
    place_of=_place_of,
    fact_words=_fact_words,
)
