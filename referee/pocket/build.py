"""The service as a folder of files: its pages, the interpreter, and all of Python that answers.

The same installation, interpreter and wheels make the same bytes. Nothing is fetched.
"""

import json
import re
import shlex
import subprocess
from collections.abc import Mapping
from functools import partial
from hashlib import sha256
from importlib.metadata import Distribution, PackageNotFoundError, distribution, entry_points
from io import BytesIO
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.tags import cpython_tags
from packaging.utils import InvalidWheelFilename, canonicalize_name, parse_wheel_filename
from packaging.version import Version

import events
import referee
from referee.draw.palette import DAY
from referee.kernel.registry import GROUP, all_games, folder_of, package_of
from referee.l10n.catalogs import catalog
from referee.languages import LANGUAGES
from referee.web.book.site import File

INTERPRETER = (
    "pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json"
)  # fmt: skip
"""What the page needs of the unpacked npm package."""

COMPILED = ("msgspec", "python-sat")
"""What is of no use without its compiled part; what others compile, they have in Python too."""

LEFT_OUT = frozenset(
    {
        "click-default-group", "tabulate",  # the command line of sqlite-utils
        "faker", "polyfactory",  # litestar's made-up examples
        "httpx", "httpcore", "certifi",  # litestar's client for tests
        "ifaddr", "uvicorn", "h11",  # a browser lends no socket
        "pip",  # sqlite-utils installs plugins with it
        "rich", "rich-click", "pygments", "markdown-it-py", "mdurl",  # litestar's command line
        "typer", "shellingham", "annotated-doc",  # ours
        "tzdata",  # python-dateutil reads no zone by name here
    }
)  # fmt: skip
"""What the closure of our requirements has and the service never imports in a browser."""

VERSION = PurePosixPath("version.json")
"""The file written last: without it a folder is not whole."""

_HERE = Path(__file__).parent
_WORKER = "sw.js"
_TEXTS = {".html", ".js", ".webmanifest"}
_SHELL = {*_TEXTS, ".png", ".css"}
_NEVER = {".pyc", ".pyi", ".pyx", ".pxd", ".pth", ".c", ".h", ".pyd", ".dylib", ".dll", ".typed"}
_OF_METADATA = re.compile(r"(METADATA|entry_points\.txt|.*(LICEN[CS]E|COPYING|NOTICE).*)", re.IGNORECASE)


class CannotBuildError(Exception):
    """What is missing or does not fit: a message id, the command that brings it, arguments."""

    def __init__(self, reason: str, hint: str, **args: Any) -> None:
        super().__init__(reason)
        self.reason, self.hint, self.args_ = reason, hint, args


class Pyodide(NamedTuple):
    """An unpacked npm package: its folder, the version of its Python (3.14.2), the platform of its wheels."""

    folder: Path
    python: str
    platform: str

    @property
    def minor(self) -> str:
        return ".".join(self.python.split(".")[:2])


def read_pyodide(folder: Path) -> Pyodide:
    """Return the Pyodide in a folder, or in `package` below it. Raise CannotBuildError."""
    brings = "npm pack pyodide && tar xzf pyodide-*.tgz"
    if not (folder / INTERPRETER[0]).exists() and (folder / "package").is_dir():
        folder /= "package"
    if missing := [name for name in INTERPRETER if not (folder / name).is_file()]:
        raise CannotBuildError("cli.pocket_no_pyodide", brings, folder=str(folder), missing=missing)
    info = json.loads((folder / "pyodide-lock.json").read_bytes())["info"]
    wanted = distribution("referee").metadata["Requires-Python"]
    if info["python"] not in SpecifierSet(wanted) or "abi_version" not in info:
        raise CannotBuildError("cli.pocket_old_pyodide", brings, python=info["python"], wanted=wanted)
    return Pyodide(folder, info["python"], f"pyemscripten_{info['abi_version']}_{info['arch']}")


