"""README's console blocks are run as they stand, in order, in one empty folder."""

import re
import shlex
import subprocess
import sys

import pytest

from tests.house.sources import ROOT
from tests.stages import slow

README = (ROOT / "README.md").read_text("utf-8")
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SETS_UP = ("python3 -m venv", "pip install", "git clone", ".ci/run")
"""Commands that install; `.ci/run` runs the one that passes the tests."""

LEFT_OUT = "..."
"""A line of this stands for any lines; at the end of a line, for its rest."""


def commands_of(block):
    """Cut a block into its commands, each with the output it promises."""
    pieces = re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
    return [tuple(piece.split("\n", 1)) for piece in pieces]


def all_commands():
    """List README's commands that can be run here."""
    found = [command for block in BLOCK.findall(README) for command in commands_of(block)]
    return [(command, output) for command, output in found if not any(s in command for s in SETS_UP)]


def pattern_of(output):
    """Turn promised output into an expression."""
    lines = output.rstrip("\n").split("\n") if output.strip() else []
    parts = [
        r"(?:.*\n)*?" if line == LEFT_OUT else re.escape(line).replace(re.escape(LEFT_OUT), ".*") + "\n"
        for line in lines
    ]
    return re.compile("".join(parts) + r"\Z")


@pytest.fixture(scope="module")
def sandbox(tmp_path_factory):
    """Give an empty folder with the program on the path and a database of its own."""
    folder = tmp_path_factory.mktemp("readme")
    program = folder / "bin" / "referee"
    program.parent.mkdir()
    program.write_text(
        f'#!/bin/sh\nPYTHONPATH={shlex.quote(str(ROOT))} exec {sys.executable} -m cli.main "$@"\n'
    )
    program.chmod(0o755)
    for place in ("fixtures", "referee"):
        (folder / place).symlink_to(ROOT / place)
    return folder


def run(sandbox, command):
    """Run a line as a shell would, both streams as a person sees them."""
    env = {
        "PATH": f"{sandbox / 'bin'}:/usr/local/bin:/usr/bin:/bin",
        "HOME": str(sandbox),
        "LANG": "C.UTF-8",
        "COLUMNS": "100",
        "REFEREE_DB": str(sandbox / "tables.db"),
    }
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=sandbox, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        timeout=120, check=False,
    )  # fmt: skip
    return done.stdout.decode()


@slow
def test_every_block_does_what_it_says(sandbox):
    """A transcript that has drifted from the program would teach something false."""
    for command, promised in all_commands():
        printed = run(sandbox, command)
        assert pattern_of(promised).match(printed), f"$ {command}\n{printed}\npromised:\n{promised}"


def test_readme_has_python_that_runs():
    """The snippet for programmers runs as it stands."""
    snippets = re.findall(r"^```python\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    assert snippets
    for snippet in snippets:
        done = subprocess.run([sys.executable, "-c", snippet], cwd=ROOT, capture_output=True, check=False)
        assert (0, b"") == (done.returncode, done.stderr)
