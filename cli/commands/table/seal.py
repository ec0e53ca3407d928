"""`referee seal`: commit to a secret by its hash, and open it when it is shown."""

from shlex import quote
from typing import TYPE_CHECKING, Annotated

import typer

from cli.frame.problems import Problem
from cli.frame.session import Session
from cli.help import completions
from cli.tables.actors import actor_of
from cli.tables.find_table import TableArgument, known_seat, sit_down

if TYPE_CHECKING:
    from events.base import Event
    from referee.kernel.secrets import Hidden
    from referee.kernel.table import TableState
    from referee.service.answers.verdicts import Accepted
    from referee.service.tables.submissions import Recorded
    from referee.service.tables.table import Table

EXAMPLE = """\
Examples:

\b
  referee seal evening B 5
  referee seal evening B 5 --open 8f14e45fceea167a5a36dedd4bea2543
  referee seal boat Ann "kid captain"
  referee seal boat Ann knife
"""


def command(
    ctx: typer.Context,
    table: Annotated[str, TableArgument],
    seat: Annotated[
        str, typer.Argument(metavar="SEAT", autocompletion=completions.seats, help="Whose secret it is.")
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
    import secrets

    from cli.commands.table.do import report
    from events.envelope import SALT_BYTES
    from referee.service.commands import seal as commands
    from referee.service.tables.submissions import Recorded

    session = ctx.ensure_object(Session)
    at = sit_down(session, table)
    seat = str(known_seat(table, at.state, seat))
    if value is None:
        value, salt = asked_for(session, at, seat)
    event, hidden = read(session, at, seat, value)
    before = at.state
    if salt is not None:
        about = commands.sealed_about(at.state, seat, hidden.value, salt) or hidden.about
        opened = commands.open_seals(
            at, actor_of(session, at, seat), seat, [commands.Secret(about, hidden.value, salt)]
        )
        raise typer.Exit(report(session, at, before, opened))
    drawn = secrets.token_hex(SALT_BYTES)
    sealed = commands.seal(at, actor_of(session, at, seat), event, hidden, drawn)
    if session.as_json and isinstance(sealed, Recorded):
        session.emit(sealed_by(session, before, sealed, drawn))
        code = 0
    else:
        code = report(session, at, before, sealed)
    if code == 0:
        session.tell(
            session.say("case.sealed", salt=drawn, table=quote(table), seat=quote(seat), value=quote(value))
        )
    raise typer.Exit(code)


def sealed_by(session: Session, before: "TableState", sealed: "Recorded", salt: str) -> "Accepted":
    """Tell what was sealed, with the salt that opens it."""
    from msgspec.structs import replace

    from referee.service.answers.verdicts import make_accepted

    events = (judged.event for judged in sealed.judged)
    return replace(make_accepted(before, sealed, events, session.lang), salt=salt)


def asked_for(session: Session, at: "Table", seat: str) -> tuple[str, str | None]:
    """Ask for a secret and its salt; where nobody can be asked, say what is typed."""
    import sys

    if session.as_json:
        from referee.service.answers.tables import seals_of

        session.emit(seals_of(at.game, at.state, seat, session.lang))
        raise typer.Exit
    if not sys.stdin.isatty():
        session.tell(session.say("seals.how_typed", seat=seat, names=at.state.names))
        raise typer.Exit
    value = input(session.say("seals.ask_secret")).strip()
    return value, input(session.say("seals.ask_salt")).strip() or None


def read(session: Session, at: "Table", seat: str, text: str) -> "tuple[Event, Hidden]":
    """Read the act that names a secret; give the act, and what of it is hidden."""
    from cli.commands.table.do import not_understood
    from referee.kernel.game import NotationError
    from referee.l10n.wording import read_secret

    if at.game.seals is None:
        raise Problem("case.no_secrets", game=at.game.id)
    try:
        found = read_secret(at.state, seat, text, session.lang)
    except NotationError as error:
        raise not_understood(session, at, error) from None
    return found
