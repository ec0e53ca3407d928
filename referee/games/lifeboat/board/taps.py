"""Which taps on the boat mean an action: a character, then a demand; a card, then whom it is for."""

from typing import Any

from events.base import Event
from referee.games.lifeboat.events import (
    CardPlayed,
    CardsTraded,
    CardTaken,
    ChumUsed,
    CompassUsed,
    DemandGranted,
    DemandRefused,
    FightJoined,
    HandRevealed,
    MugDemanded,
    NavigationChosen,
    Passed,
    ProvisionDealt,
    ProvisionKept,
    Rowed,
    SeatDemanded,
    SpecialUsed,
    WaterUsed,
)
from referee.games.lifeboat.tables import content_of
from referee.games.lifeboat.view import View

WORDED = frozenset({"mug", "own", "keep", "over"})
"""Kinds whose words depend on what they say."""

UNSEEN = "None"
"""Stands for a card the referee has not seen."""

MANY = 5
"""From so many on, those a card sends overboard are everybody."""


def picks(view: View, event: Event) -> tuple[str, ...]:
    """List the ids by which an action is meant, in order."""
    match event:
        case SeatDemanded(seat, other):
            return f"who:{other}", f"swap:{other}"
        case MugDemanded(_, victim, card):
            return f"who:{victim}", f"mug:{victim}.{card}"
        case DemandGranted() | DemandRefused():
            return ("grant" if isinstance(event, DemandGranted) else "refuse",)
        case FightJoined(side=side):
            return (f"side:{side}",)
        case Passed(seat):
            return f"who:{seat}", "pass"
        case Rowed():
            return stroke(event)
        case NavigationChosen():
            return navigation(view, event)
        case ProvisionDealt(seat) | HandRevealed(seat):
            return (f"who:{seat}",)
        case CardTaken(_, victim):
            return (f"who:{victim}",)
    return with_card(event)


def with_card(event: Event) -> tuple[str, ...]:
    """List what is tapped to use a card: the card, whom it is for, what is done with it."""
    match event:
        case ProvisionKept(card=card):
            return (f"keep:{card}",)
        case CardPlayed(seat, card, on):
            return f"own:{card}", f"who:{on or seat}", "lay"
        case CardsTraded((_, other), ((card,), ())):
            return f"own:{card}", f"who:{other}", "give"
        case SpecialUsed(seat, card, on, _, corpse):
            return f"own:{card}", f"who:{on or corpse or seat}", "use"
        case WaterUsed(_, on):
            return "own:water", f"who:{on}", "use"
        case ChumUsed(seat):
            return "own:chum", f"who:{seat}", "use"
        case CompassUsed(seat):
            return "own:compass", f"who:{seat}", "use"
    return ()


def stroke(event: Rowed) -> tuple[str, ...]:
    """List how a stroke is told: that one rows; how many cards go up; which."""
    if not event.drawn:
        return f"who:{event.seat}", "row"
    count = f"stacked:{len(event.stacked)}"
    if None in event.drawn:
        return f"who:{event.seat}", "row", count
    return count, "up:" + "+".join(map(named, event.stacked))


def navigation(view: View, event: NavigationChosen) -> tuple[str, ...]:
    """List how a navigation card is told: the card in the stack, else whom it sends overboard, then which."""
    card = f"nav:{named(event.card)}"
    if event.seat is not None and event.card in view.row_stack:
        return (card,)
    over = content_of(event.card).overboard
    return f"over:{'all' if len(over) >= MANY else '+'.join(over) or 'nobody'}", card


def named(card: Any) -> str:
    """Name a navigation card in an id."""
    return card if isinstance(card, str) else "read"


def words_for(id: str) -> tuple[str, dict[str, object]]:
    """Choose the words for a card nobody has seen, for a hand, for who goes overboard."""
    kind, _, value = id.partition(":")
    card = value.rpartition(".")[2] if kind == "mug" else value
    if kind == "over":
        return (f"over_{value}", {}) if value in {"all", "nobody"} else (kind, {"who": value.split("+")})
    return (f"{kind}_unseen" if card in {UNSEEN, "hand"} else kind), {"card": card}
