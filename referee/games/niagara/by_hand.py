"""A position: facts of the board as `corrected` has them, out of a state and into one; what can be."""

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from msgspec.structs import replace

from events.table import Corrected
from referee.games.niagara.ending import without_end
from referee.games.niagara.events import CanoeAt, Card, Gem, Position
from referee.games.niagara.state import UNKNOWN, Counts, State, counts_by_gem, counts_of, next_arm
from referee.games.niagara.tables import CANOES_PER_SEAT, GEMS, GEMS_PER_SITE, PADDLE_CARDS, RIVER
from referee.kernel.parts import Facts, Refused, StateFact, each_seat, refuse, seat_fact, set_at


def canoes_of(state: State, i: int) -> dict[Literal["1", "2"], CanoeAt]:
    """Return where a seat's two canoes are, by canoe number; one that goes over the falls is lost."""
    first, second = (
        CanoeAt("lost" if state.at[c] == "falls" else state.at[c], state.cargo[c])  # type: ignore[arg-type]
        for c in (2 * i, 2 * i + 1)
    )
    return {"1": first, "2": second}


def _hands_of(state: State) -> dict[str, tuple[Card, ...]]:
    """Return the hands, by seat; without those of which an unknown card is laid."""
    return {seat: state.hands[i] for i, seat in enumerate(state.seats) if state.laid[i] != UNKNOWN}


def _forget_hand(state: State, seat: str) -> State:
    """Hide which cards a seat holds and has laid face down; their number stays. Rules: NIA-INFO-01."""
    i = state.index[seat]
    laid, unknown = state.laid[i], len(state.hands[i])
    if laid is not None and laid != UNKNOWN and state.shown[i] is None:
        laid, unknown = UNKNOWN, unknown + 1
    return replace(
        state,
        laid=set_at(state.laid, i, laid),
        hands=set_at(state.hands, i, (None,) * unknown),
        piles=set_at(state.piles, i, ()),
    )


def _had_turns(state: State) -> tuple[str, ...]:
    """Return the seats that have had their turn this round."""
    return tuple([seat for i, seat in enumerate(state.seats) if state.done >> i & 1])


def _place_turns(state: State, seats: tuple[str, ...]) -> State:
    """Set who has had a turn this round; a change begins the next seat's turn, or the river's."""
    if state.phase not in {"turns", "river"}:
        return state
    done = sum(1 << i for i in {state.index[seat] for seat in seats})
    return state if done == state.done else replace(state, done=done, turn=-1, phase="choose")


def _place_canoes(state: State, canoes: dict[str, dict[Literal["1", "2"], CanoeAt]]) -> State:
    """Set where canoes are and what they carry, by seat and number; the others stay as they are."""
    at, cargo = state.at, state.cargo
    for seat, each in canoes.items():
        for number, canoe in each.items():
            i = 2 * state.index[seat] + int(number) - 1
            at, cargo = set_at(at, i, canoe.at), set_at(cargo, i, canoe.gem)
    return replace(state, at=at, cargo=cargo)


def _finish(state: State, corrected: Corrected[Position]) -> State:
    """Put what is missing of a colour at its own site, unless that was set; a game that was over goes on.

    Rules: NIA-SETUP-02
    """
    state = _with_action_had(state, corrected.act)
    for i, gem in enumerate(GEMS):
        if gem not in (corrected.position.sites or {}):
            missing = GEMS_PER_SITE - _in_play(state, i)
            own = set_at(state.sites[i], i, state.sites[i][i] + missing)
            state = replace(state, sites=set_at(state.sites, i, own))
    return state if state.result is None else without_end(state)


def _with_action_had(state: State, act: Mapping[str, Any] | None) -> State:
    """Note the action of a canoe as had, where `act` is its refused move that is played anyway."""
    if act is None or act["type"] != "canoe_moved" or state.phase != "turns":
        return state
    is_own = state.index.get(act["seat"]) == state.turn
    return replace(state, used=state.used | act["canoe"]) if is_own else state


def _in_play(state: State, i: int) -> int:
    """Return how many gems of colour `i` there are: owned, at sites, on canoes, removed."""
    gem: Gem = GEMS[i]
    rows: tuple[Counts, ...] = (*state.owned, *state.sites, state.removed)
    return sum(row[i] for row in rows) + state.cargo.count(gem)


def _place_hands(state: State, by_seat: dict[str, tuple[Card, ...]]) -> State:
    """Set hands; cards that are neither in hand nor laid this round count as played."""
    hands, piles = state.hands, state.piles
    for seat, hand in by_seat.items():
        i = state.index[seat]
        hands = set_at(hands, i, tuple(c for c in PADDLE_CARDS if c in hand))
        piles = set_at(piles, i, tuple(c for c in PADDLE_CARDS if c not in hand and c != state.laid[i]))
    return replace(state, hands=hands, piles=piles)


