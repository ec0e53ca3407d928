"""The ledger of hidden cards: where they went and who saw them.

A ledger is a linked list, newest first. Pools are named by a seat's number for a
hand, and by the words below for everything else.
"""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from referee.kernel.parts import Event

PROVISION_DECK = "provisions"
NAVIGATION_DECK = "navigation"
LOVE = "love"
HATE = "hate"

DECKS = (PROVISION_DECK, NAVIGATION_DECK)
"""What cards are drawn from; loves and hates are dealt and stay."""

DECK = "deck"
PACKET = "packet"
DRAWN = "drawn"
STACK = "stack"
CHOSEN = "chosen"
OPEN = "open"
REMOVED = "removed"
HELD = "held"

PUBLIC = -1
"""In place of a bit set of seats that saw cards: everybody did."""

EVERYBODY = -1
"""In place of a bit set of seats whose knowledge counts: whatever anybody knows counts."""

Pool = int | str

Cards = tuple[Any, ...]
"""Provisions or navigation cards; None for one without a name, a number for one still to be dealt."""


class LedgerLine(msgspec.Struct, frozen=True, gc=False):
    """Cards of `deck` went from one pool to another; None where the line does not name them.

    `readers` is a bit set of the seats that saw the cards, -1 for everybody. A line from a pool
    to itself shows what is in it; so do all lines of the loves and hates, which never move. A
    line from nowhere (`source` None) is a correction: `cards` are then all there are, each pool
    with the seats that know it.
    """

    deck: str
    source: Pool | None
    target: Pool
    cards: Cards
    readers: int
    event: Event
    day: int


class Ledger(msgspec.Struct, frozen=True, eq=False):
    """A ledger as a linked list: its newest line and all older ones.

    Compared line by line, without recursion, so that its length does not matter.
    """

    older: "Ledger | None"
    line: LedgerLine

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Ledger):
            return NotImplemented
        return list(newest_first(self)) == list(newest_first(other))

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Ledger of {len(list(newest_first(self)))} lines"


def newest_first(ledger: Ledger | None) -> Iterator[LedgerLine]:
    """Yield the lines of a ledger; none for None."""
    while ledger is not None:
        yield ledger.line
        ledger = ledger.older


def oldest_first(ledger: Ledger | None) -> list[LedgerLine]:
    """Return the lines of a ledger in the order they were written."""
    return list(newest_first(ledger))[::-1]


def map_lines(ledger: Ledger | None, change: Callable[[LedgerLine], LedgerLine]) -> Ledger | None:
    """Return a ledger with every line changed, asked from the oldest on."""
    changed = None
    for line in oldest_first(ledger):
        changed = Ledger(changed, change(line))
    return changed


def add_line(
    ledger: Ledger | None,
    event: Event,
    day: int,
    deck: str,
    source: Pool | None,
    target: Pool,
    cards: Cards,
    readers: int,
) -> Ledger | None:
    """Return a ledger with a line more; as it is where no cards move."""
    return Ledger(ledger, LedgerLine(deck, source, target, cards, readers, event, day)) if cards else ledger


def add_secrets(
    ledger: Ledger | None, event: Event, day: int, i: int, love: str | None, hate: str | None, readers: int
) -> Ledger | None:
    """Return a ledger with a line for a seat's love and hate, each where it is named."""
    if love is not None:
        ledger = add_line(ledger, event, day, LOVE, i, i, (love,), readers)
    return ledger if hate is None else add_line(ledger, event, day, HATE, i, i, (hate,), readers)


def is_seen(shown_to: int, readers: int) -> bool:
    """Return whether `readers` (a bit set, 0: what all saw, `EVERYBODY`) saw what was shown to some seats."""
    return readers == EVERYBODY or shown_to == PUBLIC or bool(shown_to & readers)
