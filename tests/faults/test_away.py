"""A database that falls silent, ends connections, is set otherwise, or has another idea of the time."""

import os
import signal
import time
from collections import Counter
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest

from events.stores.postgres import PostgresStore
from events.stores.protocol import (
    NO_HEAD,
    AwayError,
    ClockError,
    NewerStoreError,
    OtherSecretError,
    ShortSecretError,
)
from events.stores.sqlite import SqliteStore
from events.table import TableOpened
from referee.games.niagara.events import PaddleChosen
from referee.kernel.registry import find_game
from referee.service import notices
from referee.service.logs.chain import DamagedLogError
from referee.service.tables.clock import SteadyClock
from referee.service.tables.request import Recorded
from referee.service.tables.table import open_table
from referee.web.access.links import SECRET_BYTES, secret_of
from referee.web.app import words_for
from referee.web.streams.live_tables import NO_TABLE, LiveTables
from tests.databases import execute, server
from tests.stages import slow
from tests.stores.logs import batch, sealed
from tests.web.serving import PATIENCE_SECONDS, Served


def processes(parent):
    found = [parent]
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(FileNotFoundError, ProcessLookupError):
            if int(stat.read_text("ascii", "replace").rpartition(")")[2].split()[1]) == parent:
                found.append(int(stat.parent.name))
    return found


@contextmanager
def silence():
    """Stop every process of the database: connections stay open, and nobody answers."""
    stopped = processes(server().get_pid())
    try:
        for pid in stopped:
            os.kill(pid, signal.SIGSTOP)
        yield
    finally:
        for pid in stopped:
            os.kill(pid, signal.SIGCONT)


def timed(ask):
    begun = time.monotonic()
    return ask(), time.monotonic() - begun


def test_a_silent_database_is_away_and_back_again(address):
    """Whoever asks first waits as long as was said; afterwards it goes on without being opened anew."""
    with PostgresStore(address) as store:
        store.append(batch(NO_HEAD, 3))
        store.limit_silence(0.5)
        with silence():  # which would not end before somebody has stopped waiting
            for _ in range(2):
                with pytest.raises(AwayError):
                    store.head("t")
        until = time.monotonic() + PATIENCE_SECONDS
        while True:
            try:
                assert sealed(3) == list(store.read("t"))
                break
            except AwayError:
                assert time.monotonic() < until


@slow
def test_a_silent_database_silences_no_page(address, tmp_path):
    """Pages say within 3 s that the database is away, style sheets come at once, and it goes on by itself."""
    served = Served(address, tmp_path / "printed")
    try:
        links = served.open("niagara", ["A", "B", "C"])
        page = lambda: served.ask(links["A"], f"/s/{links['A']}/")  # noqa: E731
        sheet = lambda: httpx.get(f"{served.base}/static/app.css", timeout=20)  # noqa: E731
        assert 200 == page().status_code
        assert 200 == sheet().status_code
        with silence():
            answers = [timed(page) for _ in range(4)]
            style, took = timed(sheet)
        assert [503] * 4 == [answer.status_code for answer, _ in answers]
        assert "The database of the tables does not answer" in answers[0][0].text
        assert max(seconds for _, seconds in answers) < 3
        assert (200, True) == (style.status_code, took < 1)
        begun = time.monotonic()
        while page().status_code != 200:
            assert time.monotonic() - begun < 15
            time.sleep(0.2)
    finally:
        served.close()


def test_the_first_look_after_connections_were_ended_is_answered(address):
    with PostgresStore(address) as store:
        store.append(batch(NO_HEAD, 3))
        for _ in range(3):
            execute(
                address,
                "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid != pg_backend_pid()",
            )
            assert sealed(3) == list(store.read("t"))


def test_a_connection_that_was_dropped_without_a_word_is_replaced(address, monkeypatch):
    """It was idle; whoever looks next gets an answer over another one."""
    monkeypatch.setattr("events.stores.postgres.IDLE_SECONDS", 0.0)
    with PostgresStore(address) as store:
        store.append(batch(NO_HEAD, 3))
        store.limit_silence(1.0)
        with store._reading() as db:
            dropped = db.execute("SELECT pg_backend_pid()").fetchone()[0]
        os.kill(dropped, signal.SIGSTOP)
        try:
            assert sealed(3) == list(store.read("t"))
        finally:
            os.kill(dropped, signal.SIGCONT)


@pytest.mark.parametrize(
    "setting",
    [
        "statement_timeout = '1s'",
        "client_encoding = 'LATIN1'",
        "default_transaction_isolation = 'serializable'",
        "standard_conforming_strings = off",
        "synchronous_commit = 'local'",
        "search_path = 'elsewhere'",
        "lock_timeout = '1h'",
    ],
)
def test_what_the_database_is_set_to_changes_nothing(address, setting):
    with PostgresStore(address):
        name = address.partition("?")[0].rpartition("/")[2]
        execute(address, f"ALTER DATABASE {name} SET {setting}")
    with PostgresStore(address) as store:
        store.create("雪", sealed(3, "雪"))
        assert sealed(3, "雪") == list(store.read("雪"))
        with store._reading() as db:
            row = db.execute(
                "SELECT current_setting('synchronous_commit'), current_setting('lock_timeout'),"
                " current_setting('statement_timeout')"
            ).fetchone()
        assert (b"on", b"2s", b"1min") == tuple(row)


