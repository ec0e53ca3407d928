"""From card to card: turning up, turns passed on, and what follows by itself."""

from collections.abc import Iterator
from functools import cache

from msgspec.structs import replace

from events.base import Event
from events.table import Corrected
from referee.games.niagara.events import PaddleRevealed, TurnEnded, TurnPassed
from referee.games.niagara.phases.buying import grant, grant_at_once
from referee.games.niagara.phases.cards import may_hold, refill, refill_waiting, without
from referee.games.niagara.phases.ending import conclude, end_game, note_goal
from referee.games.niagara.phases.river import finish_round, flow, is_observed
from referee.games.niagara.phases.turns import (
    both_lost,
    endings,
    face_down,
    is_over,
    judge_ending,
    rules_of_ending,
)
from referee.games.niagara.state import UNKNOWN, State
from referee.kernel.acts import Act, Consequence, Draft, unchanged
from referee.kernel.facts import put
from referee.kernel.table import judge_promise, redeem
from referee.kernel.verdict import Refused, refuse


def judge_reveal(state: State, event: PaddleRevealed) -> Refused | None:
    """Judge a card turned up by hand: one that lay unknown, when it is to be turned up.

    Rules: NIA-CARD-02, NIA-CARD-03, NIA-CARD-05
    """
    i, seat, card = state.index[event.seat], event.seat, event.card
    if state.phase == "choose":
        return refuse("niagara.cards_first", "NIA-CARD-03", "NIA-ROUND-01", seat=seat)
    if state.shown[i] is not None:
        return refuse("niagara.already_shown", "NIA-CARD-03", seat=seat)
    if state.phase != "turns" or i not in face_down(state):
        return refuse("niagara.reveal_on_own_turn", "NIA-CARD-03", "NIA-CARD-05", seat=seat)
    if not may_hold(state.hands[i], card):
        return refuse("niagara.card_not_in_hand", "NIA-CARD-02", seat=seat, card=card)
    return judge_promise(state, seat, card)


def cards_to_show(state: State, seat: str) -> list[PaddleRevealed]:
    """Turn up each card that may lie there unknown."""
    i = state.index[seat]
    return [PaddleRevealed(seat, card) for card in state.hands[i]] if i in face_down(state) else []


def paddle_revealed(state: State, event: PaddleRevealed) -> State:
    """Turn a card up; one that was unknown leaves the hand only now."""
    i, card = state.index[event.seat], event.card
    shown = put(state.shown, i, card)
    if state.laid[i] != UNKNOWN:
        return replace(state, shown=shown)
    hands = put(state.hands, i, without(state.hands[i], card))
    state = redeem(state, event.seat)
    return replace(state, shown=shown, hands=hands, laid=put(state.laid, i, card))


def reveal(draft: Draft[State]) -> None:
    """Turn up the cards that are due and that the referee knows: that of the seat whose turn it is, or all.

    Rules: NIA-CARD-03, NIA-CARD-05, NIA-TURN-01
    """
    state, n = draft.state, len(draft.state.seats)
    all_at_once = state.options.turning_up == "all_at_once"
    for i in [(state.turn + k) % n for k in range(n if all_at_once else 1)]:
        card = state.laid[i]
        if card != UNKNOWN and state.shown[i] is None:
            event = PaddleRevealed(state.seats[i], card)  # type: ignore[arg-type]
            draft.derive(event, "NIA-CARD-03", "NIA-TURN-01")


def play_on(draft: Draft[State]) -> None:
    """Derive every consequence of the state as it is. Rules: NIA-ROUND-01, NIA-ROUND-02."""
    if draft.state.phase == "choose":
        if None in draft.state.laid:
            return
        pass_turn(draft)
    while draft.state.phase == "turns" and is_over(draft.state):
        pass_turn(draft)
    if draft.state.phase == "river" and not is_observed(draft.state):
        flow(draft)
        finish_round(draft)


def pass_turn(draft: Draft[State], _: Event | None = None) -> None:
    """Pass the turn clockwise from the life ring, or to the river after the last seat.

    Rules: NIA-ROUND-01, NIA-ROUND-02, NIA-RIVER-01
    """
    state = draft.state
    heir = next_seat(len(state.seats), state.ring, had_turns(state))
    if heir is None:
        draft.derive(TurnPassed(None), "NIA-ROUND-01", "NIA-RIVER-01")
        return
    draft.derive(TurnPassed(state.seats[heir]), "NIA-ROUND-02")
    reveal(draft)
    start_turn(draft)


