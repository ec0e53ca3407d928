"""A canoe's turn: may it act, its path, its points, what it loads and steals, and what follows."""

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from msgspec.structs import replace

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
from referee.games.niagara.phases.ending import note_goal
from referee.games.niagara.phases.gems import (
    Load,
    acts_at,
    is_in_stock,
    judge_acts,
    judge_steal,
    load_of,
    tidy_acts,
)
from referee.games.niagara.phases.river import sweep
from referee.games.niagara.phases.turns import canoes_left, judge_spent, judge_turn, must_buy
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
from referee.kernel.acts import LISTS_KEPT, Act, Consequence, Draft, unchanged
from referee.kernel.facts import put
from referee.kernel.verdict import Refused, refuse


class Plan(NamedTuple):
    """What is known of a way to spend a card, as far as canoe and card decide it.

    `load` is what it takes from which site; `may_rob`: upstream, and empty at its end.
    """

    load: Load | None
    may_rob: bool


def judge_move(state: State, event: CanoeMoved) -> Refused | None:
    """Judge a canoe's whole action; a way that is planned has been judged but for the stock of its site."""
    if refused := judge_canoe(state, event):
        return refused
    i, own_colour = 2 * state.turn + event.canoe - 1, state.options.own_colour_unload
    at, cargo, card = state.at[i], state.cargo[i], state.shown[state.turn]
    plan = plans(event.seat, event.canoe, at, cargo, card, own_colour).get(event)
    if plan is None:
        return judge_way(state, event, at, cargo)
    return plan.load and judge_stock(state, plan.load)


def judge_way(state: State, event: CanoeMoved, at: str, gem: Gem | None) -> Refused | None:
    """Judge a way that is not planned, of a canoe at a space with its gem."""
    direction = judge_path(event, at)
    if isinstance(direction, Refused):
        return direction
    event = tidy_acts(event, at)
    cargo = judge_acts(event, at, gem, state.options.own_colour_unload)
    if isinstance(cargo, Refused):
        return cargo
    load = load_of(event, at)
    if load and (refused := judge_stock(state, load)):
        return refused
    shares = may_share(state, event, at)
    refused = judge_points(event, at, state.shown[state.turn], shares=shares)  # type: ignore[arg-type]
    return refused or judge_steal(state, event, direction, cargo.gem)


def may_share(state: State, event: CanoeMoved, at: str) -> bool:
    """Whether who moves a canoe that is `at` a place may mean to share the card out with the other canoe.

    Rules: NIA-TURN-02, NIA-TURN-03, NIA-TURN-05
    """
    other = 3 - event.canoe
    place = state.at[canoe_index(state, event.seat, other)]
    may_follow = place == "land" != at and judge_spent(state, other) is None
    return bool(state.used) or place in RIVER or may_follow


def judge_stock(state: State, load: Load) -> Refused | None:
    """Judge whether the gem that is loaded lies at its site. Rules: NIA-LOAD-04, NIA-LOAD-05."""
    if is_in_stock(state.sites, load):
        return None
    site, gem = GEMS[load[0]], GEMS[load[1]]
    return refuse("niagara.gem_not_at_site", "NIA-LOAD-04", "NIA-LOAD-05", site=site, gem=gem)


def judge_canoe(state: State, event: CanoeMoved) -> Refused | None:
    """Judge whether this canoe may act now at all. Rules: NIA-TURN-06, NIA-TURN-09, NIA-LOAD-03."""
    seat, canoe = event.seat, event.canoe
    if judge_turn(state, seat) is not None:
        acts = ("NIA-LOAD-03",) if state.phase == "river" and (event.before or event.after) else ()
        return judge_turn(state, seat, *acts, *done_already(state, event), "NIA-TURN-06")
    if refused := judge_paddling(state, seat):
        return refused
    if event.during:
        return refuse("niagara.gems_in_mid_move", "NIA-LOAD-03", seat=seat, space=event.during[0].at)
    return judge_spent(state, canoe)


def judge_paddling(state: State, seat: str) -> Refused | None:
    """Judge whether the seat whose turn it is may move canoes at all.

    Rules: NIA-WX-03, NIA-TURN-01, NIA-BUY-04
    """
    if state.shown[state.turn] == "cloud":
        return refuse("niagara.cloud_moves_no_canoe", "NIA-WX-03", "NIA-TURN-01", seat=seat)
    return refuse("niagara.must_buy", "NIA-BUY-04", seat=seat) if must_buy(state) else None


def done_already(state: State, event: CanoeMoved) -> tuple[str, ...]:
    """Name the rules by which a turn that ended by itself left this canoe nothing to do.

    Rules: NIA-TURN-02, NIA-TURN-05, NIA-TURN-07, NIA-MOVE-08
    """
    i = state.index[event.seat]
    if state.phase == "choose" or i == state.turn or not isinstance(state.shown[i], int):
        return ()
    at, other = (state.at[canoe_index(state, event.seat, canoe)] for canoe in (event.canoe, 3 - event.canoe))
    if at != "land":
        return ("NIA-TURN-05",)
    return ("NIA-TURN-07", "NIA-MOVE-08", *(("NIA-TURN-02",) if other in RIVER else ()))


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


