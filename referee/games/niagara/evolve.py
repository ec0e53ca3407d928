"""The reducer: one event applied to a state. It moves pieces and judges nothing."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from events.base import Event
from events.table import (
    Corrected,
    HouseRuled,
)
from referee.games.niagara.charter import CHARTER
from referee.games.niagara.events import (
    CanoeBought,
    CanoeGranted,
    CanoeLanded,
    CanoeLost,
    CanoeMoved,
    CloudMoved,
    GameEnded,
    Gem,
    GemBanked,
    GemRemoved,
    GemReturned,
    GemStolen,
    GoalMet,
    HandsRefilled,
    PaddleChosen,
    PaddleRevealed,
    RiverFlowed,
    RoundEnded,
    TurnEnded,
    TurnPassed,
)
from referee.games.niagara.position import place
from referee.games.niagara.state import UNKNOWN, State, add, canoe_index, open_state, put
from referee.games.niagara.tables import GEM_INDEX, PADDLE_CARDS, SITE_AT, drift
from referee.kernel.table import SHARED_RULES, evolve_table_event, redeem


def evolve(state: State | None, event: Event) -> State:
    """Apply one accepted event; `table_opened` starts from None."""
    if state is None:
        return open_state(event)  # type: ignore[arg-type]
    return EVOLVERS[type(event)](state, event)


def table_event(state: State, event: Event) -> State:
    """Apply an event that every game shares."""
    return evolve_table_event(CHARTER, state, event)


def unchanged(state: State, _: Event) -> State:
    """Leave the state as it is."""
    return state


def corrected(state: State, event: Corrected[Any]) -> State:
    """Set facts by hand; a game that was over stands at the end of its last round again."""
    placed = place(state, event.position)
    return placed if placed.result is None else replace(placed, phase="choose", result=None)


def paddle_chosen(state: State, event: PaddleChosen) -> State:
    """Lay a card; a known one leaves the hand."""
    i = state.index[event.seat]
    if event.card is None:
        return replace(state, laid=put(state.laid, i, UNKNOWN))
    return replace(
        state,
        laid=put(state.laid, i, event.card),
        hands=put(state.hands, i, without(state.hands[i], event.card)),
    )


def without(hand: tuple[Any, ...], card: Any) -> tuple[Any, ...]:
    """Take a card out of a hand."""
    return tuple([c for c in hand if c != card])


def paddle_revealed(state: State, event: PaddleRevealed) -> State:
    """Turn a card up; one that was unknown leaves the hand only now."""
    i, card = state.index[event.seat], event.card
    shown = put(state.shown, i, card)
    if state.laid[i] != UNKNOWN:
        return replace(state, shown=shown)
    hands = put(state.hands, i, without(state.hands[i], card))
    state = redeem(state, event.seat)
    return replace(state, shown=shown, hands=hands, laid=put(state.laid, i, card))


def turn_passed(state: State, event: TurnPassed) -> State:
    """Give the turn to a seat, or to the river."""
    done = state.done | 1 << state.turn if state.turn >= 0 else state.done
    turn, phase = (-1, "river") if event.seat is None else (state.index[event.seat], "turns")
    return replace(
        state, phase=phase, turn=turn, done=done, used=0, landed=0, granted=0, launched=False, bought=0
    )


def canoe_bought(state: State, event: CanoeBought) -> State:
    """Pay a gem to its site and put the canoe ashore."""
    i, gem = state.index[event.seat], GEM_INDEX[event.gem]
    return replace(
        state,
        owned=put(state.owned, i, add(state.owned[i], gem, -1)),
        sites=put(state.sites, gem, add(state.sites[gem], gem)),
        at=put(state.at, 2 * i + (event.canoe or 1) - 1, "land"),
        bought=state.bought + 1,
    )


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


def cloud_moved(state: State, event: CloudMoved) -> State:
    """Move the weather marker; the seat has acted."""
    return replace(state, weather=event.to, used=3)


def river_flowed(state: State, event: RiverFlowed) -> State:
    """Carry every canoe in the river, and remember which arm is next."""
    exits = event.exits
    if not exits:
        return state
    fork_next = "right" if exits[-1] == "left" else "left"
    return replace(state, at=tuple([drift(at, exits) for at in state.at]), fork_next=fork_next)


def canoe_lost(state: State, event: CanoeLost) -> State:
    """Take a canoe off the board; its gem is still to be put somewhere."""
    return replace(state, at=put(state.at, canoe_index(state, event.seat, event.canoe), "lost"))


def gem_returned(state: State, event: GemReturned) -> State:
    """Put the gem of a lost canoe back on its own site."""
    gem = GEM_INDEX[event.gem]
    sites = put(state.sites, gem, add(state.sites[gem], gem))
    return replace(state, sites=sites, cargo=cargo_without(state, event.seat, event.canoe))


def gem_removed(state: State, event: GemRemoved) -> State:
    """Take the gem of a lost canoe out of the game."""
    removed = add(state.removed, GEM_INDEX[event.gem])
    return replace(state, removed=removed, cargo=cargo_without(state, event.seat, event.canoe))


def cargo_without(state: State, seat: str | None, canoe: int | None) -> tuple[Gem | None, ...]:
    """Empty one canoe."""
    return put(state.cargo, canoe_index(state, seat, canoe), None) if seat and canoe else state.cargo


def canoe_granted(state: State, event: CanoeGranted) -> State:
    """Put a canoe ashore; one granted to a seat that has acted waits for its next turn."""
    i, canoe = state.index[event.seat], event.canoe or 1
    waits = canoe if state.turn == i and state.used else 0
    return replace(state, at=put(state.at, 2 * i + canoe - 1, "land"), granted=state.granted | waits)


def goal_met(state: State, event: GoalMet) -> State:
    """Remember who met a goal, in order."""
    return replace(state, met=(*state.met, state.index[event.seat]))


def hands_refilled(state: State, event: HandsRefilled) -> State:
    """Take the played cards back in hand: of the seats named, or of all."""
    seats = [state.index[seat] for seat in event.seats] or range(len(state.seats))
    hands, piles = state.hands, state.piles
    for i in seats:
        hands, piles = put(hands, i, PADDLE_CARDS), put(piles, i, ())
    return replace(state, hands=hands, piles=piles)


def round_ended(state: State, event: RoundEnded) -> State:
    """Stack the cards played and hand the life ring on."""
    n = len(state.seats)
    piles = tuple(
        [pile if card is None else (*pile, card) for pile, card in zip(state.piles, state.shown, strict=True)]
    )
    blank = (None,) * n
    ring = state.index[event.ring]
    return replace(
        state, phase="choose", round=event.round + 1, ring=ring, turn=-1, done=0, piles=piles, laid=blank,
        shown=blank,
    )  # fmt: skip


def game_ended(state: State, event: GameEnded) -> State:
    """Keep the result."""
    return replace(state, phase="ended", result=event)


EVOLVERS: dict[type, Callable[[State, Any], State]] = {
    **dict.fromkeys(SHARED_RULES, table_event),
    HouseRuled: table_event,
    Corrected: corrected,
    PaddleChosen: paddle_chosen,
    PaddleRevealed: paddle_revealed,
    TurnPassed: turn_passed,
    TurnEnded: unchanged,
    CanoeBought: canoe_bought,
    CanoeMoved: canoe_moved,
    CloudMoved: cloud_moved,
    RiverFlowed: river_flowed,
    CanoeLanded: canoe_landed,
    GemBanked: gem_banked,
    GemStolen: gem_stolen,
    CanoeLost: canoe_lost,
    GemReturned: gem_returned,
    GemRemoved: gem_removed,
    CanoeGranted: canoe_granted,
    GoalMet: goal_met,
    HandsRefilled: hands_refilled,
    RoundEnded: round_ended,
    GameEnded: game_ended,
}
