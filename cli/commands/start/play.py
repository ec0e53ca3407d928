"""`referee play`: a whole table round one keyboard."""

from typing import Annotated

import typer

from cli.frame.session import Session
from cli.tables.find_table import is_table, sit_down
from cli.tables.open_table import ChanceOf, Edition, Names, Options, UsualSeats, open_new
from referee.kernel.registry import is_game

EXAMPLE = """\
Examples:

\b
  referee play GAME --seats SEATS --names NAMES
  referee play evening
"""


def command(
    ctx: typer.Context,
    table: Annotated[str, typer.Argument(metavar="TABLE|GAME", help="A table, or a game to open one for.")],
    seats: UsualSeats = None,
    names: Names = None,
    edition: Edition = None,
    option: Options = None,
    chance: ChanceOf = "table",
) -> None:
    """Referee a whole table round one keyboard."""
    from cli.evening.evening import Evening

    session = ctx.ensure_object(Session)
    if not is_table(session, table) and is_game(table):
        at = open_new(
            session, table, None, seats or usual_seats(table), names, edition, option, chance=chance
        )
        session.tell(session.say("cli.table_opened", table=at.name))
    else:
        at = sit_down(session, table)
    Evening(session, at).play()


def usual_seats(game: str) -> str:
    """Name as many seats as a game needs at least."""
    from referee.kernel.registry import find_game

    least = find_game(game).charter.players[0]
    return ",".join("ABCDEFGHIJ"[: max(least, 3)])
