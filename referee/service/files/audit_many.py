"""Audit many files, or all tables of a database, on all cores or a cluster."""

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from functools import partial
from hashlib import blake2b, file_digest
from itertools import islice
from pathlib import Path
from typing import Any, Protocol

import msgspec
from msgspec.structs import replace

from events.codec import MalformedError, NewerLogError
from events.stores import open_store
from events.stores.protocol import Store, StoreError, TableRow
from referee.kernel.registry import UnknownGameError, codec_of_first_line
from referee.kernel.verdict import Refused, refuse
from referee.kernel.vocabulary import explain_unreadable
from referee.service.audit.heads import whole_head
from referee.service.audit.judge_again import Finding, Watch, audit, faults_of
from referee.service.files.check import Summary
from referee.service.files.file_lines import FileLog
from referee.service.files.record_file import check_file, lines_of_file
from referee.service.logs.log_index import secrets_of
from referee.service.logs.replay import EmptyLogError, head_of
from referee.service.logs.sources import Log, StoredLog
from referee.service.simulation.executor import BatchFolder, open_executor

Note = Callable[[int], None]
"""Hears how much more is done: bytes of files, entries of tables."""

_SMALL_BYTES, _SMALL_ENTRIES = 2_000_000, 20_000
"""So little is audited here before other processes would have started."""

LOGS_AT_ONCE = 4
"""So many logs are handed to a process at once."""

_LINES_AT_ONCE = 1000
"""After so many lines of a file `Note` is called."""

_SOUND_IN_A_LOT, _ENTRIES_IN_A_LOT = 100, 20_000
"""So many sound logs are noted at once, or fewer once they have so many entries."""


def _ignore(_: int) -> None:
    pass


class Audited(msgspec.Struct, frozen=True, kw_only=True):
    """What an audit of one log or record found; sound where `faults` is empty.

    `path` is the file, or the name of the table. `entries` are those of a log, 0 of a damaged one, or the
    lines of a record that were accepted; `fingerprint` is a hash of the log as it was audited, empty where it
    could not be read.
    """

    path: str
    entries: int
    findings: tuple[Finding, ...] = ()
    fingerprint: str = ""

    @property
    def is_damaged(self) -> bool:
        """Whether the log itself is not as it was written."""
        return any(finding.is_damage for finding in self.findings)

    @property
    def faults(self) -> tuple[Finding, ...]:
        """Return the findings that no rule corrected since explains."""
        return faults_of(self.findings)


def _unreadable(path: Path | str, reason: str, **args: Any) -> Audited:
    finding = Finding(seq=1, reason=reason, args=args, is_damage=True)
    return Audited(path=str(path), entries=0, findings=(finding,))


class Many(Protocol):
    """Logs that lie somewhere together (`where`: a folder, or the address of a database)."""

    where: str
    logs: list[Any]

    def name(self, log: Any) -> str:
        """Return the `path` of its `Audited`."""

    def size(self, log: Any) -> int:
        """Return how much there is of it to read, in the unit of `Note`."""

    def fingerprint(self, log: Any) -> str:
        """Return a hash of the log as it is now; empty where it cannot be read."""

    def audit(self, logs: list[Any], note: Note, on: str | None) -> Generator[Audited, None, None]:
        """Audit some of the logs, on a cluster where `on` is its address; yield in the order asked for."""


class Files:
    """The logs and records of a folder, as `Many`: their size in bytes, a hash of their bytes."""

    def __init__(self, folder: Path, logs: list[Path]) -> None:
        self.where, self.logs = str(folder), logs

    def name(self, log: Path) -> str:
        return str(log)

    def size(self, log: Path) -> int:
        return _size_of([log])

    def fingerprint(self, log: Path) -> str:
        try:
            return _hash_of(log)
        except OSError:
            return ""

    def audit(self, logs: list[Path], note: Note, on: str | None) -> Generator[Audited, None, None]:
        return audit_files(logs, note, on)


class Tables:
    """The tables of a database, as `Many`: their size in entries, a hash of all that is kept of each."""

    def __init__(self, where: str, store: Store, logs: list[TableRow]) -> None:
        self.where, self.logs = where, logs
        self._store = store

    def name(self, log: TableRow) -> str:
        return log.table

    def size(self, log: TableRow) -> int:
        return log.revision

    def fingerprint(self, log: TableRow) -> str:
        return _whole_head_of(StoredLog(self._store, log.table))

    def audit(self, logs: list[TableRow], note: Note, on: str | None) -> Generator[Audited, None, None]:
        return audit_tables(self.where, logs, note, on)


