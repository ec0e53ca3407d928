"""Take in a file: as a new table, all of it or nothing, or as what a table that is here already lacks.

An exported log is taken as it is, a record is refereed.
"""

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator
from itertools import islice, zip_longest
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from events.base import Event
from events.envelope import Entry, make_entry
from events.stores.memory import MemoryStore
from events.stores.protocol import NO_HEAD, Appended, Batch, Conflict, Head, Store, hash_in
from events.table import TableClosed, TableOpened, TakenBack
from referee.kernel.registry import codec_for, codec_of_first_line, find_game
from referee.kernel.shared import TALK, Side, renumber
from referee.kernel.table import judge_table_name
from referee.kernel.verdict import JudgedEvent, Refused
from referee.service.audit.judge_again import Auditor, Finding
from referee.service.files.check import Checked, Lines, make_checker, refuse_line
from referee.service.files.file_lines import FileLog
from referee.service.files.record_file import lines_of_file
from referee.service.logs.chain import DamagedLogError, canonical, verified
from referee.service.logs.effective import Action, WaitingActions
from referee.service.logs.replay import EmptyLogError, iter_log, with_codec
from referee.service.logs.sources import Log, StoredLog, gone_back_to, is_log, seed_in
from referee.service.simulation.simulate import FIRST_MOMENT
from referee.service.tables.clock import Clock, utc_now
from referee.service.tables.table import NOTHING_WAITS, encode_entries


class _Sides(msgspec.Struct, frozen=True):
    """Two logs of one table: how many entries they share, and where each ends."""

    common: int
    here: Head
    there: Head

    @property
    def is_fork(self) -> bool:
        """Return whether both went on from what they share, each in its own way."""
        return self.common < min(self.here.revision, self.there.revision)

    @property
    def behind(self) -> int:
        """Return the number of entries that are only there."""
        return self.there.revision - self.common

    @property
    def ahead(self) -> int:
        """Return the number of entries that are only here."""
        return self.here.revision - self.common


class ForkedError(Exception):
    """Two logs of one table that went on differently; `sides` says from where."""

    def __init__(self, sides: _Sides) -> None:
        super().__init__(sides)
        self.sides = sides

    @property
    def refused(self) -> Refused:
        """Return the refusal that names the entry at which the fork begins."""
        args = {"n": self.sides.common + 1, "here": self.sides.ahead, "there": self.sides.behind}
        return Refused("log.forked", (), args)


class DoubtfulError(Exception):
    """A log of a table would add to it what could not have been played so here.

    `doubts` are in order of seq.
    """

    def __init__(self, table: str, doubts: tuple[Finding, ...]) -> None:
        super().__init__(table, doubts)
        self.table, self.doubts = table, doubts


Accept = Callable[[tuple[Finding, ...]], bool]
"""Asks people whether what is doubtful is added all the same."""


def _accept_none(_: tuple[Finding, ...]) -> bool:
    """Return False: an import that asks nobody adds no doubtful entry."""
    return False


def extend_table(
    store: Store, table: str, lines: Callable[[], Iterator[bytes]], accept: Accept = _accept_none
) -> _Sides:
    """Add to a table the entries that a log of it has more; return both sides as they were before.

    They are judged whole first; what is doubtful is added only where `accept(doubts)` is True. Raises
    ForkedError where both went on, DoubtfulError; nothing is written then.
    """
    sides = _compare(store.read(table), lines())
    if sides.is_fork:
        raise ForkedError(sides)
    if sides.behind:
        doubts = tuple(_doubts_about(lines, sides.common))
        if doubts and not accept(doubts):
            raise DoubtfulError(table, doubts)
        rest = tuple(islice(lines(), sides.common, None))
        if isinstance(store.append(Batch(table=table, expected=sides.here, lines=rest)), Conflict):
            return extend_table(store, table, lines, accept)
    return sides


