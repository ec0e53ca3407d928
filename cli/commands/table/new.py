"""`referee new`: open a table."""

from shlex import quote
from typing import Annotated

import typer

from cli.frame.session import Session
from cli.tables.open_table import ChanceOf, Edition, Names, Options, Seats, open_new

EXAMPLE = """\
Examples:

\b
  referee new GAME --seats SEATS --names NAMES --table evening
  referee new GAME --seats SEATS --chance referee
"""


def command(
    ctx: typer.Context,
    game: Annotated[str, typer.Argument(metavar="GAME", help="See `referee games`.")],
    seats: Seats,
    names: Names = None,
    table: Annotated[str | None, typer.Option(metavar="NAME", help="What to call the table.")] = None,
    edition: Edition = None,
    option: Options = None,
    chance: ChanceOf = "table",
    key: Annotated[str | None, typer.Option(metavar="KEY", help="The same key opens the same table.")] = None,
) -> None:
    """Open a table."""
    session = ctx.ensure_object(Session)
    opened = open_new(session, game, table, seats, names, edition, option, key, chance)
    if session.as_json:
        state = opened.state
        session.emit(
            {
                "table": opened.name,
                "game": opened.game.id,
                "edition": state.edition,
                "seats": state.seats,
                "names": state.names,
                "revision": opened.revision,
            }
        )
        return
    print(opened.name)
    session.tell(session.say("cli.opened", table=opened.name, game=opened.game.id, seats=opened.state.seats))
    session.tell(session.say("cli.help", hint=f"referee legal {quote(opened.name)}"))
