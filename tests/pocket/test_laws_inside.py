"""The same laws, rulings and recorded games, inside the interpreter a browser runs."""

import faulthandler
import re

import pytest

from tests.pocket.node import run_inside
from tests.stages import slow

PARTS = {
    "laws": (350, "tests/laws"),
    "games": (2000, "tests/games", "tests/rulings"),
    "doors": (40, "tests/web/test_bottomless.py"),
    "foundations": (1200, "tests/events", "tests/kernel", "tests/rulebooks", "tests/l10n"),
}
"""How many tests pass in a part at least, and its folders."""

SECONDS = 40 * 60


@slow
@pytest.mark.parametrize("part", PARTS)
def test_what_holds_here_holds_inside(part: str) -> None:
    at_least, *folders = PARTS[part]
    faulthandler.cancel_dump_traceback_later()  # it has a limit of its own

    done = run_inside("tests.pocket.suite", *map(str, folders), seconds=SECONDS)

    closing = done.stdout.strip().rpartition("\n")[2]
    print(f"inside Pyodide, {part}: {closing}")  # noqa: T201 - what was proved there
    assert 0 == done.returncode, done.stdout[-20_000:] + done.stderr[-5_000:]
    passed = re.search(r"(\d+) passed", closing)
    assert passed is not None, closing
    assert int(passed[1]) >= at_least, closing