def _compare(here: Iterable[bytes], there: Iterable[bytes]) -> _Sides:
    """Return how many entries two logs share from the first on, and where each ends."""
    common, ends = 0, [NO_HEAD, NO_HEAD]
    for seq, pair in enumerate(zip_longest(here, there), 1):
        for n, line in enumerate(pair):
            ends[n] = ends[n] if line is None else Head(seq, hash_in(line))
        if pair[0] == pair[1] and common == seq - 1:
            common = seq
    return _Sides(common, *ends)


_EXPLAINED = frozenset({"audit.refused", "audit.differs", "audit.missing", "audit.not_derived"})
"""What a corrected rule explains, where a table was opened at an older `rules_version`."""


def _doubts_about(lines: Callable[[], Iterator[bytes]], common: int) -> Iterator[Finding]:
    """Yield what people should be asked about before the entries after `common` are added.

    That is what the rules do not let follow, a take-back of more than the last act that is here already,
    and a closing before the game is over. `lines` are those of the whole log, proved and possible.
    """
    codec, entries = with_codec(lines())
    auditor = Auditor(find_game(codec.game), gone_back_to(lines()), seed_in(lines))
    acts: list[int] = []
    waiting = WaitingActions()
    seq = 0
    for seq, line in enumerate(entries, 1):
        entry: Entry[Any] = codec.entry(line)
        was_over = seq > 1 and auditor.is_over
        findings = list(auditor.take(entry))
        if entry.kind != "consequence":
            waiting.take(Action(seq, entry.event))
        if seq <= common:
            acts += [seq] * (entry.kind != "consequence" and not isinstance(entry.event, TALK))
            continue
        yield from (each for each in findings if not _is_explained(each, auditor))
        if isinstance(entry.event, TakenBack):
            before, acts = len(acts), [each for each in acts if each <= entry.event.to]
            if before - len(acts) > 1:
                args = {"seq": seq, "n": before - len(acts)}
                yield Finding(seq=seq, reason="log.takes_back_here", args=args, found=entry.event)
            if entry.event.dropped > len(waiting.offered):
                args = {"seq": seq}
                yield Finding(
                    seq=seq, reason="audit.refused", args=args, found=entry.event, refused=NOTHING_WAITS
                )
        if isinstance(entry.event, TableClosed) and not was_over:
            yield Finding(seq=seq, reason="log.closes_here", args={"seq": seq}, found=entry.event)
    yield from (each for each in auditor.end(seq + 1) if not _is_explained(each, auditor))


def _is_explained(finding: Finding, auditor: Auditor) -> bool:
    """Return whether a rule corrected since explains a finding in a log of an older version."""
    return auditor.is_of_older_rules and finding.reason in _EXPLAINED


class Imported(msgspec.Struct, frozen=True):
    """A table, and its last seq.

    `stopped` is the line at which a record stopped, if that was allowed. `went_on` are both sides, as they
    were, of a table that was there already; None of a new one.
    """

    table: str
    revision: int
    stopped: Checked | None = None
    went_on: _Sides | None = None


class ImportRefusedError(Exception):
    """A file that was not taken in, nothing of it; `checked` is the line that stopped it."""

    def __init__(self, checked: Checked) -> None:
        super().__init__(checked)
        self.checked = checked


class LinePlaces:
    """Which line of a record ends at which seq of its log."""

    def __init__(self) -> None:
        self._lines, self._seqs = array("q"), array("q")

    def add(self, line: int, seq: int) -> None:
        """Note the last seq that came of a line. Lines come in ascending order."""
        self._lines.append(line)
        self._seqs.append(seq)

    def seq_of(self, line: int) -> int:
        """Return the last seq that came of a line, or of the last before it; 0 before the first."""
        i = bisect_right(self._lines, line)
        return self._seqs[i - 1] if i else 0

    def number(self, line: int, side: Side) -> int:
        """Return the seq that an event means by a line: its last, or its first (the action); 0 for none."""
        i = bisect_right(self._lines, line)
        if side == "last" or not i:
            return self.seq_of(line)
        begins = bisect_left(self._lines, self._lines[i - 1])
        before = self._seqs[begins - 1] if begins else 0
        return min(before + 1, self._seqs[i - 1])

    def line_of(self, seq: int) -> int:
        """Return the line an entry came of; 0 where there is none."""
        i = bisect_right(self._seqs, seq - 1)
        return self._lines[i] if i < len(self._lines) else 0


