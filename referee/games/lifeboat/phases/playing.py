"""Provisions that change hands or are laid face up, whosever slot it is."""

from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from referee.games.lifeboat.by_hand.position import undealt
from referee.games.lifeboat.conflicts.demands import can_be_given, lapse_unanswered
from referee.games.lifeboat.conflicts.meals import in_use
from referee.games.lifeboat.events import CardMoved, CardPlayed, CardsTraded
from referee.games.lifeboat.hidden_cards.hands import hand_kinds, hand_over, is_certain, kinds_in, show
from referee.games.lifeboat.hidden_cards.possible import judge_provisions
from referee.games.lifeboat.hidden_cards.secrecy import SECRETS
from referee.games.lifeboat.state import State, is_conscious, less, may_hold, must_name, phase_of
from referee.games.lifeboat.tables import PROVISION_NAMES, WEAPONS
from referee.games.lifeboat.turns.slots import citing, end_slot, judge_alive, judge_awake, judge_no_draw
from referee.kernel.acts import LISTS_KEPT, Act, Draft
from referee.kernel.facts import put
from referee.kernel.verdict import Refused, refuse

Cards = tuple[Any, ...]


def judge_play(state: State, event: CardPlayed) -> Refused | None:
    """Judge a card laid face up: the time, the seat it lies before, and whether it is there.

    Rules: LIF-PLAY-01, LIF-PLAY-02, LIF-OVER-02, LIF-BIRD-02, LIF-MUG-03, LIF-TURN-01
    """
    i, on = state.index[event.seat], state.index[event.on or event.seat]
    if state.phase in {"setup", "ended"}:
        rule = "LIF-BIRD-02" if state.phase == "ended" else "LIF-TURN-01"
        return refuse("lifeboat.wrong_phase", rule, phase=state.phase, needed="action")
    refused = judge_awake(state, i) or judge_no_draw(state) or judge_before(state, event.card, i, on)
    if refused:
        return refused
    if event.card == "chum" and phase_of(state) == "overboard":
        return refuse("lifeboat.chum_is_thrown", "LIF-OVER-02", seat=event.seat)
    is_thrown = i != on and event.card in state.table[i]
    if is_thrown or is_certain(state, i, event.card):
        return None
    if not may_hold(state, i, event.card):
        if event.card in state.table[i]:
            return refuse("lifeboat.already_face_up", "LIF-PLAY-02", seat=event.seat, card=event.card)
        return refuse("lifeboat.no_such_card", "LIF-PLAY-01", seat=event.seat, card=event.card)
    return judge_provisions(state, lambda: card_played(state, event), (event.card,), 1 << i)


def judge_before(state: State, card: str, i: int, on: int) -> Refused | None:
    """Refuse to lay a card before somebody else, unless it is a preserver for the conscious.

    Rules: LIF-PLAY-02, LIF-FIGHT-05, LIF-FIGHT-06, LIF-STAT-02, LIF-STAT-03, LIF-STAT-04
    """
    if i == on or (card == "preserver" and on in receivers(state, i)):
        return None
    seat, other = state.seats[i], state.seats[on]
    if card != "preserver":
        armed = ("LIF-FIGHT-05",) if card in WEAPONS else ()
        fighting = () if state.fight is None else (*armed, "LIF-FIGHT-06")
        return refuse("lifeboat.before_yourself", "LIF-PLAY-02", *fighting, seat=seat, card=card)
    if refused := judge_alive(state, on):
        return refused
    if not is_conscious(state, on):
        return refuse("lifeboat.preserver_needs_conscious", "LIF-STAT-03", seat=other)
    return refuse("lifeboat.preserver_stays", "LIF-PLAY-02", seat=seat)


def receivers(state: State, i: int) -> list[int]:
    """List before whom else a seat may lay the preserver. Rules: LIF-STAT-03, LIF-PLAY-02."""
    return others_awake(state, i) if may_throw(state, i) else []


def others_awake(state: State, i: int) -> list[int]:
    """List the conscious aboard but for one of them."""
    wounds, sizes = state.wounds, state.sizes
    return [j for j in state.boat if j != i and wounds[j] < sizes[j]]


def may_throw(state: State, i: int) -> bool:
    """Tell whether who has the preserver may lay it before another. Rules: LIF-STAT-03, LIF-PLAY-02."""
    return "preserver" not in state.table[i] or state.options.preserver_rethrow == "yes"


def plays(state: State, seat: str) -> tuple[CardPlayed, ...]:
    """List the cards a seat may lay before itself, and before whom it may throw the preserver."""
    i = state.index[seat]
    kinds, table = hand_kinds(state, i), state.table[i]
    if not (kinds or table) or judge_awake(state, i) or judge_no_draw(state):
        return ()
    if "chum" in kinds and phase_of(state) == "overboard":
        kinds = tuple([kind for kind in kinds if kind != "chum"])
    if "preserver" not in kinds and "preserver" not in table:
        return laid(seat, kinds)
    thrown = [CardPlayed(seat, "preserver", state.seats[j]) for j in receivers(state, i)]
    return (*laid(seat, kinds), *thrown)


