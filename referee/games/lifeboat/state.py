"""The state of a game of Lifeboat, and questions about it that need no judgement."""

from typing import Any, NamedTuple, TypeVar

from events.table import TableOpened
from referee.games.lifeboat.events import GameEnded, NavigationContent
from referee.games.lifeboat.ledger import Ledger
from referee.games.lifeboat.tables import (
    CHARACTERS,
    MOST_EXPANSION_CARDS,
    NAVIGATION,
    PROVISIONS,
    RULESET,
    SET_ASIDE,
    WEAPONS,
)
from referee.kernel.parts import RowState, number_seats, table_fields

T = TypeVar("T")
Hand = tuple[str | None, ...]
"""Cards in a hand, None for one the referee has not seen."""

Queued = str | NavigationContent | int | None
"""A navigation card: known, or the number it had in the shuffled deck, or unknown."""


DECLINED = 9
"""In place of the number of looks: the navigator said that it will not look."""


class Demand(NamedTuple):
    """What the slot's seat waits for, as `kind`: a `seat`, a `mug`, a `meal`, or the cards of a `signal`.

    `card` of a mug is a kind face up, or `hand` for a blind draw. `is_won`: it was granted by a fight.
    """

    by: int
    kind: str
    target: int
    card: str = ""
    is_granted: bool = False
    is_won: bool = False


class Fight(NamedTuple):
    """The two sides in the order they joined; `out` said since then that they do nothing more."""

    attack: tuple[int, ...]
    defence: tuple[int, ...]
    out: tuple[int, ...] = ()

    def has(self, i: int) -> bool:
        """Return whether a seat fights on either side."""
        return i in self.attack or i in self.defence


class Terms(NamedTuple):
    """What the options put on the table.

    `growth` is what everybody's Size has more than printed. `expansion` and the decks the referee
    deals change overnight. `bodies_stay`: those that were eaten lie aboard.
    """

    growth: int
    expansion: bool
    deals_provisions: bool
    deals_navigation: bool
    bodies_stay: bool


def terms_of(options: Any) -> Terms:
    """Return what these options put on the table.

    Rules: LIF-VAR-GHOST, LIF-SET-05, LIF-SET-07, LIF-SET-10, LIF-CAN-01
    """
    return Terms(
        int(options.ghost_sharks == "yes"),
        options.cannibalism == "yes",
        options.physical_provisions == "no",
        options.physical_navigation == "no",
        options.cannibal_loot == "stays",
    )


class State(RowState, frozen=True, kw_only=True, gc=False):
    """Everything that follows from a log.

    Seats are numbers in the order of the opening; tuples without a word go by seat, and `parasols`, `rowed`,
    `fought`, `ghosts`, `revealed`, `slept` and `dealt` are bit sets of seats.

    - `boat`: bow to stern. `slots`: places in the fixed order of the day that have not passed; `slept`:
      those passed over. `taken`: what the slot before took at once of one who might not refuse.
    - `hands`: None is a hand of unknown size, None in a hand a card nobody named. `removed` left the game
      with their seats; `aside` counts cards nobody will see: set aside at first, or unaccounted for since.
    - `packet`: what is left of the day's supply (None: not drawn, or all kept), `keepers` who keep one yet.
    - `stroke`: cards a rower looks at, () where they are due, None where nobody rows. `stack` goes with
      `stackers`, who put each card (-1: unknown). `looked` counts top cards a navigator added, or is
      `DECLINED`.
    - `fallen` are in the water; `doomed` those of them who do not come back, being dead, or unconscious
      without a preserver. `paid`: waters spent on thirsts.
    - `spare`: closing lines that may still come although the step closed by itself (1 overboard, 2
      thirst), or 4 where the line came.
    - `ledger` says where hidden cards went; `terms` what the options put on the table.
    """

    terms: Terms
    character: tuple[str | None, ...]
    sizes: tuple[int, ...]
    phase: str = "setup"
    day: int = 1
    boat: tuple[int, ...] = ()
    wounds: tuple[int, ...]
    hands: tuple[Hand | None, ...]
    table: tuple[tuple[str, ...], ...]
    parasols: int = 0
    love: tuple[str | None, ...]
    hate: tuple[str | None, ...]
    dealt: int = 0
    birds: int = 0
    rowed: int = 0
    fought: int = 0
    lost: tuple[int, ...] = ()
    eaten: tuple[int, ...] = ()
    slots: tuple[int, ...] = ()
    slept: int = 0
    taken: Demand | None = None
    packet: Hand | None = None
    keepers: tuple[int, ...] = ()
    demand: Demand | None = None
    fight: Fight | None = None
    stroke: tuple[Queued, ...] | None = None
    looked: int = 0
    stack: tuple[Queued, ...] = ()
    stackers: tuple[int, ...] = ()
    queue: tuple[Queued, ...] = ()
    chosen: str | NavigationContent | None = None
    fallen: tuple[int, ...] = ()
    doomed: tuple[int, ...] = ()
    sharks: int = 0
    ghosts: int = 0
    paid: tuple[int, ...]
    spare: int = 0
    deals_provisions: bool = False
    deals_navigation: bool = False
    expansion: bool = False
    navigation: int = len(NAVIGATION)
    deck: int = 0
    aside: int = 0
    discard: tuple[str, ...] = ()
    removed: Hand = ()
    revealed: int = 0
    result: GameEnded | None = None
    ledger: Ledger | None = None

    def option_of_box(self, _: str) -> str:
        """Return whether Cannibalism is in the box; once agreed in mid-game it joins overnight."""
        return "yes" if self.expansion else "no"


