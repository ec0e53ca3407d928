"""The store for more than one machine."""

import subprocess
import sys

import pytest

from events.stores import open_store
from events.stores.postgres import SCHEMA_VERSION, PostgresStore
from events.stores.protocol import (
    NO_HEAD,
    SEAT,
    AwayError,
    Batch,
    DamagedStoreError,
    LockedError,
    NewerStoreError,
    NoStoreError,
    OwnerOnlyError,
    ReadOnlyError,
    Refusal,
    UnreachableError,
)
from tests.databases import execute
from tests.stages import slow
from tests.stores.logs import batch, sealed
from tests.stores.store_tests import ServedStoreTests


@pytest.fixture
def store(address):
    with PostgresStore(address) as store:
        store.append(batch(NO_HEAD, 10))
        yield store


class TestPostgres(ServedStoreTests):
    """A lock a table, every commit synced."""

    @pytest.fixture(autouse=True)
    def _database(self, address):
        self.address = address

    def open(self, folder):  # noqa: ARG002 - the database is there already
        return PostgresStore(self.address)

    def rewrite(self, store, table, lines):
        execute(self.address, "DELETE FROM log")
        with store._writing(table) as db:
            (id,) = db.execute("select id from table_heads where name = ?", (table,)).fetchone()
            rows = [(id, seq, line.decode("utf-8", "replace")) for seq, line in enumerate(lines, 1)]
            db.executemany("insert into log values (?, ?, ?)", rows)

    def execute(self, store, change):  # noqa: ARG002 - there is only one
        execute(self.address, change)


def test_an_address_is_opened_like_a_file(address):
    """By the one place that knows stores apart; nothing is laid out unless asked for."""
    with pytest.raises(NoStoreError):
        open_store(address)
    with open_store(address, create=True) as store:
        store.append(batch(NO_HEAD))
    with open_store(address) as store:
        assert sealed(3) == list(store.read("t"))


def test_a_password_is_never_shown(address):
    secret = address.replace("postgres:@", "postgres:hush@")
    with PostgresStore(secret) as store:
        assert "hush" not in store.where + str(store.secret)
    with pytest.raises(UnreachableError) as error:
        open_store("postgresql://me:hush@127.0.0.1:1/tables")
    assert "hush" not in str(error.value.args_)
    assert "postgresql://me@127.0.0.1:1/tables" == error.value.args_["path"]


@pytest.mark.parametrize(
    "wrong", ["postgresql://127.0.0.1:notaport/x", "postgresql://127.0.0.1:1/x", "postgresql://?colour=red"]
)
def test_a_wrong_address_is_named(wrong):
    with pytest.raises(UnreachableError):
        open_store(wrong)


def test_a_database_of_a_newer_version_is_named(address, store):
    execute(address, "INSERT INTO layout (version) VALUES (99)")
    with pytest.raises(NewerStoreError) as error:
        PostgresStore(address)
    assert (99, SCHEMA_VERSION) == (error.value.args_["found"], error.value.args_["ours"])


def test_other_things_in_the_database_are_left_alone(address):
    execute(address, "CREATE TABLE public.log (songs text)")
    with PostgresStore(address) as store:
        store.append(batch(NO_HEAD))
        assert sealed(3) == list(store.read("t"))