class RecordLog(msgspec.Struct, frozen=True):
    """A record that was refereed, as a log in memory; `places` are its lines in the file."""

    stored: StoredLog
    places: LinePlaces

    @property
    def table(self) -> str:
        return self.stored.table

    def lines(self, first: int = 1, last: int | None = None) -> Iterator[bytes]:
        return self.stored.lines(first, last)

    def head(self) -> Head | None:
        return self.stored.head()

    def faults(self) -> Iterator[DamagedLogError]:
        return iter(())


def open_file(path: Path, *, keep_going: bool = False) -> Log:
    """Open a file as a log: an exported one as it is, a record by refereeing it.

    With `keep_going` lines of a record that are not accepted are passed over.
    Raises ImportRefusedError where a record is refused, EmptyLogError, MalformedError where the
    first line is no opening, NewerLogError, OSError.
    """
    lines = lines_of_file(path)
    _, line = next(lines(), (1, b""))
    if not line:
        raise EmptyLogError
    if is_log(line):
        return FileLog(path)
    store, places = MemoryStore(), LinePlaces()
    entries = _referee_record(lines, "record", lambda: FIRST_MOMENT, places, keep_going=keep_going)
    store.create("record", entries)
    return RecordLog(StoredLog(store, "record"), places)


def import_file(
    store: Store,
    path: Path,
    table: str | None = None,
    *,
    until_wrong: bool = False,
    clock: Clock = utc_now,
    accept: Accept = _accept_none,
) -> Imported:
    """Import a file; a record without `table` (None) is named as the file. Else as `import_lines`."""
    lines = lines_of_file(path)
    return import_lines(
        store, lines, table, default=path.stem, until_wrong=until_wrong, clock=clock, accept=accept
    )


def import_lines(
    store: Store,
    lines: Lines,
    table: str | None = None,
    *,
    default: str = "record",
    until_wrong: bool = False,
    clock: Clock = utc_now,
    accept: Accept = _accept_none,
) -> Imported:
    """Take an exported log or a record into a store as a new table, or on with the table it is of.

    An exported log keeps its bytes and its name; under another name (`table`) it is chained anew.
    Where there is the table already, what the log has more is judged, whole, and added to it; what is
    doubtful only where `accept` says so. Facts of the log of a new table are applied, not judged: `audit`
    judges. A record is refereed, its entries dated by `clock`, its table named `default` where `table` is
    None; `until_wrong` takes what comes before its first line that is not accepted.
    Raises ImportRefusedError (of a fork, too), DoubtfulError, DamagedLogError, EmptyLogError, NewerLogError,
    StoreError.
    """
    _, first = next(lines(), (1, b""))
    if not first:
        raise EmptyLogError
    if is_log(first):
        return _import_log(store, lines, own_name(first), table, accept)
    name = table or default
    entries = _referee_record(lines, name, clock, LinePlaces())
    stopped: list[Checked] = []
    if until_wrong:
        entries = _up_to_a_mistake(entries, stopped)
    result = _create(store, name, entries)
    if isinstance(result, Conflict):
        why = Refused("table.already_open", ("TAB-OPEN-05",))
        raise ImportRefusedError(refuse_line(1, "table_opened", why))
    return Imported(name, result.head.revision, stopped[0] if stopped else None)


def _create(store: Store, name: str, entries: Iterator[bytes]) -> Appended | Conflict:
    """Create a table of these entries; Conflict where it exists. Raises ImportRefusedError for its name."""
    if why := judge_table_name(name):
        raise ImportRefusedError(refuse_line(1, "table_opened", why))
    return store.create(name, entries)


def _import_log(store: Store, lines: Lines, own: str, table: str | None, accept: Accept) -> Imported:
    """Import an exported log of the table `own` under the name `table` (None: its own).

    Where the table exists, add what it lacks. Raises as `import_lines`.
    """
    name = table or own

    def entries() -> Iterator[bytes]:
        return whole_log(lines) if name == own else rename_log(whole_log(lines), name)

    result = _create(store, name, entries())
    if not isinstance(result, Conflict):
        return Imported(name, result.head.revision)
    try:
        went_on = extend_table(store, name, entries, accept)
    except ForkedError as error:
        at = Checked(line=error.sides.common + 1, type=None, verdict="refused", refused=error.refused)
        raise ImportRefusedError(at) from None
    return Imported(name, store.head(name).revision, went_on=went_on)


