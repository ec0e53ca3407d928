"""Take in a file as a new table: an exported log as it is, a record refereed; all of it or nothing."""

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from events.base import Event
from events.codec import FirstLine, MalformedError
from events.envelope import Entry, enveloped
from events.stores.memory import MemoryStore
from events.stores.protocol import NO_HEAD, Appended, Conflict, Head, Store
from events.table import TableOpened, TakenBack
from referee.kernel.fields.vocabulary import unread
from referee.kernel.registry import codec_of_first_line, find_game
from referee.kernel.shared import Side, renumbered
from referee.kernel.table import judge_table_name
from referee.kernel.verdict import JudgedEvent, Refused
from referee.service.files.both_ways import Accept, ForkedError, Sides, accept_none, go_on
from referee.service.files.check import Checked, Lines, checker_of, refused
from referee.service.files.record_file import lines_of_file
from referee.service.logs.chain import DamagedLogError, canonical, verified
from referee.service.logs.replay import IMPOSSIBLE, EmptyLogError
from referee.service.logs.sources import FileLog, Log, StoredLog
from referee.service.simulation.simulate import FIRST_MOMENT
from referee.service.tables.clock import Clock, utc_now
from referee.service.tables.table import encode_entries


class Imported(msgspec.Struct, frozen=True):
    """A table, and its last seq.

    `stopped` is the line at which a record stopped, if that was allowed. `went_on` are both sides, as
    they were, of a table that was there already.
    """

    table: str
    revision: int
    stopped: Checked | None = None
    went_on: Sides | None = None


class ImportRefusedError(Exception):
    """A file that was not taken in, nothing of it; `checked` is the line that stopped it."""

    def __init__(self, checked: Checked) -> None:
        super().__init__(checked)
        self.checked = checked


class RecordLog(msgspec.Struct, frozen=True):
    """A record, refereed and held as the log of it; knows which entries came of which line."""

    stored: StoredLog
    places: "Places"

    def lines(self, first: int = 1, last: int | None = None) -> Iterator[bytes]:
        """Stream entries `first` to `last`, one line each."""
        return self.stored.lines(first, last)

    @property
    def table(self) -> str:
        """Name the table it is held as."""
        return self.stored.table

    def head(self) -> Head | None:
        """Give the head."""
        return self.stored.head()

    def faults(self) -> Iterator[DamagedLogError]:
        """Give none: the log was written just now."""
        return iter(())


class Places:
    """Which line of a record ends at which seq of its log."""

    def __init__(self) -> None:
        self._lines, self._seqs = array("q"), array("q")

    def add(self, line: int, seq: int) -> None:
        """Note the last seq that came of a line."""
        self._lines.append(line)
        self._seqs.append(seq)

    def seq_of(self, line: int) -> int:
        """Give the last seq that came of a line, or of the last before it; 0 before the first."""
        i = bisect_right(self._lines, line)
        return self._seqs[i - 1] if i else 0

    def first_seq_of(self, line: int) -> int:
        """Give the first seq that came of a line, what was said there; 0 before the first."""
        i = bisect_right(self._lines, line)
        begins = bisect_left(self._lines, self._lines[i - 1]) if i else 0
        before = self._seqs[begins - 1] if begins else 0
        return min(before + 1, self._seqs[i - 1]) if i else 0

    def number(self, line: int, side: Side) -> int:
        """Give the seq that is meant where an event names a line."""
        return self.seq_of(line) if side == "last" else self.first_seq_of(line)

    def line_of(self, seq: int) -> int:
        """Give the line an entry came of; 0 where there is none."""
        i = bisect_right(self._seqs, seq - 1)
        return self._lines[i] if i < len(self._lines) else 0


def open_file(path: Path, *, keep_going: bool = False) -> Log:
    """Open a file as a log: an exported one as it is, a record by refereeing it.

    With `keep_going` lines of a record that are not accepted are passed over.
    Raises ImportRefusedError where a record is refused, EmptyLogError, MalformedError where the
    first line is no opening, NewerLogError, OSError.
    """
    texts = lines_of_file(path)
    _, line = next(texts(), (1, b""))
    if not line:
        raise EmptyLogError
    if is_log(line):
        return FileLog(path)
    store, places = MemoryStore(), Places()
    lines = enveloped_record(texts, "record", lambda: FIRST_MOMENT, places, keep_going=keep_going)
    store.create("record", lines)
    return RecordLog(StoredLog(store, "record"), places)


def is_log(first_line: bytes) -> bool:
    """Whether a file's first line is an entry, not a bare event."""
    try:
        return _FIRST.decode(first_line).event is not None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False


def import_file(
    store: Store,
    path: Path,
    table: str | None = None,
    *,
    until_wrong: bool = False,
    clock: Clock = utc_now,
    accept: Accept = accept_none,
) -> Imported:
    """Take a file in; see `import_lines`. A record without a name gets the file's."""
    lines, how = lines_of_file(path), {"until_wrong": until_wrong, "clock": clock, "accept": accept}
    return import_lines(store, lines, table, default=path.stem, **how)  # type: ignore[arg-type]


