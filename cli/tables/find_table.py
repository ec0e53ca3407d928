"""TABLE and TABLE|FILE arguments: what they name, opened for reading or for playing."""

from bisect import bisect_left
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, NamedTuple

import typer

from cli.frame.problems import NO, Problem
from cli.frame.session import Session
from cli.help import completions
from referee.kernel.game import Game

if TYPE_CHECKING:
    from events.stores.protocol import ServedStore
    from referee.kernel.table import TableState
    from referee.service.files.check import Checked
    from referee.service.logs.sources import Log
    from referee.service.tables.table import Table

TableArgument = typer.Argument(
    metavar="TABLE", help="A table; else the last one.", autocompletion=completions.tables
)
SourceArgument = typer.Argument(
    metavar="TABLE|FILE",
    help="A table, or a file: a record or an exported log; - is stdin; else the last table.",
    autocompletion=completions.tables,
)


class Source(NamedTuple):
    """A log to read: `label` is what messages call it.

    `line_ends` belongs to a record: for each line, the seq of the last entry that came of it. In a
    record people call line N entry N; everywhere else entry N is seq N. `trouble` is the mistake at
    which reading a record stopped. `file` is None for a table.
    """

    label: str
    log: "Log"
    line_ends: tuple[int, ...] | None = None
    trouble: Problem | None = None
    file: Path | None = None

    def seq_of(self, n: int | None, last: int) -> int | None:
        """Find the seq that entry `n` means; refuse one there is not."""
        if self.trouble is not None and (n is None or n > len(self.line_ends or ())):
            raise self.trouble
        if n is None:
            return None
        most = last if self.line_ends is None else len(self.line_ends)
        if not 1 <= n <= most:
            raise Problem("cli.no_such_entry", n=n, last=most, source=self.label)
        return n if self.line_ends is None else self.line_ends[n - 1]

    def number_of(self, seq: int) -> int:
        """Give the number people know an entry by: its line in a record, else its seq."""
        return seq if self.line_ends is None else bisect_left(self.line_ends, seq) + 1

    def finish(self) -> None:
        """Raise the mistake at which reading stopped, now that everything before it was shown."""
        if self.trouble is not None:
            raise self.trouble


class Moment(NamedTuple):
    """What a source held at one entry."""

    game: Game
    state: "TableState"
    revision: int


def open_store(session: Session, *, create: bool = False) -> "ServedStore":
    """Open what keeps the tables, once a call; lay it out where `create` says so. The session closes it."""
    from cli.frame.notices import notices_told
    from events.stores import open_store as opened
    from events.stores.protocol import NoStoreError

    where = session.db
    if where in session.stores:
        return session.stores[where]
    session.keep(notices_told(session))
    try:
        store = session.stores[where] = session.keep(opened(where, create=create))
    except NoStoreError as error:
        raise no_tables(error.args_["path"]) from None
    if store.unseen:
        session.tell(session.say("store.unseen", path=store.where, n=store.unseen))
    warn_of_share(session, store)
    return store


def warn_of_share(session: Session, store: "ServedStore") -> None:
    """Say that a store lies where another machine may write it, too."""
    if store.share:
        session.tell(session.say("store.on_a_share", path=store.where, kind=store.share))


def no_tables(where: str) -> Problem:
    """Say that nobody has opened a table yet."""
    from cli.help.manual import filled_in

    return Problem("cli.no_tables", filled_in("referee new GAME --seats SEATS"), db=where)


def is_table(session: Session, name: str) -> bool:
    """Whether there is a table of this name."""
    try:
        return bool(open_store(session).head(name).revision)
    except Problem:
        return False


def sit_down(session: Session, name: str, *, whole: bool = False) -> "Table":
    """Open a table to play at; `whole` reads its log from the start, for looking back."""
    session.subject = name
    from referee.service.commands.sit_down import sit_down
    from referee.service.logs.replay import EmptyLogError
    from referee.service.logs.sources import StoredLog

    store = open_store(session)
    try:
        return sit_down(store, name, sees_all=True, whole=whole)
    except EmptyLogError:
        raise next(StoredLog(store, name).faults(), None) or unknown_table(name, store) from None


def unknown_table(name: str, store: "ServedStore") -> Problem:
    """Say that there is no such table, and which ones have names like it."""
    from difflib import get_close_matches

    names = [row.table for row in store.tables()]
    if not names:
        return no_tables(store.where)
    alike = get_close_matches(name, names) or names[:5]
    return Problem("cli.unknown_table", "referee tables", table=name, alike=tuple(alike))


def find_source(session: Session, name: str) -> Source:
    """Find what a TABLE|FILE argument names: an existing path is a file."""
    session.subject = name
    path = Path(name)
    if name == "-":
        return file_source(standard_input(session), name)
    if is_path(path):
        tell_encoding(session, path, name)
        return file_source(path)
    if path.suffix in {".jsonl", ".json"} or "/" in name:
        raise Problem("cli.no_such_file", file=name)
    from referee.service.logs.chain import ended_wrongly, verified
    from referee.service.logs.sources import StoredLog

    store = open_store(session)
    head = store.head(name)
    if not head.revision:
        raise next(StoredLog(store, name).faults(), None) or unknown_table(name, store)
    if next(verified(store.read(name, 1, 1), table=name), None) is None:  # it says what all is a log of
        raise ended_wrongly(0, head)
    return Source(name, StoredLog(store, name))


