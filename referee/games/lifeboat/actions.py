"""The action phase: the five actions, trading, and laying cards."""

from typing import Any

from events.lifeboat import (
    BirdLost,
    BirdSighted,
    CardMoved,
    CardPlayed,
    CardsTraded,
    MugDemanded,
    NavigationContent,
    NavigationDrawn,
    Passed,
    Rowed,
    SeatDemanded,
    SpecialUsed,
)
from referee.games.lifeboat.common import (
    judge_awake,
    judge_no_draw,
    judge_seat,
    judge_slot,
    write,
)
from referee.games.lifeboat.draft import Draft, refuse
from referee.games.lifeboat.ending import end_game
from referee.games.lifeboat.evolve.playing import split_gift
from referee.games.lifeboat.fights import change_seats, move_card, serve_meal, settled
from referee.games.lifeboat.harm import heal
from referee.games.lifeboat.possible import has_unseen_provisions, judge_navigation, judge_provisions
from referee.games.lifeboat.state import (
    State,
    deals,
    is_conscious,
    is_dead,
    may_hold,
    navigator,
    phase_of,
    stroke_size,
)
from referee.games.lifeboat.tables import BIRDS_TO_LAND, FLARE_CARDS, content_of, identify
from referee.kernel.verdict import Refused, Verdict


def begin(state: State, event: Any, *rules: str) -> Draft:
    """Begin a slot's action: a meal nobody objected to happens first."""
    draft = write(state, event, "action", *rules)
    serve_meal(draft, state)
    return draft


def passed(state: State, event: Passed) -> Verdict:
    """Do nothing.

    Rules: LIF-ACT-01
    """
    before = settled(state)
    if phase_of(before) == "navigation" and deals(state, "navigation"):
        refused = judge_decline(before, event.seat)
    else:
        refused = judge_slot(before, event.seat)
    return refused or begin(state, event, "LIF-ACT-01").accept()


def judge_decline(state: State, seat: str) -> Refused | None:
    """Refuse to leave the top card to the deck, but for a navigator who could look at it.

    Rules: LIF-NAV-02, LIF-NAV-03
    """
    if refused := judge_seat(state, seat):
        return refused
    if seat in may_decline(state):
        return None
    return refuse("lifeboat.wrong_phase", "LIF-TURN-01", phase="navigation", needed="action")


def may_decline(state: State) -> tuple[str, ...]:
    """Name the navigator who must say that it will not look, before the referee turns the top card.

    Rules: LIF-NAV-02, LIF-NAV-03
    """
    i = navigator(state)
    is_free = i >= 0 and not state.stack and state.looked == 0 and state.switches.row_one == "no"
    has_cards = is_free and (state.hands[i] != () or "compass" in state.table[i])
    return (state.seats[i],) if has_cards else ()


def rowed(state: State, event: Rowed) -> Verdict:
    """Row: look at cards, put each into the row stack or under the deck.

    Rules: LIF-ROW-01, LIF-ROW-02, LIF-ROW-03, LIF-VAR-ROW1
    """
    before = settled(state)
    refused = judge_slot(before, event.seat) if before.stroke is None else judge_stroke_owner(before, event)
    if refused or (refused := judge_stroke(before, event)):
        return refused
    draft = begin(state, event, "LIF-ROW-01", "LIF-ROW-02", "LIF-ROW-03")
    if not event.drawn or before.stroke:
        return draft.accept()
    seen = 1 << state.index[event.seat]
    return judge_navigation(before, draft.state, event.drawn, seen) or draft.accept()


def judge_stroke_owner(state: State, event: Rowed) -> Refused | None:
    """Refuse to end somebody else's stroke.

    Rules: LIF-ACT-01
    """
    if refused := judge_seat(state, event.seat):
        return refused
    actor = next(i for i in state.slots if is_conscious(state, i))
    if state.index[event.seat] != actor:
        return refuse("lifeboat.not_your_slot", "LIF-TURN-02", seat=event.seat, actor=state.seats[actor])
    return refuse("lifeboat.one_action", "LIF-ACT-01", seat=event.seat) if not event.drawn else None


