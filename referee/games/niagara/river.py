"""The river: how fast it runs, which arms the discs take, and what goes over the falls."""

from functools import cache
from itertools import pairwise, product
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
    return min((card for card in shown if isinstance(card, int)), default=0)


def _speed_rules(state: State) -> tuple[str, ...]:
    """Return the rules the speed follows from, the deciding one first."""
    clouds_only = not any(isinstance(card, int) for card in state.shown)
    is_raised = _lowest(state.shown) + state.weather < state.options.minimum_speed
    is_clouded = "cloud" in state.shown
    aspects = (
        ("NIA-RIVER-05", is_raised or speed_of(state) == 0),
        ("NIA-RIVER-04", clouds_only),
        ("NIA-RIVER-02", True),
        ("NIA-RIVER-03", is_clouded and not clouds_only),
        ("NIA-WX-04", state.weather != 0 and not is_clouded),
    )
    return tuple([rule for rule, decides in aspects if decides])


def _rules_of_flow(state: State, event: RiverFlowed) -> tuple[str, ...]:
    """Return the rules that allow what the discs did: jams and arms that do not alternate first."""
    alternate = all(arm != after for arm, after in pairwise(event.exits))
    unusual = () if alternate and not event.jams else ("NIA-RIVER-08",)
    return (*unusual, "NIA-RIVER-07", *_speed_rules(state))


def alternation(state: State, pushes: int | None = None) -> tuple[Side, ...]:
    """Return the arms the discs take when they alternate, one for each push; the table decides the first.

    `pushes` None: as many as the river's speed.
    """
    first = next_arm(state)
    other: Side = "right" if first == "left" else "left"
    return tuple([other if n % 2 else first for n in range(speed_of(state) if pushes is None else pushes)])


def is_observed(state: State) -> bool:
    """Return whether people have to say which arms the discs took. Rules: NIA-RIVER-07, NIA-RIVER-08."""
    return state.options.fork == "observed" and speed_of(state) > 0


def _judge_flow(state: State, event: RiverFlowed) -> Refused | None:
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
    if state.phase != "river":
        return refuse("niagara.river_waits", "NIA-RIVER-01")
    return None if is_observed(state) else refuse("niagara.river_is_reckoned", "NIA-RIVER-07")


@cache
def _flows_of(usual: tuple[Side, ...]) -> tuple[RiverFlowed, ...]:
    """Return every way through the fork with as many pushes, the `usual` alternation first."""
    sides: Any = product(("left", "right"), repeat=len(usual))
    return (RiverFlowed(usual), *(RiverFlowed(exits) for exits in sides if exits != usual))


def jam_samples(state: State, _: str) -> tuple[RiverFlowed, ...]:
    """Return a flow in which the first disc jammed: that changes what is told, not what may happen.

    None where people need not say what the river did.
    """
    is_due = state.phase == "river" and is_observed(state)
    return (RiverFlowed(alternation(state), (0,)),) if is_due else ()


def _apply_river_flowed(state: State, event: RiverFlowed) -> State:
    """Carry every canoe in the river; the next disc takes the arm that the last did not."""
    exits = event.exits
    if not exits:
        return state
    fork_next = "right" if exits[-1] == "left" else "left"
    return replace(state, at=tuple([drift(at, exits) for at in state.at]), fork_next=fork_next)


def flow(draft: Draft[State]) -> None:
    """Derive the flow of a river that the referee reckons. Rules: NIA-RIVER-01, NIA-RIVER-02."""
    exits = alternation(draft.state)
    draft.derive(RiverFlowed(exits), *_speed_rules(draft.state), *(("NIA-RIVER-07",) if exits else ()))


def finish_round(draft: Draft[State], _: RiverFlowed | None = None) -> None:
    """Derive what follows the river: what fell, the end of the round, perhaps of the game."""
    sweep(draft)
    end_round(draft)


def sweep(draft: Draft[State]) -> None:
    """Derive the loss of the canoes that went over the falls, in turn order, and free canoes where due.

    Rules: NIA-RIVER-06, NIA-FALL-01
    """
    state = draft.state
    fallen = [i for i, at in enumerate(state.at) if at == "falls"]
    gem_fell = _GEM_FELL[state.options.gem_over_falls]
    for i in fallen:
        seat, canoe, gem = state.seats[i // 2], i % 2 + 1, state.cargo[i]
        draft.derive(CanoeLost(seat, canoe, gem), "NIA-FALL-01")  # type: ignore[arg-type]
        if gem:
            draft.derive(gem_fell(gem, seat, canoe), "NIA-FALL-02")  # type: ignore[arg-type]
    if fallen:
        grant_at_once(draft)


_GEM_FELL: Final = {"returned": GemReturned, "removed": GemRemoved}
"""What follows, by the option `gem_over_falls`, where a gem goes over the falls: NIA-FALL-02, which returns
it, and the exception of edition ja."""


def _apply_canoe_lost(state: State, event: CanoeLost) -> State:
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
        candidates=Listing(lambda state, _: _flows_of(alternation(state)), jam_samples),
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
