"""What a seat, or everybody, may see: the only way out of a state to a screen."""

from operator import attrgetter
from typing import Any

import msgspec

from events.base import TABLE
from referee.games.niagara.by_hand import canoes_of
from referee.games.niagara.ending import is_hopeless
from referee.games.niagara.events import CanoeAt, Card, Gem, Side, Standing, Weather
from referee.games.niagara.river import is_observed, speed_of
from referee.games.niagara.state import UNKNOWN, State, goals_of
from referee.games.niagara.turns import face_down
from referee.kernel.parts import Status, TableView, winners_of_result


class Paddle(msgspec.Struct, frozen=True):
    """A seat's paddle cards as the viewer may see them.

    `laid`: a card lies there this round. `shown`: its face, once up. `left`: cards still in
    hand. `own`: the face of the card laid, `hand`: the cards in hand; both only for their owner.
    """

    laid: bool
    shown: Card | None
    left: int
    own: Card | None = None
    hand: tuple[Card, ...] | None = None


class View(TableView, frozen=True, kw_only=True):
    """Niagara as one seat (`seat`), or everybody (None), sees it.

    `canoes` and `paddles` and `owned` go by seat; `canoes` are the seat's two in order.
    `sites` holds what lies at each site, by the site's colour; gems at 0 are left out.
    `speed` is what the river would do with the cards shown so far, None before the first.
    `pushes` is how many pushes the table owes the referee, 0 when none. `hopeless`: so many
    gems left the game that no seat can reach a goal any more; the table may close it.
    """

    phase: str
    round: int
    ring: str
    turn: str | None
    weather: Weather
    speed: int | None
    fork_next: Side
    pushes: int
    canoes: dict[str, tuple[CanoeAt, CanoeAt]]
    owned: dict[str, dict[Gem, int]]
    sites: dict[Gem, dict[Gem, int]]
    removed: dict[Gem, int]
    paddles: dict[str, Paddle]
    last_round: bool
    winners: tuple[str, ...] | None
    standings: tuple[Standing, ...]
    hopeless: bool = False


def show(state: State, seat: str | None) -> dict[str, Any]:
    """Return what `seat` may see beside the facts; None is everybody.

    Rules: NIA-INFO-01, NIA-INFO-02, NIA-CARD-04
    """
    seats = state.seats
    observed = state.phase == "river" and is_observed(state)
    has_cards = any(isinstance(card, int) for card in state.shown) or state.phase == "river"
    return {
        "speed": speed_of(state) if has_cards else None,
        "pushes": speed_of(state) if observed else 0,
        "canoes": {s: tuple(canoes_of(state, i).values()) for i, s in enumerate(seats)},
        "paddles": {s: paddle(state, i, seat) for i, s in enumerate(seats)},
        "last_round": any(goals_of(state, i) for i in range(len(seats)) if i not in state.through),
        "standings": state.result.standings if state.result else (),
        "hopeless": is_hopeless(state),
    }


def paddle(state: State, i: int, viewer: str | None) -> Paddle:
    """Return a seat's paddle cards as `viewer` may see them: faces and hand only for their owner.

    Rules: NIA-INFO-01, NIA-CARD-03
    """
    laid, shown, hand = state.laid[i], state.shown[i], state.hands[i]
    left = len(hand) - (laid == UNKNOWN)
    if viewer != state.seats[i]:
        return Paddle(laid is not None, shown, left)
    own = None if laid == UNKNOWN else laid
    return Paddle(laid is not None, shown, left, own, hand)  # type: ignore[arg-type]


def phase(state: State) -> str:
    """Return `choose`, `reveal` (an unknown card is due), `turn`, `river` or `ended`."""
    now = moment(state)
    return "turn" if now == "cloud" else now


def turn(state: State) -> str | None:
    """Return whose turn it is; None where it is nobody's."""
    return state.seats[state.turn] if state.phase == "turns" else None


def acting(state: State) -> tuple[str, ...]:
    """Return who may act now, in turn order; the table where it must say what the river did."""
    if state.result is not None or state.closed:
        return ()
    if state.phase == "choose":
        return tuple([s for s, laid in zip(state.seats, state.laid, strict=True) if laid is None])
    if state.phase == "river":
        return (TABLE,)
    return tuple([state.seats[i] for i in sorted(face_down(state))]) or (state.seats[state.turn],)


def moment(state: State) -> str:
    """Return the phase, with turns on which a cloud is shown (`cloud`) told from others (`turn`)."""
    if state.phase != "turns":
        return state.phase
    if face_down(state):
        return "reveal"
    return "cloud" if state.shown[state.turn] == "cloud" else "turn"


STATUS = Status(phase, turn, acting, winners_of_result, moment, counter=attrgetter("round"))