def test_a_service_whose_database_was_laid_out_anew_stops_writing(address, tmp_path):
    """A newer program did; it may keep there what this one does not know."""
    with PostgresStore(address) as store:
        execute(address, "INSERT INTO layout (version) VALUES (99)")
        with pytest.raises(NewerStoreError):
            store.append(batch(NO_HEAD, 1))
    with SqliteStore(tmp_path / "tables.db", create=True) as store:
        with store._writing("t") as db:
            db.execute("PRAGMA user_version = 99")
        with pytest.raises(NewerStoreError):
            store.append(batch(NO_HEAD, 1))
        assert NO_HEAD == store.head("t")


def test_presence_ends_with_its_service(address, monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    for _ in range(15):
        with LiveTables(address) as live:
            live._meet_others()
            live.store.tell_presence(live._process, "t", {"A": 1})
            live.watch()
    with LiveTables(address) as live:
        live._meet_others()
        assert (1, Counter()) == (live.services, live.store.presence("t", besides=""))


def test_a_service_that_was_killed_counts_for_a_few_seconds(address, monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with PostgresStore(address) as store:
        store.tell_presence("killed", NO_TABLE, {NO_TABLE: 1})
    with LiveTables(address) as live:
        live._meet_others()
        assert 2 == live.services
        execute(
            address, "UPDATE presence SET told_at = told_at - interval '15 seconds' WHERE process = 'killed'"
        )
        live._meet_others()
        assert 1 == live.services


@pytest.mark.parametrize("held", [b"", b"short", bytes(SECRET_BYTES - 1)])
def test_a_short_secret_is_refused(tmp_path, monkeypatch, held):
    (tmp_path / "secret").write_bytes(held)
    monkeypatch.setenv("REFEREE_SECRET", str(tmp_path / "secret"))
    with pytest.raises(ShortSecretError):
        LiveTables(tmp_path / "tables.db")


def test_an_empty_name_of_a_secret_is_refused(tmp_path, monkeypatch):
    monkeypatch.setenv("REFEREE_SECRET", "")
    with SqliteStore(tmp_path / "tables.db", create=True) as store, pytest.raises(ShortSecretError):
        secret_of(store)


def test_two_services_with_different_secrets_do_not_end_each_others_links(address, tmp_path, monkeypatch):
    """The second says so and does not start; alone it takes over, as where the secret was lost."""
    for name in ("one", "two"):
        (tmp_path / name).write_bytes(os.urandom(SECRET_BYTES))
    monkeypatch.setenv("REFEREE_SECRET", str(tmp_path / "one"))
    with LiveTables(address) as live:
        live.watch()
        monkeypatch.setenv("REFEREE_SECRET", str(tmp_path / "two"))
        with pytest.raises(OtherSecretError):
            LiveTables(address)
    with LiveTables(address) as live:
        live._meet_others()
        assert 1 == live.services


def test_a_clock_far_from_the_databases_is_refused(address, monkeypatch):
    ahead = time.time() + 10 * 365 * 86_400
    monkeypatch.setattr("events.stores.postgres.time", lambda: ahead)
    with pytest.raises(ClockError):
        PostgresStore(address)


class Hands:
    """A clock and a count of seconds that are set by hand."""

    def __init__(self):
        self.wall, self.seconds = datetime(2026, 11, 26, 12, tzinfo=UTC), 0.0

    def pass_time(self, seconds, *, jump=timedelta(0)):
        """Let time pass; the clock jumps besides."""
        self.seconds += seconds
        self.wall += timedelta(seconds=seconds) + jump


def test_a_clock_that_jumps_ahead_while_the_program_runs_is_not_followed():
    """It is said once; what the clock says within a day is followed."""
    hands, heard = Hands(), []
    clock = SteadyClock(lambda: hands.wall, lambda: hands.seconds)
    notices.LISTENERS.append(lambda notice: heard.append(notice.reason))
    try:
        before = clock()
        hands.pass_time(60, jump=timedelta(days=3650))
        assert [before + timedelta(seconds=60)] * 2 == [clock(), clock()]
        assert ["table.clock_jumped"] == heard
        hands.pass_time(60, jump=timedelta(days=-3650, hours=5))
        assert before + timedelta(seconds=120, hours=5) == clock()
        hands.pass_time(9 * 86_400)
        assert hands.wall == clock()
    finally:
        notices.LISTENERS.clear()


def test_a_database_that_went_back_is_told_as_what_it_is(address, tmp_path, monkeypatch):
    """A replica that lacks what was acknowledged took over: nobody changed the log, and it goes on."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    opened = TableOpened(game="niagara", seats=("A", "B", "C"))
    with LiveTables(address) as live:
        open_table(live.store, "t", opened, find_game("niagara"))
        table = live.seated("t").table
        for seat in "AB":
            assert isinstance(table.submit(PaddleChosen(seat, 4)), Recorded)
        execute(
            address,
            "DELETE FROM log WHERE seq > 2; UPDATE table_heads SET revision = 2,"
            ' head = (SELECT substring(line FROM \'"hash":"([0-9a-f]+)"\') FROM log WHERE seq = 2)',
        )
        with pytest.raises(DamagedLogError) as told:
            table.submit(PaddleChosen("C", 4))
        assert ("log.gone_back", "web.gone_back") == (told.value.reason, words_for(told.value, 500, "en"))
        live.forget_gone_back("t")
        assert isinstance(live.seated("t").table.submit(PaddleChosen("C", 4)), Recorded)
        assert 3 == live.now("t").revision