def has_turn_without_canoes(state: State) -> bool:
    """Whether the seat whose turn it is shows a number and has not acted, its canoes both lost."""
    is_number = state.phase == "turns" and isinstance(state.shown[state.turn], int)
    return is_number and not state.used and both_lost(state, state.turn)


def start_turn(draft: Draft[State], event: Event | None = None) -> None:
    """Give the seat whose card is up the free canoe it is due before it acts. Rules: NIA-BUY-05."""
    if isinstance(event, PaddleRevealed) and draft.state.index[event.seat] != draft.state.turn:
        return
    if draft.state.shown[draft.state.turn] is not None:
        grant(draft, draft.state.turn)


def clockwise(seats: int, ring: int) -> Iterator[int]:
    """Go round the table from the life ring. Rules: NIA-ROUND-02."""
    return ((ring + k) % seats for k in range(seats))


@cache
def next_seat(seats: int, ring: int, done: int) -> int | None:
    """Find who is next clockwise from the life ring and not in the bit set `done`; None: nobody.

    Rules: NIA-ROUND-02
    """
    return next((i for i in clockwise(seats, ring) if not done >> i & 1), None)


def had_turns(state: State) -> int:
    """Give the bit set of seats that had their turn, or have it."""
    return state.done | 1 << state.turn if state.turn >= 0 else state.done


def turn_passed(state: State, event: TurnPassed) -> State:
    """Give the turn to a seat, or to the river."""
    turn, phase = (-1, "river") if event.seat is None else (state.index[event.seat], "turns")
    done = state.done | 1 << state.turn if state.turn >= 0 else state.done
    return replace(
        state, phase=phase, turn=turn, done=done, used=0, landed=0, granted=0, launched=False, bought=0
    )


def settle_by_hand(draft: Draft[State], event: Event) -> None:
    """Bring a state set by hand, or changed by a house rule or a ruling, to where people must act.

    A game that is over ends once more where other options change who wins, or facts were set by hand; it
    goes on where by those nobody holds a goal. Who are set to hold goals met them in turn order.

    Rules: NIA-ROUND-02, NIA-END-01, NIA-END-02, NIA-GOAL-01
    """
    result, by_hand = draft.before.result, isinstance(event, Corrected)
    if by_hand:
        refill_waiting(draft)
    elif draft.state.result is not None:
        if (other := conclude(draft.state)) != result:
            draft.derive(other, "NIA-END-02")
        return
    for i in clockwise(len(draft.state.seats), draft.state.ring):
        note_goal(draft, i)
    if result is None or not end_game(draft):
        settle(draft)


def settle(draft: Draft[State]) -> None:
    """Go on from a state that was set; the turn of a seat that has not acted yet begins with that board.

    A canoe that comes free at once, in its seat's own turn, does not act in it: the turn is over.

    Rules: NIA-BUY-05, NIA-ROUND-02
    """
    had_none = has_turn_without_canoes(draft.state)
    grant_at_once(draft)
    if had_none and not has_turn_without_canoes(draft.state):
        pass_turn(draft)
    elif draft.state.phase == "turns" and not draft.state.used:
        start_turn(draft)
    if draft.state.phase == "choose" and not any(draft.state.laid):
        refill(draft)
    play_on(draft)


ACTS = (
    Act(
        event=PaddleRevealed,
        rules=("NIA-CARD-03", "NIA-TURN-01"),
        judge=judge_reveal,
        apply=paddle_revealed,
        follow=start_turn,
        candidates=cards_to_show,
        phases=("reveal",),
        reveals=True,
    ),
    Act(
        event=TurnEnded,
        rules=rules_of_ending,
        judge=judge_ending,
        apply=unchanged,
        follow=pass_turn,
        listed=endings,
        phases=("turn",),
    ),
)

CONSEQUENCES = (Consequence(event=TurnPassed, rules=("NIA-ROUND-02",), apply=turn_passed),)
