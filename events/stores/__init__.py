"""Stores of logs behind one protocol: in memory, in SQLite, in PostgreSQL."""

import errno
import os
from pathlib import Path

from events.stores.protocol import NoLocksError, NoStoreError, NotInstalledError, ServedStore

ADDRESSES = ("postgresql://", "postgres://")
"""What the address of a database begins with; everything else is the path of a file."""

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


def place_of(address: str) -> str:
    """Name the place in the address of a database, without user and password; the address may be wrong."""
    return f"postgresql://{address.partition('://')[2].rpartition('@')[2].partition('?')[0]}"


def from_anywhere(where: str) -> str:
    """Write a path or an address so that a process in another folder finds the same store."""
    return where if where.startswith(ADDRESSES) else str(Path(where).expanduser().resolve())


def without_secrets(where: str) -> str:
    """Write a path or an address as it may be printed to be typed again: with no password in it."""
    if not where.startswith(ADDRESSES):
        return where
    scheme, _, rest = where.partition("://")
    named, at, place = rest.rpartition("@")
    place, _, asked = place.partition("?")
    kept = "&".join(part for part in asked.split("&") if part and "password" not in part.partition("=")[0])
    return f"{scheme}://{named.partition(':')[0]}{at}{place}" + (f"?{kept}" if kept else "")


def open_file(path: Path, *, create: bool) -> ServedStore:
    """Open a SQLite file, in a folder that is made where there is none yet."""
    from events.stores.places import keeps_locks
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
