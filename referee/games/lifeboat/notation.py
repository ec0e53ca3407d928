"""Writing an event as one line that a person can say and type."""

from typing import Any

import msgspec

from events.base import Event
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
from referee.games.lifeboat.state import State

UNSEEN = "?"


def notate(state: State | None, event: Event) -> str:
    """Write one line for an event; the state is not needed."""
    del state
    match event:
        case Rowed():
            return notate_stroke(event)
        case SpecialUsed():
            return notate_special(event)
        case FightClosed():
            return "fight closed"
        case OverboardClosed():
            return "overboard closed"
        case ThirstClosed():
            return "thirst closed"
        case HouseRuled(option, value, reason, ()):
            return f"house rule {option}={value}" + (f": {reason}" if reason else "")
    return notate_cards(event) or notate_act(event) or msgspec.json.encode(event).decode()


def notate_cards(event: Event) -> str | None:
    """Write what was dealt, drawn, kept, traded or shown."""
    match event:
        case CharactersDealt(characters):
            return "characters " + " ".join(f"{seat}={card}" for seat, card in characters.items())
        case SecretsDealt(seat, love, hate):
            return f"{seat} gets love={love or UNSEEN} hate={hate or UNSEEN}"
        case ProvisionDealt(seat, card):
            return f"{seat} gets {card or UNSEEN}"
        case ProvisionsDrawn(seat, cards):
            return f"{seat} draws {listed(cards)}"
        case ProvisionKept(seat, card):
            return f"{seat} keeps {card or UNSEEN}"
        case CardsTraded((one, other), (ours, theirs)):
            return f"{one} trades {listed(ours)} with {other} for {listed(theirs)}"
        case NavigationDrawn(seat, cards):
            return f"{seat} sees {listed(cards)}"
        case CardTaken(seat, victim, card):
            return f"{seat} takes {card or UNSEEN} from {victim}"
        case HandRevealed(seat, hand, love, hate):
            return f"{seat} reveals {listed(hand)} love={love or UNSEEN} hate={hate or UNSEEN}"
    return None


def notate_act(event: Event) -> str | None:
    """Write what somebody did."""
    match event:
        case SeatDemanded(seat, other):
            return f"{seat} swaps with {other}"
        case MugDemanded(seat, victim, card):
            return f"{seat} mugs {victim} for {card}"
        case FightJoined(seat, side):
            return f"{seat} joins {side}"
        case CardPlayed(seat, card, on):
            return f"{seat} plays {card}" + (f" on {on}" if on else "")
        case CompassUsed(seat, card):
            return f"{seat} looks at {notate_card(card)}"
        case NavigationChosen(card, None):
            return f"top card {notate_card(card)}"
        case NavigationChosen(card, seat):
            return f"{seat} chooses {notate_card(card)}"
        case WaterUsed(seat, on):
            return f"{seat} waters {on}"
    return notate_answer(event)


def notate_answer(event: Event) -> str | None:
    """Write an answer, a choice, or a card spent on somebody."""
    match event:
        case DemandGranted(seat):
            return f"{seat} grants"
        case DemandRefused(seat):
            return f"{seat} refuses"
        case Objected(seat):
            return f"{seat} objects"
        case Passed(seat):
            return f"{seat} passes"
        case ChumUsed(seat):
            return f"{seat} throws chum"
        case GhostCalled(seat):
            return f"{seat} haunts"
    return None


def listed(cards: tuple[Any, ...]) -> str:
    """Write cards with commas; a dash for none."""
    return ",".join(map(notate_card, cards)) or "-"


def notate_card(card: Any) -> str:
    """Write a card: its name, `?`, or what a navigation card says, between parentheses."""
    if not isinstance(card, NavigationContent):
        return card or UNSEEN
    icons = [name for name in ("fight", "row") if getattr(card, name)]
    parts = [f"bird{card.bird:+d}"] if card.bird else []
    parts += [
        f"{word}={'+'.join(who)}" for word, who in (("over", card.overboard), ("dry", card.thirst)) if who
    ]
    return f"({';'.join([*parts, *icons])})"


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