def test_where_the_extra_is_missing_the_command_that_installs_it_is_named():
    program = """
import sys
for name in ("psycopg", "psycopg_pool"):
    sys.modules[name] = None
from events.stores import open_store
from events.stores.protocol import NotInstalledError
try:
    open_store("postgresql://me:hush@db/tables")
except NotInstalledError as error:
    print(error.args_["path"], error.args_["command"])
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "postgresql://db/tables pip install 'referee[postgres]'\n" == done.stdout


@slow
def test_a_table_somebody_else_writes_is_waited_for_and_then_named(address, store):
    """Only that table: another one is written meanwhile."""
    with store._writing("t"):
        with pytest.raises(LockedError):
            store.append(batch(store.head("t")))
        store.append(batch(NO_HEAD, table="u"))
    store.append(batch(store.head("t")))


@slow
def test_a_database_that_was_restarted_is_written_again(address, store):
    execute(
        address, "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE pid != pg_backend_pid()"
    )
    store.append(batch(store.head("t")))
    assert sealed(13) == list(store.read("t"))


def test_a_connection_lost_in_the_middle_of_a_write_keeps_nothing(address, store):
    def broken():
        yield from sealed(2, "u")
        execute(
            address,
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE state LIKE 'idle in%'",
        )
        yield from sealed(5000, "u")[2:]

    with pytest.raises(AwayError):
        store.create("u", broken())
    assert (NO_HEAD, []) == (store.head("u"), list(store.read("u")))


def test_rows_of_ours_that_are_gone_are_named(address, store):
    """The table is there; what keeps its entries is not."""
    execute(address, "DROP TABLE log CASCADE")
    with pytest.raises(DamagedStoreError):
        list(store.read("t"))


def configured(address, setting):
    """Change what the server does for whoever connects to a database from now on."""
    name = address.partition("?")[0].rpartition("/")[2]
    execute(address, f"ALTER DATABASE {name} SET {setting}")


def test_a_database_that_may_only_be_read_is_named(address, store):
    configured(address, "default_transaction_read_only = on")
    with PostgresStore(address) as again:
        with pytest.raises(ReadOnlyError):
            again.append(batch(again.head("t")))
        assert sealed(10) == list(again.read("t"))


def test_acknowledged_means_on_disk_whatever_the_server_is_told(address):
    configured(address, "synchronous_commit = off")
    with PostgresStore(address) as again, again._reading() as db:
        assert (b"on",) == db.execute("SELECT current_setting('synchronous_commit')").fetchone()


def as_service(address):
    """Let a role serve that owns nothing; give the address it connects by."""
    name = address.partition("?")[0].rpartition("/")[2]
    execute(address, f"CREATE ROLE service_{name} LOGIN")
    execute(address, f"SELECT let_serve('service_{name}')")
    return address.replace("postgres:@", f"service_{name}@")


@pytest.fixture
def service(address, store):
    with PostgresStore(as_service(address), create=False) as service:
        yield service
    name = address.partition("?")[0].rpartition("/")[2]
    execute(address, f"DROP OWNED BY service_{name}")
    execute(address, f"DROP ROLE service_{name}")


def test_a_service_removes_and_renames_nothing(service):
    """Only who owns the database may; it is said before anything is done."""
    head = service.head("t")
    for act in (lambda: service.remove("t", head), lambda: service.rename("t", "u", head, [])):
        with pytest.raises(OwnerOnlyError):
            act()
    assert head == service.head("t")


def test_a_service_may_do_what_a_service_does(service):
    refusal = Refusal(reader="", revision=13, body=b"{}")
    service.append(batch(service.head("t"), key="k"))
    service.append(Batch(table="t", expected=service.head("t"), refusal=refusal))
    service.create("u", sealed(4, "u"))
    service.change_link(service.issue_link("t", SEAT, "A", "en", "hash", "nonce"), opened=True)
    service.note("t", "vote", "yes")
    service.note("t", "vote", None)
    service.tell_presence("me", "t", {"A": 1})
    assert (sealed(13), (refusal,), []) == (
        list(service.read("t")),
        service.refusals("t"),
        list(service.faults("t")),
    )


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE log SET line = replace(line, 'A', 'B')",
        "DELETE FROM log",
        "TRUNCATE log",
        "DROP TABLE log",
        "UPDATE submissions SET answer = 'no'",
        "DELETE FROM submissions",
        "DELETE FROM table_heads",
        "UPDATE table_heads SET name = 'mine'",
        "DELETE FROM web_links",
        "CREATE TABLE mine (name text)",
        "UPDATE layout SET version = 0",
        "SELECT let_serve('postgres')",
    ],
)
def test_a_service_may_change_nothing_that_was_written(service, change):
    with pytest.raises(ReadOnlyError), service._reading() as db:
        db.execute(change)
    assert sealed(10) == list(service.read("t"))


def test_who_is_there_is_known_to_every_process(address, store):
    """As each tells it; not what one has told itself."""
    with PostgresStore(address) as other:
        store.tell_presence("one", "t", {"A": 2})
        other.tell_presence("two", "t", {"A": 1, "B": 1})
        assert ({"A": 1, "B": 1}, {"A": 2}) == (store.presence("t", "one"), other.presence("t", "two"))
        other.tell_presence("two", "t", {"B": 1})
        assert {"B": 1} == store.presence("t", "one")


def test_who_was_there_is_forgotten_when_a_process_tells_no_more(address, store):
    store.tell_presence("one", "t", {"A": 1})
    execute(address, "UPDATE presence SET told_at = told_at - interval '1 minute'")
    assert {} == store.presence("t", "two")


def test_who_was_at_a_removed_table_is_not_at_the_next_of_its_name(store):
    store.create("t", sealed(3))
    store.tell_presence("one", "t", {"A": 1})
    store.tell_presence("one", "u", {"A": 1})
    store.rename("t", "u", store.head("t"), sealed(3, "u"))
    assert {} == store.presence("u", "two")
    store.tell_presence("one", "u", {"A": 1})
    store.remove("u", store.head("u"))
    assert {} == store.presence("u", "two")


def test_a_watch_catches_up_with_what_nobody_told_it(address, store, monkeypatch):
    monkeypatch.setattr("events.stores.postgres.CATCH_UP_SECONDS", 0.2)
    with store.watch() as watch:
        assert {"t"} == watch.changed(5)
        with monkeypatch.context() as silent:
            silent.setattr("events.stores.postgres.CHANNEL", "elsewhere")
            store.append(batch(store.head("t")))
        assert frozenset() == watch.changed(0.3)
        assert {"t"} == watch.changed(5)


def test_who_comes_and_goes_is_told_and_who_stays_is_not(address, store):
    with store.watch() as watch:
        watch.changed(5)
        store.tell_presence("one", "t", {"A": 1})
        assert {"t"} == watch.changed(1)
        store.tell_presence("one", "t", {"A": 1})
        assert frozenset() == watch.changed(0.3)


def test_a_table_with_a_very_long_name_is_noticed_too(address, store):
    with store.watch() as watch:
        watch.changed(5)
        store.create("t" * 9000, sealed(2, "t" * 9000))
        assert {"t" * 9000} == watch.changed(1)