def files_in(folder: Path) -> list[Path]:
    """Return the logs and records of a folder and the folders in it, sorted."""
    return sorted(path for path in folder.rglob("*.jsonl") if path.is_file())


def _size_of(paths: Iterable[Path]) -> int:
    return sum(path.stat().st_size for path in paths if path.is_file())


def _hash_of(path: Path) -> str:
    with path.open("rb") as file:
        return file_digest(file, lambda: blake2b(digest_size=32)).hexdigest()


def audit_files(
    paths: Iterable[Path], note: Note = _ignore, on: str | None = None
) -> Generator[Audited, None, None]:
    """Audit files, several at a time; yield in the order asked for. `note` hears of bytes.

    All cores here read them, or a cluster where `on` is its address, at the paths as they are here. Raises
    ClusterError.
    """
    paths = list(paths)
    if not paths or (on is None and (len(paths) < 2 or _size_of(paths) < _SMALL_BYTES)):
        yield from (audit_file(path, note) for path in paths)
        return
    lots = [paths[k : k + LOGS_AT_ONCE] for k in range(0, len(paths), LOGS_AT_ONCE)]
    absolute = ([path.resolve() for path in lot] for lot in lots)
    with open_executor(on, check=partial(_look_for_folder, paths[0].resolve().parent)) as executor:
        for lot, audited in zip(lots, executor.each(_audit_files, absolute), strict=True):
            note(_size_of(lot))
            yield from (replace(one, path=str(path)) for path, one in zip(lot, audited, strict=True))


def _look_for_folder(folder: Path) -> Refused | None:
    return None if folder.is_dir() else refuse("cli.system.ENOENT", file=str(folder))


def _audit_files(paths: list[Path]) -> list[Audited]:
    return [audit_file(path) for path in paths]


def audit_file(path: Path, note: Note = _ignore) -> Audited:
    """Audit one file: a log by its chain and its facts, a record line by line. `note` hears of bytes."""
    noted = 0

    def watch(lines: Iterator[bytes]) -> Iterator[bytes]:
        nonlocal noted
        while lot := list(islice(lines, _LINES_AT_ONCE)):
            yield from lot
            more = sum(map(len, lot)) + len(lot)
            noted += more
            note(more)

    try:
        fingerprint = _hash_of(path)
        first = next(lines_of_file(path)(), None)
        if first is None:
            return _unreadable(path, "log.empty")
        _, is_log = codec_of_first_line(first[1])
        audited = _audit_log(path, watch) if is_log else _audit_record(path)
        return replace(audited, fingerprint=fingerprint)
    except EmptyLogError:
        return _unreadable(path, "log.empty")
    except NewerLogError as error:
        return _unreadable(path, "cli.newer_log", found=error.args[0], ours=error.args[1])
    except UnknownGameError as error:
        return _unreadable(path, "table.unknown_game", game=error.args[0])
    except MalformedError as error:
        return _unreadable(path, "log.malformed", why=explain_unreadable(error))
    except OSError as error:
        return _unreadable(path, "log.malformed", why=str(error))
    finally:
        note(_size_of([path]) - noted)


def _audit_log(path: Path, watch: Watch) -> Audited:
    log = FileLog(path)
    audited = Audited(path=str(path), entries=0, findings=tuple(audit(log, watch)))
    return audited if audited.is_damaged else replace(audited, entries=head_of(log).revision)


def _audit_record(path: Path) -> Audited:
    """Report every line that the rules, or the codec, would not take."""
    findings, accepted = [], 0
    for result in check_file(path, keep_going=True):
        if isinstance(result, Summary):
            accepted = result.accepted
        elif result.verdict == "refused":
            args = {"seq": result.line}
            findings.append(
                Finding(seq=result.line, reason="audit.refused", args=args, refused=result.refused)
            )
        elif result.verdict == "malformed" and (why := result.refused):
            findings.append(Finding(seq=result.line, reason=why.reason, args=why.args, is_damage=True))
    return Audited(path=str(path), entries=accepted, findings=tuple(findings))


