"""TABLE|FILE arguments: a table, an exported log or a record, read as one kind of log."""

import sys
from bisect import bisect_left
from contextlib import ExitStack
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, NamedTuple

from cli.problems import NO, Problem
from cli.session import Session
from cli.tables import open_store, problem_of_unknown_table
from referee.kernel.game import Game
from referee.kernel.table import TableState
from referee.service.files.file_lines import FileLog, read_otherwise
from referee.service.logs.chain import DamagedLogError, ended_wrongly, verified
from referee.service.logs.replay import head_of, replay
from referee.service.logs.sources import LinesLog, Log, StoredLog, proved

if TYPE_CHECKING:
    from referee.service.files.check import Checked


class Source(NamedTuple):
    """A log to read. `label` is what messages call it, `file` is None for a table.

    `line_ends` is None but for a record: for each line, the seq of the last entry that came of it. In a
    record people call line N entry N, elsewhere entry N is seq N. `trouble` is the mistake at which reading
    a record stopped.
    """

    label: str
    log: Log
    line_ends: tuple[int, ...] | None = None
    trouble: Problem | None = None
    file: Path | None = None

    def seq_of(self, n: int | None, last: int) -> int | None:
        """Return the seq that entry `n` means (None: None); raise Problem for one there is not."""
        if self.trouble is not None and (n is None or n > len(self.line_ends or ())):
            raise self.trouble
        if n is None:
            return None
        most = last if self.line_ends is None else len(self.line_ends)
        if not 1 <= n <= most:
            raise Problem("cli.no_such_entry", n=n, last=most, source=self.label)
        return n if self.line_ends is None else self.line_ends[n - 1]

    def number_of(self, seq: int) -> int:
        """Return the number people know an entry by: its line in a record, else its seq."""
        return seq if self.line_ends is None else bisect_left(self.line_ends, seq) + 1

    def finish(self) -> None:
        """Raise the mistake at which reading stopped, now that everything before it was shown."""
        if self.trouble is not None:
            raise self.trouble


class Moment(NamedTuple):
    """The state after an entry, and its revision."""

    game: Game
    state: TableState
    revision: int


def find_source(session: Session, name: str) -> Source:
    """Return what a TABLE|FILE argument names: an existing path is a file, - is stdin. Raises Problem."""
    session.subject = name
    path = Path(name)
    if name == "-":
        return _source_of_file(_copy_of_stdin(session), name)
    if _is_path(path):
        _note_encoding(session, path, name)
        return _source_of_file(path)
    if path.suffix in {".jsonl", ".json"} or "/" in name:
        raise Problem("cli.no_such_file", file=name)
    store = open_store(session)
    head = store.head(name)
    if not head.revision:
        raise next(StoredLog(store, name).faults(), None) or problem_of_unknown_table(name, store)
    if next(verified(store.read(name, 1, 1), table=name), None) is None:  # it says what all is a log of
        raise ended_wrongly(0, head)
    return Source(name, StoredLog(store, name))


def _copy_of_stdin(session: Session) -> Path:
    """Return a file of this call that holds what comes in by stdin, so that it can be read twice."""
    from tempfile import TemporaryDirectory  # a cold start without it: 2 ms

    kept = Path(session.enter(TemporaryDirectory())) / "record"
    kept.write_bytes(sys.stdin.buffer.read())
    return kept


def find_file(session: Session, file: Path) -> Path:
    """Return the path to read where `file` is named: a temporary copy of stdin for `-`, else itself."""
    found = _copy_of_stdin(session) if str(file) == "-" else file
    _note_encoding(session, found, str(file))
    return found


def _note_encoding(session: Session, path: Path, label: str) -> None:
    """Print when the call ends which encoding a file was read in, where that was guessed."""
    reading = read_otherwise(path) if path.is_file() else None
    if reading is not None and reading.encoding is not None and not reading.is_marked:
        said = session.say("log.read_as", file=label, encoding=reading.called)
        session.enter(ExitStack()).callback(_tell_last, session, said)


