"""Precedents: disputes that tables of a store settled, and rulings of other groups, without anybody's name.

They are shown beside an answer that was worked out without them: none changes a verdict. Only what everybody
may know is shown: nothing of cards that are hidden still, nor of choices that were never turned up.
"""

import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from threading import RLock

import msgspec

from events.base import Event
from events.codec import MalformedError, NewerLogError
from events.envelope import blake2b
from events.stores.places import cache_folder, from_anywhere
from events.stores.protocol import ServedStore
from events.table import RulingGiven
from referee.kernel.registry import UnknownGameError
from referee.languages import LANGUAGES
from referee.rulebooks.rulings import Ruling
from referee.service.ask.precedents import MOST, rank
from referee.service.case_law.precedent import Precedent, make_precedent
from referee.service.case_law.taken import taken_rulings
from referee.service.disputes.analysis import (
    RecordedDispute,
    disputes_of,
    read_disputed_act,
    with_original_act,
)
from referee.service.disputes.anonymous import people_in
from referee.service.disputes.ruling_file import index_of_act, make_ruling
from referee.service.logs.chain import DamagedLogError
from referee.service.logs.log_index import LogIndex
from referee.service.logs.replay import EmptyLogError
from referee.service.logs.sources import StoredLog
from referee.service.program import program_version

UNREADABLE = (DamagedLogError, EmptyLogError, MalformedError, NewerLogError, UnknownGameError)
"""What keeps a table from being read: its disputes are left out."""


_RULED = b'"type":"ruling_given"'
"""What stands in a line that settles a dispute."""


def rulings_of_table(store: ServedStore, table: str) -> tuple[tuple[Ruling, ...], int]:
    """Return the settled disputes of a table that everybody may know, and how many are left out.

    Raises one of UNREADABLE.
    """
    if not any(_RULED in line for line in store.read(table)):
        return (), 0
    log, identity = StoredLog(store, table), store.identity(table)
    log_index = LogIndex(log)
    settled = [each for each in disputes_of(log_index.effective) if each.ruling is not None]
    found = []
    for each in settled:
        name = f"T-{blake2b(f'{identity} {each.opened.id}'.encode(), digest_size=5).hexdigest()}"
        ruling = ruling_to_hand_on(log_index, each, name)
        found += [] if ruling is None else [ruling]
    return tuple(found), len(settled) - len(found)


def ruling_to_hand_on(log_index: LogIndex, settled: RecordedDispute, name: str) -> Ruling | None:
    """Return a settled dispute as a ruling of that name, without the people who played.

    None while not everybody may know all that it is about.
    """
    opened = with_original_act(settled.opened, log_index.log, log_index.effective)
    whole = RecordedDispute(seq=settled.seq, opened=opened, ruling=settled.ruling)
    if not _is_public(log_index, whole, is_original=opened != settled.opened):
        return None
    people = people_in(each.event for each in log_index.actions)
    return make_ruling(log_index.effective, whole, name, _days_of_rulings(log_index)[opened.id], people)


def _days_of_rulings(log_index: LogIndex) -> dict[str, str]:
    """Return the day (ISO, UTC) on which each dispute of a log was settled last, by its id."""
    return {
        each.event.dispute: each.at.date().isoformat()
        for each in log_index.entries
        if isinstance(each.event, RulingGiven)
    }


def _is_public(log_index: LogIndex, settled: RecordedDispute, *, is_original: bool) -> bool:
    """Return whether everybody may know all that a dispute is about: its record and the act.

    `is_original`: the act is that of an entry which was taken back since.
    """
    secrets, opened = log_index.secrets, settled.opened
    if secrets.has_hidden_cards:
        return False
    act, i = read_disputed_act(log_index.game, opened), index_of_act(log_index.effective, opened)
    # The opening is handed on without its seed, which alone of it is ever hidden.
    record = log_index.effective.actions[1 : i + (act is None)]
    if any(secrets.hides(each.seq, each.event) for each in record):
        return False
    return act is None or not secrets.hides(opened.at if is_original else None, act)


class _KeptTable(msgspec.Struct, frozen=True):
    """What was found at a table when its log ended with `hash`."""

    hash: str
    precedents: tuple[Precedent, ...]


class _KeptFile(msgspec.Struct, frozen=True):
    """What was found at the tables of a store, by their names, by a program with these texts."""

    program: str
    tables: dict[str, _KeptTable]


_MANY_ENTRIES = 5000
"""Where fewer have to be read than this, it is not worth a file."""


