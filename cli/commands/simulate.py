"""`referee simulate`: whole games at random, by the rules, into files."""

import sys
from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from cli.long_work import long_work
from cli.opening import report_not_opened
from cli.parameters import Edition, Force, On, Options, complete_games, get_game, parse_options
from cli.problems import NO, Problem
from cli.session import Session
from referee.kernel.game import Game
from referee.kernel.verdict import Refused
from referee.service.answers.files import Simulated as SimulatedAnswer
from referee.service.simulation.simulate import SEATS, Simulated, simulate
from referee.service.simulation.simulated_files import OtherGameError, simulate_into

EXAMPLE = """\
referee simulate GAME --games 3 --seed 7 --out games
"""

_MOST_GAMES = 1_000_000


def command(
    ctx: typer.Context,
    game: Annotated[
        str, typer.Argument(metavar="GAME", autocompletion=complete_games, help="See `referee games`.")
    ],
    out: Annotated[Path, typer.Option(metavar="DIR", help="Where the logs go, one file a game.")],
    games: Annotated[int, typer.Option(metavar="N", min=1, max=_MOST_GAMES, help="How many games.")] = 1,
    seed: Annotated[str, typer.Option(metavar="S", help="The same seed gives the same bytes.")] = "1",
    players: Annotated[
        int | None, typer.Option(metavar="N", min=1, max=len(SEATS), help="How many play; else at random.")
    ] = None,
    edition: Edition = None,
    option: Options = None,
    max_rounds: Annotated[
        int, typer.Option(metavar="N", min=1, help="Close a game after so many rounds.")
    ] = 200,
    on: On = None,
    *,
    force: Force = False,
) -> None:
    """Play whole games at random into files."""
    session = ctx.ensure_object(Session)
    rules = get_game(game)
    asked = Simulated(
        game=game,
        seed=seed,
        first=1,
        last=games,
        players=players,
        edition=edition,
        options=parse_options(option),
        max_rounds=max_rounds,
    )
    _try_opening(session, rules, asked)
    try:
        with (
            long_work(session, "crew.goes_on"),
            closing(simulate_into(out, asked, on, force=force)) as played,
        ):
            for number, one in enumerate(played, 1):
                _report_game(session, out / one.file, one.entries)
                _print_progress(session, number, games)
    except OtherGameError as error:
        raise Problem("cli.other_game_there", code=NO, file=error.args[0]) from None


def _try_opening(session: Session, rules: Game, asked: Simulated) -> None:
    """Print a refusal and exit where such a table cannot be opened, before anything is written."""
    try:
        next(simulate(rules, asked.seed, players=asked.players, edition=asked.edition, options=asked.options))
    except ValueError as error:
        if error.args and isinstance(error.args[0], Refused):
            raise typer.Exit(report_not_opened(session, rules, error.args[0])) from None
        raise


def _report_game(session: Session, path: Path, entries: int) -> None:
    """Print the file of a game that was written."""
    if session.as_json:
        session.emit(SimulatedAnswer(file=str(path), entries=entries))
    else:
        print(path)


def _print_progress(session: Session, number: int, games: int) -> None:
    """Print how many games are done; only on a terminal and for more than one."""
    if not session.as_json and sys.stderr.isatty() and games > 1:
        end = "\n" if number == games else "\r"
        print(f"{number}/{games}", end=end, file=sys.stderr, flush=True)
