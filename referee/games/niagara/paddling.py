"""Judging a canoe's move: may it act, its path, its points, and what follows."""

from functools import cache

from msgspec.structs import replace

from referee.games.niagara.buying import grant_at_once
from referee.games.niagara.draft import Draft, refuse
from referee.games.niagara.ending import note_goal
from referee.games.niagara.events import (
    CanoeLanded,
    CanoeLost,
    CanoeMoved,
    CanoeRef,
    GemAct,
    GemBanked,
    GemRemoved,
    GemReturned,
    GemStolen,
)
from referee.games.niagara.loading import judge_acts, tidy_acts
from referee.games.niagara.state import State, canoe_index
from referee.games.niagara.stealing import judge_steal
from referee.games.niagara.tables import DOWN, GEM_ACT_POINTS, RIVER, ROUTES, STAY, UP
from referee.games.niagara.turns import judge_turn, must_buy
from referee.kernel.verdict import Refused


def judge_move(state: State, event: CanoeMoved) -> CanoeMoved | Refused:
    """Judge a canoe's whole action; give it back in its plainest form."""
    if refused := judge_canoe(state, event):
        return refused
    at = state.at[canoe_index(state, event.seat, event.canoe)]
    direction = judge_path(event, at)
    if isinstance(direction, Refused):
        return direction
    event = tidy_acts(event, at)
    cargo = judge_acts(state, event, at)
    if isinstance(cargo, Refused):
        return cargo
    if refused := judge_points(state, event, at):
        return refused
    return judge_steal(state, event, direction, cargo) or event


def judge_canoe(state: State, event: CanoeMoved) -> Refused | None:
    """Judge whether this canoe may act now at all.

    Rules: NIA-TURN-05, NIA-TURN-06, NIA-TURN-07, NIA-TURN-09, NIA-WX-03, NIA-BUY-04, NIA-LOAD-03
    """
    seat, canoe = event.seat, event.canoe
    acts = ("NIA-LOAD-03",) if state.phase == "river" and (event.before or event.after) else ()
    if refused := judge_turn(state, seat, *acts, *done_already(state, event), "NIA-TURN-06"):
        return refused
    if state.shown[state.turn] == "cloud":
        return refuse("niagara.cloud_moves_no_canoe", "NIA-WX-03", seat=seat)
    if must_buy(state):
        return refuse("niagara.must_buy", "NIA-BUY-04", seat=seat)
    if event.during:
        return refuse("niagara.gems_in_mid_move", "NIA-LOAD-03", seat=seat, space=event.during[0].at)
    return judge_spent(state, seat, canoe)


def done_already(state: State, event: CanoeMoved) -> tuple[str, ...]:
    """Name the rules by which a turn that ended by itself left this canoe nothing to do.

    Rules: NIA-TURN-05, NIA-TURN-07, NIA-MOVE-08
    """
    i = state.index[event.seat]
    if state.phase == "choose" or i == state.turn or not isinstance(state.shown[i], int):
        return ()
    ashore = state.at[canoe_index(state, event.seat, event.canoe)] == "land"
    return ("NIA-TURN-07", "NIA-MOVE-08") if ashore else ("NIA-TURN-05",)


def judge_spent(state: State, seat: str, canoe: int) -> Refused | None:
    """Judge whether this canoe has had its action, or may not have one this turn.

    Rules: NIA-FALL-01, NIA-BUY-05, NIA-MOVE-08, NIA-TURN-02, NIA-TURN-05, NIA-TURN-07
    """
    at = state.at[canoe_index(state, seat, canoe)]
    if at == "lost":
        return refuse("niagara.canoe_is_lost", "NIA-FALL-01", "NIA-BUY-01", seat=seat, canoe=canoe)
    if state.granted & canoe:
        return refuse("niagara.granted_canoe_waits", "NIA-BUY-05", seat=seat, canoe=canoe)
    if state.landed & canoe:
        return refuse("niagara.landed_canoe_rests", "NIA-MOVE-08", seat=seat, canoe=canoe)
    if state.used & canoe:
        return refuse("niagara.canoe_has_acted", "NIA-TURN-05", seat=seat, canoe=canoe)
    if at == "land" and state.launched:
        return refuse("niagara.one_launch_a_turn", "NIA-TURN-02", "NIA-TURN-07", seat=seat, canoe=canoe)
    return None


def judge_path(event: CanoeMoved, at: str) -> int | Refused:
    """Judge the path: one direction, one arm. Give the direction.

    Rules: NIA-MOVE-02, NIA-MOVE-03, NIA-MOVE-04, NIA-MOVE-08
    """
    here, direction = at, STAY
    for space in (*event.via, event.to):
        route = ROUTES.get((here, space))
        if route is None:
            return refuse("niagara.other_arm", "NIA-MOVE-04", "NIA-MOVE-03", space=space, at=here)
        if direction * route[0] == UP * DOWN:
            return refuse_turning(event, at, here)
        here, direction = space, direction or route[0]
    return direction


