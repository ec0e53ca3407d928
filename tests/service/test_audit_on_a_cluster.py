"""An audit of many logs on a Dask cluster finds what one process finds, or says what stands in its way."""

import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cli.main import app
from events.stores import open_store
from events.stores.protocol import AwayError
from referee.service.files import audit_many
from referee.service.files.audit_many import audit_files, audit_tables, files_in, look_for_table
from referee.service.files.importing import import_file
from referee.service.simulation.executor import Cluster, ClusterError
from referee.service.simulation.simulate import Simulated, simulate_batch
from tests.databases import new_database
from tests.stages import slow

pytestmark = pytest.mark.filterwarnings("default")

GAMES = 12


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("games")
    for number, game in enumerate(
        simulate_batch(Simulated(game="lifeboat", seed="c", first=1, last=GAMES)), 1
    ):
        (folder / f"{number:02}.jsonl").write_bytes(game)
    return folder


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def where(request: pytest.FixtureRequest, folder: Path, tmp_path_factory) -> Iterator[str]:
    if request.param == "sqlite":
        yield filled(str(tmp_path_factory.mktemp("kept") / "tables.db"), folder)
        return
    with new_database() as address:
        yield filled(address, folder)


def filled(where: str, folder: Path) -> str:
    with open_store(where, create=True) as store:
        for path in files_in(folder):
            import_file(store, path)
    return where


def rows_of(where: str):
    with open_store(where) as store:
        return list(store.tables())


def kill_a_worker(cluster: str):
    from distributed import Client

    killed: list[int] = []

    def kill(_: int) -> None:
        if not killed:
            with Client(cluster, set_as_default=False) as client:
                killed.append(next(iter(client.run(os.getpid).values())))
            os.kill(killed[0], signal.SIGKILL)

    return kill, killed


@slow
def test_a_folder_is_audited_alike_though_a_worker_is_lost(cluster, folder, monkeypatch):
    monkeypatch.chdir(folder.parent)
    paths = files_in(Path(folder.name))
    monkeypatch.setattr(audit_many, "LOGS_AT_ONCE", 1)
    kill, killed = kill_a_worker(cluster)
    assert list(audit_files(paths)) == list(audit_files(paths, kill, on=cluster))
    assert killed


@slow
def test_a_database_is_audited_alike_though_a_worker_is_lost(cluster, where, monkeypatch):
    rows = rows_of(where)
    monkeypatch.setattr(audit_many, "LOGS_AT_ONCE", 1)
    kill, killed = kill_a_worker(cluster)
    assert list(audit_tables(where, rows)) == list(audit_tables(where, rows, kill, on=cluster))
    assert killed


@slow
def test_the_command_prints_the_same(cluster, where, monkeypatch):
    """`audit --all`, with and without `--on`."""
    monkeypatch.setenv("REFEREE_DB", where)
    calls = (["audit", "--all", "--json"], ["audit", "--all", "--json", "--on", cluster])
    here, there = (CliRunner().invoke(app, call, prog_name="referee") for call in calls)
    assert (0, here.stdout) == (there.exit_code, there.stdout)
    assert GAMES == here.stdout.count('"sound":true')


@slow
def test_a_database_that_no_worker_finds_is_told_before_any_work(cluster, where, tmp_path):
    with pytest.raises(ClusterError) as told:
        list(audit_tables(str(tmp_path / "elsewhere.db"), rows_of(where), on=cluster))
    assert ("crew.no_logs", "store.unreachable") == (told.value.reason, told.value.args_["why"].reason)
    assert told.value.args_["worker"].startswith("tcp://")


def test_a_worker_that_finds_another_database_there_says_so(where, tmp_path):
    open_store(tmp_path / "tables.db", create=True).close()
    assert "crew.other_tables" == look_for_table(str(tmp_path / "tables.db"), rows_of(where)[-1].table).reason
    assert look_for_table(where, rows_of(where)[-1].table) is None


def test_what_a_store_raises_in_another_process_arrives_here():
    there = AwayError(path="postgresql://db/tables", why="gone")
    here = pickle.loads(pickle.dumps(there))  # noqa: S301 - as processes hand it on
    assert (AwayError, there.reason, there.args_) == (type(here), here.reason, here.args_)


@contextmanager
def stranger(path: Path) -> Iterator[str]:
    """Start a cluster whose worker finds other things first on its path; give its address."""
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(n_workers=0, dashboard_address=":0", host="127.0.0.1") as started,
        distributed.Client(started, set_as_default=False) as client,
    ):
        address = started.scheduler_address
        command = [
            sys.executable,
            "-m",
            "distributed.cli.dask_worker",
            address,
            "--no-nanny",
            "--no-dashboard",
        ]
        worker = subprocess.Popen(
            command, env={**os.environ, "PYTHONPATH": str(path)}, cwd=path, stderr=subprocess.DEVNULL
        )
        try:
            client.wait_for_workers(1, timeout=30)
            yield address
        finally:
            worker.kill()
            worker.wait()


@slow
def test_a_worker_of_another_version_is_told(tmp_path):
    (tmp_path / "referee-9.9.9.dist-info").mkdir()
    (tmp_path / "referee-9.9.9.dist-info" / "METADATA").write_text("Name: referee\nVersion: 9.9.9\n", "utf-8")
    with stranger(tmp_path) as address, pytest.raises(ClusterError) as told:
        Cluster(address)
    assert ("crew.other_version", "9.9.9") == (told.value.reason, told.value.args_["theirs"])


@slow
def test_a_worker_without_referee_is_told(tmp_path):
    (tmp_path / "referee").mkdir()
    (tmp_path / "referee" / "__init__.py").touch()
    with stranger(tmp_path) as address, pytest.raises(ClusterError) as told:
        Cluster(address)
    assert "crew.no_referee" == told.value.reason
