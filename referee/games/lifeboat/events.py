"""The vocabulary of Lifeboat: characters, provisions, navigation cards, and every event of a game."""

from typing import Annotated, Literal

from msgspec import Meta, field

from referee.kernel.parts import Event, Seat, SeatEvent, Value

Character = Literal["lauren", "stephen", "captain", "mate", "frenchy", "kid", "harter"]
Provision = Literal[
    "water",
    "cash",
    "jewels",
    "painting3",
    "painting2",
    "medkit",
    "oar",
    "blackjack",
    "knife",
    "hook",
    "flare",
    "chum",
    "preserver",
    "compass",
    "parasol",
    "cannibalism",
]
NavigationId = Literal[
    "N01", "N02", "N03", "N04", "N05", "N06", "N07", "N08", "N09", "N10", "N11", "N12",
    "N13", "N14", "N15", "N16", "N17", "N18", "N19", "N20", "N21", "N22", "N23", "N24",
]  # fmt: skip
Phase = Literal["setup", "supply", "action", "navigation", "overboard", "thirst", "ended"]
Side = Literal["attack", "defence"]
Cause = Literal["fight", "fall", "sharks", "thirst", "medkit", "cannibalism"]
Count = Annotated[int, Meta(ge=0, le=99)]
Cards = tuple[Provision | None, ...]
"""Provisions; null where the referee has not seen the card."""


class NavigationContent(Value, frozen=True, gc=False):
    """What a navigation card says, where the table reads it aloud."""

    bird: Literal[-1, 0, 1] = 0
    overboard: tuple[Character, ...] = ()
    thirst: tuple[Character, ...] = ()
    fight: bool = False
    row: bool = False


NavigationCard = NavigationId | NavigationContent
NavigationCards = tuple[NavigationCard | None, ...]


class CharactersDealt(Event, frozen=True, gc=False):
    """Everybody got a character, face up."""

    characters: dict[Seat, Character]


class SecretsDealt(SeatEvent, frozen=True, gc=False):
    """A seat got its love and its hate; null where the cards stay physical."""

    love: Character | None = None
    hate: Character | None = None


class ProvisionDealt(SeatEvent, frozen=True, gc=False):
    """A seat got its first provision."""

    card: Provision | None = None


class ProvisionsDrawn(SeatEvent, frozen=True, gc=False):
    """The quartermaster drew the day's provisions."""

    cards: Cards


class ProvisionKept(SeatEvent, frozen=True, gc=False):
    """A seat kept one card of the packet and passed the rest on."""

    card: Provision | None = None


class CardsTraded(Event, frozen=True, gc=False):
    """Two seats exchanged cards: `gives` lists what the first gives, then the second.

    `face_up` are those of them that lay face up; the referee writes them down.
    """

    seats: tuple[Seat, Seat]
    gives: tuple[Cards, Cards]
    face_up: tuple[Cards, Cards] = ((), ())


class NavigationDrawn(SeatEvent, frozen=True, gc=False):
    """A rower who announced the stroke drew these cards: how a referee who deals shows them.

    `openly`: to everybody, as those of a flare.
    """

    cards: NavigationCards
    openly: bool = False


class Rowed(SeatEvent, frozen=True, gc=False):
    """A seat rowed: what it drew, what it put in the row stack, what under the deck (in order).

    All three empty announces the stroke; the cards follow in `navigation_drawn`. `marked`: it got
    the row marker; the referee writes that down.
    """

    drawn: NavigationCards = ()
    stacked: NavigationCards = ()
    buried: NavigationCards = ()
    marked: bool = False

    def __post_init__(self) -> None:
        """Refuse piles that do not add up to what was drawn."""
        if len(self.stacked) + len(self.buried) != len(self.drawn):
            raise ValueError("`stacked` and `buried` must together hold as many cards as `drawn`")


class SeatDemanded(SeatEvent, frozen=True, gc=False):
    """A seat demanded to change places."""

    with_seat: Seat = field(name="with")


class MugDemanded(SeatEvent, frozen=True, gc=False):
    """A seat demanded a face-up card, or one at random from the hand."""

    from_seat: Seat = field(name="from")
    card: Provision | Literal["hand"]


class DemandGranted(SeatEvent, frozen=True, gc=False):
    """The seat asked gave way."""


class DemandRefused(SeatEvent, frozen=True, gc=False):
    """The seat asked refused: a fight."""


class FightJoined(SeatEvent, frozen=True, gc=False):
    """A seat took a side in the fight."""

    side: Side


class CardPlayed(SeatEvent, frozen=True, gc=False):
    """A seat laid a card face up, before itself or (a preserver) before `on`."""

    card: Provision
    on: Seat | None = None


class FightClosed(Event, frozen=True, gc=False):
    """Nobody joined or played any more."""


class CardTaken(SeatEvent, frozen=True, gc=False):
    """A blind draw from the hand of `from` gave this card."""

    from_seat: Seat = field(name="from")
    card: Provision | None = None


class SpecialUsed(SeatEvent, frozen=True, gc=False):
    """A seat used a card as its action: flare `drawn`, medkit `on`, cannibalism `corpse`, parasol.

    Any other card is no action, and refused. `kept`: the card is not spent; the referee writes that down.
    """

    card: Provision
    on: Seat | None = None
    drawn: NavigationCards = ()
    corpse: Seat | None = None
    kept: bool = False


