"""Loading and unloading: what a canoe may do at a site, before or after it paddles."""

from functools import cache

from msgspec.structs import replace

from referee.games.niagara.events import CanoeMoved, Gem, GemAct
from referee.games.niagara.state import Counts
from referee.games.niagara.tables import GEM_INDEX, GEMS, SITE_AT
from referee.kernel.verdict import Refused, refuse

Acts = tuple[GemAct, ...]

Load = tuple[Gem, Gem]
"""The site a gem is loaded at, and its colour."""

UNLOAD = GemAct("unload")


class Cargo:
    """A canoe's cargo while its gem acts are judged: what it holds, what it did and where."""

    __slots__ = ("gem", "loaded", "unloaded", "unloaded_at")

    def __init__(self, gem: Gem | None) -> None:
        """Start with what the canoe carries."""
        self.gem = gem
        self.loaded = False
        self.unloaded: Gem | None = None
        self.unloaded_at: str | None = None


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


def judge_acts(event: CanoeMoved, at: str, gem: Gem | None, own_colour: str) -> Cargo | Refused:
    """Judge every gem act in order, from the gem carried; give the cargo as it is at the end.

    What lies at the sites is judged by `judge_stock`. `own_colour` is the switch `own_colour_unload`.

    Rules: NIA-LOAD-03
    """
    cargo = Cargo(gem)
    if not (event.before or event.after):
        return cargo
    for acts, space in ((event.before, at), (event.after, event.to)):
        for act in acts:
            if act.act == "load":
                refused = judge_load(event, act, space, cargo)
            else:
                refused = judge_unload(event, act, space, cargo, own_colour)
            if refused:
                return refused
    return cargo


def load_of(event: CanoeMoved, at: str) -> Load | None:
    """Find what a move loads, and at which site; None where it loads nothing."""
    if not (event.before or event.after):
        return None
    for acts, space in ((event.before, at), (event.after, event.to)):
        for act in acts:
            if act.act == "load" and act.gem is not None:
                return SITE_AT[space], act.gem
    return None


def is_in_stock(sites: tuple[Counts, ...], load: Load | None) -> bool:
    """Whether the gem that is loaded, if any, lies at its site.

    Rules: NIA-LOAD-04, NIA-LOAD-05
    """
    return load is None or sites[GEM_INDEX[load[0]]][GEM_INDEX[load[1]]] > 0


def judge_stock(sites: tuple[Counts, ...], load: Load | None) -> Refused | None:
    """Refuse a gem that does not lie at the site it is loaded from."""
    if load is None or is_in_stock(sites, load):
        return None
    return refuse("niagara.gem_not_at_site", "NIA-LOAD-04", "NIA-LOAD-05", site=load[0], gem=load[1])


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