def find_wheels(pyodide: Pyodide, folder: Path) -> tuple[Path, ...]:
    """Return a wheel for each of COMPILED, the newest that fits. Raise CannotBuildError."""
    minor, platform = pyodide.minor, pyodide.platform
    abi = "cp" + minor.replace(".", "")
    tags = {*cpython_tags(tuple(map(int, minor.split("."))), [abi], [platform])}
    ours = map(Requirement, distribution("referee").requires or ())
    wanted = {canonicalize_name(each.name): each for each in ours if each.name in COMPILED}
    found: dict[str, tuple[Version, Path]] = {}
    for path in sorted(folder.glob("*.whl")):
        try:
            name, version, _, of = parse_wheel_filename(path.name)
        except InvalidWheelFilename:
            continue
        fits = name in wanted and of & tags and wanted[name].specifier.contains(version, prereleases=True)
        if fits and (name not in found or found[name][0] < version):
            found[name] = version, path
    if missing := [str(each) for name, each in wanted.items() if name not in found]:
        words = f"pip download --only-binary :all: --no-deps --platform {platform} --python-version {minor}"
        words += f" --implementation cp --abi {abi} -d"
        brings = shlex.join([*words.split(), str(folder), *missing])
        raise CannotBuildError(
            "cli.pocket_no_wheels", brings, missing=missing, folder=str(folder), tag=platform
        )
    return tuple(path for _, path in found.values())


def find_distributions(python: str) -> dict[str, Distribution]:
    """Return by name what the service imports in a browser, without what is in wheels."""
    games = [point.dist for point in entry_points(group=GROUP) if point.dist and point.name in all_games()]
    todo = ["referee", *(dist.name for dist in games)]
    found: dict[str, Distribution] = {}
    on = {"sys_platform": "emscripten", "platform_system": "Emscripten", "os_name": "posix", "extra": ""}
    on |= {"python_version": ".".join(python.split(".")[:2]), "python_full_version": python}
    while todo:
        name = canonicalize_name(todo.pop())
        if name not in found and name not in LEFT_OUT:
            try:
                found[name] = distribution(name)
            except PackageNotFoundError:
                raise CannotBuildError("cli.pocket_lacking", f"pip install {name}", what=name) from None
            needs = map(Requirement, found[name].requires or ())
            todo += [each.name for each in needs if each.marker is None or each.marker.evaluate(on)]
    return {name: dist for name, dist in sorted(found.items()) if name not in COMPILED}


def _is_taken(path: PurePosixPath) -> bool:
    if path.parts[0].endswith((".dist-info", ".egg-info")):
        return _OF_METADATA.fullmatch(path.name) is not None
    return path.suffix not in _NEVER and not {"..", "__pycache__", "tests", "testing"} & {*path.parts[:-1]}


def _read_packages(python: str) -> tuple[dict[str, bytes], frozenset[str]]:
    """Return files by their paths, and of these our own and the games', which stay readable."""
    files: dict[str, bytes] = {}
    for dist in find_distributions(python).values():
        for path in dist.files or ():
            if _is_taken(path) and path.suffix != ".so":
                files[path.as_posix()] = Path(str(dist.locate_file(path))).read_bytes()
    roots = {"events": Path(events.__path__[0]), "referee": Path(referee.__path__[0])}
    roots |= {package_of(game).replace(".", "/"): Path(folder_of(game)) for game in all_games()}
    own = {
        f"{root}/{path.relative_to(folder).as_posix()}": path.read_bytes()
        for root, folder in roots.items()
        for path in folder.rglob("*")
        if path.is_file() and _is_taken(PurePosixPath(path.relative_to(folder))) and path.parent != _HERE
    }
    own |= {f"referee/pocket/{path.name}": path.read_bytes() for path in _HERE.glob("*.py")}
    return files | own, frozenset(own)


