"""Whether what is shown can be true, given everything said before; and if not, what clashes."""

from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from events.lifeboat import NavigationContent
from referee.games.lifeboat import ledger as book
from referee.games.lifeboat.draft import refuse
from referee.games.lifeboat.puzzle import Puzzle
from referee.games.lifeboat.state import PUBLIC, State, navigation_cards, printed
from referee.games.lifeboat.tables import MOST_EXPANSION_CARDS, NAVIGATION, identify
from referee.kernel.verdict import Refused

EVERYBODY = -1
"""Evidence: all of it. Otherwise a bit set: what those seats, or everybody, saw."""

MOST_KEPT = 32
"""How many grown puzzles are kept for the next question."""


def judge_provisions(before: State, after: State, cards: tuple[Any, ...], knowers: int) -> Refused | None:
    """Refuse provisions that cannot be where they were shown.

    Rules: LIF-INFO-01, LIF-SET-05, LIF-SUP-05
    """
    named = [card for card in cards if card is not None]
    if not named:
        return None
    if not has_unseen_provisions(before):
        kinds, lying = printed(after.switches), known_provisions(after)
        if all(lying.count(card) <= kinds.get(card, 0) for card in named):
            return None
    return judge(after, book.PROVISIONS, knowers)


def has_unseen_provisions(state: State) -> bool:
    """Tell whether a card out of the deck lies somewhere unseen; before the deal no hand does."""
    is_setup = state.phase == "setup"
    for hand in state.hands:
        if (hand is None and not is_setup) or (hand and None in hand):
            return True
    return None in state.removed or (state.packet is not None and None in state.packet)


def known_provisions(state: State) -> list[str | None]:
    """List the provisions wherever they certainly are."""
    cards: list[str | None] = [*state.discard, *state.removed, *(state.packet or ())]
    for hand in state.hands:
        cards += hand or ()
    for table in state.table:
        cards += table
    return cards


def judge_navigation(before: State, after: State, cards: tuple[Any, ...], knowers: int) -> Refused | None:
    """Refuse navigation cards that cannot have come off the deck.

    Rules: LIF-INFO-03, LIF-SET-07, LIF-TURN-03
    """
    named = [identify(card) for card in cards]
    if not any(named):
        return None
    is_plain = None not in after.queue and None not in after.stack and None not in named
    if not is_plain or not all(is_once(after, card) for card in named):
        return judge(after, book.NAVIGATION, knowers)
    for queued, card in zip(before.queue, named, strict=False):
        if queued != card and not isinstance(queued, int) and before.stroke is None:
            return judge(after, book.NAVIGATION, knowers)
    return None


def is_once(state: State, card: Any) -> bool:
    """Tell whether a printed navigation card lies in one place, as far as is known."""
    places = state.queue.count(card) + state.stack.count(card) + (state.stroke or ()).count(card)
    return isinstance(card, str) and places + (state.chosen == card) == 1


def judge(state: State, deck: str, knowers: int) -> Refused | None:
    """Refuse what contradicts the ledger, naming a smallest set of lines that clash.

    Rules: LIF-INFO-01, LIF-INFO-03
    """
    kinds = kinds_of(state, deck)
    if grown(state, deck, knowers).is_possible():
        return None
    lines = [line for line in book.oldest_first(state.ledger) if line.deck == deck]
    clash = smallest_clash(kinds, lines, knowers)
    by_hand = [line for line in lines if line.source is None][-1:]
    entries = tuple(dict.fromkeys(describe(line) for line in (*by_hand, *clash)))
    rule = "LIF-INFO-01" if deck == book.PROVISIONS else "LIF-INFO-03"
    return refuse("lifeboat.impossible_card", rule, n=len(entries), entries=entries)


def describe(line: book.Line) -> str:
    """Write down an entry that clashes: the day and the line of notation."""
    from referee.games.lifeboat.notation import notate
    from referee.games.lifeboat.view import redacted

    event = redacted(line.event, None) if line.knowers == PUBLIC else line.event
    said = "corrected" if line.source is None else notate(None, event)
    return f"day {line.day}: {said}"


def kinds_of(state: State, deck: str) -> dict[Any, int]:
    """Count the cards of each kind in a deck; expansion cards by number, in the order they turn up."""
    if deck == book.PROVISIONS:
        return printed(state.switches)
    kinds: dict[Any, int] = dict.fromkeys(NAVIGATION, 1)
    if navigation_cards(state.switches, state.chance) > len(NAVIGATION):
        kinds |= dict.fromkeys(range(MOST_EXPANSION_CARDS), 1)
    return kinds


