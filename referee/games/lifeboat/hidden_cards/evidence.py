"""What a ledger says to those who saw its lines: read into a puzzle, kept, and grown by what came since."""

from collections import OrderedDict
from collections.abc import Iterator
from typing import Any

from referee.games.lifeboat.events import NavigationContent
from referee.games.lifeboat.hidden_cards import ledger as book
from referee.games.lifeboat.hidden_cards.puzzle import Puzzle
from referee.games.lifeboat.state import PUBLIC, State, printed
from referee.games.lifeboat.tables import MOST_EXPANSION_CARDS, NAVIGATION

EVERYBODY = -1
"""Evidence: all of it. Otherwise a bit set: what those seats, or everybody, saw."""

MOST_KEPT = 96
"""How many grown puzzles are kept for the next question: every seat of a few tables."""


def evidence(is_dealt: bool, i: int | None) -> int:
    """Say by what a card off a deck is judged: what seat `i`, or only everybody (None), saw of it.

    All there is where the referee deals the deck: nobody else shows its cards.
    """
    if is_dealt:
        return EVERYBODY
    return 0 if i is None else 1 << i


def is_seen(shown_to: int, readers: int) -> bool:
    """Tell whether what was shown to some seats (a bit set, or `PUBLIC`) is evidence to others."""
    return readers == EVERYBODY or shown_to == PUBLIC or bool(shown_to & readers)


def kinds_of(state: State, deck: str) -> dict[Any, int]:
    """Count the cards of each kind in a deck; expansion cards by number, in the order they turn up."""
    if deck == book.PROVISIONS:
        return printed(state)
    kinds: dict[Any, int] = dict.fromkeys(NAVIGATION, 1)
    if state.navigation > len(NAVIGATION):
        kinds |= dict.fromkeys(range(MOST_EXPANSION_CARDS), 1)
    return kinds


