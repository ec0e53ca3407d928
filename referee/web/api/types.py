"""What the API takes, as types; OpenAPI is made from them and from the answers of the service."""

from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from msgspec import Meta

from events.base import Seats
from events.table import Colours, Names, OptionValues
from referee.languages import LANGUAGES
from referee.service.audit.witness import MOST_AT_ONCE, Hash, Note

if TYPE_CHECKING:
    Lang = str
else:
    Lang = Literal[LANGUAGES]

Name = Annotated[str, Meta(pattern=r"^[\w-]{1,64}$")]
Key = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=100,
        pattern=r"^[^\x00]+$",
        description="The same key gets the same answer.",
    ),
]
Revision = Annotated[int, Meta(ge=0, le=2**53, description="The revision this was decided on.")]
Text = Annotated[str, Meta(max_length=2000)]
Seq = Annotated[int, Meta(ge=1, le=2**53)]


class Write(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """What every write says: the revision it was decided on, and a key of its own."""

    seen: Revision
    key: Key


class Opening(Write, kw_only=True):
    """A table to open; `table` left out: the next free number."""

    game: str
    seats: Seats
    names: Names = {}
    colours: Colours = {}
    edition: str | None = None
    options: OptionValues = {}
    chance: Literal["table", "referee"] = "table"
    table: Name | None = None
    seen: Revision = 0


class Act(Write, kw_only=True):
    """An action or observation: as an event (see /api/events/{game}) or as a line of notation.

    A take-back, a correction or a house rule is asked of the table first; so is what is refused and to
    be played `anyway`. `instead_of` is an entry in whose place it is put.
    """

    event: dict[str, Any] | None = None
    notation: Text | None = None
    anyway: bool | msgspec.UnsetType = msgspec.UNSET
    instead_of: Seq | msgspec.UnsetType = msgspec.UNSET


class Reply(Write, kw_only=True):
    """An answer to what the table is asked; `proposal` is its id."""

    proposal: Text
    reply: Literal["agree", "object", "withdraw"]


class Again(Write, kw_only=True):
    """What was taken back, to be recorded again as far as it goes; `skip` drops the first, `drop` all."""

    skip: bool = False
    drop: bool = False


class Question(Write, kw_only=True):
    """A question about an entry, or about `act`, which was refused."""

    at: Seq | None = None
    act: dict[str, Any] | None = None
    topic: Text = ""
    question: Text = ""


class Vote(Write, kw_only=True):
    """A vote on a dispute; more than half of the seats settle it."""

    dispute: Text
    decision: Text


class LinkWanted(Write, kw_only=True):
    """A new link for a seat, for one device that is handed round, or for the screen; the old one is dead.

    `role` left out: the seat's where one is named, else the device's.
    """

    seat: str | None = None
    role: Literal["seat", "device", "screen"] | None = None


class LanguageWanted(Write, kw_only=True):
    """The language of a link from here on."""

    lang: Lang


class Heads(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Heads to be witnessed; `sender` is the word only whoever signs them has."""

    sender: Hash
    notes: Annotated[tuple[Note, ...], Meta(min_length=1, max_length=MOST_AT_ONCE)]
