"""From card to card: turning up, turns passed on, and what follows by itself."""

from collections.abc import Iterator
from functools import cache

from msgspec.structs import replace

from events.base import Event
from events.table import Corrected
from referee.games.niagara.cards import may_hold, refill, refill_waiting, remove_card
from referee.games.niagara.ending import announce_goal, conclude, end_game
from referee.games.niagara.events import PaddleRevealed, TurnEnded, TurnPassed
from referee.games.niagara.river import finish_round, flow, is_observed
from referee.games.niagara.state import UNKNOWN, State
from referee.games.niagara.turns import (
    IN_TURN,
    both_lost,
    face_down,
    grant,
    grant_at_once,
    is_over,
    judge_ending,
    rules_of_ending,
    rules_of_turning_up,
    ways_to_end,
)
from referee.kernel import parts
from referee.kernel.parts import Draft, Listing, Refused, judge_promise, redeem, refuse, set_at, unchanged


def _judge_reveal(state: State, event: PaddleRevealed) -> Refused | None:
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


def _cards_to_show(state: State, seat: str) -> list[PaddleRevealed]:
    i = state.index[seat]
    return [PaddleRevealed(seat, card) for card in state.hands[i]] if i in face_down(state) else []


def _apply_paddle_revealed(state: State, event: PaddleRevealed) -> State:
    """Turn a card up; one that was unknown leaves the hand only now."""
    i, card = state.index[event.seat], event.card
    shown = set_at(state.shown, i, card)
    if state.laid[i] != UNKNOWN:
        return replace(state, shown=shown)
    hands = set_at(state.hands, i, remove_card(state.hands[i], card))
    state = redeem(state, event.seat)
    return replace(state, shown=shown, hands=hands, laid=set_at(state.laid, i, card))


def _reveal(draft: Draft[State]) -> None:
    """Derive that cards are turned up that are due and that the referee knows: of the seat whose turn it is.

    Where all are turned up together, of all seats: NIA-CARD-05, an exception to NIA-CARD-03.
    """
    state, n = draft.state, len(draft.state.seats)
    all_at_once = state.options.turning_up == "all_at_once"
    for i in [(state.turn + k) % n for k in range(n if all_at_once else 1)]:
        card = state.laid[i]
        if card != UNKNOWN and state.shown[i] is None:
            event = PaddleRevealed(state.seats[i], card)  # type: ignore[arg-type]
            draft.derive(event, *rules_of_turning_up(state, i))


def play_on(draft: Draft[State]) -> None:
    """Derive every consequence of the state as it is."""
    if draft.state.phase == "choose":
        if None in draft.state.laid:
            return
        _pass_turn(draft)
    while draft.state.phase == "turns" and is_over(draft.state):
        _pass_turn(draft)
    if draft.state.phase == "river" and not is_observed(draft.state):
        flow(draft)
        finish_round(draft)


def _pass_turn(draft: Draft[State], _: Event | None = None) -> None:
    """Derive whose turn is next, clockwise from the life ring; the river's after the last seat."""
    state = draft.state
    heir = _next_seat(len(state.seats), state.ring, _seats_done(state))
    if heir is None:
        draft.derive(TurnPassed(None), "NIA-ROUND-01", "NIA-RIVER-01")
        return
    draft.derive(TurnPassed(state.seats[heir]), "NIA-ROUND-02")
    _reveal(draft)
    _start_turn(draft)


def _has_turn_without_canoes(state: State) -> bool:
    """Return whether the seat whose turn it is shows a number and has not acted, both its canoes lost."""
    is_number = state.phase == "turns" and isinstance(state.shown[state.turn], int)
    return is_number and not state.used and both_lost(state, state.turn)


def _start_turn(draft: Draft[State], event: Event | None = None) -> None:
    """Derive the free canoe a seat is due as its turn begins, once its card is up."""
    if isinstance(event, PaddleRevealed) and draft.state.index[event.seat] != draft.state.turn:
        return
    if draft.state.shown[draft.state.turn] is not None:
        grant(draft, draft.state.turn)


def _clockwise(seats: int, ring: int) -> Iterator[int]:
    """Yield the seats once round the table, from the life ring."""
    return ((ring + k) % seats for k in range(seats))


@cache
def _next_seat(seats: int, ring: int, done: int) -> int | None:
    """Return who is next clockwise from the life ring and not in the bit set `done`; None for nobody."""
    return next((i for i in _clockwise(seats, ring) if not done >> i & 1), None)


def _seats_done(state: State) -> int:
    """Return the bit set of the seats that have had their turn, or have it."""
    return state.done | 1 << state.turn if state.turn >= 0 else state.done


def _apply_turn_passed(state: State, event: TurnPassed) -> State:
    """Begin the turn of a seat, or the river's (None)."""
    turn, phase = (-1, "river") if event.seat is None else (state.index[event.seat], "turns")
    return replace(
        state,
        phase=phase,
        turn=turn,
        done=_seats_done(state),
        used=0,
        landed=0,
        granted=0,
        launched=False,
        bought=0,
    )


def settle_by_hand(draft: Draft[State], event: Event) -> None:
    """Derive what follows facts set by hand, a house rule or a ruling, until people must act.

    A game that is over ends once more where other options change who wins, or facts were set by hand; it
    goes on where nobody holds a goal any more. Seats set to hold goals met them in turn order.
    """
    result, by_hand = draft.before.result, isinstance(event, Corrected)
    if by_hand:
        refill_waiting(draft)
    elif draft.state.result is not None:
        if (other := conclude(draft.state)) != result:
            draft.derive(other, "NIA-END-02")
        return
    for i in _clockwise(len(draft.state.seats), draft.state.ring):
        announce_goal(draft, i)
    if result is None or not end_game(draft):
        settle(draft)


def settle(draft: Draft[State]) -> None:
    """Derive what follows a state that was set; the turn of a seat that has not acted begins with that board.

    A canoe that comes free at once, in its seat's own turn, does not act in it: the turn is over.
    """
    had_none = _has_turn_without_canoes(draft.state)
    grant_at_once(draft)
    if had_none and not _has_turn_without_canoes(draft.state):
        _pass_turn(draft)
    elif draft.state.phase == "turns" and not draft.state.used:
        _start_turn(draft)
    if draft.state.phase == "choose" and not any(draft.state.laid):
        refill(draft)
    play_on(draft)


ACTS = (
    parts.Act(
        event=PaddleRevealed,
        rules=lambda state, event: rules_of_turning_up(state, state.index[event.seat]),
        when=parts.When(phases=("reveal",)),
        judge=_judge_reveal,
        apply=_apply_paddle_revealed,
        candidates=_cards_to_show,
        follow=_start_turn,
        reveals=True,
    ),
    parts.Act(
        event=TurnEnded,
        rules=rules_of_ending,
        when=IN_TURN,
        judge=judge_ending,
        apply=unchanged,
        candidates=Listing(ways_to_end),
        follow=_pass_turn,
    ),
)

CONSEQUENCES = (parts.Consequence(event=TurnPassed, rules=("NIA-ROUND-02",), apply=_apply_turn_passed),)
