"""Events shared by every game: opening, taking back, correcting, house rules, disputes."""

from typing import Annotated, Any, Generic, Literal, TypeVar

from msgspec import Meta

from events.base import MOST_SEATS, Event, Seat, Seats, Text

OptionValue = str | int | bool
Chance = Literal["table", "referee"]
P = TypeVar("P")

COLOURS = ("red", "blue", "yellow", "green", "purple", "black", "white", "sky", "orange")
"""What colours a seat's pieces may have."""

MOST_OPTIONS = 100
MOST_RULES = 50
LONGEST_CHANGE = 100_000
"""No game has half as many options, no ruling cites half as many rules; a change is told in far less."""

Names = Annotated[dict[str, str], Meta(max_length=MOST_SEATS)]
Colours = Names
"""By seat, the colour of its pieces: a word of `COLOURS`."""
OptionValues = Annotated[dict[str, OptionValue], Meta(max_length=MOST_OPTIONS)]


class TableOpened(Event, frozen=True, kw_only=True):
    """A table sat down to a game; the first entry of every log.

    `seats` are in turn order. `edition` left out means the game's default. `options` are
    options that differ from the edition. `rules_version` left out means today's.
    `seed_hash` commits the referee to a seed where it rolls and deals; `seed` is the seed itself,
    where the log holds it from the start (no view ever shows it). `colours` are those of the real
    pieces, where they are told.
    """

    game: str
    edition: str | None = None
    seats: Seats
    names: Names = {}
    colours: Colours = {}
    options: OptionValues = {}
    chance: Chance = "table"
    rules_version: int | str | None = None
    seed_hash: str | None = None
    seed: str | None = None


class TakenBack(Event, frozen=True):
    """Everything after entry `to` is out of force; it stays in the log.

    Here and below, `agreed` are the seats that said yes, each for itself; `at_screen` says that somebody
    spoke for the whole table at its screen. Of the acts that wait to be told again then, the first
    `dropped` do so no more. Where nothing is taken back, `to` is the entry before this one.
    """

    to: int
    reason: Text = ""
    agreed: Seats = ()
    at_screen: bool = False
    dropped: Annotated[int, Meta(ge=0)] = 0


class Corrected(Event, Generic[P], frozen=True):
    """The board says otherwise: facts of the game's position set by hand.

    `act` is a refused act that is played all the same: the facts are what it would have brought about.
    """

    position: P
    reason: Text = ""
    agreed: Seats = ()
    act: dict[str, Any] | None = None
    at_screen: bool = False


class PositionTold(Event, Generic[P], frozen=True):
    """The table played on without telling its acts; so it stands now, as far as it was told.

    The acts worked out from it follow, each with this entry as its cause. Where a line of a record has none
    after it, they are worked out when it is read.
    """

    position: P
    reason: Text = ""
    agreed: Seats = ()
    at_screen: bool = False


class HouseRuled(Event, frozen=True):
    """The table changed one option of its edition, from here on."""

    option: str
    value: OptionValue
    reason: Text = ""
    agreed: Seats = ()
    at_screen: bool = False


class DisputeOpened(Event, frozen=True):
    """Somebody asked for a ruling about entry `at`.

    `act` is the act in dispute where entry `at` is not: an event after that entry, which was refused,
    or which is to be told after the ruling.
    """

    id: str
    at: int
    by: str
    topic: Text
    question: Text = ""
    act: dict[str, Any] | None = None


class RulingGiven(Event, frozen=True, kw_only=True):
    """A dispute was settled. `effect` is the option it sets, if it sets one."""

    dispute: str
    decision: Text
    rules: Annotated[tuple[str, ...], Meta(max_length=MOST_RULES)] = ()
    basis: Literal["rulebook", "edition", "table"]
    effect: dict[str, OptionValue] | None = None


class ChangeProposed(Event, frozen=True):
    """A seat, or the table at its screen, asked the others to agree to a change.

    It is an event such as `taken_back`, as JSON text.

    A list of events stands for all of them in order; what a take-back among them undid is then
    told again as far as it goes.

    `of` are the seats it is put to, where they are not everybody: those whose hidden cards it names, or
    who could still act. One that `lapses` gives way to the next of its kind.
    """

    id: str
    by: str
    change: Annotated[str, Meta(max_length=LONGEST_CHANGE)]
    of: Seats = ()
    lapses: bool = False


class ProposalAnswered(Event, frozen=True):
    """A seat agreed to a proposal, or objected: one objection ends it.

    The table agrees where somebody says at its screen that all do; it objects to withdraw what it asked.
    """

    proposal: str
    by: str
    agrees: bool


class SecretSealed(Event, frozen=True):
    """A seat committed to a secret it does not show yet; see `events.envelope`.

    `about` tells apart the secrets that a seat has sealed at the same time: empty for a game's usual
    secret, else a word of the game's and a number.
    """

    seat: str
    seal: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
    about: str = ""


class SecretOpened(Event, frozen=True):
    """A seat opened its seal; where `about` is empty, what it shows next must be this value."""

    seat: str
    value: Text | int
    salt: Text
    about: str = ""


class Remarked(Event, frozen=True):
    """Somebody wrote a comment beside the acts; it changes nothing."""

    text: Text


class SeatLeft(Event, frozen=True):
    """Whoever sat at a seat went home; the others play on for it, and are no longer asked with it."""

    seat: Seat
    reason: Text = ""
    agreed: Seats = ()
    at_screen: bool = False


class SeatTaken(Event, frozen=True):
    """Whoever went home is back, or somebody else sits there now: the seat is asked again."""

    seat: Seat


class SeatRenamed(Event, frozen=True):
    """Whoever sits at a seat is called otherwise from here on: misspelt, or somebody else took over."""

    seat: Seat
    name: Text
    reason: Text = ""
    agreed: Seats = ()
    at_screen: bool = False


class PlayedOn(Event, frozen=True):
    """The game had ended, and the table plays on, for the other places or just for fun."""

    reason: Text = ""
    agreed: Seats = ()
    at_screen: bool = False


class TableClosed(Event, frozen=True):
    """The table got up; nothing more is recorded. `seed` opens what the opening committed to."""

    reason: Text = ""
    seed: str | None = None
    agreed: Seats = ()
    at_screen: bool = False


TableEvent = (
    TableOpened
    | TakenBack
    | HouseRuled
    | DisputeOpened
    | RulingGiven
    | ChangeProposed
    | ProposalAnswered
    | SecretSealed
    | SecretOpened
    | Remarked
    | SeatLeft
    | SeatTaken
    | SeatRenamed
    | PlayedOn
    | TableClosed
)
"""Every shared event but `Corrected` and `PositionTold`, whose position is the game's own."""
