"""Reading a line of notation back into the event it names."""

import re
from typing import Any, Final

from events.base import Event
from referee.games.powerboats.events import (
    BoatMoved,
    BoatPlaced,
    BoatRetired,
    CourseSet,
    DiceThrown,
    LakeLaid,
)
from referee.games.powerboats.hexes import HEADINGS, Cell
from referee.games.powerboats.lake_data import SHIPPED
from referee.games.powerboats.laying import BUOYS, MARKS
from referee.games.powerboats.state import State
from referee.kernel.game import NotationError
from referee.kernel.notation import find_seat, parse_shared, plain

TURNS: Final = {
    "l": "left",
    "s": "straight",
    "r": "right",
    "left": "left",
    "straight": "straight",
    "right": "right",
}
VERBS: Final = ("at", "keep", "roll", "left", "straight", "right", "stops racing")
COURSE_WORDS: Final = ("buoys", "line", "arrows", "gates", "start", "finish", "house")
_HEX = re.compile(r"(\d{1,4}),(\d{1,4})")
_MARKED = re.compile(r"([123])[:=]?(\w+)")


def parse(state: State, text: str) -> Event:
    """Read one line of notation at a state.

    Raises NotationError with what could stand where it stops making sense.
    """
    if (shared := parse_shared(state, " ".join(text.split()))) is not None:
        return shared
    text = plain(state, text)
    words = text.split()
    match words[0].lower():
        case "lake" if words[0] not in state.index:
            return parse_lake(words[1:])
        case "tiles" if words[0] not in state.index:
            return LakeLaid(tiles=text.partition(" ")[2])
        case "race" if words[0] not in state.index:
            return parse_course(words[1:])
    return parse_seat_line(state, find_seat(state, words[0], ("lake", "tiles", "race")), words[1:])


def parse_lake(words: list[str]) -> LakeLaid:
    """Read the name of a shipped lake."""
    if len(words) != 1:
        raise NotationError("powerboats.line_lake", expected=tuple(SHIPPED), text=" ".join(words))
    return LakeLaid(lake=words[0])


def parse_course(words: list[str]) -> CourseSet:
    """Read a course: a race, four buoys, and what the table says of the rest."""
    number, *rest = words or [""]
    if number not in ("1", "2", "3"):
        raise NotationError("powerboats.line_race", expected=("1", "2", "3"), text=number)
    parts = clauses(rest)
    buoys = parts.get("buoys", [])
    if len(buoys) != len(BUOYS):
        raise NotationError(
            "powerboats.line_buoys", expected=("buoys 7,18 23,11 13,10 21,24",), text=" ".join(buoys)
        )
    sides: dict[str, Any] = {
        side: find_hex(parts[side][0] if parts[side] else "") for side in ("start", "finish") if side in parts
    }
    line: Any = find_heading(" ".join(parts["line"])) if "line" in parts else None
    race: Any = int(number)
    return CourseSet(
        race=race,
        buoys=dict(zip(BUOYS, map(find_hex, buoys), strict=True)),
        line=line,
        arrows=marked(parts.get("arrows", []), ("ccw", "cw")),
        gates=marked(parts.get("gates", []), HEADINGS),
        house="house" in parts,
        **sides,
    )


def clauses(words: list[str]) -> dict[str, list[str]]:
    """Split the words of a course by the keywords among them."""
    parts: dict[str, list[str]] = {}
    key = ""
    for word in words:
        if word.lower() in COURSE_WORDS:
            key = word.lower()
            parts[key] = []
        elif key:
            parts[key].append(word)
        else:
            raise NotationError("powerboats.line_course", expected=COURSE_WORDS, text=word)
    return parts


def marked(words: list[str], known: tuple[str, ...]) -> dict[Any, Any]:
    """Read `1cw 2ccw`: a value for each of some buoys."""
    found = {}
    for word in words:
        match = _MARKED.fullmatch(word)
        value = next((each for each in known if match and each.lower() == match[2].lower()), None)
        if match is None or value is None:
            raise NotationError(
                "powerboats.line_mark", expected=tuple(f"{MARKS[0]}{each}" for each in known), text=word
            )
        found[match[1]] = value
    return found


def find_hex(word: str) -> Cell:
    """Read a hex."""
    match = _HEX.fullmatch(word)
    if match is None:
        raise NotationError("powerboats.line_hex", expected=("7,18",), text=word)
    return int(match[1]), int(match[2])


def find_heading(word: str) -> Any:
    """Read a heading."""
    found = next((heading for heading in HEADINGS if heading == word.upper()), None)
    if found is None:
        raise NotationError("powerboats.line_heading", expected=HEADINGS, text=word)
    return found


def parse_seat_line(state: State, seat: str, words: list[str]) -> Event:
    """Read what a seat does."""
    verb = words[0].lower() if words else ""
    if verb == "at":
        hex_word, heading = (*words[1:3], "", "")[:2]
        return BoatPlaced(seat, find_hex(hex_word), find_heading(heading))
    if verb in ("stops", "stop", "retires"):
        return BoatRetired(seat)
    is_led = verb in ("turns", "turn", "goes", "go") and len(words) > 1
    if is_led:
        verb = words[1].lower()
    if (is_led or len(words) == 1) and verb in TURNS:
        return BoatMoved(seat, TURNS[verb])  # type: ignore[arg-type]
    if verb in ("keep", "keeps", "k", "roll", "rolls", "r"):
        return parse_throw(state, seat, words)
    raise NotationError("notation.unknown_verb", expected=VERBS, text=" ".join(words))


def parse_throw(state: State, seat: str, words: list[str]) -> DiceThrown:
    """Read `keep 3 2 roll 1: 2`; a number of dice left out is that of the results told."""
    told = " ".join(words).lower()
    match = re.fullmatch(
        r"(?:k(?:eeps?)?(?P<held>(?: [123])+| nothing| all)?)?"
        r" ?(?:r(?:olls?)? ?(?P<roll>\d{1,3})?(?: dic?es?)?(?: ?[: ] ?(?P<shown>[123](?: [123])*))?)?",
        told,
    )
    if match is None:
        raise NotationError("powerboats.line_throw", expected=("keep 3 roll 2: 1 3", "keep all"), text=told)
    held = held_dice(state, seat, match["held"])
    shown: Any = tuple(int(die) for die in match["shown"].split()) if match["shown"] else None
    roll = int(match["roll"]) if match["roll"] else len(shown or ())
    if not re.search(r"\br", told):
        return DiceThrown(seat, held, 0, ())
    return DiceThrown(seat, held, roll, () if roll == 0 else shown)


def held_dice(state: State, seat: str, words: str | None) -> Any:
    """Read which dice are left lying: `3 2`, `nothing`, `all`."""
    if words is None or words == " nothing":
        return ()
    if words == " all":
        return state.boats[state.index[seat]].dice
    return tuple(int(die) for die in words.split())
