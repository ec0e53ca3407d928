"""Stores of logs behind one protocol: in memory, in SQLite, in PostgreSQL."""

import errno
import os
from pathlib import Path

from events.stores.places import ADDRESSES, keeps_locks, place_of
from events.stores.protocol import NoLocksError, NoStoreError, NotInstalledError, ServedStore

INSTALL = "pip install 'referee[postgres]'"


def open_store(where: str | Path, *, create: bool = False) -> ServedStore:
    """Open the store that a path or an address names; lay one out where `create` says so.

    Raises NoStoreError where there is none, NotInstalledError, IsADirectoryError, and every StoreError.
    """
    if isinstance(where, str) and where.startswith(ADDRESSES):
        return open_database(where, create=create)
    return open_file(Path(where).expanduser(), create=create)


def open_database(address: str, *, create: bool) -> ServedStore:
    """Open a PostgreSQL database."""
    try:
        from events.stores.postgres import PostgresStore
    except ImportError as error:
        if not (error.name or "").startswith("psycopg"):
            raise
        raise NotInstalledError(path=place_of(address), command=INSTALL) from error
    return PostgresStore(address, create=create)


def open_file(path: Path, *, create: bool) -> ServedStore:
    """Open a SQLite file, in a folder that is made where there is none yet."""
    from events.stores.sqlite import SqliteStore

    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if create:
        path.parent.mkdir(parents=True, exist_ok=True)
        if keeps_locks(path.parent) is False:
            raise NoLocksError(path=str(path))
    elif not path.exists():
        raise NoStoreError(path=str(path), why="no such file")
    return SqliteStore(path, create=create)
