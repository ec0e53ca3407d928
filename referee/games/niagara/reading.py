"""Reading a line of notation back into the event it names."""

import re
from collections.abc import Iterator
from typing import Any

from events.base import Event
from referee.games.niagara.events import (
    CanoeBought,
    CanoeMoved,
    CanoeRef,
    CloudMoved,
    GemAct,
    GemActAt,
    GemPassed,
    PaddleChosen,
    PaddleRevealed,
    RiverFlowed,
    TurnEnded,
)
from referee.games.niagara.river import alternation, speed_of
from referee.games.niagara.state import State, canoe_index
from referee.games.niagara.tables import GEMS, ROUTES, SPACES
from referee.kernel.game import NotationError
from referee.kernel.notation import find_seat, parse_shared, plain

SIDES = {"l": "left", "r": "right", "left": "left", "right": "right"}
FILLERS = {"to", "up", "down", "launch", "launches", "paddle", "paddles", "go", "goes", "over", "the", ">"}
SEPARATORS = re.compile(r"\s*(?:,|;|\bthen\b|\band\b)\s*")


def parse(state: State, text: str) -> Event:
    """Read one line of notation at a state.

    Raises NotationError with what could stand where it stops making sense.
    """
    if (shared := parse_shared(state, " ".join(text.split()))) is not None:
        return shared
    text = plain(state, text)
    words = text.split()
    if says_seat(state, words):
        return parse_seat_line(state, words[0], words[1:])
    if words[0].lower() == "river":
        return parse_river(state, words[1:])
    if canoe := find_canoe(state, words[0]):
        return parse_move(state, *canoe, text.removeprefix(words[0]))
    seat = find_seat(state, words[0], (*canoes(state), "river"), "notation.unknown_seat_or_canoe")
    return parse_seat_line(state, seat, words[1:])


def says_seat(state: State, words: list[str]) -> bool:
    """Whether a line is plainly a seat's own: a seat may be called `river`, or `A1` beside an `A`."""
    if words[0] not in state.index or len(words) < 2:
        return False
    verb = words[1].lower()
    return verb in SEAT_VERBS or (verb in CARD_WORDS and len(words) == 2)


SEAT_VERBS = frozenset(
    ("plays", "lays", "play", "shows", "reveals", "show", "buys", "buy", "ends", "end", "passes", "pass")
) | {"cloud", "weather"}
CARD_WORDS = frozenset("123456c?")


def canoes(state: State) -> tuple[str, ...]:
    """Name the canoes of all seats."""
    return tuple(f"{seat}{canoe}" for seat in state.seats for canoe in (1, 2))


def find_canoe(state: State, word: str) -> tuple[str, int] | None:
    """Find the canoe a word names: a seat and 1 or 2."""
    for same in (str, str.lower):
        for seat in state.seats:
            for canoe in (1, 2):
                if same(word) == same(f"{seat}{canoe}"):
                    return seat, canoe
    return None


def parse_river(state: State, words: list[str]) -> RiverFlowed:
    """Read a river flow: sides in order, then jams by push counted from 1."""
    text = " ".join(words).lower()
    sides, _, jams = text.partition("jam")
    letters = re.findall(r"left|right|[lr]", sides)
    leftover = re.sub(r"left|right|[lr]|still|[\s,;]", "", sides)
    if leftover:
        raise NotationError("notation.river", expected=("left", "right", "jam at push N"), text=leftover)
    exits: Any = tuple(SIDES[side] for side in letters)
    if not exits and "still" not in sides:
        exits = alternation(state, speed_of(state))
    return RiverFlowed(exits, tuple(int(n) - 1 for n in re.findall(r"\d+", jams) if int(n) > 0))


def parse_seat_line(state: State, seat: str, words: list[str]) -> Event:
    """Read what a seat does without naming a canoe."""
    verb = words[0].lower() if words else ""
    rest = " ".join(words[1:]).lower()
    match verb:
        case "plays" | "lays" | "play":
            return PaddleChosen(seat, find_card(rest, may_be_unknown=True))
        case "shows" | "reveals" | "show":
            return PaddleRevealed(seat, find_card(rest))
        case "buys" | "buy":
            return parse_purchase(seat, rest)
        case "ends" | "end" | "passes" | "pass" if "gem" not in rest:
            return TurnEnded(seat)
        case "passes" | "pass":
            return parse_passing(seat, rest)
        case "cloud" | "weather" if rest:
            return parse_weather(seat, rest)
    if len(words) == 1:
        return short_card(state, seat, verb)
    raise NotationError("notation.unknown_verb", expected=VERBS, text=" ".join(words))


VERBS = ("plays", "shows", "buys", "cloud to", "ends turn")


def short_card(state: State, seat: str, word: str) -> Event:
    """Read a bare card: shown where one lies unknown, else played."""
    card = find_card(word, may_be_unknown=True)
    if state.phase == "turns" and card is not None:
        return PaddleRevealed(seat, card)
    return PaddleChosen(seat, card)