@lru_cache(maxsize=LISTS_KEPT)
def laid(seat: str, kinds: Cards) -> tuple[CardPlayed, ...]:
    """Lay each kind."""
    return tuple(CardPlayed(seat, kind) for kind in kinds)


def card_played(state: State, event: CardPlayed) -> State:
    """Lay a hand card face up, or throw a preserver that lies face up to somebody else.

    In a fight everybody is asked anew whether they stay out.
    """
    i, on, fight = state.index[event.seat], state.index[event.on or event.seat], state.fight
    fight = fight._replace(out=()) if fight is not None and fight.out else fight
    if i != on and event.card in state.table[i]:
        table = put(state.table, i, less(state.table[i], event.card))
        return replace(state, table=put(table, on, (*table[on], event.card)), fight=fight)
    return show(state, i, event.card, on, event, fight=fight)


def let_lapse(draft: Draft[State], _: object) -> None:
    """End a demand for a card that was laid or given away. Rules: LIF-MUG-06."""
    lapse_unanswered(draft, draft.before.demand)


def judge_trade(state: State, event: CardsTraded) -> Refused | None:
    """Judge a trade between two seats: the time, the people, and whether the cards are there.

    Rules: LIF-ACT-02, LIF-SUP-04, LIF-FIGHT-06
    """
    i, j = state.index[event.seats[0]], state.index[event.seats[1]]
    ours, theirs = event.gives
    refused = judge_trading(state) or citing(judge_awake(state, i) or judge_awake(state, j), "LIF-ACT-02")
    if refused or i == j or not (ours or theirs):
        return refused or refuse("lifeboat.empty_trade", "LIF-ACT-02")
    if refused := judge_gift(state, i, ours) or judge_gift(state, j, theirs):
        return refused
    return judge_given(state, i, event, ours) or judge_given(state, j, event, theirs)


def judge_given(state: State, i: int, event: CardsTraded, cards: Cards) -> Refused | None:
    """Refuse cards given out of an unseen hand that cannot be there. Rules: LIF-INFO-01."""
    if not cards or all(is_certain(state, i, card) for card in cards):
        return None
    return judge_provisions(state, lambda: cards_traded(state, with_face_up(state, event)), cards, 1 << i)


def judge_trading(state: State) -> Refused | None:
    """Refuse to trade at the wrong time. Rules: LIF-ACT-02, LIF-SUP-04, LIF-FIGHT-06."""
    if (phase := phase_of(state)) != "action":
        if phase == "supply":
            return refuse("lifeboat.no_trade_in_supply", "LIF-SUP-04")
        return refuse("lifeboat.trade_outside_action", "LIF-ACT-02", phase=phase)
    return judge_frozen(state)


def judge_frozen(state: State) -> Refused | None:
    """Refuse to trade in a fight, before a blind draw, and while an answer is due where the table says so.

    Rules: LIF-ACT-02, LIF-FIGHT-06
    """
    if state.fight is not None:
        return refuse("lifeboat.no_trade_in_fight", "LIF-ACT-02", "LIF-FIGHT-06")
    if state.demand is not None and state.options.freeze_on_demand == "yes":
        return refuse("lifeboat.frozen", "LIF-ACT-02")
    return judge_no_draw(state)


def judge_gift(state: State, i: int, cards: Cards) -> Refused | None:
    """Refuse to give what is not there, or is being used up. Rules: LIF-ACT-02, LIF-PLAY-03."""
    if not cards:
        return None
    for card in in_use(state, i):
        if card in cards and card in state.table[i]:
            return refuse("lifeboat.card_in_use", "LIF-PLAY-03", seat=state.seats[i], card=card)
    if None in cards and must_name(state, "provisions"):
        return refuse("lifeboat.name_the_card", "LIF-ACT-02", seat=state.seats[i])
    hand, cards = state.hands[i], split_gift(state, i, cards)[0]
    if hand is None and len(cards) > undealt(replace(state, aside=0)):
        return refuse("lifeboat.too_few_cards", "LIF-ACT-02", seat=state.seats[i], n=len(cards))
    if hand is None or not cards or (len(cards) == 1 and cards[0] in hand):
        return None
    named = [card for card in cards if card is not None]
    missing = [card for card in set(named) if named.count(card) > hand.count(card)]
    short = sum(named.count(card) - hand.count(card) for card in missing)
    if short > hand.count(None):
        reason = "only_hand_cards" if missing[0] in state.table[i] else "no_such_card"
        return refuse(f"lifeboat.{reason}", "LIF-ACT-02", seat=state.seats[i], card=missing[0])
    if len(cards) > len(hand):
        return refuse("lifeboat.too_few_cards", "LIF-ACT-02", seat=state.seats[i], n=len(cards))
    return None


