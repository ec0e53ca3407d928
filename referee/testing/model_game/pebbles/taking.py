"""Taking stones: one phase of play, its acts judged and applied side by side."""

from msgspec.structs import replace

from pebbles.events import GameEnded, PebblesTaken
from pebbles.table import State
from referee.kernel.parts import Act, Draft, Refused, ended_by, on_turn, refuse


def judge_taking(state: State, event: PebblesTaken) -> Refused | None:
    """Judge stones taken: no more than allowed, no more than there are. Rules: PEB-TAKE-01."""
    most = min(state.options.most, state.heap)
    return refuse("pebbles.too_many", "PEB-TAKE-01", n=most) if event.count > most else None


def pebbles_taken(state: State, event: PebblesTaken) -> State:
    """Take stones from the heap; the next seat has the turn."""
    return replace(state, heap=state.heap - event.count, turn=state.after(event.seat))


def settle(draft: Draft[State]) -> None:
    """End the game when the heap is empty: whoever took last has won. Rules: PEB-END-01."""
    state = draft.state
    if not state.heap and not state.winners:
        last = state.seats[state.seats.index(state.turn) - 1]
        draft.derive(GameEnded((last,)), "PEB-END-01")


TAKING = on_turn("take", rule="PEB-TURN-01")
ACTS = (
    Act(event=PebblesTaken, rules=("PEB-TAKE-01",), when=TAKING, judge=judge_taking, apply=pebbles_taken),
)
CONSEQUENCES = (ended_by(GameEnded, "PEB-END-01"),)
