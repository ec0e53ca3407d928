"""The reducer: one event applied to a state. It moves cards and markers and judges nothing."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from events.base import Event
from events.lifeboat import (
    BirdLost,
    BirdSighted,
    CardDiscarded,
    CardMoved,
    CardPlayed,
    CardsTraded,
    CardTaken,
    CharactersDealt,
    ChumUsed,
    CompassUsed,
    CorpseEaten,
    DayEnded,
    DemandGranted,
    DemandRefused,
    Died,
    FellOverboard,
    FightClosed,
    FightJoined,
    FightWon,
    GameEnded,
    GhostCalled,
    HandRevealed,
    Healed,
    KnockedOut,
    LostAtSea,
    MugDemanded,
    NavigationChosen,
    NavigationDrawn,
    Objected,
    OverboardClosed,
    Passed,
    ProvisionDealt,
    ProvisionKept,
    ProvisionsDrawn,
    Rowed,
    SeatDemanded,
    SeatsChanged,
    SecretsDealt,
    SpecialUsed,
    ThirstClosed,
    WaterUsed,
    Wounded,
)
from events.table import (
    Corrected,
    HouseRuled,
    TableOpened,
)
from referee.games.lifeboat import ledger as book
from referee.games.lifeboat.charter import CHARTER
from referee.games.lifeboat.hands import gain, hand_over, lose, show, spend
from referee.games.lifeboat.position import place
from referee.games.lifeboat.state import (
    DECLINED,
    PUBLIC,
    Demand,
    Fight,
    State,
    awake,
    dealt_decks,
    is_conscious,
    less,
    navigation_cards,
    open_state,
    phase_of,
    printed,
    put,
    sizes_of,
)
from referee.games.lifeboat.tables import BIRDS_TO_LAND, START_ORDER, identify
from referee.kernel.table import SHARED_RULES, evolve_table_event, redeem

SPARE_OVERBOARD, SPARE_THIRST, CLOSED = 1, 2, 4
"""Closing lines that may still come although the step closed by itself; or the line came."""


def evolve(state: State | None, event: Event) -> State:
    """Apply one event that was accepted."""
    if state is None:
        assert isinstance(event, TableOpened)  # noqa: S101 - a log begins with its opening
        return open_state(event)
    return EVOLVERS[type(event)](state, event)


def table_event(state: State, event: Event) -> State:
    """Apply an event every game shares; a switch may change the box, and who is big."""
    before, state = state, evolve_table_event(CHARTER, state, event)
    if state.switches == before.switches:
        return state
    decks = dealt_decks(state.chance, state.switches)
    more = sum(printed(state.switches).values()) - sum(printed(before.switches).values())
    cards = navigation_cards(state.switches, state.chance)
    queue = [card for card in state.queue if not isinstance(card, int) or card < cards]
    queue += range(navigation_cards(before.switches, before.chance), cards)
    sizes = sizes_of(state.switches, state.character)
    return replace(state, sizes=sizes, deck=max(0, state.deck + more), queue=tuple(queue), **decks)


def unchanged(state: State, _: Event) -> State:
    """Leave the state as it is."""
    return state


def corrected(state: State, event: Corrected[Any]) -> State:
    """Set facts by hand."""
    return place(state, event)


def characters_dealt(state: State, event: CharactersDealt) -> State:
    """Put the characters before their seats and the places in order from bow to stern."""
    characters = tuple([event.characters.get(seat) for seat in state.seats])
    boat = tuple(sorted(range(len(state.seats)), key=lambda i: START_ORDER.index(characters[i])))
    dealt = replace(state, character=characters, sizes=sizes_of(state.switches, characters), boat=boat)
    return begin_when_dealt(dealt)


def secrets_dealt(state: State, event: SecretsDealt) -> State:
    """Put love and hate face down before a seat."""
    i = state.index[event.seat]
    return replace(state, love=put(state.love, i, event.love), hate=put(state.hate, i, event.hate))


def provision_dealt(state: State, event: ProvisionDealt) -> State:
    """Deal a first card; when all have one, the first day begins."""
    i = state.index[event.seat]
    dealt = replace(
        state,
        hands=put(state.hands, i, (event.card,)),
        dealt=state.dealt | 1 << i,
        deck=state.deck - 1,
        ledger=book.Ledger(
            state.ledger, book.Line(book.PROVISIONS, book.DECK, i, (event.card,), 1 << i, event, state.day)
        ),
    )
    return begin_when_dealt(dealt)


def begin_when_dealt(state: State) -> State:
    """Begin the first day once characters and provisions are dealt."""
    if state.dealt != (1 << len(state.seats)) - 1 or not all(state.character):
        return state
    return begin_day(state)


def begin_day(state: State) -> State:
    """Fix the day's order and open the supply phase, if there is anything to supply."""
    supply = state.deck > 0 and bool(awake(state))
    return replace(state, phase="supply" if supply else "action", slots=state.boat)


