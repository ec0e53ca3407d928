"""Long work that is interrupted goes on where it was, and what comes of it is the same bytes."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from itertools import product
from pathlib import Path
from typing import NamedTuple

import pytest

from events.stores import open_store
from referee.kernel.registry import find_game
from referee.service.files.audit_many import Files, Tables, audit_resumed, files_in
from referee.service.files.importing import import_file
from referee.service.simulation.executor import BatchFolder, OtherWorkError
from referee.service.simulation.simulate import Simulated, simulate
from referee.service.simulation.simulated_files import GAMES_PER_BATCH, OtherGameError, simulate_into
from tests.architecture.sources import ROOT
from tests.databases import new_database
from tests.stages import one_in, slow

# The other thread is that of pytest-xdist.
pytestmark = pytest.mark.filterwarnings("ignore:.* is multi-threaded, use of fork:DeprecationWarning")

SIMULATE = ("simulate", "niagara", "--games", 300, "--seed", "7", "--max-rounds", 12, "--out")
STUDY = ("study", "lifeboat", "--vary", "quick", "--players", 4, "--games", 200, "--by", "random")


class Ended(NamedTuple):
    """How a program ended, and what it said."""

    code: int
    out: str
    err: str


def command_of(args) -> list[str]:
    return [sys.executable, "-m", "cli.main", *map(str, args)]


def environment(**more: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT), "REFEREE_LANG": "en", **more}


def whole(*args, **env: str) -> Ended:
    done = subprocess.run(
        command_of(args), env=environment(**env), capture_output=True, timeout=300, check=False
    )
    return Ended(done.returncode, done.stdout.decode(), done.stderr.decode())


def stopped(*args, when: Callable[[], bool], by: Callable[[int], None], **env: str) -> Ended:
    program = subprocess.Popen(
        command_of(args),
        env=environment(**env),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    while program.poll() is None and not when():
        time.sleep(0.01)
    by(program.pid)
    out, err = program.communicate(timeout=120)
    return Ended(program.returncode, out.decode(), err.decode())


def interrupt(pid: int) -> None:
    """Press Ctrl-C: all processes at a terminal hear it."""
    os.killpg(pid, signal.SIGINT)


def kill(pid: int) -> None:
    """Kill the first process; its workers have to notice."""
    os.kill(pid, signal.SIGKILL)


def games_in(folder: Path) -> int:
    return len(list(folder.glob("*.jsonl")))


def bytes_of(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def games(tmp_path_factory) -> tuple[Path, str]:
    """Play the games once without an interruption; give their folder, and what was said."""
    folder = tmp_path_factory.mktemp("whole") / "games"
    return folder, whole(*SIMULATE, folder).out


@slow
@pytest.mark.parametrize(
    ("by", "code", "said"),
    [
        (interrupt, 130, "Interrupted. The same command goes on where it was.\n"),
        pytest.param(kill, -signal.SIGKILL, "", marks=slow),
    ],
)
def test_a_simulation_goes_on_where_it_was(games, tmp_path, by, code, said):
    """However it was stopped: what is whole is not played again, and nothing else is left behind."""
    folder = tmp_path / "games"
    ended = stopped(*SIMULATE, folder, when=lambda: games_in(folder) > GAMES_PER_BATCH, by=by)
    assert (code, said) == (ended.code, ended.err)
    before = {path.name: path.stat().st_mtime_ns for path in folder.glob("*.jsonl")}
    again = whole(*SIMULATE, folder)
    assert (0, games[1]) == (again.code, again.out.replace(str(folder), str(games[0])))
    assert bytes_of(games[0]) == bytes_of(folder)
    kept = [name for name, at in before.items() if (folder / name).stat().st_mtime_ns == at]
    assert GAMES_PER_BATCH <= len(kept)


@slow
def test_workers_end_with_a_program_that_is_killed(tmp_path):
    """None of them waits for work that never comes."""
    folder = tmp_path / "games"
    stopped(*SIMULATE, folder, when=lambda: games_in(folder) > 0, by=kill)
    while processes := processes_with(str(folder)):
        time.sleep(0.1)
    assert [] == processes


def processes_with(word: str) -> list[str]:
    """List the processes that were called with a word, in seconds gone where all is well."""
    if not Path("/proc/self/cmdline").exists():
        pytest.skip("no list of processes here")
    found = []
    for cmdline in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if word.encode() in cmdline.read_bytes():
                found.append(cmdline.parent.name)
        except OSError:  # it ended meanwhile
            continue
    return found


def asked(games: int = GAMES_PER_BATCH * 3, **changed) -> Simulated:
    return Simulated(
        **{"game": "lifeboat", "seed": "r", "first": 1, "last": games, "max_rounds": 3, **changed}
    )


def begun(folder: Path, wanted: Simulated, lots: int = 2) -> None:
    with closing(simulate_into(folder, wanted)) as played:
        for _ in range(GAMES_PER_BATCH * lots):
            next(played)


@slow
def test_a_game_that_was_changed_or_removed_since_is_played_again(tmp_path):
    expected = list(simulate_into(tmp_path / "whole", asked()))
    begun(tmp_path / "cut", asked())
    half = tmp_path / "cut" / expected[0].file
    half.write_bytes(half.read_bytes()[:100])
    (tmp_path / "cut" / expected[GAMES_PER_BATCH].file).unlink()
    assert expected == list(simulate_into(tmp_path / "cut", asked()))
    assert bytes_of(tmp_path / "whole") == bytes_of(tmp_path / "cut")


def test_games_played_otherwise_are_not_taken_for_these(tmp_path):
    """Nor written over unasked: what is there may be all that somebody has of them."""
    expected = list(simulate_into(tmp_path / "whole", asked(players=4)))
    begun(tmp_path / "cut", asked(players=6))
    before = bytes_of(tmp_path / "cut")
    with pytest.raises(OtherGameError, match=expected[0].file):
        list(simulate_into(tmp_path / "cut", asked(players=4)))
    assert before == bytes_of(tmp_path / "cut")
    assert expected == list(simulate_into(tmp_path / "cut", asked(players=4), force=True))
    assert {one.file for one in expected} == {path.name for path in (tmp_path / "cut").glob("*.jsonl")}


def test_a_folder_can_be_begun_again_though_not_even_the_plan_was_written(tmp_path):
    """Killed at its very first file, a study or an audit leaves a folder that is still its own."""
    (tmp_path / "work.json.part").write_bytes(b"{")
    BatchFolder(tmp_path, {"audited": "games"}).begin()
    with pytest.raises(OtherWorkError):
        BatchFolder(tmp_path, {"audited": "others"})


@pytest.fixture(scope="module")
def many(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("many")
    list(simulate_into(folder, asked(GAMES_PER_BATCH * 6)))
    return folder


@pytest.fixture(scope="module", params=one_in(3, ["folder", "sqlite", "postgres"]))
def logs(request: pytest.FixtureRequest, many: Path, tmp_path_factory) -> Iterator[Files | Tables]:
    if request.param == "folder":
        yield Files(many, files_in(many))
        return
    with place_for(request.param, tmp_path_factory) as where, open_store(where, create=True) as store:
        for path in files_in(many):
            import_file(store, path)
        yield Tables(where, store, list(store.tables()))


@contextmanager
def place_for(kind: str, tmp_path_factory) -> Iterator[str]:
    if kind == "sqlite":
        yield str(tmp_path_factory.mktemp("kept") / "tables.db")
        return
    with new_database() as address:
        yield address


def read_again(logs: Files | Tables, folder: Path, monkeypatch) -> list[str]:
    """Audit logs to the end; name those that were really read."""
    asked_for, audit = [], logs.audit
    monkeypatch.setattr(logs, "audit", lambda some, *how: (asked_for.extend(some), audit(some, *how))[1])
    found = list(audit_resumed(kept_in(folder, logs), logs, lambda _: None))
    assert found == list(audit(logs.logs, lambda _: None, None))
    return [logs.name(log) for log in asked_for]


def kept_in(folder: Path, logs: Files | Tables) -> BatchFolder:
    return BatchFolder(folder, {"audited": logs.where})


def audit_some(logs: Files | Tables, folder: Path, number: int) -> list[str]:
    """Audit so many logs and stop; name the rest."""
    with closing(audit_resumed(kept_in(folder, logs), logs, lambda _: None)) as found:
        for _ in range(number):
            next(found)
    return [logs.name(log) for log in logs.logs[number:]]


@slow
def test_an_audit_goes_on_where_it_was_and_finds_the_same(logs, tmp_path, monkeypatch):
    """What was sound is named in its place and not read again; at the end nothing is kept."""
    rest = audit_some(logs, tmp_path / "kept", 103)
    assert rest == read_again(logs, tmp_path / "kept", monkeypatch)
    assert not (tmp_path / "kept").exists()


def test_a_log_that_changed_since_is_audited_again(many, tmp_path, monkeypatch):
    folder = tmp_path / "games"
    folder.mkdir()
    for path in files_in(many)[:10]:
        (folder / path.name).write_bytes(path.read_bytes())
    logs = Files(folder, files_in(folder))
    audit_some(logs, tmp_path / "kept", 9)
    changed = logs.logs[2]
    changed.write_bytes(changed.read_bytes().replace(b'"by":"A"', b'"by":"B"', 1))
    assert [str(changed), str(logs.logs[9])] == read_again(logs, tmp_path / "kept", monkeypatch)


def test_what_is_not_sound_is_told_each_time(tmp_path, monkeypatch):
    for name in ("a", "b", "c"):
        (tmp_path / f"{name}.jsonl").write_text("nonsense\n", "utf-8")
    logs = Files(tmp_path, files_in(tmp_path))
    audit_some(logs, tmp_path / "kept", 2)
    assert list(map(str, logs.logs)) == read_again(logs, tmp_path / "kept", monkeypatch)


@pytest.fixture
def evenings(tmp_path) -> Path:
    folder = tmp_path / "evenings"
    folder.mkdir()
    lines = list(simulate(find_game("niagara"), "interrupted", 1, max_rounds=150))[:3000]
    for number in range(20):
        (folder / f"{number:02}.jsonl").write_bytes(b"".join(line + b"\n" for line in lines))
    return folder


@slow
@pytest.mark.parametrize(("by", "code"), [(interrupt, 130), (kill, -signal.SIGKILL)])
def test_the_command_goes_on_with_an_audit(evenings, tmp_path, by, code):
    kept = tmp_path / "kept"
    call = ("audit", evenings, "--json", "--progress", kept)
    ended = stopped(*call, when=lambda: any((kept / "lots").glob("*.json")), by=by)
    assert (code, "Traceback" in ended.err) == (ended.code, False)
    assert any((kept / "lots").glob("*.json"))
    assert whole("audit", evenings, "--json") == whole(*call)
    assert not kept.exists()


def test_what_is_kept_of_another_audit_is_left_alone(evenings, tmp_path):
    BatchFolder(tmp_path / "kept", {"audited": "elsewhere"}).begin()
    ended = whole("audit", evenings, "--progress", tmp_path / "kept")
    assert (2, "") == (ended.code, ended.out)
    assert f"In {tmp_path / 'kept'} there is something else" in ended.err


@slow
@pytest.mark.parametrize(("by", "code"), [(interrupt, 130), (kill, -signal.SIGKILL)])
def test_a_study_goes_on_where_it_was(tmp_path, by, code):
    lots = tmp_path / "cut" / "lots"
    ended = stopped(*STUDY, "--out", tmp_path / "cut", when=lambda: any(lots.glob("*.json")), by=by)
    assert code == ended.code
    assert 0 == whole(*STUDY, "--out", tmp_path / "cut").code
    assert 0 == whole(*STUDY, "--out", tmp_path / "whole").code
    assert bytes_of(tmp_path / "whole") == bytes_of(tmp_path / "cut")


class OwnCluster:
    """A scheduler and two workers of one's own, as processes."""

    def __init__(self, folder: Path) -> None:
        self._told = folder / "scheduler.json"
        scheduler = ("dask_scheduler", "--port", "0", "--host", "127.0.0.1", "--scheduler-file", self._told)
        self.scheduler = self._start(*scheduler)
        while not self._told.exists() or not self._told.read_text():
            time.sleep(0.1)
        self.address = json.loads(self._told.read_text())["address"]
        self.workers = [self._start("dask_worker", self.address, "--no-nanny") for _ in "12"]

    def _start(self, module: str, *args) -> subprocess.Popen:
        command = [sys.executable, "-m", f"distributed.cli.{module}", *map(str, args), "--no-dashboard"]
        return subprocess.Popen(command, env=environment(), stderr=subprocess.DEVNULL)

    def wait(self) -> None:
        from distributed import Client

        with Client(self.address, set_as_default=False) as client:
            client.wait_for_workers(2, timeout=60)

    def end(self, _: int = 0) -> None:
        for process in (self.scheduler, *self.workers):
            process.kill()
            process.wait()


