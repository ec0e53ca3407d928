"""`referee simulate`: whole games at random, by the rules, into files."""

import sys
from itertools import chain
from pathlib import Path
from typing import Annotated, Any

import typer

from cli.frame.session import Session
from cli.frame.written_files import write_file
from cli.tables.open_table import Edition, Options, known_game, read_options, report_refused
from referee.kernel.verdict import Refused
from referee.service.simulate import SEATS

EXAMPLE = """\
Example:

\b
  referee simulate GAME --games 3 --seed 7 --out games
"""

MOST_GAMES = 1_000_000


def command(
    ctx: typer.Context,
    game: Annotated[str, typer.Argument(metavar="GAME", help="See `referee games`.")],
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
) -> None:
    """Play whole games at random into files."""
    session = ctx.ensure_object(Session)
    rules = known_game(game)
    options = read_options(option)
    out.mkdir(parents=True, exist_ok=True)
    for number in range(1, games + 1):
        path = out / f"{game}-{seed}-{number:0{len(str(games))}}.jsonl"
        entries = write_game(session, path, rules, seed, number, players, edition, options, max_rounds)
        finished(session, path, entries)
        progress(session, number, games)


def write_game(session: Session, path: Path, rules: Any, seed: str, number: int, *how: Any) -> int:
    """Play one game into a file; give how many entries it has."""
    from referee.service.simulate import simulate

    players, edition, options, max_rounds = how
    lines = simulate(
        rules, seed, number, players=players, edition=edition, options=options, max_rounds=max_rounds
    )
    try:
        first = next(lines)
    except ValueError as error:
        if error.args and isinstance(error.args[0], Refused):
            raise typer.Exit(report_refused(session, rules, error.args[0])) from None
        raise
    return write_file(path, (line.decode() for line in chain([first], lines)))


def finished(session: Session, path: Path, entries: int) -> None:
    """Report one game."""
    if session.as_json:
        session.emit({"file": str(path), "entries": entries})
    else:
        print(path)


def progress(session: Session, number: int, games: int) -> None:
    """Show how far it is, on a terminal only."""
    if not session.as_json and sys.stderr.isatty() and games > 1:
        end = "\n" if number == games else "\r"
        print(f"{number}/{games}", end=end, file=sys.stderr, flush=True)
