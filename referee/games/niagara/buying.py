"""Buying lost canoes back, and the free one."""

from msgspec.structs import replace

from referee.games.niagara.draft import Draft, refuse
from referee.games.niagara.events import CanoeBought, CanoeGranted
from referee.games.niagara.state import State, lost_canoes
from referee.games.niagara.tables import GEM_INDEX
from referee.games.niagara.turns import both_lost, judge_turn
from referee.kernel.verdict import Refused


def judge_purchase(state: State, event: CanoeBought) -> Refused | None:
    """Judge the purchase of a lost canoe.

    Rules: NIA-BUY-01, NIA-BUY-02, NIA-BUY-03, NIA-BUY-04
    """
    seat = event.seat
    if refused := judge_turn(state, seat, "NIA-BUY-02"):
        return refused
    lost = lost_canoes(state, state.turn)
    if state.used:
        return refuse("niagara.buy_before_acting", "NIA-BUY-02", seat=seat)
    if not lost or event.canoe not in (None, *lost):
        return refuse("niagara.not_lost", "NIA-BUY-01", seat=seat, canoe=event.canoe or 1)
    if not state.owned[state.turn][GEM_INDEX[event.gem]]:
        return refuse("niagara.gem_not_owned", "NIA-BUY-01", "NIA-GOAL-02", seat=seat, gem=event.gem)
    limit = state.switches.purchases_per_turn
    if state.bought >= limit:
        return refuse("niagara.enough_bought", "NIA-BUY-04", seat=seat, limit=limit)
    return None


def numbered(state: State, event: CanoeBought) -> CanoeBought:
    """Say which canoe comes back where the purchase does not: the lowest-numbered lost one.

    Rules: NIA-BUY-03
    """
    return event if event.canoe else replace(event, canoe=lost_canoes(state, state.turn)[0])


def grant(draft: Draft, i: int) -> None:
    """Give a seat with both canoes lost and no gem one canoe back.

    Rules: NIA-BUY-05
    """
    state = draft.state
    if both_lost(state, i) and not any(state.owned[i]):
        draft.derive(CanoeGranted(state.seats[i], 1), "NIA-BUY-05")


def grant_at_once(draft: Draft) -> None:
    """Give free canoes the moment they are due, where the edition does so.

    Rules: NIA-BUY-05
    """
    if draft.state.switches.free_canoe == "at_once":
        for i in range(len(draft.state.seats)):
            grant(draft, i)
