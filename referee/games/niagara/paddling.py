"""A canoe's action: may it act, its path, its points, what it loads and steals, and what follows."""

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import repeat
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from referee.games.niagara.ending import announce_goal
from referee.games.niagara.events import (
    CanoeLanded,
    CanoeMoved,
    CanoeRef,
    Gem,
    GemAct,
    GemBanked,
    GemPassed,
    GemStolen,
)
from referee.games.niagara.permissions import rules_allowing
from referee.games.niagara.river import sweep
from referee.games.niagara.state import State, add, canoe_index, cargo_without
from referee.games.niagara.tables import (
    DOWN,
    GEM_ACT_POINTS,
    GEM_INDEX,
    GEMS,
    RIVER,
    ROUTES,
    SITE_AT,
    SPACES,
    STAY,
    UP,
)
from referee.games.niagara.turns import canoes_left, judge_spent, judge_turn, must_buy
from referee.kernel import parts
from referee.kernel.parts import LISTS_KEPT, Draft, Refused, refuse, set_at, unchanged

_Acts = tuple[GemAct, ...]

_Load = tuple[int, int]
"""The site a gem is loaded at, and its colour, as indexes of `GEMS`."""

_UNLOAD = GemAct("unload")


class _Cargo(msgspec.Struct, gc=False):
    """A canoe's cargo while its gem acts are judged: what it holds, what it did and where."""

    gem: Gem | None
    load: _Load | None = None
    unloaded: Gem | None = None
    unloaded_at: str | None = None


def _tidy_acts(event: CanoeMoved, at: str) -> CanoeMoved:
    """Return the event with all gem acts in `before` where the canoe stays at `at`."""
    if event.to == at and event.after:
        return replace(event, before=(*event.before, *event.after), after=())
    return event


@cache
def _acts_at(space: str) -> tuple[_Acts, ...]:
    """Return what can be done with gems at a space, each as the acts of one stop; nothing is the first."""
    if space not in SITE_AT:
        return ((),)
    loads = [GemAct("load", gem) for gem in GEMS]
    return ((), (_UNLOAD,), *((load,) for load in loads), *((_UNLOAD, load) for load in loads))


def _judge_acts(event: CanoeMoved, at: str, gem: Gem | None, own_colour: str) -> _Cargo | Refused:
    """Judge the gem acts of a move in order, from the gem carried; return the cargo at its end.

    What lies at the sites is not asked here. `own_colour` is the option `own_colour_unload`.

    Rules: NIA-LOAD-03
    """
    cargo = _Cargo(gem)
    for act, space in (*zip(event.before, repeat(at)), *zip(event.after, repeat(event.to))):
        if act.act == "load":
            refused = _judge_load(event, act, space, cargo)
        else:
            refused = _judge_unload(event, act, space, cargo, own_colour)
        if refused:
            return refused
    return cargo


def _judge_load(event: CanoeMoved, act: GemAct, space: str, cargo: _Cargo) -> Refused | None:
    """Judge one load; where it is accepted, `cargo` changes."""
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
    cargo.gem, cargo.load = gem, (GEM_INDEX[site], GEM_INDEX[gem])
    return None


def _judge_unload(
    event: CanoeMoved, act: GemAct, space: str, cargo: _Cargo, own_colour: str
) -> Refused | None:
    """Judge one unload; where it is accepted, `cargo` changes. Rules: NIA-LOAD-06."""
    site = SITE_AT.get(space)
    if event.steal and event.steal_first and act in event.after:
        return refuse("niagara.unload_after_steal", "NIA-STEAL-06", "NIA-STEAL-01", space=space)
    if site is None:
        rules = ("NIA-STEAL-05", "NIA-LOAD-04") if event.steal else ("NIA-LOAD-04",)
        return refuse("niagara.no_site_here", *rules, space=space)
    if cargo.load:
        return refuse("niagara.unload_after_load", "NIA-LOAD-08", canoe=event.canoe, seat=event.seat)
    if cargo.gem is None or act.gem not in (None, cargo.gem):
        return refuse("niagara.nothing_to_unload", "NIA-LOAD-01", canoe=event.canoe, seat=event.seat)
    if cargo.gem == site and own_colour == "forbidden":  # edition ja excepts it
        return refuse("niagara.own_colour_site", "NIA-LOAD-06", gem=site)
    cargo.unloaded, cargo.unloaded_at, cargo.gem = cargo.gem, space, None
    return None


