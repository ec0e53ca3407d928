"""Which taps on the boat mean an action: a character, then a demand; a card, then whom it is for."""

from typing import Any

from events.base import Event
from referee.games.lifeboat.board.text import cards_words
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
from referee.games.lifeboat.tables import NAVIGATION_IDS, content_of
from referee.games.lifeboat.view import View
from referee.l10n import say

WORDED = frozenset({"mug", "own", "keep", "over", "nav", "up"})
"""Kinds whose words depend on what they say."""

_UNSEEN = "None"
"""Stands for a card the referee has not seen."""

_MANY = 5
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
            return _stroke(event)
        case NavigationChosen():
            return _navigation(view, event)
        case ProvisionDealt(seat) | HandRevealed(seat):
            return (f"who:{seat}",)
        case CardTaken(_, victim):
            return (f"who:{victim}",)
    return _with_card(event)


def brief(view: View, lang: str, event: Event) -> str | None:
    """Say an act beside the picture of the cards it names; None where its own words are short enough."""
    if not isinstance(event, Rowed) or not event.drawn:
        return None
    if not (event.stacked and event.buried):
        id = "row_up" if event.stacked else "row_down"
    else:
        id = "row_some" if event.stacked[1:] else "row_one"
    return say(f"lifeboat.picks.{id}", lang, names=view.names)


def own_hand(view: View) -> tuple[str, ...]:
    """List the cards in the viewer's hand, by what is tapped to use one.

    The packet, and what was drawn or rowed, is shown where it is chosen from.
    """
    if view.seat is None:
        return ()
    return tuple(f"own:{card}" for card in view.people[view.seat].hand or ())


def pieces_of(event: Event) -> tuple[str, ...]:
    """List whose pieces an event concerns: who acts, and whom it strikes."""
    match event:
        case SeatDemanded(seat, other) | MugDemanded(seat, other) | CardTaken(seat, other):
            return f"who:{seat}", f"who:{other}"
    actor = getattr(event, "seat", None)
    return (f"who:{actor}",) if isinstance(actor, str) else ()


def own_pieces(view: View) -> tuple[str, ...]:
    """List the people, by what is tapped to say that one sits elsewhere."""
    return tuple(f"who:{seat}" for seat in view.boat)


def put_by_hand(view: View, id: str) -> dict[str, dict[str, list[str]]]:
    """List with whom somebody may change places by hand: who is tapped, with the order of the boat."""
    seat = id.partition(":")[2]
    return {f"who:{other}": {"boat": _swapped(view, seat, other)} for other in view.boat if other != seat}


def _swapped(view: View, seat: str, other: str) -> list[str]:
    """Give the order of the boat with two people in each other's place."""
    places = {seat: other, other: seat}
    return [places.get(each, each) for each in view.boat]


def _with_card(event: Event) -> tuple[str, ...]:
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


def _stroke(event: Rowed) -> tuple[str, ...]:
    """List how a stroke is told: that one rows; how many cards go up; which."""
    if not event.drawn:
        return f"who:{event.seat}", "row"
    count = f"stacked:{len(event.stacked)}"
    if None in event.drawn:
        return f"who:{event.seat}", "row", count
    return count, "up:" + "+".join(map(_named, event.stacked))


def _navigation(view: View, event: NavigationChosen) -> tuple[str, ...]:
    """List how a navigation card is told: the card in the stack, else whom it sends overboard, then which."""
    card = f"nav:{_named(event.card)}"
    if event.seat is not None and event.card in view.row_stack:
        return (card,)
    over = content_of(event.card).overboard
    return f"over:{'all' if len(over) >= _MANY else '+'.join(over) or 'nobody'}", card


def _named(card: Any) -> str:
    """Name a navigation card in an id."""
    return card if isinstance(card, str) else "read"


def words_for(_view: View, lang: str, id: str) -> tuple[str, dict[str, object]]:
    """Choose the words for a card nobody has seen, for a hand, for who goes overboard, for a card."""
    kind, _, value = id.partition(":")
    if kind in {"nav", "up"}:
        cards = [card for card in value.split("+") if card in NAVIGATION_IDS]
        return kind, {"value": cards_words(cards, lang) or value}
    card = value.rpartition(".")[2] if kind == "mug" else value
    if kind == "over":
        return (f"over_{value}", {}) if value in {"all", "nobody"} else (kind, {"who": value.split("+")})
    return (f"{kind}_unseen" if card in {_UNSEEN, "hand"} else kind), {"card": card}
