"""A position: facts of the board as `corrected` has them, out of a state and into one; what can be."""

from typing import Literal

from msgspec.structs import replace

from events.base import REFEREE
from referee.games.niagara.events import CanoeAt, Card, Gem, Position
from referee.games.niagara.state import UNKNOWN, Counts, State, counted, named, next_arm, put
from referee.games.niagara.tables import GEM_INDEX, GEMS, GEMS_PER_SITE, PADDLE_CARDS
from referee.kernel.verdict import Refused, refuse


def position_of(state: State, asker: str | None) -> Position:
    """Write down the facts `asker` may see: a seat its own hand, the referee every hand it knows."""
    seats = state.seats
    return Position(
        canoes={seat: canoes_of(state, i) for i, seat in enumerate(seats)},
        owned={seat: named(state.owned[i]) for i, seat in enumerate(seats)},
        sites={gem: named(state.sites[i]) for i, gem in enumerate(GEMS)},
        removed=named(state.removed),
        weather=state.weather,  # type: ignore[arg-type]
        hands=hands_seen_by(state, asker),
        ring=seats[state.ring],
        round=state.round,
        fork_next=next_arm(state),
        acted=tuple([seat for i, seat in enumerate(seats) if state.done >> i & 1]),
    )


def canoes_of(state: State, i: int) -> dict[Literal["1", "2"], CanoeAt]:
    """Write down where a seat's two canoes are."""
    first, second = (
        CanoeAt(state.at[c], state.cargo[c])  # type: ignore[arg-type]
        for c in (2 * i, 2 * i + 1)
    )
    return {"1": first, "2": second}


def hands_seen_by(state: State, asker: str | None) -> dict[str, tuple[Card, ...]] | None:
    """Write down the hands an asker may see; a hand with an unknown card laid is not certain.

    Rules: NIA-INFO-01
    """
    if asker is None:
        return None
    return {
        seat: state.hands[i]
        for i, seat in enumerate(state.seats)
        if asker in (REFEREE, seat) and state.laid[i] != UNKNOWN
    }


def place_by_hand(state: State, position: Position) -> State:
    """Set facts by hand; a game that was over stands at the end of its last round again."""
    placed = place(state, position)
    return placed if placed.result is None else replace(placed, phase="choose", result=None)


def place(state: State, position: Position) -> State:
    """Set the facts a position names; what it leaves out keeps its value.

    The result may break conservation; whoever judges the position looks for that.
    """
    state = place_canoes(state, position)
    state = place_gems(state, position)
    state = place_hands(state, position)
    facts: dict[str, object] = {
        name: value
        for name in ("weather", "round", "fork_next")
        if (value := getattr(position, name)) is not None
    }
    if position.ring is not None:
        facts["ring"] = state.index[position.ring]
    return place_turn(replace(state, **facts), position)


def place_turn(state: State, position: Position) -> State:
    """Set who has had a turn; where that changes anything, the next seat's begins, or the river's."""
    if position.acted is None or state.phase not in {"turns", "river"}:
        return state
    done = sum(1 << i for i in {state.index[seat] for seat in position.acted})
    return state if done == state.done else replace(state, done=done, turn=-1, phase="choose")


def place_canoes(state: State, position: Position) -> State:
    """Set canoes and their cargo."""
    at, cargo = state.at, state.cargo
    for seat, canoes in (position.canoes or {}).items():
        for number, canoe in canoes.items():
            i = 2 * state.index[seat] + int(number) - 1
            at, cargo = put(at, i, canoe.at), put(cargo, i, canoe.gem)
    return replace(state, at=at, cargo=cargo)


def place_gems(state: State, position: Position) -> State:
    """Set gems owned, removed and at the sites; unnamed sites take what is left of their colour."""
    owned, sites = state.owned, state.sites
    for seat, gems in (position.owned or {}).items():
        owned = put(owned, state.index[seat], counted(gems))
    for gem, gems in (position.sites or {}).items():
        sites = put(sites, GEM_INDEX[gem], counted(gems))
    removed = state.removed if position.removed is None else counted(position.removed)
    state = replace(state, owned=owned, sites=sites, removed=removed)
    for i, gem in enumerate(GEMS):
        if gem not in (position.sites or {}):
            missing = GEMS_PER_SITE - in_play(state, i)
            own = put(state.sites[i], i, state.sites[i][i] + missing)
            state = replace(state, sites=put(state.sites, i, own))
    return state


def in_play(state: State, i: int) -> int:
    """Count a colour wherever it is: owned, at sites, on canoes, removed."""
    gem: Gem = GEMS[i]
    rows: tuple[Counts, ...] = (*state.owned, *state.sites, state.removed)
    return sum(row[i] for row in rows) + state.cargo.count(gem)


def place_hands(state: State, position: Position) -> State:
    """Set hands; what is neither in hand nor laid this round was played."""
    hands, piles = state.hands, state.piles
    for seat, hand in (position.hands or {}).items():
        i = state.index[seat]
        hands = put(hands, i, tuple(c for c in PADDLE_CARDS if c in hand))
        piles = put(piles, i, tuple(c for c in PADDLE_CARDS if c not in hand and c != state.laid[i]))
    return replace(state, hands=hands, piles=piles)


def judge_position(state: State, position: Position) -> Refused | None:
    """Judge a position: its canoes, its gems, its hands, its turns.

    Rules: NIA-SETUP-02, NIA-SETUP-05
    """
    return (
        judge_canoes(position)
        or judge_hands(state, position)
        or judge_turns(state, position)
        or judge_gems(place(state, position))
    )


def judge_canoes(position: Position) -> Refused | None:
    """Refuse cargo where a canoe can have none.

    Rules: NIA-LAND-01, NIA-FALL-02
    """
    for seat, canoes in (position.canoes or {}).items():
        for number, canoe in canoes.items():
            if canoe.gem and canoe.at in ("land", "lost"):
                rule = "NIA-LAND-01" if canoe.at == "land" else "NIA-FALL-02"
                args = {"seat": seat, "canoe": number, "gem": canoe.gem}
                return refuse(f"niagara.no_cargo_{canoe.at}", rule, **args)
    return None


def judge_hands(state: State, position: Position) -> Refused | None:
    """Refuse hands that seven different cards, less what lies on the table, cannot make.

    Rules: NIA-CARD-01, NIA-CARD-02, NIA-SETUP-05
    """
    for seat, hand in (position.hands or {}).items():
        laid = state.laid[state.index[seat]]
        if laid == UNKNOWN:
            return refuse("niagara.hand_uncertain", "NIA-CARD-03", seat=seat)
        doubled = next((c for c in PADDLE_CARDS if (*hand, laid).count(c) > 1), None)
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


def judge_gems(placed: State) -> Refused | None:
    """Refuse gems that do not add up to seven of each colour.

    Rules: NIA-SETUP-02
    """
    for i, gem in enumerate(GEMS):
        total = in_play(placed, i)
        if total != GEMS_PER_SITE or placed.sites[i][i] < 0:
            elsewhere = total - placed.sites[i][i] if placed.sites[i][i] < 0 else total
            return refuse("niagara.gems_do_not_add_up", "NIA-SETUP-02", gem=gem, n=elsewhere)
    return None
