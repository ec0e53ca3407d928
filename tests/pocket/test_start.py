"""What the service in a browser answers, asked as the worker asks it, here without a browser."""

import asyncio
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest

from referee.pocket.start import Service

BASE = "https://somebody.example/referee"


class _Given:
    """What JavaScript hands over, as Pyodide shows it."""

    def __init__(self, value):
        self._value = value

    def to_py(self):
        return self._value


def awaited(coroutine):
    """Return what a coroutine comes to, in a thread: a browser that is driven here runs a loop already."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, coroutine).result()


def ask(service, path, method="GET", headers=(), body=None):
    """Return status, headers by name, and the text of an answer."""
    given = _Given([list(each) for each in headers])
    content = None if body is None else _Given(memoryview(body.encode()))
    status, told, bytes_ = awaited(service(method, f"/referee{path}", given, content))
    return status, dict(told), bytes_.decode()


def post(service, path, body):
    return ask(service, path, "POST", [("content-type", "application/x-www-form-urlencoded")], body)


@pytest.fixture
def service(tmp_path):
    made = Service(str(tmp_path / "referee.db"), BASE, "ja,en", is_kept=True)
    yield made
    made.close()


@pytest.fixture
def table(service):
    status, told, _ = post(service, f"{service.start}open", "game=niagara&name=Ada&name=Ben&name=Chie")
    assert status == 303
    return told["location"].removeprefix("/referee")


def test_the_folder_itself_leads_to_the_start_page(service):
    assert ask(service, "/")[:2] == (303, {"location": f"/referee{service.start}"})
    assert ask(service, service.start)[0] == 200


def test_pages_speak_the_languages_of_the_browser(service):
    assert '<html lang="ja">' in ask(service, service.start)[2]


def test_every_address_of_a_page_lies_below_the_folder(service, table):
    page = ask(service, table)[2]
    named = [each.split('"')[0] for each in page.split('href="')[1:] + page.split('action="')[1:]]
    assert [] == [each for each in named if each.startswith("/") and not each.startswith("/referee/")]
    assert 'data-stream="/referee/live/' in page
    assert '<head><script src="/referee/page.js"></script>' in page


def test_a_page_may_stand_in_a_frame_of_the_folder_alone(service):
    headers = ask(service, service.start)[1]
    assert "frame-ancestors 'self'" in headers["content-security-policy"]
    assert "x-frame-options" not in headers


def test_the_language_somebody_chose_is_remembered_for_the_next_start(service, tmp_path, table):
    watch = Service(str(tmp_path / "referee.db"), BASE, "en", is_kept=True)
    service._cookies.set("referee-language=zh-Hans; Path=/; HttpOnly")
    other = Service(str(tmp_path / "referee.db"), BASE, "en", is_kept=True)
    assert ("", "referee-language=zh-Hans") == (watch._cookies.header("/"), other._cookies.header("/s/x"))
    watch.close()
    other.close()


def test_a_cookie_goes_where_it_belongs_and_goes_when_it_is_taken_away(service):
    service._cookies.set("key=on.1; Path=/s/abc; Max-Age=60")
    assert ["key=on.1", ""] == [service._cookies.header(path) for path in ("/s/abc/hand", "/s/xyz/")]
    service._cookies.set("key=; Path=/s/abc; Max-Age=0")
    assert service._cookies.header("/s/abc/hand") == ""


def test_links_open_again_after_a_start(service, tmp_path, table):
    again = Service(str(tmp_path / "referee.db"), BASE, "en", is_kept=True)
    assert again.start == service.start
    assert ask(again, table)[0] == 200
    again.close()


def test_a_log_that_is_not_as_it_was_recorded_is_named_at_the_start(service, table, tmp_path):
    assert [""] == list(service.audit())
    with closing(sqlite3.connect(tmp_path / "referee.db", isolation_level=None)) as db:
        db.execute(
            "UPDATE log SET line = CAST(replace(CAST(line AS TEXT), 'Ben', 'Bob') AS BLOB) WHERE seq = 1"
        )
    assert ["niagara-1"] == list(service.audit())
