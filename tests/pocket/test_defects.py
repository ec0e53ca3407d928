"""What went wrong once in the program of a browser, and does no more."""

import asyncio
import json
import shutil
import subprocess
from pathlib import Path

import pytest
from litestar.testing import TestClient

from events.stores.protocol import FullError
from referee.pocket.start import Service
from referee.testing.phones import KEEPER
from referee.web.access.address import FoundAddress
from referee.web.app import make_app
from tests.pocket.test_start import BASE, ask, awaited, post

NODE = shutil.which("node")


@pytest.fixture
def service(tmp_path):
    made = Service(str(tmp_path / "referee.db"), BASE, "en", is_kept=True)
    yield made
    made.close()


@pytest.fixture
def table(service):
    return post(service, f"{service.start}open", "game=niagara&name=Ada&name=Ben&name=Chie")[1]["location"]


def test_cookies_that_cannot_be_written_take_no_answer_away(service):
    class Full:
        def note(self, *_):
            raise FullError(path="referee.db")

    service._cookies._store = Full()
    given = [(b"set-cookie", b"referee-language=ja; Path=/"), (b"content-type", b"text/plain")]
    assert b"answer" == service._translate(given, b"answer")[1]


def test_an_event_stream_is_answered(service, table):
    async def within_a_moment():
        address = table.replace("/s/", "/live/").rstrip("/")
        return await asyncio.wait_for(service("GET", f"{address}?page=", None, None), 5)

    assert awaited(within_a_moment())[0] < 500


def test_a_path_that_is_no_text_is_not_found(service):
    assert 404 == ask(service, "/s/%ff%fe/")[0]


def test_no_page_names_a_file_that_is_gone_with_it(service, table):
    """The folder with the logs of removed tables is none of the files that `storage.js` keeps."""
    page = post(service, f"{service.start}delete", "table=niagara-1&named=niagara-1&lang=en")[2]
    assert "niagara-1 was removed" in page
    assert "put-away" not in page


def test_a_phone_that_calls_itself_this_machine_does_not_get_the_keepers_link(tmp_path):
    nowhere = FoundAddress(8000, lambda: ())
    app = make_app(tmp_path / "referee.db", base=nowhere, host_token=KEEPER)
    with TestClient(app, base_url="http://127.0.0.1:8000") as phone:  # its address is none of this machine's
        names = {"game": "niagara", "name": ["Ada", "Ben", "Chie"]}
        opened = phone.post(f"/h/{KEEPER}/open", data=names, follow_redirects=False)
        page = phone.get(opened.headers["location"]).text
    app.state.access.live.close()
    assert KEEPER not in page


@pytest.fixture(scope="module")
def in_a_browser():
    if NODE is None:
        pytest.skip("there is no node here")
    script = Path(__file__).with_name("defects.mjs")
    done = subprocess.run([NODE, str(script)], capture_output=True, text=True, timeout=60, check=True)
    return json.loads(done.stdout)


@pytest.mark.parametrize("what", ["lostByNeighbour", "isRefusedWhileBusy"])
def test_a_browser_keeps_what_it_has(in_a_browser, what):
    assert not in_a_browser[what]
