"""The river: how fast it runs, which arms the discs take, and what goes over the falls."""

from functools import cache

from referee.games.niagara.buying import grant_at_once
from referee.games.niagara.draft import Draft, refuse
from referee.games.niagara.events import Card, RiverFlowed, Side
from referee.games.niagara.paddling import lose
from referee.games.niagara.position import next_arm
from referee.games.niagara.state import State
from referee.kernel.verdict import Refused


def speed_of(state: State) -> int:
    """Reckon how many pushes the cards shown so far and the weather make.

    Rules: NIA-RIVER-02, NIA-RIVER-03, NIA-RIVER-04, NIA-RIVER-05
    """
    minimum: int = state.switches.minimum_speed
    return max(lowest(state.shown) + state.weather, minimum)


@cache
def lowest(shown: tuple[Card | None, ...]) -> int:
    """Find the lowest number among the cards shown; 0 where there is none.

    Rules: NIA-RIVER-02, NIA-RIVER-03, NIA-RIVER-04
    """
    return min((card for card in shown if isinstance(card, int)), default=0)


def speed_rules(state: State) -> tuple[str, ...]:
    """Name the rules the speed follows from, the deciding one first.

    Rules: NIA-RIVER-02, NIA-RIVER-04
    """
    clouds_only = not any(isinstance(card, int) for card in state.shown)
    return ("NIA-RIVER-04", "NIA-RIVER-02") if clouds_only else ("NIA-RIVER-02",)


def alternation(state: State, pushes: int) -> tuple[Side, ...]:
    """Give the arms the discs take when they alternate, as the edition has it.

    Rules: NIA-RIVER-07
    """
    first = next_arm(state)
    other: Side = "right" if first == "left" else "left"
    return tuple([other if push % 2 else first for push in range(pushes)])


def is_observed(state: State) -> bool:
    """Whether the table has to say which arms the discs took.

    Rules: NIA-RIVER-07, NIA-RIVER-08
    """
    return state.switches.fork == "observed" and speed_of(state) > 0


def judge_flow(state: State, event: RiverFlowed) -> Refused | None:
    """Judge a river flow the table reports.

    Rules: NIA-RIVER-01, NIA-RIVER-02, NIA-RIVER-06, NIA-RIVER-07, NIA-RIVER-08
    """
    if state.phase != "river":
        return refuse("niagara.river_waits", "NIA-RIVER-01")
    speed, pushes = speed_of(state), len(event.exits)
    if not is_observed(state):
        return refuse("niagara.river_is_reckoned", "NIA-RIVER-07")
    if pushes != speed:
        rules = (*speed_rules(state), "NIA-RIVER-06")
        return refuse("niagara.wrong_pushes", *rules, pushes=pushes, speed=speed)
    if bad := next((jam for jam in event.jams if jam >= pushes), None):
        return refuse("niagara.no_such_push", "NIA-RIVER-08", jam=bad, last=pushes - 1)
    if len(set(event.jams)) < len(event.jams):
        return refuse("niagara.jam_told_twice", "NIA-RIVER-08")
    return None


def flow(draft: Draft) -> None:
    """Let the river flow as the edition reckons it.

    Rules: NIA-RIVER-01, NIA-RIVER-02, NIA-RIVER-05, NIA-RIVER-07
    """
    speed = speed_of(draft.state)
    exits = alternation(draft.state, speed)
    how = "NIA-RIVER-07" if speed else "NIA-RIVER-05"
    draft.derive(RiverFlowed(exits), *speed_rules(draft.state), how)


def sweep(draft: Draft) -> None:
    """Lose the canoes whose discs fell, in turn order; grant free canoes where due.

    Rules: NIA-RIVER-06, NIA-FALL-01
    """
    fallen = [i for i, at in enumerate(draft.state.at) if at == "falls"]
    for i in fallen:
        lose(draft, draft.state.seats[i // 2], i % 2 + 1)
    if fallen:
        grant_at_once(draft)
