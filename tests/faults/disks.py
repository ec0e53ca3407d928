"""The n-th write or sync of a database fails, once or from then on: the disk is full, or broken."""

import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from itertools import count
from pathlib import Path

from tests.faults.tried import NAME, Tried, lay_table, next_line, revision, what_is_wrong
from tests.web.serving import ROOT

SOURCE = Path(__file__).parent / "failing_writes.c"

WAYS: tuple[dict[str, str], ...] = (
    {},
    {"FAULT_EIO": "1"},
    {"FAULT_LASTS": "1"},
    {"FAULT_LASTS": "1", "FAULT_EIO": "1"},
)
"""Full or broken, once or for good."""


def can_be_tried() -> bool:
    return sys.platform == "linux" and shutil.which("cc") is not None


def build(folder: Path) -> Path:
    library = folder / "failing_writes.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", library, SOURCE, "-ldl"], check=True)
    return library


def failing(most: int) -> Tried:
    """Fail each write and sync of a command in turn, in every way, at most so often."""
    with tempfile.TemporaryDirectory() as folder:
        told = list(failures(Path(folder), most))
    lost = tuple(wrong for wrongs in told for wrong in wrongs)
    return Tried("the n-th write or sync fails: disk full, or broken", len(told), lost)


def failures(folder: Path, most: int) -> Iterator[list[str]]:
    """Fail one write after the other until none is left; say each time what was lost."""
    library, chance, tried = build(folder), random.Random(11), count()
    for way in WAYS:
        for nth in range(1, 1 + most // len(WAYS)):
            db, mark = folder / f"tables-{next(tried)}.db", folder / "mark"
            lay_table(db)
            mark.unlink(missing_ok=True)
            env = {
                "LD_PRELOAD": str(library),
                "FAULT_PATH": db.name,
                "FAULT_NTH": str(nth),
                "FAULT_MARK": str(mark),
            }
            wrong = list(failed(db, {**env, **way}, chance))
            if mark.exists():
                yield wrong
            elif nth == 1:
                yield ["nothing was made to fail"]
            if not mark.exists():
                break


def failed(db: Path, env: dict[str, str], chance: random.Random) -> Iterator[str]:
    """Run one command on a disk that fails; say what is wrong with what it said and what it left."""
    act, before = str(next_line(db, chance)), revision(db)
    command = [sys.executable, "-m", "cli.main", "do", NAME, act, "--db", str(db)]
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, **env}, capture_output=True, text=True, check=False
    )
    after = revision(db)
    if "Traceback" in done.stderr or "this is a bug" in done.stderr:
        yield f"{env}: {done.stderr[-300:]}"
    if done.returncode == 0 and after == before:
        yield f"{env}: acknowledged and not there"
    yield from (f"{env}: {wrong}" for wrong in what_is_wrong(db))
    again = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if after == before and again.returncode:
        yield f"{env}: cannot go on: {again.stderr[-300:]}"