def judge_stroke(state: State, event: Rowed) -> Refused | None:
    """Refuse piles that what was drawn cannot make.

    Rules: LIF-ROW-01, LIF-ROW-02
    """
    needed = len(state.stroke) if state.stroke else stroke_size(state, state.index[event.seat])
    dealt = deals(state, "navigation")
    if not event.drawn and dealt:
        return None
    if len(event.drawn) != needed:
        rules = ("LIF-ROW-01", "LIF-VAR-ROW1") if state.switches.row_one == "yes" else ("LIF-ROW-01",)
        return refuse("lifeboat.wrong_stroke", *rules, n=len(event.drawn), needed=needed)
    drawn = list(map(identify, event.drawn))
    piles = list(map(identify, (*event.stacked, *event.buried)))
    if dealt and None in (*drawn, *piles):
        return refuse("lifeboat.name_the_card", "LIF-ROW-02", seat=event.seat)
    if state.stroke and any(card is not None and card not in state.stroke for card in drawn):
        return refuse("lifeboat.not_drawn_by_you", "LIF-ROW-02", seat=event.seat)
    if state.stroke:
        drawn = list(state.stroke)
    named = [card for card in piles if card is not None]
    extra = [card for card in set(named) if named.count(card) > drawn.count(card)]
    if len(extra) > drawn.count(None) or any(named.count(card) > 1 for card in extra):
        return refuse("lifeboat.not_drawn_by_you", "LIF-ROW-02", seat=event.seat)
    return None


def navigation_drawn(state: State, event: NavigationDrawn) -> Verdict:
    """Show the cards an announced stroke, flare or compass drew.

    Rules: LIF-ROW-01, LIF-SPEC-03, LIF-NAV-03
    """
    if refused := judge_seat(state, event.seat):
        return refused
    i = state.index[event.seat]
    needed = cards_due(state, i)
    if not needed:
        return refuse("lifeboat.nothing_drawn", "LIF-ROW-01", seat=event.seat)
    is_signal = state.demand is not None
    if len(event.cards) != needed and not is_signal:
        return refuse("lifeboat.wrong_stroke", "LIF-ROW-01", n=len(event.cards), needed=needed)
    if None in event.cards:
        return refuse("lifeboat.name_the_card", "LIF-ROW-01", seat=event.seat)
    if is_signal and (refused := judge_signal(state, event.cards)):
        return refused
    draft = write(state, event, "observation", "LIF-SPEC-03" if is_signal else "LIF-ROW-01")
    if refused := judge_navigation(state, draft.state, event.cards, 1 << i):
        return refused
    if is_signal:
        fly(draft, tuple(map(identify, event.cards)))
    return draft.accept()


def cards_due(state: State, i: int) -> int:
    """Count the navigation cards the referee owes a seat a look at."""
    if state.demand is not None:
        is_due = state.demand.kind == "signal" and state.demand.by == i
        return min(FLARE_CARDS, len(state.queue)) if is_due else 0
    if state.stroke == ():
        actor = next((j for j in state.slots if is_conscious(state, j)), -1)
        return stroke_size(state, i) if actor == i else 0
    is_looking = deals(state, "navigation") and phase_of(state) == "navigation"
    return sum(isinstance(c, int) for c in state.stack) if is_looking and state.stackers[-1:] == (i,) else 0


def seat_demanded(state: State, event: SeatDemanded) -> Verdict:
    """Demand to change places.

    Rules: LIF-SEAT-01, LIF-SEAT-02
    """
    before = settled(state)
    refused = judge_slot(before, event.seat) or judge_target(before, event.seat, event.with_seat)
    if refused:
        return refused
    draft = begin(state, event, "LIF-SEAT-01")
    target = state.index[event.with_seat]
    if not is_conscious(draft.state, target):
        change_seats(draft, state.index[event.seat], target, "LIF-SEAT-02")
    return draft.accept()


def judge_target(state: State, seat: str, other: str) -> Refused | None:
    """Refuse a demand on oneself or on somebody who is not aboard.

    Rules: LIF-SEAT-01, LIF-MUG-01, LIF-STAT-05
    """
    if refused := judge_seat(state, other):
        return refused
    if seat == other:
        return refuse("lifeboat.demand_of_oneself", "LIF-SEAT-01", "LIF-MUG-01", seat=seat)
    if state.index[other] not in state.boat:
        return refuse("lifeboat.not_aboard", "LIF-STAT-05", seat=other)
    return None


