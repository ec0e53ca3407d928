"""Buying lost canoes back, and the free one."""

from functools import cache

from msgspec.structs import replace

from referee.games.niagara.events import CanoeBought, CanoeGranted, Gem
from referee.games.niagara.phases.turns import both_lost, judge_buying, judge_turn
from referee.games.niagara.state import Counts, State, add, lost_canoes
from referee.games.niagara.tables import GEM_INDEX, GEMS
from referee.kernel.acts import Act, Consequence, Draft
from referee.kernel.facts import put
from referee.kernel.verdict import Refused, refuse


def judge_purchase(state: State, event: CanoeBought) -> Refused | None:
    """Judge the purchase of a lost canoe: the canoe, and the gem it is paid with.

    Rules: NIA-BUY-01, NIA-BUY-02, NIA-BUY-03, NIA-GOAL-02
    """
    refused = judge_turn(state, event.seat, "NIA-BUY-02", unshown=("NIA-BUY-02",))
    refused = refused or judge_buying(state, event.canoe)
    if refused or event.gem in colours_of(state.owned[state.turn]):
        return refused
    return refuse("niagara.gem_not_owned", "NIA-BUY-01", "NIA-GOAL-02", seat=event.seat, gem=event.gem)


@cache
def colours_of(owned: Counts) -> tuple[Gem, ...]:
    """List the colours of the gems a seat has ashore. Rules: NIA-BUY-01, NIA-GOAL-02."""
    return tuple(gem for gem, count in zip(GEMS, owned, strict=True) if count > 0)


def purchases(state: State, seat: str) -> tuple[CanoeBought, ...]:
    """List what may be paid for which canoe."""
    gems = colours_of(state.owned[state.turn])
    if not gems or judge_turn(state, seat) is not None or judge_buying(state) is not None:
        return ()
    return tuple([CanoeBought(seat, gem, c) for c in lost_canoes(state, state.turn) for gem in gems])  # type: ignore[arg-type]


def numbered(state: State, event: CanoeBought) -> CanoeBought:
    """Say which canoe comes back where the purchase does not: the lowest-numbered lost one.

    Rules: NIA-BUY-03
    """
    return event if event.canoe else replace(event, canoe=lost_canoes(state, state.turn)[0])


def canoe_bought(state: State, event: CanoeBought) -> State:
    """Pay a gem to its site and put the canoe ashore."""
    i, gem = state.index[event.seat], GEM_INDEX[event.gem]
    return replace(
        state,
        owned=put(state.owned, i, add(state.owned[i], gem, -1)),
        sites=put(state.sites, gem, add(state.sites[gem], gem)),
        at=put(state.at, 2 * i + (event.canoe or 1) - 1, "land"),
        bought=state.bought + 1,
    )


def grant(draft: Draft[State], i: int) -> None:
    """Give a seat with both canoes lost and no gem one canoe back. Rules: NIA-BUY-05."""
    state = draft.state
    if both_lost(state, i) and not any(state.owned[i]):
        draft.derive(CanoeGranted(state.seats[i], 1), "NIA-BUY-05")


def grant_at_once(draft: Draft[State]) -> None:
    """Give free canoes the moment they are due, where the edition does so. Rules: NIA-BUY-05."""
    if draft.state.options.free_canoe == "at_once":
        for i in range(len(draft.state.seats)):
            grant(draft, i)


def canoe_granted(state: State, event: CanoeGranted) -> State:
    """Put a canoe ashore; one granted to a seat that has acted waits for its next turn."""
    i, canoe = state.index[event.seat], event.canoe or 1
    waits = canoe if state.turn == i and state.used else 0
    return replace(state, at=put(state.at, 2 * i + canoe - 1, "land"), granted=state.granted | waits)


def rules_of_purchase(state: State, _: CanoeBought) -> tuple[str, ...]:
    """Name the rules a purchase was allowed by. Rules: NIA-BUY-01, NIA-BUY-02, NIA-BUY-03, NIA-BUY-04."""
    rules = ("NIA-BUY-01", "NIA-BUY-02", "NIA-BUY-03")
    return (*rules, "NIA-BUY-04") if both_lost(state, state.turn) else rules


ACTS = (
    Act(
        event=CanoeBought,
        rules=rules_of_purchase,
        judge=judge_purchase,
        complete=numbered,
        apply=canoe_bought,
        listed=purchases,
        phases=("turn", "cloud"),
    ),
)

CONSEQUENCES = (Consequence(event=CanoeGranted, rules=("NIA-BUY-05",), apply=canoe_granted),)
