"""Provisions that change hands or are laid face up, whosever slot it is."""

from typing import Any

from msgspec.structs import replace

from events.base import Event
from referee.games.lifeboat.common import (
    judge_awake,
    judge_no_draw,
    judge_seat,
    write,
)
from referee.games.lifeboat.draft import Draft, refuse
from referee.games.lifeboat.events import (
    CardMoved,
    CardPlayed,
    CardsTraded,
    CardTaken,
)
from referee.games.lifeboat.evolve.playing import split_gift
from referee.games.lifeboat.fights import lapse_unanswered
from referee.games.lifeboat.position import undealt
from referee.games.lifeboat.possible import judge_provisions
from referee.games.lifeboat.state import (
    State,
    is_conscious,
    is_dead,
    may_hold,
    must_name,
    phase_of,
)
from referee.kernel.verdict import Refused, Verdict


def parties(event: Event) -> tuple[str, ...]:
    """Name the seats whose hidden cards an act of two gives away, all of whom have to say it.

    A gift needs the giver's word alone, a draw nobody reads that of whoever drew.

    Rules: LIF-ACT-02, LIF-MUG-01, LIF-INFO-04
    """
    if isinstance(event, CardsTraded):
        return tuple([seat for seat, cards in zip(event.seats, event.gives, strict=True) if cards])
    if isinstance(event, CardTaken) and event.card is not None:
        return event.seat, event.from_seat
    return ()


def traded(state: State, event: CardsTraded) -> Verdict:
    """Trade cards between two seats.

    Rules: LIF-ACT-02, LIF-SUP-04, LIF-FIGHT-06, LIF-MUG-06
    """
    if refused := judge_trade(state, event):
        return refused
    draft = write(state, event, "action", "LIF-ACT-02")
    i, j = (state.index[seat] for seat in event.seats)
    for giver, cards in ((i, event.gives[0]), (j, event.gives[1])):
        is_sure = all(is_certain(state, giver, card) for card in cards)
        if not is_sure and (refused := judge_provisions(state, draft.state, cards, 1 << giver)):
            return refused
    for giver, taker, cards in ((i, j, event.gives[0]), (j, i, event.gives[1])):
        for card in split_gift(state, giver, cards)[1]:
            seats = state.seats
            draft.derive(CardMoved(card, seats[giver], seats[taker]), "LIF-ACT-02")
    lapse_unanswered(draft, state.demand)
    return draft.accept()


def judge_trade(state: State, event: CardsTraded) -> Refused | None:
    """Refuse a trade at the wrong time, with the wrong people, or of cards that are not there.

    Rules: LIF-ACT-02, LIF-SUP-04, LIF-FIGHT-06
    """
    if refused := judge_seat(state, *event.seats):
        return refused
    if (phase := phase_of(state)) != "action":
        if phase == "supply":
            return refuse("lifeboat.no_trade_in_supply", "LIF-SUP-04")
        return refuse("lifeboat.trade_outside_action", "LIF-ACT-02", phase=phase)
    if state.fight is not None:
        return refuse("lifeboat.no_trade_in_fight", "LIF-ACT-02", "LIF-FIGHT-06")
    if state.demand is not None and state.switches.freeze_on_demand == "yes":
        return refuse("lifeboat.frozen", "LIF-ACT-02")
    i, j = state.index[event.seats[0]], state.index[event.seats[1]]
    refused = judge_no_draw(state) or judge_awake(state, i) or judge_awake(state, j)
    if refused or i == j or not any(event.gives):
        return refused or refuse("lifeboat.empty_trade", "LIF-ACT-02")
    return judge_gift(state, i, event.gives[0]) or judge_gift(state, j, event.gives[1])


def judge_gift(state: State, i: int, cards: tuple[Any, ...]) -> Refused | None:
    """Refuse to give what is not there.

    Rules: LIF-ACT-02
    """
    if None in cards and must_name(state, "provisions"):
        return refuse("lifeboat.name_the_card", "LIF-ACT-02", seat=state.seats[i])
    hand = state.hands[i]
    if state.switches.trade_face_up == "yes":
        cards = split_gift(state, i, cards)[0]
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


