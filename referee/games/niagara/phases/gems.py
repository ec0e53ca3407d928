"""What a canoe may do with gems: load and unload at a site, before or after it paddles; steal."""

from functools import cache
from itertools import repeat

import msgspec
from msgspec.structs import replace

from referee.games.niagara.events import CanoeMoved, CanoeRef, Gem, GemAct
from referee.games.niagara.state import Counts, State, canoe_index
from referee.games.niagara.tables import GEM_INDEX, GEMS, RIVER, SITE_AT, UP
from referee.kernel.verdict import Refused, refuse

Acts = tuple[GemAct, ...]

Load = tuple[int, int]
"""The site a gem is loaded at, and its colour, as indexes of `GEMS`."""

UNLOAD = GemAct("unload")


class Cargo(msgspec.Struct, gc=False):
    """A canoe's cargo while its gem acts are judged: what it holds, what it did and where."""

    gem: Gem | None
    loaded: bool = False
    unloaded: Gem | None = None
    unloaded_at: str | None = None


def tidy_acts(event: CanoeMoved, at: str) -> CanoeMoved:
    """Put the acts of a canoe that does not move in `before`: there is no after."""
    if event.to == at and event.after:
        return replace(event, before=(*event.before, *event.after), after=())
    return event


@cache
def acts_at(space: str) -> tuple[Acts, ...]:
    """List what could be done with gems at a space: nothing; at a site load, unload, or both."""
    if space not in SITE_AT:
        return ((),)
    loads = [GemAct("load", gem) for gem in GEMS]
    return ((), (UNLOAD,), *((load,) for load in loads), *((UNLOAD, load) for load in loads))


def acts_of(event: CanoeMoved, at: str) -> tuple[tuple[GemAct, str], ...]:
    """List the gem acts of a move from `at` in order, each with its space."""
    if not (event.before or event.after):
        return ()
    return (*zip(event.before, repeat(at)), *zip(event.after, repeat(event.to)))


def judge_acts(event: CanoeMoved, at: str, gem: Gem | None, own_colour: str) -> Cargo | Refused:
    """Judge every gem act in order, from the gem carried; give the cargo as it is at the end.

    What lies at the sites is judged by `is_in_stock`. `own_colour` is the option `own_colour_unload`.

    Rules: NIA-LOAD-03
    """
    cargo = Cargo(gem)
    for act, space in acts_of(event, at):
        if act.act == "load":
            refused = judge_load(event, act, space, cargo)
        else:
            refused = judge_unload(event, act, space, cargo, own_colour)
        if refused:
            return refused
    return cargo


def load_of(event: CanoeMoved, at: str) -> Load | None:
    """Find what a move loads, and at which site; None where it loads nothing."""
    for act, space in acts_of(event, at):
        if act.act == "load" and act.gem:
            return GEM_INDEX[SITE_AT[space]], GEM_INDEX[act.gem]
    return None


def is_in_stock(sites: tuple[Counts, ...], load: Load) -> bool:
    """Whether the gem that is loaded lies at its site. Rules: NIA-LOAD-04, NIA-LOAD-05."""
    return sites[load[0]][load[1]] > 0


def judge_load(event: CanoeMoved, act: GemAct, space: str, cargo: Cargo) -> Refused | None:
    """Judge one load, and take the gem aboard.

    Rules: NIA-LOAD-01, NIA-LOAD-04, NIA-LOAD-05, NIA-LOAD-07, NIA-LOAD-09
    """
    site, gem = SITE_AT.get(space), act.gem
    if site is None:
        return refuse("niagara.no_site_here", "NIA-LOAD-04", space=space)
    if gem is None:
        return refuse("niagara.which_gem", "NIA-LOAD-05", site=site)
    if cargo.unloaded_at not in (None, space):
        return refuse("niagara.reload_elsewhere", "NIA-LOAD-09", space=space, at=cargo.unloaded_at)
    if cargo.gem is not None:
        return refuse("niagara.canoe_is_full", "NIA-LOAD-01", canoe=event.canoe, seat=event.seat)
    if cargo.unloaded == gem:
        return refuse("niagara.same_colour_again", "NIA-LOAD-07", gem=gem)
    cargo.gem, cargo.loaded = gem, True
    return None


def judge_unload(event: CanoeMoved, act: GemAct, space: str, cargo: Cargo, own_colour: str) -> Refused | None:
    """Judge one unload, and put the gem down.

    Rules: NIA-LOAD-01, NIA-LOAD-04, NIA-LOAD-06, NIA-LOAD-08, NIA-STEAL-05, NIA-STEAL-06
    """
    site = SITE_AT.get(space)
    if event.steal and event.steal_first and act in event.after:
        return refuse("niagara.unload_after_steal", "NIA-STEAL-06", "NIA-STEAL-01", space=space)
    if site is None:
        rules = ("NIA-STEAL-05", "NIA-LOAD-04") if event.steal else ("NIA-LOAD-04",)
        return refuse("niagara.no_site_here", *rules, space=space)
    if cargo.loaded:
        return refuse("niagara.unload_after_load", "NIA-LOAD-08", canoe=event.canoe, seat=event.seat)
    if cargo.gem is None or act.gem not in (None, cargo.gem):
        return refuse("niagara.nothing_to_unload", "NIA-LOAD-01", canoe=event.canoe, seat=event.seat)
    if cargo.gem == site and own_colour == "forbidden":
        return refuse("niagara.own_colour_site", "NIA-LOAD-06", gem=cargo.gem)
    cargo.unloaded, cargo.unloaded_at, cargo.gem = cargo.gem, space, None
    return None


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
    if event.after and state.options.unload_then_steal_at_end == "forbidden":
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
