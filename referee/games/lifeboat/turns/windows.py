"""Windows, in which several may act: who still may, and what, by what everybody can see."""

from referee.games.lifeboat.conflicts.meals import is_anothers
from referee.games.lifeboat.events import GhostCalled
from referee.games.lifeboat.phases.overboard import judge_ghost
from referee.games.lifeboat.phases.playing import may_throw
from referee.games.lifeboat.phases.thirst import thirsty
from referee.games.lifeboat.state import State, phase_of


def in_window(state: State) -> tuple[str, ...]:
    """List who might still do something in a window: whoever `acts_in_window` lists anything for.

    Who said to stay out of a fight is asked no more, until somebody joins or plays.

    Rules: LIF-FIGHT-07
    """
    boat, wounds, sizes, phase, found = state.boat, state.wounds, state.sizes, phase_of(state), []
    for i, hand in enumerate(state.hands):
        if (hand != () and i in boat and wounds[i] < sizes[i]) or acts_in_window(state, i, phase):
            found.append(state.seats[i])
    if state.fight is None or not state.fight.out:
        return tuple(found)
    return tuple([seat for seat in found if state.index[seat] not in state.fight.out])


def acts_in_window(state: State, i: int, phase: str) -> tuple[str, ...]:
    """List what one seat may still do in a window, by what everybody can see.

    Rules: LIF-FIGHT-03, LIF-PLAY-01, LIF-CAN-02, LIF-OVER-02, LIF-THIRST-04, LIF-VAR-GHOST
    """
    if i not in state.boat or state.wounds[i] >= state.sizes[i]:
        return () if phase != "overboard" or judge_ghost(state, GhostCalled(state.seats[i])) else ("ghost",)
    has_hand, table, fight = state.hands[i] != (), state.table[i], state.fight
    acts = ("play",) if has_hand else ()
    if fight is not None:
        return acts if fight.has(i) else ("join", *acts)
    if phase == "action":
        is_asked = state.demand is not None and is_anothers(state.demand, i)
        return ("object", *acts) if is_asked else acts
    if phase == "overboard":
        acts = (*acts, "throw") if "preserver" in table and may_throw(state, i) else acts
        return (*acts, "chum") if has_hand or "chum" in table else acts
    return (*acts, "water") if (has_hand or "water" in table) and thirsty(state) else acts
