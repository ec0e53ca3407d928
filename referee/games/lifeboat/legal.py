"""What a seat may do now, listed; and who may do something at all."""

from functools import cache
from itertools import product
from typing import Any

from events.base import TABLE, Event
from events.lifeboat import (
    CardPlayed,
    CardsTraded,
    ChumUsed,
    CompassUsed,
    DemandGranted,
    DemandRefused,
    FightJoined,
    GhostCalled,
    MugDemanded,
    NavigationChosen,
    Objected,
    Passed,
    ProvisionKept,
    Rowed,
    SeatDemanded,
    SpecialUsed,
    WaterUsed,
)
from referee.games.lifeboat.actions import may_decline
from referee.games.lifeboat.fights import settled
from referee.games.lifeboat.ledger import STACK
from referee.games.lifeboat.navigation import is_automatic, most_looks
from referee.games.lifeboat.observing import observations
from referee.games.lifeboat.possible import has_unseen_provisions, navigation_kinds, provision_kinds
from referee.games.lifeboat.scoring import is_known
from referee.games.lifeboat.state import (
    State,
    current,
    deals,
    is_conscious,
    is_dead,
    is_taking,
    may_refuse,
    navigator,
    phase_of,
    stroke_size,
)
from referee.games.lifeboat.tables import SPECIALS
from referee.games.lifeboat.thirst import thirsty

Events = tuple[Event, ...]
Kinds = tuple[str, ...]


def legal(state: State, seat: str) -> Events:
    """List the events `decide` would accept of a seat, or what the table may say.

    Of trades only gifts of one card are listed, of cards the referee does not see only that one
    is kept, given, or put here or there; what a flare will draw at a physical table is not listed.
    """
    if state.closed:
        return ()
    if seat == TABLE:
        return observations(state)
    if state.phase in {"ended", "setup"}:
        return ()
    i = state.index.get(seat, -1)
    if i in state.boat and state.wounds[i] < state.sizes[i]:
        if state.demand is not None and is_taking(state):
            return ()
        phase, kinds = phase_of(state), hand_kinds(state, i)
        return free_acts(state, i, phase, kinds) + due_acts(state, i, phase, kinds)
    return ghost_calls(state, i)


def hand_kinds(state: State, i: int) -> Kinds:
    """List the kinds a seat may show out of its hand: those it holds, or those it might."""
    hand = state.hands[i]
    if hand is None or None in hand:
        return provision_kinds(state, i, 1 << i)
    if not hand or state.deals_provisions or not has_unseen_provisions(state):
        return kinds_in(hand)
    possible = provision_kinds(state, i, 1 << i)
    return tuple([kind for kind in kinds_in(hand) if kind in possible])


@cache
def kinds_in(cards: tuple[Any, ...]) -> Kinds:
    """List the different cards among some."""
    return tuple(dict.fromkeys(cards))


def is_usable(state: State, i: int, card: str, kinds: Kinds) -> bool:
    """Tell whether a seat may use a card, in hand or face up."""
    return card in kinds or card in state.table[i]


def free_acts(state: State, i: int, phase: str, kinds: Kinds) -> Events:
    """List what a conscious seat may do whosever slot it is: lay cards, give cards.

    Rules: LIF-PLAY-01, LIF-ACT-02
    """
    seat = state.seats[i]
    has_preserver = "preserver" in kinds or "preserver" in state.table[i]
    may_give = phase == "action" and state.fight is None and may_trade(state)
    if not has_preserver and not (may_give and (kinds or state.table[i] or state.hands[i] is None)):
        return plays(seat, kinds)
    others = others_awake(state, i)
    given = giveable(state, i, kinds) if may_give else ()
    return freely(seat, kinds, others, given, has_preserver and may_throw(state, i))


@cache
def freely(
    seat: str, kinds: Kinds, others: tuple[str, ...], given: tuple[str | None, ...], throws: bool
) -> Events:
    """Lay each kind, throw the preserver to each of the others, give each card to each of them."""
    thrown = tuple(CardPlayed(seat, "preserver", other) for other in others) if throws else ()
    return plays(seat, kinds) + thrown + gifts(seat, others, given)


