"""`referee study`: how much a rule matters, by playing the same games under each of its values."""

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.frame.cluster import On, long_work
from cli.frame.problems import Problem
from cli.frame.progress import bar
from cli.frame.session import Session
from cli.help import completions
from cli.tables.open_table import Edition, known_game, report_refused
from referee.kernel.verdict import Refused
from referee.service.files.written_files import write_file
from referee.service.simulation.simulate import SEATS

if TYPE_CHECKING:
    from referee.kernel.game import Game
    from referee.service.simulation.study import Compared, Plan

EXAMPLE = """\
Examples:

\b
  referee study GAME --vary OPTION --games 1000 --out study
  referee study GAME --vary OPTION=VALUE --with OTHER --on tcp://host:8786 --out study
"""

MOST_GAMES = 10_000_000


def command(
    ctx: typer.Context,
    game: Annotated[
        str, typer.Argument(metavar="GAME", autocompletion=completions.games, help="See `referee games`.")
    ],
    vary: Annotated[
        list[str],
        typer.Option(
            metavar="OPTION[=V,W]",
            autocompletion=completions.options,
            help="An option to vary, over all its values or some.",
        ),
    ],
    out: Annotated[Path, typer.Option(metavar="DIR", help="Where results and report go; resumed if begun.")],
    together: Annotated[
        list[str] | None,
        typer.Option(
            "--with",
            metavar="OPTION[=V,W]",
            autocompletion=completions.options,
            help="Vary in pairs with this one.",
        ),
    ] = None,
    players: Annotated[
        int | None, typer.Option(metavar="N", min=1, max=len(SEATS), help="How many play; else every number.")
    ] = None,
    games: Annotated[int, typer.Option(metavar="N", min=1, max=MOST_GAMES, help="Games of each kind.")] = 200,
    seed: Annotated[str, typer.Option(metavar="S", help="The same seed gives the same bytes.")] = "1",
    by: Annotated[
        list[str] | None, typer.Option(metavar="PLAYER", help="Who plays; else all there are for the game.")
    ] = None,
    edition: Edition = None,
    on: On = None,
) -> None:
    """Find out how much a rule matters."""
    session = ctx.ensure_object(Session)
    rules = known_game(game)
    plan = laid_out(session, rules, vary, together or [], by, edition, players, games, seed)
    compared = carried_out(session, plan, out, on)
    from referee.draw.documents.study_report import as_page

    page = out / "report.html"
    write_file(page, [as_page(plan, compared, session.lang).rstrip("\n")])
    if session.as_json:
        from referee.service.answers import json_value
        from referee.service.answers.files import Study

        session.emit(Study(study=json_value(plan), compared=json_value(compared), out=str(out)))
        return
    tell(session, plan, compared)
    print(session.say("study.written", report=str(page), table=str(out / "games.parquet")))


def laid_out(
    session: Session,
    rules: "Game",
    vary: list[str],
    together: list[str],
    by: list[str] | None,
    edition: str | None,
    players: int | None,
    games: int,
    seed: str,
) -> "Plan":
    """Lay the study out, or say why it cannot be."""
    from referee.service.simulation.study import make_plan, players_of

    known = players_of(rules.id)
    kinds = tuple(by or known)
    if stranger := next((kind for kind in kinds if kind not in known), None):
        raise Problem("study.no_player", player=stranger, known=tuple(known))
    plan = make_plan(
        rules,
        read(vary),
        read(together),
        edition=edition,
        players=players,
        games=games,
        seed=seed,
        kinds=kinds,
    )
    if isinstance(plan, Refused):
        raise typer.Exit(report_refused(session, rules, plan))
    if len(plan.cells) < 2:
        raise Problem("study.nothing_varies")
    return plan


def read(told: list[str]) -> dict[str, tuple[str, ...]]:
    """Read `option=value,value`; without values all it has are meant."""
    pairs = (one.partition("=") for one in told)
    return {name.strip(): tuple(filter(None, map(str.strip, values.split(",")))) for name, _, values in pairs}


def carried_out(session: Session, plan: "Plan", out: Path, on: str | None) -> "tuple[Compared, ...]":
    """Play the study, or say why it cannot be."""
    if find_spec("pyarrow") is None:
        raise Problem("crew.no_extra", command="pip install 'referee[cluster]'")
    from referee.service.simulation.study import Folder, games_in, run

    with long_work(session, "crew.goes_on"):
        left = sum(games_in(lot) for lot in Folder(out, plan).missing())
        with bar(session, left) as advance:
            return run(plan, out, on, advance)


def tell(session: Session, plan: "Plan", compared: "tuple[Compared, ...]") -> None:
    """Say what each set of values changes."""
    from referee.draw.documents.study_report import cell_words, interval, say_kind

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
