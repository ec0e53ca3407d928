"""The river: how fast it runs, which arms the discs take, and what goes over the falls."""

from functools import cache
from itertools import product
from typing import Any, Final

from msgspec.structs import replace

from referee.games.niagara.ending import end_round
from referee.games.niagara.events import CanoeLost, Card, GemRemoved, GemReturned, RiverFlowed, Side
from referee.games.niagara.state import State, add, canoe_index, cargo_without, next_arm
from referee.games.niagara.tables import GEM_INDEX, drift
from referee.games.niagara.turns import grant_at_once
from referee.kernel.parts import Act, Consequence, Draft, Listing, Refused, When, refuse, set_at


def speed_of(state: State) -> int:
    """Return the pushes of the river, from the cards shown so far and the weather, at least `minimum_speed`.

    Rules: NIA-RIVER-02, NIA-RIVER-03, NIA-RIVER-04, NIA-RIVER-05
    """
    minimum: int = state.options.minimum_speed
    return max(_lowest(state.shown) + state.weather, minimum)


@cache
def _lowest(shown: tuple[Card | None, ...]) -> int:
    """Return the lowest number among the cards shown; 0 where there is none."""
    return min((card for card in shown if isinstance(card, int)), default=0)


def _speed_rules(state: State) -> tuple[str, ...]:
    """Return the rules the speed follows from, the deciding one first."""
    clouds_only = not any(isinstance(card, int) for card in state.shown)
    return ("NIA-RIVER-04", "NIA-RIVER-02") if clouds_only else ("NIA-RIVER-02",)


def alternation(state: State, pushes: int) -> tuple[Side, ...]:
    """Return the arms the discs take when they alternate, one for each push; the table decides the first."""
    first = next_arm(state)
    other: Side = "right" if first == "left" else "left"
    return tuple([other if push % 2 else first for push in range(pushes)])


def is_observed(state: State) -> bool:
    """Return whether people have to say which arms the discs took. Rules: NIA-RIVER-07, NIA-RIVER-08."""
    return state.options.fork == "observed" and speed_of(state) > 0


def _judge_flow(state: State, event: RiverFlowed) -> Refused | None:
    """Refuse another number of pushes than the speed, and jams that no push had; else None."""
    speed, pushes = speed_of(state), len(event.exits)
    if pushes != speed:
        rules = (*_speed_rules(state), "NIA-RIVER-06")
        return refuse("niagara.wrong_pushes", *rules, pushes=pushes, speed=speed)
    if bad := next((jam for jam in event.jams if jam >= pushes), None):
        counted = {"push": bad + 1, "pushes": pushes}  # as people count
        return refuse("niagara.no_such_push", "NIA-RIVER-08", jam=bad, last=pushes - 1, **counted)
    if len(set(event.jams)) < len(event.jams):
        return refuse("niagara.jam_told_twice", "NIA-RIVER-08")
    return None


def _judge_observing(state: State, _: str) -> Refused | None:
    """Refuse a flow before all turns are had, or where the referee reckons it; else None."""
    if state.phase != "river":
        return refuse("niagara.river_waits", "NIA-RIVER-01")
    return None if is_observed(state) else refuse("niagara.river_is_reckoned", "NIA-RIVER-07")


def _flows(state: State, _: str) -> tuple[RiverFlowed, ...]:
    """Return every way through the fork at the river's speed, the usual alternation first.

    A jam changes what is told, not what may happen: `jam_samples` returns a sample of it.
    """
    speed = speed_of(state)
    return _flows_of(speed, alternation(state, speed))


@cache
def _flows_of(speed: int, usual: tuple[Side, ...]) -> tuple[RiverFlowed, ...]:
    """Return every flow of `speed` pushes, the `usual` alternation first."""
    sides: Any = product(("left", "right"), repeat=speed)
    return (RiverFlowed(usual), *(RiverFlowed(exits) for exits in sides if exits != usual))


def jam_samples(state: State, _: str) -> tuple[RiverFlowed, ...]:
    """Return a flow in which the first disc jammed; none where people need not say what the river did."""
    if state.phase != "river" or not is_observed(state):
        return ()
    return (RiverFlowed(alternation(state, speed_of(state)), (0,)),)


