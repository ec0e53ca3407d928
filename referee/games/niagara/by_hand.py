"""A position: facts of the board as `corrected` has them, out of a state and into one; what can be."""

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from msgspec.structs import replace

from events.table import Corrected
from referee.games.niagara.events import CanoeAt, Card, Gem, Position
from referee.games.niagara.phases.ending import without_end
from referee.games.niagara.state import UNKNOWN, Counts, State, counted, named, next_arm
from referee.games.niagara.tables import CANOES_PER_SEAT, GEMS, GEMS_PER_SITE, PADDLE_CARDS, RIVER
from referee.kernel.facts import Facts, StateFact, each_seat, put, seat_fact
from referee.kernel.verdict import Refused, refuse


def canoes_of(state: State, i: int) -> dict[Literal["1", "2"], CanoeAt]:
    """Write down where a seat's two canoes are."""
    first, second = (
        CanoeAt(state.at[c], state.cargo[c])  # type: ignore[arg-type]
        for c in (2 * i, 2 * i + 1)
    )
    return {"1": first, "2": second}


def hands_of(state: State) -> dict[str, tuple[Card, ...]]:
    """Write down the hands; one with an unknown card laid is not certain."""
    return {seat: state.hands[i] for i, seat in enumerate(state.seats) if state.laid[i] != UNKNOWN}


def forget_hand(state: State, seat: str) -> State:
    """Turn a hand face down, and the card of it that lies so: of neither is more known than the number.

    Rules: NIA-INFO-01
    """
    i = state.index[seat]
    laid, unknown = state.laid[i], len(state.hands[i])
    if laid is not None and laid != UNKNOWN and state.shown[i] is None:
        laid, unknown = UNKNOWN, unknown + 1
    return replace(
        state,
        laid=put(state.laid, i, laid),
        hands=put(state.hands, i, (None,) * unknown),
        piles=put(state.piles, i, ()),
    )


def had_turns(state: State) -> tuple[str, ...]:
    """Name the seats that have had their turn this round."""
    return tuple([seat for i, seat in enumerate(state.seats) if state.done >> i & 1])


def place_turns(state: State, seats: tuple[str, ...]) -> State:
    """Set who has had a turn; where that changes anything, the next seat's begins, or the river's."""
    if state.phase not in {"turns", "river"}:
        return state
    done = sum(1 << i for i in {state.index[seat] for seat in seats})
    return state if done == state.done else replace(state, done=done, turn=-1, phase="choose")


def place_canoes(state: State, canoes: dict[str, dict[Literal["1", "2"], CanoeAt]]) -> State:
    """Set canoes and their cargo."""
    at, cargo = state.at, state.cargo
    for seat, each in canoes.items():
        for number, canoe in each.items():
            i = 2 * state.index[seat] + int(number) - 1
            at, cargo = put(at, i, canoe.at), put(cargo, i, canoe.gem)
    return replace(state, at=at, cargo=cargo)


def finish(state: State, corrected: Corrected[Position]) -> State:
    """Let unnamed sites take what is left of their colour; a game that was over goes on from its last round.

    Rules: NIA-SETUP-02
    """
    state = with_action_had(state, corrected.act)
    for i, gem in enumerate(GEMS):
        if gem not in (corrected.position.sites or {}):
            missing = GEMS_PER_SITE - in_play(state, i)
            own = put(state.sites[i], i, state.sites[i][i] + missing)
            state = replace(state, sites=put(state.sites, i, own))
    return state if state.result is None else without_end(state)


def with_action_had(state: State, act: Mapping[str, Any] | None) -> State:
    """Remember that a canoe has had its action where a refused one is played all the same."""
    if act is None or act["type"] != "canoe_moved" or state.phase != "turns":
        return state
    is_own = state.index.get(act["seat"]) == state.turn
    return replace(state, used=state.used | act["canoe"]) if is_own else state


def in_play(state: State, i: int) -> int:
    """Count a colour wherever it is: owned, at sites, on canoes, removed."""
    gem: Gem = GEMS[i]
    rows: tuple[Counts, ...] = (*state.owned, *state.sites, state.removed)
    return sum(row[i] for row in rows) + state.cargo.count(gem)


