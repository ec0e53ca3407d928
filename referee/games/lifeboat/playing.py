"""Provisions laid face up or traded, in anybody's slot."""

from collections import Counter
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from referee.games.lifeboat.cards import (
    count_unplaced,
    hand_kinds,
    hand_over,
    is_certain,
    kinds_in,
    lay_face_up,
)
from referee.games.lifeboat.conflicts import can_be_given, cards_in_use, lapse_unanswered
from referee.games.lifeboat.events import CardMoved, CardPlayed, CardsTraded
from referee.games.lifeboat.ledger import Cards
from referee.games.lifeboat.possible import judge_provisions
from referee.games.lifeboat.secrecy import SECRETS
from referee.games.lifeboat.state import State, is_conscious, may_hold, must_name, phase_of, without_one
from referee.games.lifeboat.tables import PROVISION_NAMES, SPECIALS, WEAPONS
from referee.games.lifeboat.turns import also_citing, end_slot, judge_alive, judge_awake, judge_no_draw
from referee.kernel.parts import LISTS_KEPT, Act, Draft, Listing, Refused, When, refuse, set_at

_LAYING = ("LIF-PLAY-01", "LIF-PLAY-02")


def _judge_player(state: State, seat: str) -> Refused | None:
    if state.phase in {"setup", "ended"}:
        rule = "LIF-BIRD-02" if state.phase == "ended" else "LIF-TURN-01"
        return refuse("lifeboat.wrong_phase", rule, phase=state.phase, needed="action")
    refused = judge_awake(state, state.index[seat])
    return judge_no_draw(state) if refused is None and state.demand is not None else refused


def _judge_play(state: State, event: CardPlayed) -> Refused | None:
    i, on = state.index[event.seat], state.index[event.on or event.seat]
    if refused := _judge_before(state, event.card, i, on):
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
    return judge_provisions(state, lambda: _apply_card_played(state, event), (event.card,), 1 << i)


def _judge_before(state: State, card: str, i: int, on: int) -> Refused | None:
    """Refuse to lay a card before somebody else, unless it is a preserver for the conscious.

    Rules: LIF-STAT-02
    """
    if i == on or (card == "preserver" and on in _receivers(state, i)):
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


def _receivers(state: State, i: int) -> tuple[int, ...]:
    return _others_awake(state, i) if may_throw(state, i) else ()


def _others_awake(state: State, i: int) -> tuple[int, ...]:
    wounds, sizes = state.wounds, state.sizes
    return tuple([j for j in state.boat if j != i and wounds[j] < sizes[j]])


def may_throw(state: State, i: int) -> bool:
    """Return whether who has the preserver may lay it before another. Rules: LIF-STAT-03, LIF-PLAY-02."""
    return "preserver" not in state.table[i] or state.options.preserver_rethrow == "yes"


def _plays(state: State, seat: str) -> tuple[CardPlayed, ...]:
    i = state.index[seat]
    kinds, table = hand_kinds(state, i), state.table[i]
    if "chum" in kinds and phase_of(state) == "overboard":
        kinds = tuple([kind for kind in kinds if kind != "chum"])
    if "preserver" not in kinds and "preserver" not in table:
        return _plays_of(seat, kinds)
    thrown = [CardPlayed(seat, "preserver", state.seats[j]) for j in _receivers(state, i)]
    return (*_plays_of(seat, kinds), *thrown)


@lru_cache(maxsize=LISTS_KEPT)
def _plays_of(seat: str, kinds: Cards) -> tuple[CardPlayed, ...]:
    return tuple(CardPlayed(seat, kind) for kind in kinds)


def _apply_card_played(state: State, event: CardPlayed) -> State:
    """Lay a hand card face up, or move a preserver that lies face up to somebody else.

    In a fight everybody is asked anew whether they stay out.
    """
    i, on, fight = state.index[event.seat], state.index[event.on or event.seat], state.fight
    fight = fight._replace(out=()) if fight is not None and fight.out else fight
    if i != on and event.card in state.table[i]:
        table = set_at(state.table, i, without_one(state.table[i], event.card))
        return replace(state, table=set_at(table, on, (*table[on], event.card)), fight=fight)
    return lay_face_up(state, i, event.card, on, event, fight=fight)


