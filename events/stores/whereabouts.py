"""Where a database lies: whether its files were removed or replaced while it is open."""

import os
from pathlib import Path
from time import time_ns

from events.stores.protocol import ReplacedError

Identity = tuple[int, int] | None
"""A file by its device and number; None where there is none."""

SETTLED_NS = 2_000_000_000
"""How long ago a folder changed for its time to tell the next change: some disks count in steps as long."""


class Whereabouts:
    """A database file and its write-ahead log, as they lay when they were opened.

    The folder is asked first: nothing in it is removed, renamed or replaced without a new time of its
    own. Whoever asks a file that is being written for its times makes the next write to it note a new
    one, which the disk then keeps: for the write-ahead log a third of every commit.
    """

    def __init__(self, file: Path, wal: Path) -> None:
        """Look at both; a link to a file may be made to lead elsewhere without a trace in its folder."""
        self._path, file, wal = str(file), file.absolute(), wal.absolute()
        self._file, self._wal, self._folder = str(file), str(wal), str(file.parent)
        self._may_settle = not file.is_symlink()
        self._known = identity(self._file), identity(self._wal)
        self._settled: tuple[int, int, int] | None = None

    def check(self) -> None:
        """Raise ReplacedError where either no longer lies there: what is written then is lost.

        A write-ahead log may be new where there was none.
        """
        try:
            folder = os.stat(self._folder)  # noqa: PTH116 - asked at every commit, and three times as fast
        except OSError as error:
            raise ReplacedError(path=self._path) from error
        found = folder.st_mtime_ns, folder.st_ino, folder.st_dev
        if found != self._settled:
            self._look(found)

    def _look(self, folder: tuple[int, int, int]) -> None:
        """Look at the files themselves; where they lie as before, the folder may answer the next time."""
        file, wal = self._known
        now = identity(self._file), identity(self._wal)
        self._settled = None
        if now[0] != file or wal not in {None, now[1]}:
            raise ReplacedError(path=self._path)
        self._known = now
        if self._may_settle and _now_ns() - folder[0] > SETTLED_NS:
            self._settled = folder


def _now_ns() -> int:
    """Return the time; the end of what the clock's functions can hold (the year 2262) where it is later."""
    try:
        return time_ns()
    except OverflowError:
        return (1 << 63) - 1


def identity(path: str) -> Identity:
    """Give what tells a file from one that comes to stand in its place."""
    try:
        found = os.stat(path)  # noqa: PTH116 - as above
    except OSError:
        return None
    return found.st_dev, found.st_ino