def mug_demanded(state: State, event: MugDemanded) -> Verdict:
    """Demand a card.

    Rules: LIF-MUG-01, LIF-MUG-02, LIF-MUG-04, LIF-FIGHT-01
    """
    before = settled(state)
    refused = judge_slot(before, event.seat) or judge_target(before, event.seat, event.from_seat)
    if refused:
        return refused
    target = state.index[event.from_seat]
    if event.card == "hand" and before.hands[target] == ():
        return refuse("lifeboat.nothing_to_demand", "LIF-FIGHT-01", "LIF-MUG-01", victim=event.from_seat)
    if event.card != "hand" and event.card not in before.table[target]:
        return refuse("lifeboat.not_face_up", "LIF-MUG-01", victim=event.from_seat, card=event.card)
    draft = begin(state, event, "LIF-MUG-01")
    if event.card != "hand" and not is_conscious(draft.state, target):
        move_card(draft, event.card, target, state.index[event.seat], "LIF-MUG-04")
    return draft.accept()


def special_used(state: State, event: SpecialUsed) -> Verdict:
    """Use a special card.

    Rules: LIF-SPEC-01, LIF-SPEC-02, LIF-SPEC-03, LIF-SPEC-04, LIF-SPEC-05, LIF-CAN-01, LIF-CAN-03
    """
    before = settled(state)
    if refused := judge_slot(before, event.seat):
        is_early = refused.reason in {"lifeboat.not_your_slot", "lifeboat.one_action", "lifeboat.wrong_phase"}
        return refuse(refused.reason, "LIF-SPEC-02", *refused.rules, **refused.args) if is_early else refused
    i = state.index[event.seat]
    refused = judge_holding(before, i, event.card) or SPECIAL_JUDGES[event.card](before, event)
    if refused:
        return refused
    draft = begin(state, event, *SPECIAL_RULES[event.card])
    if refused := judge_shown(before, draft, i, event.card):
        return refused
    if event.card == "medkit":
        heal(draft, state.index[event.on or event.seat], "medkit", "LIF-SPEC-05")
    if event.card == "flare" and event.drawn:
        if refused := judge_navigation(before, draft.state, event.drawn, -1):
            return refused
        fly(draft, tuple(map(identify, event.drawn)))
    return draft.accept()


SPECIAL_RULES = {
    "medkit": ("LIF-SPEC-05", "LIF-SPEC-01"),
    "parasol": ("LIF-SPEC-04", "LIF-SPEC-01"),
    "flare": ("LIF-SPEC-03", "LIF-SPEC-01"),
    "cannibalism": ("LIF-CAN-01",),
}


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
    """Tell whether a hand holds a card beyond doubt: the referee dealt it, or sees every card."""
    return card in (state.hands[i] or ()) and (state.deals_provisions or not has_unseen_provisions(state))


def judge_medkit(state: State, event: SpecialUsed) -> Refused | None:
    """Refuse to heal the dead and the unhurt.

    Rules: LIF-SPEC-05, LIF-STAT-04
    """
    seat = event.on or event.seat
    if refused := judge_seat(state, seat):
        return refused
    i = state.index[seat]
    if i not in state.boat:
        return refuse("lifeboat.not_aboard", "LIF-STAT-05", seat=seat)
    if is_dead(state, i):
        return refuse("lifeboat.dead", "LIF-STAT-04", seat=seat)
    return None if state.wounds[i] else refuse("lifeboat.not_wounded", "LIF-SPEC-05", seat=seat)


def judge_parasol(state: State, event: SpecialUsed) -> Refused | None:
    """Refuse to open an open parasol.

    Rules: LIF-SPEC-04
    """
    if state.parasols >> state.index[event.seat] & 1:
        return refuse("lifeboat.parasol_is_open", "LIF-SPEC-04", seat=event.seat)
    return None


def judge_flare(state: State, event: SpecialUsed) -> Refused | None:
    """Refuse a signal that did not draw three cards, or as many as the fourth bird left.

    Rules: LIF-SPEC-03
    """
    if not event.drawn and deals(state, "navigation"):
        return None
    return judge_signal(state, event.drawn)