def may_trade(state: State) -> bool:
    """Tell whether no demand freezes trading.

    Rules: LIF-ACT-02
    """
    return state.demand is None or state.switches.freeze_on_demand == "no"


def giveable(state: State, i: int, kinds: Kinds) -> tuple[str | None, ...]:
    """List what a seat may give: its hand cards, an unseen one, and with the option its table."""
    hand = state.hands[i]
    cards: tuple[str | None, ...] = kinds
    if (hand is None or None in hand) and not state.deals_provisions:
        cards = (None, *(kind for kind in kinds if kind in (hand or ())))
    if state.switches.trade_face_up == "yes":
        cards += tuple(card for card in kinds_in(state.table[i]) if card not in cards)
    return cards


@cache
def plays(seat: str, kinds: Kinds) -> Events:
    """Lay each kind."""
    return tuple(CardPlayed(seat, kind) for kind in kinds)  # type: ignore[arg-type]


def may_throw(state: State, i: int) -> bool:
    """Tell whether a seat that has the preserver may lay it before another.

    Rules: LIF-STAT-03, LIF-PLAY-02
    """
    return "preserver" not in state.table[i] or state.switches.preserver_rethrow == "yes"


def others_awake(state: State, i: int) -> tuple[str, ...]:
    """Name the other conscious seats aboard."""
    wounds, sizes, seats = state.wounds, state.sizes, state.seats
    return tuple([seats[j] for j in state.boat if j != i and wounds[j] < sizes[j]])


@cache
def gifts(seat: str, others: tuple[str, ...], cards: tuple[str | None, ...]) -> Events:
    """Give each card to each of the others."""
    return tuple(CardsTraded((seat, o), ((c,), ())) for o in others for c in cards)  # type: ignore[arg-type]


def due_acts(state: State, i: int, phase: str, kinds: Kinds) -> Events:
    """List what the phase asks of a seat."""
    match phase:
        case "supply":
            return keeps(state, i)
        case "action":
            return action_acts(state, i, kinds)
        case "navigation":
            return navigator_acts(state, i, kinds)
        case "overboard":
            return (ChumUsed(state.seats[i]),) if is_usable(state, i, "chum", kinds) else ()
        case "thirst":
            return waters(state, i) if is_usable(state, i, "water", kinds) else ()
    return ()


def keeps(state: State, i: int) -> Events:
    """List the cards of the packet a seat may keep.

    Rules: LIF-SUP-02
    """
    if state.packet is None or state.keepers[0] != i:
        return ()
    cards: tuple[str | None, ...] = kinds_in(state.packet)
    if None not in cards and (len(state.packet) == 1 or not deals(state, "provisions")):
        cards = (None, *cards)
    return keepings(state.seats[i], cards)


@cache
def keepings(seat: str, cards: tuple[str | None, ...]) -> Events:
    """Keep each card."""
    return tuple(ProvisionKept(seat, card) for card in cards)  # type: ignore[arg-type]


def action_acts(state: State, i: int, kinds: Kinds) -> Events:
    """List what a seat may do in the action phase: its slot, an answer, a side, an objection.

    Rules: LIF-ACT-01, LIF-FIGHT-03, LIF-CAN-02
    """
    seat, demand, fight = state.seats[i], state.demand, state.fight
    if fight is not None:
        return () if i in fight.attack or i in fight.defence else sides(seat)
    if demand is not None and demand.kind in {"seat", "mug"}:
        return answers(seat) if demand.target == i and may_refuse(state, demand) else ()
    if demand is not None and demand.kind == "signal":
        return ()
    if demand is None:
        return slot_acts(state, i, kinds) if current(state) == i else ()
    objections: Events = (Objected(seat),) if demand.by != i else ()
    before = settled(state)
    if phase_of(before) == "navigation":
        return objections + navigator_acts(before, i, kinds)
    return objections + (slot_acts(before, i, kinds) if current(before) == i else ())


@cache
def sides(seat: str) -> Events:
    """Take either side."""
    return FightJoined(seat, "attack"), FightJoined(seat, "defence")


@cache
def answers(seat: str) -> Events:
    """Give way or refuse."""
    return DemandGranted(seat), DemandRefused(seat)


