"""Redaction: who may read what of an event, of a state, of the ledger."""

from typing import Any

from msgspec.structs import replace

from events.base import REFEREE, Event
from events.table import Corrected
from referee.games.lifeboat import events
from referee.games.lifeboat.ledger import (
    HATE,
    LOVE,
    Cards,
    LedgerLine,
    is_seen,
    map_lines,
    newest_first,
)
from referee.games.lifeboat.state import State, current, navigator, phase_of
from referee.kernel.parts import Secret, null_out, redact_event


def _visible_gives(event: events.CardsTraded, followed: tuple[Event, ...]) -> dict[str, Any]:
    gives = []
    for giver, cards in zip(event.seats, event.gives, strict=True):
        up = [
            each.card for each in followed if isinstance(each, events.CardMoved) and each.from_seat == giver
        ]
        gives.append((*up, *(None,) * (len(cards) - len(up))))
    return {"gives": tuple(gives)}


SECRETS: dict[type[Event], Secret] = {
    events.SecretsDealt: Secret(("love", "hate")),
    events.ProvisionDealt: Secret(("card",)),
    events.ProvisionsDrawn: Secret(("cards",)),
    events.ProvisionKept: Secret(("card",)),
    events.CardsTraded: Secret(("gives",), ("seats",), _visible_gives),
    events.NavigationDrawn: Secret(
        ("cards",), visible=lambda event, _: {"cards": event.cards} if event.openly else {}
    ),
    events.Rowed: Secret(("drawn", "stacked", "buried")),
    events.CardTaken: Secret(("card",), ("seat", "from_seat")),
    events.CompassUsed: Secret(("card",)),
}
"""The secret part of each act: who does not know reads null for every card, lists keep their lengths."""


def redact(event: Event, viewer: str | None) -> Event:
    """Return an act as a seat, or everybody (None), may read it: hidden cards are null.

    Rules: LIF-INFO-04
    """
    return redact_event(SECRETS.get(type(event)), event, viewer)


def parties(event: Event) -> tuple[str, ...]:
    """Return the seats that have to agree to an act because it tells of their hidden cards.

    A gift needs the giver's word alone; a draw whose card is not named that of who drew, so it gives ().

    Rules: LIF-ACT-02, LIF-MUG-01, LIF-INFO-04
    """
    if isinstance(event, events.CardsTraded):
        return tuple([seat for seat, cards in zip(event.seats, event.gives, strict=True) if cards])
    if isinstance(event, events.CardTaken) and event.card is not None:
        return event.seat, event.from_seat
    return ()


def redact_state(state: State, viewer: str | None) -> State:
    """Return the state without what a seat, or everybody (None), cannot know of it.

    Two states that a viewer cannot tell apart give the same copy; so whatever is judged on it shows the
    viewer nothing.
    """
    i = state.index.get(viewer or "", -1)
    bit = 1 << i if i >= 0 else 0
    # What the referee has still to show keeps its number.
    stack = zip(state.stack, stack_seen_by(state, viewer), strict=True)
    has_packet = state.packet is not None and state.keepers[0] == i
    return replace(
        state,
        hands=tuple([hand if j == i else null_out(hand) for j, hand in enumerate(state.hands)]),
        love=_secrets_known(state, LOVE, i, bit),
        hate=_secrets_known(state, HATE, i, bit),
        packet=state.packet if has_packet else null_out(state.packet),
        stack=tuple([card if isinstance(card, int) else seen for card, seen in stack]),
        stroke=stroke_seen_by(state, i),
        queue=tuple([card if isinstance(card, int) else None for card in state.queue]),
        removed=(None,) * len(state.removed),
        ledger=map_lines(state.ledger, lambda line: _line_known(line, viewer, bit)),
    )


def _secrets_known(state: State, kind: str, i: int, bit: int) -> tuple[Any, ...]:
    """Return the loves (or hates) that seat `i` knows: its own, and those shown to `bit`, its bit set."""
    own, seen = getattr(state, kind), secrets_seen(state, kind, bit)
    return tuple([own[j] if j == i else card for j, card in enumerate(seen)])


def _line_known(line: LedgerLine, viewer: str | None, bit: int) -> LedgerLine:
    """Return a line with None for cards, and a redacted event, where the viewer did not see them.

    `bit` is the bit set of the viewer, 0 for everybody.
    """
    event = Corrected(events.Position()) if isinstance(line.event, Corrected) else redact(line.event, viewer)
    if line.source is not None:
        cards = line.cards if is_seen(line.readers, bit) else null_out(line.cards)
        return replace(line, event=event, cards=cards)
    pools, seen, *unseen = line.cards
    told = tuple([(cards if is_seen(who, bit) else null_out(cards), who) for cards, who in pools])
    return replace(line, event=event, cards=(told, seen, *map(null_out, unseen)))


def secrets_seen(state: State, kind: str, readers: int) -> tuple[Any, ...]:
    """Return the loves, or the hates, that `readers` saw: the last word on each seat, None where unseen."""
    last: dict[Any, LedgerLine] = {}
    for line in newest_first(state.ledger):
        if line.deck == kind:
            last.setdefault(line.target, line)
    seen = {i: line.cards[0] for i, line in last.items() if is_seen(line.readers, readers)}
    return tuple([seen.get(i) for i in range(len(state.seats))])


def stack_seen_by(state: State, viewer: str | None) -> Cards:
    """Return the row stack with None for cards unseen: a rower sees its own, the navigator all when it looks.

    Rules: LIF-ROW-04
    """
    i = state.index.get(viewer or "", -1)
    looks = viewer == REFEREE or (i >= 0 and phase_of(state) == "navigation" and navigator(state) == i)
    return tuple(
        [
            card if (looks or by == i >= 0) and not isinstance(card, int) else None
            for card, by in zip(state.stack, state.stackers, strict=True)
        ]
    )


def stroke_seen_by(state: State, viewer: int) -> Cards | None:
    """Return a rower its own draw, anybody else as many Nones; None where nobody rows. Rules: LIF-ROW-01."""
    if state.stroke is None:
        return None
    return state.stroke if current(state) == viewer else (None,) * len(state.stroke)
