"""Who speaks at the terminal: the seat that `--by` names or behind the curtain, or all round one screen."""

from typing import TYPE_CHECKING, Annotated

import typer

from cli.frame.problems import Problem
from cli.frame.session import Session
from cli.help import completions
from cli.tables.find_table import known_seat

if TYPE_CHECKING:
    from referee.kernel.table import TableState
    from referee.service.tables.request import Actor
    from referee.service.tables.table import Table

Reason = Annotated[str, typer.Option(metavar="TEXT", help="Why.")]
WhoAgreed = Annotated[str | None, typer.Option(metavar="A,B,C", help="Who agreed.")]
WhoAsks = Annotated[
    str | None,
    typer.Option(
        metavar="SEAT",
        autocompletion=completions.seats,
        help="Who asks: the others are asked, and any may object.",
    ),
]
WhoseLastAct = Annotated[
    str | None,
    typer.Option(
        metavar="SEAT",
        autocompletion=completions.seats,
        help="Who asks: free for its own last act, else the others are asked.",
    ),
]


def actor_of(session: Session, at: "Table", by: str | None = None) -> "Actor":
    """Give the actor of a seat, or of the whole table."""
    from referee.service.tables.request import of_all, of_seat

    if (seat := known_seat(at.name, at.state, by)) is not None:
        return of_seat(at.state, seat)
    seat = behind_curtain(session, at.name)
    return of_all(at.state) if seat is None else from_behind(at.state, seat)


def from_behind(state: "TableState", seat: str) -> "Actor":
    """Give the actor of whoever sits behind the curtain for a seat; somebody else, where that went home."""
    from referee.service.tables.request import of_absent_seat, of_seat

    return of_absent_seat(seat) if seat in state.absent else of_seat(state, seat)


def behind_curtain(session: Session, table: str) -> str | None:
    """Name the seat that sits behind the curtain of a table."""
    where, seat = session.speaks or (None, None)
    return seat if where == table else None


def those_who_agreed(session: Session, by: str | None, agreed: str | None) -> tuple[str, ...]:
    """Read who agreed already; raise Problem where one seat asks the others, whose word that would be."""
    if (by or session.speaks) is not None and agreed is not None:
        raise Problem("case.asks_or_agreed")
    from referee.service.tables.opening import split_list

    return split_list(agreed) if agreed else ()