class Reader:
    """Tells a puzzle what a ledger says, as far as some seats saw it."""

    def __init__(self, kinds: dict[Any, int], knowers: int) -> None:
        """Start before the first line, the navigation deck shuffled."""
        self.kinds = kinds
        self.puzzle = Puzzle(kinds)
        self.knowers = knowers
        self.size = sum(kinds.values())
        self.read_aloud: dict[NavigationContent, int] = {}
        self.puzzle.pools[book.NAVIGATION, book.DECK] = [self.puzzle.new_slot() for _ in range(self.size)]

    def sees(self, line: book.Line) -> bool:
        """Tell whether the cards of a line are evidence."""
        return self.knowers == EVERYBODY or line.knowers == PUBLIC or bool(line.knowers & self.knowers)

    def kind(self, card: Any) -> int | None:
        """Number a card's kind; a card read aloud is the next of the expansion."""
        if isinstance(card, NavigationContent):
            card = self.read_aloud.setdefault(card, len(self.read_aloud))
        kind = self.puzzle.kinds.get(card)
        if kind is None:
            self.puzzle.is_broken = True
        return kind

    def read(self, line: book.Line, *, is_told: bool = True) -> None:
        """Move the slots of a line, and say what is known of them."""
        if line.source is None:
            self.reset(line)
            return
        told = is_told and self.sees(line)
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
            stack, _, queue = line.cards
            self.lay(book.STACK, stack, line.deck, is_told=True)
            self.lay(book.DECK, (None,) * len(queue), line.deck, is_told=True)
            return
        hands, seen, removed = line.cards
        for i, (hand, knowers) in enumerate(hands):
            if hand is None:
                self.puzzle.endless.add((line.deck, i))
            self.lay(i, hand or (), line.deck, is_told=self.sees(replace(line, knowers=knowers)))
        self.lay(book.OPEN, seen, line.deck, is_told=True)
        self.lay(book.REMOVED, removed, line.deck, is_told=self.knowers == EVERYBODY)

    def lay(self, pool: book.Pool, cards: tuple[Any, ...], deck: str, *, is_told: bool) -> None:
        """Put new slots in a pool."""
        slots = self.puzzle.pool((deck, pool))
        for card in cards:
            slots.append(self.puzzle.new_slot())
            if is_told and card is not None and (kind := self.kind(card)) is not None:
                self.puzzle.say(slots[-1], kind)


_KEPT: "OrderedDict[int, tuple[Any, str, int, Reader]]" = OrderedDict()


def grown(state: State, deck: str, knowers: int) -> Puzzle:
    """Grow a kept puzzle by the lines that came since, or read the ledger from the start."""
    pending: list[book.Line] = []
    ledger = state.ledger
    reader = None
    while ledger is not None:
        key = id(ledger)
        kept = _KEPT.get(key ^ hash((deck, knowers)))
        if kept is not None and kept[0] is ledger and kept[1:3] == (deck, knowers):
            reader = _KEPT.pop(key ^ hash((deck, knowers)))[3]
            break
        pending.append(ledger.line)
        ledger = ledger.older
    reader = reader or Reader(kinds_of(state, deck), knowers)
    for line in reversed(pending):
        if line.deck == deck:
            reader.read(line)
    if reader.puzzle.is_possible():
        _KEPT[id(state.ledger) ^ hash((deck, knowers))] = (state.ledger, deck, knowers, reader)
        while len(_KEPT) > MOST_KEPT:
            _KEPT.popitem(last=False)
    return reader.puzzle


def smallest_clash(kinds: dict[Any, int], lines: list[book.Line], knowers: int) -> list[book.Line]:
    """Find lines whose cards cannot all be true, none of which can be left out (QuickXplain)."""
    told = [
        n
        for n, line in enumerate(lines)
        if line.source is not None and any(c is not None for c in line.cards)
    ]

    def can_hold(chosen: list[int]) -> bool:
        reader, among = Reader(kinds, knowers), set(chosen)
        for n, line in enumerate(lines):
            reader.read(line, is_told=n in among)
        return reader.puzzle.is_possible()

    return [lines[n] for n in sorted(explain(can_hold, [], told, has_grown=False))]


def explain(
    can_hold: Callable[[list[int]], bool], base: list[int], rest: list[int], *, has_grown: bool
) -> list[int]:
    """Halve what may clash until only what must clash is left."""
    if has_grown and not can_hold(base):
        return []
    if len(rest) <= 1:
        return rest
    half = len(rest) // 2
    early, late = rest[:half], rest[half:]
    second = explain(can_hold, base + early, late, has_grown=bool(early))
    first = explain(can_hold, base + second, early, has_grown=bool(second))
    return first + second


def provision_kinds(state: State, pool: book.Pool, knowers: int) -> tuple[str, ...]:
    """List the provisions that may be in a pool, as far as some seats can know."""
    puzzle = grown(state, book.PROVISIONS, knowers)
    kinds = puzzle.kinds.items()
    return tuple(kind for kind, n in kinds if puzzle.can_be((book.PROVISIONS, pool), n))


def navigation_kinds(state: State, pool: book.Pool) -> tuple[Any, ...]:
    """List the printed navigation cards that may be in a pool, as far as the record tells."""
    puzzle = grown(state, book.NAVIGATION, EVERYBODY)
    kinds = puzzle.kinds.items()
    return tuple(k for k, n in kinds if isinstance(k, str) and puzzle.can_be((book.NAVIGATION, pool), n))


def top_kinds(state: State) -> tuple[Any, ...]:
    """List the printed navigation cards that may lie on top of the deck, as far as everybody knows."""
    puzzle = grown(state, book.NAVIGATION, 0)
    deck = puzzle.pool((book.NAVIGATION, book.DECK)) or puzzle.pool((book.NAVIGATION, book.STACK))
    kinds = puzzle.kinds.items()
    return tuple(k for k, n in kinds if isinstance(k, str) and deck and puzzle.slot_can_be(deck[0], n))
