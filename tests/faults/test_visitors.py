"""Visitors who are slow, silent, wrong or greedy: nobody else notices them."""

import socket
import time
from contextlib import ExitStack

import pytest

from referee.testing.phones import KEEPER, Service
from referee.web.access.address import hosts_of, name_of
from referee.web.access.limits import Limits
from referee.web.run import Connection, ConnectionPool
from tests.stages import slow
from tests.web.watching import Broadcast

pytestmark = slow


SOON = 0.3


@pytest.fixture
def quick(tmp_path, monkeypatch):
    """Serve on the network, where silence is noticed soon and few connections are enough."""
    monkeypatch.setattr(Connection, "silent_seconds", SOON)
    monkeypatch.setattr(Connection, "pool", ConnectionPool(most=12, per_address=6))
    with Broadcast(tmp_path / "tables.db") as service:
        yield service


def connected(service, sent=b"", address="127.0.0.1"):
    connection = socket.create_connection(service.listening.getsockname(), 5, (address, 0))
    connection.sendall(sent)
    return connection


def is_closed(connection):
    """Whether the service has let go of a connection; whatever it said first is read."""
    try:
        while connection.recv(4096):
            pass
    except ConnectionError:
        return True
    except TimeoutError:
        return False
    return True


def is_closed_now(connection):
    """Whether a connection on which nothing was said is closed already."""
    connection.settimeout(0.02)
    return is_closed(connection)


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"G",
        b"GET / HTTP/1.1\r\nHost: localhost\r\n",
        b"POST /enter HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\ncode=",
    ],
)
def test_a_connection_that_says_nothing_more_is_closed(quick, said):
    begun = time.monotonic()
    with connected(quick, said) as connection:
        assert is_closed(connection)
    assert time.monotonic() - begun < 10 * SOON


def test_bytes_that_drip_in_do_not_keep_a_connection_open(quick):
    begun = time.monotonic()
    with connected(quick, b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ") as connection:
        connection.settimeout(0.05)
        for _ in range(100):
            try:
                connection.sendall(b"x")
                if connection.recv(1) == b"":
                    break
            except TimeoutError:
                continue
            except ConnectionError:
                break
    assert time.monotonic() - begun < 10 * SOON


def test_a_page_that_is_followed_stays_open(quick):
    table = quick.open("Ada", "Ben", "Chie")
    asked = f"GET /live/{table.token('A')} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
    with connected(quick, asked) as connection:
        assert b" 200 " in connection.recv(4096)
        time.sleep(3 * SOON)
        connection.settimeout(SOON)
        assert not is_closed(connection)


def test_a_phone_that_lost_its_connection_follows_again_at_once(quick):
    """However often it was lost: the newest stream replaces the oldest, and says so to it."""
    table = quick.open("Ada", "Ben", "Chie")
    asked = f"GET /live/{table.token('A')} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
    with ExitStack() as open_streams:
        streams = [open_streams.enter_context(connected(quick, asked)) for _ in range(8)]
        assert b"event: replaced" in read_until(b"0\r\n\r\n", streams[0])
        read_until(b"event: page", streams[-1])
        table.lay(B=6)
        assert read_until(b"id: 2\n", streams[-1])


def read_until(ended, connection):
    came = b""
    while ended not in came:
        piece = connection.recv(4096)
        assert piece, came[-200:]
        came += piece
    return came


def test_whoever_connects_without_end_keeps_nobody_out(quick):
    silent = [connected(quick) for _ in range(40)]
    assert 200 == quick.client.get("/").status_code
    open_now = [each for each in silent if not is_closed_now(each)]
    assert len(open_now) < 12
    for each in silent:
        each.close()


def test_an_address_holds_a_few_connections(quick):
    """Its newest replaces its oldest; nobody else gives way."""
    ours = connected(quick)
    theirs = [connected(quick, address="127.0.0.9") for _ in range(9)]
    assert 200 == quick.client.get("/").status_code
    assert [True] * 3 == [is_closed_now(each) for each in theirs[:3]]
    assert [False] * 7 == [is_closed_now(each) for each in (*theirs[3:], ours)]
    for each in (ours, *theirs):
        each.close()


def test_wrong_links_never_lock_the_right_one_out(tmp_path):
    """Not even those that any page sends from the same address; and they tell nothing by being slowed."""
    with Service(tmp_path / "tables.db", limits=Limits(guesses=5, requests=30)) as service:
        table = service.open("Ada", "Ben", "Chie")
        wrong = [service.client.get("/s/aaaaa-aaaaa-aaaaa-aaaaa/").status_code for _ in range(60)]
        assert (404, 429) == (wrong[0], wrong[-1])
        assert 200 == table.page("A").status_code
        assert 200 == service.client.get(f"/h/{KEEPER}").status_code
        assert 429 == service.client.get("/s/bbbbb-bbbbb-bbbbb-bbbbb/").status_code


def test_one_link_takes_nothing_from_another(tmp_path):
    with Service(tmp_path / "tables.db", limits=Limits(requests=20, writes=10)) as service:
        table = service.open("Ada", "Ben", "Chie")
        assert 429 in {table.page("A").status_code for _ in range(40)}
        assert 200 == table.page("B").status_code


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "localhost.evil.example", "10.0.0.7"])
def test_a_name_that_was_not_announced_is_not_answered(tmp_path, host):
    """A page on the internet may point its own name at this machine: it reads nothing here."""
    with Service(tmp_path / "tables.db") as service:
        table = service.open("Ada", "Ben", "Chie")
        for path in ("/", f"/s/{table.token('A')}", "/api/games", "/static/app.js"):
            answer = service.client.get(path, headers={"host": host})
            assert 421 == answer.status_code, path
            assert "Ada" not in answer.text


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("192.168.1.7:8000", "192.168.1.7"),
        ("LapTop.local", "laptop.local"),
        ("laptop.local.", "laptop.local"),
        ("[fe80::1]:8000", "fe80::1"),
        ("::1", "::1"),
    ],
)
def test_a_host_is_known_by_its_name_alone(said, name):
    assert name == name_of(said)
    assert name in hosts_of("http://192.168.1.7:8000", ["laptop.local", "[fe80::1]"])


@pytest.mark.parametrize(
    "body",
    [
        '{"seen": 1, "seen": 2, "key": "k", "notation": "A plays 6"}',
        '{"seen": 1, "key": "k", "event": {"type": "paddle_chosen", "seat": "A", "seat": "B", "card": 6}}',
        '{"seen": 1, "key": "k", "event": {"type": "taken_back", "to": 99999999999999999999}}',
        '{"seen": 1, "key": "k", "event": {"type": "taken_back", "to": ' + "9" * 8000 + "}}",
        '{"seen": 1, "key": "k", "event": ' + "[" * 20000 + "]" * 20000 + "}",
        '{"seen": 1, "key": "k", "notation": "A plays 6"',
        '{"seen": NaN, "key": "k"}',
        b'{"seen": 1, "key": "\xff"}',
    ],
)
def test_json_that_two_readers_read_differently_is_refused_everywhere(tmp_path, body):
    """One strict door: what the record refuses, the API refuses too."""
    with Service(tmp_path / "tables.db") as service:
        table = service.open("Ada", "Ben", "Chie")
        shown = {"authorization": f"Bearer {table.token('A')}", "content-type": "application/json"}
        answer = service.client.post("/api/table/acts", content=body, headers=shown)
        assert (400, "error") == (answer.status_code, answer.json()["verdict"]), answer.text
        assert 1 == table.now()["revision"]