def _judge_steal(state: State, event: CanoeMoved, direction: int, cargo: Gem | None) -> Refused | None:
    """Judge the theft of a move; None where it has none. `cargo` is what the thief carries by then.

    Rules: NIA-STEAL-02, NIA-STEAL-03, NIA-STEAL-08
    """
    if event.steal is None:
        return None
    if refused := _judge_victim(state, event, event.steal):
        return refused
    if direction != UP:
        return refuse("niagara.steal_going_up", "NIA-STEAL-01", canoe=event.canoe, seat=event.seat)
    if cargo is not None:
        return refuse("niagara.thief_must_be_empty", "NIA-STEAL-01", canoe=event.canoe, seat=event.seat)
    if event.after and event.steal_first:
        return refuse("niagara.unload_after_steal", "NIA-STEAL-06", "NIA-STEAL-01", space=event.to)
    if event.after and state.options.unload_then_steal_at_end == "forbidden":  # but for NIA-STEAL-03
        return refuse("niagara.unloaded_too_late", "NIA-STEAL-01", "NIA-STEAL-03", space=event.to)
    return None


def _judge_victim(state: State, event: CanoeMoved, victim: CanoeRef) -> Refused | None:
    """Refuse any victim but another seat's loaded canoe where the thief stops. Rules: NIA-STEAL-04."""
    if victim.seat == event.seat:
        return refuse("niagara.steal_from_oneself", "NIA-STEAL-07", seat=event.seat)
    i = canoe_index(state, victim.seat, victim.canoe)
    args = {"seat": victim.seat, "canoe": victim.canoe, "space": event.to, "at": state.at[i]}
    if state.at[i] != event.to or event.to not in RIVER:
        return refuse("niagara.victim_elsewhere", "NIA-STEAL-01", **args)
    if state.cargo[i] is None:
        return refuse("niagara.victim_is_empty", "NIA-STEAL-01", **args)
    return None


class _Plan(NamedTuple):
    """What is known of a way to spend a card, as far as canoe and card decide it.

    `load` is what it takes from which site; `may_rob`: upstream, and empty at its end.
    """

    load: _Load | None
    may_rob: bool


def _judge_move(state: State, event: CanoeMoved) -> Refused | None:
    """Judge the whole action of a canoe. One of `_plans` is judged but for the stock of its site."""
    if refused := _judge_canoe(state, event):
        return refused
    i, own_colour = 2 * state.turn + event.canoe - 1, state.options.own_colour_unload
    at, cargo, card = state.at[i], state.cargo[i], state.shown[state.turn]
    plan = _plans(event.seat, event.canoe, at, cargo, card, own_colour).get(event)
    if plan is None:
        return _judge_way(state, event, at, cargo)
    return plan.load and _judge_stock(state, plan.load)


def _judge_way(state: State, event: CanoeMoved, at: str, gem: Gem | None) -> Refused | None:
    """Judge a way that is not among `_plans`, of a canoe `at` a space with its `gem`."""
    direction = _judge_path(event, at)
    if isinstance(direction, Refused):
        return direction
    event = _tidy_acts(event, at)
    cargo = _judge_acts(event, at, gem, state.options.own_colour_unload)
    if isinstance(cargo, Refused):
        return cargo
    if cargo.load and (refused := _judge_stock(state, cargo.load)):
        return refused
    shares = _may_share(state, event, at)
    refused = _judge_points(event, at, state.shown[state.turn], shares=shares)  # type: ignore[arg-type]
    return refused or _judge_steal(state, event, direction, cargo.gem)


def _may_share(state: State, event: CanoeMoved, at: str) -> bool:
    """Return whether points left over may be meant for the other canoe: it can act this turn, too."""
    other = 3 - event.canoe
    place = state.at[canoe_index(state, event.seat, other)]
    may_follow = place == "land" != at and judge_spent(state, other) is None
    return bool(state.used) or place in RIVER or may_follow