def played(state: State, event: CardPlayed) -> Verdict:
    """Lay a card face up.

    Rules: LIF-PLAY-01, LIF-PLAY-02, LIF-STAT-03, LIF-MUG-06
    """
    if refused := judge_play(state, event):
        return refused
    i = state.index[event.seat]
    draft = write(state, event, "action", "LIF-PLAY-01", "LIF-PLAY-02")
    is_thrown = event.on not in (None, event.seat) and event.card in state.table[i]
    is_sure = is_thrown or is_certain(state, i, event.card)
    if not is_sure and (refused := judge_provisions(state, draft.state, (event.card,), 1 << i)):
        return refused
    lapse_unanswered(draft, state.demand)
    return draft.accept()


def judge_play(state: State, event: CardPlayed) -> Refused | None:
    """Refuse to lay a card at the wrong time, without it, or before the wrong seat.

    Rules: LIF-PLAY-01, LIF-PLAY-02, LIF-BIRD-02, LIF-MUG-03, LIF-TURN-01
    """
    if refused := judge_seat(state, event.seat, event.on or event.seat):
        return refused
    phase = phase_of(state)
    if phase in {"setup", "ended"}:
        rule = "LIF-BIRD-02" if phase == "ended" else "LIF-TURN-01"
        return refuse("lifeboat.wrong_phase", rule, phase=phase, needed="action")
    i, on = state.index[event.seat], state.index[event.on or event.seat]
    if refused := judge_awake(state, i) or judge_no_draw(state):
        return refused
    if i != on and (refused := judge_throw(state, event, i, on)):
        return refused
    if i != on and event.card in state.table[i]:
        return None
    if not may_hold(state, i, event.card):
        if event.card in state.table[i]:
            return refuse("lifeboat.already_face_up", "LIF-PLAY-02", seat=event.seat, card=event.card)
        return refuse("lifeboat.no_such_card", "LIF-PLAY-01", seat=event.seat, card=event.card)
    return None


def judge_throw(state: State, event: CardPlayed, i: int, on: int) -> Refused | None:
    """Refuse to lay a card before somebody else, unless it is a preserver for the conscious.

    Rules: LIF-PLAY-02, LIF-STAT-02, LIF-STAT-03, LIF-STAT-04
    """
    if event.card != "preserver":
        return refuse("lifeboat.before_yourself", "LIF-PLAY-02", seat=event.seat, card=event.card)
    if on not in state.boat:
        return refuse("lifeboat.not_aboard", "LIF-STAT-05", seat=event.on)
    if is_dead(state, on):
        return refuse("lifeboat.dead", "LIF-STAT-04", seat=event.on)
    if not is_conscious(state, on):
        return refuse("lifeboat.preserver_needs_conscious", "LIF-STAT-03", seat=event.on)
    if "preserver" in state.table[i] and state.switches.preserver_rethrow == "no":
        return refuse("lifeboat.preserver_stays", "LIF-PLAY-02", seat=event.seat)
    return None


def judge_holding(state: State, i: int, card: str) -> Refused | None:
    """Refuse a card that a seat certainly has neither in hand nor face up.

    Rules: LIF-PLAY-01
    """
    if card in state.table[i] or may_hold(state, i, card):
        return None
    return refuse("lifeboat.no_such_card", "LIF-PLAY-01", seat=state.seats[i], card=card)


def judge_shown(before: State, draft: Draft, i: int, card: str) -> Refused | None:
    """Refuse a card out of an unseen hand that cannot be there.

    Rules: LIF-INFO-01
    """
    if card in before.table[i] or is_certain(before, i, card):
        return None
    return judge_provisions(before, draft.state, (card,), 1 << i)


def is_certain(state: State, i: int, card: str | None) -> bool:
    """Tell whether a hand holds a card beyond doubt: the referee dealt it."""
    return state.deals_provisions and card in (state.hands[i] or ())