def import_lines(
    store: Store,
    lines: Lines,
    table: str | None = None,
    *,
    default: str = "record",
    until_wrong: bool = False,
    clock: Clock = utc_now,
    accept: Accept = accept_none,
) -> Imported:
    """Take an exported log or a record into a store as a new table, or on with the table it is of.

    An exported log keeps its bytes and its name; under another name (`table`) it is chained anew.
    Where there is the table already, what the log has more is judged, whole, and added to it; what is
    doubtful only where `accept` says so. Facts of the log of a new table are applied, not judged: `audit`
    judges. A record is refereed, at the time `clock` tells; `until_wrong` takes what comes before its
    first line that is not accepted.
    Raises ImportRefusedError (of a fork, too), DoubtfulError, DamagedLogError, EmptyLogError, NewerLogError,
    StoreError.
    """
    _, first = next(lines(), (1, b""))
    if not first:
        raise EmptyLogError
    if is_log(first):
        return import_log(store, lines, own_name(first), table, accept)
    name = table or default
    written = enveloped_record(lines, name, clock, Places())
    met: list[Checked] = []
    if until_wrong:
        written = up_to_a_mistake(written, met)
    result = created(store, name, written)
    if isinstance(result, Conflict):
        why = Refused("table.already_open", ("TAB-OPEN-05",))
        raise ImportRefusedError(refused(1, "table_opened", why))
    return Imported(name, result.head.revision, met[0] if met else None)


def created(store: Store, name: str, written: Iterator[bytes]) -> Appended | Conflict:
    """Make a table of entries. Raises ImportRefusedError where its name cannot be one."""
    if why := judge_table_name(name):
        raise ImportRefusedError(refused(1, "table_opened", why))
    return store.create(name, written)


def import_log(
    store: Store, lines: Lines, own: str, table: str | None, accept: Accept = accept_none
) -> Imported:
    """Take an exported log in, or go on with the table it is of; see `import_lines`."""
    name = table or own

    def written() -> Iterator[bytes]:
        return whole_log(lines) if name == own else renamed(whole_log(lines), name)

    result = created(store, name, written())
    if not isinstance(result, Conflict):
        return Imported(name, result.head.revision)
    try:
        went_on = go_on(store, name, written, accept)
    except ForkedError as error:
        at = Checked(line=error.sides.common + 1, type=None, verdict="refused", refused=error.refused)
        raise ImportRefusedError(at) from None
    return Imported(name, store.head(name).revision, went_on=went_on)


def up_to_a_mistake(written: Iterator[bytes], met: list[Checked]) -> Iterator[bytes]:
    """Give the entries before the first line that is refused, and note that line.

    Raises ImportRefusedError where nothing comes before it.
    """
    begun = False
    try:
        for line in written:
            begun = True
            yield line
    except ImportRefusedError as error:
        if not begun:
            raise
        met.append(error.checked)


def own_name(first_line: bytes) -> str:
    """Read which table an exported log is of."""
    codec, _ = codec_of_first_line(first_line)
    return codec.entry(first_line).table


def whole_log(lines: Lines) -> Iterator[bytes]:
    """Give the entries of an exported log, each proved, readable and possible.

    Raises DamagedLogError, with its `line`.
    """
    number = 0

    def texts() -> Iterator[bytes]:
        nonlocal number
        for number, line in lines():  # noqa: B007 - told where the damage is
            yield line

    codec, game, state, seq = None, None, None, 0
    try:
        for seq, line in enumerate(canonical(verified(texts())), 1):
            codec = codec or codec_of_first_line(line)[0]
            game = game or find_game(codec.game)
            event = codec.carried(line)
            if isinstance(event, TakenBack) and not 1 <= event.to < seq:
                raise damage_at(number, seq, "log.impossible", str(event))
            state = game.evolve(state, event)
            yield line
    except DamagedLogError as error:
        error.line = number
        raise
    except MalformedError as error:
        raise damage_at(number, seq, "log.unreadable", unread(error)) from error
    except IMPOSSIBLE as error:
        raise damage_at(number, seq, "log.impossible", str(error)) from error


def damage_at(line: int, seq: int, reason: str, why: str | Mapping[str, Any]) -> DamagedLogError:
    """Name damage by line and seq."""
    error = DamagedLogError(seq, reason, why=why)
    error.line = line
    return error


def renamed(lines: Iterator[bytes], table: str) -> Iterator[bytes]:
    """Chain the entries of a log again under another name."""
    codec, digest = None, NO_HEAD.hash
    for line in lines:
        codec = codec or codec_of_first_line(line)[0]
        entry: Entry[Event] = codec.entry(line)
        event = today(entry.event)
        at, by, kind, cause = entry.at, entry.by, entry.kind, entry.cause
        written, digest = enveloped(entry.seq, table, at, by, kind, cause, event, digest)
        yield written


def enveloped_record(
    lines: Lines, table: str, clock: Clock, places: Places, *, keep_going: bool = False
) -> Iterator[bytes]:
    """Referee a record and give the entries of its log; `places` learns what came of which line.

    Raises ImportRefusedError at the first line that is not accepted; with `keep_going` passes it over.
    """
    checker, head = checker_of(lines), NO_HEAD
    for number, line in lines():
        checked = checker.take(number, line)
        if checked.verdict != "accepted":
            if keep_going:
                continue
            raise ImportRefusedError(checked)
        if checker.accepted:
            at: datetime = clock()
            written, head = encode_entries(
                table, at, in_seqs(checker.accepted.judged, checker.state.game, places), head
            )
            yield from written
        places.add(number, head.revision)


def in_seqs(facts: tuple[JudgedEvent, ...], game: str, places: Places) -> tuple[JudgedEvent, ...]:
    """Name entries by seq instead of line, in the vocabulary of today."""
    first, *rest = facts
    event = renumbered(today(first.event), game, places.number)
    return (replace(first, event=event), *rest)


def today(event: Event) -> Event:
    """Mark an opening as written in today's vocabulary."""
    if isinstance(event, TableOpened):
        return replace(event, rules_version=find_game(event.game).ruleset.rules_version)
    return event


_FIRST = msgspec.json.Decoder(FirstLine)
