"""The program in a folder of its own: `run` calls it in this process, `start` as a process."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest
from typer.testing import CliRunner

from cli.main import app
from tests.architecture.sources import ROOT

DEMO = ROOT / "referee" / "games" / "niagara" / "demo.jsonl"
DISPUTED = ROOT / "fixtures" / "games" / "niagara" / "disputed-4p-zh.jsonl"


class Outcome(NamedTuple):
    """What a call printed and how it ended."""

    code: int
    out: str
    err: str

    @property
    def objects(self):
        return [json.loads(line) for line in self.out.splitlines()]

    @property
    def object(self):
        (only,) = self.objects
        return only


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_DB", str(tmp_path / "tables.db"))
    monkeypatch.setenv("REFEREE_LANG", "en")
    monkeypatch.setenv("REFEREE_CONFIG", str(tmp_path / "config.toml"))
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.delenv("NO_COLOR", raising=False)
    return tmp_path


@pytest.fixture
def run():
    def call(*args, stdin=None):
        result = CliRunner().invoke(app, [str(arg) for arg in args], input=stdin, prog_name="referee")
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return Outcome(result.exit_code, result.stdout, result.stderr)

    return call


@pytest.fixture
def start():
    def call(*args, stdin="", **env):
        command = [sys.executable, "-m", "cli.main", *map(str, args)]
        environment = {**os.environ, "PYTHONPATH": str(ROOT), **env}
        done = subprocess.run(
            command, input=stdin.encode(), env=environment, capture_output=True, timeout=60, check=False
        )
        return Outcome(done.returncode, done.stdout.decode(), done.stderr.decode())

    return call


@pytest.fixture
def evening(run):
    assert (
        run("new", "niagara", "--seats", "A,B,C", "--names", "Ada,Ben,Chie", "--table", "evening").code == 0
    )
    return "evening"


@pytest.fixture
def first_turn(run, evening):
    """Lay everybody's card, so that A has a 4 to paddle with."""
    for line in ("A plays 4", "B plays 3", "C plays 2"):
        assert run("do", evening, line).code == 0
    return evening


@pytest.fixture
def record(tmp_path):
    """Write a record; lines are given as objects."""

    def write(*lines, name="game.jsonl"):
        path = Path(tmp_path / name)
        path.write_text("".join(json.dumps(line) + "\n" for line in lines))
        return path

    return write


OPENED = {"type": "table_opened", "game": "niagara", "seats": ["A", "B", "C"]}