def _rules_of_play(state: State, event: CardPlayed) -> tuple[str, ...]:
    """Return the rule that lets just this card be laid here and now first, then what goes for all of them."""
    i, card = state.index[event.seat], event.card
    on = i if event.on is None else state.index[event.on]
    if card == "preserver" and on in state.fallen and phase_of(state) == "overboard":
        return ("LIF-OVER-01", "LIF-PLAY-02", "LIF-PLAY-01")
    if on != i:
        return ("LIF-PLAY-02", "LIF-PLAY-01")
    if state.fight is not None and card in WEAPONS:
        is_fighting = state.fight.has(i)
        return ("LIF-FIGHT-05", *_LAYING) if is_fighting else ("LIF-PLAY-01", "LIF-FIGHT-05", "LIF-PLAY-02")
    if card in SPECIALS:
        return ("LIF-SPEC-02", *_LAYING)
    return (*_LAYING, "LIF-OVER-03") if i in state.fallen else _LAYING


def _let_lapse(draft: Draft[State], _: object) -> None:
    lapse_unanswered(draft, draft.before.demand)


def _judge_trade(state: State, event: CardsTraded) -> Refused | None:
    i, j = state.index[event.seats[0]], state.index[event.seats[1]]
    ours, theirs = event.gives
    if refused := judge_awake(state, i) or judge_awake(state, j):
        return also_citing(refused, "LIF-ACT-02")
    if i == j or not (ours or theirs):
        return refuse("lifeboat.empty_trade", "LIF-ACT-02")
    if refused := _judge_gift(state, i, ours) or _judge_gift(state, j, theirs):
        return refused
    return _judge_given(state, i, event, ours) or _judge_given(state, j, event, theirs)


def _judge_given(state: State, i: int, event: CardsTraded, cards: Cards) -> Refused | None:
    if not cards or all(is_certain(state, i, card) for card in cards):
        return None

    def after() -> State:
        return _apply_cards_traded(state, _with_face_up(state, event))

    return judge_provisions(state, after, cards, 1 << i)


def _judge_trading(state: State, _: str) -> Refused | None:
    if (phase := phase_of(state)) != "action":
        if phase == "supply":
            return refuse("lifeboat.no_trade_in_supply", "LIF-SUP-04")
        return refuse("lifeboat.trade_outside_action", "LIF-ACT-02", phase=phase)
    if state.demand is None:
        return None
    if state.fight is not None:
        return refuse("lifeboat.no_trade_in_fight", "LIF-ACT-02", "LIF-FIGHT-06")
    if state.options.freeze_on_demand == "yes":
        return refuse("lifeboat.frozen", "LIF-ACT-02")
    return judge_no_draw(state)


def _judge_gift(state: State, i: int, cards: Cards) -> Refused | None:
    """Refuse to give what is not there, or is being used up; () is always fine."""
    if not cards:
        return None
    for card in cards_in_use(state, i):
        if card in cards and card in state.table[i]:
            return refuse("lifeboat.card_in_use", "LIF-PLAY-03", seat=state.seats[i], card=card)
    if None in cards and must_name(state, "provisions"):
        return refuse("lifeboat.name_the_card", "LIF-ACT-02", seat=state.seats[i])
    hand, cards = state.hands[i], _split_gift(state, i, cards)[0]
    if hand is None and len(cards) > count_unplaced(state):
        return refuse("lifeboat.too_few_cards", "LIF-ACT-02", seat=state.seats[i], n=len(cards))
    if hand is None or not cards or (len(cards) == 1 and cards[0] in hand):
        return None
    missing = Counter(filter(None, cards)) - Counter(hand)
    if missing.total() > hand.count(None):
        first = next(iter(missing))
        reason = "only_hand_cards" if first in state.table[i] else "no_such_card"
        return refuse(f"lifeboat.{reason}", "LIF-ACT-02", seat=state.seats[i], card=first)
    if len(cards) > len(hand):
        return refuse("lifeboat.too_few_cards", "LIF-ACT-02", seat=state.seats[i], n=len(cards))
    return None


def _face_up_to_give(state: State, i: int) -> tuple[str, ...]:
    """Return the face-up cards a seat may give away. Rules: LIF-ACT-02."""
    if state.options.trade_face_up == "no":
        return ()
    used = cards_in_use(state, i)
    return tuple([card for card in state.table[i] if card not in used]) if used else state.table[i]


def _split_gift(state: State, i: int, cards: Cards) -> tuple[Cards, Cards]:
    """Return what a seat gives as (hand cards, face-up cards); a face-up copy of a kind goes first."""
    table = list(_face_up_to_give(state, i))
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


