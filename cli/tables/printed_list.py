"""The list of numbered acts that was printed last of a table: a number counts for that list alone."""

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from cli.frame.session import Session

if TYPE_CHECKING:
    from events.stores.protocol import ServedStore

MOST_TABLES = 50
"""Lists of so many tables are remembered, those printed last."""


class Printed(msgspec.Struct, frozen=True):
    """What was printed at a revision, and the hash of its entry: the numbers by whose list they stand in."""

    revision: int
    hash: str
    numbers: dict[str, list[int]]


def remember_numbers(session: Session, table: str, revision: int) -> None:
    """Remember the numbers this call has printed; a disk that cannot be written keeps nobody from looking."""
    from cli.tables.find_table import open_store
    from referee.service.files.written_files import write_file

    if not session.numbers:
        return
    store = open_store(session)
    hash, lists = hash_at(store, table, revision), read_lists(store)
    before = lists.pop(table, None)
    known = (
        before.numbers if before is not None and (before.revision, before.hash) == (revision, hash) else {}
    )
    merged = {
        who: sorted({*known.get(who, ()), *session.numbers.get(who, ())})
        for who in {*known, *session.numbers}
    }
    session.numbers.clear()
    kept = dict([*lists.items(), (table, Printed(revision, hash, merged))][-MOST_TABLES:])
    with suppress(OSError):
        write_file(place_of(store), [msgspec.json.encode(kept).decode()])


def printed_list(session: Session, table: str) -> Printed | None:
    """Give what was printed last of a table; None where nothing was, or of another table of that name."""
    from cli.tables.find_table import open_store

    store = open_store(session)
    found = read_lists(store).get(table)
    return found if found is not None and found.hash == hash_at(store, table, found.revision) else None


def hash_at(store: "ServedStore", table: str, revision: int) -> str:
    """Give the hash of an entry; empty where there is none."""
    from events.stores.protocol import hash_in

    line: Any = next(iter(store.read(table, revision, revision)), None)
    return "" if line is None else hash_in(line)


def read_lists(store: "ServedStore") -> dict[str, Printed]:
    """Read all that is remembered, by table; what cannot be read is nothing."""
    try:
        return msgspec.json.decode(place_of(store).read_bytes(), type=dict[str, Printed])
    except (OSError, msgspec.MsgspecError):
        return {}


def place_of(store: "ServedStore") -> Path:
    """Name the file in which lists are remembered, beside the secret of the store."""
    return store.secret.with_suffix(".lists")
