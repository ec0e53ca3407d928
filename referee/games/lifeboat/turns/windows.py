"""Windows, in which several may act: who still may, and what, by what everybody can see."""

from referee.games.lifeboat.conflicts.fights import judge_joining
from referee.games.lifeboat.conflicts.meals import judge_objection
from referee.games.lifeboat.events import FightJoined, Objected
from referee.games.lifeboat.phases.overboard import may_call
from referee.games.lifeboat.phases.playing import may_throw
from referee.games.lifeboat.phases.thirst import thirsty
from referee.games.lifeboat.state import State, is_conscious, phase_of


def in_window(state: State) -> tuple[str, ...]:
    """List who might still do something in a window: whoever `acts_in_window` lists anything for.

    Who said to stay out of a fight is asked no more, until somebody joins or plays.

    Rules: LIF-FIGHT-07
    """
    phase = phase_of(state)
    return tuple([seat for i, seat in enumerate(state.seats) if is_in_window(state, i, phase)])


def is_in_window(state: State, i: int, phase: str) -> bool:
    """Tell whether one seat might still do something in a window.

    Rules: LIF-FIGHT-07
    """
    if state.fight is not None and i in state.fight.out:
        return False
    if i in state.boat and state.wounds[i] < state.sizes[i]:
        return state.hands[i] != () or bool(acts_in_window(state, i, phase))
    return phase == "overboard" and may_call(state, i)


def acts_in_window(state: State, i: int, phase: str) -> tuple[str, ...]:
    """List what one seat may still do in a window, by what everybody can see.

    Rules: LIF-FIGHT-03, LIF-PLAY-01, LIF-CAN-02, LIF-OVER-02, LIF-THIRST-04, LIF-VAR-GHOST
    """
    if i not in state.boat or not is_conscious(state, i):
        return ("ghost",) if phase == "overboard" and may_call(state, i) else ()
    seat, has_hand, table = state.seats[i], state.hands[i] != (), state.table[i]
    acts = ("play",) if has_hand else ()
    if state.fight is not None:
        return acts if judge_joining(state, FightJoined(seat, "attack")) else ("join", *acts)
    if phase == "action":
        return acts if judge_objection(state, Objected(seat)) else ("object", *acts)
    if phase == "overboard":
        acts = (*acts, "throw") if "preserver" in table and may_throw(state, i) else acts
        return (*acts, "chum") if has_hand or "chum" in table else acts
    return (*acts, "water") if (has_hand or "water" in table) and thirsty(state) else acts