def _with_face_up(state: State, event: CardsTraded) -> CardsTraded:
    (one, other), (ours, theirs) = event.seats, event.gives
    ups = _split_gift(state, state.index[one], ours)[1], _split_gift(state, state.index[other], theirs)[1]
    return event if ups == event.face_up else replace(event, face_up=ups)


def _gifts(state: State, seat: str) -> tuple[CardsTraded, ...]:
    """Return the gifts of one card to each of the others awake; trades of more are too many to list."""
    i = state.index[seat]
    cards = _giveable_cards(state, i) if judge_awake(state, i) is None else ()
    return _gifts_to(seat, _others_awake(state, i), state.seats, cards) if cards else ()


@lru_cache(maxsize=LISTS_KEPT)
def _gifts_to(
    seat: str, others: tuple[int, ...], seats: tuple[str, ...], cards: Cards
) -> tuple[CardsTraded, ...]:
    """Return the gift of each card to each of some others, whose numbers are given. Cached."""
    return tuple([gift for j in others for gift in map(_gifts_between(seat, seats[j]).__getitem__, cards)])


def sample_trades(state: State, seat: str) -> tuple[CardsTraded, ...]:
    """Return at most one trade of a card for a card, as an example: all of them are too many to list."""
    theirs = ("water" if state.deals_provisions else None,)
    for gift in _gifts(state, seat) if _judge_trading(state, seat) is None else ():
        if state.hands[state.index[gift.seats[1]]] != ():
            return (replace(gift, gives=(gift.gives[0], theirs)),)
    return ()


def _giveable_cards(state: State, i: int) -> Cards:
    """Return the kinds a seat may give, None for one unseen; what is unsure is judged."""
    hand, up = state.hands[i], _face_up_to_give(state, i)
    cards: Cards = hand_kinds(state, i)
    if hand is not None and None not in hand:
        return kinds_in(cards + up) if up else cards
    if not state.deals_provisions:
        cards = (None, *(kind for kind in cards if kind in (hand or ())))
    return tuple([card for card in kinds_in(cards + up) if _judge_gift(state, i, (card,)) is None])


@lru_cache(maxsize=LISTS_KEPT)
def _gifts_between(seat: str, other: str) -> dict[Any, CardsTraded]:
    """Return the gift of each card there is, by card; None is one unseen. Cached."""
    return {card: CardsTraded((seat, other), ((card,), ())) for card in (None, *PROVISION_NAMES)}


def _apply_cards_traded(state: State, event: CardsTraded) -> State:
    """Exchange hand cards; end the slot of a demand whose card is gone.

    Face-up cards are moved by `card_moved`. Logs older than the event `demand_lapsed` do not record the end
    of the demand.
    """
    i, j = state.index[event.seats[0]], state.index[event.seats[1]]
    (ours, theirs), (our_up, their_up) = event.gives, event.face_up
    if our_up or their_up:
        ours, theirs = _without_cards(ours, our_up), _without_cards(theirs, their_up)
    state = hand_over(state, i, j, ours, event, theirs)
    demand = state.demand
    if demand and demand.kind == "mug" and not can_be_given(state, demand):
        return end_slot(state, demand.by)
    return state


def _without_cards(cards: Cards, some: Cards) -> Cards:
    for card in some:
        cards = without_one(cards, card)
    return cards


def _move_face_up(draft: Draft[State], event: CardsTraded) -> None:
    (one, other), (our_up, their_up) = event.seats, event.face_up
    for card in our_up:
        draft.derive(CardMoved(card, one, other), "LIF-ACT-02")  # type: ignore[arg-type]
    for card in their_up:
        draft.derive(CardMoved(card, other, one), "LIF-ACT-02")  # type: ignore[arg-type]
    _let_lapse(draft, event)


ACTS = (
    Act(
        event=CardPlayed,
        rules=_rules_of_play,
        when=When(judge=_judge_player),
        judge=_judge_play,
        apply=_apply_card_played,
        candidates=Listing(_plays),
        follow=_let_lapse,
        reveals=True,
        depends_on_hidden=True,
        needs_confirmation=True,
    ),
    Act(
        event=CardsTraded,
        rules=("LIF-ACT-02",),
        when=When(phases=("slot", "stroke", "answer", "meal"), judge=_judge_trading),
        judge=_judge_trade,
        apply=_apply_cards_traded,
        candidates=Listing(_gifts, sample_trades),
        complete=_with_face_up,
        follow=_move_face_up,
        secret=SECRETS[CardsTraded],
        reveals=True,
        depends_on_hidden=True,
        needs_confirmation=True,
    ),
)
