"""A position: facts in the form `corrected` accepts, out of a state and into one."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from msgspec.structs import replace

from events.base import REFEREE, Event
from events.table import Corrected
from referee.games.lifeboat.events import Position
from referee.games.lifeboat.hidden_cards import ledger as book
from referee.games.lifeboat.state import (
    PUBLIC,
    State,
    awake,
    current,
    is_conscious,
    must_name,
    navigator,
    phase_of,
    printed,
    sizes_of,
)
from referee.games.lifeboat.tables import START_ORDER, identified
from referee.kernel.facts import StateFact, by_seat, numbers, put, seats_fact, set_facts

SETUP_FACTS = frozenset({"characters", "boat", "love", "hate"})
"""Facts that may be set while the table is still dealing."""


def named_bits(state: State, bits: int) -> tuple[str, ...]:
    """Name the seats of a bit set, bow to stern, those out of the boat last."""
    rest = [i for i in range(len(state.seats)) if i not in state.boat]
    return tuple([state.seats[i] for i in (*state.boat, *rest) if bits >> i & 1])


def known_of(field: str) -> Callable[[State], dict[str, Any] | None]:
    """Write down a row of the state, as far as it is known."""
    return lambda state: (
        {
            seat: each
            for seat, each in zip(state.seats, getattr(state, field), strict=True)
            if each is not None
        }
        or None
    )


def place_cast(state: State, told: dict[str, Any]) -> State:
    """Set who is who; how big they are follows."""
    cast = by_seat(state, state.character, told)
    return replace(state, character=cast, sizes=sizes_of(state.terms, cast))


def marked(name: str, field: str = "") -> StateFact:
    """Declare seats that the state holds as a bit set."""
    return StateFact(
        name=name,
        read=lambda state: named_bits(state, getattr(state, field or name)),
        write=lambda state, seats: replace(state, **{field or name: bits_of(state, seats)}),
        public=True,
    )


PEOPLE = tuple(
    fact.whole()
    for fact in (
        StateFact(name="characters", read=known_of("character"), write=place_cast, by_seat=True, public=True),
        StateFact(name="wounds", row=True, by_seat=True, public=True),
        StateFact(name="love", row=True, by_seat=True),
        StateFact(name="hate", row=True, by_seat=True),
        StateFact(name="birds", public=True),
        marked("rowed"),
        marked("fought"),
        seats_fact("lost"),
        seats_fact("eaten"),
        StateFact(name="day", public=True),
    )
)
"""Facts of the people and the day, each of which is set by itself."""


def actor_of(state: State) -> str | None:
    """Name the seat whose slot it is."""
    i = current(state) if phase_of(state) == "action" else -1
    return state.seats[i] if i >= 0 else None


def stack_seen_by(state: State, viewer: str | None) -> tuple[Any, ...]:
    """Show the row stack: a rower the cards it put there, the navigator all when it looks.

    Rules: LIF-ROW-04, LIF-NAV-01
    """
    i = state.index.get(viewer or "", -1)
    looks = viewer == REFEREE or (i >= 0 and phase_of(state) == "navigation" and navigator(state) == i)
    return tuple(
        [
            card if (looks or by == i >= 0) and not isinstance(card, int) else None
            for card, by in zip(state.stack, state.stackers, strict=True)
        ]
    )


def stroke_seen_by(state: State, viewer: int) -> tuple[Any, ...] | None:
    """Show a rower its own draw, everybody else how many cards it is. Rules: LIF-ROW-01."""
    if state.stroke is None:
        return None
    rower = next((i for i in state.slots if i in state.boat and is_conscious(state, i)), -1)
    return state.stroke if rower == viewer else (None,) * len(state.stroke)


def place(state: State, event: Corrected[Any]) -> State:
    """Set the facts a position names; what it leaves out keeps its value."""
    position: Position = event.position
    state = place_people(state, position)
    state = place_secrets(state, position, event)
    state = place_cards(state, position)
    state = place_stack(state, position, event)
    state = place_phase(state, position, event)
    return reset_ledger(state, position, event)


def place_people(state: State, position: Position) -> State:
    """Set characters, places, wounds, markers and the day."""
    state = set_facts(PEOPLE, state, position)
    boat = placed_boat(state, position)
    fallen, doomed = (tuple([i for i in row if i in boat]) for row in (state.fallen, state.doomed))
    return replace(state, boat=boat, fallen=fallen, doomed=doomed)


def place_secrets(state: State, position: Position, event: Corrected[Any]) -> State:
    """Write down the loves and hates set by hand, each for its seat to know."""
    for kind, told in ((book.LOVE, position.love), (book.HATE, position.hate)):
        before = getattr(state, kind)
        after = secrets_left(state, before, numbers(state, told or ()))
        changed = [i for i, seat in enumerate(state.seats) if seat in (told or ()) or before[i] != after[i]]
        ledger = state.ledger
        for i in changed:
            ledger = book.Ledger(ledger, book.Line(kind, i, i, (after[i],), 1 << i, event, state.day))
        state = replace(state, ledger=ledger, **{kind: after})
    return state


def placed_boat(state: State, position: Position) -> tuple[int, ...]:
    """Find the places after a correction: as given, or in the order of the start."""
    if position.boat is not None:
        return tuple([state.index[seat] for seat in position.boat])
    boat = state.boat
    if not boat and all(state.character):
        boat = tuple(sorted(range(len(state.seats)), key=lambda i: START_ORDER.index(state.character[i])))
    gone = out_of_boat(state)
    back = [i for i in range(len(state.seats)) if i not in boat and state.character[i]] if boat else []
    return tuple([i for i in (*boat, *back) if i not in gone])


def out_of_boat(state: State) -> tuple[int, ...]:
    """List who is aboard no more: the lost, and the eaten where bodies do not stay."""
    return state.lost if state.terms.bodies_stay else state.lost + state.eaten


def place_cards(state: State, position: Position) -> State:
    """Set hands, face-up cards and the discard pile; the deck is what is left, unless it is told."""
    told: dict[str, Any] = position.hands or {}
    laid: dict[str, Any] = position.table or {}
    hands, table = by_seat(state, state.hands, told), by_seat(state, state.table, laid)
    removed, drowned = state.removed, state.lost if position.lost is not None else ()
    for i in drowned:
        removed = (*removed, *(hands[i] or ()), *table[i])
        hands, table = put(hands, i, ()), put(table, i, ())
    gone = [seat for seat, cards in laid.items() if "parasol" not in cards]
    parasols = state.parasols & ~bits_of(state, (*gone, *(position.lost or ())))
    state = replace(
        state,
        hands=hands,
        table=table,
        removed=removed,
        dealt=state.dealt | bits_of(state, told),
        parasols=parasols if position.open_parasols is None else bits_of(state, position.open_parasols),
        discard=state.discard if position.discard is None else position.discard,
    )
    state = give_way(state, position)
    if position.deck is not None:
        return accounted(replace(state, deck=position.deck))
    if position.hands is None and position.table is None and position.discard is None:
        return state if position.lost is None else accounted(state)
    return accounted(replace(state, deck=max(0, undealt(state))))


def give_way(state: State, position: Position) -> State:
    """Replace what nobody but the referee sees where facts set by hand leave no such card.

    Only what lies unseen gives way, so that no refusal tells what others hold. Told from what one
    viewer may read, all of it is unseen from here on.

    Rules: LIF-COR-01
    """
    if not state.deals_provisions or not (position.hands or position.table or position.discard):
        return state
    told = [state.index[seat] for seat in position.hands or ()]
    left: Counter[Any] = Counter(printed(state))
    for row in (state.discard, *state.table, *(state.hands[i] for i in told)):
        left.subtract(Counter(row or ()))
    unseen = [None if i in told else hand for i, hand in enumerate(state.hands)]
    *hands, packet, removed = exchanged([*unseen, state.packet, state.removed], left, state)
    whole = tuple([state.hands[i] if i in told else hand for i, hand in enumerate(hands)])
    return replace(state, hands=whole, packet=packet, removed=removed or ())


def exchanged(rows: list[Any], left: Counter[Any], state: State) -> list[Any]:
    """Keep the cards of rows as far as they are left, and fill the gaps with others that are."""
    kept = [None if row is None else tuple(if_left(row, left)) for row in rows]
    if not must_name(state, "provisions"):
        return [None if row is None else (None,) * len(row) for row in rows]
    spare = left.elements()
    return [None if row is None else tuple(card or next(spare) for card in row) for row in kept]


def if_left(row: tuple[Any, ...], left: Counter[Any]) -> Iterator[Any]:
    """Give each card that is left, taking it away; None for one that is not."""
    for card in row:
        if left[card] > 0:
            left[card] -= 1
            yield card
        else:
            yield None


def secrets_left(state: State, cards: tuple[Any, ...], told: tuple[int, ...]) -> tuple[Any, ...]:
    """Exchange loves, or hates, that were dealt and are told of others, or are in play no more.

    Rules: LIF-COR-01
    """
    if not state.deals_provisions or not all(state.character):
        return cards
    if not must_name(state, "provisions"):
        return tuple([c if i in told or not told else None for i, c in enumerate(cards)])
    named = [cards[i] for i in told]
    kept = [
        c if i in told or (c in state.character and c not in named) else None for i, c in enumerate(cards)
    ]
    spare = iter([card for card in START_ORDER if card in state.character and card not in kept])
    return tuple([new or (next(spare) if old else None) for old, new in zip(cards, kept, strict=True)])


def accounted(state: State) -> State:
    """Let what the deck leaves unaccounted for lie aside, unseen; no more is in the deck than can be.

    A hand nobody counted may hold the rest, and nothing once all lies elsewhere.
    """
    left = max(0, undealt(replace(state, aside=0)))
    deck = min(state.deck, left)
    if None not in state.hands:
        return replace(state, deck=deck, aside=left - deck)
    hands = state.hands if left or state.phase == "setup" else tuple([hand or () for hand in state.hands])
    return replace(state, deck=deck, aside=min(state.aside, left - deck), hands=hands)


def undealt(state: State) -> int:
    """Count the provisions that were printed and are neither set aside nor anywhere to be seen."""
    lying = sum(len(hand or ()) for hand in (*state.hands, *state.table))
    elsewhere = len(state.discard) + len(state.removed) + len(state.packet or ())
    return sum(printed(state).values()) - state.aside - lying - elsewhere


def place_stack(state: State, position: Position, event: Corrected[Any]) -> State:
    """Set the row stack; a stroke is put back, and nothing is known any more of the rest of the deck.

    What the referee deals and nobody names has still to be shown to the navigator.
    """
    if position.row_stack is None:
        return state
    stack: tuple[Any, ...] = identified(position.row_stack)
    queue = iter(range(state.navigation - sum(card is not None for card in (*stack, state.chosen))))
    if must_name(state, "navigation"):
        stack = tuple([next(queue) if card is None else card for card in stack])
    left = tuple(queue)[: state.navigation - len(stack) - (state.chosen is not None)]
    state = replace(state, stack=stack, stackers=(-1,) * len(stack), queue=left, stroke=None)
    return navigation_by_hand(state, event)


def navigation_by_hand(state: State, event: Event) -> State:
    """Write down that the board, not the record, says where navigation cards are, and who stacked which."""
    by = zip(state.stack, state.stackers, strict=True)
    stack = tuple([(card, 1 << seat if seat >= 0 else 0) for card, seat in by])
    chosen = () if state.chosen is None else (state.chosen,)
    whole = (stack, chosen, tuple(state.queue))
    line = book.Line(book.NAVIGATION, None, book.STACK, whole, PUBLIC, event, state.day)
    return replace(state, ledger=book.Ledger(state.ledger, line))


def place_phase(state: State, position: Position, event: Corrected[Any]) -> State:
    """Set the phase and whose slot it is; the order of the day is then the order of the places."""
    phase = position.phase or ("action" if position.acting else None)
    told = {name for name in position.__struct_fields__ if getattr(position, name) is not None}
    if phase is None and state.phase == "setup" and is_set_up_by(state, told):
        phase = "supply"
    if phase is None or phase in {"setup", "overboard", "thirst", "ended"}:
        return replace(state, slots=tuple([i for i in state.slots if i in state.boat]))
    state = put_back(state, position, event)
    state = replace(
        state, demand=None, fight=None, fallen=(), doomed=(), slots=state.boat, phase="action",
        paid=(0,) * len(state.seats), looked=0, slept=0, taken=None,
    )  # fmt: skip
    if phase == "navigation":
        return replace(state, slots=())
    if phase == "supply":
        return replace(state, phase="supply" if state.deck and awake(state) else "action")
    if position.acting is None:
        return state
    first = state.boat.index(state.index[position.acting])
    slept = sum(1 << i for i in state.boat[:first] if not is_conscious(state, i))
    return replace(state, slots=state.boat[first:], slept=slept)


def is_set_up_by(state: State, told: set[str]) -> bool:
    """Tell whether facts set by hand end the set-up; once dealing has begun it goes on to its end."""
    may_begin = None not in state.hands or not (state.dealt or state.deals_provisions)
    return all(state.character) and may_begin and not told <= SETUP_FACTS


def put_back(state: State, position: Position, event: Event) -> State:
    """Put cards in flight back: navigation cards into their deck, a packet on its own.

    Where that deck is told, the packet lies aside.
    """
    more = len(state.packet or ())
    state = replace(state, packet=None, keepers=())
    state = replace(state, deck=state.deck + more) if position.deck is None else accounted(state)
    drawn, chosen = state.stroke or (), () if state.chosen is None else (state.chosen,)
    state = replace(state, stroke=None, chosen=None, queue=(*drawn, *state.queue, *chosen))
    return navigation_by_hand(state, event) if drawn or chosen else state


def reset_ledger(state: State, position: Position, event: Corrected[Any]) -> State:
    """Forget where provisions went, where facts set by hand say where they are."""
    facts = (position.hands, position.table, position.discard, position.deck, position.lost)
    if all(fact is None for fact in facts) and (state.phase == "setup" or None not in state.hands):
        return state
    return provisions_by_hand(state, event)


def provisions_by_hand(state: State, event: Event) -> State:
    """Write down that the board, not the record, says where provisions are."""
    none_yet = () if state.phase == "setup" else None
    hands = tuple([(none_yet if hand is None else hand, 1 << i) for i, hand in enumerate(state.hands)])
    seen = (*state.discard, *(card for table in state.table for card in table))
    whole = (hands, seen, state.removed, state.packet or ())
    line = book.Line(book.PROVISIONS, None, book.OPEN, whole, PUBLIC, event, state.day)
    return replace(state, ledger=book.Ledger(state.ledger, line))


def bits_of(state: State, seats: Iterable[str]) -> int:
    """Write seats as a bit set."""
    return sum(1 << state.index[seat] for seat in set(seats))