def slot_acts(state: State, i: int, kinds: Kinds) -> Events:
    """List the five actions.

    Rules: LIF-ACT-01
    """
    seat = state.seats[i]
    if state.stroke is not None:
        return splits(seat, state.stroke)
    seats, hands, table = state.seats, state.hands, state.table
    others = [j for j in state.boat if j != i]
    acts = list(swaps(seat, tuple([seats[j] for j in others])))
    for j in others:
        if hands[j] != () or table[j]:
            acts += mugs(seat, seats[j], hands[j] != (), kinds_in(table[j]))
    acts += (Rowed(seat),) if state.deals_navigation else strokes(seat, stroke_size(state, i))
    return (*acts, *specials(state, i, kinds))


@cache
def swaps(seat: str, others: tuple[str, ...]) -> Events:
    """Do nothing, or demand each place."""
    return (Passed(seat), *(SeatDemanded(seat, other) for other in others))


@cache
def mugs(seat: str, other: str, has_hand: bool, table: Kinds) -> Events:
    """Demand a hand card or each face-up card."""
    cards = ("hand", *table) if has_hand else table
    return tuple(MugDemanded(seat, other, card) for card in cards)  # type: ignore[arg-type]


@cache
def strokes(seat: str, n: int) -> Events:
    """Row with cards the referee does not see: none to all of them stacked."""
    return tuple(Rowed(seat, (None,) * n, (None,) * k, (None,) * (n - k)) for k in range(n + 1))


@cache
def splits(seat: str, drawn: tuple[Any, ...]) -> Events:
    """Row with cards that were drawn: every way to part them."""
    ways = product((True, False), repeat=len(drawn)) if drawn else ()
    return tuple(
        Rowed(
            seat,
            drawn,
            tuple(card for card, up in zip(drawn, way, strict=True) if up),
            tuple(card for card, up in zip(drawn, way, strict=True) if not up),
        )
        for way in ways
    )


def specials(state: State, i: int, kinds: Kinds) -> Events:
    """List the special cards a seat may use.

    Rules: LIF-SPEC-01, LIF-CAN-01
    """
    kinds, seat = kinds + state.table[i], state.seats[i]
    if SPECIALS.isdisjoint(kinds):
        return ()
    events: list[Event] = []
    if "medkit" in kinds:
        patients = [j for j in state.boat if state.wounds[j] and not is_dead(state, j)]
        events += [SpecialUsed(seat, "medkit", state.seats[j]) for j in patients]
    if "parasol" in kinds and not state.parasols >> i & 1:
        events.append(SpecialUsed(seat, "parasol"))
    if "flare" in kinds and deals(state, "navigation"):
        events.append(SpecialUsed(seat, "flare"))
    if "cannibalism" in kinds:
        corpses = [j for j in state.boat if is_dead(state, j) and j not in state.eaten]
        events += [SpecialUsed(seat, "cannibalism", corpse=state.seats[j]) for j in corpses]
    return tuple(events)


def navigator_acts(state: State, i: int, kinds: Kinds) -> Events:
    """List the navigator's choices.

    Rules: LIF-NAV-01, LIF-NAV-03
    """
    if navigator(state) != i:
        return ()
    seat = state.seats[i]
    events: list[Event] = []
    if deals(state, "navigation") and seat in may_decline(state):
        events.append(Passed(seat))
    looks = is_automatic(state) or (
        state.looked < most_looks(state) and is_usable(state, i, "compass", kinds)
    )
    if looks and state.queue:
        events.append(CompassUsed(seat))
    if state.stack and not is_automatic(state):
        events += [NavigationChosen(card, seat) for card in stack_kinds(state)]
    return tuple(events)


def stack_kinds(state: State) -> tuple[Any, ...]:
    """List the cards that may lie in the row stack, as its navigator sees it."""
    if any(card is None or isinstance(card, int) for card in state.stack):
        return () if deals(state, "navigation") else navigation_kinds(state, STACK)
    return state.stack


def waters(state: State, i: int) -> Events:
    """List whose thirst a seat may quench.

    Rules: LIF-THIRST-04
    """
    seat = state.seats[i]
    return tuple([WaterUsed(seat, state.seats[j]) for j in thirsty(state)])