def _read_wheels(wheels: tuple[Path, ...]) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    for wheel in wheels:
        with ZipFile(wheel) as packed:
            names = [each for each in packed.namelist() if not each.endswith("/")]
            files |= {name: packed.read(name) for name in names if _is_taken(PurePosixPath(name))}
    return files


def pack(files: Mapping[str, bytes]) -> bytes:
    """Return a zip that depends on names and contents only."""
    packed = BytesIO()
    with ZipFile(packed, "w") as into:
        for name, content in sorted(files.items()):
            into.writestr(ZipInfo(name), content, ZIP_DEFLATED, 9)
    return packed.getvalue()


def compile_packages(pyodide: Pyodide, files: Mapping[str, bytes], own: frozenset[str]) -> dict[str, bytes]:
    """Return files with the Python among them compiled by the Pyodide; sources of others are left out.

    Raise OSError where there is no `node`, CalledProcessError where it does not run the Pyodide.
    """
    with TemporaryDirectory() as folder:
        given, got = Path(folder, "given.zip"), Path(folder, "got.zip")
        given.write_bytes(pack({path: text for path, text in files.items() if path.endswith(".py")}))
        command = ("node", str(_HERE / "compile.mjs"), str(pyodide.folder.resolve()), str(given), str(got))
        subprocess.run(command, check=True, capture_output=True)  # noqa: S603 - what the user gave
        with ZipFile(got) as packed:
            compiled = {path: packed.read(path) for path in packed.namelist()}
    made = dict(files)
    cached = f".cpython-{pyodide.minor.replace('.', '')}.pyc"
    for path, code in compiled.items():
        if path in own:
            at = PurePosixPath(path)
            made[str(at.parent / "__pycache__" / (at.stem + cached))] = code
        else:
            made[f"{path}c"] = code
            del made[path]
    return made


class Built(NamedTuple):
    """A site before it is written; `is_compiled` is False where no `node` ran the Pyodide."""

    version: str
    files: tuple[File, ...]
    is_compiled: bool


def build_site(pyodide: Pyodide, wheels: tuple[Path, ...]) -> Built:
    """Return all files of the site. Its version changes with any byte of them."""
    packages, own = _read_packages(pyodide.python)
    packages |= _read_wheels(wheels)
    is_compiled = True
    try:
        packages = compile_packages(pyodide, packages, own)
    except (OSError, subprocess.CalledProcessError):
        is_compiled = False
    files = {path.name: path.read_bytes() for path in _HERE.iterdir() if path.suffix in _SHELL}
    files |= {f"python/{name}": (pyodide.folder / name).read_bytes() for name in INTERPRETER}
    files["python/site.zip"] = pack(packages)
    words = {lang: catalog(lang, "pocket") for lang in LANGUAGES}
    sums = [words, *((path, sha256(content).hexdigest()) for path, content in sorted(files.items()))]
    digest = sha256(json.dumps(sums).encode()).hexdigest()
    version = f"{distribution('referee').version}+{digest[:10]}"
    filled: dict[str, object] = {"VERSION": version, "WORDS": words, "PAPER": DAY["paper"]}
    files = {path: _fill_in(path, content, filled) for path, content in files.items()}
    listed = sorted((path, len(content)) for path, content in files.items() if path != _WORKER)
    files[_WORKER] = _fill_in(_WORKER, files[_WORKER], {"FILES": listed})
    files[".nojekyll"] = b""
    files[str(VERSION)] = json.dumps({"version": version, "files": listed}).encode()
    made = (File(path, partial(bytes, content)) for path, content in files.items())
    return Built(version, tuple(made), is_compiled)


def _fill_in(path: str, content: bytes, values: Mapping[str, object]) -> bytes:
    """Return a text of the page with `"@NAME@"` replaced by the JSON of a value; others as they are."""
    if PurePosixPath(path).suffix not in _TEXTS:
        return content
    for name, value in values.items():
        text = json.dumps(value, ensure_ascii=False).replace("<", "\\u003c")
        content = content.replace(f'"@{name}@"'.encode(), text.encode())
    return content
