"""What the keeper of the tables does with one as a whole: give it another name, remove it.

Its log is written into a file first, always: nothing that was played is lost.
"""

import re
from pathlib import Path

import msgspec

from events.stores.places import sync
from events.stores.protocol import SEAT, Conflict, Head, ServedStore
from referee.kernel.table import judge_table_name
from referee.kernel.verdict import Refused
from referee.service.audit.heads import short_code
from referee.service.files.importing import rename_log
from referee.service.files.written_files import write_file
from referee.service.logs.replay import EmptyLogError
from referee.service.logs.sources import StoredLog, proved

_FOLDER = "put-away"
"""The folder beside a store that holds the logs of tables that were removed or renamed."""

_NAME_TAKEN = Refused("table.name_taken", ("TAB-OPEN-05",))


class Archived(msgspec.Struct, frozen=True, kw_only=True):
    """A table that was removed (no `name`), or is called `name` from now on; `file` holds its former log."""

    table: str
    entries: int
    file: str
    name: str = ""
    head: str = ""


def rename(store: ServedStore, table: str, name: str) -> Archived | Refused | Conflict:
    """Call a table otherwise; its phones go on with it.

    The name stands in every entry, so they are chained anew and their head is another one: heads noted
    before prove the log in the file. Raises EmptyLogError where there is no such table, DamagedLogError,
    OwnerOnlyError, StoreError, OSError.

    Rules: TAB-OPEN-02, TAB-OPEN-05
    """
    if (refused := judge_table_name(name)) is not None:
        return refused
    if store.head(name).revision:
        return _NAME_TAKEN
    head, file = _write_archive(store, table)
    lines = rename_log(proved(StoredLog(store, table)), name)
    done = store.rename(table, name, head, list(lines))
    if isinstance(done, Conflict):
        return _NAME_TAKEN if store.head(name).revision else done
    return Archived(table=table, entries=head.revision, file=str(file), name=name, head=done.head.hash)


def delete(store: ServedStore, table: str) -> Archived | Conflict:
    """Remove a table with its links: its phones are told that it is gone. Raises as `rename` does."""
    head, file = _write_archive(store, table)
    done = store.remove(table, head)
    if isinstance(done, Conflict):
        return done
    return Archived(table=table, entries=head.revision, file=str(file))


def _write_archive(store: ServedStore, table: str) -> tuple[Head, Path]:
    """Write a table's log into a file beside the store, on disk at the end; return its head and the file."""
    store.judge_owner()
    log = StoredLog(store, table)
    head = store.head(table)
    if not head.revision:
        raise EmptyLogError
    folder = store.secret.parent / _FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    called = re.sub(r"[^\w.-]", "_", table)
    file = folder / f"{called}.{short_code(head.hash)}.jsonl"
    write_file(file, (line.decode() for line in proved(log)))
    for written in (file, folder, folder.parent):
        sync(written)
    return head, file


def phones_of(store: ServedStore, table: str) -> int:
    """Count the phones that hold a link of a table."""
    return sum(link.opened and link.role == SEAT for link in store.links(table))
