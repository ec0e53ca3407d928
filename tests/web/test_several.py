"""Several services on one database: links open at each, a tap at one is on the screens of the others."""

import signal
import threading
import time
from contextlib import closing, contextmanager

import pytest

from events.stores import open_store
from referee.service.logs.chain import verified
from referee.web.streams.live_tables import MEET_SECONDS
from tests.databases import execute, new_database
from tests.stages import slow
from tests.web.serving import PATIENCE_SECONDS, Served
from tests.web.test_lifecycle import Player


@contextmanager
def two_services(address, folder):
    """Start two services on one database; they share the secret of this machine."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("XDG_DATA_HOME", str(folder))
        services = [Served(address, folder / f"{n}.printed") for n in (1, 2)]
    yield services
    for service in services:
        service.close()


@pytest.fixture
def pair(address, tmp_path):
    with two_services(address, tmp_path) as services:
        yield services


@pytest.fixture(scope="module")
def lasting(tmp_path_factory):
    """Start two services once for tests that leave them as they are, each at a table of its own."""
    with new_database() as address, two_services(address, tmp_path_factory.mktemp("lasting")) as services:
        yield services


def read_until(connection, wanted, seconds=10):
    """Read a stream until it brings something; give how long that took."""
    begun, found = time.monotonic(), b""
    connection.settimeout(seconds)
    while wanted not in found:
        found += connection.recv(65536)
    return time.monotonic() - begun


def act(service, link, notation, key):
    """Do something at a table; give the answer."""
    seen = service.ask(link, "/api/table").json()["revision"]
    return service.ask(link, "/api/table/acts", {"notation": notation, "seen": seen, "key": key})


@slow
def test_a_link_given_out_by_one_service_opens_at_the_other(lasting):
    one, other = lasting
    links = one.open("niagara", ["A", "B", "C"], key="links")
    assert links == other.open("niagara", ["A", "B", "C"], key="links")
    assert [200] * 4 == [other.ask(link, "/api/table").status_code for link in links.values()]


@slow
def test_a_tap_at_one_service_is_on_the_screens_of_the_other(lasting):
    one, other = lasting
    links = one.open("niagara", ["A", "B", "C"], key="screens")
    with closing(other.follow(f"/live/{links['screen']}")) as stream:
        time.sleep(1)
        threading.Timer(0.2, act, (one, links["A"], "A plays 4", "k")).start()
        assert read_until(stream, b"id: 2\n") < 5
    assert 2 == other.ask(links["B"], "/api/table").json()["revision"]


def test_the_same_submission_at_both_services_is_recorded_once(lasting):
    one, other = lasting
    links = one.open("niagara", ["A", "B", "C"], key="once")
    body = {"notation": "A plays 4", "seen": 1, "key": "mine"}
    answers = [each.ask(links["A"], "/api/table/acts", body) for each in (one, other, one)]
    assert {200} == {each.status_code for each in answers}
    assert 1 == len({each.text for each in answers})
    assert 2 == one.ask(links["A"], "/api/table").json()["revision"]


def test_who_listens_at_one_service_is_there_at_the_other(lasting):
    one, other = lasting
    links = one.open("niagara", ["A", "B", "C"], key="there")
    for seat in "AB":
        one.ask(links[seat], f"/s/{links[seat]}/")
    with closing(other.follow(f"/live/{links['A']}")):
        until = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < until:
            shown = one.ask(links["screen"], f"/s/{links['screen']}/").text
            if 'data-connection="connected"' in shown:
                break
            time.sleep(0.1)
    assert 1 == shown.count('data-connection="connected"')


@slow
def test_what_a_visitor_may_ask_for_is_the_same_however_many_services_there_are(pair):
    """Twenty wrong links a minute are shared out: each of two services takes ten, and then no more."""
    one, other = pair
    time.sleep(MEET_SECONDS + 2)
    for service in (one, other):
        answers = [service.ask(None, f"/s/{n:020}/").status_code for n in range(16)]
        assert [404] * 10 == answers[:10]
        assert 429 in answers[10:]  # what comes back meanwhile is one in six seconds


@slow
def test_one_service_killed_in_the_middle_loses_nothing(pair, address):
    """What was acknowledged is there, sent again it gets the same answer, and the other service goes on."""
    one, other = pair
    links = one.open("niagara", ["A", "B", "C"])
    player = Player(one, links, "killed")
    player.start()
    player.wait_for(5)
    one.end(signal.SIGKILL)
    player.join()
    player.served = other
    for sent, answer in player.acknowledged:
        if answer[0] != 409:
            assert answer == player.send(sent)
    if player.last:
        assert player.send(player.last) == player.send(player.last)
    assert player.act()
    with open_store(address) as store:
        whole = len(list(verified(store.read("niagara-1"), store.head("niagara-1"))))
        assert [] == list(store.faults("niagara-1"))
    assert whole == other.ask(links["screen"], "/api/table").json()["revision"]


@slow
def test_a_database_that_goes_away_is_waited_for(pair, address):
    """What is sent meanwhile is not taken, the answer says so, and afterwards everything goes on."""
    one, other = pair
    links = one.open("niagara", ["A", "B", "C"])
    stream = other.follow(f"/live/{links['B']}?page=")
    read_until(stream, b"event: page", seconds=30)
    name = address.partition("?")[0].rpartition("/")[2]
    elsewhere = address.replace(f"/{name}?", "/postgres?")
    execute(elsewhere, f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
    gone = "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname != current_database()"
    execute(elsewhere, gone)
    body = {"notation": "A plays 4", "seen": 1, "key": "k"}
    begun = time.monotonic()
    away = one.ask(links["A"], "/api/table/acts", body)
    assert (503, True) == (away.status_code, time.monotonic() - begun < 10)
    page = one.ask(links["A"], f"/s/{links['A']}/")
    assert (503, "3") == (page.status_code, page.headers["refresh"])
    assert "The database of the tables does not answer" in page.text
    read_until(stream, b"event: away", seconds=30)
    execute(elsewhere, f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
    begun = time.monotonic()
    while one.ask(links["A"], "/api/table/acts", body).status_code != 200:
        assert time.monotonic() - begun < 20
        time.sleep(0.2)
    assert 2 == one.ask(links["B"], "/api/table").json()["revision"]
    with closing(stream):
        read_until(stream, b"id: 2\n", seconds=30)