class Objected(SeatEvent, frozen=True, gc=False):
    """A seat refused the cannibal meal."""


class Passed(SeatEvent, frozen=True, gc=False):
    """A seat did nothing with its action; `out`: it said that it stays out of a fight, or plays no more."""

    out: bool = False


class CompassUsed(SeatEvent, frozen=True, gc=False):
    """The navigator added the deck's top card to the row stack.

    `given`: the look every navigator is given, with no compass; the referee writes that down.
    """

    card: NavigationCard | None = None
    given: bool = False


class NavigationChosen(Event, frozen=True, gc=False):
    """The day's navigation card: the navigator's choice, or (seat null) the top of the deck."""

    card: NavigationCard
    seat: Seat | None = None


class WaterUsed(SeatEvent, frozen=True, gc=False):
    """A seat spent a water on somebody's thirst."""

    on: Seat


class ChumUsed(SeatEvent, frozen=True, gc=False):
    """A seat threw chum to those in the water."""


class GhostCalled(SeatEvent, frozen=True, gc=False):
    """The ghost of a seat lost at sea called the sharks."""


class OverboardClosed(Event, frozen=True, gc=False):
    """Nobody plays any more for those in the water."""


class ThirstClosed(Event, frozen=True, gc=False):
    """Nobody plays any more for the thirsty."""


class Wounded(SeatEvent, frozen=True, gc=False):
    """A seat took wounds."""

    amount: Annotated[int, Meta(ge=1)] = 1
    cause: Cause | None = None


class Healed(SeatEvent, frozen=True, gc=False):
    """A seat lost wounds."""

    amount: Annotated[int, Meta(ge=1)] = 1
    cause: Cause | None = None


class BirdSighted(Event, frozen=True, gc=False):
    """A bird marker was added."""


class BirdLost(Event, frozen=True, gc=False):
    """A bird marker was removed."""


class FellOverboard(SeatEvent, frozen=True, gc=False):
    """A seat fell into the water; one that is `doomed` will not come back."""

    doomed: bool = False


class CardDiscarded(SeatEvent, frozen=True, gc=False):
    """A face-up card went to the discard pile."""

    card: Provision


class KnockedOut(SeatEvent, frozen=True, gc=False):
    """A seat became unconscious."""


class Died(SeatEvent, frozen=True, gc=False):
    """A seat died."""


class LostAtSea(SeatEvent, frozen=True, gc=False):
    """A seat left the game with everything it had."""


class CorpseEaten(SeatEvent, frozen=True, gc=False):
    """A corpse was eaten; it `stays` aboard with its goods, or leaves the game with them."""

    stays: bool = False


class DemandLapsed(SeatEvent, frozen=True, gc=False):
    """What `seat` had demanded of another was there no more: nothing is taken, the action is spent."""

    from_seat: Seat = field(name="from")


class FightWon(Event, frozen=True, gc=False):
    """A fight was decided: the sums of both sides, and who lost."""

    side: Side
    attack: int
    defence: int
    losers: tuple[Seat, ...] = ()


class SeatsChanged(Event, frozen=True, gc=False):
    """Two seats changed places; `boat` is the order from bow to stern.

    `next` has its slot at once, before the order of the day.
    """

    boat: tuple[Seat, ...]
    next: Seat | None = None


class CardMoved(Event, frozen=True, gc=False):
    """A face-up card went from one seat to another."""

    card: Provision
    from_seat: Seat = field(name="from")
    to: Seat


class DayEnded(Event, frozen=True, gc=False):
    """A day was over."""

    day: int


class HandRevealed(SeatEvent, frozen=True, gc=False):
    """A seat turned its cards up, at scoring or in an audit."""

    hand: Cards = ()
    love: Character | None = None
    hate: Character | None = None


class Score(Value, frozen=True, gc=False):
    """One line of the score sheet; null parts are open, and counted as nothing in the total."""

    survival: int
    treasure: int | None
    love: int | None
    hate: int | None
    total: int


class GameEnded(Event, frozen=True, gc=False):
    """The game was over; `open` are the seats whose lines lack a card nobody showed.

    `winners` have the most by what was shown; with `open` seats others may have won (see `score.winners`).
    """

    winners: tuple[Seat, ...]
    scores: dict[Seat, Score]
    open: tuple[Seat, ...] = ()


class Position(Value, frozen=True, gc=False, kw_only=True):
    """Facts of a position; what is left out keeps its value, or is unknown."""

    characters: dict[Seat, Character] | None = None
    boat: tuple[Seat, ...] | None = None
    wounds: dict[Seat, Count] | None = None
    hands: dict[Seat, Cards] | None = None
    table: dict[Seat, tuple[Provision, ...]] | None = None
    open_parasols: tuple[Seat, ...] | None = None
    love: dict[Seat, Character | None] | None = None
    hate: dict[Seat, Character | None] | None = None
    birds: Annotated[int, Meta(ge=0, le=4)] | None = None
    rowed: tuple[Seat, ...] | None = None
    fought: tuple[Seat, ...] | None = None
    lost: tuple[Seat, ...] | None = None
    eaten: tuple[Seat, ...] | None = None
    day: Annotated[int, Meta(ge=1)] | None = None
    phase: Phase | None = None
    acting: Seat | None = None
    row_stack: NavigationCards | None = None
    deck: Count | None = None
    discard: tuple[Provision, ...] | None = None
