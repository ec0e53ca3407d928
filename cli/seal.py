"""`referee seal`: commit to a secret by its hash, and open it when it is shown."""

from typing import Annotated

import typer

from cli.session import Session
from cli.tables import TableArgument, known_seat, sit_down

EXAMPLE = """\
Examples:

\b
  referee seal evening B 5
  referee seal evening B 5 --open 8f14e45fceea167a5a36dedd4bea2543
  referee seal boat Ann "kid captain"
"""


def command(
    ctx: typer.Context,
    table: Annotated[str, TableArgument],
    seat: Annotated[str, typer.Argument(metavar="SEAT", help="Whose secret it is.")],
    value: Annotated[
        str, typer.Argument(metavar="VALUE", help="The secret: a card; in Lifeboat the love and the hate.")
    ],
    salt: Annotated[
        str | None,
        typer.Option("--open", metavar="SALT", help="Open the seal, with the salt it was made by."),
    ] = None,
) -> None:
    """Commit to a secret by its hash, or open one."""
    import secrets

    from cli.do import report
    from events.sealing import SALT_BYTES, seal_of
    from events.table import SecretOpened, SecretSealed

    session = ctx.ensure_object(Session)
    at = sit_down(session, table)
    known_seat(table, at.state, seat)
    secret = int(value) if value.isdecimal() else value
    before = at.state
    if salt is not None:
        raise typer.Exit(report(session, at, before, at.submit(SecretOpened(seat, secret, salt))))
    drawn = secrets.token_hex(SALT_BYTES)
    code = report(session, at, before, at.submit(SecretSealed(seat, seal_of(secret, drawn))))
    if code == 0:
        session.tell(session.say("case.sealed", salt=drawn, table=table, seat=seat))
    raise typer.Exit(code)