def _judge_stock(state: State, load: _Load) -> Refused | None:
    if state.sites[load[0]][load[1]] > 0:
        return None
    site, gem = GEMS[load[0]], GEMS[load[1]]
    return refuse("niagara.gem_not_at_site", "NIA-LOAD-04", "NIA-LOAD-05", site=site, gem=gem)


def _judge_canoe(state: State, event: CanoeMoved) -> Refused | None:
    """Judge whether this canoe may act at all now. Rules: NIA-TURN-09."""
    seat, canoe = event.seat, event.canoe
    if judge_turn(state, seat) is not None:
        acts = ("NIA-LOAD-03",) if state.phase == "river" and (event.before or event.after) else ()
        return judge_turn(state, seat, *acts, *_done_already(state, event), "NIA-TURN-06")
    if refused := _judge_paddling(state, seat):
        return refused
    if event.during:
        return refuse("niagara.gems_in_mid_move", "NIA-LOAD-03", seat=seat, space=event.during[0].at)
    return judge_spent(state, canoe)


def _judge_paddling(state: State, seat: str) -> Refused | None:
    """Refuse the seat whose turn it is where it shows a cloud or must buy a canoe first; else None."""
    if state.shown[state.turn] == "cloud":
        return refuse("niagara.cloud_moves_no_canoe", "NIA-WX-03", "NIA-TURN-01", seat=seat)
    return refuse("niagara.must_buy", "NIA-BUY-04", seat=seat) if must_buy(state) else None


def _done_already(state: State, event: CanoeMoved) -> tuple[str, ...]:
    """Return the rules by which the seat's turn ended by itself before this canoe could act, if it did."""
    i = state.index[event.seat]
    if state.phase == "choose" or i == state.turn or not isinstance(state.shown[i], int):
        return ()
    at, other = (state.at[canoe_index(state, event.seat, canoe)] for canoe in (event.canoe, 3 - event.canoe))
    if at != "land":
        return ("NIA-TURN-05",)
    return ("NIA-TURN-07", "NIA-MOVE-08", *(("NIA-TURN-02",) if other in RIVER else ()))


def _judge_path(event: CanoeMoved, at: str) -> int | Refused:
    """Judge the path: one direction, one arm. Return the direction. Rules: NIA-MOVE-02, NIA-MOVE-08."""
    here, direction = at, STAY
    for space in (*event.via, event.to):
        route = ROUTES.get((here, space))
        if route is None:
            return refuse("niagara.other_arm", "NIA-MOVE-04", "NIA-MOVE-03", space=space, at=here)
        if direction * route[0] == UP * DOWN:
            return _refuse_turning(event, at, here)
        here, direction = space, direction or route[0]
    return direction


def _refuse_turning(event: CanoeMoved, at: str, turn: str) -> Refused:
    if turn == "land":
        return refuse("niagara.landed_canoe_rests", "NIA-MOVE-08", seat=event.seat, canoe=event.canoe)
    if {at[0], event.to[0]} == {"L", "R"}:
        return refuse("niagara.other_arm", "NIA-MOVE-04", "NIA-MOVE-03", space=event.to, at=at)
    return refuse("niagara.turned_round", "NIA-MOVE-03", space=turn, canoe=event.canoe, seat=event.seat)