def judge_signal(state: State, drawn: tuple[Any, ...]) -> Refused | None:
    """Refuse a wrong number of cards, or cards nobody read.

    Rules: LIF-SPEC-03, LIF-BIRD-02
    """
    if None in drawn:
        return refuse("lifeboat.name_the_card", "LIF-SPEC-03", seat="")
    birds, needed = state.birds, min(FLARE_CARDS, len(state.queue))
    for n, card in enumerate(drawn, 1):
        birds = max(0, birds + content_of(identify(card)).bird)
        if birds >= BIRDS_TO_LAND:
            needed = n
            break
    if len(drawn) != needed:
        return refuse("lifeboat.wrong_flare", "LIF-SPEC-03", n=len(drawn), needed=needed)
    return None


def judge_cannibal(state: State, event: SpecialUsed) -> Refused | None:
    """Refuse a meal that is not a corpse aboard.

    Rules: LIF-CAN-01
    """
    if state.switches.cannibalism == "no":
        return refuse("lifeboat.no_cannibalism", "LIF-SET-10")
    if event.corpse is None:
        return refuse("lifeboat.no_corpse", "LIF-CAN-01", seat=event.seat)
    if refused := judge_seat(state, event.corpse):
        return refused
    i = state.index[event.corpse]
    if i not in state.boat or not is_dead(state, i) or i in state.eaten:
        return refuse("lifeboat.no_corpse", "LIF-CAN-01", seat=event.corpse)
    return None


SPECIAL_JUDGES = {
    "medkit": judge_medkit,
    "parasol": judge_parasol,
    "flare": judge_flare,
    "cannibalism": judge_cannibal,
}


def fly(draft: Draft, cards: tuple[str | NavigationContent, ...]) -> None:
    """Execute the birds of cards one by one; the fourth ends the game.

    Rules: LIF-BIRD-01, LIF-BIRD-02, LIF-SPEC-03
    """
    for card in cards:
        bird = content_of(card).bird
        if bird > 0:
            draft.derive(BirdSighted(), "LIF-BIRD-01")
        elif bird < 0 and draft.state.birds:
            draft.derive(BirdLost(), "LIF-BIRD-01")
        if draft.state.birds >= BIRDS_TO_LAND:
            end_game(draft)
            return


def traded(state: State, event: CardsTraded) -> Verdict:
    """Trade cards between two seats.

    Rules: LIF-ACT-02, LIF-SUP-04, LIF-FIGHT-06
    """
    if refused := judge_trade(state, event):
        return refused
    draft = write(state, event, "action", "LIF-ACT-02")
    i, j = (state.index[seat] for seat in event.seats)
    for giver, cards in ((i, event.gives[0]), (j, event.gives[1])):
        is_sure = all(is_certain(state, giver, card) for card in cards)
        if not is_sure and (refused := judge_provisions(state, draft.state, cards, 1 << giver)):
            return refused
    if state.switches.trade_face_up == "no":
        return draft.accept()
    for giver, taker, cards in ((i, j, event.gives[0]), (j, i, event.gives[1])):
        for card in split_gift(state, giver, cards)[1]:
            seats = state.seats
            draft.derive(CardMoved(card, seats[giver], seats[taker]), "LIF-ACT-02")
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
    if None in cards and deals(state, "provisions"):
        return refuse("lifeboat.name_the_card", "LIF-ACT-02", seat=state.seats[i])
    hand = state.hands[i]
    if state.switches.trade_face_up == "yes":
        cards = split_gift(state, i, cards)[0]
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

    Rules: LIF-PLAY-01, LIF-PLAY-02, LIF-STAT-03
    """
    if refused := judge_play(state, event):
        return refused
    i = state.index[event.seat]
    draft = write(state, event, "action", "LIF-PLAY-01", "LIF-PLAY-02")
    is_thrown = event.on not in (None, event.seat) and event.card in state.table[i]
    if is_thrown or is_certain(state, i, event.card):
        return draft.accept()
    return judge_provisions(state, draft.state, (event.card,), 1 << i) or draft.accept()


def judge_play(state: State, event: CardPlayed) -> Refused | None:
    """Refuse to lay a card at the wrong time, without it, or before the wrong seat.

    Rules: LIF-PLAY-01, LIF-PLAY-02, LIF-BIRD-02, LIF-MUG-03
    """
    if refused := judge_seat(state, event.seat, event.on or event.seat):
        return refused
    phase = phase_of(state)
    if phase in {"setup", "ended"}:
        return refuse("lifeboat.wrong_phase", "LIF-BIRD-02", phase=phase, needed="action")
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