@pytest.fixture
def own_cluster(tmp_path) -> Iterator[OwnCluster]:
    pytest.importorskip("distributed")
    started = OwnCluster(tmp_path)
    try:
        started.wait()
        yield started
    finally:
        started.end()


@slow
def test_a_simulation_on_a_cluster_goes_on_after_an_interruption_and_after_the_cluster_is_lost(
    games, own_cluster, tmp_path
):
    """First Ctrl-C, then the whole cluster gone: at last the same bytes, without it."""
    folder, call = tmp_path / "games", (*SIMULATE, tmp_path / "games")
    there = ("--on", own_cluster.address)
    ended = stopped(*call, *there, when=lambda: games_in(folder) > GAMES_PER_BATCH, by=interrupt)
    assert (130, "Interrupted. The same command goes on where it was.\n") == (ended.code, ended.err)
    before = games_in(folder)
    ended = stopped(*call, *there, when=lambda: games_in(folder) > before, by=own_cluster.end)
    assert 2 == ended.code
    assert f"error: The cluster at {own_cluster.address} gave the work up" in ended.err
    assert "Traceback" not in ended.err
    assert 0 == whole(*call).code
    assert bytes_of(games[0]) == bytes_of(folder)


@slow
@pytest.mark.parametrize(("by", "code"), [(interrupt, 130), (kill, -signal.SIGKILL)])
def test_a_copy_goes_on_where_it_was(many, tmp_path, by, code):
    """What is there already is audited and not written again; at last the same is kept at both ends."""
    there, copied = tmp_path / "there.db", tmp_path / "copied.db"
    with open_store(there, create=True) as store:
        for copy, path in product(range(COPIES), files_in(many)):
            import_file(store, path, f"{path.stem}-{copy}")
    ended = stopped("copy", there, copied, when=lambda: tables_in(copied) > 5, by=by)
    assert (code, "Traceback" in ended.err) == (ended.code, False)
    begun = tables_in(copied)
    again = whole("copy", there, copied)
    assert 0 == again.code
    assert begun <= again.out.count("there already") + 1
    assert lines_of(there) == lines_of(copied)


COPIES = 8
"""So often each game stands there: nobody copies so many before somebody stops it."""


def lines_of(db: Path) -> dict[str, list[bytes]]:
    with open_store(db) as store:
        return {row.table: list(store.read(row.table)) for row in store.tables()}


def tables_in(db: Path) -> int:
    """Count the tables of a file, once it is one; reading waits for nobody who writes."""
    try:
        with closing(sqlite3.connect(f"file:{db}?mode=ro", uri=True)) as read:
            counted: int = read.execute("SELECT COUNT(*) FROM table_heads").fetchone()[0]
            return counted
    except sqlite3.OperationalError:
        return 0
