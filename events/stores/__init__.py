"""Stores of logs behind one protocol: in memory, in SQLite, in PostgreSQL."""

import errno
import os
from pathlib import Path

from events.stores.places import ADDRESSES, keeps_locks, place_of
from events.stores.protocol import NoLocksError, NoStoreError, NotInstalledError, ServedStore

_INSTALL = "pip install 'referee[postgres]'"


def open_store(where: str | Path, *, create: bool = False) -> ServedStore:
    """Open the store that a path or an address (`postgresql://…`) names; lay it out if new and `create`.

    The caller closes it. Raises NoStoreError where there is none, NotInstalledError, IsADirectoryError, and
    every other StoreError.
    """
    if isinstance(where, str) and where.startswith(ADDRESSES):
        return _open_database(where, create=create)
    return _open_file(Path(where).expanduser(), create=create)


def _open_database(address: str, *, create: bool) -> ServedStore:
    try:
        from events.stores.postgres import PostgresStore  # an extra, and nothing a file needs
    except ImportError as error:
        if not (error.name or "").startswith("psycopg"):
            raise
        raise NotInstalledError(path=place_of(address), command=_INSTALL) from error
    return PostgresStore(address, create=create)


def _open_file(path: Path, *, create: bool) -> ServedStore:
    from events.stores.sqlite import SqliteStore  # nothing a database needs

    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if create:
        path.parent.mkdir(parents=True, exist_ok=True)
        if keeps_locks(path.parent) is False:
            raise NoLocksError(path=str(path))
    elif not path.exists():
        raise NoStoreError(path=str(path), why="no such file")
    return SqliteStore(path, create=create)
