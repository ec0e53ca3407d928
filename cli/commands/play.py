"""`referee play`: a whole table round one keyboard."""

import sys
from shlex import quote
from typing import Annotated

import typer

from cli.interactive.loop import PlayLoop
from cli.opening import ask_table_to_go_on_with, ask_what_is_missing, open_new_table, usual_seats
from cli.parameters import ChanceOf, Colours, Edition, Names, Options, Seats, complete_tables_and_games
from cli.session import Session
from cli.tables import get_table, is_table
from referee.kernel.registry import find_game
from referee.l10n.catalogs import game_called

EXAMPLE = """\
referee play GAME --seats SEATS --names NAMES
referee play evening
"""


def command(
    ctx: typer.Context,
    table: Annotated[
        str | None,
        typer.Argument(
            metavar="TABLE|GAME",
            autocompletion=complete_tables_and_games,
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
    session = ctx.ensure_object(Session)
    game = None if table is None or is_table(session, table) else game_called(table)
    is_bare = not any((table, seats, names, colours, edition, option, chance))
    going_on = ask_table_to_go_on_with(session) if is_bare else None
    if going_on is not None:
        at = get_table(session, going_on)
    elif table is None or game is not None:
        if not sys.stdin.isatty():
            seats = seats or usual_seats(session, game) or _least_seats(game)
        game, seats, edition, chance = ask_what_is_missing(session, game, seats, edition, chance)
        at = open_new_table(
            session, game, None, seats, names, edition, option, chance=chance, colours=colours
        )
        session.tell(session.say("cli.table_opened", table=quote(at.name)))
    else:
        at = get_table(session, table)
    PlayLoop(session, at).play()


def _least_seats(game: str | None) -> str | None:
    """Return letters for the fewest players of a game, three at least; None without a game."""
    if game is None:
        return None
    least = find_game(game).ruleset.players[0]
    return ",".join("ABCDEFGHIJ"[: max(least, 3)])