FACTS = Facts(
    Position,
    (
        StateFact(name="canoes", read=each_seat(canoes_of), write=_place_canoes, by_seat=True, public=True),
        StateFact(name="owned", row=True, encode=counts_by_gem, decode=counts_of, by_seat=True, public=True),
        StateFact(name="sites", row=True, by=GEMS, encode=counts_by_gem, decode=counts_of, public=True),
        StateFact(name="removed", encode=counts_by_gem, decode=counts_of, public=True),
        StateFact(name="weather", public=True),
        StateFact(name="hands", read=_hands_of, write=_place_hands, by_seat=True, forget=_forget_hand),
        seat_fact("ring", "ring"),
        StateFact(name="round", public=True),
        StateFact(name="fork_next", read=next_arm, public=True),
        StateFact(name="acted", read=_had_turns, write=_place_turns, public=True),
    ),
    finish=_finish,
)
"""What is true on the board, and in the hands only their seats see: NIA-INFO-01, NIA-INFO-02."""


def judge_position(state: State, position: Position) -> Refused | None:
    """Return a refusal of facts that contradict each other or the phase, else None. Gems: `judge_gems`.

    Rules: NIA-SETUP-05
    """
    return _judge_canoes(position) or _judge_hands(state, position) or _judge_turns(state, position)


def _judge_canoes(position: Position) -> Refused | None:
    """Refuse a gem in a canoe that is ashore or lost; None where there is none."""
    for seat, canoes in (position.canoes or {}).items():
        for number, canoe in canoes.items():
            if canoe.gem and canoe.at in ("land", "lost"):
                rule = "NIA-LAND-01" if canoe.at == "land" else "NIA-FALL-02"
                args = {"seat": seat, "canoe": number, "gem": canoe.gem}
                return refuse(f"niagara.no_cargo_{canoe.at}", rule, **args)
    return None


def _judge_hands(state: State, position: Position) -> Refused | None:
    """Refuse a hand that holds a card twice.

    While a card of it lies face down no hand can be set: a refusal would tell which card lies there.

    Rules: NIA-CARD-01, NIA-INFO-01
    """
    for seat, hand in (position.hands or {}).items():
        i = state.index[seat]
        shown = state.shown[i]
        if state.laid[i] is not None and shown is None:
            return refuse("niagara.hand_uncertain", "NIA-CARD-03", seat=seat)
        doubled = next((c for c in PADDLE_CARDS if (*hand, shown).count(c) > 1), None)
        if doubled is not None:
            return refuse("niagara.card_twice", "NIA-SETUP-05", "NIA-CARD-02", seat=seat, card=doubled)
    return None


def _judge_turns(state: State, position: Position) -> Refused | None:
    """Refuse turns had before all cards are laid, or by a seat whose card lies face down."""
    acted = position.acted or ()
    if acted and state.phase not in {"turns", "river"}:
        return refuse("niagara.no_turns_yet", "NIA-ROUND-01")
    hidden = next((seat for seat in acted if state.shown[state.index[seat]] is None), None)
    return refuse("niagara.not_turned_up", "NIA-CARD-03", seat=hidden) if hidden else None


def judge_gems(_: State, __: Position, placed: State) -> Refused | None:
    """Refuse gems that do not add up to seven of each colour; `placed` is the state with the facts set."""
    for i, gem in enumerate(GEMS):
        total = _in_play(placed, i)
        if total != GEMS_PER_SITE or placed.sites[i][i] < 0:
            elsewhere = total - placed.sites[i][i] if placed.sites[i][i] < 0 else total
            return refuse("niagara.gems_do_not_add_up", "NIA-SETUP-02", gem=gem, n=elsewhere)
    return None


def invariants(state: State) -> Iterator[str]:
    """Yield what is broken: seven gems of each colour, two canoes and seven cards for each seat.

    Cards are in hand, played this cycle, or laid this round.
    """
    totals = {gem: _in_play(state, i) for i, gem in enumerate(GEMS)}
    yield from (f"{n} of {gem} instead of {GEMS_PER_SITE}" for gem, n in totals.items() if n != GEMS_PER_SITE)
    rows = (*state.owned, *state.sites, state.removed)
    yield from (f"a negative count in {row}" for row in rows if min(row) < 0)
    if len(state.at) != CANOES_PER_SEAT * len(state.seats):
        yield "canoes are missing"
    yield from (f"a canoe at {at}" for at in state.at if at not in RIVER | {"land", "lost", "falls"})
    for i, seat in enumerate(state.seats):
        laid = () if state.laid[i] in (None, UNKNOWN) else (state.laid[i],)
        cards = (*state.hands[i], *state.piles[i], *laid)
        if sorted(map(str, cards)) != sorted(map(str, PADDLE_CARDS)):
            yield f"{seat} has {cards}"
