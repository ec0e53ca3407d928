"""Reading a line of notation back into the event it names."""

from collections.abc import Callable
from typing import Any

from events.base import Event
from events.codec import MalformedError, codec_for
from events.lifeboat import (
    CardPlayed,
    CardsTraded,
    CardTaken,
    CharactersDealt,
    ChumUsed,
    CompassUsed,
    DemandGranted,
    DemandRefused,
    FightClosed,
    FightJoined,
    GhostCalled,
    HandRevealed,
    MugDemanded,
    NavigationChosen,
    NavigationContent,
    NavigationDrawn,
    Objected,
    OverboardClosed,
    Passed,
    ProvisionDealt,
    ProvisionKept,
    ProvisionsDrawn,
    Rowed,
    SeatDemanded,
    SecretsDealt,
    SpecialUsed,
    ThirstClosed,
    WaterUsed,
)
from events.table import HouseRuled
from referee.games.lifeboat.state import State, phase_of, stroke_size
from referee.games.lifeboat.tables import CHARACTERS, NAVIGATION_IDS, PROVISION_NAMES, SPECIALS
from referee.kernel.game import NotationError

FIXED: dict[str, Event] = {
    "fight closed": FightClosed(),
    "overboard closed": OverboardClosed(),
    "thirst closed": ThirstClosed(),
}
CLOSINGS = {"action": FightClosed(), "overboard": OverboardClosed(), "thirst": ThirstClosed()}


def parse(state: State, text: str) -> Event:
    """Read one line of notation at a state.

    Raises NotationError with what could stand where it stops making sense.
    """
    text = " ".join(text.split())
    if text.startswith("{"):
        return parse_json(text)
    if text.startswith("house rule "):
        return parse_house_rule(text.removeprefix("house rule "))
    if text.lower() in FIXED:
        return FIXED[text.lower()]
    if text.lower() in {"close", "closed"} and phase_of(state) in CLOSINGS:
        return CLOSINGS[phase_of(state)]
    words = text.split()
    if not words:
        raise NotationError("notation.empty", expected=state.seats)
    if words[0].lower() == "characters":
        return CharactersDealt(read_pairs(state, words[1:]))
    if words[0].lower() in {"top", "turn"}:
        return NavigationChosen(find_navigation(words[-1]))
    return parse_seat_line(state, find_seat(state, words[0]), words[1:])


def parse_json(text: str) -> Event:
    """Read an event written as JSON."""
    try:
        return codec_for("lifeboat").event(text.encode())
    except MalformedError as error:
        raise NotationError("notation.bad_json", detail=str(error)) from None


def parse_house_rule(text: str) -> HouseRuled:
    """Read `option=value: reason`."""
    setting, _, reason = text.partition(":")
    option, equals, value = setting.partition("=")
    if not equals:
        raise NotationError("notation.house_rule", expected=("option=value",), text=text)
    return HouseRuled(option.strip(), value.strip(), reason.strip())


def find_seat(state: State, word: str) -> str:
    """Find the seat a word names, whatever its case where that is unambiguous."""
    if word in state.index:
        return word
    alike = [seat for seat in state.seats if seat.lower() == word.lower()]
    if len(alike) == 1:
        return alike[0]
    raise NotationError("notation.unknown_seat", expected=(*state.seats, "fight", "top"), text=word)


def parse_seat_line(state: State, seat: str, words: list[str]) -> Event:
    """Read what a seat does."""
    verb = words[0].lower() if words else ""
    reader = VERBS.get(verb) or VERBS.get(f"{verb}s") or VERBS.get(f"{verb}es")
    if reader is None:
        raise NotationError("notation.unknown_verb", expected=tuple(VERBS), text=" ".join(words))
    return reader(state, seat, words[1:])


def read_pairs(state: State, words: list[str]) -> dict[str, Any]:
    """Read `seat=character` pairs."""
    pairs = [word.rpartition("=") for word in words]
    return {find_seat(state, seat): find_character(card) for seat, _, card in pairs}


def find_character(word: str) -> Any:
    """Find the character a word names or begins; None for `?`."""
    return find(word, tuple(CHARACTERS), "notation.character")


