"""Taps on the boat that mean an action: a character, then a demand; a card, then its receiver."""

from typing import Any

from referee.games.lifeboat import events
from referee.games.lifeboat.board.text import cards_words
from referee.games.lifeboat.tables import NAVIGATION_IDS, content_of
from referee.games.lifeboat.view import View
from referee.kernel.parts import Event
from referee.l10n import say

WORDED = frozenset({"mug", "own", "keep", "over", "nav", "up", "love", "hate"})
"""Kinds whose words depend on what they say."""

_UNSEEN = "None"
"""Stands for a card the referee has not seen."""

_MANY = 5
"""From so many on, those a card sends overboard are everybody."""


def picks(view: View, event: Event) -> tuple[str, ...]:
    """Return the ids by which an action is meant, in order; empty where it has only a button."""
    match event:
        case events.SeatDemanded(seat, other):
            return f"who:{other}", f"swap:{other}"
        case events.MugDemanded(_, victim, card):
            return f"who:{victim}", f"mug:{victim}.{card}"
        case events.DemandGranted() | events.DemandRefused():
            return ("grant" if isinstance(event, events.DemandGranted) else "refuse",)
        case events.FightJoined(side=side):
            return (f"side:{side}",)
        case events.Passed(seat):
            return f"who:{seat}", "pass"
        case events.Rowed():
            return _stroke_ids(event)
        case events.NavigationChosen():
            return _navigation_ids(view, event)
        case events.ProvisionDealt(seat) | events.HandRevealed(seat):
            return (f"who:{seat}",)
        case events.CardTaken(_, victim):
            return (f"who:{victim}",)
    return _card_ids(event)


def picks_ahead(view: View, events: tuple[Event, ...]) -> tuple[str, ...]:
    """Return the ids of the last of `events` alone: that everybody took a card before needs no tap."""
    return picks(view, events[-1])


def brief(view: View, lang: str, event: Event) -> str | None:
    """Return the words for a stroke whose cards are drawn beside it; None for other acts."""
    if not isinstance(event, events.Rowed) or not event.drawn:
        return None
    if not (event.stacked and event.buried):
        id = "row_up" if event.stacked else "row_down"
    else:
        id = "row_some" if event.stacked[1:] else "row_one"
    return say(f"lifeboat.picks.{id}", lang, names=view.names)


def own_hand(view: View) -> tuple[str, ...]:
    """Return the ids of the cards in the viewer's hand.

    The packet, and what was drawn or rowed, is shown where it is chosen from.
    """
    if view.seat is None:
        return ()
    return tuple(f"own:{card}" for card in view.people[view.seat].hand or ())


def own_secrets(view: View) -> tuple[str, ...]:
    """Return the ids of the viewer's love and hate, as far as they were told."""
    if view.seat is None:
        return ()
    me = view.people[view.seat]
    return tuple(f"{kind}:{whom}" for kind, whom in (("love", me.love), ("hate", me.hate)) if whom)


def pieces_of(event: Event) -> tuple[str, ...]:
    """Return the ids of the people an event is about: who acts, and whom it is done to."""
    match event:
        case (
            events.SeatDemanded(seat, other) | events.MugDemanded(seat, other) | events.CardTaken(seat, other)
        ):
            return f"who:{seat}", f"who:{other}"
    actor = getattr(event, "seat", None)
    return (f"who:{actor}",) if isinstance(actor, str) else ()


def own_pieces(view: View) -> tuple[str, ...]:
    """Return the ids of the people aboard, who can be put elsewhere by hand."""
    return tuple(f"who:{seat}" for seat in view.boat)


def put_by_hand(view: View, id: str) -> dict[str, dict[str, list[str]]]:
    """Return with whom a person may swap places by hand: by tapped id, the fact `boat` that says so."""
    seat = id.partition(":")[2]
    found = {}
    for other in view.boat:
        if other != seat:
            swap = {seat: other, other: seat}
            found[f"who:{other}"] = {"boat": [swap.get(each, each) for each in view.boat]}
    return found


def fact_by_hand(view: View, id: str) -> str:
    """Return the hand in which a card of the viewer lies; nothing for anything else on the board."""
    return f"hands.{view.seat}" if id.startswith("own:") else ""


def _card_ids(event: Event) -> tuple[str, ...]:
    match event:
        case events.ProvisionKept(card=card):
            return (f"keep:{card}",)
        case events.CardPlayed(seat, card, on):
            return f"own:{card}", f"who:{on or seat}", "lay"
        case events.CardsTraded((_, other), ((card,), ())):
            return f"own:{card}", f"who:{other}", "give"
        case events.SpecialUsed(seat, card, on, _, corpse):
            return f"own:{card}", f"who:{on or corpse or seat}", "use"
        case events.WaterUsed(_, on):
            return "own:water", f"who:{on}", "use"
        case events.ChumUsed(seat):
            return "own:chum", f"who:{seat}", "use"
        case events.CompassUsed(seat):
            return "own:compass", f"who:{seat}", "use"
    return ()


def _stroke_ids(event: events.Rowed) -> tuple[str, ...]:
    if not event.drawn:
        return f"who:{event.seat}", "row"
    count = f"stacked:{len(event.stacked)}"
    if None in event.drawn:
        return f"who:{event.seat}", "row", count
    return count, "up:" + "+".join(map(_card_name, event.stacked))


def _navigation_ids(view: View, event: events.NavigationChosen) -> tuple[str, ...]:
    """Return the taps for a navigation card: the card in the stack.

    Else who falls overboard, then the card.
    """
    card = f"nav:{_card_name(event.card)}"
    if event.seat is not None and event.card in view.row_stack:
        return (card,)
    over = content_of(event.card).overboard
    return f"over:{'all' if len(over) >= _MANY else '+'.join(over) or 'nobody'}", card


def _card_name(card: Any) -> str:
    """Return the id of a navigation card for taps; `read` where only its content is known."""
    return card if isinstance(card, str) else "read"


def words_for(_view: View, lang: str, id: str) -> tuple[str, dict[str, object]]:
    """Return message id and arguments for ids of the kinds in `WORDED`: cards, hands, who falls."""
    kind, _, value = id.partition(":")
    if kind in {"nav", "up"}:
        cards = [card for card in value.split("+") if card in NAVIGATION_IDS]
        return kind, {"value": cards_words(cards, lang) or value}
    if kind in {"love", "hate"}:
        return (kind, {"who": value}) if value else (f"{kind}_down", {})
    card = value.rpartition(".")[2] if kind == "mug" else value
    if kind == "over":
        return (f"over_{value}", {}) if value in {"all", "nobody"} else (kind, {"who": value.split("+")})
    return (f"{kind}_unseen" if card in {_UNSEEN, "hand"} else kind), {"card": card}
