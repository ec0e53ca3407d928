"""Who is at the table: told to everybody, once for all who come and go in a moment."""

import time
from contextlib import ExitStack, closing

import httpx
import pytest

from tests.stages import slow
from tests.web.watching import Broadcast, Watcher


@pytest.fixture
def table(tmp_path):
    """Sit three down, whose phones all were there before; serve on the network, in no hurry."""
    with Broadcast(tmp_path / "tables.db") as service:
        service.live.presence_seconds = 1
        table = service.open("Ada", "Ben", "Chie")
        for seat in table.seats:
            table.page(seat)
        yield table


def following(table, who):
    """Open the stream of a seat's page, as its phone does; give it with its first bytes read."""
    with ExitStack() as held:
        client = held.enter_context(httpx.Client(base_url=table.service.base, timeout=20))
        answer = held.enter_context(client.stream("GET", f"/live/{table.token(who)}?page="))
        next(held.enter_context(closing(answer.iter_raw())))
        return held.pop_all()


def watched_by(table, who):
    watcher = Watcher(table.service, f"/live/{table.token(who)}?page=")
    watcher.cut()
    return watcher


def wait_until_gone(table, who):
    live, until = table.service.live, time.monotonic() + 60
    while live.listening(table.context(who).link.table)[who]:
        assert time.monotonic() < until
        time.sleep(0.01)


def pages(came):
    return [page.count('data-connection="connected"') for page in came.decode().split("event: page")[1:]]


@slow
def test_who_comes_and_who_goes_is_told_to_the_others(table):
    ben = watched_by(table, "B")
    with following(table, "A"):
        ben.cut()
    wait_until_gone(table, "A")
    ben.cut()
    assert [[2], [1]] == [pages(step) for step in ben.steps[1:]]


@slow
def test_who_turns_a_page_was_not_away(table):
    """Its stream ends and the next begins: nobody else's page is sent again."""
    ben = watched_by(table, "B")
    phone = following(table, "A")
    ben.cut()
    phone.close()
    wait_until_gone(table, "A")
    with following(table, "A"):
        ben.cut()
    assert b"" == ben.steps[-1]


@slow
def test_who_comes_together_is_told_together(table):
    chie = watched_by(table, "C")
    with following(table, "A"), following(table, "B"):
        chie.cut()
    assert [3] == pages(chie.steps[-1])
