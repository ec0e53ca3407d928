"""Stores of logs behind one protocol: in memory, and in SQLite."""

import errno
import os
from pathlib import Path

from events.stores.protocol import NoStoreError, ServedStore


def open_store(where: str | Path, *, create: bool = False) -> ServedStore:
    """Open the store that a path names; lay a new one out where there is none and `create` says so.

    Raises NoStoreError where there is none, IsADirectoryError, and every StoreError.
    """
    from events.stores.sqlite import SqliteStore

    path = Path(where).expanduser()
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if create:
        path.parent.mkdir(parents=True, exist_ok=True)
    elif not path.exists():
        raise NoStoreError(path=str(path), why="no such file")
    return SqliteStore(path, create=create)
