"""Audit a file, or a folder of thousands, on all cores."""

import os
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import msgspec

from events.codec import MalformedError, NewerLogError, codec_of_first_line
from referee.kernel.registry import UnknownGameError
from referee.service.audit import Finding, audit
from referee.service.check import Summary, check_file
from referee.service.logs import FileLog, numbered_lines
from referee.service.replay import EmptyLogError, head_of

FEW = 4
"""Up to this many files are not worth starting processes for."""


class Audited(msgspec.Struct, frozen=True, kw_only=True):
    """What an audit of one file found; sound where `findings` is empty.

    `entries` are those of a log, or the lines of a record that were accepted.
    """

    path: str
    entries: int
    findings: tuple[Finding, ...] = ()

    @property
    def is_damaged(self) -> bool:
        """Whether the file itself is not as it was written."""
        return any(finding.is_damage for finding in self.findings)


def files_in(folder: Path) -> list[Path]:
    """List the logs and records of a folder and the folders in it, in order of name."""
    return sorted(path for path in folder.rglob("*.jsonl") if path.is_file())


def audit_files(paths: Iterable[Path]) -> Iterator[Audited]:
    """Audit files, several at a time; give them in the order asked for."""
    paths = list(paths)
    workers = min(os.cpu_count() or 1, len(paths))
    if len(paths) <= FEW or workers < 2:
        yield from map(audit_file, paths)
        return
    with ProcessPoolExecutor(workers) as pool:
        # Small lots, since Ctrl-C waits for those that have begun.
        yield from pool.map(audit_file, paths, chunksize=min(FEW, 1 + len(paths) // (workers * 8)))


def audit_file(path: Path) -> Audited:
    """Audit one file: a log by its chain and its facts, a record line by line."""
    try:
        first = next(numbered_lines(path), None)
        if first is None:
            return unreadable(path, "log.empty")
        _, is_log = codec_of_first_line(first[1])
        return audit_log(path) if is_log else audit_record(path)
    except EmptyLogError:
        return unreadable(path, "log.empty")
    except NewerLogError as error:
        return unreadable(path, "cli.newer_log", found=error.args[0], ours=error.args[1])
    except UnknownGameError as error:
        return unreadable(path, "table.unknown_game", game=error.args[0])
    except (MalformedError, OSError) as error:
        return unreadable(path, "log.malformed", why=str(error))


def unreadable(path: Path, reason: str, **args: Any) -> Audited:
    """Say why a file could not be audited at all."""
    return Audited(
        path=str(path), entries=0, findings=(Finding(seq=1, reason=reason, args=args, is_damage=True),)
    )


def audit_log(path: Path) -> Audited:
    """Audit an exported log."""
    log = FileLog(path)
    findings = tuple(audit(log))
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