def provisions_drawn(state: State, event: ProvisionsDrawn) -> State:
    """Give the packet to the quartermaster."""
    i, n = state.index[event.seat], len(event.cards)
    line = book.Line(book.PROVISIONS, book.DECK, book.PACKET, event.cards, 1 << i, event, state.day)
    keepers = tuple(awake(state)[:n])
    return replace(
        state,
        packet=event.cards,
        keepers=keepers,
        deck=state.deck - n,
        ledger=book.Ledger(state.ledger, line),
    )


def provision_kept(state: State, event: ProvisionKept) -> State:
    """Move one card from the packet to a hand and pass the rest on."""
    i, packet = state.index[event.seat], state.packet or (None,)
    card = packet[0] if event.card is None and len(packet) == 1 else event.card
    rest, keepers = lose(packet, card), state.keepers[1:]
    kept = book.Line(book.PROVISIONS, book.PACKET, i, (card,), 1 << i, event, state.day)
    ledger = book.Ledger(state.ledger, kept)
    if keepers:
        seen = 1 << i | 1 << keepers[0]
        ledger = book.Ledger(
            ledger, book.Line(book.PROVISIONS, book.PACKET, book.PACKET, rest or (), seen, event, state.day)
        )
        return replace(
            state, hands=put(state.hands, i, gain(state.hands[i], card)), packet=rest, keepers=keepers,
            ledger=ledger,
        )  # fmt: skip
    return replace(
        state, hands=put(state.hands, i, gain(state.hands[i], card)), packet=None, keepers=(),
        ledger=ledger, phase="action",
    )  # fmt: skip


def end_slot(state: State, i: int) -> State:
    """Pass a slot: what stands before it in the order has passed too."""
    slots = state.slots
    after = slots[slots.index(i) + 1 :] if i in slots else slots
    return replace(state, slots=after, demand=None, fight=None, spare=0)


def end_meal(state: State) -> State:
    """End the slot of a meal nobody objected to."""
    demand = state.demand
    return end_slot(state, demand.by) if demand is not None and demand.kind == "meal" else state


def passed(state: State, event: Passed) -> State:
    """End a slot in which nothing was done, or let the top card be turned."""
    state = end_meal(state)
    if phase_of(state) == "navigation":
        return replace(state, looked=DECLINED)
    return end_slot(state, state.index[event.seat])


def navigation_drawn(state: State, event: NavigationDrawn) -> State:
    """Show a seat the cards it drew: for a stroke, for a flare, or with the compass."""
    i, cards = state.index[event.seat], tuple(map(identify, event.cards))
    if state.demand is not None and state.demand.kind == "signal":
        return end_slot(signal(state, cards, event), i)
    if state.stroke is None:
        line = book.Line(book.NAVIGATION, book.STACK, book.STACK, cards, 1 << i, event, state.day)
        stack = tuple([cards[0] if isinstance(card, int) else card for card in state.stack])
        return replace(state, stack=stack, ledger=book.Ledger(state.ledger, line))
    return draw_for_stroke(state, i, cards, event)


