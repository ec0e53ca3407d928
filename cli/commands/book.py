"""`referee book`: the rules, their sources, their code and their rulings as pages, in every language."""

import shlex
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from cli.long_work import iter_with_bar
from cli.parameters import complete_games
from cli.problems import NO, Problem
from cli.session import Session
from cli.tables import problem_of_no_tables
from events.stores import open_store
from events.stores.protocol import NoStoreError
from referee.kernel.registry import all_games
from referee.rulebooks import TABLE, books
from referee.rulebooks.rulings import Ruling
from referee.service.answers.files import BookWritten
from referee.service.case_law.precedent import Precedent
from referee.service.case_law.precedents import CaseLaw
from referee.web.book import iter_files
from referee.web.book.folder import OtherThingsError, write_folder
from referee.web.book.site import site_of

EXAMPLE = """\
referee book GAME --out book
referee book --out site --service https://play.example
referee book --out ours --with tables.db
"""


def command(
    ctx: typer.Context,
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", autocompletion=complete_games, help="One game; else all of them."),
    ] = None,
    service: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            help="The service at which positions open: https://…; else a command is shown.",
        ),
    ] = None,
    tables: Annotated[
        str | None,
        typer.Option(
            "--with", metavar="TABLES", help="Show what the tables kept here decided, without names."
        ),
    ] = None,
    *,
    out: Annotated[Path, typer.Option(metavar="FOLDER", help="Where the pages go; index.html is the first.")],
    force: Annotated[
        bool, typer.Option("--force", help="Write into a folder that holds other things; these stay.")
    ] = False,
) -> None:
    """Write the whole rulebook as pages: rules, sources, code and rulings."""
    session = ctx.ensure_object(Session)
    if game is not None and game not in set(books()) - {TABLE}:
        raise Problem("cli.unknown_book", "referee games", game=game, known=books())
    if service is not None and not service.startswith(("http://", "https://")):
        raise Problem("book.no_service", service=service)
    games = [game] if game else ()
    decided = _decided_at(session, tables, games or all_games()) if tables else ()
    site = site_of(games, service.rstrip("/") if service else None, decided)
    files = list(iter_files(site))
    try:
        with closing(write_folder(out, files, force=force)) as written:
            sizes = list(iter_with_bar(session, written, len(files)))
    except OtherThingsError:
        options = {"--service": service, "--with": tables, "--out": str(out)}
        given = [word for name, value in options.items() if value for word in (name, value)]
        hint = ["referee", "book", *([game] if game else []), *given, "--force"]
        raise Problem("book.holds_other_things", shlex.join(hint), NO, folder=str(out)) from None
    number = sum(map(bool, sizes))
    if session.as_json:
        session.emit(
            BookWritten(
                folder=str(out), files=number, bytes=sum(sizes), books=site.books, languages=site.langs
            )
        )
    else:
        print(session.say("book.written", n=number, folder=str(out)))


def _decided_at(session: Session, where: str, games: Iterable[str]) -> list[tuple[Precedent, Ruling]]:
    """Return what the tables of a store decided, and what they took from others. Raises Problem."""
    try:
        store = session.enter(open_store(where))
    except NoStoreError as error:
        raise problem_of_no_tables(error.args_["path"]) from None
    law = CaseLaw(store)
    return [each for game in games for each in law.iter_rulings(game)]
