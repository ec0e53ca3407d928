"""Tables as they are answered: where each stands, who sits at it, what it is asked."""

from typing import Any, Literal

from events.base import Event
from events.codec import write_changes
from events.stores.protocol import TableRow
from events.table import OptionValue
from referee.kernel.game import Game
from referee.kernel.table import Proposal, still_asked
from referee.service.answers.base import Answer, EventTold, event_told, plain
from referee.service.answers.possible import Possible


class TableListed(Answer, frozen=True, kw_only=True):
    """One table of the store; `opened_at` as its first entry has it (ISO, UTC)."""

    table: str
    game: str | None
    edition: str | None
    seats: tuple[str, ...]
    names: dict[str, str]
    revision: int
    opened_at: str | None = None


class Opened(Answer, frozen=True, kw_only=True):
    """A table that was opened, at `revision`; `links` by seat and `screen`, where phones are served."""

    verdict: Literal["accepted"] = "accepted"
    table: str
    game: str
    edition: str
    seats: tuple[str, ...]
    names: dict[str, str]
    colours: dict[str, str]
    revision: int
    links: dict[str, str] = {}


class LinkMade(Answer, frozen=True, kw_only=True):
    """A new link."""

    verdict: Literal["accepted"] = "accepted"
    token: str
    address: str


class RematchOpen(Answer, frozen=True, kw_only=True):
    """The next table; `token` is its link for the place this link has here."""

    verdict: Literal["accepted"] = "accepted"
    table: str
    token: str | None


class Position(Answer, frozen=True, kw_only=True):
    """Where a game stands, as the viewer may see it.

    `position` is in the form `corrected` accepts; `house` are the options that are not the edition's.
    `depends_on` are the seats on whose cards, never shown, it depends who has won; nobody is named then.
    """

    game: str
    edition: str
    seats: tuple[str, ...]
    names: dict[str, str]
    house: dict[str, OptionValue]
    phase: str | None
    turn: str | None
    acting: tuple[str, ...]
    revision: int
    position: Any
    winners: tuple[str, ...] | None
    depends_on: tuple[str, ...] = ()


class Shown(Position, frozen=True, kw_only=True):
    """Where a table or a file stands, now or at an entry."""

    source: str


class Asking(Answer, frozen=True, kw_only=True):
    """What a seat asks of the table: made once every seat has agreed.

    `event` is the change itself, `change` all that is to be said for it, as the proposal has it;
    `id` is `proposal`.
    """

    proposal: str
    by: str
    event: EventTold
    words: str
    agreed: tuple[str, ...]
    waits_for: tuple[str, ...]
    id: str
    change: str


class Now(Position, frozen=True, kw_only=True):
    """A table as a link may see it: `view` is what the board is drawn from."""

    table: str
    role: str
    seat: str | None
    lang: str
    connected: dict[str, str]
    view: dict[str, Any]
    possible: tuple[Possible, ...]
    asked: tuple[Asking, ...]


def listed(row: TableRow) -> TableListed:
    """List a table of a store."""
    return TableListed(
        table=row.table,
        game=row.game,
        edition=row.edition,
        seats=row.seats,
        names=row.names,
        revision=row.revision,
        opened_at=row.opened_at,
    )


def opened(table: str, state: Any, revision: int, links: dict[str, str] | None = None) -> Opened:
    """Tell of a table that was opened, with its links where phones are served."""
    return Opened(
        table=table,
        game=state.game,
        edition=state.edition,
        seats=state.seats,
        names=dict(state.names),
        colours=dict(state.colours),
        revision=revision,
        links=links or {},
    )


def position_of(game: Game, state: Any, revision: int, viewer: str | None) -> dict[str, Any]:
    """Give the fields of a Position, as a seat, or everybody (None), may see it."""
    return {
        "game": game.id,
        "edition": state.edition,
        "seats": state.seats,
        "names": dict(state.names),
        "house": {name: getattr(state.options, name) for name in state.house},
        "phase": game.phase(state),
        "turn": game.turn(state),
        "acting": game.acting(state),
        "revision": revision,
        "position": plain(game.position(state, viewer)),
        "winners": game.winners(state),
        "depends_on": game.undecided(state),
    }


def asking(state: Any, proposal: Proposal, changes: tuple[Event, ...], words: str) -> Asking:
    """Tell what a seat asks of the table; `changes` are its proposal as the viewer may read it."""
    missing = still_asked(state, proposal)
    return Asking(
        proposal=proposal.id,
        by=proposal.agreed[0],
        event=event_told(changes[-1]),
        words=words,
        agreed=proposal.seats_agreed,
        waits_for=tuple(seat for seat in state.seats if seat in missing),
        id=proposal.id,
        change=write_changes(changes),
    )
