"""The service as files: its pages, the interpreter, and all of Python that answers; nothing is fetched.

The same installation, interpreter and wheels make the same bytes.
"""

import gzip
import json
import re
import subprocess
from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from importlib import import_module
from importlib.metadata import Distribution, distribution, entry_points
from io import BytesIO
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import NamedTuple
from zipfile import ZipFile

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import referee.pocket
from referee.kernel.registry import GROUP, all_games, package_of
from referee.l10n.catalogs import catalog
from referee.languages import LANGUAGES

INTERPRETER = (
    "pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json",
)  # fmt: skip
"""What a page needs of the unpacked npm package."""

COMPILED = ("msgspec", "python-sat")
"""Packages that are nothing without their compiled part; what others compile, they have in Python as well."""

LEFT_OUT = frozenset({
    "click-default-group", "tabulate",  # the command line of sqlite-utils
    "faker", "polyfactory",  # made-up examples in an API's description
    "httpx", "httpcore", "certifi",  # litestar's client for tests
    "ifaddr", "uvicorn", "h11",  # a browser lends no socket
    "packaging",  # what chooses wheels
    "pip",  # with it sqlite-utils installs plugins
    "rich", "rich-click", "pygments", "markdown-it-py", "mdurl",  # the command line of litestar
    "typer", "shellingham", "annotated-doc",  # ours
    "tzdata",  # no zone is asked for by its name
})  # fmt: skip
"""What our requirements bring and the service never imports in a browser."""

_NOT_TAKEN = re.compile(
    r"""\.\./.* | .*\.(pyc|pyi|pyx|pxd|pth|c|h|pyd|dylib|dll|typed)
    | (.*/)?(__pycache__|tests|testing)/.*
    | [^/]*\.data/.* | [^/]*\.(dist|egg)-info/(?!METADATA$|entry_points\.txt$|.*(LICEN[CS]E|COPYING|NOTICE)).*
    | cli/.* | referee/pocket/(?!.*\.py$).* | litestar/(cli|contrib)/.* | pysat/examples/.*
    | anyio/_backends/_trio\.py | charset_normalizer/cli/.* | sqlite_utils/cli\.py""",
    re.VERBOSE,
)
_READS_ITSELF = "anyio/__init__.py"  # to import the rest of it only where it is used
_SHELL = Path(referee.pocket.__path__[0])


class Pyodide(NamedTuple):
    """The unpacked npm package: its folder, the version of its Python, as 3.14.2, and its tag of wheels."""

    folder: Path
    python: str
    platform: str


class Built(NamedTuple):
    """Files by path; `is_compiled` is False where no `node` ran the Pyodide."""

    version: str
    files: dict[str, bytes]
    is_compiled: bool


def find_distributions(python: str) -> dict[str, Distribution]:
    """Return by name what a browser gets of this installation, for a Python such as 3.14.2.

    Raise PackageNotFoundError where one is not installed.
    """
    games = [point.dist for point in entry_points(group=GROUP) if point.dist and point.name in all_games()]
    todo = ["referee", *(dist.name for dist in games)]
    found: dict[str, Distribution] = {}
    browser = {"sys_platform": "emscripten", "platform_system": "Emscripten", "extra": ""}
    browser |= {"python_version": python.rpartition(".")[0], "python_full_version": python}
    while todo:
        name = canonicalize_name(todo.pop())
        if name not in found and name not in LEFT_OUT:
            found[name] = distribution(name)
            needs = map(Requirement, found[name].requires or ())
            todo += [each.name for each in needs if not each.marker or each.marker.evaluate(browser)]
    return {name: dist for name, dist in sorted(found.items()) if name not in COMPILED}


def read_packages(python: str, wheels: tuple[Path, ...]) -> tuple[dict[str, bytes], frozenset[str]]:
    """Return files by path, and the paths of sources that stay: ours and the games', whose code is shown."""
    found: dict[str, bytes] = {}
    for dist in find_distributions(python).values():
        paths = (path for path in dist.files or () if not _NOT_TAKEN.fullmatch(path.as_posix()))
        found |= {path.as_posix(): path.read_binary() for path in paths if path.suffix != ".so"}
    for wheel in wheels:
        with ZipFile(wheel) as packed:
            names = (name for name in packed.namelist() if not name.endswith("/"))
            found |= {name: packed.read(name) for name in names if not _NOT_TAKEN.fullmatch(name)}
    own: dict[str, bytes] = {}
    for package in ("events", "referee", *map(package_of, all_games())):
        folder, root = Path(import_module(package).__path__[0]), package.replace(".", "/")
        there = (at for at in folder.rglob("*.*") if at.is_file())
        paths_of = {f"{root}/{at.relative_to(folder).as_posix()}": at for at in there}
        own |= {path: at.read_bytes() for path, at in paths_of.items() if not _NOT_TAKEN.fullmatch(path)}
    return found | own, frozenset({*own, _READS_ITSELF})


