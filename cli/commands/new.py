"""`referee new`: open a table."""

from shlex import quote
from typing import Annotated

import typer

from cli.opening import ask_what_is_missing, open_new_table
from cli.parameters import ChanceOf, Colours, Edition, Names, Options, Seats, complete_games
from cli.session import Session
from referee.service.answers.tables import make_opened as opened_told

EXAMPLE = """\
referee new GAME --seats SEATS --names NAMES --table evening
referee new GAME --seats SEATS --chance referee
"""


def command(
    ctx: typer.Context,
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", autocompletion=complete_games, help="See `referee games`."),
    ] = None,
    seats: Seats = None,
    names: Names = None,
    colours: Colours = None,
    table: Annotated[str | None, typer.Option(metavar="NAME", help="What to call the table.")] = None,
    edition: Edition = None,
    option: Options = None,
    chance: ChanceOf = None,
    key: Annotated[str | None, typer.Option(metavar="KEY", help="The same key opens the same table.")] = None,
) -> None:
    """Open a table."""
    session = ctx.ensure_object(Session)
    game, seats, edition, chance = ask_what_is_missing(session, game, seats, edition, chance)
    opened = open_new_table(session, game, table, seats, names, edition, option, key, chance, colours)
    if session.as_json:
        session.emit(opened_told(opened.name, opened.state, opened.revision))
        return
    print(opened.name)
    told = {"seats": opened.state.seats, "names": opened.state.names}
    session.tell(session.say("cli.opened", table=opened.name, game=opened.game.id, **told))
    session.tell(session.say("cli.help", hint=f"referee legal {quote(opened.name)}"))