def judge_points(event: CanoeMoved, at: str, card: int, *, shares: bool) -> Refused | None:
    """Judge whether the card is spent to the point: only landing and falling waste what is left.

    `shares`: who moves two canoes in a turn may mean to share the card out between them.

    Rules: NIA-MOVE-01, NIA-MOVE-05, NIA-MOVE-06, NIA-LOAD-02, NIA-LOAD-07, NIA-LOAD-11, NIA-STEAL-06,
    NIA-TURN-05
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


def moves(state: State, seat: str) -> tuple[CanoeMoved, ...]:
    """List every action of each canoe that may act, by the judgements of `judge_move`.

    What canoe and card decide is judged once for all tables; the board and the others are asked anew.
    """
    found: list[CanoeMoved] = []
    if judge_turn(state, seat) is not None or judge_paddling(state, seat) is not None:
        return ()
    card, own_colour, sites = state.shown[state.turn], state.options.own_colour_unload, state.sites
    rivers, ashore = canoes_left(state)
    for canoe in rivers + ashore:
        i = 2 * state.turn + canoe - 1
        planned = plans(seat, canoe, state.at[i], state.cargo[i], card, own_colour)
        for event, (load, may_rob) in planned.items():
            if load is None or is_in_stock(sites, load):
                found.append(event)
                if may_rob and event.to in state.at:
                    found += thefts(state, event)
    return tuple(found)


def thefts(state: State, way: CanoeMoved) -> Iterator[CanoeMoved]:
    """List the thefts a way upstream of an empty canoe may end with."""
    for i, at in enumerate(state.at):
        if at == way.to and state.cargo[i] is not None:
            ref = CanoeRef(state.seats[i // 2], i % 2 + 1)  # type: ignore[arg-type]
            theft = replace(way, steal=ref)
            if judge_steal(state, theft, UP, None) is None:
                yield theft


@lru_cache(maxsize=LISTS_KEPT)
def plans(
    seat: str, canoe: int, at: str, cargo: Gem | None, card: int, own_colour: str
) -> dict[CanoeMoved, Plan]:
    """Give the ways a canoe of a seat may spend a card, the stock of the sites and thefts aside."""
    ways = ways_to_spend(at, cargo, card, own_colour)
    return {replace(event, seat=seat, canoe=canoe): plan for event, plan in ways.items()}


@cache
def ways_to_spend(at: str, cargo: Gem | None, card: int, own_colour: str) -> dict[CanoeMoved, Plan]:
    """Judge every conceivable way of a canoe at `at` that carries `cargo` to spend a card."""
    found = {}
    for event in candidate_ways(at):
        if judge_points(event, at, card, shares=False) is not None:
            continue
        direction, aboard = judge_path(event, at), judge_acts(event, at, cargo, own_colour)
        if not isinstance(direction, Refused) and not isinstance(aboard, Refused):
            found[event] = Plan(load_of(event, at), direction == UP and aboard.gem is None)
    return found


@cache
def candidate_ways(at: str) -> tuple[CanoeMoved, ...]:
    """Stay, or paddle anywhere, with gems moved at one end of the way: the fewest acts first."""
    found: list[CanoeMoved] = []
    ways = [(to, after) for to in SPACES if to != at and (at, to) in ROUTES for after in acts_at(to)]
    ways.sort(key=lambda way: len(way[1]))
    for before in acts_at(at):
        found.append(CanoeMoved("", 1, at, (), before))  # type: ignore[arg-type]
        found += [CanoeMoved("", 1, to, (), before, after) for to, after in ways if not (before and after)]
    return tuple(found)


def canoe_moved(state: State, event: CanoeMoved) -> State:
    """Put the canoe where it ends, and gems where they were loaded or unloaded."""
    i = canoe_index(state, event.seat, event.canoe)
    at = state.at[i]
    used = state.used | event.canoe
    launched = state.launched or at == "land"
    places = put(state.at, i, event.to)
    if not (event.before or event.after):
        return replace(state, at=places, used=used, launched=launched)
    sites, gem = state.sites, state.cargo[i]
    for acts, space in ((event.before, at), (event.after, event.to)):
        for act in acts:
            site = GEM_INDEX[SITE_AT[space]]
            moved, n = (act.gem, -1) if act.act == "load" else (gem, 1)
            sites = put(sites, site, add(sites[site], GEM_INDEX[moved], n))  # type: ignore[index]
            gem = act.gem if act.act == "load" else None
    cargo = put(state.cargo, i, gem)
    return replace(state, at=places, cargo=cargo, sites=sites, used=used, launched=launched)


def follow_move(draft: Draft[State], event: CanoeMoved) -> None:
    """Write what a move brings about: a theft, a landing with its gem, a fall.

    Rules: NIA-STEAL-01, NIA-STEAL-02, NIA-LAND-01, NIA-LAND-02, NIA-TURN-08, NIA-BUY-05
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
            note_goal(draft, state.index[event.seat])
    elif event.to == "falls":
        sweep(draft)


