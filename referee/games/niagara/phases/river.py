"""The river: how fast it runs, which arms the discs take, and what goes over the falls."""

from functools import cache
from itertools import product
from typing import Any

from msgspec.structs import replace

from events.base import TABLE
from referee.games.niagara.events import CanoeLost, Card, GemRemoved, GemReturned, RiverFlowed, Side
from referee.games.niagara.phases.buying import grant_at_once
from referee.games.niagara.phases.ending import end_round
from referee.games.niagara.state import State, add, canoe_index, cargo_without, next_arm
from referee.games.niagara.tables import GEM_INDEX, drift
from referee.kernel.acts import Act, Consequence, Draft
from referee.kernel.facts import put
from referee.kernel.verdict import Refused, refuse


def speed_of(state: State) -> int:
    """Reckon how many pushes the cards shown so far and the weather make.

    Rules: NIA-RIVER-02, NIA-RIVER-03, NIA-RIVER-04, NIA-RIVER-05
    """
    minimum: int = state.options.minimum_speed
    return max(lowest(state.shown) + state.weather, minimum)


@cache
def lowest(shown: tuple[Card | None, ...]) -> int:
    """Find the lowest number among the cards shown; 0 where there is none.

    Rules: NIA-RIVER-02, NIA-RIVER-03, NIA-RIVER-04
    """
    return min((card for card in shown if isinstance(card, int)), default=0)


def speed_rules(state: State) -> tuple[str, ...]:
    """Name the rules the speed follows from, the deciding one first. Rules: NIA-RIVER-02, NIA-RIVER-04."""
    clouds_only = not any(isinstance(card, int) for card in state.shown)
    return ("NIA-RIVER-04", "NIA-RIVER-02") if clouds_only else ("NIA-RIVER-02",)


def alternation(state: State, pushes: int) -> tuple[Side, ...]:
    """Give the arms the discs take when they alternate, as the edition has it. Rules: NIA-RIVER-07."""
    first = next_arm(state)
    other: Side = "right" if first == "left" else "left"
    return tuple([other if push % 2 else first for push in range(pushes)])


def is_observed(state: State) -> bool:
    """Whether the table has to say which arms the discs took. Rules: NIA-RIVER-07, NIA-RIVER-08."""
    return state.options.fork == "observed" and speed_of(state) > 0


def judge_flow(state: State, event: RiverFlowed) -> Refused | None:
    """Judge a river flow the table reports. Rules: NIA-RIVER-02, NIA-RIVER-06, NIA-RIVER-08."""
    speed, pushes = speed_of(state), len(event.exits)
    if pushes != speed:
        rules = (*speed_rules(state), "NIA-RIVER-06")
        return refuse("niagara.wrong_pushes", *rules, pushes=pushes, speed=speed)
    if bad := next((jam for jam in event.jams if jam >= pushes), None):
        counted = {"push": bad + 1, "pushes": pushes}  # as people count
        return refuse("niagara.no_such_push", "NIA-RIVER-08", jam=bad, last=pushes - 1, **counted)
    if len(set(event.jams)) < len(event.jams):
        return refuse("niagara.jam_told_twice", "NIA-RIVER-08")
    return None


def judge_observing(state: State, _: str) -> Refused | None:
    """Judge whether the table has to say what the river did. Rules: NIA-RIVER-01, NIA-RIVER-07."""
    if state.phase != "river":
        return refuse("niagara.river_waits", "NIA-RIVER-01")
    return None if is_observed(state) else refuse("niagara.river_is_reckoned", "NIA-RIVER-07")


def flows(state: State, _: str) -> tuple[RiverFlowed, ...]:
    """List every way through the fork at the river's speed, the usual alternation first.

    A jam changes what is told, not what may happen: `jammed` gives a sample of it.
    """
    speed = speed_of(state)
    return flows_of(speed, alternation(state, speed))


@cache
def flows_of(speed: int, usual: tuple[Side, ...]) -> tuple[RiverFlowed, ...]:
    """Write every flow of a speed."""
    sides: Any = product(("left", "right"), repeat=speed)
    return (RiverFlowed(usual), *(RiverFlowed(exits) for exits in sides if exits != usual))


