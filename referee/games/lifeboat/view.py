"""The view: what a seat, or everybody, may see of a state."""

from operator import attrgetter
from typing import Any

import msgspec

from events.base import REFEREE, type_of
from referee.games.lifeboat.acting import acting, acts_in_window, seats_in_window
from referee.games.lifeboat.conflicts import has_open_meal
from referee.games.lifeboat.events import NavigationContent, Score
from referee.games.lifeboat.ledger import DECKS, LedgerLine, newest_first
from referee.games.lifeboat.navigation import thirst_of
from referee.games.lifeboat.score import result_of, seats_to_reveal, undecided, winners
from referee.games.lifeboat.secrecy import stack_seen_by, stroke_seen_by
from referee.games.lifeboat.state import (
    Fight,
    State,
    is_conscious,
    is_dead,
    is_taking,
    may_refuse,
    moment_of,
    navigator,
    phase_of,
    strength,
)
from referee.games.lifeboat.tables import CHARACTERS, content_of
from referee.games.lifeboat.turns import actor
from referee.kernel.parts import Status, TableView, names


class Person(msgspec.Struct, frozen=True, kw_only=True):
    """One seat as the viewer may see it.

    `status` is `conscious`, `unconscious`, `dead`, `lost` or `eaten`. `cards` counts the hand, None where
    even that is unknown. `hand`, `love` and `hate` are None but for their owner, or once shown.
    """

    character: str | None
    size: int
    survival: int
    wounds: int
    status: str
    cards: int | None
    table: tuple[str, ...]
    parasol_open: bool
    rowed: bool
    fought: bool
    thirst: int
    hand: tuple[str | None, ...] | None = None
    love: str | None = None
    hate: str | None = None


class Conflict(msgspec.Struct, frozen=True, kw_only=True):
    """A demand, and the fight over it with the sums so far."""

    kind: str
    by: str
    target: str
    card: str | None
    may_refuse: bool
    attack: tuple[str, ...] = ()
    defence: tuple[str, ...] = ()
    attack_sum: int = 0
    defence_sum: int = 0


class Memory(msgspec.Struct, frozen=True, kw_only=True):
    """Cards a seat once saw: the day, the type of event, and the pools they moved between."""

    day: int
    event: str
    source: str
    target: str
    cards: tuple[Any, ...]


class View(TableView, frozen=True, kw_only=True):
    """Lifeboat as one seat (`seat`), or everybody (None), sees it.

    `boat` is bow to stern; `people` go by seat. `slots` are the seats whose turn is still to
    come. `packet` counts the supply packet, `packet_cards` shows it to its holder, `stroke` a
    rower's draw to the rower. `row_stack` hides with null what the viewer may not see. `windows`
    list who may still do what while a window is open; those `staying_out` of a fight have said
    so. `memory` is what the viewer once saw.
    """

    phase: str
    day: int
    turn: str | None
    birds: int
    boat: tuple[str, ...]
    lost: tuple[str, ...]
    eaten: tuple[str, ...]
    people: dict[str, Person]
    slots: tuple[str, ...]
    conflict: Conflict | None
    staying_out: tuple[str, ...]
    draw_due: bool
    packet: int
    packet_holder: str | None
    packet_cards: tuple[str | None, ...] | None
    stroke: tuple[Any, ...] | None
    row_stack: tuple[Any, ...]
    navigation_deck: int
    navigator: str | None
    card: str | NavigationContent | None
    content: NavigationContent | None
    in_water: tuple[str, ...]
    sharks: bool
    deck: int
    set_aside: int
    discard: tuple[str, ...]
    windows: dict[str, tuple[str, ...]]
    memory: tuple[Memory, ...]
    unshown: tuple[str, ...]
    winners: tuple[str, ...] | None
    scores: dict[str, Score] | None
    open_scores: tuple[str, ...]
    undecided: tuple[str, ...]


def show(state: State, seat: str | None) -> dict[str, Any]:
    """Return what is shown beside the facts to `seat`, to everybody (None) or to the referee (REFEREE)."""
    seats, viewer, steersman = state.seats, state.index.get(seat or "", -1), navigator(state)
    holder = state.keepers[0] if state.packet is not None else -1
    result = result_of(state)
    unshown = seats_to_reveal(state) if state.phase == "ended" and state.result is None else ()
    return {
        "people": {s: _person(state, i, viewer) for i, s in enumerate(seats)},
        "slots": names(state, state.slots) if state.phase == "action" else (),
        "conflict": conflict(state),
        "staying_out": names(state, state.fight.out) if state.fight else (),
        "draw_due": is_taking(state),
        "packet": len(state.packet or ()),
        "packet_holder": seats[holder] if holder >= 0 else None,
        "packet_cards": state.packet if holder == viewer >= 0 else None,
        "stroke": stroke_seen_by(state, viewer),
        "row_stack": stack_seen_by(state, None if seat == REFEREE else seat),
        "navigation_deck": len(state.queue),
        "navigator": seats[steersman] if steersman >= 0 else None,
        "card": state.chosen,
        "content": content_of(state.chosen) if state.chosen is not None else None,
        "in_water": names(state, state.fallen),
        "sharks": bool(state.sharks or state.ghosts),
        "set_aside": state.aside,
        "windows": windows(state),
        "memory": _memories(state, viewer),
        "unshown": names(state, unshown),
        "scores": result.scores if result else None,
        "open_scores": result.open if result else (),
        "undecided": undecided(state),
    }