def open_state(opened: TableOpened) -> State:
    """Return the state before anything is dealt."""
    n = len(opened.seats)
    table = table_fields(RULESET, opened)
    return State(
        **table,
        index=number_seats(opened),
        character=(None,) * n,
        sizes=(0,) * n,
        hands=(None,) * n,
        table=((),) * n,
        love=(None,) * n,
        hate=(None,) * n,
        paid=(0,) * n,
        **set_up(table["options"], n, opened.chance),
    )


def set_up(options: Any, n: int, chance: str) -> dict[str, Any]:
    """Return what the options put on the table for `n` players, as fields of a state.

    Rules: LIF-SET-05, LIF-SET-07, LIF-VAR-QUICK
    """
    terms, aside, head_start = terms_of(options), count_set_aside(options, n), int(options.quick == "yes")
    deals_navigation = chance == "referee" and terms.deals_navigation
    has_more = terms.expansion and not deals_navigation
    navigation = len(NAVIGATION) + (MOST_EXPANSION_CARDS if has_more else 0)
    return {
        "terms": terms,
        "wounds": (head_start,) * n,
        "birds": head_start,
        "expansion": terms.expansion,
        "deals_provisions": chance == "referee" and terms.deals_provisions,
        "deals_navigation": deals_navigation,
        "navigation": navigation,
        "queue": tuple(range(navigation)),
        "aside": aside,
        "deck": sum(PROVISIONS[terms.expansion].values()) - aside,
    }


def is_untouched(state: State) -> bool:
    """Return whether nothing was dealt yet, nor set by hand."""
    return state.phase == "setup" and state.ledger is None and not any(state.character)


def is_stroke_dealt(state: State, event: Any) -> bool:
    """Return whether an act names cards of a stroke that the referee has yet to deal."""
    return state.deals_navigation and bool(event.drawn) and not state.stroke


def count_set_aside(options: Any, n: int) -> int:
    """Return how many provisions `n` players set aside at the start. Rules: LIF-SET-08."""
    return SET_ASIDE if n < 6 and options.few_players_remove_10 == "yes" else 0


def printed_provisions(state: State) -> dict[str, int]:
    """Return how many of each provision this table's box has."""
    return PROVISIONS[state.expansion]


def sizes_of(terms: Terms, characters: tuple[str | None, ...]) -> tuple[int, ...]:
    """Return everybody's Size, 0 without a character."""
    return tuple([CHARACTERS[c].size + terms.growth if c else 0 for c in characters])  # type: ignore[index]


def without_one(cards: tuple[T, ...], card: T) -> tuple[T, ...]:
    """Return `cards` without one `card`; raises ValueError where it is not among them."""
    i = cards.index(card)
    return cards[:i] + cards[i + 1 :]


