"""What a browser gets: all of what the service needs of this installation, and no more."""

import json
import os
import subprocess
import sys
from importlib.metadata import Distribution, distribution
from pathlib import Path
from types import SimpleNamespace

import pytest

from cli import pocket_site as build
from referee.draw.palette import DAY
from referee.kernel.registry import own_games
from referee.rulebooks import rules_of
from referee.service.book.code import deciding_code
from tests.architecture.sources import ROOT, found_in, imports, is_in, modules

HERE = Path(__file__).parent
PYTHON = "3.14.2"
GIVEN = {name: os.environ.get(name) for name in ("REFEREE_PYODIDE", "REFEREE_PYODIDE_WHEELS")}

with_pyodide = pytest.mark.skipif(not all(GIVEN.values()), reason=f"{' and '.join(GIVEN)} name no folders")


@pytest.fixture(scope="module")
def packages():
    return build.read_packages(PYTHON, ())


def games_with_code():
    """Return as JSON by game a rule and the function that decides it."""
    code = {game: deciding_code(game) for game in own_games()}
    first = {game: next(id for id in rules_of(game) if code[game][id]) for game in code}
    return json.dumps({game: (id, code[game][id][0].name) for game, id in first.items()})


def assert_all_there(text):
    seen = json.loads(text)
    assert {} == {page: status for page, status in seen.items() if status not in {200, 303}}
    assert len(seen) > 20


def test_all_that_the_service_imports_is_taken_along(packages, tmp_path):
    """It runs from these files alone: those of COMPILED are of this machine here."""
    site = tmp_path / "site"
    for path, content in packages[0].items():
        (site / path).parent.mkdir(parents=True, exist_ok=True)
        (site / path).write_bytes(content)
    for path in (each for name in build.COMPILED for each in distribution(name).files):
        if ".." not in path.parts:
            (site / path).parent.mkdir(parents=True, exist_ok=True)
            (site / path).write_bytes(path.read_binary())
    told = [HERE / "tour.py", site, tmp_path, games_with_code()]
    done = subprocess.run([sys.executable, "-I", "-S", *told], capture_output=True, text=True, check=False)
    assert "" == done.stderr
    assert_all_there(done.stdout)


def test_what_is_left_out_is_what_requirements_bring(monkeypatch):
    left_out, taken = build.LEFT_OUT, {*build.find_distributions(PYTHON)}
    assert "zeroconf" not in taken
    monkeypatch.setattr(build, "LEFT_OUT", frozenset())
    assert {*build.find_distributions(PYTHON)} - taken == left_out


def test_nothing_is_taken_that_is_of_this_machine_or_for_tests(packages):
    files, own = packages
    assert [] == [path for path in files if path.endswith((".so", ".pyc", ".pyd"))]
    assert [] == [path for path in files if {"tests", "testing", "__pycache__"} & {*path.split("/")[:-1]}]
    assert {"referee/web/app.py", "events/base.py", "referee/games/niagara/demo.jsonl"} <= own
    assert [] == [path for path in files if path.startswith(("cli/", "tests/"))]
    assert ["__init__.py", "shims.py", "start.py"] == sorted(
        path.rpartition("/")[2] for path in files if path.startswith("referee/pocket/")
    )


def test_an_installation_that_holds_our_command_line_gives_it_to_no_browser(monkeypatch, tmp_path):
    metadata, command = tmp_path / "referee-1.dist-info" / "METADATA", tmp_path / "cli" / "main.py"
    for path in (metadata, command):
        path.parent.mkdir()
        path.touch()
    listed = [path.relative_to(tmp_path).as_posix() for path in (metadata, command)]
    (metadata.parent / "RECORD").write_text("".join(f"{path},,\n" for path in listed))
    installed = Distribution.at(metadata.parent)
    monkeypatch.setattr(build, "find_distributions", lambda _: {"referee": installed})
    files, _ = build.read_packages(PYTHON, ())
    assert listed[:1] == [path for path in listed if path in files]


def test_games_that_somebody_installed_come_along(monkeypatch):
    folder = ROOT / "fixtures" / "plugins" / "liarsdice"
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setattr(build, "all_games", lambda: ("dice",))
    monkeypatch.setattr(build, "package_of", lambda _: "liarsdice")
    dist = SimpleNamespace(name="jinja2")
    monkeypatch.setattr(
        build, "entry_points", lambda group: [SimpleNamespace(name="dice", dist=dist)] if group else []
    )
    files, own = build.read_packages(PYTHON, ())
    assert {"liarsdice/__init__.py", "liarsdice/words/en.toml"} <= own & files.keys()


def test_what_is_packed_depends_on_names_and_contents_alone():
    pyodide = build.Pyodide(Path(), PYTHON, "")
    assert build.pack(pyodide, {"b": b"2", "a": b"1"}) == build.pack(pyodide, {"a": b"1", "b": b"2"})


def test_the_page_is_coloured_like_the_program():
    manifest = json.loads((ROOT / "referee" / "pocket" / "manifest.webmanifest").read_bytes())
    assert {DAY["paper"]} == {manifest["background_color"], manifest["theme_color"]}
    for icon in manifest["icons"]:
        header = (ROOT / "referee" / "pocket" / icon["src"]).read_bytes()[16:24]
        assert icon["sizes"] == "x".join(str(int.from_bytes(side)) for side in (header[:4], header[4:]))


def test_what_differs_in_a_browser_is_one_small_package():
    sources = [path for path in (ROOT / "referee" / "pocket").iterdir() if path.suffix in {".py", ".js"}]
    assert sum(len(path.read_text("utf-8").splitlines()) for path in sources) <= 600
    asking = found_in(
        modules(), lambda name: [each for each in imports(name) if is_in(each, "referee.pocket")]
    )
    assert ["cli.pocket_site"] == [name for name in asking if not is_in(name, "referee.pocket")]


@with_pyodide
def test_a_pyodide_runs_what_was_built_of_it(tmp_path):
    folder = Path(GIVEN["REFEREE_PYODIDE"])
    info = json.loads((folder / "pyodide-lock.json").read_bytes())["info"]
    wheels = tuple(sorted(Path(GIVEN["REFEREE_PYODIDE_WHEELS"]).glob("*.whl")))
    built = build.build_site(build.Pyodide(folder, info["python"], ""), wheels)
    assert built.is_compiled
    for path, content in built.files.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(content)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    told = ["node", HERE / "walk.mjs", tmp_path, HERE / "tour.py", games_with_code()]
    done = subprocess.run(told, capture_output=True, text=True, check=False, timeout=300)
    assert (0, "") == (done.returncode, done.stderr)
    assert_all_there(done.stdout)