def _up_to_a_mistake(entries: Iterator[bytes], stopped: list[Checked]) -> Iterator[bytes]:
    """Yield the entries before the first line that is refused, and add that line to `stopped`.

    Raises ImportRefusedError where nothing comes before it.
    """
    has_begun = False
    try:
        for line in entries:
            has_begun = True
            yield line
    except ImportRefusedError as error:
        if not has_begun:
            raise
        stopped.append(error.checked)


def own_name(first_line: bytes) -> str:
    """Return the table that an exported log is of. Raises MalformedError, NewerLogError."""
    codec, _ = codec_of_first_line(first_line)
    return codec.entry(first_line).table


def whole_log(lines: Lines) -> Iterator[bytes]:
    """Yield the entries of an exported log, each proved, readable and possible.

    Raises DamagedLogError, with its `line`.
    """
    number = 0

    def proved() -> Iterator[bytes]:
        nonlocal number
        for number, line in lines():  # noqa: B007 - told where the damage is
            yield line

    def again() -> Iterator[bytes]:
        """Open the lines anew, without their numbers."""
        return (line for _, line in lines())

    try:
        codec, whole = with_codec(canonical(verified(proved())))
        for seq, line, entry, _ in iter_log(whole, codec.carrying, find_game(codec.game), again):
            _refuse_going_nowhere(seq, entry.event)
            yield line
    except DamagedLogError as error:
        error.line = number
        raise


def _refuse_going_nowhere(seq: int, event: Event) -> None:
    """Raise DamagedLogError where a take-back names no entry before its own `seq`."""
    if isinstance(event, TakenBack) and not 1 <= event.to < seq:
        raise DamagedLogError(seq, "log.impossible")


def rename_log(lines: Iterator[bytes], table: str) -> Iterator[bytes]:
    """Yield the entries of a log chained anew under another name, in today's vocabulary."""
    codec, lines = with_codec(lines)
    digest = NO_HEAD.hash
    for line in lines:
        entry: Entry[Event] = codec.entry(line)
        event = _mark_as_today(entry.event)
        at, by, kind, cause = entry.at, entry.by, entry.kind, entry.cause
        renamed, digest = make_entry(entry.seq, table, at, by, kind, cause, event, digest)
        yield renamed


def _referee_record(
    lines: Lines, table: str, clock: Clock, places: LinePlaces, *, keep_going: bool = False
) -> Iterator[bytes]:
    """Yield the entries of a record's log, dated by `clock`; `places` learns what came of which line.

    Raises ImportRefusedError at the first line that is not accepted; with `keep_going` passes it over.
    """
    checker, head = make_checker(lines), NO_HEAD
    for number, line in lines():
        checked = checker.take(number, line)
        if checked.verdict != "accepted":
            if keep_going:
                continue
            raise ImportRefusedError(checked)
        if checker.accepted:
            facts = name_by_seq(checker.accepted.judged, checker.state.game, places)
            entries, head = encode_entries(table, clock(), facts, head)
            yield from entries
        places.add(number, head.revision)


def name_by_seq(facts: tuple[JudgedEvent, ...], game: str, places: LinePlaces) -> tuple[JudgedEvent, ...]:
    """Return an action and its consequences, the entries that it names by line named by seq."""
    first, *rest = facts
    event = renumber(_mark_as_today(first.event), codec_for(game), places.number)
    return (replace(first, event=event), *rest)


def _mark_as_today(event: Event) -> Event:
    """Return an opening that names today's version of its game, as it is written anew; others unchanged."""
    # What is written anew is written in today's vocabulary, and the opening says so.
    if isinstance(event, TableOpened):
        return replace(event, rules_version=find_game(event.game).ruleset.rules_version)
    return event
