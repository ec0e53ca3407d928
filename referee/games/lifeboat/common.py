"""Questions every judgement asks first."""

from typing import Any

from events.base import Event, Kind
from referee.games.lifeboat.draft import Draft, refuse
from referee.games.lifeboat.state import State, current, is_taking, phase_of
from referee.kernel.table import judge_known_seats
from referee.kernel.verdict import Accepted, Refused


def judge_seat(state: State, *seats: str) -> Refused | None:
    """Refuse seats that do not sit here.

    Rules: TAB-SEAT-01
    """
    index = state.index
    for seat in seats:
        if seat not in index:
            return judge_known_seats(state, seats)
    return None


def judge_phase(state: State, *phases: str) -> Refused | None:
    """Refuse what belongs to another phase.

    Rules: LIF-TURN-01
    """
    phase = phase_of(state)
    if phase in phases:
        return None
    return refuse("lifeboat.wrong_phase", "LIF-TURN-01", phase=phase, needed=phases[0])


def judge_awake(state: State, i: int) -> Refused | None:
    """Refuse what the unconscious, the dead and the lost would do.

    Rules: LIF-STAT-02, LIF-STAT-04, LIF-STAT-05
    """
    if i not in state.boat:
        return refuse("lifeboat.not_aboard", "LIF-STAT-05", seat=state.seats[i])
    if state.wounds[i] < state.sizes[i]:
        return None
    rule = "LIF-STAT-04" if state.wounds[i] > state.sizes[i] else "LIF-STAT-02"
    return refuse("lifeboat.not_conscious", rule, seat=state.seats[i])


def judge_no_draw(state: State) -> Refused | None:
    """Refuse anything between a blind draw's cause and the draw.

    Rules: LIF-MUG-03, LIF-MUG-05
    """
    demand = state.demand
    if demand is None or not is_taking(state):
        return None
    rule = "LIF-MUG-03" if state.character[demand.by] == "kid" else "LIF-MUG-05"
    seat, victim = state.seats[demand.by], state.seats[demand.target]
    return refuse("lifeboat.draw_due", rule, seat=seat, victim=victim)


def judge_slot(state: State, seat: str) -> Refused | None:
    """Refuse an action outside the seat's own slot.

    Rules: LIF-ACT-01, LIF-ACT-03, LIF-TURN-02
    """
    is_free = state.phase == "action" and state.demand is None and state.stroke is None
    if is_free and state.index.get(seat, -1) == current(state) >= 0:
        return None
    refused = judge_seat(state, seat) or judge_phase(state, "action")
    if refused:
        return refused
    if state.fight is not None:
        return refuse("lifeboat.fight_is_on", "LIF-FIGHT-07", seat=seat)
    if refused := judge_awake(state, state.index[seat]) or judge_no_draw(state):
        return refused
    actor = current(state)
    if state.seats[actor] != seat:
        return refuse(
            "lifeboat.not_your_slot", "LIF-TURN-02", "LIF-ACT-01", seat=seat, actor=state.seats[actor]
        )
    if state.demand is not None or state.stroke is not None:
        return refuse("lifeboat.one_action", "LIF-ACT-01", seat=seat)
    return None


def write(state: State, event: Event, kind: Kind, *rules: str) -> Draft:
    """Begin a judgement with its event."""
    draft = Draft(state)
    draft.add(event, kind, rules)
    return draft


def accept(state: State, event: Event, kind: Kind, *rules: str) -> Accepted:
    """Accept an event that nothing follows from."""
    return write(state, event, kind, *rules).accept()


def name_of(state: State, i: int) -> Any:
    """Name a seat by number."""
    return state.seats[i]
