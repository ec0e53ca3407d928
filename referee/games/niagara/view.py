"""What a seat, or everybody, may see: the only way out of a state to a screen."""

import msgspec

from events.niagara import CanoeAt, Card, Gem, Side, Standing, Weather


class Paddle(msgspec.Struct, frozen=True):
    """A seat's paddle cards as the asker may see them.

    `laid`: a card lies there this round. `shown`: its face, once up. `left`: cards still in
    hand. `own`: the face of the card laid, `hand`: the cards in hand; both only for their owner.
    """

    laid: bool
    shown: Card | None
    left: int
    own: Card | None = None
    hand: tuple[Card, ...] | None = None


class View(msgspec.Struct, frozen=True, kw_only=True):
    """Niagara as one seat (`seat`), or everybody (None), sees it.

    `canoes` and `paddles` and `owned` go by seat; `canoes` are the seat's two in order.
    `sites` holds what lies at each site, by the site's colour; gems at 0 are left out.
    `speed` is what the river would do with the cards shown so far, None before the first.
    `pushes` is how many pushes the table owes the referee, 0 when none.
    """

    game: str
    edition: str
    house: dict[str, str | int]
    seat: str | None
    seats: tuple[str, ...]
    names: dict[str, str]
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