def draw_for_stroke(state: State, i: int, cards: tuple[Any, ...], event: Event) -> State:
    """Take cards off the navigation deck for a rower to look at."""
    line = book.Line(book.NAVIGATION, book.DECK, book.DRAWN, cards, 1 << i, event, state.day)
    return replace(
        state, stroke=cards, queue=state.queue[len(cards) :], ledger=book.Ledger(state.ledger, line)
    )


def rowed(state: State, event: Rowed) -> State:
    """Put what was drawn into the row stack and under the deck; nothing drawn yet announces it."""
    state = end_meal(state)
    i = state.index[event.seat]
    if not event.drawn:
        return replace(state, stroke=()) if state.queue else finish_stroke(state, i, (), ())
    if not state.stroke:
        state = draw_for_stroke(state, i, tuple(map(identify, event.drawn)), event)
    drawn = state.stroke or ()
    stacked, buried = tuple(map(identify, event.stacked)), tuple(map(identify, event.buried))
    stacked, buried = infer_piles(tuple(drawn), stacked, buried)
    older, knowers = state.ledger, 1 << i
    if stacked:
        older = book.Ledger(
            older, book.Line(book.NAVIGATION, book.DRAWN, book.STACK, stacked, knowers, event, state.day)
        )
    if buried:
        older = book.Ledger(
            older, book.Line(book.NAVIGATION, book.DRAWN, book.DECK, buried, knowers, event, state.day)
        )
    return finish_stroke(replace(state, ledger=older), i, stacked, buried)


def infer_piles(drawn: tuple[Any, ...], stacked: tuple[Any, ...], buried: tuple[Any, ...]) -> Any:
    """Name the one card a rower did not name, where all the others are known."""
    unnamed = list(drawn)
    for card in (*stacked, *buried):
        if card is not None and card in unnamed:
            unnamed.remove(card)
    gaps = [*stacked, *buried].count(None)
    if gaps != 1 or len(unnamed) != 1:
        return stacked, buried
    named = tuple(unnamed[0] if card is None else card for card in (*stacked, *buried))
    return named[: len(stacked)], named[len(stacked) :]


def finish_stroke(state: State, i: int, stacked: tuple[Any, ...], buried: tuple[Any, ...]) -> State:
    """Lay both piles down, give the row marker, end the slot."""
    marked = bool(stacked) or state.switches.row_marker == "always"
    state = replace(
        state,
        stroke=None,
        stack=(*state.stack, *stacked),
        stackers=(*state.stackers, *(i,) * len(stacked)),
        queue=(*state.queue, *buried),
        rowed=state.rowed | marked << i,
    )
    return end_slot(state, i)


def seat_demanded(state: State, event: SeatDemanded) -> State:
    """Ask for somebody's place."""
    state = end_meal(state)
    demand = Demand(state.index[event.seat], "seat", state.index[event.with_seat])
    return replace(state, demand=demand, spare=0)


def mug_demanded(state: State, event: MugDemanded) -> State:
    """Ask for somebody's card."""
    state = end_meal(state)
    demand = Demand(state.index[event.seat], "mug", state.index[event.from_seat], event.card)
    return replace(state, demand=demand, spare=0)


def demand_granted(state: State, _: DemandGranted) -> State:
    """Give way; where there is nothing left to give, the slot ends."""
    return satisfy(state)


def satisfy(state: State) -> State:
    """Mark a demand as won; end the slot where nothing is left to take."""
    demand = state.demand
    if demand is None:
        return state
    if demand.kind == "mug" and not can_be_given(state, demand):
        return end_slot(state, demand.by)
    return replace(state, demand=demand._replace(is_granted=True), fight=None)


def can_be_given(state: State, demand: Demand) -> bool:
    """Tell whether what was asked for is still there."""
    if demand.card == "hand":
        return state.hands[demand.target] != ()
    return demand.card in state.table[demand.target]


