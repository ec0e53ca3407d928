"""The shared events as data: the rules of each, who says it, what it moves, which entries it names."""

from collections.abc import Callable, Mapping
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from events.base import Event, Kind
from events.codec import Codec, MalformedError, read_changes, write_changes
from events.table import (
    ChangeProposed,
    Corrected,
    DisputeOpened,
    HouseRuled,
    PlayedOn,
    PositionTold,
    ProposalAnswered,
    Remarked,
    RulingGiven,
    SeatLeft,
    SeatRenamed,
    SeatTaken,
    SecretOpened,
    SecretSealed,
    TableClosed,
    TableOpened,
    TakenBack,
)

Speaker = Literal["opener", "seat", "anybody", "all", "whole table"]
"""Who says it: who opens the table; a seat for itself; a seat or the table; everybody, who are asked
first; whoever speaks for the whole table."""

Moved = Literal["nothing", "rules", "game"]
"""What it moves: nothing, the rules the table plays by, or the game itself."""

Topic = Literal["sitting", "change", "told", "dispute", "proposal", "secret", "remark"]

Side = Literal["first", "last"]
"""Which entry a number names: the first or the last of an action and what followed from it."""


class Shared(msgspec.Struct, frozen=True, kw_only=True):
    """One shared event.

    `rules` it cites, `by` whom it is recorded, what it `moves`, what it is `about`. `after_the_end`: it may
    come when the game is over. `entries` are its fields that hold entry numbers: of the first or the last
    entry of an action. `proposes` is the field that holds other events as JSON text (None: none), `act`
    whether a field of that name may hold one act as an object. What follows from one `judged_by_game` is the
    game's to declare.
    """

    rules: tuple[str, ...]
    by: Speaker
    moves: Moved
    about: Topic
    after_the_end: bool = True
    judged_by_game: bool = False
    entries: Mapping[str, Side] = {}
    proposes: str | None = None
    act: bool = False

    @property
    def kind(self) -> Kind:
        return "action" if self.by == "seat" else "observation"


SHARED: dict[type, Shared] = {
    TableOpened: Shared(rules=("TAB-OPEN-05",), by="opener", moves="game", about="sitting"),
    SeatLeft: Shared(rules=("TAB-SEAT-02",), by="all", moves="nothing", about="sitting", after_the_end=False),
    SeatTaken: Shared(
        rules=("TAB-SEAT-02",), by="seat", moves="nothing", about="sitting", after_the_end=False
    ),
    SeatRenamed: Shared(rules=("TAB-SEAT-03",), by="all", moves="nothing", about="sitting"),
    PlayedOn: Shared(rules=("TAB-CLOSE-02",), by="all", moves="game", about="sitting", judged_by_game=True),
    TableClosed: Shared(rules=("TAB-CLOSE-01",), by="all", moves="game", about="sitting"),
    TakenBack: Shared(rules=("TAB-BACK-01",), by="all", moves="game", about="change", entries={"to": "last"}),
    Corrected: Shared(
        rules=("TAB-CORR-01",), by="all", moves="game", about="change", judged_by_game=True, act=True
    ),
    PositionTold: Shared(rules=("TAB-TOLD-01",), by="all", moves="game", about="told"),
    HouseRuled: Shared(rules=("TAB-HOUSE-01",), by="all", moves="rules", about="change", judged_by_game=True),
    DisputeOpened: Shared(
        rules=("TAB-DISP-01",),
        by="anybody",
        moves="nothing",
        about="dispute",
        entries={"at": "first"},
        act=True,
    ),
    RulingGiven: Shared(rules=("TAB-DISP-02",), by="whole table", moves="rules", about="dispute"),
    ChangeProposed: Shared(
        rules=("TAB-BACK-02",), by="seat", moves="nothing", about="proposal", proposes="change"
    ),
    ProposalAnswered: Shared(rules=("TAB-BACK-02",), by="seat", moves="nothing", about="proposal"),
    SecretSealed: Shared(
        rules=("TAB-SEAL-01",), by="seat", moves="game", about="secret", after_the_end=False
    ),
    SecretOpened: Shared(rules=("TAB-SEAL-01",), by="seat", moves="game", about="secret"),
    Remarked: Shared(rules=("TAB-REC-02",), by="anybody", moves="nothing", about="remark"),
}
"""Every shared event."""


def _shared_where(test: Callable[[Shared], bool]) -> tuple[type, ...]:
    return tuple(event for event, shared in SHARED.items() if test(shared))


SHARED_RULES = {event: shared.rules for event, shared in SHARED.items() if not shared.judged_by_game}
"""The shared events that move no piece of any game, each with the rules it is accepted by."""

ALL_SHARED = tuple(SHARED)
"""Every shared event, as `isinstance` takes them."""

QUIET = _shared_where(lambda shared: shared.moves == "nothing")
"""Events said beside the game: what was decided before one still holds after it."""

BESIDE = _shared_where(lambda shared: shared.moves in {"nothing", "rules"})
"""What may be put before an action without taking its place."""

PROPOSING = _shared_where(lambda shared: shared.about == "proposal")
"""Events about a proposed change, which are no acts themselves."""

CHANGES = _shared_where(lambda shared: shared.about == "change")
"""Events that change what was said, or the rules it was said under."""

DISPUTES = _shared_where(lambda shared: shared.about == "dispute")
"""Events that argue about acts, and go with those acts."""

_NAMING_AN_ACT = _shared_where(lambda shared: shared.act)
"""Events that may name an act which is in no entry of its own."""


def act_named_by(event: Event) -> dict[str, Any] | None:
    """Return the act that an event holds as an object (in its field `act`); None where it holds none."""
    return event.act if isinstance(event, _NAMING_AN_ACT) else None  # type: ignore[attr-defined]


TALK = _shared_where(lambda shared: shared.about in {"dispute", "proposal", "remark"})
"""Events about the game that move no piece in it."""

ASKED_OF_ALL = _shared_where(lambda shared: shared.by == "all")
"""Events that concern all, and so are asked of all."""

OF_THE_WHOLE_TABLE = _shared_where(lambda shared: shared.by == "whole table")
"""Events that only somebody may say who speaks for everybody."""


Number = Callable[[int, Side], int]
"""Gives another number for an entry."""


def renumber(event: Event, codec: Codec, number: Number) -> Event:
    """Return an event with other numbers for the entries it names, and for those its proposed changes name.

    `number(n, side)` returns the new number of `n`, which is the first or the last entry of an action.
    Changes that `codec`, that of the game, cannot read stay as they are.
    """
    shared = SHARED.get(type(event))
    if shared is None:
        return event
    named: dict[str, Any] = {
        name: number(getattr(event, name), side) for name, side in shared.entries.items()
    }
    if shared.proposes is not None:
        text = getattr(event, shared.proposes)
        named[shared.proposes] = _renumber_changes(text, codec, number)
    return replace(event, **named) if named else event


def _renumber_changes(text: str, codec: Codec, number: Number) -> str:
    """Return a text of changes with other numbers; one that cannot be read, or holds proposals, as it is."""
    try:
        changes = read_changes(codec, text)
    except MalformedError:
        return text
    if any(isinstance(change, PROPOSING) for change in changes):
        return text
    again = tuple(renumber(change, codec, number) for change in changes)
    return text if again == changes else write_changes(again)
