"""`referee book`: the rules, their sources, their code and their rulings as pages, in every language."""

from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from cli.long_work import iter_with_bar
from cli.parameters import complete_games
from cli.problems import NO, Problem
from cli.session import Session
from referee.rulebooks import TABLE, books
from referee.service.answers.files import BookWritten
from referee.web.book import iter_files
from referee.web.book.folder import OtherThingsError, write_folder
from referee.web.book.site import site_of

EXAMPLE = """\
referee book GAME --out book
referee book --out site --service https://play.example
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
    site = site_of([game] if game else (), service.rstrip("/") if service else None)
    files = list(iter_files(site))
    try:
        with closing(write_folder(out, files, force=force)) as written:
            sizes = list(iter_with_bar(session, written, len(files)))
    except OtherThingsError:
        hint = f"referee book --out {out} --force"
        raise Problem("book.holds_other_things", hint, NO, folder=str(out)) from None
    number = sum(map(bool, sizes))
    if session.as_json:
        session.emit(
            BookWritten(
                folder=str(out), files=number, bytes=sum(sizes), books=site.books, languages=site.langs
            )
        )
    else:
        print(session.say("book.written", n=number, folder=str(out)))