def refuse_turning(event: CanoeMoved, at: str, turn: str) -> Refused:
    """Say which rule a path that turns round at `turn` breaks.

    Rules: NIA-MOVE-03, NIA-MOVE-04, NIA-MOVE-08
    """
    if turn == "land":
        return refuse("niagara.landed_canoe_rests", "NIA-MOVE-08", seat=event.seat, canoe=event.canoe)
    if {at[0], event.to[0]} == {"L", "R"}:
        return refuse("niagara.other_arm", "NIA-MOVE-04", "NIA-MOVE-03", space=event.to, at=at)
    return refuse("niagara.turned_round", "NIA-MOVE-03", space=turn, canoe=event.canoe, seat=event.seat)


def judge_points(state: State, event: CanoeMoved, at: str) -> Refused | None:
    """Judge whether the card is spent to the point: only landing and falling waste what is left.

    Rules: NIA-MOVE-01, NIA-MOVE-05, NIA-MOVE-06, NIA-LOAD-02, NIA-LOAD-11, NIA-STEAL-06,
    NIA-TURN-05
    """
    card = state.shown[state.turn]
    spent = GEM_ACT_POINTS * (len(event.before) + len(event.after))
    steps = card - spent  # type: ignore[operator]
    direction, distance = ROUTES[at, event.to]
    args = {"card": card, "space": event.to, "distance": distance, "spent": spent, "steps": steps}
    if steps < 0:
        return refuse("niagara.gems_cost_too_much", "NIA-LOAD-02", "NIA-LOAD-11", **args)
    if distance > steps:
        return refuse("niagara.too_far", "NIA-MOVE-01", **args)
    if distance == steps or (event.to in ("land", "falls") and direction != STAY):
        return None
    rules: tuple[str, ...] = ("NIA-STEAL-06", "NIA-MOVE-05") if event.steal else ("NIA-MOVE-05",)
    if direction == UP and event.to == "S1":
        rules += ("NIA-MOVE-07",)
    if state.used or state.at[canoe_index(state, event.seat, 3 - event.canoe)] in RIVER:
        rules += ("NIA-TURN-05",)  # who moves two canoes may mean to share the card out
    return refuse("niagara.points_left", *rules, left=steps - distance, **args)


def follow_move(draft: Draft, event: CanoeMoved) -> None:
    """Write what a move brings about: a theft, a landing with its gem, a fall.

    Rules: NIA-LAND-01, NIA-LAND-02, NIA-TURN-08, NIA-BUY-05
    """
    state = draft.state
    gem = state.cargo[canoe_index(state, event.seat, event.canoe)]
    if event.steal:
        steal(draft, event, event.steal)
    elif event.to == "land":
        draft.derive(CanoeLanded(event.seat, event.canoe), "NIA-LAND-01", "NIA-MOVE-07")
        if gem:
            draft.derive(GemBanked(event.seat, gem, event.canoe), "NIA-LAND-01", "NIA-GOAL-02")
            note_goal(draft, state.index[event.seat])
    elif event.to == "falls":
        lose(draft, event.seat, event.canoe)
        grant_at_once(draft)


def steal(draft: Draft, event: CanoeMoved, victim: CanoeRef) -> None:
    """Write a theft.

    Rules: NIA-STEAL-01, NIA-STEAL-02
    """
    gem = draft.state.cargo[canoe_index(draft.state, victim.seat, victim.canoe)]
    stolen = GemStolen(event.seat, event.canoe, victim.seat, victim.canoe, gem)  # type: ignore[arg-type]
    draft.derive(stolen, "NIA-STEAL-01", "NIA-STEAL-02")


def lose(draft: Draft, seat: str, canoe: int) -> None:
    """Write the loss of a canoe over the falls, and where its gem goes.

    Rules: NIA-FALL-01, NIA-FALL-02
    """
    gem = draft.state.cargo[canoe_index(draft.state, seat, canoe)]
    draft.derive(CanoeLost(seat, canoe, gem), "NIA-FALL-01")  # type: ignore[arg-type]
    if gem:
        returned = draft.state.switches.gem_over_falls == "returned"
        fate = GemReturned if returned else GemRemoved
        draft.derive(fate(gem, seat, canoe), "NIA-FALL-02")  # type: ignore[arg-type]


@cache
def rules_of_move(at: str, to: str, acts: tuple[GemAct, ...]) -> tuple[str, ...]:
    """Name the rules a move was allowed by, the most telling first."""
    direction, kinds = ROUTES[at, to][0], {act.act for act in acts}
    rules: tuple[str, ...] = ("NIA-TURN-02",) if at == "land" else ("NIA-TURN-05",)
    if direction != STAY:
        rules += ("NIA-MOVE-01", "NIA-MOVE-05")
    if to == "land":
        rules += ("NIA-MOVE-06",)
    if direction == DOWN and to[0] in "LR":
        rules += ("NIA-MOVE-04",)
    if len(kinds) == 2:
        rules += ("NIA-LOAD-07",)
    elif kinds:
        rules += ("NIA-LOAD-02",)
    return rules


def rules_allowing(event: CanoeMoved, at: str) -> tuple[str, ...]:
    """Name the rules an accepted move was allowed by."""
    rules = rules_of_move(at, event.to, event.before + event.after)
    return (*rules, "NIA-STEAL-01") if event.steal else rules


def tidied(event: CanoeMoved) -> CanoeMoved:
    """Drop what an accepted move says without meaning: spaces where it does not turn."""
    if event.via or (event.steal_first and not event.steal):
        return replace(event, via=(), steal_first=False)
    return event
