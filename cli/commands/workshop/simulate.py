"""`referee simulate`: whole games at random, by the rules, into files."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from cli.frame.cluster import On, cluster_problems
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

GAMES_IN_A_LOT = 20
"""Games played in one piece of work."""


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
    on: On = None,
) -> None:
    """Play whole games at random into files."""
    session = ctx.ensure_object(Session)
    rules = known_game(game)
    options = read_options(option)
    out.mkdir(parents=True, exist_ok=True)
    lots = lots_to_play(game, seed, games, players=players, edition=edition, options=options, most=max_rounds)
    for number, lines in enumerate(played(session, rules, lots, on), 1):
        path = out / f"{game}-{seed}-{number:0{len(str(games))}}.jsonl"
        finished(session, path, write_file(path, (line.decode() for line in lines)))
        progress(session, number, games)


def lots_to_play(game: str, seed: str, games: int, **how: Any) -> Iterator[Any]:
    """Cut the games into pieces of work."""
    from referee.service.simulate import Simulated

    most = how.pop("most")
    for first in range(1, games + 1, GAMES_IN_A_LOT):
        last = min(first + GAMES_IN_A_LOT - 1, games)
        yield Simulated(game=game, seed=seed, first=first, last=last, max_rounds=most, **how)


def played(session: Session, rules: Any, lots: Iterator[Any], on: str | None) -> Iterator[list[bytes]]:
    """Play each game, by whoever works; give its lines, in the order of the games."""
    from referee.service.crew import hire
    from referee.service.simulate import simulate_lot

    try:
        with cluster_problems(), hire(on, rules.id) as crew:
            for lot in crew.each(simulate_lot, lots):
                yield from lot
    except ValueError as error:
        if error.args and isinstance(error.args[0], Refused):
            raise typer.Exit(report_refused(session, rules, error.args[0])) from None
        raise


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
