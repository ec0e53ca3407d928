"""`referee pocket`: the service as a folder that a phone's browser runs by itself, without a network."""

import shlex
from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from cli.long_work import iter_with_bar
from cli.problems import NO, Problem
from cli.session import Session
from referee.pocket.build import VERSION, CannotBuildError, build_site, find_wheels, read_pyodide
from referee.service.answers.files import PocketWritten
from referee.web.book.folder import OtherThingsError, write_folder

EXAMPLE = """\
referee pocket --pyodide package --out pocket
referee pocket --pyodide package --wheels wheels --out pocket
python3 -m http.server -d pocket
"""


def command(
    ctx: typer.Context,
    *,
    out: Annotated[
        Path, typer.Option(metavar="FOLDER", help="Where the files go; any static host serves it.")
    ],
    pyodide: Annotated[
        Path, typer.Option(metavar="FOLDER", help="The unpacked npm package `pyodide`: the interpreter.")
    ],
    wheels: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", help="Packages compiled for it; else `wheels` beside the npm package."
        ),
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Write into a folder that holds other things; these stay.")
    ] = False,
) -> None:
    """Write the service as files that a browser runs by itself, offline."""
    session = ctx.ensure_object(Session)
    try:
        package = read_pyodide(pyodide)
        found = find_wheels(package, wheels or package.folder.parent / "wheels")
        built = build_site(package, found)
    except CannotBuildError as error:
        raise Problem(error.reason, error.hint, **error.args_) from None
    try:
        with closing(write_folder(out, built.files, force=force, mark=VERSION)) as written:
            size = sum(iter_with_bar(session, written, len(built.files)))
    except OtherThingsError:
        given = ["--pyodide", str(pyodide), *(["--wheels", str(wheels)] if wheels else []), "--out", str(out)]
        hint = shlex.join(["referee", "pocket", *given, "--force"])
        raise Problem("book.holds_other_things", hint, NO, folder=str(out)) from None
    if session.as_json:
        session.emit(
            PocketWritten(
                folder=str(out),
                version=built.version,
                files=len(built.files),
                bytes=size,
                compiled=built.is_compiled,
            )
        )
        return
    print(session.say("cli.pocket_written", n=len(built.files), folder=str(out), version=built.version))
    if not built.is_compiled:
        session.tell(session.say("cli.pocket_not_compiled"))
