"""What a slot allows: the five actions, an answer, a side in a fight, an objection."""

from functools import cache
from itertools import product
from typing import Any

from events.base import Event
from referee.games.lifeboat.events import (
    DemandGranted,
    DemandRefused,
    FightJoined,
    MugDemanded,
    Objected,
    Passed,
    Rowed,
    SeatDemanded,
    SpecialUsed,
)
from referee.games.lifeboat.fights import settled
from referee.games.lifeboat.legal.hands import Events, Kinds, kinds_in
from referee.games.lifeboat.legal.navigation import navigator_acts
from referee.games.lifeboat.state import (
    State,
    current,
    deals,
    is_dead,
    may_refuse,
    phase_of,
    stroke_size,
)
from referee.games.lifeboat.tables import SPECIALS


def action_acts(state: State, i: int, kinds: Kinds) -> Events:
    """List what a seat may do in the action phase: its slot, an answer, a side, an objection.

    Rules: LIF-ACT-01, LIF-FIGHT-03, LIF-CAN-02
    """
    seat, demand, fight = state.seats[i], state.demand, state.fight
    if fight is not None:
        return () if i in fight.attack or i in fight.defence else sides(seat)
    if demand is not None and demand.kind in {"seat", "mug"}:
        return answers(seat) if demand.target == i and may_refuse(state, demand) else ()
    if demand is not None and demand.kind == "signal":
        return ()
    if demand is None:
        return slot_acts(state, i, kinds) if current(state) == i else ()
    objections: Events = (Objected(seat),) if demand.by != i else ()
    before = settled(state)
    if phase_of(before) == "navigation":
        return objections + navigator_acts(before, i, kinds)
    return objections + (slot_acts(before, i, kinds) if current(before) == i else ())


@cache
def sides(seat: str) -> Events:
    """Take either side."""
    return FightJoined(seat, "attack"), FightJoined(seat, "defence")


@cache
def answers(seat: str) -> Events:
    """Give way or refuse."""
    return DemandGranted(seat), DemandRefused(seat)


def slot_acts(state: State, i: int, kinds: Kinds) -> Events:
    """List the five actions.

    Rules: LIF-ACT-01
    """
    seat = state.seats[i]
    if state.stroke is not None:
        return splits(seat, state.stroke)
    seats, hands, table = state.seats, state.hands, state.table
    others = [j for j in state.boat if j != i]
    acts = list(swaps(seat, tuple([seats[j] for j in others])))
    for j in others:
        if hands[j] != () or table[j]:
            acts += mugs(seat, seats[j], hands[j] != (), kinds_in(table[j]))
    acts += (Rowed(seat),) if state.deals_navigation else strokes(seat, stroke_size(state, i))
    return (*acts, *specials(state, i, kinds))


@cache
def swaps(seat: str, others: tuple[str, ...]) -> Events:
    """Do nothing, or demand each place."""
    return (Passed(seat), *(SeatDemanded(seat, other) for other in others))


@cache
def mugs(seat: str, other: str, has_hand: bool, table: Kinds) -> Events:
    """Demand a hand card or each face-up card."""
    cards = ("hand", *table) if has_hand else table
    return tuple(MugDemanded(seat, other, card) for card in cards)  # type: ignore[arg-type]


@cache
def strokes(seat: str, n: int) -> Events:
    """Row with cards the referee does not see: none to all of them stacked."""
    return tuple(Rowed(seat, (None,) * n, (None,) * k, (None,) * (n - k)) for k in range(n + 1))


@cache
def splits(seat: str, drawn: tuple[Any, ...]) -> Events:
    """Row with cards that were drawn: every way to part them."""
    ways = product((True, False), repeat=len(drawn)) if drawn else ()
    return tuple(
        Rowed(
            seat,
            drawn,
            tuple(card for card, up in zip(drawn, way, strict=True) if up),
            tuple(card for card, up in zip(drawn, way, strict=True) if not up),
        )
        for way in ways
    )


def specials(state: State, i: int, kinds: Kinds) -> Events:
    """List the special cards a seat may use.

    Rules: LIF-SPEC-01, LIF-CAN-01
    """
    kinds, seat = kinds + state.table[i], state.seats[i]
    if SPECIALS.isdisjoint(kinds):
        return ()
    events: list[Event] = []
    if "medkit" in kinds:
        patients = [j for j in state.boat if state.wounds[j] and not is_dead(state, j)]
        events += [SpecialUsed(seat, "medkit", state.seats[j]) for j in patients]
    if "parasol" in kinds and not state.parasols >> i & 1:
        events.append(SpecialUsed(seat, "parasol"))
    if "flare" in kinds and deals(state, "navigation"):
        events.append(SpecialUsed(seat, "flare"))
    if "cannibalism" in kinds and state.switches.cannibalism == "yes":
        corpses = [j for j in state.boat if is_dead(state, j) and j not in state.eaten]
        events += [SpecialUsed(seat, "cannibalism", corpse=state.seats[j]) for j in corpses]
    return tuple(events)