def _judge_points(event: CanoeMoved, at: str, card: int, *, shares: bool) -> Refused | None:
    """Judge whether the card is spent to the point; only landing and falling waste what is left.

    `shares`: what is left may be meant for the other canoe.

    Rules: NIA-MOVE-06
    """
    acts = event.before + event.after
    spent = GEM_ACT_POINTS * len(acts)
    steps = card - spent
    direction, distance = ROUTES[at, event.to]
    lands = event.to in ("land", "falls") and direction != STAY
    if distance == steps or (lands and distance < steps):
        return None
    args = {"card": card, "space": event.to, "distance": distance, "spent": spent, "steps": steps}
    exchange = ("NIA-LOAD-07",) if len({act.act for act in acts}) == 2 else ()
    if steps < 0:
        return refuse("niagara.gems_cost_too_much", "NIA-LOAD-02", "NIA-LOAD-11", *exchange, **args)
    if distance > steps:
        cost = ("NIA-LOAD-02", *exchange) if acts else ()
        return refuse("niagara.too_far", "NIA-MOVE-01", *cost, **args)
    rules: tuple[str, ...] = ("NIA-STEAL-06", "NIA-MOVE-05") if event.steal else ("NIA-MOVE-05",)
    if direction == UP and event.to == "S1":
        rules += ("NIA-MOVE-07",)
    if shares:
        rules += ("NIA-TURN-05",)
    return refuse("niagara.points_left", *rules, left=steps - distance, **args)


def _moves(state: State, seat: str) -> tuple[CanoeMoved, ...]:
    """Return every action of each canoe that may act.

    What canoe and card decide is planned once for all tables; stock and thefts are asked of the state.
    """
    found: list[CanoeMoved] = []
    if judge_turn(state, seat) is not None or _judge_paddling(state, seat) is not None:
        return ()
    card, own_colour, sites = state.shown[state.turn], state.options.own_colour_unload, state.sites
    rivers, ashore = canoes_left(state)
    for canoe in rivers + ashore:
        i = 2 * state.turn + canoe - 1
        planned = _plans(seat, canoe, state.at[i], state.cargo[i], card, own_colour)
        for event, (load, may_rob) in planned.items():
            if load is None or sites[load[0]][load[1]] > 0:
                found.append(event)
                if may_rob and event.to in state.at:
                    found += _thefts(state, event)
    return tuple(found)


