"""Whether a statement about hidden cards can be true, given all earlier ones; if not, which clash."""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any

from events.base import REFEREE
from referee.games.lifeboat.events import NavigationContent
from referee.games.lifeboat.ledger import (
    CHOSEN,
    DECK,
    EVERYBODY,
    HATE,
    LOVE,
    NAVIGATION_DECK,
    OPEN,
    PACKET,
    PROVISION_DECK,
    REMOVED,
    STACK,
    Cards,
    LedgerLine,
    Pool,
    is_seen,
    oldest_first,
)
from referee.games.lifeboat.puzzle import Puzzle
from referee.games.lifeboat.secrecy import redact, secrets_seen
from referee.games.lifeboat.state import State, printed_provisions
from referee.games.lifeboat.tables import MOST_EXPANSION_CARDS, NAVIGATION, identify_all
from referee.kernel.parts import Refused, refuse

_MOST_KEPT = 96
"""How many puzzles are cached for the next question: every seat of a few tables."""


def readers_of_draw(is_dealt: bool, i: int | None) -> int:
    """Return the bit set of seats whose knowledge judges a card off a deck: seat `i`'s, or 0 for None.

    Where the referee deals (`is_dealt`) it is EVERYBODY: only the referee shows cards of that deck.
    """
    if is_dealt:
        return EVERYBODY
    return 0 if i is None else 1 << i


def kinds_of(state: State, deck: str) -> dict[Any, int]:
    """Return how many cards of each kind a deck has; cards of the expansion by number, as they turn up."""
    if deck == PROVISION_DECK:
        return printed_provisions(state)
    kinds: dict[Any, int] = dict.fromkeys(NAVIGATION, 1)
    if state.navigation > len(NAVIGATION):
        kinds |= dict.fromkeys(range(MOST_EXPANSION_CARDS), 1)
    return kinds


class PuzzleBuilder:
    """Builds a puzzle from ledger lines; those `readers` (a bit set) did not see move unnamed cards."""

    def __init__(self, kinds: dict[Any, int], readers: int) -> None:
        """Start before the first ledger line, with the navigation deck shuffled."""
        self.kinds = kinds
        self.puzzle = Puzzle(kinds)
        self.readers = readers
        self.size = sum(kinds.values())
        self.read_aloud: dict[NavigationContent, int] = {}
        self.puzzle.pools[NAVIGATION_DECK, DECK] = [self.puzzle.new_slot() for _ in range(self.size)]

    def kind(self, card: Any) -> int | None:
        """Return the number of a card's kind; a card first read aloud is the next of the expansion.

        None for a card that is not in the box, with which the puzzle is broken.
        """
        if isinstance(card, NavigationContent):
            card = self.read_aloud.setdefault(card, len(self.read_aloud))
        kind = self.puzzle.kinds.get(card)
        if kind is None:
            self.puzzle.is_broken = True
        return kind

    def cards(self) -> Iterator[tuple[int, Any]]:
        """Yield (number of the kind, card) for cards that have a name; those read aloud last."""
        aloud = {n: card for card, n in self.read_aloud.items()}
        for card, n in self.puzzle.kinds.items():
            if not isinstance(card, int) or card in aloud:
                yield n, aloud.get(card, card)

    def add(self, line: LedgerLine, *, is_told: bool = True) -> None:
        """Move the slots of a line; name them only where `readers` saw the cards and `is_told`."""
        if line.source is None:
            self._reset(line)
            return
        told = is_told and is_seen(line.readers, self.readers)
        kinds = [self.kind(card) if told and card is not None else None for card in line.cards]
        if line.source == line.target:
            self._show(line, kinds)
        elif line.source == DECK:
            self._draw(line, kinds)
        else:
            self._move(line, kinds)

    def _draw(self, line: LedgerLine, kinds: list[int | None]) -> None:
        deck = self.puzzle.pool((line.deck, DECK))
        target = self.puzzle.pool((line.deck, line.target))
        for kind in kinds:
            slot = deck.pop(0) if line.deck == NAVIGATION_DECK and deck else self.puzzle.new_slot()
            if kind is not None:
                self.puzzle.say(slot, kind)
            target.append(slot)

    def _move(self, line: LedgerLine, kinds: list[int | None]) -> None:
        """Move cards between pools: the named ones first, then any."""
        source, target = (line.deck, line.source), (line.deck, line.target)
        slots: dict[int, int] = {}
        if line.source == OPEN:
            moved = self.puzzle.pools.pop(source, [])
            self.puzzle.pool(target).extend(moved)
            return
        for n in sorted(range(len(kinds)), key=lambda n: kinds[n] is None):
            slots[n] = self.puzzle.pick(source, kinds[n])
        if line.target != OPEN or line.deck == NAVIGATION_DECK:
            self.puzzle.pool(target).extend(slots[n] for n in range(len(kinds)))

    def _show(self, line: LedgerLine, kinds: list[int | None]) -> None:
        """Name cards of a pool by their kinds, and leave them there; None names nothing."""
        pool = (line.deck, line.source)
        shown = [self.puzzle.pick(pool, kind) for kind in kinds if kind is not None]
        self.puzzle.pool(pool).extend(shown)

    def _reset(self, line: LedgerLine) -> None:
        """Start anew from the line of a correction, which says where all cards are."""
        self.puzzle = Puzzle(self.kinds)
        if line.deck == NAVIGATION_DECK:
            stack, chosen, queue = line.cards
            for card, readers in stack:
                self._lay(STACK, (card,), line.deck, is_told=is_seen(readers, self.readers))
            self._lay(CHOSEN, chosen, line.deck, is_told=True)
            self._lay(DECK, (None,) * len(queue), line.deck, is_told=True)
            return
        hands, seen, removed, packet = line.cards
        for i, (hand, readers) in enumerate(hands):
            if hand is None:
                self.puzzle.endless.add((line.deck, i))
            self._lay(i, hand or (), line.deck, is_told=is_seen(readers, self.readers))
        self._lay(OPEN, seen, line.deck, is_told=True)
        self._lay(REMOVED, removed, line.deck, is_told=self.readers == EVERYBODY)
        self._lay(PACKET, packet, line.deck, is_told=self.readers == EVERYBODY)

    def _lay(self, pool: Pool, cards: Cards, deck: str, *, is_told: bool) -> None:
        """Put new slots in a pool, named where `is_told`."""
        slots = self.puzzle.pool((deck, pool))
        for card in cards:
            slots.append(self.puzzle.new_slot())
            if is_told and card is not None and (kind := self.kind(card)) is not None:
                self.puzzle.say(slots[-1], kind)