def audit_tables(
    where: str, rows: Sequence[TableRow], note: Note = _ignore, on: str | None = None
) -> Generator[Audited, None, None]:
    """Audit tables of the database at `where`; yield in the order asked for. `note` hears of entries.

    All cores here, or the machines of a cluster where `on` is its address, open the database each for
    themselves. Raises ClusterError, StoreError.
    """
    lots = [tuple(row.table for row in rows[k : k + LOGS_AT_ONCE]) for k in range(0, len(rows), LOGS_AT_ONCE)]
    entries = {row.table: row.revision for row in rows}

    def noted(audited: Sequence[Audited]) -> Iterator[Audited]:
        for one in audited:
            note(entries[one.path])
            yield one

    work = partial(_audit_tables, where)
    if on is None and sum(entries.values()) < _SMALL_ENTRIES:
        for lot in lots:
            yield from noted(work(lot))
        return
    with open_executor(
        on, check=partial(look_for_table, where, rows[-1].table if rows else None)
    ) as executor:
        for audited in executor.each(work, lots):
            yield from noted(audited)


def look_for_table(where: str, table: str | None) -> Refused | None:
    """Return why the database cannot be read from here: it should have `table`, if one is named."""
    try:
        with open_store(where) as store:
            if table is None or store.head(table).revision:
                return None
    except StoreError as error:
        return Refused(error.reason, args=error.args_)
    return refuse("crew.other_tables", table=table)


def _audit_tables(where: str, tables: Sequence[str]) -> list[Audited]:
    with open_store(where) as store:
        return [_audit_table(store, table) for table in tables]


def _audit_table(store: Store, table: str) -> Audited:
    log = StoredLog(store, table)
    try:
        fingerprint = _whole_head_of(log)
        findings = tuple(without_secrets(log, finding) for finding in audit(log))
        audited = Audited(path=table, entries=0, findings=findings, fingerprint=fingerprint)
        return audited if audited.is_damaged else replace(audited, entries=head_of(log).revision)
    except EmptyLogError:
        return _unreadable(table, "log.empty")
    except NewerLogError as error:
        return _unreadable(table, "cli.newer_log", found=error.args[0], ours=error.args[1])
    except UnknownGameError as error:
        return _unreadable(table, "table.unknown_game", game=error.args[0])


def _whole_head_of(log: StoredLog) -> str:
    head = log.store.head(log.table)
    return whole_head(log, head.revision, head.hash) or ""


def without_secrets(log: Log, finding: Finding) -> Finding:
    """Return a finding as everybody may read it while the game lasts."""
    if finding.is_damage:
        return finding
    secrets = secrets_of(log)
    visible = {
        name: secrets.redact(finding.seq, event)
        for name in ("found", "expected")
        if (event := getattr(finding, name)) is not None
    }
    return replace(finding, **visible)


class _Sound(msgspec.Struct, frozen=True, array_like=True):
    """A log that was found sound, as it was then."""

    path: str
    entries: int
    fingerprint: str


def audit_resumed(
    kept: BatchFolder, many: Many, note: Note, on: str | None = None
) -> Generator[Audited, None, None]:
    """Audit many logs; yield in the order asked for. `note` hears how much more is done.

    Logs that `kept` names as sound are not read again while their fingerprint stays; those with findings
    are. What is found sound is kept on the way, and all of it is removed once every log is audited.
    """
    lots = (msgspec.json.decode(kept.read(lot), type=list[_Sound]) for lot in kept.names())
    known = {sound.path: sound for lot in lots for sound in lot}
    stand = [
        many.name(log) in known and known[many.name(log)].fingerprint == many.fingerprint(log)
        for log in many.logs
    ]
    fresh = many.audit([log for log, stands in zip(many.logs, stand, strict=True) if not stands], note, on)
    notes = _Notes(kept)
    try:
        for log, stands in zip(many.logs, stand, strict=True):
            if stands:
                note(many.size(log))
                sound = known[many.name(log)]
                yield Audited(path=sound.path, entries=sound.entries, fingerprint=sound.fingerprint)
            else:
                audited = next(fresh)
                notes.take(audited)
                yield audited
    except BaseException:
        notes.write()
        raise
    finally:
        fresh.close()
    kept.remove()


class _Notes:
    """Writes down which logs are sound, some at a time."""

    def __init__(self, kept: BatchFolder) -> None:
        self._kept, self._sound, self._next = kept, list[_Sound](), len(kept.names()) + 1

    def take(self, audited: Audited) -> None:
        if not audited.findings:
            self._sound.append(_Sound(audited.path, audited.entries, audited.fingerprint))
        entries = sum(sound.entries for sound in self._sound)
        if len(self._sound) >= _SOUND_IN_A_LOT or entries >= _ENTRIES_IN_A_LOT:
            self.write()

    def write(self) -> None:
        if self._sound:
            self._kept.write(f"{self._next:07d}", self._sound)
            self._sound, self._next = [], self._next + 1
