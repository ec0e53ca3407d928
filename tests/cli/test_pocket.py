"""`pocket`: the service as files for a browser; what it needs is named, and nothing is fetched."""

import json
from base64 import b64encode
from hashlib import sha256
from zipfile import ZipFile

import msgspec
import pytest

from cli.pocket_site import INTERPRETER
from referee.languages import LANGUAGES
from referee.service.answers.files import PocketWritten

TAG = "cp314-cp314-pyemscripten_2026_0_wasm32"
FITTING = (f"msgspec-0.22.0-{TAG}", f"python_sat-1.9.dev24-{TAG}")


@pytest.fixture
def unpacked(place, monkeypatch):
    """An unpacked npm package that nothing can run, with wheels beside it, where there is no `node`."""
    monkeypatch.setenv("PATH", "")
    make_package(place, "3.14.2")
    make_wheels(place, *FITTING)
    return place


def make_package(place, python):
    (place / "package").mkdir(exist_ok=True)
    for name in INTERPRETER:
        (place / "package" / name).write_bytes(name.encode())
    info = {"python": python, "abi_version": "2026_0", "arch": "wasm32", "platform": "emscripten_5_0_3"}
    (place / "package" / "pyodide-lock.json").write_text(json.dumps({"info": info, "packages": {}}))


def make_wheels(place, *names):
    (place / "wheels").mkdir(exist_ok=True)
    for old in (place / "wheels").iterdir():
        old.unlink()
    for name in names:
        with ZipFile(place / "wheels" / f"{name}.whl", "w") as wheel:
            wheel.writestr(f"{name.partition('-')[0]}/compiled.so", name)


def pocket(run, *words):
    return run("pocket", "--pyodide", "package", "--out", "site", *words)


def bytes_of(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_whole_site_is_written(run, unpacked):
    told = pocket(run, "--json").object
    assert told == msgspec.to_builtins(msgspec.convert(told, PocketWritten))
    files = bytes_of(unpacked / "site")
    assert (len(files), sum(map(len, files.values()))) == (told["files"], told["bytes"])
    version = json.loads(files["version.json"])
    assert told["version"] == version["version"]
    sums = {path: b64encode(sha256(content).digest()).decode() for path, content in files.items()}
    listed = [path for path, _, _ in version["files"]]
    assert version["files"] == [[path, len(files[path]), sums[path]] for path in listed]
    assert {"sw.js", "version.json", ".nojekyll", "take/index.html"} == {*files} - {*listed}
    for page in ("sw.js", "index.html"):
        assert f'"{told["version"]}"' in files[page].decode()
        assert '"@' not in files[page].decode()
    assert json.dumps(version["files"]) in files["sw.js"].decode()
    words = files["index.html"].decode().partition('id="words">')[2].partition("</script>")[0]
    assert [*LANGUAGES] == [*json.loads(words)]


def test_the_same_makes_the_same_and_any_change_another_version(run, unpacked):
    first = pocket(run, "--json").object["version"]
    files = bytes_of(unpacked / "site")
    assert first == pocket(run, "--json").object["version"]
    assert files == bytes_of(unpacked / "site")
    (unpacked / "package" / "python_stdlib.zip").write_bytes(b"another")
    assert first != pocket(run, "--json").object["version"]


def test_without_node_the_sources_go_along_and_that_is_said(run, unpacked):
    assert "Node.js" in pocket(run).err
    assert not pocket(run, "--json").object["compiled"]


def test_a_folder_with_other_things_is_left_alone_unless_forced(run, unpacked):
    (unpacked / "site").mkdir()
    (unpacked / "site" / "notes.txt").write_text("mine")
    done = pocket(run)
    assert (1, ["notes.txt"]) == (done.code, [*bytes_of(unpacked / "site")])
    assert "referee pocket --pyodide package --out site --force" in done.err
    assert 0 == pocket(run, "--force").code
    assert (unpacked / "site" / "notes.txt").read_text() == "mine"


@pytest.mark.parametrize("missing", INTERPRETER)
def test_an_interpreter_that_is_not_whole_is_named_with_what_brings_it(run, unpacked, missing):
    (unpacked / "package" / missing).unlink()
    done = pocket(run)
    assert 2 == done.code
    assert f"it lacks {missing}." in done.err
    assert "npm pack pyodide && tar xzf pyodide-*.tgz" in done.err
    assert not (unpacked / "site").exists()


def test_an_interpreter_that_says_nothing_of_itself_is_none(run, unpacked):
    (unpacked / "package" / "pyodide-lock.json").write_text('{"packages": {}}')
    assert "it lacks pyodide-lock.json." in pocket(run).err


def test_an_interrupted_build_is_not_taken_for_a_whole_one(run, unpacked):
    assert 0 == pocket(run).code
    (unpacked / "site" / "sw.js").unlink()
    (unpacked / "site" / "sw.js" / "in the way").mkdir(parents=True)
    assert 0 != pocket(run).code
    assert not (unpacked / "site" / "version.json").exists()


def test_an_interpreter_older_than_we_support_is_refused(run, unpacked):
    make_package(unpacked, "3.10.2")
    done = pocket(run)
    assert (2, True) == (done.code, "3.10.2" in done.err and ">=3.11" in done.err)


@pytest.mark.parametrize(
    ("wheels", "missing"),
    [
        ((), ("msgspec", "python-sat")),
        (FITTING[1:], ("msgspec",)),
        ((f"msgspec-0.18.0-{TAG}", FITTING[1]), ("msgspec",)),
        ((FITTING[0], "python_sat-1.9.dev24-cp314-cp314-pyemscripten_2025_0_wasm32"), ("python-sat",)),
        ((FITTING[0], "python_sat-1.9.dev24-cp313-cp313-pyemscripten_2026_0_wasm32"), ("python-sat",)),
        ((FITTING[0], "python_sat"), ("python-sat",)),
    ],
)
def test_wheels_that_do_not_fit_are_named_with_what_brings_them(run, unpacked, wheels, missing):
    make_wheels(unpacked, *wheels)
    done = pocket(run)
    assert 2 == done.code
    (command,) = (line for line in done.err.splitlines() if "pip download" in line)
    assert "--platform pyemscripten_2026_0_wasm32 --python-version 3.14 --implementation cp" in command
    assert [*missing] == [name for name in ("msgspec", "python-sat") if f"'{name}" in command]
    assert not (unpacked / "site").exists()


def test_a_wheel_of_which_a_part_arrived_is_none(run, unpacked):
    (unpacked / "wheels" / f"{FITTING[0]}.whl").write_bytes(b"PK")
    assert "'msgspec" in pocket(run).err


def test_the_package_is_found_in_the_folder_it_was_unpacked_in(run, unpacked):
    assert 0 == run("pocket", "--pyodide", ".", "--out", "site").code