_KEPT: "OrderedDict[int, tuple[Any, str, int, PuzzleBuilder]]" = OrderedDict()


def _build_puzzle(state: State, deck: str, readers: int) -> PuzzleBuilder:
    """Return the builder of the puzzle of all that `readers` saw of a deck.

    Cached: one of an older ledger is advanced by the lines since, and then serves this ledger alone.
    """
    pending: list[LedgerLine] = []
    ledger, kinds = state.ledger, kinds_of(state, deck)
    builder = None
    while ledger is not None:
        key = id(ledger) ^ hash((deck, readers))
        kept = _KEPT.get(key)
        if kept is not None and kept[0] is ledger and kept[1:3] == (deck, readers) and kept[3].kinds == kinds:
            builder = _KEPT.pop(key)[3]
            break
        pending.append(ledger.line)
        ledger = ledger.older
    builder = builder or PuzzleBuilder(kinds, readers)
    for line in reversed(pending):
        if line.deck == deck:
            builder.add(line)
    if builder.puzzle.is_possible():
        _KEPT[id(state.ledger) ^ hash((deck, readers))] = (state.ledger, deck, readers, builder)
        while len(_KEPT) > _MOST_KEPT:
            _KEPT.popitem(last=False)
    return builder


After = Callable[[], State]
"""Gives the state after an act that is being judged: worked out only where it matters."""


def judge_provisions(before: State, after: After, cards: Cards, readers: int) -> Refused | None:
    """Refuse provisions that cannot be where an act shows them, as far as `readers` can know.

    Counting is enough only where the referee dealt and sees every card: at a physical table even the time
    an answer takes may not show whether others noted their cards.

    Rules: LIF-SET-05, LIF-SUP-05
    """
    named = [card for card in cards if card is not None]
    if not named:
        return None
    # What lies where it is shown is known; what the referee alone knows comes off the deck.
    if _is_counted(before) and _fits_box(before, named, named if readers == EVERYBODY else ()):
        return None
    return _judge_by(before, after(), PROVISION_DECK, readers)


def _is_counted(state: State) -> bool:
    """Return whether the referee dealt the provisions, and knows each that was dealt."""
    if not state.deals_provisions or (None in state.hands and state.phase != "setup"):
        return False
    return None not in known_provisions(state)


