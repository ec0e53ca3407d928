"""The vocabulary of Lifeboat: characters, provisions, navigation cards, and every event of a game."""

from typing import Annotated, Literal, NamedTuple

from msgspec import Meta, field

from events.base import Event, Value
from events.table import Corrected, TableEvent

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
Special = Literal["flare", "parasol", "medkit", "cannibalism"]
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

    characters: dict[str, Character]


class SecretsDealt(Event, frozen=True, gc=False):
    """A seat got its love and its hate; null where the cards stay physical."""

    seat: str
    love: Character | None = None
    hate: Character | None = None


class ProvisionDealt(Event, frozen=True, gc=False):
    """A seat got its first provision."""

    seat: str
    card: Provision | None = None


class ProvisionsDrawn(Event, frozen=True, gc=False):
    """The quartermaster drew the day's provisions."""

    seat: str
    cards: Cards


class ProvisionKept(Event, frozen=True, gc=False):
    """A seat kept one card of the packet and passed the rest on."""

    seat: str
    card: Provision | None = None


class CardsTraded(Event, frozen=True, gc=False):
    """Two seats exchanged cards: `gives` lists what the first gives, then the second."""

    seats: tuple[str, str]
    gives: tuple[Cards, Cards]


class NavigationDrawn(Event, frozen=True, gc=False):
    """A rower who announced the stroke drew these cards: how a referee who deals shows them."""

    seat: str
    cards: NavigationCards


class Rowed(Event, frozen=True, gc=False):
    """A seat rowed: what it drew, what it put in the row stack, what under the deck (in order).

    All three empty announces the stroke; the cards follow in `navigation_drawn`.
    """

    seat: str
    drawn: NavigationCards = ()
    stacked: NavigationCards = ()
    buried: NavigationCards = ()

    def __post_init__(self) -> None:
        """Refuse piles that do not add up to what was drawn."""
        if len(self.stacked) + len(self.buried) != len(self.drawn):
            raise ValueError("`stacked` and `buried` must together hold as many cards as `drawn`")


class SeatDemanded(Event, frozen=True, gc=False):
    """A seat demanded to change places."""

    seat: str
    with_seat: str = field(name="with")


class MugDemanded(Event, frozen=True, gc=False):
    """A seat demanded a face-up card, or one at random from the hand."""

    seat: str
    from_seat: str = field(name="from")
    card: Provision | Literal["hand"]


class DemandGranted(Event, frozen=True, gc=False):
    """The seat asked gave way."""

    seat: str


class DemandRefused(Event, frozen=True, gc=False):
    """The seat asked refused: a fight."""

    seat: str


class FightJoined(Event, frozen=True, gc=False):
    """A seat took a side in the fight."""

    seat: str
    side: Side


class CardPlayed(Event, frozen=True, gc=False):
    """A seat laid a card face up, before itself or (a preserver) before `on`."""

    seat: str
    card: Provision
    on: str | None = None


class FightClosed(Event, frozen=True, gc=False):
    """Nobody joined or played any more."""


class CardTaken(Event, frozen=True, gc=False):
    """A blind draw from the hand of `from` gave this card."""

    seat: str
    from_seat: str = field(name="from")
    card: Provision | None = None


class SpecialUsed(Event, frozen=True, gc=False):
    """A seat used a card as its action: flare `drawn`, medkit `on`, cannibalism `corpse`, parasol."""

    seat: str
    card: Special
    on: str | None = None
    drawn: NavigationCards = ()
    corpse: str | None = None


class Objected(Event, frozen=True, gc=False):
    """A seat refused the cannibal meal."""

    seat: str


class Passed(Event, frozen=True, gc=False):
    """A seat did nothing with its action."""

    seat: str


class CompassUsed(Event, frozen=True, gc=False):
    """The navigator added the deck's top card to the row stack."""

    seat: str
    card: NavigationCard | None = None


class NavigationChosen(Event, frozen=True, gc=False):
    """The day's navigation card: the navigator's choice, or (seat null) the top of the deck."""

    card: NavigationCard
    seat: str | None = None


class WaterUsed(Event, frozen=True, gc=False):
    """A seat spent a water on somebody's thirst."""

    seat: str
    on: str


class ChumUsed(Event, frozen=True, gc=False):
    """A seat threw chum to those in the water."""

    seat: str


class GhostCalled(Event, frozen=True, gc=False):
    """The ghost of a seat lost at sea called the sharks."""

    seat: str


class OverboardClosed(Event, frozen=True, gc=False):
    """Nobody plays any more for those in the water."""


class ThirstClosed(Event, frozen=True, gc=False):
    """Nobody plays any more for the thirsty."""


class HandRevealed(Event, frozen=True, gc=False):
    """A seat turned its cards up, at scoring or in an audit."""

    seat: str
    hand: Cards = ()
    love: Character | None = None
    hate: Character | None = None


class Wounded(Event, frozen=True, gc=False):
    """A seat took wounds."""

    seat: str
    amount: Annotated[int, Meta(ge=1)] = 1
    cause: Cause | None = None


class Healed(Event, frozen=True, gc=False):
    """A seat lost wounds."""

    seat: str
    amount: Annotated[int, Meta(ge=1)] = 1
    cause: Cause | None = None