def demand_refused(state: State, event: DemandRefused) -> State:
    """Begin a fight over a demand."""
    by = state.demand.by if state.demand else -1
    return replace(state, fight=Fight((by,), (state.index[event.seat],)))


def objected(state: State, event: Objected) -> State:
    """Begin a fight over a meal."""
    by = state.demand.by if state.demand else -1
    return replace(state, fight=Fight((by,), (state.index[event.seat],)))


def fight_joined(state: State, event: FightJoined) -> State:
    """Add a fighter to a side."""
    i, fight = state.index[event.seat], state.fight or Fight((), ())
    if event.side == "attack":
        return replace(state, fight=Fight((*fight.attack, i), fight.defence))
    return replace(state, fight=Fight(fight.attack, (*fight.defence, i)))


def fight_won(state: State, event: FightWon) -> State:
    """Give fight markers; give the attacker what was asked for, or end the slot."""
    fought = state.fought
    for i in (*state.fight.attack, *state.fight.defence) if state.fight else ():
        fought |= 1 << i
    state = replace(state, fought=fought)
    if event.side == "attack":
        return satisfy(state)
    return end_slot(state, state.demand.by) if state.demand else state


def seats_changed(state: State, event: SeatsChanged) -> State:
    """Put the places in their new order; with `seat_change_go_now` the one moved may be next."""
    state = replace(state, boat=tuple([state.index[seat] for seat in event.boat]))
    demand = state.demand
    if demand is None:
        return state
    state = end_slot(state, demand.by)
    if state.switches.seat_change_go_now == "yes" and demand.target in state.slots:
        return replace(state, slots=(demand.target, *less(state.slots, demand.target)))
    return state


def card_moved(state: State, event: CardMoved) -> State:
    """Move a face-up card; one that was demanded ends the slot."""
    i, j = state.index[event.from_seat], state.index[event.to]
    table = put(state.table, i, less(state.table[i], event.card))
    state = replace(state, table=put(table, j, (*table[j], event.card)))
    if event.card == "parasol":
        state = replace(state, parasols=state.parasols & ~(1 << i))
    demand = state.demand
    if demand is None or demand.kind != "mug" or demand.card == "hand":
        return state
    is_over = demand.is_granted or not can_be_given(state, demand) or not is_conscious(state, demand.target)
    return end_slot(state, demand.by) if is_over else state


def card_taken(state: State, event: CardTaken) -> State:
    """Move a card from hand to hand, and end the slot."""
    i, j = state.index[event.from_seat], state.index[event.seat]
    state = hand_over(state, i, j, (event.card,), event)
    return end_slot(state, j)


def cards_traded(state: State, event: CardsTraded) -> State:
    """Exchange hand cards; a demand for what is no longer there is void."""
    i, j = state.index[event.seats[0]], state.index[event.seats[1]]
    ours, theirs = in_hand(state, i, event.gives[0]), in_hand(state, j, event.gives[1])
    state = hand_over(state, i, j, ours, event, theirs)
    demand = state.demand
    if demand and demand.kind == "mug" and not can_be_given(state, demand):
        return end_slot(state, demand.by)
    return state


def in_hand(state: State, i: int, cards: tuple[Any, ...]) -> tuple[Any, ...]:
    """Leave out the cards that lie face up: they are moved by `card_moved`."""
    return split_gift(state, i, cards)[0]


def split_gift(state: State, i: int, cards: tuple[Any, ...]) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """Part what a seat gives into hand cards and face-up cards; a face-up copy goes first."""
    if state.switches.trade_face_up == "no":
        return cards, ()
    table, hand, up = list(state.table[i]), [], []
    for card in cards:
        if card in table:
            table.remove(card)
            up.append(card)
        else:
            hand.append(card)
    return tuple(hand), tuple(up)


