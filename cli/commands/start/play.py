"""`referee play`: a whole table round one keyboard."""

import sys
from shlex import quote
from typing import Annotated

import typer

from cli.frame.session import Session
from cli.help import completions
from cli.tables.ask_opening import table_to_go_on_with, told_or_asked, usual_people
from cli.tables.find_table import is_table, sit_down
from cli.tables.open_table import ChanceOf, Colours, Edition, Names, Options, Seats, open_new

EXAMPLE = """\
Examples:

\b
  referee play GAME --seats SEATS --names NAMES
  referee play evening
"""


def command(
    ctx: typer.Context,
    table: Annotated[
        str | None,
        typer.Argument(
            metavar="TABLE|GAME",
            autocompletion=completions.tables_and_games,
            help="A table, or a game to open one for.",
        ),
    ] = None,
    seats: Seats = None,
    names: Names = None,
    colours: Colours = None,
    edition: Edition = None,
    option: Options = None,
    chance: ChanceOf = None,
) -> None:
    """Referee a whole table round one keyboard."""
    from cli.interactive.evening import Evening
    from referee.l10n.catalogs import game_called

    session = ctx.ensure_object(Session)
    game = None if table is None or is_table(session, table) else game_called(table)
    is_bare = not any((table, seats, names, colours, edition, option, chance))
    going_on = table_to_go_on_with(session) if is_bare else None
    if going_on is not None:
        at = sit_down(session, going_on)
    elif table is None or game is not None:
        if not sys.stdin.isatty():
            seats = seats or usual_people(session, game) or usual_seats(game)
        game, seats, edition, chance = told_or_asked(session, game, seats, edition, chance)
        at = open_new(
            session,
            game,
            None,
            seats,
            names,
            edition,
            option,
            chance=chance,
            colours=colours,
        )
        session.tell(session.say("cli.table_opened", table=quote(at.name)))
    else:
        at = sit_down(session, table)
    Evening(session, at).play()


def usual_seats(game: str | None) -> str | None:
    """Name as many seats as a game needs at least, where nobody can be asked."""
    if game is None:
        return None
    from referee.kernel.registry import find_game

    least = find_game(game).ruleset.players[0]
    return ",".join("ABCDEFGHIJ"[: max(least, 3)])