def _rules_of_flow(state: State, event: RiverFlowed) -> tuple[str, ...]:
    """Return the rules a flow that was told follows from."""
    return (*_speed_rules(state), "NIA-RIVER-07", *(("NIA-RIVER-08",) if event.jams else ()))


def _apply_river_flowed(state: State, event: RiverFlowed) -> State:
    """Carry every canoe in the river; the next disc takes the arm that the last did not."""
    exits = event.exits
    if not exits:
        return state
    fork_next = "right" if exits[-1] == "left" else "left"
    return replace(state, at=tuple([drift(at, exits) for at in state.at]), fork_next=fork_next)


def flow(draft: Draft[State]) -> None:
    """Derive the flow of a river that the referee reckons. Rules: NIA-RIVER-01, NIA-RIVER-02."""
    speed = speed_of(draft.state)
    exits = alternation(draft.state, speed)
    how = "NIA-RIVER-07" if speed else "NIA-RIVER-05"
    draft.derive(RiverFlowed(exits), *_speed_rules(draft.state), how)


def finish_round(draft: Draft[State], _: RiverFlowed | None = None) -> None:
    """Derive what follows the river: what fell, the end of the round, perhaps of the game."""
    sweep(draft)
    end_round(draft)


def sweep(draft: Draft[State]) -> None:
    """Derive the loss of the canoes that went over the falls, in turn order, and free canoes where due.

    Rules: NIA-RIVER-06, NIA-FALL-01
    """
    fallen = [i for i, at in enumerate(draft.state.at) if at == "falls"]
    for i in fallen:
        _lose(draft, draft.state.seats[i // 2], i % 2 + 1)
    if fallen:
        grant_at_once(draft)


_GEM_FELL: Final = {"returned": GemReturned, "removed": GemRemoved}
"""What follows, by the option `gem_over_falls`, where a gem goes over the falls: NIA-FALL-02, which returns
it, and the exception of edition ja."""


def _lose(draft: Draft[State], seat: str, canoe: int) -> None:
    """Derive the loss of one canoe, and where its gem goes."""
    gem = draft.state.cargo[canoe_index(draft.state, seat, canoe)]
    draft.derive(CanoeLost(seat, canoe, gem), "NIA-FALL-01")  # type: ignore[arg-type]
    if gem:
        gem_fell = _GEM_FELL[draft.state.options.gem_over_falls]
        draft.derive(gem_fell(gem, seat, canoe), "NIA-FALL-02")  # type: ignore[arg-type]


def _apply_canoe_lost(state: State, event: CanoeLost) -> State:
    """Take a canoe off the board; where its gem goes is another event."""
    return replace(state, at=set_at(state.at, canoe_index(state, event.seat, event.canoe), "lost"))


def _apply_gem_returned(state: State, event: GemReturned) -> State:
    gem = GEM_INDEX[event.gem]
    sites = set_at(state.sites, gem, add(state.sites[gem], gem))
    return replace(state, sites=sites, cargo=cargo_without(state, event.seat, event.canoe))


def _apply_gem_removed(state: State, event: GemRemoved) -> State:
    removed = add(state.removed, GEM_INDEX[event.gem])
    return replace(state, removed=removed, cargo=cargo_without(state, event.seat, event.canoe))


ACTS = (
    Act(
        event=RiverFlowed,
        rules=_rules_of_flow,
        when=When(phases=("river",), judge=_judge_observing, by_table=True),
        judge=_judge_flow,
        apply=_apply_river_flowed,
        candidates=Listing(_flows, jam_samples),
        follow=finish_round,
        reveals=True,
    ),
)

CONSEQUENCES = (
    Consequence(
        event=CanoeLost,
        rules=("NIA-RIVER-06", "NIA-FALL-01"),
        apply=_apply_canoe_lost,
        turning=True,
        needs_confirmation=True,
    ),
    Consequence(event=GemReturned, rules=("NIA-FALL-02",), apply=_apply_gem_returned),
    Consequence(event=GemRemoved, rules=("NIA-FALL-02",), apply=_apply_gem_removed),
)
