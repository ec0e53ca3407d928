"""Every action the rules allow now, by seat; for the table, what the river may have done."""

from functools import cache
from itertools import product
from typing import Any, NamedTuple

from events.base import TABLE, Event
from referee.games.niagara.events import (
    CanoeBought,
    CanoeMoved,
    CanoeRef,
    Card,
    CloudMoved,
    Gem,
    GemAct,
    PaddleChosen,
    PaddleRevealed,
    RiverFlowed,
    Side,
    TurnEnded,
)
from referee.games.niagara.river import alternation, is_observed, speed_of
from referee.games.niagara.state import State, lost_canoes
from referee.games.niagara.tables import (
    GEM_ACT_POINTS,
    GEM_INDEX,
    GEMS,
    RIVER,
    ROUTES,
    SITE_AT,
    UP,
    destinations,
)
from referee.games.niagara.turns import canoes_left, may_buy, may_end, must_buy
from referee.games.niagara.weather import choices_of
from referee.kernel.table import judge_promise

Acts = tuple[GemAct, ...]
UNLOAD = GemAct("unload")


class Plan(NamedTuple):
    """One way a canoe may act, as far as the canoe and the card decide it.

    `site` and `gem` index what has to lie where for its load; -1 where it loads nothing.
    `may_steal`: it ends going up, in the river, and empty; `unloads_last`: it unloads there.
    """

    event: CanoeMoved
    site: int
    gem: int
    may_steal: bool
    unloads_last: bool


def legal(state: State, seat: str) -> tuple[Event, ...]:
    """List every event `decide` would accept of a seat, or of the table as an observation."""
    if state.result is not None or state.closed:
        return ()
    if seat == TABLE:
        return river_flows(state) if state.phase == "river" else ()
    i = state.index.get(seat, -1)
    if state.phase == "choose":
        return choices(state, i) if i >= 0 and state.laid[i] is None else ()
    return turn_actions(state, seat) if state.phase == "turns" and i == state.turn else ()


def acting(state: State) -> tuple[str, ...]:
    """List who may act now, seats in turn order; the table where it must say what the river did."""
    if state.result is not None or state.closed:
        return ()
    if state.phase == "choose":
        return tuple([s for s, laid in zip(state.seats, state.laid, strict=True) if laid is None])
    return (TABLE,) if state.phase == "river" else (state.seats[state.turn],)


def choices(state: State, i: int) -> tuple[Event, ...]:
    """List the cards a seat may lay, face down and unknown among them at a physical table.

    Rules: NIA-CARD-01, NIA-CARD-02
    """
    return card_events(state.seats[i], state.hands[i], state.chance == TABLE)


@cache
def card_events(seat: str, hand: tuple[Card, ...], may_be_unknown: bool) -> tuple[Event, ...]:
    """Write a choice for each card in a hand."""
    known = tuple(PaddleChosen(seat, card) for card in hand)
    return (*known, PaddleChosen(seat, None)) if may_be_unknown else known


def turn_actions(state: State, seat: str) -> tuple[Event, ...]:
    """List what the seat whose turn it is may do."""
    card = state.shown[state.turn]
    if card is None:
        own = state.hands[state.turn]
        return tuple([PaddleRevealed(seat, c) for c in own if judge_promise(state, seat, c) is None])
    actions: list[Event] = purchases(state, seat) if may_buy(state) else []
    if must_buy(state):
        return tuple(actions)
    if card == "cloud":
        actions += [CloudMoved(seat, to) for to in choices_of(state)]  # type: ignore[arg-type]
        return tuple(actions)
    rivers, ashore = canoes_left(state)
    for canoe in rivers + ashore:
        actions += canoe_actions(state, seat, canoe, card)
    if may_end(state):
        actions.append(TurnEnded(seat))
    return tuple(actions)


def purchases(state: State, seat: str) -> list[Event]:
    """List what may be paid for which lost canoe.

    Rules: NIA-BUY-01
    """
    owned = [gem for gem, n in zip(GEMS, state.owned[state.turn], strict=True) if n]
    return [CanoeBought(seat, gem, c) for c in lost_canoes(state, state.turn) for gem in owned]  # type: ignore[arg-type]


def canoe_actions(state: State, seat: str, canoe: int, card: int) -> list[Event]:
    """List every action of one canoe."""
    i = 2 * state.turn + canoe - 1
    switches, sites = state.switches, state.sites
    actions: list[Event] = []
    own_colour = switches.own_colour_unload == "allowed"
    for plan in plans(seat, canoe, state.at[i], state.cargo[i], card, own_colour):
        event, site, gem, may_steal, unloads_last = plan
        if site >= 0 and not sites[site][gem]:
            continue
        actions.append(event)
        if may_steal and not (unloads_last and switches.unload_then_steal_at_end == "forbidden"):
            actions += thefts(state, event)
    return actions


