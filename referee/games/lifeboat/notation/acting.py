"""Lines about the action phase: strokes, demands, fights, special cards, trades and cards laid."""

from events.base import Event
from referee.games.lifeboat.events import (
    CardPlayed,
    CardsTraded,
    CardTaken,
    DemandGranted,
    DemandRefused,
    FightClosed,
    FightJoined,
    MugDemanded,
    Objected,
    Passed,
    Rowed,
    SeatDemanded,
    SpecialUsed,
)
from referee.games.lifeboat.notation.words import (
    NONE,
    UNSEEN,
    Reader,
    Writer,
    cards_of,
    clauses,
    find,
    find_card,
    find_navigation,
    listed,
    need,
    unseen_or,
)
from referee.games.lifeboat.state import State, stroke_size
from referee.games.lifeboat.tables import PROVISION_NAMES, SPECIALS
from referee.kernel.game import NotationError
from referee.kernel.notation import find_seat

CLOSINGS: dict[str, Event] = {"action": FightClosed()}


def notate_stroke(event: Rowed) -> str:
    """Write a stroke: what went into the row stack, what under the deck."""
    if not event.drawn:
        return f"{event.seat} rows"
    line = f"{event.seat} rows stack {listed(event.stacked)} bury {listed(event.buried)}"
    return line if event.drawn == (*event.stacked, *event.buried) else f"{line} drawn {listed(event.drawn)}"


def notate_special(event: SpecialUsed) -> str:
    """Write the use of a special card."""
    line = f"{event.seat} uses {event.card}"
    if event.on:
        line += f" on {event.on}"
    if event.corpse:
        line += f" corpse {event.corpse}"
    return line + (f" drawn {listed(event.drawn)}" if event.drawn else "")


def notate_trade(event: CardsTraded) -> str:
    """Write a trade, or a gift."""
    (one, other), (ours, theirs) = event.seats, event.gives
    return f"{one} trades {listed(ours)} with {other} for {listed(theirs)}"


def rows(state: State, seat: str, words: list[str]) -> Event:
    """Read `rows stack N01 bury ?`; a bare number stacks so many unseen cards."""
    told = clauses(words, "stack", "bury", "drawn")
    if told.get("", "").isdigit():
        n, k = stroke_size(state, state.index[seat]), int(told[""])
        return Rowed(seat, (None,) * n, (None,) * k, (None,) * max(0, n - k)) if k <= n else Rowed(seat)
    stacked, buried = (cards_of(told.get(key, NONE), find_navigation) for key in ("stack", "bury"))
    drawn = cards_of(told["drawn"], find_navigation) if "drawn" in told else (*stacked, *buried)
    if len(drawn) != len(stacked) + len(buried):
        raise NotationError("notation.stroke", expected=("stack N01 bury N02",), text=" ".join(words))
    return Rowed(seat, drawn, stacked, buried)


def swaps(state: State, seat: str, words: list[str]) -> Event:
    """Read `swaps with b`."""
    rest = [word for word in words if word.lower() != "with"]
    return SeatDemanded(seat, find_seat(state, rest[0] if rest else ""))


def mugs(state: State, seat: str, words: list[str]) -> Event:
    """Read `mugs b for hand` or `mugs b knife`."""
    rest = [word for word in words if word.lower() != "for"]
    if not rest:
        raise NotationError("notation.incomplete", expected=state.seats, text="mugs")
    card = rest[1] if len(rest) > 1 else "hand"
    return MugDemanded(seat, find_seat(state, rest[0]), "hand" if card == "hand" else find_card(card))


def uses(state: State, seat: str, words: list[str]) -> Event:
    """Read `uses medkit on b`, `uses flare drawn N01,N02,N03`, `uses cannibalism corpse b`."""
    told = clauses(words, "on", "drawn", "corpse")
    card = find(need(told, "", *SPECIALS), tuple(sorted(SPECIALS)), "notation.special")
    on, corpse = (find_seat(state, told[key]) if key in told else None for key in ("on", "corpse"))
    return SpecialUsed(seat, card, on, cards_of(told.get("drawn", NONE), find_navigation), corpse)


def plays(state: State, seat: str, words: list[str]) -> Event:
    """Read `plays knife` or `plays preserver on b`."""
    told = clauses(words, "on")
    on = find_seat(state, told["on"]) if "on" in told else None
    return CardPlayed(seat, find_card(need(told, "", *PROVISION_NAMES)), on)


def trades(state: State, seat: str, words: list[str]) -> Event:
    """Read `trades water,? with b for knife`."""
    told = clauses(words, "with", "for")
    other = find_seat(state, need(told, "with", *state.seats))
    ours, theirs = (cards_of(told.get(key, NONE), find_card) for key in ("", "for"))
    return CardsTraded((seat, other), (ours, theirs))


def takes(state: State, seat: str, words: list[str]) -> Event:
    """Read `takes ? from b`."""
    told = clauses(words, "from")
    return CardTaken(seat, find_seat(state, need(told, "from")), unseen_or(find_card, told.get("", UNSEEN)))


WRITERS: dict[type, Writer] = {
    Passed: lambda it: f"{it.seat} passes",
    Rowed: notate_stroke,
    SeatDemanded: lambda it: f"{it.seat} swaps with {it.with_seat}",
    MugDemanded: lambda it: f"{it.seat} mugs {it.from_seat} for {it.card}",
    SpecialUsed: notate_special,
    CardPlayed: lambda it: f"{it.seat} plays {it.card}" + (f" on {it.on}" if it.on else ""),
    CardsTraded: notate_trade,
    DemandGranted: lambda it: f"{it.seat} grants",
    DemandRefused: lambda it: f"{it.seat} refuses",
    FightJoined: lambda it: f"{it.seat} joins {it.side}",
    FightClosed: lambda _: "fight closed",
    Objected: lambda it: f"{it.seat} objects",
    CardTaken: lambda it: f"{it.seat} takes {it.card or UNSEEN} from {it.from_seat}",
}

VERBS: dict[str, Reader] = {
    "passes": lambda _, seat, __: Passed(seat),
    "rows": rows,
    "swaps": swaps,
    "mugs": mugs,
    "uses": uses,
    "plays": plays,
    "trades": trades,
    "grants": lambda _, seat, __: DemandGranted(seat),
    "refuses": lambda _, seat, __: DemandRefused(seat),
    "joins": lambda _, seat, words: FightJoined(
        seat, find(words[0] if words else "", ("attack", "defence"), "notation.side")
    ),
    "objects": lambda _, seat, __: Objected(seat),
    "takes": takes,
}
