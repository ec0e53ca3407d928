"""`referee seal`: commit to a secret by its hash, and open it when it is shown."""

import secrets
import sys
from shlex import quote
from typing import Annotated

import typer
from msgspec.structs import replace

from cli.output.submissions import report_answer
from cli.parameters import TableArgument, complete_seats
from cli.problems import Problem
from cli.session import Session
from cli.tables import actor_of, get_seat, get_table
from cli.unreadable import problem_of_notation
from events.base import Event
from events.envelope import SALT_BYTES
from referee.kernel.game import NotationError
from referee.kernel.secrets import Hidden
from referee.kernel.table import TableState
from referee.l10n.wording import read_secret
from referee.service.answers.tables import seals_of
from referee.service.answers.verdicts import Accepted, make_accepted
from referee.service.commands import seal
from referee.service.tables.request import Recorded, Request
from referee.service.tables.table import Table

EXAMPLE = """\
referee seal evening B 5
referee seal evening B 5 --open 8f14e45fceea167a5a36dedd4bea2543
referee seal boat Ann "kid captain"
referee seal boat Ann knife
"""


def command(
    ctx: typer.Context,
    table: Annotated[str, TableArgument],
    seat: Annotated[
        str, typer.Argument(metavar="SEAT", autocompletion=complete_seats, help="Whose secret it is.")
    ],
    value: Annotated[
        str | None,
        typer.Argument(
            metavar="VALUE",
            help="The secret, as one would say it: a card, or whatever the game has one choose in secret.",
        ),
    ] = None,
    salt: Annotated[
        str | None,
        typer.Option("--open", metavar="SALT", help="Open the seal, with the salt it was made by."),
    ] = None,
) -> None:
    """Commit to a secret by its hash, or open one."""
    session = ctx.ensure_object(Session)
    at = get_table(session, table)
    seat = str(get_seat(table, at.state, seat))
    if value is None:
        value, salt = _ask_secret(session, at, seat)
    event, hidden = _parse_secret(session, at, seat, value)
    before = at.state
    if salt is not None:
        about = seal.find_sealed(at.state, seat, hidden.value, salt) or hidden.about
        opened = seal.open_seals(
            at, Request(actor_of(session, at, seat)), seat, [seal.OpenedSecret(about, hidden.value, salt)]
        )
        raise typer.Exit(report_answer(session, at, before, opened))
    drawn = secrets.token_hex(SALT_BYTES)
    sealed = seal.seal(at, Request(actor_of(session, at, seat)), event, hidden, drawn)
    if session.as_json and isinstance(sealed, Recorded):
        session.emit(_answer_sealed(session, before, sealed, drawn))
        code = 0
    else:
        code = report_answer(session, at, before, sealed)
    if code == 0:
        session.tell(
            session.say("case.sealed", salt=drawn, table=quote(table), seat=quote(seat), value=quote(value))
        )
    raise typer.Exit(code)


def _answer_sealed(session: Session, before: TableState, sealed: Recorded, salt: str) -> Accepted:
    """Return the answer to a seal, with the salt that opens it."""
    events = (judged.event for judged in sealed.judged)
    return replace(make_accepted(before, sealed, events, session.lang), salt=salt)


def _ask_secret(session: Session, at: Table, seat: str) -> tuple[str, str | None]:
    """Ask for a secret and its salt; None for the salt where none is typed.

    Where nobody can be asked, print what is typed and exit.
    """
    if session.as_json:
        session.emit(seals_of(at.game, at.state, seat, session.lang))
        raise typer.Exit
    if not sys.stdin.isatty():
        session.tell(session.say("seals.how_typed", seat=seat, names=at.state.names))
        raise typer.Exit
    value = input(session.say("seals.ask_secret")).strip()
    return value, input(session.say("seals.ask_salt")).strip() or None


def _parse_secret(session: Session, at: Table, seat: str, text: str) -> tuple[Event, Hidden]:
    """Return the act that names a secret, and what of it is hidden; raise Problem."""
    if at.game.seals is None:
        raise Problem("case.no_secrets", game=at.game.id)
    try:
        found = read_secret(at.state, seat, text, session.lang)
    except NotationError as error:
        raise problem_of_notation(session, at, error) from None
    return found