def pack(pyodide: Pyodide, files: Mapping[str, bytes]) -> bytes:
    """Return files as `unpack.js` reads them: a line of JSON, where each lies and its size; the contents."""
    place = f"/lib/python{pyodide.python.rpartition('.')[0]}/site-packages"
    ordered = sorted(files.items())
    sizes = json.dumps([(f"{place}/{path}", len(content)) for path, content in ordered]).encode()
    return b"".join((sizes, b"\n", *(content for _, content in ordered)))


def _run_node(script: str, pyodide: Pyodide, given: bytes) -> bytes:
    """Return what a script made of bytes with the Pyodide.

    Raise OSError where there is no `node`, CalledProcessError where it cannot run the Pyodide.
    """
    with TemporaryDirectory() as folder:
        before, after = Path(folder, "given"), Path(folder, "got")
        before.write_bytes(given)
        command: list[str | Path] = ["node", Path(__file__).with_name(script), pyodide.folder.resolve()]
        subprocess.run([*command, before, after], check=True, capture_output=True)  # noqa: S603 - what the caller gave
        return after.read_bytes()


def compile_packages(pyodide: Pyodide, files: Mapping[str, bytes], own: frozenset[str]) -> dict[str, bytes]:
    """Return files with their Python compiled by the Pyodide, without sources that need not stay.

    Raise as `_run_node`.
    """
    made = dict(files)
    sources = {path: text for path, text in files.items() if path.endswith(".py")}
    with ZipFile(BytesIO(_run_node("compile.mjs", pyodide, pack(pyodide, sources)))) as compiled:
        for name in (each for each in compiled.namelist() if each.endswith(".pyc")):
            cache = PurePosixPath(name)
            source = str(cache.parent.parent / cache.name.partition(".")[0]) + ".py"
            made[name if source in own else f"{source}c"] = compiled.read(name)
            if source not in own:
                del made[source]
    return made


def build_site(pyodide: Pyodide, wheels: tuple[Path, ...]) -> Built:
    """Return all files of the site; any change of them changes the version.

    The picture of the interpreter's memory is never twice the same, and so with it no version is.
    """
    packages, own = read_packages(pyodide.python, wheels)
    picture = None
    try:
        packages = compile_packages(pyodide, packages, own)
        picture = _run_node("picture.mjs", pyodide, pack(pyodide, packages))
    except (OSError, subprocess.CalledProcessError):
        pass  # told by `is_compiled`
    shell = (
        path for path in _SHELL.iterdir() if path.suffix in {".html", ".js", ".css", ".png", ".webmanifest"}
    )
    files = {path.name: path.read_bytes() for path in shell}
    files |= {f"python/{name}": (pyodide.folder / name).read_bytes() for name in INTERPRETER}
    files["python/packages.bin"] = gzip.compress(pack(pyodide, packages), mtime=0)
    if picture is not None:
        files["python/picture.bin"] = gzip.compress(picture, mtime=0)
    _fill_in(files, "index.html", WORDS={lang: catalog(lang, "pocket") for lang in LANGUAGES})
    digest = sha256(json.dumps(_list_files(files)).encode()).hexdigest()
    version = f"{distribution('referee').version}+{digest[:10]}"
    _fill_in(files, "index.html", VERSION=version, MEGABYTES=round(sum(map(len, files.values())) / 1e6))
    listed = _list_files({path: content for path, content in files.items() if path != "sw.js"})
    _fill_in(files, "sw.js", VERSION=version, FILES=listed)
    # A code leads there before the service worker of a phone does; it keeps the page itself.
    files["take/index.html"] = files["index.html"].replace(b'<base href="./">', b'<base href="../">')
    files[".nojekyll"] = b""  # for hosts that leave out names with an underscore
    files["version.json"] = json.dumps({"version": version, "files": listed}).encode()
    return Built(version, files, picture is not None)


def _list_files(files: Mapping[str, bytes]) -> list[tuple[str, int, str]]:
    """Return of each file its path, bytes and SHA-256 in base64, as browsers write it."""
    return [
        (path, len(content), b64encode(sha256(content).digest()).decode())
        for path, content in sorted(files.items())
    ]


def _fill_in(files: dict[str, bytes], path: str, **values: object) -> None:
    """Replace `"@NAME@"` in a file by the JSON of a value."""
    for name, value in values.items():
        text = json.dumps(value, ensure_ascii=False).replace("<", "\\u003c")
        files[path] = files[path].replace(f'"@{name}@"'.encode(), text.encode())