def jammed(state: State, seat: str) -> tuple[RiverFlowed, ...]:
    """Write a sample of a flow in which a disc jammed at the fork, where the table has to say what it did.

    Rules: NIA-RIVER-08
    """
    if seat != TABLE or state.phase != "river" or not is_observed(state):
        return ()
    return (RiverFlowed(alternation(state, speed_of(state)), (0,)),)


def rules_of_flow(state: State, event: RiverFlowed) -> tuple[str, ...]:
    """Name the rules a flow that was told follows from. Rules: NIA-RIVER-07, NIA-RIVER-08."""
    return (*speed_rules(state), "NIA-RIVER-07", *(("NIA-RIVER-08",) if event.jams else ()))


def river_flowed(state: State, event: RiverFlowed) -> State:
    """Carry every canoe in the river, and remember which arm is next."""
    exits = event.exits
    if not exits:
        return state
    fork_next = "right" if exits[-1] == "left" else "left"
    return replace(state, at=tuple([drift(at, exits) for at in state.at]), fork_next=fork_next)


def flow(draft: Draft[State]) -> None:
    """Let the river flow as the edition reckons it.

    Rules: NIA-RIVER-01, NIA-RIVER-02, NIA-RIVER-05, NIA-RIVER-07
    """
    speed = speed_of(draft.state)
    exits = alternation(draft.state, speed)
    how = "NIA-RIVER-07" if speed else "NIA-RIVER-05"
    draft.derive(RiverFlowed(exits), *speed_rules(draft.state), how)


def finish_round(draft: Draft[State], _: RiverFlowed | None = None) -> None:
    """Follow the river: what fell, the end of the round, perhaps of the game."""
    sweep(draft)
    end_round(draft)


def sweep(draft: Draft[State]) -> None:
    """Lose the canoes whose discs fell, in turn order; grant free canoes where due.

    Rules: NIA-RIVER-06, NIA-FALL-01
    """
    fallen = [i for i, at in enumerate(draft.state.at) if at == "falls"]
    for i in fallen:
        lose(draft, draft.state.seats[i // 2], i % 2 + 1)
    if fallen:
        grant_at_once(draft)


def lose(draft: Draft[State], seat: str, canoe: int) -> None:
    """Write the loss of a canoe over the falls, and where its gem goes. Rules: NIA-FALL-01, NIA-FALL-02."""
    gem = draft.state.cargo[canoe_index(draft.state, seat, canoe)]
    draft.derive(CanoeLost(seat, canoe, gem), "NIA-FALL-01")  # type: ignore[arg-type]
    if gem:
        returned = draft.state.options.gem_over_falls == "returned"
        fate = GemReturned if returned else GemRemoved
        draft.derive(fate(gem, seat, canoe), "NIA-FALL-02")  # type: ignore[arg-type]


def canoe_lost(state: State, event: CanoeLost) -> State:
    """Take a canoe off the board; its gem is still to be put somewhere."""
    return replace(state, at=put(state.at, canoe_index(state, event.seat, event.canoe), "lost"))


def gem_returned(state: State, event: GemReturned) -> State:
    """Put the gem of a lost canoe back on its own site."""
    gem = GEM_INDEX[event.gem]
    sites = put(state.sites, gem, add(state.sites[gem], gem))
    return replace(state, sites=sites, cargo=cargo_without(state, event.seat, event.canoe))


def gem_removed(state: State, event: GemRemoved) -> State:
    """Take the gem of a lost canoe out of the game."""
    removed = add(state.removed, GEM_INDEX[event.gem])
    return replace(state, removed=removed, cargo=cargo_without(state, event.seat, event.canoe))


ACTS = (
    Act(
        event=RiverFlowed,
        rules=rules_of_flow,
        may=judge_observing,
        judge=judge_flow,
        apply=river_flowed,
        follow=finish_round,
        listed=flows,
        phases=("river",),
        by_table=True,
        reveals=True,
    ),
)

CONSEQUENCES = (
    Consequence(
        event=CanoeLost,
        rules=("NIA-RIVER-06", "NIA-FALL-01"),
        apply=canoe_lost,
        turning=True,
        needs_confirmation=True,
    ),
    Consequence(event=GemReturned, rules=("NIA-FALL-02",), apply=gem_returned),
    Consequence(event=GemRemoved, rules=("NIA-FALL-02",), apply=gem_removed),
)
