"""A position: facts of the board as `corrected` has them, out of a state and into one; what can be."""

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from msgspec.structs import replace

from events.table import Corrected
from referee.games.niagara.ending import without_end
from referee.games.niagara.events import CanoeAt, Card, Gem, Position
from referee.games.niagara.state import UNKNOWN, Counts, State, counts_by_gem, counts_of, next_arm
from referee.games.niagara.tables import GEMS, GEMS_PER_SITE, PADDLE_CARDS
from referee.kernel.parts import Facts, Refused, StateFact, each_seat, refuse, seat_fact, set_at


def canoes_of(state: State, i: int) -> dict[Literal["1", "2"], CanoeAt]:
    """Return where a seat's two canoes are, by canoe number; one that goes over the falls is lost."""
    first, second = (
        CanoeAt("lost" if state.at[c] == "falls" else state.at[c], state.cargo[c])  # type: ignore[arg-type]
        for c in (2 * i, 2 * i + 1)
    )
    return {"1": first, "2": second}


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
    )


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
    hands = [
        tuple(card for card in PADDLE_CARDS if card in by_seat.get(seat, hand))
        for seat, hand in zip(state.seats, state.hands, strict=True)
    ]
    return replace(state, hands=tuple(hands))


FACTS = Facts(
    Position,
    (
        StateFact(name="canoes", read=each_seat(canoes_of), write=_place_canoes, by_seat=True, public=True),
        StateFact(name="owned", row=True, encode=counts_by_gem, decode=counts_of, by_seat=True, public=True),
        StateFact(name="sites", row=True, by=GEMS, encode=counts_by_gem, decode=counts_of, public=True),
        StateFact(name="removed", encode=counts_by_gem, decode=counts_of, public=True),
        StateFact(name="weather", public=True),
        StateFact(
            name="hands",
            read=lambda state: {
                seat: hand
                for seat, hand, laid in zip(state.seats, state.hands, state.laid, strict=True)
                if laid != UNKNOWN
            },
            write=_place_hands,
            by_seat=True,
            forget=_forget_hand,
        ),
        seat_fact("ring", "ring"),
        StateFact(name="round", public=True),
        StateFact(name="fork_next", read=next_arm, public=True),
        StateFact(
            name="acted",
            read=lambda state: tuple([seat for i, seat in enumerate(state.seats) if state.done >> i & 1]),
            write=_place_turns,
            public=True,
        ),
    ),
    finish=_finish,
)
"""What is true on the board, and in the hands only their seats see: NIA-INFO-01, NIA-INFO-02."""


def judge_position(state: State, position: Position) -> Refused | None:
    """Return a refusal of facts that contradict each other or the phase, else None.

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


def invariants(state: State) -> Iterator[str]:
    """Yield who has a card in hand and laid."""
    for seat, hand, laid in zip(state.seats, state.hands, state.laid, strict=True):
        if laid in hand:
            yield f"{seat} has {hand} and laid {laid}"
