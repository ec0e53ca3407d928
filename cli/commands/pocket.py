"""`referee pocket`: the service as a folder that a phone's browser runs by itself, without a network."""

import shlex
from contextlib import closing
from functools import partial
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path, PurePath
from typing import Annotated
from zipfile import is_zipfile

import msgspec
import typer
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.tags import cpython_tags
from packaging.utils import InvalidWheelFilename, parse_wheel_filename
from packaging.version import Version

from cli.long_work import iter_with_bar
from cli.pocket_site import COMPILED, INTERPRETER, Pyodide, build_site
from cli.problems import NO, Problem
from cli.session import Session
from referee.service.answers.files import PocketWritten
from referee.web.book.folder import OtherThingsError, write_folder
from referee.web.book.site import File

EXAMPLE = """\
referee pocket --pyodide package --out pocket
referee pocket --pyodide package --wheels wheels --out pocket
python3 -m http.server -d pocket
"""

_BRINGS_PYODIDE = "npm pack pyodide && tar xzf pyodide-*.tgz"


class _About(msgspec.Struct):
    """What a Pyodide says of itself; those before 3.13 name no `abi_version`."""

    python: str
    arch: str
    abi_version: str = ""


class _Lock(msgspec.Struct):
    info: _About


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
    package = _read_pyodide(pyodide)
    found = _find_wheels(package, wheels or package.folder.parent / "wheels")
    try:
        built = build_site(package, found)
    except PackageNotFoundError as error:
        raise Problem("cli.pocket_lacking", f"pip install {error.name}", what=error.name) from None
    files = [File(path, partial(bytes, content)) for path, content in built.files.items()]
    try:
        with closing(write_folder(out, files, force=force, mark=PurePath("version.json"))) as written:
            size = sum(iter_with_bar(session, written, len(files)))
    except OtherThingsError:
        given = ["--pyodide", str(pyodide), *(["--wheels", str(wheels)] if wheels else []), "--out", str(out)]
        hint = shlex.join(["referee", "pocket", *given, "--force"])
        raise Problem("book.holds_other_things", hint, NO, folder=str(out)) from None
    answer = PocketWritten(
        folder=str(out), version=built.version, files=len(files), bytes=size, compiled=built.is_compiled
    )
    if session.as_json:
        session.emit(answer)
        return
    print(session.say("cli.pocket_written", n=answer.files, folder=answer.folder, version=answer.version))
    if not answer.compiled:
        session.tell(session.say("cli.pocket_not_compiled"))


def _read_pyodide(folder: Path) -> Pyodide:
    """Return the Pyodide in a folder, or in `package` below it. Raises Problem."""
    if not (folder / INTERPRETER[0]).exists() and (folder / "package").is_dir():
        folder /= "package"
    if missing := [name for name in INTERPRETER if not (folder / name).is_file()]:
        raise Problem("cli.pocket_no_pyodide", _BRINGS_PYODIDE, folder=str(folder), missing=missing)
    try:
        lock = msgspec.json.decode((folder / INTERPRETER[-1]).read_bytes(), type=_Lock).info
    except (msgspec.DecodeError, UnicodeDecodeError):
        missing = [INTERPRETER[-1]]
        raise Problem("cli.pocket_no_pyodide", _BRINGS_PYODIDE, folder=str(folder), missing=missing) from None
    wanted = distribution("referee").metadata["Requires-Python"]
    if lock.python not in SpecifierSet(wanted) or not lock.abi_version:
        raise Problem("cli.pocket_old_pyodide", _BRINGS_PYODIDE, python=lock.python, wanted=wanted)
    return Pyodide(folder, lock.python, f"pyemscripten_{lock.abi_version}_{lock.arch}")


def _find_wheels(pyodide: Pyodide, folder: Path) -> tuple[Path, ...]:
    """Return for each of COMPILED the newest wheel that the Pyodide runs and we accept. Raises Problem."""
    minor = pyodide.python.rpartition(".")[0]
    abi = f"cp{minor.replace('.', '')}"
    tags = {*cpython_tags([int(part) for part in minor.split(".")], [abi], [pyodide.platform])}
    wanted = {each.name: each for each in map(Requirement, distribution("referee").requires or ())}
    found: dict[str, tuple[Version, Path]] = {}
    for path in sorted(folder.glob("*.whl")):
        try:
            name, version, _, of = parse_wheel_filename(path.name)
        except InvalidWheelFilename:
            continue
        fits = name in COMPILED and of & tags and wanted[name].specifier.contains(version, prereleases=True)
        if fits and is_zipfile(path) and (name not in found or found[name][0] < version):
            found[name] = version, path
    if missing := [str(wanted[name]) for name in COMPILED if name not in found]:
        words = f"pip download --only-binary :all: --no-deps --platform {pyodide.platform}"
        words += f" --python-version {minor} --implementation cp --abi {abi} -d"
        brings = shlex.join([*words.split(), str(folder), *missing])
        raise Problem(
            "cli.pocket_no_wheels", brings, missing=missing, folder=str(folder), tag=pyodide.platform
        )
    return tuple(path for _, path in found.values())