def _thefts(state: State, way: CanoeMoved) -> Iterator[CanoeMoved]:
    """Yield the thefts with which `way`, upstream of an empty canoe, may end."""
    for i, at in enumerate(state.at):
        if at == way.to and state.cargo[i] is not None:
            ref = CanoeRef(state.seats[i // 2], i % 2 + 1)  # type: ignore[arg-type]
            theft = replace(way, steal=ref)
            if _judge_steal(state, theft, UP, None) is None:
                yield theft


@lru_cache(maxsize=LISTS_KEPT)
def _plans(
    seat: str, canoe: int, at: str, cargo: Gem | None, card: int, own_colour: str
) -> dict[CanoeMoved, _Plan]:
    """Return the ways to spend a card, but for the stock of the sites and thefts. Kept for any table."""
    ways = _ways_to_spend(at, cargo, card, own_colour)
    return {replace(event, seat=seat, canoe=canoe): plan for event, plan in ways.items()}


@cache
def _ways_to_spend(at: str, cargo: Gem | None, card: int, own_colour: str) -> dict[CanoeMoved, _Plan]:
    """Return the ways to spend a card for a canoe `at` a space, told of seat "" and canoe 1; kept."""
    found = {}
    for event in _candidate_ways(at):
        if _judge_points(event, at, card, shares=False) is not None:
            continue
        direction, aboard = _judge_path(event, at), _judge_acts(event, at, cargo, own_colour)
        if not isinstance(direction, Refused) and not isinstance(aboard, Refused):
            found[event] = _Plan(aboard.load, direction == UP and aboard.gem is None)
    return found


@cache
def _candidate_ways(at: str) -> tuple[CanoeMoved, ...]:
    """Return every way to stay or paddle with gem acts at one end of it, the fewest acts first."""
    found: list[CanoeMoved] = []
    ways = [(to, after) for to in SPACES if to != at and (at, to) in ROUTES for after in _acts_at(to)]
    ways.sort(key=lambda way: len(way[1]))
    for before in _acts_at(at):
        found.append(CanoeMoved("", 1, at, (), before))  # type: ignore[arg-type]
        found += [CanoeMoved("", 1, to, (), before, after) for to, after in ways if not (before and after)]
    return tuple(found)


def _apply_canoe_moved(state: State, event: CanoeMoved) -> State:
    """Put the canoe where it ends, and gems where they were loaded or unloaded."""
    i = canoe_index(state, event.seat, event.canoe)
    at = state.at[i]
    used = state.used | event.canoe
    launched = state.launched or at == "land"
    places = set_at(state.at, i, event.to)
    if not (event.before or event.after):
        return replace(state, at=places, used=used, launched=launched)
    sites, gem = state.sites, state.cargo[i]
    for acts, space in ((event.before, at), (event.after, event.to)):
        for act in acts:
            site = GEM_INDEX[SITE_AT[space]]
            moved, n = (act.gem, -1) if act.act == "load" else (gem, 1)
            sites = set_at(sites, site, add(sites[site], GEM_INDEX[moved], n))  # type: ignore[index]
            gem = act.gem if act.act == "load" else None
    cargo = set_at(state.cargo, i, gem)
    return replace(state, at=places, cargo=cargo, sites=sites, used=used, launched=launched)


def _follow_move(draft: Draft[State], event: CanoeMoved) -> None:
    """Derive what a move leads to: a theft, a landing with its gem, a fall.

    Rules: NIA-LAND-02, NIA-TURN-08, NIA-BUY-05
    """
    state = draft.state
    if event.steal:
        victim = event.steal
        stolen = state.cargo[canoe_index(state, victim.seat, victim.canoe)]
        theft = GemStolen(event.seat, event.canoe, victim.seat, victim.canoe, stolen)  # type: ignore[arg-type]
        draft.derive(theft, "NIA-STEAL-01", "NIA-STEAL-02")
    elif event.to == "land":
        draft.derive(CanoeLanded(event.seat, event.canoe), "NIA-LAND-01", "NIA-MOVE-07")
        if gem := state.cargo[canoe_index(state, event.seat, event.canoe)]:
            draft.derive(GemBanked(event.seat, gem, event.canoe), "NIA-LAND-01", "NIA-GOAL-02")
            announce_goal(draft, state.index[event.seat])
    elif event.to == "falls":
        sweep(draft)


def _apply_canoe_landed(state: State, event: CanoeLanded) -> State:
    return replace(state, landed=state.landed | event.canoe)


def _apply_gem_banked(state: State, event: GemBanked) -> State:
    i = state.index[event.seat]
    owned = set_at(state.owned, i, add(state.owned[i], GEM_INDEX[event.gem]))
    return replace(state, cargo=cargo_without(state, event.seat, event.canoe), owned=owned)


def _apply_gem_stolen(state: State, event: GemStolen) -> State:
    robbed = canoe_index(state, event.from_seat, event.from_canoe)
    thief = canoe_index(state, event.seat, event.canoe)
    return replace(state, cargo=set_at(set_at(state.cargo, robbed, None), thief, event.gem))


def _tidy_move(state: State, event: CanoeMoved) -> CanoeMoved:
    """Return the move in its plainest form: no spaces on the way, no acts after standing still."""
    if event.after:
        event = _tidy_acts(event, state.at[canoe_index(state, event.seat, event.canoe)])
    if event.via or (event.steal_first and not event.steal):
        return replace(event, via=(), steal_first=False)
    return event


ACTS = (
    parts.Act(
        event=CanoeMoved,
        rules=rules_allowing,
        when=parts.When(phases=("turn",)),
        judge=_judge_move,
        apply=_apply_canoe_moved,
        candidates=parts.Listing(_moves),
        complete=_tidy_move,
        follow=_follow_move,
    ),
    parts.Act(
        event=GemPassed,
        rules=("NIA-LOAD-10",),
        judge=lambda _, event: refuse("niagara.gem_passed", "NIA-LOAD-10", seat=event.seat),
        apply=unchanged,
    ),
)

CONSEQUENCES = (
    parts.Consequence(event=CanoeLanded, rules=("NIA-LAND-01", "NIA-MOVE-07"), apply=_apply_canoe_landed),
    parts.Consequence(event=GemBanked, rules=("NIA-LAND-01", "NIA-GOAL-02"), apply=_apply_gem_banked),
    parts.Consequence(event=GemStolen, rules=("NIA-STEAL-01",), apply=_apply_gem_stolen, turning=True),
)