def is_conscious(state: State, i: int) -> bool:
    """Return whether a seat has fewer wounds than Size. Rules: LIF-STAT-01."""
    return state.wounds[i] < state.sizes[i]


def is_dead(state: State, i: int) -> bool:
    """Return whether a seat has more wounds than Size. Rules: LIF-STAT-01."""
    return state.wounds[i] > state.sizes[i]


def awake(state: State) -> list[int]:
    """Return the conscious aboard from bow to stern."""
    wounds, sizes = state.wounds, state.sizes
    return [i for i in state.boat if wounds[i] < sizes[i]]


def current(state: State) -> int:
    """Return whose slot it is in the action phase; -1 when no slot is left.

    Rules: LIF-ACT-03, LIF-TURN-02
    """
    if state.demand is not None:
        return state.demand.by
    for i in state.slots:
        if state.wounds[i] < state.sizes[i] and i in state.boat:
            return i
    return -1


def phase_of(state: State) -> str:
    """Return the phase; navigation begins by itself after the last slot, thirst with nobody in the water."""
    phase = state.phase
    if phase == "action":
        return phase if state.demand is not None or current(state) >= 0 else "navigation"
    return "thirst" if phase == "overboard" and not state.fallen else phase


def moment_of(state: State) -> str:
    """Return the phase as acts know it; that of action is `slot`, `stroke`, `answer`, `meal` or `fight`."""
    phase = state.phase
    if phase != "action":
        return "thirst" if phase == "overboard" and not state.fallen else phase
    if state.demand is None:
        return "navigation" if current(state) < 0 else "slot" if state.stroke is None else "stroke"
    if state.fight is not None:
        return "fight"
    return "meal" if state.demand.kind == "meal" else "answer"


def navigator(state: State) -> int:
    """Return the conscious seat nearest the stern; -1 for nobody. Rules: LIF-NAV-01."""
    for i in reversed(state.boat):
        if state.wounds[i] < state.sizes[i]:
            return i
    return -1


def is_taking(state: State) -> bool:
    """Return whether a blind draw from a hand is due. Rules: LIF-MUG-03."""
    demand = state.demand
    if demand is None or demand.card != "hand" or state.fight is not None:
        return False
    return demand.is_granted or not may_refuse(state, demand)


def may_refuse(state: State, demand: Demand) -> bool:
    """Return whether the seat asked may refuse; the helpless may not, nobody the Kid's blind draw.

    Rules: LIF-SEAT-02, LIF-MUG-02, LIF-MUG-04
    """
    if not is_conscious(state, demand.target):
        return False
    return not (demand.card == "hand" and state.character[demand.by] == "kid")


def may_hold(state: State, i: int, card: str) -> bool:
    """Return whether a hand holds a card, or has an unseen one that might be it."""
    hand = state.hands[i]
    return hand is None or card in hand or None in hand


def strength(state: State, side: tuple[int, ...]) -> int:
    """Return Size and weapons of a side; wounds do not count.

    Rules: LIF-FIGHT-05, LIF-FIGHT-07, LIF-FIGHT-13
    """
    counted = max if state.options.one_weapon == "yes" else sum
    weapons = [counted([WEAPONS.get(card, 0) for card in state.table[i]]) for i in side if state.table[i]]
    return sum(weapons) + sum([state.sizes[i] for i in side])


def stroke_size(state: State, i: int) -> int:
    """Return how many cards a rower draws. Rules: LIF-ROW-01, LIF-VAR-ROW1."""
    cards = (1 if state.options.row_one == "yes" else 2) + state.table[i].count("oar")
    return min(cards, len(state.queue))


class Partial(State, frozen=True, kw_only=True, gc=False):
    """A state of what one viewer may read: cards may be without their names."""


def partial(state: State) -> Partial:
    """Return the state as `Partial`, to go on from with only what one viewer may read."""
    return Partial(**{name: getattr(state, name) for name in state.__struct_fields__})


def must_name(state: State, deck: str) -> bool:
    """Return whether every card of a deck (`provisions`, `navigation`) is named: dealt and not redacted."""
    is_dealt = state.deals_navigation if deck == "navigation" else state.deals_provisions
    return is_dealt and not isinstance(state, Partial)
