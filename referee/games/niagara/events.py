"""The vocabulary of Niagara: spaces, gems, cards, and every event a game is made of."""

from typing import Annotated, Literal

from msgspec import Meta

from events.base import Event, Seat, SeatEvent, Value
from events.codec import Raw

Space = Literal["land", "S1", "S2", "S3", "S4", "S5", "L6", "L7", "R6", "R7", "falls"]
Place = Literal["land", "S1", "S2", "S3", "S4", "S5", "L6", "L7", "R6", "R7", "lost"]
Gem = Literal["amethyst", "diamond", "amber", "sapphire", "ruby"]
Card = Literal[1, 2, 3, 4, 5, 6, "cloud"]
Weather = Literal[-1, 0, 1, 2]
Side = Literal["left", "right"]
CanoeNumber = Literal[1, 2]
Count = Annotated[int, Meta(ge=0)]
"""Gems of a colour, as they are told; that there are no more than the game has is judged: NIA-SETUP-02."""

Goal = Literal["four_alike", "five_different", "any_seven"]


class GemAct(Value, frozen=True, gc=False):
    """Load a gem of a colour, or unload the gem carried."""

    act: Literal["load", "unload"]
    gem: Gem | None = None


class GemActAt(Value, frozen=True, gc=False):
    """A gem act told in mid-move; always refused, kept so that the refusal can cite its rule."""

    at: Space
    act: Literal["load", "unload"]
    gem: Gem | None = None


class CanoeRef(Value, frozen=True, gc=False):
    """One canoe of one seat."""

    seat: Seat
    canoe: CanoeNumber


class PaddleChosen(SeatEvent, frozen=True, gc=False):
    """A seat laid a paddle card face down; `card` null where only the seat knows it."""

    card: Card | None


class PaddleRevealed(SeatEvent, frozen=True, gc=False):
    """The card a seat had laid was turned up."""

    card: Card


class CanoeBought(SeatEvent, frozen=True, gc=False):
    """A seat paid `gem` for a lost canoe; the lowest-numbered one where `canoe` is left out."""

    gem: Gem
    canoe: CanoeNumber | None = None


class CanoeMoved(SeatEvent, frozen=True, gc=False):
    """A canoe spent the card: gem acts `before`, paddling `to`, gem acts `after`, a theft."""

    canoe: CanoeNumber
    to: Space
    via: tuple[Space, ...] = ()
    before: tuple[GemAct, ...] = ()
    after: tuple[GemAct, ...] = ()
    steal: CanoeRef | None = None
    during: tuple[GemActAt, ...] = ()
    steal_first: bool = False


class GemPassed(SeatEvent, frozen=True, gc=False):
    """A gem was handed from one canoe to the other; always refused."""

    from_canoe: CanoeNumber
    to_canoe: CanoeNumber


class CloudMoved(SeatEvent, frozen=True, gc=False):
    """A cloud card moved the weather marker."""

    to: Weather


class TurnEnded(SeatEvent, frozen=True, gc=False):
    """A seat declined what it still might have done."""


class TurnPassed(Event, frozen=True, gc=False):
    """The turn passed to `seat`; null: to the river."""

    seat: Seat | None


class RiverFlowed(Event, frozen=True, gc=False):
    """The river was pushed once for each of `exits`; `jams` are the pushes nudged by hand."""

    exits: tuple[Side, ...]
    jams: tuple[Annotated[int, Meta(ge=0)], ...] = ()


class CanoeLanded(SeatEvent, frozen=True, gc=False):
    """A canoe crossed the rope and was put ashore."""

    canoe: CanoeNumber


class GemBanked(SeatEvent, frozen=True, gc=False):
    """The gem of a landed canoe became its owner's."""

    gem: Gem
    canoe: CanoeNumber | None = None


class GemStolen(SeatEvent, frozen=True, gc=False):
    """A gem changed canoes by theft."""

    canoe: CanoeNumber
    from_seat: Seat
    from_canoe: CanoeNumber
    gem: Gem


class CanoeLost(SeatEvent, frozen=True, gc=False):
    """A canoe went over the falls, with what it carried."""

    canoe: CanoeNumber
    gem: Gem | None = None


class GemReturned(Event, frozen=True, gc=False):
    """The gem of a lost canoe went back to the site of its colour."""

    gem: Gem
    seat: Seat | None = None
    canoe: CanoeNumber | None = None


class GemRemoved(Event, frozen=True, gc=False):
    """The gem of a lost canoe left the game."""

    gem: Gem
    seat: Seat | None = None
    canoe: CanoeNumber | None = None


class CanoeGranted(SeatEvent, frozen=True, gc=False):
    """A seat with both canoes lost and no gem got one back free."""

    canoe: CanoeNumber | None = None


class GoalMet(SeatEvent, frozen=True, gc=False):
    """A seat brought a winning collection ashore; this round is the last."""

    goal: Goal


class HandsRefilled(Event, frozen=True, gc=False):
    """Seats took their seven paddle cards back: those named, or everybody."""

    seats: tuple[Seat, ...] = ()


class RoundEnded(Event, frozen=True, gc=False):
    """A round was over; the life ring went to `ring`."""

    round: int
    ring: Seat


class Standing(Value, frozen=True, gc=False):
    """One line of the final table: rank 1 is first, equal ranks are shared."""

    seat: Seat
    rank: int
    gems: int
    value: int
    goals: tuple[Goal, ...] = ()


class GameEnded(Event, frozen=True, gc=False):
    """The game was over; `reason` is `goal_met`, or the tie-break that chose among several."""

    winners: tuple[Seat, ...]
    reason: str = ""
    standings: tuple[Standing, ...] = ()


class CanoeAt(Value, frozen=True, gc=False):
    """Where a canoe is, and its cargo."""

    at: Place
    gem: Gem | None = None


class Position(Value, frozen=True, gc=False):
    """Facts of a position; what is left out keeps its value.

    `acted` are the seats that have had their turn this round; the turn is the next seat's.
    """

    canoes: dict[Seat, dict[Literal["1", "2"], CanoeAt]] | None = None
    owned: dict[Seat, dict[Gem, Count]] | None = None
    sites: dict[Gem, dict[Gem, Count]] | None = None
    removed: dict[Gem, Count] | None = None
    weather: Weather | None = None
    hands: dict[Seat, tuple[Card, ...]] | None = None
    ring: Seat | None = None
    round: Annotated[int, Meta(ge=1)] | None = None
    fork_next: Side | None = None
    acted: tuple[Seat, ...] | None = None


SIDES = {"L": "left", "R": "right"}


def v0_to_v1(raw: Raw) -> Raw:
    """Return a line with `sides: ["L", "R"]` of a river flow as `exits: ["left", "right"]`."""
    if raw.get("type") != "river_flowed" or "sides" not in raw:
        return raw
    rest = {key: value for key, value in raw.items() if key != "sides"}
    return {**rest, "exits": [SIDES.get(side, side) for side in raw["sides"]]}


UPCASTERS = {0: v0_to_v1}
"""Each step by the version it starts from: it leads to the next."""
