"""Audit a file, or a folder of thousands, on all cores."""

from collections.abc import Callable, Generator, Iterable, Iterator
from functools import partial
from hashlib import blake2b, file_digest
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from events.codec import MalformedError, NewerLogError
from referee.kernel.registry import UnknownGameError, codec_of_first_line
from referee.kernel.verdict import Refused, refuse
from referee.kernel.vocabulary import explain_unreadable
from referee.service.audit.judge_again import Finding, Watch, audit, faults_of
from referee.service.files.check import Summary, check_file
from referee.service.files.record_file import lines_of_file
from referee.service.logs.replay import EmptyLogError, head_of
from referee.service.logs.sources import FileLog
from referee.service.simulation.executor import hire

Note = Callable[[int], None]
"""Hears how many bytes more are done."""

SMALL = 2_000_000
"""So few bytes are audited here before other processes would have started."""

LOT = 4
"""So many files are handed to a process at once."""

LINES = 1000
"""After so many lines a process says how far it is."""


def unheard(_: int) -> None:
    """Let nobody hear it."""


class Audited(msgspec.Struct, frozen=True, kw_only=True):
    """What an audit of one file found; sound where `faults` is empty.

    `entries` are those of a log, or the lines of a record that were accepted; `fingerprint` stands for
    the log as it was audited, empty where it could not be read.
    """

    path: str
    entries: int
    findings: tuple[Finding, ...] = ()
    fingerprint: str = ""

    @property
    def is_damaged(self) -> bool:
        """Whether the file itself is not as it was written."""
        return any(finding.is_damage for finding in self.findings)

    @property
    def faults(self) -> tuple[Finding, ...]:
        """List what no rule mended since explains."""
        return faults_of(self.findings)


def files_in(folder: Path) -> list[Path]:
    """List the logs and records of a folder and the folders in it, in order of name."""
    return sorted(path for path in folder.rglob("*.jsonl") if path.is_file())


def size_of(paths: Iterable[Path]) -> int:
    """Add up the bytes of files; those that cannot be read count nothing."""
    return sum(path.stat().st_size for path in paths if path.is_file())


class Files:
    """The logs of a folder, to be audited."""

    def __init__(self, folder: Path, logs: list[Path]) -> None:
        self.where, self.logs = str(folder), logs

    def name(self, log: Path) -> str:
        """Name a log as its audit does."""
        return str(log)

    def size(self, log: Path) -> int:
        """Count its bytes."""
        return size_of([log])

    def fingerprint(self, log: Path) -> str:
        """Say how it is now; empty where it cannot be read."""
        try:
            return fingerprint_of(log)
        except OSError:
            return ""

    def audit(self, logs: list[Path], note: Note, on: str | None) -> Generator[Audited, None, None]:
        """Audit some of them."""
        return audit_files(logs, note, on)


def audit_files(
    paths: Iterable[Path], note: Note = unheard, on: str | None = None
) -> Generator[Audited, None, None]:
    """Audit files, several at a time; give them in the order asked for. `note` hears of bytes done.

    They are read by whoever works, all cores here or a cluster `on` an address, where they lie. Raises
    ClusterError.
    """
    paths = list(paths)
    if not paths or (on is None and (len(paths) < 2 or size_of(paths) < SMALL)):
        yield from (audit_file(path, note) for path in paths)
        return
    there = ([path.resolve() for path in lot] for lot in lots_of(paths))
    with hire(on, look=partial(look_at, paths[0].resolve().parent)) as executor:
        for lot, audited in zip(lots_of(paths), executor.each(audit_lot, there), strict=True):
            note(size_of(lot))
            yield from (replace(one, path=str(path)) for path, one in zip(lot, audited, strict=True))


def lots_of(paths: list[Path]) -> Iterator[list[Path]]:
    """Cut files into what is handed to a process at once."""
    return (paths[k : k + LOT] for k in range(0, len(paths), LOT))


def look_at(folder: Path) -> Refused | None:
    """Say why a folder cannot be read from here."""
    return None if folder.is_dir() else refuse("cli.system.ENOENT", file=str(folder))


def audit_lot(paths: list[Path]) -> list[Audited]:
    """Audit some files, wherever that is done."""
    return [audit_file(path) for path in paths]


def audit_file(path: Path, note: Note = unheard) -> Audited:
    """Audit one file: a log by its chain and its facts, a record line by line."""
    counter = Counter(note)
    try:
        fingerprint = fingerprint_of(path)
        first = next(lines_of_file(path)(), None)
        if first is None:
            return unreadable(path, "log.empty")
        _, is_log = codec_of_first_line(first[1])
        audited = audit_log(path, counter.watch) if is_log else audit_record(path)
        return replace(audited, fingerprint=fingerprint)
    except EmptyLogError:
        return unreadable(path, "log.empty")
    except NewerLogError as error:
        return unreadable(path, "cli.newer_log", found=error.args[0], ours=error.args[1])
    except UnknownGameError as error:
        return unreadable(path, "table.unknown_game", game=error.args[0])
    except MalformedError as error:
        return unreadable(path, "log.malformed", why=explain_unreadable(error))
    except OSError as error:
        return unreadable(path, "log.malformed", why=str(error))
    finally:
        note(size_of([path]) - counter.noted)


def fingerprint_of(path: Path) -> str:
    """Hash the bytes of a file. Raises OSError."""
    with path.open("rb") as file:
        return file_digest(file, lambda: blake2b(digest_size=32)).hexdigest()


class Counter:
    """Notes the bytes of the lines that pass, some lines at a time; `noted` is how many."""

    def __init__(self, note: Note) -> None:
        self.noted = 0
        self._note = note

    def watch(self, lines: Iterator[bytes]) -> Iterator[bytes]:
        """Pass lines on."""
        while lot := list(islice(lines, LINES)):
            yield from lot
            more = sum(map(len, lot)) + len(lot)
            self.noted += more
            self._note(more)


def unreadable(path: Path | str, reason: str, **args: Any) -> Audited:
    """Say why a file, or a table, could not be audited at all."""
    return Audited(
        path=str(path), entries=0, findings=(Finding(seq=1, reason=reason, args=args, is_damage=True),)
    )


def audit_log(path: Path, watch: Watch = iter) -> Audited:
    """Audit an exported log."""
    log = FileLog(path)
    findings = tuple(audit(log, watch))
    entries = 0 if any(finding.is_damage for finding in findings) else head_of(log).revision
    return Audited(path=str(path), entries=entries, findings=findings)


def audit_record(path: Path) -> Audited:
    """Audit a record: every line the rules, or the codec, would not take."""
    findings, accepted = [], 0
    for result in check_file(path, keep_going=True):
        if isinstance(result, Summary):
            accepted = result.accepted
        elif result.verdict == "refused":
            args = {"seq": result.line}
            findings.append(
                Finding(seq=result.line, reason="audit.refused", args=args, refused=result.refused)
            )
        elif result.verdict == "malformed" and result.refused:
            findings.append(
                Finding(
                    seq=result.line, reason=result.refused.reason, args=result.refused.args, is_damage=True
                )
            )
    return Audited(path=str(path), entries=accepted, findings=tuple(findings))