def _tell_last(session: Session, said: str) -> None:
    """Print to stderr after all of stdout."""
    sys.stdout.flush()
    session.tell(said)


def _is_path(path: Path) -> bool:
    """Return whether a path exists; a text that cannot be a path does not."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def _source_of_file(path: Path, called: str | None = None) -> Source:
    """Return a file as a log: an exported one as it is, a record refereed; raise Problem for an empty one."""
    from referee.service.files.record_file import lines_of_file  # a cold start at a table without it: 40 ms
    from referee.service.logs.sources import is_log  # a cold start at a table without these: 10 ms

    label = called or str(path)
    first = next(lines_of_file(path)(), None)
    if first is None:
        raise Problem("cli.empty_file", code=NO, file=label)
    if is_log(first[1]):
        return Source(label, FileLog(path), file=path)
    read = referee_record(path)
    trouble = None if read.stopped is None else _problem_of_record(label, read.stopped, read.state)
    if trouble is not None and not read.line_ends:
        raise trouble
    return Source(label, read.log, read.line_ends, trouble, path)


def _problem_of_record(path: str, checked: "Checked", state: TableState | None) -> Problem:
    """Return the Problem of the line at which a record goes wrong."""
    where = " ".join((f"{path}:{checked.line}:", *checked.why.rules))
    hint = f"referee check {quote(path)}"
    return Problem(
        "cli.record_stops", hint, 1, where=where, why=checked.why, names={} if state is None else state.names
    )


def moment(source: Source, at: int | None = None) -> Moment:
    """Return the state of a source after entry `at`, or (None) now.

    For a table now, consequences that an older log still lacks are recorded first.
    """
    if at is None and isinstance(source.log, StoredLog):
        from referee.service.commands.sitting import sit_down  # a file without it: 15 ms

        table = sit_down(source.log.store, source.log.table)
        return Moment(table.game, table.state, table.revision)
    last = head_of(source.log).revision if at is not None else 0
    replayed = replay(source.log, source.seq_of(at, last), verify=True)
    return Moment(replayed.game, replayed.state, replayed.head.revision)


def whole_part(source: Source) -> tuple[int, Exception | None]:
    """Return how many entries of a log's chain are intact, and the damage of the next, or None.

    Raises the damage where not even the first is intact.
    """
    whole = 0
    try:
        for _ in proved(source.log):
            whole += 1
    except DamagedLogError as error:
        if whole == 0:
            raise
        return whole, error
    return whole, None


class RefereedRecord(NamedTuple):
    """A record as far as it could be refereed.

    `line_ends` has for each line the seq of the last entry it gave. `stopped` is what became of the line it
    stopped at, None where all is well; `state` is the state there.
    """

    log: LinesLog
    line_ends: tuple[int, ...]
    stopped: "Checked | None"
    state: TableState


def referee_record(path: Path) -> RefereedRecord:
    """Return a record as a log, up to its first line that is not accepted."""
    from referee.service.files.check import make_checker  # a cold start at a table without these: 10 ms
    from referee.service.files.importing import EntryWriter, LinePlaces
    from referee.service.files.record_file import lines_of_file  # a cold start at a table without it: 40 ms
    from referee.service.simulation.simulate import FIRST_MOMENT

    lines = lines_of_file(path)
    checker, writer = make_checker(lines), EntryWriter(path.stem, LinePlaces())
    entries: list[bytes] = []
    ends: list[int] = []
    stopped = None
    for number, line in lines():
        checked = checker.take(number, line)
        if checked.verdict != "accepted":
            stopped = checked
            break
        entries += writer.write(number, lambda: FIRST_MOMENT, checker)
        ends += [writer.head.revision] * (number - len(ends))
        ends[-1] = writer.head.revision
    return RefereedRecord(LinesLog(tuple(entries)), tuple(ends), stopped, checker.state)