def face_up_to_give(state: State, i: int) -> tuple[str, ...]:
    """List the face-up cards a seat may give away. Rules: LIF-ACT-02, LIF-PLAY-03."""
    if state.options.trade_face_up == "no":
        return ()
    used = in_use(state, i)
    return tuple([card for card in state.table[i] if card not in used]) if used else state.table[i]


def split_gift(state: State, i: int, cards: Cards) -> tuple[Cards, Cards]:
    """Part what a seat gives into hand cards and face-up cards; a face-up copy goes first."""
    table = list(face_up_to_give(state, i))
    if not table:
        return cards, ()
    hand, up = [], []
    for card in cards:
        if card in table:
            table.remove(card)
            up.append(card)
        else:
            hand.append(card)
    return tuple(hand), tuple(up)


def with_face_up(state: State, event: CardsTraded) -> CardsTraded:
    """Write down which of the cards traded lie face up."""
    (one, other), (ours, theirs) = event.seats, event.gives
    ups = split_gift(state, state.index[one], ours)[1], split_gift(state, state.index[other], theirs)[1]
    return event if ups == event.face_up else replace(event, face_up=ups)


def gifts(state: State, seat: str) -> tuple[CardsTraded, ...]:
    """List the gifts of one card to each of the others awake: what it holds, one unseen, what lies up."""
    i = state.index[seat]
    if not (state.hands[i] != () or state.table[i]) or judge_frozen(state) or judge_awake(state, i):
        return ()
    cards = giveable(state, i)
    found: list[CardsTraded] = []
    for j in others_awake(state, i) if cards else ():
        found += map(given(seat, state.seats[j]).__getitem__, cards)
    return tuple(found)


def giveable(state: State, i: int) -> Cards:
    """List the cards a seat may give: what it holds, one unseen, what lies up; what is unsure is judged."""
    hand, up = state.hands[i], face_up_to_give(state, i)
    cards: Cards = hand_kinds(state, i)
    if hand is not None and None not in hand:
        return (*cards, *[card for card in kinds_in(up) if card not in cards]) if up else cards
    if not state.deals_provisions:
        cards = (None, *(kind for kind in cards if kind in (hand or ())))
    cards = (*cards, *(card for card in kinds_in(up) if card not in cards))
    return tuple([card for card in cards if judge_gift(state, i, (card,)) is None])


@lru_cache(maxsize=LISTS_KEPT)
def given(seat: str, other: str) -> dict[Any, CardsTraded]:
    """Give somebody any card there is, or one unseen."""
    return {card: CardsTraded((seat, other), ((card,), ())) for card in (None, *PROVISION_NAMES)}


def cards_traded(state: State, event: CardsTraded) -> State:
    """Exchange hand cards, those face up are moved by `card_moved`; a void demand ends its slot.

    Logs from before `demand_lapsed` say so nowhere else.
    """
    i, j = state.index[event.seats[0]], state.index[event.seats[1]]
    (ours, theirs), (our_up, their_up) = event.gives, event.face_up
    if our_up or their_up:
        ours, theirs = without(ours, our_up), without(theirs, their_up)
    state = hand_over(state, i, j, ours, event, theirs)
    demand = state.demand
    if demand and demand.kind == "mug" and not can_be_given(state, demand):
        return end_slot(state, demand.by)
    return state


def without(cards: Cards, some: Cards) -> Cards:
    """Copy cards without some of them."""
    for card in some:
        cards = less(cards, card)
    return cards


def move_face_up(draft: Draft[State], event: CardsTraded) -> None:
    """Move the face-up cards of a trade. Rules: LIF-ACT-02, LIF-MUG-06."""
    (one, other), (our_up, their_up) = event.seats, event.face_up
    for card in our_up:
        draft.derive(CardMoved(card, one, other), "LIF-ACT-02")  # type: ignore[arg-type]
    for card in their_up:
        draft.derive(CardMoved(card, other, one), "LIF-ACT-02")  # type: ignore[arg-type]
    let_lapse(draft, event)


ACTS = (
    Act(
        event=CardPlayed,
        rules=("LIF-PLAY-01", "LIF-PLAY-02"),
        judge=judge_play,
        apply=card_played,
        follow=let_lapse,
        listed=plays,
        phases=("supply", "slot", "stroke", "answer", "meal", "fight", "navigation", "overboard", "thirst"),
        free=True,
        reveals=True,
        depends_on_hidden=True,
        needs_confirmation=True,
    ),
    Act(
        event=CardsTraded,
        secret=SECRETS[CardsTraded],
        rules=("LIF-ACT-02",),
        judge=judge_trade,
        complete=with_face_up,
        apply=cards_traded,
        follow=move_face_up,
        listed=gifts,
        phases=("slot", "stroke", "answer", "meal"),
        free=True,
        reveals=True,
        needs_confirmation=True,
        depends_on_hidden=True,
    ),
)
