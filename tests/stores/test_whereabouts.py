"""Where a database lies: what is removed or replaced is noticed, however little is asked of the disk."""

import os

import pytest

from events.stores.protocol import ReplacedError
from events.stores.sqlite import Whereabouts

AGES = {"changed just now": None, "unchanged for long": (0, 0)}
"""What the folder says of its last change."""

FILE, WAL, NEW = "tables.db", "tables.db-wal", "new"

CHANGES = {
    "removed": lambda folder: (folder / FILE).unlink(),
    "moved away": lambda folder: (folder / FILE).rename(folder / "away"),
    "replaced": lambda folder: (folder / NEW).rename(folder / FILE),
    "the log removed": lambda folder: (folder / WAL).unlink(),
    "the log replaced": lambda folder: (folder / NEW).rename(folder / WAL),
    "the folder moved away": lambda folder: folder.rename(folder.with_name("elsewhere")),
}


def are_as_before(whereabouts):
    try:
        whereabouts.check()
    except ReplacedError:
        return False
    return True


@pytest.fixture
def files(tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    for name in (FILE, WAL, NEW):
        (folder / name).write_bytes(b"x")
    return folder / FILE, folder / WAL


@pytest.mark.parametrize("age", AGES)
@pytest.mark.parametrize("change", CHANGES)
def test_what_is_removed_or_replaced_is_noticed(files, age, change):
    os.utime(files[0].parent, AGES[age])
    whereabouts = Whereabouts(*files)
    assert [True, True] == [are_as_before(whereabouts) for _ in range(2)]
    CHANGES[change](files[0].parent)
    assert [False, False] == [are_as_before(whereabouts) for _ in range(2)]


@pytest.mark.parametrize("age", AGES)
def test_what_is_put_back_is_as_before(files, age):
    """The very file: a copy of it is another."""
    file, _ = files
    os.utime(file.parent, AGES[age])
    whereabouts = Whereabouts(*files)
    assert are_as_before(whereabouts)
    away = file.rename(file.with_name("away"))
    assert not are_as_before(whereabouts)
    away.rename(file)
    assert are_as_before(whereabouts)
    file.with_name("copy").write_bytes(file.read_bytes())
    file.with_name("copy").rename(file)
    assert not are_as_before(whereabouts)


def test_a_log_may_be_new_where_there_was_none(files):
    file, wal = files
    wal.unlink()
    whereabouts = Whereabouts(file, wal)
    assert are_as_before(whereabouts)
    wal.write_bytes(b"x")
    assert are_as_before(whereabouts)
    wal.with_name(NEW).rename(wal)
    assert not are_as_before(whereabouts)


def test_a_link_that_leads_elsewhere_is_noticed(files, tmp_path):
    file, wal = files
    link = tmp_path / "link.db"
    link.symlink_to(file)
    os.utime(tmp_path, (0, 0))
    whereabouts = Whereabouts(link, wal)
    assert are_as_before(whereabouts)
    link.unlink()
    link.symlink_to(file.with_name(NEW))
    os.utime(tmp_path, (0, 0))
    assert not are_as_before(whereabouts)


def test_the_files_themselves_are_left_alone_where_nothing_changed(files, monkeypatch):
    os.utime(files[0].parent, (0, 0))
    whereabouts = Whereabouts(*files)
    assert are_as_before(whereabouts)
    asked, stat = [], os.stat
    monkeypatch.setattr(os, "stat", lambda path: asked.append(path) or stat(path))
    assert are_as_before(whereabouts)
    assert [str(files[0].parent)] == asked
