"""`referee simulate`: whole games at random, by the rules, into files."""

import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.frame.cluster import On, long_work
from cli.frame.session import Session
from cli.help import completions
from cli.tables.open_table import Edition, Options, known_game, read_options, report_refused
from referee.kernel.verdict import Refused
from referee.service.simulation.simulate import SEATS

if TYPE_CHECKING:
    from referee.kernel.game import Game
    from referee.service.simulation.simulate import Simulated

EXAMPLE = """\
Example:

\b
  referee simulate GAME --games 3 --seed 7 --out games
"""

MOST_GAMES = 1_000_000


def command(
    ctx: typer.Context,
    game: Annotated[
        str, typer.Argument(metavar="GAME", autocompletion=completions.games, help="See `referee games`.")
    ],
    out: Annotated[Path, typer.Option(metavar="DIR", help="Where the logs go, one file a game.")],
    games: Annotated[int, typer.Option(metavar="N", min=1, max=MOST_GAMES, help="How many games.")] = 1,
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
) -> None:
    """Play whole games at random into files."""
    from referee.service.simulation.simulate import Simulated
    from referee.service.simulation.simulated_files import simulate_into

    session = ctx.ensure_object(Session)
    rules = known_game(game)
    asked = Simulated(
        game=game,
        seed=seed,
        first=1,
        last=games,
        players=players,
        edition=edition,
        options=read_options(option),
        max_rounds=max_rounds,
    )
    try_opening(session, rules, asked)
    with long_work(session, "crew.goes_on"), closing(simulate_into(out, asked, on)) as played:
        for number, one in enumerate(played, 1):
            finished(session, out / one.file, one.entries)
            progress(session, number, games)


def try_opening(session: Session, rules: "Game", asked: "Simulated") -> None:
    """Say why no table can be opened, before anything is written."""
    from referee.service.simulation.simulate import simulate

    try:
        next(simulate(rules, asked.seed, players=asked.players, edition=asked.edition, options=asked.options))
    except ValueError as error:
        if error.args and isinstance(error.args[0], Refused):
            raise typer.Exit(report_refused(session, rules, error.args[0])) from None
        raise


def finished(session: Session, path: Path, entries: int) -> None:
    """Report one game."""
    if session.as_json:
        from referee.service.answers.files import Simulated

        session.emit(Simulated(file=str(path), entries=entries))
    else:
        print(path)


def progress(session: Session, number: int, games: int) -> None:
    """Show how far it is, on a terminal only."""
    if not session.as_json and sys.stderr.isatty() and games > 1:
        end = "\n" if number == games else "\r"
        print(f"{number}/{games}", end=end, file=sys.stderr, flush=True)