def card_played(state: State, event: CardPlayed) -> State:
    """Lay a hand card face up, or throw a preserver that lies face up to somebody else."""
    i = state.index[event.seat]
    on = state.index[event.on or event.seat]
    if i != on and event.card in state.table[i]:
        table = put(state.table, i, less(state.table[i], event.card))
        return replace(state, table=put(table, on, (*table[on], event.card)))
    return show(state, i, event.card, on, event)


def special_used(state: State, event: SpecialUsed) -> State:
    """Use a card as the action; what it does to others follows as consequences."""
    state = end_meal(state)
    i, card = state.index[event.seat], event.card
    if card == "parasol":
        opened = keep_up(state, i, card, event)
        return end_slot(replace(opened, parasols=opened.parasols | 1 << i), i)
    if card == "medkit" and state.character[i] == "harter":
        return end_slot(keep_up(state, i, card, event), i)
    state = keep_up(state, i, card, event) if card == "cannibalism" else spend(state, i, card, event)
    if card == "cannibalism":
        corpse = state.index[event.corpse] if event.corpse else -1
        return replace(state, demand=Demand(i, "meal", corpse), spare=0)
    if card == "flare" and not event.drawn and state.queue:
        return replace(state, demand=Demand(i, "signal", i), spare=0)
    if card == "flare":
        state = signal(state, tuple(map(identify, event.drawn)), event)
    return end_slot(state, i)


def signal(state: State, cards: tuple[Any, ...], event: Event) -> State:
    """Put the cards of a flare under the deck, as drawn."""
    drawn = book.Line(book.NAVIGATION, book.DECK, book.OPEN, cards, PUBLIC, event, state.day)
    under = book.Line(book.NAVIGATION, book.OPEN, book.DECK, cards, PUBLIC, event, state.day)
    queue = (*state.queue[len(cards) :], *cards)
    return replace(state, queue=queue, ledger=book.Ledger(book.Ledger(state.ledger, drawn), under))


def keep_up(state: State, i: int, card: str, event: Event) -> State:
    """Lay a card that is used and stays, where it does not lie face up yet."""
    return state if card in state.table[i] else show(state, i, card, i, event)


def compass_used(state: State, event: CompassUsed) -> State:
    """Put the top card on the row stack; a compass used from the hand stays face up."""
    i, card = state.index[event.seat], identify(event.card)
    if state.looked >= (state.switches.row_one == "yes"):
        state = keep_up(state, i, "compass", event)
    line = book.Line(book.NAVIGATION, book.DECK, book.STACK, (card,), 1 << i, event, state.day)
    card = state.queue[0] if card is None else card
    return replace(
        end_meal(state),
        stack=(*state.stack, card),
        stackers=(*state.stackers, i),
        queue=state.queue[1:],
        looked=state.looked + 1,
        ledger=book.Ledger(state.ledger, line),
    )


def navigation_chosen(state: State, event: NavigationChosen) -> State:
    """Turn the day's card up; what is left of the row stack goes under the deck."""
    state = end_meal(state)
    card: Any = identify(event.card)
    state = replace(state, phase="overboard", chosen=card, spare=0)
    if event.seat is None:
        state = bury_stack(state, state.stack, PUBLIC if not state.stack else 0, event)
        line = book.Line(book.NAVIGATION, book.DECK, book.CHOSEN, (card,), PUBLIC, event, state.day)
        return replace(state, queue=state.queue[1:], ledger=book.Ledger(state.ledger, line))
    i = state.index[event.seat]
    line = book.Line(book.NAVIGATION, book.STACK, book.CHOSEN, (card,), PUBLIC, event, state.day)
    return bury_stack(
        replace(state, ledger=book.Ledger(state.ledger, line)), lose(state.stack, card), 1 << i, event
    )


def bury_stack(state: State, rest: tuple[Any, ...] | None, knowers: int, event: Event) -> State:
    """Put the rest of the row stack under the deck, in an order nobody is asked for."""
    cards = tuple(rest or ())
    if not cards:
        return replace(state, stack=(), stackers=())
    unordered = cards if len(cards) == 1 or is_ordered(state) else (None,) * len(cards)
    told = tuple([None if isinstance(card, int) else card for card in unordered])
    line = book.Line(book.NAVIGATION, book.STACK, book.DECK, told, knowers, event, state.day)
    return replace(
        state, stack=(), stackers=(), queue=(*state.queue, *unordered), ledger=book.Ledger(state.ledger, line)
    )