def find_card(word: str) -> Any:
    """Find the provision a word names or begins; None for `?`."""
    return find(word, PROVISION_NAMES, "notation.provision")


def find(word: str, known: tuple[str, ...], reason: str) -> Any:
    """Find a word among those known, by its beginning where that is unambiguous."""
    if word == "?":
        return None
    alike = [name for name in known if name == word.lower()]
    alike = alike or [name for name in known if name.startswith(word.lower()) and word]
    if len(alike) != 1:
        raise NotationError(reason, expected=known, text=word)
    return alike[0]


def find_navigation(word: str) -> Any:
    """Find the navigation card a word names, or read what it says between parentheses."""
    if word == "?":
        return None
    if word.startswith("("):
        return read_content(word)
    name = word.upper() if word.upper().startswith("N") else f"N{word:0>2}"
    if name in NAVIGATION_IDS:
        return name
    raise NotationError(
        "notation.navigation", expected=(*NAVIGATION_IDS, "(bird+1;over=kid;dry=kid;row)"), text=word
    )


def read_content(word: str) -> NavigationContent:
    """Read what a navigation card says."""
    facts: dict[str, Any] = {}
    for part in filter(None, word.strip("()").split(";")):
        key, _, value = part.partition("=")
        if key in {"over", "dry"}:
            who = tuple(find_character(name) for name in value.split("+"))
            facts["overboard" if key == "over" else "thirst"] = who
        elif key in {"bird+1", "bird-1"}:
            facts["bird"] = int(key[-2:])
        elif key in {"fight", "row"}:
            facts[key] = True
        else:
            raise NotationError(
                "notation.navigation", expected=("bird+1", "over=", "dry=", "fight", "row"), text=part
            )
    return NavigationContent(**facts)


def cards_of(word: str, read: Callable[[str], Any]) -> tuple[Any, ...]:
    """Read cards with commas; a dash is none."""
    return () if word == "-" else tuple(read(part) for part in word.split(","))


def clauses(words: list[str], *keys: str) -> dict[str, str]:
    """Part words into clauses, each led by a key word; the first clause needs none."""
    told: dict[str, str] = {}
    key = ""
    for word in words:
        if word.lower() in keys:
            key = word.lower()
        elif "=" in word and "(" not in word:
            name, _, value = word.partition("=")
            told[name.lower()] = value
        else:
            told[key] = f"{told[key]} {word}" if key in told else word
    return told


def need(told: dict[str, str], key: str, *expected: str) -> str:
    """Get a clause that must be there."""
    if key not in told:
        raise NotationError("notation.incomplete", expected=expected or (key,), text=" ".join(told.values()))
    return told[key]


def gets(state: State, seat: str, words: list[str]) -> Event:
    """Read a dealt provision, or love and hate."""
    del state
    told = clauses(words)
    if "love" in told or "hate" in told:
        return SecretsDealt(
            seat, find_character(told.get("love", "?")), find_character(told.get("hate", "?"))
        )
    return ProvisionDealt(seat, find_card(need(told, "", "?", *PROVISION_NAMES)))


def reveals(state: State, seat: str, words: list[str]) -> Event:
    """Read a hand turned up."""
    del state
    told = clauses(words)
    love, hate = find_character(told.get("love", "?")), find_character(told.get("hate", "?"))
    return HandRevealed(seat, cards_of(told.get("", "-"), find_card), love, hate)


def trades(state: State, seat: str, words: list[str]) -> Event:
    """Read `trades water,? with b for knife`."""
    told = clauses(words, "with", "for")
    other = find_seat(state, need(told, "with", *state.seats))
    ours, theirs = (cards_of(told.get(key, "-"), find_card) for key in ("", "for"))
    return CardsTraded((seat, other), (ours, theirs))


def takes(state: State, seat: str, words: list[str]) -> Event:
    """Read `takes ? from b`."""
    told = clauses(words, "from")
    return CardTaken(seat, find_seat(state, need(told, "from")), find_card(told.get("", "?")))


