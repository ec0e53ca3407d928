"""What begins from a picture of the interpreter's memory goes on as if it had imported all itself."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent
GIVEN = [os.environ.get(name) for name in ("REFEREE_PYODIDE", "REFEREE_PYODIDE_WHEELS")]
NODE = shutil.which("node")

with_pyodide = pytest.mark.skipif(not (all(GIVEN) and NODE), reason="no Pyodide or no node here")


@pytest.fixture(scope="module")
def seen():
    folder, wheels = (str(Path(place).resolve()) for place in GIVEN)
    [wheel] = Path(wheels).glob("msgspec-*.whl")
    command = [NODE, str(HERE / "snapshot.mjs"), folder, str(wheel)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert 0 == done.returncode, done.stderr[-2000:]
    return json.loads(done.stdout.strip().rpartition("\n")[2])


@with_pyodide
def test_compiled_modules_and_the_database_work(seen):
    for begun in seen["begun"]:
        assert {"a": 1} == begun["decoded"]
        assert [1.5] == begun["again"]
        assert [[1]] == begun["kept"]


@with_pyodide
def test_chance_and_the_clock_are_not_those_of_the_picture(seen):
    one, other = seen["begun"]
    assert not set(one["chance"]) & set(other["chance"])
    assert all(abs(begun["clock"] - seen["now"]) < 60 for begun in seen["begun"])


@with_pyodide
def test_a_picture_that_would_miss_something_is_refused(seen):
    assert "open files or libraries: /left" == seen["refused"]
    assert f"open files or libraries: {seen['found']}" == seen["unknown"]
