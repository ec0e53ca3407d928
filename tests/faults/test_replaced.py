"""The file under the service: removed or replaced, it is noticed before the next acknowledgement."""

import os
import shutil
import time
from contextlib import closing

import pytest

from events.stores import open_store
from events.stores.protocol import NO_HEAD, ReplacedError
from referee.testing.phones import Service
from tests.stages import slow
from tests.stores.logs import batch, sealed
from tests.web.serving import Served

pytestmark = slow


REMOVED = {
    "removed": lambda path: path.unlink(),
    "moved away": lambda path: path.rename(path.with_name("away.db")),
    "removed with its write-ahead log": lambda path: [
        each.unlink() for each in path.parent.glob("tables.db*")
    ],
    "its write-ahead log alone": lambda path: path.with_name("tables.db-wal").unlink(),
    "replaced by a copy of itself": lambda path: shutil.copy(path, path.with_name("copy")).replace(path),
    "replaced by another": lambda path: other(path.with_name("another.db")).replace(path),
}
"""What may be done to a file while it is in use."""


def other(path):
    with open_store(path, create=True) as store:
        store.append(batch(NO_HEAD, 5))
    return path


@pytest.mark.parametrize("changed", [None, (0, 0)], ids=["a new folder", "an old folder"])
@pytest.mark.parametrize("how", REMOVED)
def test_nothing_is_acknowledged_that_is_not_in_the_file(tmp_path, how, changed):
    """Neither entries nor links nor notes; nor is what was there shown as if it still were."""
    path = tmp_path / "tables.db"
    with open_store(path, create=True) as store:
        store.append(batch(NO_HEAD, 3))
        os.utime(tmp_path, changed)
        head = store.head("t")
        REMOVED[how](path)
        for act in (
            lambda: store.append(batch(head)),
            lambda: store.create("u", sealed(3, "u")),
            lambda: store.note("t", "vote", "yes"),
            lambda: store.head("t"),
        ):
            with pytest.raises(ReplacedError) as error:
                act()
            assert str(path) == error.value.args_["path"]


def test_a_file_that_is_put_back_is_gone_on_with(tmp_path):
    path, away = tmp_path / "tables.db", tmp_path / "away.db"
    with open_store(path, create=True) as store:
        store.append(batch(NO_HEAD, 3))
        path.rename(away)
        with pytest.raises(ReplacedError):
            store.head("t")
        away.rename(path)
        store.append(batch(store.head("t"), 3))
        assert sealed(6) == list(store.read("t"))


def test_a_phone_is_told_that_nothing_is_recorded_any_more(tmp_path):
    with Service(tmp_path / "tables.db") as service:
        table = service.open("Ada", "Ben", "Chie")
        table.page("A")
        (tmp_path / "tables.db").unlink()
        tapped = table.say("A", "A plays 4", seen=1, key="k")
        shown = service.client.get(table.link("A"), headers={"accept-language": "ja"})
        assert (503, 503) == (tapped.status_code, shown.status_code)
        assert "Nothing is recorded any more" in tapped.text
        assert "もう何も記録されません" in shown.text


def test_an_open_page_learns_that_the_file_is_gone(tmp_path):
    served = Served(tmp_path / "tables.db")
    try:
        links = served.open("niagara", ["A", "B", "C"])
        with closing(served.follow(f"/live/{links['A']}")) as stream:
            time.sleep(1)
            (tmp_path / "tables.db").unlink()
            stream.settimeout(10)
            while stream.recv(65536):
                pass
        answer = served.ask(links["A"], "/api/table/acts", {"notation": "A plays 4", "seen": 1, "key": "k"})
        assert (503, "error") == (answer.status_code, answer.json()["verdict"])
    finally:
        served.close()
