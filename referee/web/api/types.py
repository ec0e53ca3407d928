"""What the API takes and gives, as types; OpenAPI is made from them."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from events.base import Seats
from events.table import Names, Switches, SwitchValue

Name = Annotated[str, Meta(pattern=r"^[\w-]{1,64}$")]
Key = Annotated[str, Meta(min_length=1, max_length=100, description="The same key gets the same answer.")]
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
    edition: str | None = None
    options: Switches = {}
    chance: Literal["table", "referee"] = "table"
    table: Name | None = None
    seen: Revision = 0


class Act(Write, kw_only=True):
    """An action or observation: as an event (see /api/events/{game}) or as a line of notation.

    A take-back, a correction or a house rule is asked of the table first.
    """

    event: dict[str, Any] | None = None
    notation: Text | None = None


class Reply(Write, kw_only=True):
    """An answer to what the table is asked; `proposal` is its id."""

    proposal: Text
    reply: Literal["agree", "object", "withdraw"]


class Again(Write, kw_only=True):
    """What was taken back, to be recorded again as far as it goes; `skip` passes the first over."""

    skip: bool = False


class Question(Write, kw_only=True):
    """A question about an entry."""

    at: Seq | None = None
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

    lang: Literal["en", "zh-Hans", "ja"]


class OptionListed(msgspec.Struct, kw_only=True):
    """A switch a table can agree on, in words; `values` are by id, as `options` takes them."""

    option: str
    words: str
    values: dict[str, str]
    rules: tuple[str, ...]


class GameListed(msgspec.Struct, kw_only=True):
    """What a table of a game can agree on, and what tables dispute about."""

    game: str
    players: list[int]
    editions: dict[str, dict[str, SwitchValue]]
    by_seats: dict[str, dict[str, SwitchValue]]
    edition_words: dict[str, str]
    options: list[OptionListed]
    topics: dict[str, str]
    rules_version: int


class Row(msgspec.Struct):
    """One table of the store."""

    table: str
    game: str | None
    edition: str | None
    seats: tuple[str, ...]
    revision: int


class Possible(msgspec.Struct):
    """Something that may be done now."""

    event: dict[str, Any]
    notation: str
    words: str


class Asking(msgspec.Struct):
    """What a seat asks of the table; the change is made once every seat has agreed."""

    proposal: str
    by: str
    event: dict[str, Any]
    words: str
    agreed: tuple[str, ...]


class Now(msgspec.Struct, kw_only=True):
    """A table as this link may see it."""

    table: str
    revision: int
    role: str
    seat: str | None
    lang: str
    acting: tuple[str, ...]
    winners: tuple[str, ...] | None
    connected: dict[str, str]
    view: dict[str, Any]
    possible: list[Possible]
    asked: list[Asking]


class Told(msgspec.Struct, kw_only=True):
    """An entry as this link may read it."""

    seq: int
    at: str
    by: str
    kind: str
    cause: int | None
    event: dict[str, Any]
    notation: str
    words: str
    in_force: bool


class Waiting(msgspec.Struct, kw_only=True):
    """An act that was taken back and waits; `yours` if this link may record it again, and all before it."""

    seq: int
    event: dict[str, Any]
    notation: str
    words: str
    yours: bool


class Written(msgspec.Struct, kw_only=True):
    """On disk: entries `first` to `revision`."""

    verdict: Literal["recorded"] = "recorded"
    first: int
    revision: int
    words: list[str]


class Pending(msgspec.Struct, kw_only=True):
    """Asked of the others as `proposal`, or noted beside the log; the game has not changed yet."""

    verdict: Literal["asked", "noted"] = "noted"
    revision: int
    proposal: str | None = None


class RulingTold(msgspec.Struct, kw_only=True):
    """A question that was ruled on, and the answer."""

    title: str
    question: str
    answer: str
    rules: tuple[str, ...]


class PartTold(msgspec.Struct, kw_only=True):
    """Words of a rule that are equally sure throughout, with their sources."""

    text: str
    sources: list[str]
    confidence: str


class RuleTold(msgspec.Struct, kw_only=True):
    """A rule with its sources: as a whole, and in parts where some are surer than others."""

    id: str
    title: str
    text: str
    sources: list[str]
    confidence: str
    parts: list[PartTold]
    editions: tuple[str, ...]
    see: tuple[str, ...]
    rulings: list["RulingTold"] = []


class No(msgspec.Struct, kw_only=True):
    """The referee says no: why, by which rules, and what may be done instead."""

    verdict: Literal["refused"] = "refused"
    reason: str
    message: str
    rules: list[RuleTold]
    possible: list[Possible]


class Stale(msgspec.Struct, kw_only=True):
    """The table has gone on since `seen`; this is how it is now."""

    verdict: Literal["stale"] = "stale"
    seen: int
    now: Now | None


class Failed(msgspec.Struct, kw_only=True):
    """Not understood, not found, or too much."""

    verdict: Literal["error"] = "error"
    message: str


class Opened(msgspec.Struct, kw_only=True):
    """A table and its links, by seat and `screen`; `revision` is what it was opened with."""

    verdict: Literal["recorded"] = "recorded"
    table: str
    revision: int
    links: dict[str, str]


class LinkMade(msgspec.Struct, kw_only=True):
    """A new link."""

    verdict: Literal["recorded"] = "recorded"
    token: str
    address: str


class RematchOpen(msgspec.Struct, kw_only=True):
    """The next table; `token` is its link for the place this link has here."""

    verdict: Literal["recorded"] = "recorded"
    table: str
    token: str | None


class ScoreTold(msgspec.Struct, kw_only=True):
    """The score as it stands."""

    over: bool
    winners: tuple[str, ...] | None
    tally: dict[str, Any] | None
    rematch: str | None = None


class WayTold(msgspec.Struct, kw_only=True):
    """One way to rule, and what it would change."""

    decision: str
    words: str
    editions: tuple[str, ...]
    in_force: bool
    rules: tuple[str, ...]
    changes: list[str]


class CaseTold(msgspec.Struct, kw_only=True):
    """A dispute laid open; `waits`: what each ruling would change is not told before cards are shown."""

    at: int
    topic: str | None
    rules: list[RuleTold]
    ways: list[WayTold]
    waits: bool = False
