"""Whether what is shown can be true, given everything said before; and if not, what clashes."""

from collections.abc import Callable
from typing import Any

from events.base import REFEREE
from referee.games.lifeboat.hidden_cards import ledger as book
from referee.games.lifeboat.hidden_cards.evidence import EVERYBODY, Reader, grown, is_seen, kinds_of, read
from referee.games.lifeboat.hidden_cards.secrecy import redacted
from referee.games.lifeboat.state import State, printed
from referee.games.lifeboat.tables import identified
from referee.kernel.verdict import Refused, refuse

After = Callable[[], State]
"""Gives the state after an act that is being judged: worked out only where it matters."""


def judge_provisions(before: State, after: After, cards: tuple[Any, ...], readers: int) -> Refused | None:
    """Refuse provisions that cannot be where they were shown, as far as some seats can know.

    Only where the referee dealt and sees every card is it enough to count: at a physical table
    even the time an answer takes may not tell whether others noted their cards.

    Rules: LIF-INFO-01, LIF-SET-05, LIF-SUP-05
    """
    named = [card for card in cards if card is not None]
    if not named:
        return None
    if before.deals_provisions and not has_unseen_provisions(before):
        # What lies where it is shown is known; what the referee alone knows comes off the deck.
        kinds, drawn = printed(before), named if readers == EVERYBODY else []
        lying = known_provisions(before) + drawn
        if all(lying.count(card) <= kinds.get(card, 0) for card in named):
            return None
    return judge_by(before, after(), book.PROVISIONS, readers)


def has_unseen_provisions(state: State) -> bool:
    """Tell whether a card out of the deck lies somewhere unseen; before the deal no hand does."""
    is_setup = state.phase == "setup"
    for hand in state.hands:
        if (hand is None and not is_setup) or (hand and None in hand):
            return True
    return None in state.removed or None in (state.packet or ())


def known_provisions(state: State) -> list[str | None]:
    """List the provisions wherever they certainly are."""
    cards: list[str | None] = [*state.discard, *state.removed, *(state.packet or ())]
    for hand in state.hands:
        cards += hand or ()
    for table in state.table:
        cards += table
    return cards


def judge_navigation(
    before: State, after: After, cards: tuple[Any, ...], readers: int, top: tuple[Any, ...] | None = None
) -> Refused | None:
    """Refuse navigation cards that cannot have come off the deck, as far as some seats can know.

    Those that the referee deals it knows: `top` are the cards as it has them, if not those of the deck.

    Rules: LIF-INFO-03, LIF-SET-07, LIF-TURN-03
    """
    named = identified(cards)
    if not any(named):
        return None
    if before.deals_navigation and are_dealt(before, named, before.queue if top is None else top):
        return None
    return judge_by(before, after(), book.NAVIGATION, readers)


def are_dealt(state: State, named: tuple[Any, ...], top: tuple[Any, ...]) -> bool:
    """Tell whether printed cards are those the referee has there, or unseen there and nowhere else."""
    lying = (*state.queue, *state.stack, *(state.stroke or ()))
    if None in lying or len(named) > len(top) or len({*named}) < len(named):
        return False
    for known, card in zip(top, named, strict=False):
        is_there = known == card or isinstance(known, int)
        if not isinstance(card, str) or not is_there or lying.count(card) != (known == card):
            return False
    return True


def judge_by(before: State, after: State, deck: str, readers: int) -> Refused | None:
    """Refuse what contradicts what some seats saw; or everybody, where what those saw clashed already.

    Rules: LIF-INFO-01, LIF-INFO-03
    """
    refused = judge(after, deck, readers)
    if refused is None or believed(before, deck, readers) == readers:
        return refused
    return judge(after, deck, 0)


def believed(state: State, deck: str, readers: int) -> int:
    """Say by what seats are judged: what they saw, or what everybody saw where their own notes clash."""
    if readers in (0, EVERYBODY) or grown(state, deck, readers).is_possible():
        return readers
    return 0


def judge(state: State, deck: str, readers: int) -> Refused | None:
    """Refuse what contradicts the ledger, naming a smallest clash. Rules: LIF-INFO-01, LIF-INFO-03."""
    kinds = kinds_of(state, deck)
    if grown(state, deck, readers).is_possible():
        return None
    lines = [line for line in book.oldest_first(state.ledger) if line.deck == deck]
    clash = smallest_clash(kinds, lines, readers)
    by_hand = [line for line in lines if line.source is None][-1:]
    entries = [describe(state, line, readers) for line in (*by_hand, *clash)]
    entries = [entry for n, entry in enumerate(entries) if entry not in entries[:n]]
    rule = "LIF-INFO-01" if deck == book.PROVISIONS else "LIF-INFO-03"
    return refuse("lifeboat.impossible_card", rule, n=len(entries), entries=tuple(entries))


def describe(state: State, line: book.Line, readers: int) -> dict[str, Any]:
    """Give an entry that clashes as a message: its day, and what was done as those read it who are told."""
    if line.source is None:
        return {"id": "lifeboat.entry_by_hand", "day": line.day}
    reader = REFEREE if readers == EVERYBODY else state.seats[readers.bit_length() - 1] if readers else None
    return {"id": "lifeboat.entry", "day": line.day, "act": redacted(line.event, reader)}


def smallest_clash(kinds: dict[Any, int], lines: list[book.Line], readers: int) -> list[book.Line]:
    """Find lines whose cards cannot all be true, none of which can be left out (QuickXplain)."""
    told = [
        n
        for n, line in enumerate(lines)
        if line.source is not None
        and is_seen(line.readers, readers)
        and any(c is not None for c in line.cards)
    ]

    def can_hold(chosen: list[int]) -> bool:
        reader, among = Reader(kinds, readers), set(chosen)
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


def provision_kinds(state: State, pool: book.Pool, readers: int) -> tuple[str, ...]:
    """List the provisions that may be in a pool, as far as some seats can know."""
    puzzle = grown(state, book.PROVISIONS, believed(state, book.PROVISIONS, readers))
    kinds = puzzle.kinds.items()
    return tuple(kind for kind, n in kinds if puzzle.can_be((book.PROVISIONS, pool), n))


def navigation_kinds(state: State, pool: book.Pool, readers: int) -> tuple[Any, ...]:
    """List the navigation cards with a name that may be in a pool, as far as some seats can know."""
    reader = read(state, book.NAVIGATION, believed(state, book.NAVIGATION, readers))
    return tuple([card for n, card in reader.cards() if reader.puzzle.can_be((book.NAVIGATION, pool), n)])


def top_kinds(state: State) -> tuple[Any, ...]:
    """List the navigation cards that may lie on top of the deck, as far as everybody knows."""
    reader = read(state, book.NAVIGATION, 0)
    puzzle = reader.puzzle
    deck = puzzle.pool((book.NAVIGATION, book.DECK)) or puzzle.pool((book.NAVIGATION, book.STACK))
    return tuple([card for n, card in reader.cards() if deck and puzzle.slot_can_be(deck[0], n)])
