"""What happens by itself after an action, up to the point where people must act again."""

from functools import cache

from referee.games.niagara.buying import grant, grant_at_once
from referee.games.niagara.cards import reveal
from referee.games.niagara.draft import Draft
from referee.games.niagara.ending import end_round, note_goal, refill
from referee.games.niagara.events import TurnPassed
from referee.games.niagara.river import flow, is_observed, sweep
from referee.games.niagara.state import State
from referee.games.niagara.turns import is_over


def play_on(draft: Draft) -> None:
    """Derive every consequence of the state as it is.

    Rules: NIA-ROUND-01, NIA-ROUND-02
    """
    if draft.state.phase == "choose":
        if None in draft.state.laid:
            return
        pass_turn(draft)
    while draft.state.phase == "turns" and is_over(draft.state):
        pass_turn(draft)
    if draft.state.phase == "river" and not is_observed(draft.state):
        flow(draft)
        finish_round(draft)


def pass_turn(draft: Draft) -> None:
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


def start_turn(draft: Draft) -> None:
    """Give the seat whose card is up the free canoe it is due before it acts.

    Rules: NIA-BUY-05
    """
    if draft.state.shown[draft.state.turn] is not None:
        grant(draft, draft.state.turn)


@cache
def next_seat(seats: int, ring: int, done: int) -> int | None:
    """Find who is next clockwise from the life ring and not in the bit set `done`; None: nobody.

    Rules: NIA-ROUND-02
    """
    clockwise = ((ring + k) % seats for k in range(seats))
    return next((i for i in clockwise if not done >> i & 1), None)


def had_turns(state: State) -> int:
    """Give the bit set of seats that had their turn, or have it."""
    return state.done | 1 << state.turn if state.turn >= 0 else state.done


def finish_round(draft: Draft) -> None:
    """Follow the river: what fell, the end of the round, perhaps of the game."""
    sweep(draft)
    end_round(draft)


def settle(draft: Draft) -> None:
    """Bring a state set by hand, or changed by a house rule, to where people must act."""
    for i in range(len(draft.state.seats)):
        note_goal(draft, i)
    grant_at_once(draft)
    if draft.state.phase == "choose" and not any(draft.state.laid):
        refill(draft)
    play_on(draft)