def is_ordered(state: State) -> bool:
    """Tell whether the referee keeps the order of the rest of a row stack: only where it deals."""
    return state.chance == "referee" and state.switches.physical_navigation == "no"


def fell_overboard(state: State, event: FellOverboard) -> State:
    """Put a seat in the water, and remember whom the water will not give back."""
    i = state.index[event.seat]
    doomed = state.doomed
    if not is_conscious(state, i) and ("preserver" not in state.table[i] or state.wounds[i] > state.sizes[i]):
        doomed = (*doomed, i)
    return replace(state, fallen=(*state.fallen, i), doomed=doomed)


def chum_used(state: State, event: ChumUsed) -> State:
    """Throw chum."""
    return replace(spend(state, state.index[event.seat], "chum", event), sharks=state.sharks + 1)


def ghost_called(state: State, event: GhostCalled) -> State:
    """Call the sharks."""
    return replace(state, ghosts=state.ghosts | 1 << state.index[event.seat])


def overboard_closed(state: State, _: OverboardClosed) -> State:
    """Leave the water for the thirst step; an extra line changes nothing."""
    if state.phase != "overboard":
        return state
    return replace(state, phase="thirst", fallen=(), doomed=(), sharks=0, ghosts=0)


def thirst_closed(state: State, _: ThirstClosed) -> State:
    """Remember that the step was closed by a line; an extra line changes nothing."""
    return replace(state, spare=CLOSED) if state.phase in {"overboard", "thirst"} else state


def card_discarded(state: State, event: CardDiscarded) -> State:
    """Discard a face-up card."""
    i = state.index[event.seat]
    table = put(state.table, i, less(state.table[i], event.card))
    parasols = state.parasols & ~(1 << i) if event.card == "parasol" else state.parasols
    return replace(state, table=table, parasols=parasols, discard=(*state.discard, event.card))


def wounded(state: State, event: Wounded) -> State:
    """Add wounds."""
    i = state.index[event.seat]
    return replace(state, wounds=put(state.wounds, i, state.wounds[i] + event.amount))


def healed(state: State, event: Healed) -> State:
    """Remove wounds."""
    i = state.index[event.seat]
    return replace(state, wounds=put(state.wounds, i, max(0, state.wounds[i] - event.amount)))


def lost_at_sea(state: State, event: LostAtSea) -> State:
    """Take a seat out of the boat with everything it had."""
    i = state.index[event.seat]
    return replace(leave(state, i, event), lost=(*state.lost, i))


def corpse_eaten(state: State, event: CorpseEaten) -> State:
    """Take a corpse out of the game; with `cannibal_loot` it stays aboard with its goods."""
    i = state.index[event.seat]
    state = end_meal(replace(state, eaten=(*state.eaten, i)))
    return leave(state, i, event) if state.switches.cannibal_loot == "leaves" else state


def leave(state: State, i: int, event: Event) -> State:
    """Take a seat out of the boat, its hand and its face-up cards out of the game."""
    hand, table = state.hands[i] or (), state.table[i]
    line = book.Line(book.PROVISIONS, i, book.REMOVED, (None,) * len(hand), 0, event, state.day)
    return replace(
        state,
        boat=tuple([j for j in state.boat if j != i]),
        slots=tuple([j for j in state.slots if j != i]),
        hands=put(state.hands, i, ()),
        table=put(state.table, i, ()),
        parasols=state.parasols & ~(1 << i),
        removed=(*state.removed, *hand, *table),
        ledger=book.Ledger(state.ledger, line) if hand else state.ledger,
    )