def ghost_calls(state: State, i: int) -> Events:
    """List what a ghost may do.

    Rules: LIF-VAR-GHOST
    """
    has_power = state.switches.ghost_sharks == "yes" and phase_of(state) == "overboard"
    return (
        (GhostCalled(state.seats[i]),) if has_power and i in state.lost and not state.ghosts >> i & 1 else ()
    )


def acting(state: State) -> tuple[str, ...]:
    """List who may act now, seats in turn order; the table where it must say what happened.

    Nothing hidden decides who is listed: in a window everybody who might hold a card.
    """
    if state.closed:
        return ()
    if state.phase == "action" and state.demand is None and state.stroke is None:
        i = current(state)
        return (state.seats[i],) if i >= 0 else acting_navigator(state)
    phase = phase_of(state)
    if phase in {"setup", "ended"}:
        return (TABLE,) if phase == "setup" or state.result is None else ()
    if phase == "supply":
        return (TABLE,) if state.packet is None else (state.seats[state.keepers[0]],)
    if phase == "action":
        return acting_in_slot(state)
    if phase == "navigation":
        return acting_navigator(state)
    return (*in_window(state), TABLE)


def acting_in_slot(state: State) -> tuple[str, ...]:
    """List who may act while a slot runs."""
    demand, seats = state.demand, state.seats
    if state.fight is not None:
        return (*in_window(state), TABLE)
    if demand is None:
        if state.stroke == ():
            return (TABLE,)
        return (seats[current(state)],)
    if demand.kind == "meal":
        return (*in_window(state), TABLE)
    if demand.kind == "signal" or is_taking(state):
        return (TABLE,)
    return (seats[demand.target],)


def acting_navigator(state: State) -> tuple[str, ...]:
    """List the navigator where there is a choice, the table where the top card is turned."""
    i = navigator(state)
    if i < 0:
        return (TABLE,)
    if deals(state, "navigation") and any(isinstance(card, int) for card in state.stack):
        return (TABLE,)
    if state.stack or is_automatic(state):
        return (state.seats[i],)
    seats = may_decline(state)
    return seats if deals(state, "navigation") and seats else (*seats, TABLE)


def in_window(state: State) -> tuple[str, ...]:
    """List who might still do something in a window: whoever `acts_in_window` lists anything for."""
    phase, boat, wounds, sizes, hands = phase_of(state), state.boat, state.wounds, state.sizes, state.hands
    has_ghosts = phase == "overboard" and state.switches.ghost_sharks == "yes"
    return tuple(
        [
            seat
            for i, seat in enumerate(state.seats)
            if (
                (hands[i] != () or acts_in_window(state, i, phase))
                if i in boat and wounds[i] < sizes[i]
                else (has_ghosts and ghost_calls(state, i))
            )
        ]
    )


def acts_in_window(state: State, i: int, phase: str) -> tuple[str, ...]:
    """List what one seat may still do in a window, by what everybody can see.

    Rules: LIF-FIGHT-03, LIF-PLAY-01, LIF-CAN-02, LIF-OVER-02, LIF-THIRST-04, LIF-VAR-GHOST
    """
    if i not in state.boat or not is_conscious(state, i):
        return ("ghost",) if ghost_calls(state, i) else ()
    has_hand, fight, table = state.hands[i] != (), state.fight, state.table[i]
    acts = ("play",) if has_hand else ()
    if fight is not None:
        return acts if i in fight.attack or i in fight.defence else ("join", *acts)
    if phase == "action":
        return acts if state.demand is not None and state.demand.by == i else ("object", *acts)
    if phase == "overboard":
        acts = (*acts, "throw") if "preserver" in table and may_throw(state, i) else acts
        return (*acts, "chum") if has_hand or "chum" in table else acts
    return (*acts, "water") if (has_hand or "water" in table) and thirsty(state) else acts


def unshown(state: State) -> tuple[str, ...]:
    """List who must still turn cards up before the game can be scored."""
    if state.phase != "ended" or state.result is not None:
        return ()
    return tuple(
        [s for i, s in enumerate(state.seats) if not (state.revealed >> i & 1 or is_known(state, i))]
    )
