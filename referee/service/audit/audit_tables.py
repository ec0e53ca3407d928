"""Audit every table of a database, in SQLite or PostgreSQL, on all cores or a cluster."""

from collections.abc import Callable, Generator, Iterator, Sequence
from functools import partial

from msgspec.structs import replace

from events.codec import NewerLogError
from events.stores import open_store
from events.stores.protocol import Store, StoreError, TableRow
from referee.kernel.registry import UnknownGameError
from referee.kernel.verdict import Refused, refuse
from referee.service.audit.audit_files import LOT, Audited, unheard, unreadable
from referee.service.audit.heads import whole_head
from referee.service.audit.judge_again import Finding, audit
from referee.service.logs.log_index import secrets_of
from referee.service.logs.replay import EmptyLogError, head_of
from referee.service.logs.sources import Log, StoredLog
from referee.service.simulation.executor import hire

Note = Callable[[int], None]
"""Hears how many entries more are done."""

SMALL = 20_000
"""So few entries are audited here before other processes would have started."""


class Tables:
    """The tables of a database, to be audited."""

    def __init__(self, where: str, store: Store, logs: list[TableRow]) -> None:
        self.where, self.logs = where, logs
        self._store = store

    def name(self, log: TableRow) -> str:
        """Name a table as its audit does."""
        return log.table

    def size(self, log: TableRow) -> int:
        """Count its entries."""
        return log.revision

    def fingerprint(self, log: TableRow) -> str:
        """Say how it is now."""
        return fingerprint_of(StoredLog(self._store, log.table))

    def audit(self, logs: list[TableRow], note: Note, on: str | None) -> Generator[Audited, None, None]:
        """Audit some of them."""
        return audit_tables(self.where, logs, note, on)


def audit_tables(
    where: str, rows: Sequence[TableRow], note: Note = unheard, on: str | None = None
) -> Generator[Audited, None, None]:
    """Audit tables of the database at `where`; give them in the order asked for.

    Whoever works opens the database for itself, all cores here or a cluster `on` an address, and reads
    the logs where they lie. Raises ClusterError, StoreError.
    """
    lots = [tuple(row.table for row in rows[k : k + LOT]) for k in range(0, len(rows), LOT)]
    entries = {row.table: row.revision for row in rows}
    work = partial(audit_lot, where)
    if on is None and sum(entries.values()) < SMALL:
        for lot in lots:
            yield from noted(work(lot), note, entries)
        return
    with hire(on, look=partial(look_at, where, rows[-1].table if rows else None)) as executor:
        for audited in executor.each(work, lots):
            yield from noted(audited, note, entries)


def look_at(where: str, table: str | None) -> Refused | None:
    """Say why the database cannot be read from here; it should have this table."""
    try:
        with open_store(where) as store:
            if table is None or store.head(table).revision:
                return None
    except StoreError as error:
        return Refused(error.reason, args=error.args_)
    return refuse("crew.other_tables", table=table)


def noted(audited: Sequence[Audited], note: Note, entries: dict[str, int]) -> Iterator[Audited]:
    """Pass what was audited on, and tell how many entries that were."""
    for one in audited:
        note(entries[one.path])
        yield one


def audit_lot(where: str, tables: Sequence[str]) -> list[Audited]:
    """Audit some tables, wherever that is done."""
    with open_store(where) as store:
        return [audit_table(store, table) for table in tables]


def audit_table(store: Store, table: str) -> Audited:
    """Audit a table; in what is found, the secrets of a game that still lasts are covered."""
    log = StoredLog(store, table)
    try:
        fingerprint = fingerprint_of(log)
        findings = tuple(redact_finding(log, finding) for finding in audit(log))
        is_damaged = any(finding.is_damage for finding in findings)
        entries = 0 if is_damaged else head_of(log).revision
        return Audited(path=table, entries=entries, findings=findings, fingerprint=fingerprint)
    except EmptyLogError:
        return unreadable(table, "log.empty")
    except NewerLogError as error:
        return unreadable(table, "cli.newer_log", found=error.args[0], ours=error.args[1])
    except UnknownGameError as error:
        return unreadable(table, "table.unknown_game", game=error.args[0])


def fingerprint_of(log: StoredLog) -> str:
    """Give the hash that stands for all that is kept of a table now."""
    head = log.store.head(log.table)
    return whole_head(log, head.revision, head.hash) or ""


def redact_finding(log: Log, finding: Finding) -> Finding:
    """Cover what a table keeps secret while its game lasts."""
    if finding.is_damage:
        return finding
    secrets = secrets_of(log)
    shown = {
        name: secrets.redact(finding.seq, event)
        for name in ("found", "expected")
        if (event := getattr(finding, name)) is not None
    }
    return replace(finding, **shown)