def _person(state: State, i: int, viewer: int) -> Person:
    """Return seat `i` as the viewer (-1: everybody) sees it: its secrets only its own, or once shown.

    Rules: LIF-INFO-04, LIF-SET-03
    """
    card, hand = state.character[i], state.hands[i]
    is_open = viewer == i or bool(state.revealed >> i & 1)
    return Person(
        character=card,
        size=state.sizes[i],
        survival=CHARACTERS[card].survival if card else 0,  # type: ignore[index]
        wounds=state.wounds[i],
        status=_status(state, i),
        cards=None if hand is None else len(hand),
        table=state.table[i],
        parasol_open=bool(state.parasols >> i & 1),
        rowed=bool(state.rowed >> i & 1),
        fought=bool(state.fought >> i & 1),
        thirst=thirst_of(state, i) if phase_of(state) == "thirst" else 0,
        hand=hand if is_open else None,
        love=state.love[i] if is_open else None,
        hate=state.hate[i] if is_open else None,
    )


def _status(state: State, i: int) -> str:
    """Return how a seat is, as `Person` names it. Rules: LIF-STAT-05."""
    if i in state.lost:
        return "lost"
    if i in state.eaten:
        return "eaten"
    if is_dead(state, i):
        return "dead"
    return "conscious" if is_conscious(state, i) or not state.character[i] else "unconscious"


def conflict(state: State) -> Conflict | None:
    """Return the demand and the fight over it, with the sums of both sides; None without a demand."""
    demand, fight, seats = state.demand, state.fight or Fight((), ()), state.seats
    if demand is None or demand.kind == "signal":
        return None
    return Conflict(
        kind=demand.kind,
        by=seats[demand.by],
        target=seats[demand.target],
        card=demand.card or None,
        may_refuse=demand.kind != "meal" and may_refuse(state, demand),
        attack=names(state, fight.attack),
        defence=names(state, fight.defence),
        attack_sum=strength(state, fight.attack),
        defence_sum=strength(state, fight.defence),
    )


def windows(state: State) -> dict[str, tuple[str, ...]]:
    """Return what seats may still do while a window is open, by what everybody can see; empty when none is.

    Rules: LIF-OVER-01
    """
    phase = phase_of(state)
    if state.fight is None and not has_open_meal(state) and phase not in {"overboard", "thirst"}:
        return {}
    open_to = {seat: acts_in_window(state, state.index[seat], phase) for seat in seats_in_window(state)}
    return {seat: acts for seat, acts in open_to.items() if acts}


def _memories(state: State, viewer: int) -> tuple[Memory, ...]:
    """Return what a seat saw of hidden cards, oldest first; a hand goes by its seat. Empty for the table.

    Rules: LIF-INFO-04
    """
    if viewer < 0:
        return ()

    pools: dict[Any, str] = dict(enumerate(state.seats))
    lines = [line for line in newest_first(state.ledger) if _remembers(line, viewer)]
    return tuple(
        Memory(
            day=line.day,
            event=type_of(line.event),
            source=pools.get(line.source, str(line.source)),
            target=pools.get(line.target, str(line.target)),
            cards=line.cards,
        )
        for line in reversed(lines)
    )


def _remembers(line: LedgerLine, viewer: int) -> bool:
    """Return whether a line shows a seat something that not everybody saw."""
    is_private = line.deck in DECKS and line.readers != -1 and line.readers >> viewer & 1
    return bool(is_private) and line.source is not None and any(card is not None for card in line.cards)


def turn(state: State) -> str | None:
    """Return the seat whose slot, packet or choice it is; None where it is nobody's."""
    match phase_of(state):
        case "supply" if state.packet is not None:
            return state.seats[state.keepers[0]]
        case "action":
            return actor(state)
        case "navigation":
            i = navigator(state)
            return state.seats[i] if i >= 0 and state.stack else None
    return None


STATUS = Status(phase_of, turn, acting, winners, moment_of, counter=attrgetter("day"), undecided=undecided)