class BirdSighted(Event, frozen=True, gc=False):
    """A bird marker was added."""


class BirdLost(Event, frozen=True, gc=False):
    """A bird marker was removed."""


class FellOverboard(Event, frozen=True, gc=False):
    """A seat fell into the water."""

    seat: str


class CardDiscarded(Event, frozen=True, gc=False):
    """A face-up card went to the discard pile."""

    seat: str
    card: Provision


class KnockedOut(Event, frozen=True, gc=False):
    """A seat became unconscious."""

    seat: str


class Died(Event, frozen=True, gc=False):
    """A seat died."""

    seat: str


class LostAtSea(Event, frozen=True, gc=False):
    """A seat left the game with everything it had."""

    seat: str


class CorpseEaten(Event, frozen=True, gc=False):
    """A corpse was eaten."""

    seat: str


class FightWon(Event, frozen=True, gc=False):
    """A fight was decided: the sums of both sides, and who lost."""

    side: Side
    attack: int
    defence: int
    losers: tuple[str, ...] = ()


class SeatsChanged(Event, frozen=True, gc=False):
    """Two seats changed places; `boat` is the order from bow to stern."""

    boat: tuple[str, ...]


class CardMoved(Event, frozen=True, gc=False):
    """A face-up card went from one seat to another."""

    card: Provision
    from_seat: str = field(name="from")
    to: str


class DayEnded(Event, frozen=True, gc=False):
    """A day was over."""

    day: int


class Score(Value, frozen=True, gc=False):
    """One line of the score sheet; null parts are open, and counted as nothing in the total."""

    survival: int
    treasure: int | None
    love: int | None
    hate: int | None
    total: int


class GameEnded(Event, frozen=True, gc=False):
    """The game was over; `open` are the seats whose lines lack a card nobody showed."""

    winners: tuple[str, ...]
    scores: dict[str, Score]
    open: tuple[str, ...] = ()


class Position(Value, frozen=True, gc=False, kw_only=True):
    """Facts of a position; what is left out keeps its value, or is unknown."""

    characters: dict[str, Character] | None = None
    boat: tuple[str, ...] | None = None
    wounds: dict[str, Count] | None = None
    hands: dict[str, Cards] | None = None
    table: dict[str, tuple[Provision, ...]] | None = None
    open_parasols: tuple[str, ...] | None = None
    love: dict[str, Character | None] | None = None
    hate: dict[str, Character | None] | None = None
    birds: Annotated[int, Meta(ge=0, le=4)] | None = None
    rowed: tuple[str, ...] | None = None
    fought: tuple[str, ...] | None = None
    lost: tuple[str, ...] | None = None
    eaten: tuple[str, ...] | None = None
    day: Annotated[int, Meta(ge=1)] | None = None
    phase: Phase | None = None
    acting: str | None = None
    row_stack: NavigationCards | None = None
    deck: Count | None = None
    discard: tuple[Provision, ...] | None = None


LifeboatAction = (
    CharactersDealt
    | SecretsDealt
    | ProvisionDealt
    | ProvisionsDrawn
    | ProvisionKept
    | CardsTraded
    | NavigationDrawn
    | Rowed
    | SeatDemanded
    | MugDemanded
    | DemandGranted
    | DemandRefused
    | FightJoined
    | CardPlayed
    | FightClosed
    | CardTaken
    | SpecialUsed
    | Objected
    | Passed
    | CompassUsed
    | NavigationChosen
    | WaterUsed
    | ChumUsed
    | GhostCalled
    | OverboardClosed
    | ThirstClosed
    | HandRevealed
)
LifeboatConsequence = (
    Wounded
    | Healed
    | BirdSighted
    | BirdLost
    | FellOverboard
    | CardDiscarded
    | KnockedOut
    | Died
    | LostAtSea
    | CorpseEaten
    | FightWon
    | SeatsChanged
    | CardMoved
    | DayEnded
    | GameEnded
)
LifeboatEvent = LifeboatAction | LifeboatConsequence | TableEvent | Corrected[Position]


class Secret(NamedTuple):
    """Which fields of an event only some seats may read, and the fields that name those seats."""

    fields: tuple[str, ...]
    knowers: tuple[str, ...]


SECRETS: dict[type[Event], Secret] = {
    SecretsDealt: Secret(("love", "hate"), ("seat",)),
    ProvisionDealt: Secret(("card",), ("seat",)),
    ProvisionsDrawn: Secret(("cards",), ("seat",)),
    ProvisionKept: Secret(("card",), ("seat",)),
    CardsTraded: Secret(("gives",), ("seats",)),
    NavigationDrawn: Secret(("cards",), ("seat",)),
    Rowed: Secret(("drawn", "stacked", "buried"), ("seat",)),
    CardTaken: Secret(("card",), ("seat", "from_seat")),
    CompassUsed: Secret(("card",), ("seat",)),
}
"""By type: everybody else reads null for every card in these fields, lists keeping their lengths."""

SECRET_FACTS = ("hands", "love", "hate", "row_stack")
"""Fields of a position in which others' cards are secret: by seat, the row stack to everybody."""
