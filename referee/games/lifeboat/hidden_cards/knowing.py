"""A state as one viewer knows it: what it cannot see is unknown there, and nothing else is otherwise."""

from typing import Any

from msgspec.structs import replace

from events.table import Corrected
from referee.games.lifeboat.by_hand.position import stack_seen_by, stroke_seen_by
from referee.games.lifeboat.events import Position
from referee.games.lifeboat.hidden_cards import ledger as book
from referee.games.lifeboat.hidden_cards.evidence import is_seen
from referee.games.lifeboat.hidden_cards.loves import held, shown
from referee.games.lifeboat.hidden_cards.secrecy import redacted
from referee.games.lifeboat.state import State
from referee.kernel.secrets import null_out


def known(state: State, viewer: str | None) -> State:
    """Copy a state without what a seat, or (None) everybody, cannot know of it.

    Two states that an viewer cannot tell apart give the same copy; so whatever is judged on it
    tells the viewer nothing.

    Rules: LIF-INFO-04
    """
    i = state.index.get(viewer or "", -1)
    bit = 1 << i if i >= 0 else 0
    # What the referee has still to show keeps its number.
    stack = zip(state.stack, stack_seen_by(state, viewer), strict=True)
    has_packet = state.packet is not None and state.keepers[0] == i
    return replace(
        state,
        hands=tuple([hand if j == i else null_out(hand) for j, hand in enumerate(state.hands)]),
        love=secrets_known(state, book.LOVE, i, bit),
        hate=secrets_known(state, book.HATE, i, bit),
        packet=state.packet if has_packet else null_out(state.packet),
        stack=tuple([card if isinstance(card, int) else seen for card, seen in stack]),
        stroke=stroke_seen_by(state, i),
        queue=tuple([card if isinstance(card, int) else None for card in state.queue]),
        removed=(None,) * len(state.removed),
        ledger=ledger_known(state, viewer, bit),
    )


def secrets_known(state: State, kind: str, i: int, bit: int) -> tuple[Any, ...]:
    """List the loves, or the hates, that a seat knows: its own, and those that were shown."""
    own, seen = held(state, kind), shown(state, kind, bit)
    return tuple([own[j] if j == i else card for j, card in enumerate(seen)])


def ledger_known(state: State, viewer: str | None, bit: int) -> book.Ledger | None:
    """Copy a ledger as an viewer may read it."""
    copied = None
    for line in book.oldest_first(state.ledger):
        copied = book.Ledger(copied, line_known(line, viewer, bit))
    return copied


def line_known(line: book.Line, viewer: str | None, bit: int) -> book.Line:
    """Copy a line with null for the cards that an viewer did not see."""
    event = Corrected(Position()) if isinstance(line.event, Corrected) else redacted(line.event, viewer)
    if line.source is not None:
        cards = line.cards if is_seen(line.readers, bit) else null_out(line.cards)
        return replace(line, event=event, cards=cards)
    pools, seen, *unseen = line.cards
    told = tuple([(cards if is_seen(who, bit) else null_out(cards), who) for cards, who in pools])
    return replace(line, event=event, cards=(told, seen, *map(null_out, unseen)))