def _fits_box(state: State, cards: Iterable[Any], more: Iterable[Any] = ()) -> bool:
    """Return whether there are no more of each of `cards`, `more` of them included, than printed."""
    kinds, lying = printed_provisions(state), [*known_provisions(state), *more]
    return all(lying.count(card) <= kinds.get(card, 0) for card in cards)


def known_provisions(state: State) -> list[str | None]:
    """Return the provisions wherever the state has them, None for each without a name."""
    hands = chain.from_iterable(filter(None, state.hands))
    return [*state.discard, *state.removed, *(state.packet or ()), *hands, *chain.from_iterable(state.table)]


def judge_navigation(
    before: State, after: After, cards: Cards, readers: int, top: Cards | None = None
) -> Refused | None:
    """Refuse navigation cards that cannot have come off the deck, as far as `readers` can know.

    `top` are the cards the referee has there, if not those on top of the deck.

    Rules: LIF-SET-07, LIF-TURN-03
    """
    named = identify_all(cards)
    if not any(named):
        return None
    if before.deals_navigation and _are_dealt(before, named, before.queue if top is None else top):
        return None
    return _judge_by(before, after(), NAVIGATION_DECK, readers)


def _are_dealt(state: State, named: Cards, top: Cards) -> bool:
    """Return whether cards are those the referee has on `top`, or unseen there and named nowhere else."""
    lying = (*state.queue, *state.stack, *(state.stroke or ()))
    if None in lying or len(named) > len(top) or len({*named}) < len(named):
        return False
    for known, card in zip(top, named, strict=False):
        is_there = known == card or isinstance(known, int)
        if not isinstance(card, str) or not is_there or lying.count(card) != (known == card):
            return False
    return True


def _judge_by(before: State, after: State, deck: str, readers: int) -> Refused | None:
    """Refuse what contradicts all that `readers` saw.

    Where what they saw clashed before the act already, only what everybody saw counts.
    """
    refused = _judge_ledger(after, deck, readers)
    if refused is None or _credible_readers(before, deck, readers) == readers:
        return refused
    return _judge_ledger(after, deck, 0)


def _credible_readers(state: State, deck: str, readers: int) -> int:
    """Return `readers`, or 0 (what everybody saw) where what they saw clashes already."""
    if readers in (0, EVERYBODY) or _build_puzzle(state, deck, readers).puzzle.is_possible():
        return readers
    return 0


def _judge_ledger(state: State, deck: str, readers: int) -> Refused | None:
    """Refuse what contradicts the ledger, listing a smallest set of entries that clash."""
    kinds = kinds_of(state, deck)
    if _build_puzzle(state, deck, readers).puzzle.is_possible():
        return None
    lines = [line for line in oldest_first(state.ledger) if line.deck == deck]
    clash = smallest_clash(kinds, lines, readers)
    by_hand = [line for line in lines if line.source is None][-1:]
    entries = [_describe(state, line, readers) for line in (*by_hand, *clash)]
    entries = [entry for n, entry in enumerate(entries) if entry not in entries[:n]]
    rule = "LIF-INFO-01" if deck == PROVISION_DECK else "LIF-INFO-03"
    return refuse("lifeboat.impossible_card", rule, n=len(entries), entries=tuple(entries))


def _describe(state: State, line: LedgerLine, readers: int) -> dict[str, Any]:
    """Return a clashing line as arguments of a message: its day, and its act as `readers` may read it."""
    if line.source is None:
        return {"id": "lifeboat.entry_by_hand", "day": line.day}
    reader = REFEREE if readers == EVERYBODY else state.seats[readers.bit_length() - 1] if readers else None
    return {"id": "lifeboat.entry", "day": line.day, "act": redact(line.event, reader)}


def smallest_clash(kinds: dict[Any, int], lines: list[LedgerLine], readers: int) -> list[LedgerLine]:
    """Return lines whose cards cannot all be true, none of which can be left out (QuickXplain)."""
    told = [
        n
        for n, line in enumerate(lines)
        if line.source is not None
        and is_seen(line.readers, readers)
        and any(c is not None for c in line.cards)
    ]

    def can_hold(chosen: list[int]) -> bool:
        builder, among = PuzzleBuilder(kinds, readers), set(chosen)
        for n, line in enumerate(lines):
            builder.add(line, is_told=n in among)
        return builder.puzzle.is_possible()

    return [lines[n] for n in sorted(explain(can_hold, [], told, has_grown=False))]


