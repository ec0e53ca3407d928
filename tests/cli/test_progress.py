"""What takes long shows how far it is, on a terminal; whoever has seen enough interrupts it."""

import os
import pty
import shutil
import signal
import subprocess
import sys
from itertools import islice

import pytest

from referee.kernel.registry import find_game
from referee.service.simulation.simulate import simulate
from tests.architecture.sources import ROOT


@pytest.fixture
def evenings(place):
    folder = place / "evenings"
    folder.mkdir()
    lines = islice(simulate(find_game("niagara"), "progress", 1, max_rounds=150), 3000)
    (folder / "1.jsonl").write_bytes(b"".join(line + b"\n" for line in lines))
    copy(folder, 8)
    return folder


def copy(folder, files):
    for n in range(2, files + 1):
        shutil.copy(folder / "1.jsonl", folder / f"{n}.jsonl")


def at_a_terminal(*args, interrupt_at=None):
    """Run the program at a terminal of its own; give its exit code and what it showed.

    It is interrupted at the first sight of some text.
    """
    terminal, end = pty.openpty()
    command = [sys.executable, "-m", "cli.main", *map(str, args)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm", "NO_COLOR": "1"}
    program = subprocess.Popen(
        command, stdin=end, stdout=end, stderr=end, env=environment, start_new_session=True
    )
    os.close(end)
    shown, interrupted = b"", False
    while some := read(terminal):
        shown += some
        if interrupt_at and not interrupted and interrupt_at in shown:
            os.killpg(program.pid, signal.SIGINT)  # all of its processes, as a terminal does
            interrupted = True
    code = program.wait()
    os.close(terminal)
    return code, shown.decode()


def read(terminal):
    """Read what a terminal shows next; nothing once nobody writes to it any more."""
    try:
        return os.read(terminal, 65536)
    except OSError:  # what Linux says then
        return b""


def test_a_long_audit_shows_a_bar(evenings):
    code, shown = at_a_terminal("audit", evenings)
    assert 0 == code
    assert "[----" in shown
    assert "100%" in shown
    assert shown.endswith(f"{evenings}: 8 files, 0 with differences.\r\n")


def test_what_is_found_stands_on_lines_of_its_own(evenings):
    damaged = evenings / "1.jsonl"
    damaged.write_bytes(damaged.read_bytes().replace(b'"by":"A"', b'"by":"B"', 1))
    code, shown = at_a_terminal("audit", evenings)
    assert 3 == code
    (line,) = (line for line in shown.split("\n") if "its hash does not fit" in line)
    assert line.split("\x1b[2K")[-1].startswith(f"{damaged}:")


def test_a_program_sees_no_bar(evenings):
    code, shown = at_a_terminal("audit", evenings, "--json")
    assert 0 == code
    assert ["{"] * 8 == [line[:1] for line in shown.splitlines()]


def test_whoever_interrupts_does_not_wait(evenings):
    """It ends with most of it unread, exit code 130, no traceback."""
    copy(evenings, 100)
    code, shown = at_a_terminal("audit", evenings, interrupt_at=b"%")
    assert 128 + signal.SIGINT == code
    assert "Traceback" not in shown
    assert "100%" not in shown
