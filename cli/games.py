"""`referee games`: the games the referee knows, with their editions and switches."""

import typer

from cli.session import Session

EXAMPLE = """\
Example:

\b
  referee games
"""


def command(ctx: typer.Context) -> None:
    """List the games the referee knows."""
    from referee.kernel.registry import GAMES, find_game

    session: Session = ctx.ensure_object(Session)
    for name in GAMES:
        charter = find_game(name).charter
        if session.as_json:
            session.emit(described(charter))
        else:
            print(told(session, charter))