def find_card(word: str, *, may_be_unknown: bool = False) -> Any:
    """Find the paddle card a word names; None for one that lies face down unknown."""
    if word in ("1", "2", "3", "4", "5", "6"):
        return int(word)
    if word in ("cloud", "c"):
        return "cloud"
    if may_be_unknown and word in ("face down", "facedown", "down", "?"):
        return None
    unknown = ("face down",) if may_be_unknown else ()
    cards = ("1", "2", "3", "4", "5", "6", "cloud", *unknown)
    raise NotationError("notation.card", expected=cards, text=word)


def secret(_: State, _seat: str, text: str) -> tuple[str, Any]:
    """Read the paddle card a seat may seal. Raises NotationError."""
    return "", find_card(text.strip().lower())


def parse_purchase(seat: str, rest: str) -> CanoeBought:
    """Read `canoe 1 for amber`."""
    match = re.fullmatch(r"(?:(?:a|the)? ?canoe ?)?([12])? ?(?:back )?for (?:an? )?(\w+)", rest)
    if not match:
        raise NotationError("notation.purchase", expected=("canoe 1 for amber",), text=rest)
    canoe: Any = int(match[1]) if match[1] else None
    return CanoeBought(seat, find_gem(match[2]), canoe)


def parse_passing(seat: str, rest: str) -> GemPassed:
    """Read `gem from 1 to 2`."""
    numbers: list[Any] = [int(n) for n in re.findall(r"[12]\b", rest)]
    if len(numbers) != 2:
        raise NotationError("notation.passing", expected=("gem from 1 to 2",), text=rest)
    return GemPassed(seat, *numbers)


def parse_weather(seat: str, rest: str) -> CloudMoved:
    """Read `to +1`."""
    match = re.fullmatch(r"(?:to )?([+\u2212-]?\d+)", rest)
    to: Any = int(match[1].replace("\u2212", "-")) if match else None
    if to not in (-1, 0, 1, 2):
        raise NotationError("notation.weather", expected=("-1", "0", "+1", "+2"), text=rest)
    return CloudMoved(seat, to)


def find_gem(word: str) -> Any:
    """Find the gem a word names or begins."""
    alike = [gem for gem in GEMS if gem.startswith(word.lower())]
    if len(alike) != 1 or not word:
        raise NotationError("notation.gem", expected=GEMS, text=word)
    return alike[0]


def find_space(word: str) -> Any:
    """Find the space a word names."""
    for space in SPACES:
        if space.lower() == word.lower():
            return space
    raise NotationError("notation.space", expected=SPACES, text=word)


class Told:
    """The parts of a canoe's action in the order they were told."""

    def __init__(self, at: str) -> None:
        """Start where the canoe stands."""
        self.at = at
        self.stops: list[Any] = []
        self.acts: list[list[GemAct]] = [[]]
        self.steal: CanoeRef | None = None
        self.steal_first = False

    def act(self, act: GemAct) -> None:
        """Add a gem act where the canoe is by now."""
        self.steal_first = self.steal_first or self.steal is not None
        self.acts[-1].append(act)

    def stop(self, space: str) -> None:
        """Add a space paddled to."""
        self.stops.append(space)
        self.acts.append([])

    def between(self) -> Iterator[tuple[str, list[GemAct]]]:
        """Give each stop on the way with what was done there."""
        return zip(self.stops[:-1], self.acts[1:-1], strict=True)


def parse_move(state: State, seat: str, canoe: Any, text: str) -> CanoeMoved:
    """Read a canoe's action, clause by clause."""
    told = Told(state.at[canoe_index(state, seat, canoe)])
    clauses = [clause for clause in SEPARATORS.split(text.strip()) if clause]
    if not clauses:
        raise NotationError("notation.move", expected=("up to", "down to", "load", "unload"), text=text)
    for clause in clauses:
        read_clause(state, told, clause)
    before, after = (told.acts[0], told.acts[-1]) if told.stops else (told.acts[0], [])
    via: list[Any] = []
    during: list[GemActAt] = []
    here = told.at
    for stop, acts in told.between():
        during += [GemActAt(stop, act.act, act.gem) for act in acts]  # type: ignore[arg-type]
        following = told.stops[told.stops.index(stop) + 1]
        if not acts or ROUTES.get((here, stop), (0,))[0] != ROUTES.get((stop, following), (0,))[0]:
            via.append(stop)
        here = stop
    to: Any = told.stops[-1] if told.stops else told.at
    return CanoeMoved(
        seat, canoe, to, tuple(via), tuple(before), tuple(after), told.steal, tuple(during), told.steal_first
    )


def read_clause(state: State, told: Told, clause: str) -> None:
    """Read one clause of a canoe's action."""
    words = clause.split()
    match words[0].lower():
        case "load" | "loads":
            told.act(GemAct("load", find_gem(" ".join(words[1:]))))
        case "unload" | "unloads":
            told.act(GemAct("unload", find_gem(words[1]) if len(words) > 1 else None))
        case "steal" | "steals":
            victim = find_canoe(state, words[-1])
            if victim is None:
                raise NotationError("notation.victim", expected=canoes(state), text=words[-1])
            told.steal = CanoeRef(*victim)  # type: ignore[arg-type]
        case _:
            spaces = [word for word in words if word.lower() not in FILLERS]
            if len(spaces) != 1:
                raise NotationError("notation.space", expected=SPACES, text=clause)
            told.stop(find_space(spaces[0]))
