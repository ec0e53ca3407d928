"""Taking pebbles: one phase of play, its acts judged and applied side by side."""

from collections.abc import Iterator

from msgspec.structs import replace

from pebbles.events import GameEnded, PebblesTaken
from pebbles.table import State
from referee.kernel.acts import Act, Consequence, Draft
from referee.kernel.verdict import Refused, refuse


def judge_taking(state: State, event: PebblesTaken) -> Refused | None:
    """Judge pebbles taken: on one's turn, no more than allowed, no more than there are.

    Rules: PEB-TURN-01, PEB-TAKE-01
    """
    if event.seat != state.turn:
        return refuse("pebbles.not_your_turn", "PEB-TURN-01", seat=event.seat, turn=state.turn)
    if event.count > (most := min(state.switches.most, state.heap)):
        return refuse("pebbles.too_many", "PEB-TAKE-01", n=most)
    return None


def all_counts(_: State, seat: str) -> Iterator[PebblesTaken]:
    """Name every number of pebbles one can take in a hand: shapes, no rules."""
    return (PebblesTaken(seat, count) for count in range(1, 10))


def pebbles_taken(state: State, event: PebblesTaken) -> State:
    """Take pebbles from the heap; the next seat has the turn."""
    return replace(state, heap=state.heap - event.count, turn=state.after(event.seat))


def settle(draft: Draft[State]) -> None:
    """End the game when the heap is empty: whoever took last has won.

    Rules: PEB-END-01
    """
    state = draft.state
    if not state.heap and not state.winners:
        last = state.seats[state.seats.index(state.turn) - 1]
        draft.derive(GameEnded((last,)), "PEB-END-01")


def game_ended(state: State, event: GameEnded) -> State:
    """Note who won."""
    return replace(state, winners=event.winners)


ACTS = (
    Act(
        event=PebblesTaken,
        rules=("PEB-TAKE-01",),
        judge=judge_taking,
        apply=pebbles_taken,
        conceivable=all_counts,
        phases=("take",),
    ),
)

CONSEQUENCES = (Consequence(event=GameEnded, rules=("PEB-END-01",), apply=game_ended, turning=True),)