def explain(
    can_hold: Callable[[list[int]], bool], base: list[int], rest: list[int], *, has_grown: bool
) -> list[int]:
    """Return a smallest part of `rest` (numbers of lines) that cannot hold together with `base`.

    QuickXplain, by halving. `has_grown`: `base` was added to since it was last found to hold.
    """
    if has_grown and not can_hold(base):
        return []
    if len(rest) <= 1:
        return rest
    half = len(rest) // 2
    early, late = rest[:half], rest[half:]
    second = explain(can_hold, base + early, late, has_grown=bool(early))
    first = explain(can_hold, base + second, early, has_grown=bool(second))
    return first + second


def possible_kinds(state: State, deck: str, pool: Pool, readers: int) -> Cards:
    """Return the cards with a name that may be in a pool of a deck, as far as `readers` can know."""
    builder = _build_puzzle(state, deck, _credible_readers(state, deck, readers))
    return tuple([card for n, card in builder.cards() if builder.puzzle.can_be((deck, pool), n)])


def top_kinds(state: State) -> Cards:
    """Return the navigation cards that may lie on top of the deck, as far as everybody knows."""
    builder = _build_puzzle(state, NAVIGATION_DECK, 0)
    puzzle = builder.puzzle
    deck = puzzle.pool((NAVIGATION_DECK, DECK)) or puzzle.pool((NAVIGATION_DECK, STACK))
    return tuple([card for n, card in builder.cards() if deck and puzzle.slot_can_be(deck[0], n)])


def judge_secrets(state: State, i: int, love: str | None, hate: str | None, readers: int) -> Refused | None:
    """Refuse a seat's love and hate that cannot be, as far as `readers` can know; None is not named.

    What another noted for itself is no evidence against a seat: only what it showed. Two that clash are
    found when both lie open.
    """
    for kind, card in ((LOVE, love), (HATE, hate)):
        if card is None:
            continue
        if refused := judge_in_play(state, kind, card):
            return refused
        own = getattr(state, kind)[i]
        if own is not None and own != card:
            args = {"seat": state.seats[i], "kind": kind}
            return refuse("lifeboat.secret_differs", "LIF-INFO-02", "LIF-SET-04", **args)
        known = getattr(state, kind) if readers == EVERYBODY else secrets_seen(state, kind, readers)
        if card in known and (owners := [j for j, other in enumerate(known) if other == card and j != i]):
            return _refuse_twice(state, kind, card, owners[0], i)
    return None


def judge_in_play(state: State, kind: str, card: str) -> Refused | None:
    """Refuse a love or a hate of a character nobody plays, once all characters are dealt."""
    if not all(state.character) or card in state.character:
        return None
    return refuse("lifeboat.secret_not_in_play", "LIF-INFO-02", "LIF-SET-08", kind=kind, character=card)


def judge_once(state: State, kind: str, cards: dict[int, str | None]) -> Refused | None:
    """Refuse a love or a hate that two seats have; `cards` goes by seat."""
    owners: dict[str, int] = {}
    for i, card in cards.items():
        if card is not None and owners.setdefault(card, i) != i:
            return _refuse_twice(state, kind, card, owners[card], i)
    return None


def _refuse_twice(state: State, kind: str, card: str, i: int, j: int) -> Refused:
    args = {"kind": kind, "character": card, "other": state.seats[i], "seat": state.seats[j]}
    return refuse("lifeboat.secret_twice", "LIF-INFO-02", "LIF-SET-03", **args)


def doubt(state: State) -> Refused | None:
    """Refuse where what was dealt, noted and shown clashes, whoever may know it; None where all can be true.

    `decide` judges a seat by what the seat can know, so what several noted for themselves may clash.
    Provisions are counted where the referee dealt every card and sees each; elsewhere one may have gone
    unnamed on its way even where all lie open now: a packet remembers what was in it. Navigation cards
    that the referee deals came as they were said to.

    Rules: LIF-SUP-02
    """
    if refused := _doubt_secrets(state):
        return refused
    is_clear = _is_counted(state) and _fits_box(state, {*known_provisions(state)})
    refused = None if is_clear else _judge_ledger(state, PROVISION_DECK, EVERYBODY)
    if refused or state.deals_navigation:
        return refused
    return _judge_ledger(state, NAVIGATION_DECK, EVERYBODY)


def _doubt_secrets(state: State) -> Refused | None:
    for kind in (LOVE, HATE):
        cards = getattr(state, kind)
        found = [refused for card in filter(None, cards) if (refused := judge_in_play(state, kind, card))]
        if refused := next(iter(found), None) or judge_once(state, kind, dict(enumerate(cards))):
            return refused
    return None
