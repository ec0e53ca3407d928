"""`referee study`: how much a rule matters, by playing the same games under each of its values."""

from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from cli.long_work import long_work, progress_bar
from cli.opening import report_not_opened
from cli.parameters import Edition, On, complete_games, complete_options, get_game
from cli.problems import Problem
from cli.session import Session
from referee.draw.documents.study_report import as_page, cell_words, interval, say_kind
from referee.kernel.game import Game
from referee.kernel.verdict import Refused
from referee.service.answers import json_value
from referee.service.answers.files import Study
from referee.service.files.written_files import write_file
from referee.service.simulation.simulate import SEATS
from referee.service.simulation.study import Compared, Folder, Plan, games_in, make_plan, players_of, run

EXAMPLE = """\
referee study GAME --vary OPTION --games 1000 --out study
referee study GAME --vary OPTION=VALUE --with OTHER --on tcp://host:8786 --out study
"""

_MOST_GAMES = 10_000_000


def command(
    ctx: typer.Context,
    game: Annotated[
        str, typer.Argument(metavar="GAME", autocompletion=complete_games, help="See `referee games`.")
    ],
    vary: Annotated[
        list[str],
        typer.Option(
            metavar="OPTION[=V,W]",
            autocompletion=complete_options,
            help="An option to vary, over all its values or some.",
        ),
    ],
    out: Annotated[Path, typer.Option(metavar="DIR", help="Where results and report go; resumed if begun.")],
    together: Annotated[
        list[str] | None,
        typer.Option(
            "--with",
            metavar="OPTION[=V,W]",
            autocompletion=complete_options,
            help="Vary in pairs with this one.",
        ),
    ] = None,
    players: Annotated[
        int | None, typer.Option(metavar="N", min=1, max=len(SEATS), help="How many play; else every number.")
    ] = None,
    games: Annotated[
        int, typer.Option(metavar="N", min=1, max=_MOST_GAMES, help="Games of each kind.")
    ] = 200,
    seed: Annotated[str, typer.Option(metavar="S", help="The same seed gives the same bytes.")] = "1",
    by: Annotated[
        list[str] | None, typer.Option(metavar="PLAYER", help="Who plays; else all there are for the game.")
    ] = None,
    edition: Edition = None,
    on: On = None,
) -> None:
    """Find out how much a rule matters."""
    session = ctx.ensure_object(Session)
    rules = get_game(game)
    plan = _make_plan(session, rules, vary, together or [], by, edition, players, games, seed)
    compared = _run(session, plan, out, on)
    page = out / "report.html"
    write_file(page, [as_page(plan, compared, session.lang).rstrip("\n")])
    if session.as_json:
        session.emit(Study(study=json_value(plan), compared=json_value(compared), out=str(out)))
        return
    _print_figures(session, plan, compared)
    print(session.say("study.written", report=str(page), table=str(out / "games.parquet")))


def _make_plan(
    session: Session,
    rules: Game,
    vary: list[str],
    together: list[str],
    by: list[str] | None,
    edition: str | None,
    players: int | None,
    games: int,
    seed: str,
) -> Plan:
    """Return the plan of the study; raise Problem, or print a refusal and exit, where it cannot be."""
    known = players_of(rules.id)
    kinds = tuple(by or known)
    if stranger := next((kind for kind in kinds if kind not in known), None):
        raise Problem("study.no_player", player=stranger, known=tuple(known))
    plan = make_plan(
        rules,
        _parse_varied(vary),
        _parse_varied(together),
        edition=edition,
        players=players,
        games=games,
        seed=seed,
        kinds=kinds,
    )
    if isinstance(plan, Refused):
        raise typer.Exit(report_not_opened(session, rules, plan))
    if len(plan.cells) < 2:
        raise Problem("study.nothing_varies")
    return plan


def _parse_varied(varied: list[str]) -> dict[str, tuple[str, ...]]:
    """Return the values of each option in `option=value,value`; empty where all of them are meant."""
    pairs = (one.partition("=") for one in varied)
    return {name.strip(): tuple(filter(None, map(str.strip, values.split(",")))) for name, _, values in pairs}


def _run(session: Session, plan: Plan, out: Path, on: str | None) -> tuple[Compared, ...]:
    """Play what is missing in the folder `out` and return the figures; raise Problem without pyarrow."""
    if find_spec("pyarrow") is None:
        raise Problem("crew.no_extra", command="pip install 'referee[cluster]'")
    with long_work(session, "crew.goes_on"):
        left = sum(games_in(lot) for lot in Folder(out, plan).missing())
        with progress_bar(session, left) as advance:
            return run(plan, out, on, advance)


def _print_figures(session: Session, plan: Plan, compared: tuple[Compared, ...]) -> None:
    """Print how much each set of values matters compared with the rules as printed."""
    for row in compared:
        if not row.cell:
            continue
        print(
            session.say(
                "study.line",
                values=cell_words(plan, row.cell, session.lang),
                who=say_kind(plan.game, row.kind, session.lang),
                n=row.players,
                games=row.games,
                matters=interval(row.matters),
                differs=interval(row.differs),
            )
        )