def standard_input(session: Session) -> Path:
    """Keep what comes in by standard input in a file of this call, so that it can be read twice."""
    import sys
    from tempfile import TemporaryDirectory

    kept = Path(session.keep(TemporaryDirectory())) / "record"
    kept.write_bytes(sys.stdin.buffer.read())
    return kept


def file_meant(session: Session, file: Path) -> Path:
    """Find the file that is read where one is named; - is what comes in by standard input."""
    found = standard_input(session) if str(file) == "-" else file
    tell_encoding(session, found, str(file))
    return found


def tell_encoding(session: Session, path: Path, label: str) -> None:
    """Say at the end as what a file was read whose encoding was found by what it says."""
    from contextlib import ExitStack

    from referee.service.files.file_lines import read_otherwise

    reading = read_otherwise(path) if path.is_file() else None
    if reading is not None and reading.encoding is not None and not reading.is_marked:
        said = session.say("log.read_as", file=label, encoding=reading.called)
        session.keep(ExitStack()).callback(tell_last, session, said)


def tell_last(session: Session, said: str) -> None:
    """Say something after all that was printed."""
    import sys

    sys.stdout.flush()
    session.tell(said)


def is_path(path: Path) -> bool:
    """Whether a path exists; a text that cannot be a path does not."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def file_source(path: Path, called: str | None = None) -> Source:
    """Read a file as a log: an exported one as it is, a record once refereed."""
    from referee.service.files.file_lines import FileLog
    from referee.service.files.record_file import lines_of_file
    from referee.service.logs.sources import is_log

    label = called or str(path)
    first = next(lines_of_file(path)(), None)
    if first is None:
        raise Problem("cli.empty_file", code=NO, file=label)
    if is_log(first[1]):
        return Source(label, FileLog(path), file=path)
    from cli.tables.referee_record import refereed

    read = refereed(path)
    trouble = None if read.stopped is None else record_trouble(label, read.stopped, read.state)
    if trouble is not None and not read.line_ends:
        raise trouble
    return Source(label, read.log, read.line_ends, trouble, path)


def record_trouble(path: str, checked: "Checked", state: "TableState | None") -> Problem:
    """Say at which line a record goes wrong, and why."""
    from cli.output.sentences import names_of

    where = " ".join((f"{path}:{checked.line}:", *checked.why.rules))
    hint = f"referee check {quote(path)}"
    return Problem("cli.record_stops", hint, 1, where=where, why=checked.why, names=names_of(state))


def moment(source: Source, at: int | None = None) -> Moment:
    """Rebuild what a source held at entry `at`, or (None) holds now.

    Who looks at a table as it is now sits down at it: what an older log still owes is done first.
    """
    from referee.service.logs.replay import head_of, replay
    from referee.service.logs.sources import StoredLog

    if at is None and isinstance(source.log, StoredLog):
        from referee.service.commands.sit_down import sit_down

        table = sit_down(source.log.store, source.log.table)
        return Moment(table.game, table.state, table.revision)
    last = head_of(source.log).revision if at is not None else 0
    replayed = replay(source.log, source.seq_of(at, last), verify=True)
    return Moment(replayed.game, replayed.state, replayed.head.revision)


def whole_part(source: Source) -> tuple[int, Exception | None]:
    """Prove a log's chain; give how many entries are whole, and what is wrong with the next, if anything."""
    from referee.service.logs.chain import DamagedLogError
    from referee.service.logs.sources import proved

    whole = 0
    try:
        for _ in proved(source.log):
            whole += 1
    except DamagedLogError as error:
        if whole == 0:
            raise
        return whole, error
    return whole, None


def called_in_lines(state: "TableState", word: str) -> str | None:
    """Find who is called so in a line one types, by a character or with a title; None: nobody, or several."""
    from referee.l10n import LANGUAGES
    from referee.l10n.messages import load_words
    from referee.l10n.patterns import Line, seats_at

    lines = [Line(word, state, load_words(state.game, lang)) for lang in LANGUAGES]
    found = {seat for line in lines for end, seat in seats_at(line, 0) if line.is_whole(end)}
    return found.pop() if len(found) == 1 else None


def known_seat(source_label: str, state: "TableState", seat: str | None) -> str | None:
    """Find the seat that is meant, by its id or its name; it has to sit at the table."""
    from referee.kernel.game import NotationError
    from referee.kernel.notation import find_seat

    if seat is None:
        return None
    try:
        return find_seat(state, seat)
    except NotationError as error:
        if "seats" in error.args_:
            raise Problem(error.reason, **error.args_) from None
        if (called := called_in_lines(state, seat)) is not None:
            return called
        named = {each: state.names.get(each, each) for each in state.seats}
        known = tuple(
            each if each == name else {"id": "cli.seat_named", "seat": each, "name": name}
            for each, name in named.items()
        )
        raise Problem("cli.unknown_seat", seat=seat, table=source_label, known=known) from None