def canoe_landed(state: State, event: CanoeLanded) -> State:
    """Remember that the canoe came ashore this turn."""
    return replace(state, landed=state.landed | event.canoe)


def gem_banked(state: State, event: GemBanked) -> State:
    """Move the gem from the canoe to its owner."""
    i = state.index[event.seat]
    owned = put(state.owned, i, add(state.owned[i], GEM_INDEX[event.gem]))
    return replace(state, cargo=cargo_without(state, event.seat, event.canoe), owned=owned)


def gem_stolen(state: State, event: GemStolen) -> State:
    """Move the gem from one canoe to the other."""
    robbed = canoe_index(state, event.from_seat, event.from_canoe)
    thief = canoe_index(state, event.seat, event.canoe)
    return replace(state, cargo=put(put(state.cargo, robbed, None), thief, event.gem))


@cache
def rules_of_move(at: str, to: str, acts: tuple[GemAct, ...]) -> tuple[str, ...]:
    """Name the rules by which a path and its gem acts were allowed.

    Rules: NIA-MOVE-01, NIA-MOVE-04, NIA-MOVE-05, NIA-MOVE-06, NIA-LOAD-02, NIA-LOAD-07, NIA-LOAD-11
    """
    direction, kinds = ROUTES[at, to][0], {act.act for act in acts}
    rules: tuple[str, ...] = ("NIA-MOVE-01", "NIA-MOVE-05") if direction != STAY else ("NIA-LOAD-11",)
    if to == "land":
        rules += ("NIA-MOVE-06",)
    if direction == DOWN and to[0] in "LR":
        rules += ("NIA-MOVE-04",)
    if len(kinds) == 2:
        rules += ("NIA-LOAD-07",)
    elif kinds:
        rules += ("NIA-LOAD-02",)
    return rules


@cache
def rules_of_duty(at: str, other: str, acted: bool, launched: bool) -> tuple[str, ...]:
    """Name the rules by which a canoe at a place had to act, or might, its fellow being at another.

    `acted` and `launched` are the fellow's this turn: what counts is where it was as the turn began.

    Rules: NIA-TURN-02, NIA-TURN-03, NIA-TURN-04, NIA-TURN-05
    """
    if at == "land":
        return ("NIA-TURN-03",) if acted or other in RIVER else ("NIA-TURN-02",)
    if other == "lost" and not acted:
        return ("NIA-TURN-05",)
    was_ashore = launched or (other == "land" and not acted)
    return ("NIA-TURN-03" if was_ashore else "NIA-TURN-04", "NIA-TURN-05")


def rules_allowing(state: State, event: CanoeMoved) -> tuple[str, ...]:
    """Name the rules an accepted move was allowed by, the most telling first.

    Rules: NIA-STEAL-01, NIA-STEAL-03
    """
    i, canoe = canoe_index(state, event.seat, event.canoe), event.canoe
    at, other = state.at[i], state.at[i + 3 - 2 * canoe]
    duty = rules_of_duty(at, other, bool(state.used), state.launched)
    rules = duty + rules_of_move(at, event.to, event.before + event.after)
    if event.steal is None:
        return rules
    unloaded = any(act.act == "unload" for act in event.before + event.after)
    return ("NIA-STEAL-01", *(("NIA-STEAL-03",) if unloaded else ()), *rules)


def tidied(state: State, event: CanoeMoved) -> CanoeMoved:
    """Tell a move in its plainest form: no spaces where it does not turn, no acts after standing still."""
    if event.after:
        event = tidy_acts(event, state.at[canoe_index(state, event.seat, event.canoe)])
    if event.via or (event.steal_first and not event.steal):
        return replace(event, via=(), steal_first=False)
    return event


def judge_passing(_: State, event: GemPassed) -> Refused:
    """Refuse a gem handed from canoe to canoe: nothing allows it. Rules: NIA-LOAD-10."""
    return refuse("niagara.gem_passed", "NIA-LOAD-10", seat=event.seat)


ACTS = (
    Act(
        event=CanoeMoved,
        rules=rules_allowing,
        judge=judge_move,
        complete=tidied,
        apply=canoe_moved,
        follow=follow_move,
        listed=moves,
        phases=("turn",),
    ),
    Act(event=GemPassed, rules=("NIA-LOAD-10",), judge=judge_passing, apply=unchanged),
)

CONSEQUENCES = (
    Consequence(event=CanoeLanded, rules=("NIA-LAND-01", "NIA-MOVE-07"), apply=canoe_landed),
    Consequence(event=GemBanked, rules=("NIA-LAND-01", "NIA-GOAL-02"), apply=gem_banked),
    Consequence(event=GemStolen, rules=("NIA-STEAL-01",), apply=gem_stolen, turning=True),
)