class Reader:
    """Tells a puzzle what a ledger says, as far as some seats saw it."""

    def __init__(self, kinds: dict[Any, int], readers: int) -> None:
        """Start before the first line, the navigation deck shuffled."""
        self.kinds = kinds
        self.puzzle = Puzzle(kinds)
        self.readers = readers
        self.size = sum(kinds.values())
        self.read_aloud: dict[NavigationContent, int] = {}
        self.puzzle.pools[book.NAVIGATION, book.DECK] = [self.puzzle.new_slot() for _ in range(self.size)]

    def kind(self, card: Any) -> int | None:
        """Number a card's kind; a card read aloud is the next of the expansion."""
        if isinstance(card, NavigationContent):
            card = self.read_aloud.setdefault(card, len(self.read_aloud))
        kind = self.puzzle.kinds.get(card)
        if kind is None:
            self.puzzle.is_broken = True
        return kind

    def cards(self) -> Iterator[tuple[int, Any]]:
        """Give the cards that have a name, each with the number of its kind; those read aloud last."""
        aloud = {n: card for card, n in self.read_aloud.items()}
        for card, n in self.puzzle.kinds.items():
            if not isinstance(card, int) or card in aloud:
                yield n, aloud.get(card, card)

    def read(self, line: book.Line, *, is_told: bool = True) -> None:
        """Move the slots of a line, and say what is known of them."""
        if line.source is None:
            self.reset(line)
            return
        told = is_told and is_seen(line.readers, self.readers)
        kinds = [self.kind(card) if told and card is not None else None for card in line.cards]
        if line.source == line.target:
            self.show(line, kinds)
        elif line.source == book.DECK:
            self.draw(line, kinds)
        else:
            self.move(line, kinds)

    def draw(self, line: book.Line, kinds: list[int | None]) -> None:
        """Take cards off a deck, in order."""
        deck = self.puzzle.pool((line.deck, book.DECK))
        target = self.puzzle.pool((line.deck, line.target))
        for kind in kinds:
            slot = deck.pop(0) if line.deck == book.NAVIGATION and deck else self.puzzle.new_slot()
            if kind is not None:
                self.puzzle.say(slot, kind)
            target.append(slot)

    def move(self, line: book.Line, kinds: list[int | None]) -> None:
        """Move cards between pools: the named ones first, then any."""
        source, target = (line.deck, line.source), (line.deck, line.target)
        slots: dict[int, int] = {}
        if line.source == book.OPEN:
            moved = self.puzzle.pools.pop(source, [])
            self.puzzle.pool(target).extend(moved)
            return
        for n in sorted(range(len(kinds)), key=lambda n: kinds[n] is None):
            slots[n] = self.puzzle.pick(source, kinds[n])
        if line.target != book.OPEN or line.deck == book.NAVIGATION:
            self.puzzle.pool(target).extend(slots[n] for n in range(len(kinds)))

    def show(self, line: book.Line, kinds: list[int | None]) -> None:
        """Say what is in a pool, as far as it is named."""
        pool = (line.deck, line.source)
        shown = [self.puzzle.pick(pool, kind) for kind in kinds if kind is not None]
        self.puzzle.pool(pool).extend(shown)

    def reset(self, line: book.Line) -> None:
        """Forget what was said: the board is as the line says."""
        self.puzzle = Puzzle(self.kinds)
        if line.deck == book.NAVIGATION:
            stack, chosen, queue = line.cards
            for card, readers in stack:
                self.lay(book.STACK, (card,), line.deck, is_told=is_seen(readers, self.readers))
            self.lay(book.CHOSEN, chosen, line.deck, is_told=True)
            self.lay(book.DECK, (None,) * len(queue), line.deck, is_told=True)
            return
        hands, seen, removed, packet = line.cards
        for i, (hand, readers) in enumerate(hands):
            if hand is None:
                self.puzzle.endless.add((line.deck, i))
            self.lay(i, hand or (), line.deck, is_told=is_seen(readers, self.readers))
        self.lay(book.OPEN, seen, line.deck, is_told=True)
        self.lay(book.REMOVED, removed, line.deck, is_told=self.readers == EVERYBODY)
        self.lay(book.PACKET, packet, line.deck, is_told=self.readers == EVERYBODY)

    def lay(self, pool: book.Pool, cards: tuple[Any, ...], deck: str, *, is_told: bool) -> None:
        """Put new slots in a pool."""
        slots = self.puzzle.pool((deck, pool))
        for card in cards:
            slots.append(self.puzzle.new_slot())
            if is_told and card is not None and (kind := self.kind(card)) is not None:
                self.puzzle.say(slots[-1], kind)


_KEPT: "OrderedDict[int, tuple[Any, str, int, Reader]]" = OrderedDict()


def grown(state: State, deck: str, readers: int) -> Puzzle:
    """Give the puzzle of all that was said of a deck, as far as some seats saw it."""
    return read(state, deck, readers).puzzle


def read(state: State, deck: str, readers: int) -> Reader:
    """Grow a kept puzzle by the lines that came since, or read the ledger from the start."""
    pending: list[book.Line] = []
    ledger, kinds = state.ledger, kinds_of(state, deck)
    reader = None
    while ledger is not None:
        key = id(ledger) ^ hash((deck, readers))
        kept = _KEPT.get(key)
        if kept is not None and kept[0] is ledger and kept[1:3] == (deck, readers) and kept[3].kinds == kinds:
            reader = _KEPT.pop(key)[3]
            break
        pending.append(ledger.line)
        ledger = ledger.older
    reader = reader or Reader(kinds, readers)
    for line in reversed(pending):
        if line.deck == deck:
            reader.read(line)
    if reader.puzzle.is_possible():
        _KEPT[id(state.ledger) ^ hash((deck, readers))] = (state.ledger, deck, readers, reader)
        while len(_KEPT) > MOST_KEPT:
            _KEPT.popitem(last=False)
    return reader