def rows(state: State, seat: str, words: list[str]) -> Event:
    """Read `rows stack N01 bury ?`; a bare number stacks so many unseen cards."""
    told = clauses(words, "stack", "bury", "drawn")
    if told.get("", "").isdigit():
        n, k = stroke_size(state, state.index[seat]), int(told[""])
        return Rowed(seat, (None,) * n, (None,) * k, (None,) * max(0, n - k)) if k <= n else Rowed(seat)
    stacked, buried = (cards_of(told.get(key, "-"), find_navigation) for key in ("stack", "bury"))
    drawn = cards_of(told["drawn"], find_navigation) if "drawn" in told else (*stacked, *buried)
    if len(drawn) != len(stacked) + len(buried):
        raise NotationError("notation.stroke", expected=("stack N01 bury N02",), text=" ".join(words))
    return Rowed(seat, drawn, stacked, buried)


def mugs(state: State, seat: str, words: list[str]) -> Event:
    """Read `mugs b for hand` or `mugs b knife`."""
    rest = [word for word in words if word.lower() != "for"]
    if not rest:
        raise NotationError("notation.incomplete", expected=state.seats, text="mugs")
    card = rest[1] if len(rest) > 1 else "hand"
    return MugDemanded(seat, find_seat(state, rest[0]), "hand" if card == "hand" else find_card(card))


def swaps(state: State, seat: str, words: list[str]) -> Event:
    """Read `swaps with b`."""
    rest = [word for word in words if word.lower() != "with"]
    return SeatDemanded(seat, find_seat(state, rest[0] if rest else ""))


def plays(state: State, seat: str, words: list[str]) -> Event:
    """Read `plays knife` or `plays preserver on b`."""
    told = clauses(words, "on")
    on = find_seat(state, told["on"]) if "on" in told else None
    return CardPlayed(seat, find_card(need(told, "", *PROVISION_NAMES)), on)


def uses(state: State, seat: str, words: list[str]) -> Event:
    """Read `uses medkit on b`, `uses flare drawn N01,N02,N03`, `uses cannibalism corpse b`."""
    told = clauses(words, "on", "drawn", "corpse")
    card = find(need(told, "", *SPECIALS), tuple(sorted(SPECIALS)), "notation.special")
    on, corpse = (find_seat(state, told[key]) if key in told else None for key in ("on", "corpse"))
    return SpecialUsed(seat, card, on, cards_of(told.get("drawn", "-"), find_navigation), corpse)


def joins(state: State, seat: str, words: list[str]) -> Event:
    """Read `joins attack`."""
    del state
    side = find(words[0] if words else "", ("attack", "defence"), "notation.side")
    return FightJoined(seat, side)


def looks(state: State, seat: str, words: list[str]) -> Event:
    """Read `looks at ?`."""
    del state
    return CompassUsed(seat, find_navigation(words[-1] if words else "?"))


def last_word(words: list[str]) -> str:
    """Get the last word, nothing where there is none."""
    return words[-1] if words else ""


VERBS: dict[str, Callable[[State, str, list[str]], Event]] = {
    "passes": lambda _, seat, __: Passed(seat),
    "rows": rows,
    "swaps": swaps,
    "mugs": mugs,
    "uses": uses,
    "plays": plays,
    "trades": trades,
    "grants": lambda _, seat, __: DemandGranted(seat),
    "refuses": lambda _, seat, __: DemandRefused(seat),
    "joins": joins,
    "objects": lambda _, seat, __: Objected(seat),
    "takes": takes,
    "looks": looks,
    "chooses": lambda _, seat, words: NavigationChosen(find_navigation(last_word(words)), seat),
    "waters": lambda state, seat, words: WaterUsed(seat, find_seat(state, last_word(words) or seat)),
    "throws": lambda _, seat, __: ChumUsed(seat),
    "haunts": lambda _, seat, __: GhostCalled(seat),
    "gets": gets,
    "draws": lambda _, seat, words: ProvisionsDrawn(seat, cards_of(last_word(words), find_card)),
    "keeps": lambda _, seat, words: ProvisionKept(seat, find_card(last_word(words) or "?")),
    "sees": lambda _, seat, words: NavigationDrawn(seat, cards_of(last_word(words), find_navigation)),
    "reveals": reveals,
}