def place_hands(state: State, told: dict[str, tuple[Card, ...]]) -> State:
    """Set hands; what is neither in hand nor laid this round was played."""
    hands, piles = state.hands, state.piles
    for seat, hand in told.items():
        i = state.index[seat]
        hands = put(hands, i, tuple(c for c in PADDLE_CARDS if c in hand))
        piles = put(piles, i, tuple(c for c in PADDLE_CARDS if c not in hand and c != state.laid[i]))
    return replace(state, hands=hands, piles=piles)


FACTS = Facts(
    Position,
    (
        StateFact(name="canoes", read=each_seat(canoes_of), write=place_canoes, by_seat=True, public=True),
        StateFact(name="owned", row=True, encode=named, decode=counted, by_seat=True, public=True),
        StateFact(name="sites", row=True, by=GEMS, encode=named, decode=counted, public=True),
        StateFact(name="removed", encode=named, decode=counted, public=True),
        StateFact(name="weather", public=True),
        StateFact(name="hands", read=hands_of, write=place_hands, by_seat=True, forget=forget_hand),
        seat_fact("ring", "ring"),
        StateFact(name="round", public=True),
        StateFact(name="fork_next", read=next_arm, public=True),
        StateFact(name="acted", read=had_turns, write=place_turns, public=True),
    ),
    finish=finish,
)
"""What is true on the board, and in the hands only their seats see: NIA-INFO-01, NIA-INFO-02."""


def judge_position(state: State, position: Position) -> Refused | None:
    """Judge what is told: canoes, hands, turns. Rules: NIA-SETUP-05."""
    return judge_canoes(position) or judge_hands(state, position) or judge_turns(state, position)


def judge_canoes(position: Position) -> Refused | None:
    """Refuse cargo where a canoe can have none. Rules: NIA-LAND-01, NIA-FALL-02."""
    for seat, canoes in (position.canoes or {}).items():
        for number, canoe in canoes.items():
            if canoe.gem and canoe.at in ("land", "lost"):
                rule = "NIA-LAND-01" if canoe.at == "land" else "NIA-FALL-02"
                args = {"seat": seat, "canoe": number, "gem": canoe.gem}
                return refuse(f"niagara.no_cargo_{canoe.at}", rule, **args)
    return None


def judge_hands(state: State, position: Position) -> Refused | None:
    """Refuse hands that seven different cards, less what lies on the table, cannot make.

    While a card of it lies face down a hand cannot be set, whoever asks: a refusal would tell the card.

    Rules: NIA-CARD-01, NIA-CARD-02, NIA-CARD-03, NIA-INFO-01, NIA-SETUP-05
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


def judge_turns(state: State, position: Position) -> Refused | None:
    """Refuse turns had before all cards are laid, or by a seat whose card lies face down.

    Rules: NIA-ROUND-01, NIA-CARD-03
    """
    acted = position.acted or ()
    if acted and state.phase not in {"turns", "river"}:
        return refuse("niagara.no_turns_yet", "NIA-ROUND-01")
    hidden = next((seat for seat in acted if state.shown[state.index[seat]] is None), None)
    return refuse("niagara.not_turned_up", "NIA-CARD-03", seat=hidden) if hidden else None


def judge_gems(_: State, __: Position, placed: State) -> Refused | None:
    """Refuse gems that do not add up to seven of each colour. Rules: NIA-SETUP-02."""
    for i, gem in enumerate(GEMS):
        total = in_play(placed, i)
        if total != GEMS_PER_SITE or placed.sites[i][i] < 0:
            elsewhere = total - placed.sites[i][i] if placed.sites[i][i] < 0 else total
            return refuse("niagara.gems_do_not_add_up", "NIA-SETUP-02", gem=gem, n=elsewhere)
    return None


def invariants(state: State) -> Iterator[str]:
    """Count seven gems of each colour, canoes, each somewhere, and seven cards a seat.

    Cards are in hand, played this cycle, or laid this round.
    """
    totals = {gem: in_play(state, i) for i, gem in enumerate(GEMS)}
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