class CaseLaw:
    """The precedents of a store; several threads may use it.

    What was found at a table is remembered until its log goes on: here, and where many logs had to be read
    also in a file, so that the next call of the program need not read them all. Anybody may remove it.
    """

    def __init__(self, store: ServedStore) -> None:
        self.store = store
        place = blake2b(from_anywhere(store.where).encode(), digest_size=8).hexdigest()
        self._file = cache_folder() / f"precedents-{place}.json"
        self._kept: dict[str, _KeptTable] | None = None
        self._lock = RLock()

    def precedents(self, game: str) -> tuple[Precedent, ...]:
        """Return the precedents of a game: those of the tables by name, then those of other groups.

        Tables that cannot be read have none.
        """
        own = [each for _, kept in self._tables(game) for each in kept.precedents]
        return (*own, *(each for each, _ in self._of_others(game)))

    def find(self, game: str, deciding: Sequence[str], act: Event | None) -> tuple[Precedent, ...]:
        """Return the precedents of a game that share deciding rules, most alike first, at most `MOST`."""
        if not deciding:
            return ()
        cited = [(each, frozenset(each.rules), each.kinds) for each in self.precedents(game)]
        return rank(cited, deciding, act)[:MOST]

    def find_ruling(self, game: str, name: str) -> tuple[Precedent, Ruling] | None:
        """Return the precedent of that name with its whole ruling; None where there is none."""
        for table, kept in self._tables(game):
            for each in kept.precedents:
                if each.name == name:
                    rulings = _read_rulings(self.store, table)
                    return next(((each, ruling) for ruling in rulings if ruling.name == name), None)
        return next((found for found in self._of_others(game) if found[0].name == name), None)

    def iter_rulings(self, game: str) -> Iterator[tuple[Precedent, Ruling]]:
        """Yield the precedents of a game with their whole rulings, in the order of `precedents`."""
        for table, kept in self._tables(game):
            if kept.precedents:
                yield from zip(kept.precedents, _read_rulings(self.store, table), strict=False)
        yield from self._of_others(game)

    def _of_others(self, game: str) -> Iterator[tuple[Precedent, Ruling]]:
        for each in taken_rulings(self.store):
            if each.ruling.game == game:
                yield make_precedent(each.ruling, "group", each.file), each.ruling

    def _tables(self, game: str) -> list[tuple[str, _KeptTable]]:
        """Return what is found at each table of a game now; reads only logs that went on since."""
        with self._lock:
            rows, kept, entries = self.store.tables(), self._remembered(), 0
            gone = kept.keys() - {row.table for row in rows}
            for table in gone:
                del kept[table]
            found = []
            for row in rows:
                if row.game != game:
                    continue
                hash, known = self.store.head(row.table).hash, kept.get(row.table)
                if known is None or known.hash != hash:
                    rulings = _read_rulings(self.store, row.table)
                    known = _KeptTable(hash, tuple(make_precedent(each, "tables") for each in rulings))
                    kept[row.table] = known
                    entries += row.revision
                found.append((row.table, known))
            if entries >= _MANY_ENTRIES or (gone and self._file.exists()):
                _write(self._file, _KeptFile(_program(), kept))
            return found

    def _remembered(self) -> dict[str, _KeptTable]:
        """Return what was found before, by the name of each table; read from the file once."""
        if self._kept is None:
            self._kept = _read(self._file)
        return self._kept


def _read_rulings(store: ServedStore, table: str) -> tuple[Ruling, ...]:
    """Return the rulings of a table; none where it cannot be read."""
    try:
        return rulings_of_table(store, table)[0]
    except UNREADABLE:
        return ()


def _program() -> str:
    """Return whose words they are: another version may say the same otherwise."""
    return " ".join((program_version(), *LANGUAGES))


def _read(file: Path) -> dict[str, _KeptTable]:
    """Return what a file keeps; nothing where it cannot be read, or another program wrote it."""
    try:
        kept = msgspec.json.decode(file.read_bytes(), type=_KeptFile)
    except (OSError, ValueError):
        return {}
    return kept.tables if kept.program == _program() else {}


def _write(file: Path, kept: _KeptFile) -> None:
    """Write a file that only its owner may read, whole or not at all; nothing happens where that fails."""
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        part = file.with_suffix(f".{os.getpid()}")
        part.touch(mode=0o600)
        part.write_bytes(msgspec.json.encode(kept))
        part.replace(file)
