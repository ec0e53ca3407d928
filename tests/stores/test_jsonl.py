"""The store of plain files."""

import json

import pytest

from events.stores.jsonl import JsonlStore
from events.stores.protocol import NO_HEAD, Appended, DamagedStoreError, LockedError, UnreachableError
from tests.stores.logs import batch, sealed
from tests.stores.store_tests import StoreTests


class TestJsonl(StoreTests):
    """One file a table, and a ledger beside it."""

    def open(self, folder):
        """Open the folder."""
        return JsonlStore(folder / "tables")

    def rewrite(self, store, table, lines):
        """Write the file anew, as long as it was: the ledger knows its length."""
        path = store.path / f"{table}.jsonl"
        text = b"\n".join(lines) + b"\n"
        path.write_bytes(text)


@pytest.fixture
def store(tmp_path):
    """Open a store with ten entries of table t."""
    store = JsonlStore(tmp_path)
    store.append(batch(NO_HEAD, 10, key="k", answer=b'"first"'))
    return store


def test_the_file_is_the_exported_form(store):
    """One entry a line, each line ended."""
    assert b"\n".join(sealed(10)) + b"\n" == (store.path / "t.jsonl").read_bytes()


def test_a_torn_last_line_was_never_acknowledged(store):
    """A crash in mid-write: readers do not see it, the next append cuts it off."""
    path = store.path / "t.jsonl"
    with path.open("ab") as file:
        file.write(sealed(11)[-1][:50])
    assert sealed(10) == list(store.read("t"))
    assert isinstance(store.append(batch(store.head("t"), 2)), Appended)
    assert sealed(12) == path.read_bytes().splitlines()


def test_a_whole_line_without_its_note_was_never_acknowledged(store):
    """A crash between the log and its ledger: the action is gone whole, not by half."""
    path = store.path / "t.jsonl"
    with path.open("ab") as file:
        file.write(sealed(11)[-1] + b"\n")
    assert (10, sealed(10)) == (store.head("t").revision, list(store.read("t")))


def test_a_torn_note_was_never_acknowledged(store):
    """A crash in the ledger itself."""
    with (store.path / "t.ledger").open("ab") as file:
        file.write(b'{"revision":11,"ha')
    again = JsonlStore(store.path)
    assert (10, b'"first"') == (again.head("t").revision, again.answer("t", "k"))
    assert isinstance(again.append(batch(again.head("t"), 2, key="l", answer=b'"second"')), Appended)
    assert b'"second"' == JsonlStore(store.path).answer("t", "l")


def test_a_log_shorter_than_acknowledged_takes_nothing_more(store):
    """What is damaged is not written on."""
    path = store.path / "t.jsonl"
    path.write_bytes(path.read_bytes()[:-20])
    with pytest.raises(DamagedStoreError) as error:
        store.append(batch(store.head("t")))
    assert str(path) == error.value.args_["path"]


def test_a_ledger_that_cannot_be_read_is_named(store):
    """With its path."""
    (store.path / "t.ledger").write_bytes(b"what?\n")
    with pytest.raises(DamagedStoreError) as error:
        store.head("t")
    assert str(store.path / "t.ledger") == error.value.args_["path"]


def test_a_file_put_into_the_folder_is_a_table(store):
    """Without a ledger it is taken as it is, but for a torn last line."""
    (store.path / "new.jsonl").write_bytes(b"\n".join([*sealed(4, "new"), b'{"seq":5']))
    assert (4, sealed(4, "new")) == (store.head("new").revision, list(store.read("new")))
    store.append(batch(store.head("new"), 2, table="new"))
    assert sealed(6, "new") == list(store.read("new"))


def test_another_process_at_work_is_waited_for_and_then_named(store):
    """Whoever holds the lock."""
    impatient = JsonlStore(store.path, busy_seconds=0.05)
    with store._writing("t"), pytest.raises(LockedError):
        impatient.append(batch(store.head("t")))


def test_a_file_in_the_place_of_the_folder_is_named(tmp_path):
    """It cannot be a store."""
    path = tmp_path / "file"
    path.write_text("x")
    with pytest.raises(UnreachableError) as error:
        JsonlStore(path)
    assert str(path) == error.value.args_["path"]


def test_a_folder_that_must_exist_is_not_made(tmp_path):
    """Reading makes nothing."""
    with pytest.raises(UnreachableError):
        JsonlStore(tmp_path / "none", create=False)
    assert not (tmp_path / "none").exists()


def test_a_ledger_note_is_one_line_of_json(store):
    """Somebody will want to read it."""
    note = json.loads((store.path / "t.ledger").read_text("utf-8").splitlines()[-1])
    assert (10, "k", '"first"') == (note["revision"], note["key"], note["answer"])