def bird_sighted(state: State, _: BirdSighted) -> State:
    """Add a bird; the fourth ends the game."""
    birds = state.birds + 1
    phase = "ended" if birds >= BIRDS_TO_LAND else state.phase
    return replace(state, birds=birds, phase=phase)


def bird_lost(state: State, _: BirdLost) -> State:
    """Remove a bird."""
    return replace(state, birds=state.birds - 1)


def water_used(state: State, event: WaterUsed) -> State:
    """Spend a water on a thirst."""
    on = state.index[event.on]
    state = spend(state, state.index[event.seat], "water", event)
    return replace(state, paid=put(state.paid, on, state.paid[on] + 1))


def day_ended(state: State, event: DayEnded) -> State:
    """Put the card under the deck and the markers back; a new day."""
    line = book.Line(book.NAVIGATION, book.CHOSEN, book.DECK, (state.chosen,), PUBLIC, event, state.day)
    state = replace(
        state,
        day=event.day + 1,
        queue=(*state.queue, state.chosen),
        chosen=None,
        rowed=0,
        fought=0,
        looked=0,
        fallen=(),
        doomed=(),
        sharks=0,
        ghosts=0,
        paid=(0,) * len(state.seats),
        spare=(state.phase == "overboard") | (0 if state.spare == CLOSED else SPARE_THIRST),
        ledger=book.Ledger(state.ledger, line),
    )
    return begin_day(state)


def hand_revealed(state: State, event: HandRevealed) -> State:
    """Turn a seat's cards up."""
    i = state.index[event.seat]
    hand = state.hands[i]
    state = redeem(state, event.seat) if event.love or event.hate else state
    line = book.Line(book.PROVISIONS, i, i, event.hand, PUBLIC, event, state.day)
    cards = event.hand if None not in event.hand or hand is None or None in hand else hand
    return replace(
        state,
        hands=put(state.hands, i, cards),
        love=put(state.love, i, event.love or state.love[i]),
        hate=put(state.hate, i, event.hate or state.hate[i]),
        revealed=state.revealed | (state.phase == "ended") << i,
        ledger=book.Ledger(state.ledger, line),
    )


def game_ended(state: State, event: GameEnded) -> State:
    """Keep the result."""
    return replace(state, phase="ended", result=event)


EVOLVERS: dict[type, Callable[[State, Any], State]] = {
    **dict.fromkeys(SHARED_RULES, table_event),
    HouseRuled: table_event,
    Corrected: corrected,
    CharactersDealt: characters_dealt,
    SecretsDealt: secrets_dealt,
    ProvisionDealt: provision_dealt,
    ProvisionsDrawn: provisions_drawn,
    ProvisionKept: provision_kept,
    CardsTraded: cards_traded,
    NavigationDrawn: navigation_drawn,
    Rowed: rowed,
    SeatDemanded: seat_demanded,
    MugDemanded: mug_demanded,
    DemandGranted: demand_granted,
    DemandRefused: demand_refused,
    FightJoined: fight_joined,
    CardPlayed: card_played,
    FightClosed: unchanged,
    CardTaken: card_taken,
    SpecialUsed: special_used,
    Objected: objected,
    Passed: passed,
    CompassUsed: compass_used,
    NavigationChosen: navigation_chosen,
    WaterUsed: water_used,
    ChumUsed: chum_used,
    GhostCalled: ghost_called,
    OverboardClosed: overboard_closed,
    ThirstClosed: thirst_closed,
    HandRevealed: hand_revealed,
    Wounded: wounded,
    Healed: healed,
    BirdSighted: bird_sighted,
    BirdLost: bird_lost,
    FellOverboard: fell_overboard,
    CardDiscarded: card_discarded,
    KnockedOut: unchanged,
    Died: unchanged,
    LostAtSea: lost_at_sea,
    CorpseEaten: corpse_eaten,
    FightWon: fight_won,
    SeatsChanged: seats_changed,
    CardMoved: card_moved,
    DayEnded: day_ended,
    GameEnded: game_ended,
}
