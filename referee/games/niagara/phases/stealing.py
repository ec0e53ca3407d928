"""Stealing a gem from another seat's canoe."""

from referee.games.niagara.events import CanoeMoved, CanoeRef, Gem
from referee.games.niagara.state import State, canoe_index
from referee.games.niagara.tables import RIVER, UP
from referee.kernel.verdict import Refused, refuse


def judge_steal(state: State, event: CanoeMoved, direction: int, cargo: Gem | None) -> Refused | None:
    """Judge the theft a move declares, if it declares one; `cargo` is what the thief carries by then.

    Rules: NIA-STEAL-01, NIA-STEAL-02, NIA-STEAL-03, NIA-STEAL-06, NIA-STEAL-08
    """
    if event.steal is None:
        return None
    if refused := judge_victim(state, event, event.steal):
        return refused
    if direction != UP:
        return refuse("niagara.steal_going_up", "NIA-STEAL-01", canoe=event.canoe, seat=event.seat)
    if cargo is not None:
        return refuse("niagara.thief_must_be_empty", "NIA-STEAL-01", canoe=event.canoe, seat=event.seat)
    if event.after and event.steal_first:
        return refuse("niagara.unload_after_steal", "NIA-STEAL-06", "NIA-STEAL-01", space=event.to)
    if event.after and state.switches.unload_then_steal_at_end == "forbidden":
        return refuse("niagara.unloaded_too_late", "NIA-STEAL-01", "NIA-STEAL-03", space=event.to)
    return None


def judge_victim(state: State, event: CanoeMoved, victim: CanoeRef) -> Refused | None:
    """Judge whom a theft names: another seat's loaded canoe on the very space where the thief stops.

    Rules: NIA-STEAL-01, NIA-STEAL-04, NIA-STEAL-07
    """
    if victim.seat == event.seat:
        return refuse("niagara.steal_from_oneself", "NIA-STEAL-07", seat=event.seat)
    i = canoe_index(state, victim.seat, victim.canoe)
    args = {"seat": victim.seat, "canoe": victim.canoe, "space": event.to, "at": state.at[i]}
    if state.at[i] != event.to or event.to not in RIVER:
        return refuse("niagara.victim_elsewhere", "NIA-STEAL-01", **args)
    if state.cargo[i] is None:
        return refuse("niagara.victim_is_empty", "NIA-STEAL-01", **args)
    return None