def thefts(state: State, event: CanoeMoved) -> list[Event]:
    """List the thefts a move ending empty on a space may end with.

    Rules: NIA-STEAL-01, NIA-STEAL-04, NIA-STEAL-07
    """
    own, to, cargo = state.turn, event.to, state.cargo
    return [
        CanoeMoved(
            event.seat, event.canoe, to, (), event.before, event.after,
            CanoeRef(state.seats[i // 2], i % 2 + 1),  # type: ignore[arg-type]
        )
        for i, at in enumerate(state.at)
        if at == to and cargo[i] is not None and i // 2 != own
    ]  # fmt: skip


@cache
def plans(seat: str, canoe: int, at: str, cargo: Gem | None, card: int, own_colour: bool) -> tuple[Plan, ...]:
    """List the ways a canoe at `at` carrying `cargo` may spend a card, sites and victims aside.

    Rules: NIA-MOVE-01, NIA-LOAD-02, NIA-LOAD-03, NIA-LOAD-11
    """
    found: list[Plan] = []
    for before in act_choices(at, cargo, own_colour):
        steps = card - GEM_ACT_POINTS * len(before)
        if steps == 0:
            found.append(plan_of(seat, canoe, at, at, before, (), cargo))
        elif steps > 0:
            found += paddlings(seat, canoe, at, cargo, card, before, own_colour)
    return tuple(found)


def paddlings(
    seat: str, canoe: int, at: str, cargo: Gem | None, card: int, before: Acts, own_colour: bool
) -> list[Plan]:
    """List the ways that begin with `before` and then paddle."""
    found = []
    afters: dict[str, list[Acts]] = {}
    for cost in (0, 1, 2):
        steps = card - GEM_ACT_POINTS * (len(before) + cost)
        for _, to in destinations(at, steps) if steps > 0 else ():
            if to not in afters:
                afters[to] = [()] if before else act_choices(to, cargo, own_colour)
            found += [
                plan_of(seat, canoe, at, to, before, after, cargo)
                for after in afters[to]
                if len(after) == cost
            ]
    return found


def act_choices(at: str, cargo: Gem | None, own_colour: bool) -> list[Acts]:
    """List what a canoe may do at a site before anything else: nothing, load, unload, exchange.

    Rules: NIA-LOAD-01, NIA-LOAD-04, NIA-LOAD-06, NIA-LOAD-07
    """
    site = SITE_AT.get(at)
    if site is None:
        return [()]
    loads = {gem: GemAct("load", gem) for gem in GEMS}
    if cargo is None:
        return [(), *((load,) for load in loads.values())]
    if cargo == site and not own_colour:
        return [()]
    exchanges = [(UNLOAD, load) for gem, load in loads.items() if gem != cargo]
    return [(), (UNLOAD,), *exchanges]


def plan_of(seat: str, canoe: int, at: str, to: str, before: Acts, after: Acts, cargo: Gem | None) -> Plan:
    """Write one plan."""
    event = CanoeMoved(seat, canoe, to, (), before, after)  # type: ignore[arg-type]
    loads = [(act.gem, space) for acts, space in ((before, at), (after, to)) for act in acts if act.gem]
    site, gem = -1, -1
    if loads:
        gem, site = GEM_INDEX[loads[0][0]], GEM_INDEX[SITE_AT[loads[0][1]]]
    ends_empty = not loads and (cargo is None or UNLOAD in (*before, *after))
    may_steal = ends_empty and to in RIVER and ROUTES[at, to][0] == UP
    return Plan(event, site, gem, may_steal, UNLOAD in after)


def river_flows(state: State) -> tuple[Event, ...]:
    """List which arms the discs may have taken, the usual alternation first.

    Rules: NIA-RIVER-07, NIA-RIVER-08
    """
    speed = speed_of(state)
    return flows(speed, alternation(state, speed)) if is_observed(state) else ()


@cache
def flows(speed: int, usual: tuple[Side, ...]) -> tuple[Event, ...]:
    """Write every flow of a speed, without jams: a jam changes what is told, not what may happen."""
    sides: Any = product(("left", "right"), repeat=speed)
    return (RiverFlowed(usual), *(RiverFlowed(exits) for exits in sides if exits != usual))
