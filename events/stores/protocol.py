"""What a store of logs promises, and the values it answers with."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from threading import Event
from typing import Any, Protocol, Self

import msgspec

from events.envelope import NO_HASH

_HASH = slice(-2 - len(NO_HASH), -2)
"""Where a line has its hash: before the closing quote and brace."""


class Head(msgspec.Struct, frozen=True):
    """Where a log ends: the seq and the hash of its last entry."""

    revision: int
    hash: str


NO_HEAD = Head(0, NO_HASH)
"""The head of a log that has no entry yet."""


class Refusal(msgspec.Struct, frozen=True, kw_only=True):
    """The last refusal of a table; it is no fact of the log, so it is kept beside it, until the next one.

    `reader` is the only seat that may read it; everybody may where it is empty. `revision` is what it
    was refused on, `body` is JSON.
    """

    reader: str
    revision: int
    body: bytes


class Batch(msgspec.Struct, frozen=True, kw_only=True):
    """What one submission writes: all of it, or nothing.

    `expected` is the head it was decided on. `lines` are entries in canonical bytes, no
    newlines, seqs going on from `expected`; none where only the answer is kept. `answer` is
    kept with `key` and given back, for ever, to whoever submits that key again. `refusal` takes
    the place of the last one of its reader.
    """

    table: str
    expected: Head
    lines: tuple[bytes, ...] = ()
    key: str | None = None
    answer: bytes = b""
    refusal: Refusal | None = None

    @property
    def head(self) -> Head:
        """Return the head the log has once the batch is written."""
        if not self.lines:
            return self.expected
        return Head(self.expected.revision + len(self.lines), hash_in(self.lines[-1]))


class Appended(msgspec.Struct, frozen=True):
    """The batch is on disk."""

    head: Head


class Conflict(msgspec.Struct, frozen=True):
    """Nothing was written: the log has gone on to `revision` from `expected`, which was decided on."""

    expected: int
    revision: int


class Repeated(msgspec.Struct, frozen=True):
    """Nothing was written: the key was submitted before, and this was the answer."""

    answer: bytes


class TableRow(msgspec.Struct, frozen=True):
    """One table of a store, as a list shows it.

    `opened_at` is as its first entry has it (ISO, UTC). Game, edition and `opened_at` are None, seats and
    names empty, where that entry cannot be read; `edition` also where the opening names none.
    """

    table: str
    revision: int
    game: str | None
    edition: str | None
    seats: tuple[str, ...]
    opened_at: str | None
    names: dict[str, str] = {}


class Fault(msgspec.Struct, frozen=True):
    """Something a store keeps beside the entries of a log that is not as it was written.

    `reason` is a message id, `args` its arguments.
    """

    reason: str
    args: dict[str, Any]


PRESENCE_SECONDS = 45
"""How long a process is believed about who is connected; it tells anew three times in that time."""

SEAT, SCREEN, DEVICE, WATCH = "seat", "screen", "device", "watch"
"""A link opens one seat, the table's screen, or one device that is handed round."""


class Link(msgspec.Struct, frozen=True, kw_only=True):
    """A link by which a device acts at `table`; its token is not stored, only the token's hash.

    `role` says what it opens, `seat` is set for the link of a seat. `lang` is the language of its pages
    (None: none was chosen). `opened`: somebody used it. `nonce` is what its token is made of (empty in an
    older store: of nothing), `writes` counts what was noted through it, `issued` how often a link was given
    out for this place. `identity` is that of the table, empty where nobody has opened one.
    """

    id: int
    table: str
    role: str
    seat: str | None
    lang: str | None
    opened: bool
    nonce: str = ""
    writes: int = 0
    issued: int = 1
    identity: str = ""
    """That of its table; empty where nobody has opened it."""

    @property
    def viewer(self) -> str | None:
        """Return the seat that looks; None for everybody."""
        return self.seat if self.role == SEAT else None


class KeptAnswer(msgspec.Struct, frozen=True):
    """What was answered to a submission, and the revision the log had then."""

    key: str
    revision: int
    answer: bytes


class Kept(msgspec.Struct, frozen=True, kw_only=True):
    """All that is stored of a table but its entries, at one moment; `head` is that of its log then.

    `links` are each with the hash of its token, `notes` are (topic, text).
    """

    head: Head
    identity: str = ""
    answers: tuple[KeptAnswer, ...] = ()
    refusals: tuple[Refusal, ...] = ()
    links: tuple[tuple[str, Link], ...] = ()
    notes: tuple[tuple[str, str], ...] = ()


class Marks(msgspec.Struct, frozen=True, kw_only=True):
    """The hashes that stand for what is kept beside a table's entries, over time.

    One for each answer, and one for each change of what may be written over: the revision the log had
    then, and the last hash of the chain.
    """

    answers: tuple[tuple[int, str], ...] = ()
    changes: tuple[tuple[int, str], ...] = ()


class Closing:
    """Something that is closed where its `with` ends."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the files; a second call does nothing."""


class Store(Protocol):
    """Keeps the logs of many tables; append only. Whoever opens it closes it.

    Every method raises a `StoreError` where the disk does not do what is asked.
    """

    def append(self, batch: Batch) -> Appended | Conflict | Repeated:
        """Write a batch if its key is new and its expected head is the log's; on disk when it returns."""

    def create(self, table: str, lines: Iterable[bytes]) -> Appended | Conflict:
        """Write a whole new log, streamed; nothing at all where `lines` raises or the table exists."""

    def head(self, table: str) -> Head:
        """Return the head acknowledged last; `NO_HEAD` for a table that does not exist."""

    def read(self, table: str, first: int = 1, last: int | None = None) -> Iterator[bytes]:
        """Yield the stored lines `first` to `last`, both included (None: to the end), without newlines."""

    def answer(self, table: str, key: str) -> bytes | None:
        """Return the answer kept with a key; None where the key was never submitted."""

    def answers(self, table: str) -> tuple[bytes, ...]:
        """Return all answers kept with a table, in the order they were given."""

    def refusals(self, table: str) -> tuple[Refusal, ...]:
        """Return what was refused last, one for each reader, sorted by reader."""

    def tables(self) -> tuple[TableRow, ...]:
        """Return the tables by name."""

    def faults(self, table: str) -> Iterator[Fault]:
        """Yield what is kept beside a table's entries and is not as it was written."""

    def marks(self, table: str) -> Marks:
        """Return the hashes that stand for what is kept beside a table's entries."""

    def __enter__(self) -> Self:
        pass

    def __exit__(self, *_: object) -> None:
        """Close the files."""

    def close(self) -> None:
        """Close the files; a second call does nothing."""


class Watch(Protocol):
    """Notices what anybody writes to a store: this process, another one, another machine.

    `changed` also has SQLite copy its write-ahead log into the file, so that a copy of the file is whole.
    """

    def changed(self, seconds: float) -> frozenset[str]:
        """Wait, at most so long, until tables change; return their names, none where none did.

        The first call returns all there are. What was missed, for whatever reason, is named later.
        """

    def __enter__(self) -> Self:
        pass

    def __exit__(self, *_: object) -> None:
        """Close the connection."""

    def close(self) -> None:
        """Close the connection; a second call does nothing."""


class ServedStore(Store, Protocol):
    """A store that a service can stand on: it keeps links and notes beside the logs, and can be watched.

    `where` is its path, or its address without the password; `unseen` counts the bytes last written that
    cannot be read; `secret` is the file of what tokens are made with; `share` the kind of network share it
    lies on (empty: none; None: unknown). Links and notes may be written over; each change is marked, so that
    nobody else changes them unseen.
    """

    where: str
    """What messages call the store: a path, or an address without its password."""

    unseen: int
    """How many bytes of the last writes cannot be read, because nothing may be written beside the file."""

    secret: Path
    """Where this machine keeps the secret that the tokens of this store are made with."""

    share: str | None
    """The kind of network share it lies on, empty where it lies on none; None where nobody can tell."""

    def is_writable(self) -> bool:
        """Return whether this process may record anything here."""

    def rows(self, view: str) -> list[dict[str, Any]]:
        """Return one of the views made for people: `tables`, `entries`, `games`, `results`."""

    def issue_link(
        self,
        table: str,
        role: str,
        seat: str | None,
        lang: str | None,
        hash: str,
        nonce: str,
        *,
        after: int | None = None,
    ) -> Link:
        """Store a link by the hash of its token, in place of the one for the same `table`, `role` and `seat`.

        That link opens nothing any more. A language that was chosen there stays. Where `after` is given and
        the link there was issued another number of times, return that link and write nothing.
        """

    def find_link(self, hash: str) -> Link | None:
        """Return the link whose token has this hash; None where it opens nothing."""

    def links(self, table: str) -> tuple[Link, ...]:
        """Return the links of a table, in the order they were first given out."""

    def change_link(
        self, link: Link, *, opened: bool = False, lang: str | None = None, wrote: bool = False
    ) -> None:
        """Note that a link was opened, has another language (None: the same), or was written through.

        Nothing happens where another link was issued for its place meanwhile.
        """

    def note(self, table: str, topic: str, body: str | None) -> None:
        """Write a note on a topic beside the log of a table, over the one there is; None removes it."""

    def exchange_note(self, table: str, topic: str, was: str | None, body: str | None) -> bool:
        """Write a note in place of the one that was read, and return whether that one was still there.

        None stands for no note, before and after.
        """

    def noted(self, table: str, topic: str) -> str | None:
        """Return the note of a table on a topic; None where there is none."""

    def noted_anywhere(self, topic: str) -> tuple[tuple[str, str], ...]:
        """Return (table, note) for every table with a note on a topic, by name."""

    def note_once(self, table: str, topic: str, body: str) -> tuple[tuple[str, str], ...]:
        """Write a note unless any table has one on its topic.

        Return (table, note) of all there are then, by name: of several who do this at the same moment, each
        gets the same.
        """

    def identity(self, table: str) -> str:
        """Return the identity of a table, which no other table has or had, whatever it is called.

        It stays when the table is renamed or copied; empty where there is no table.
        """

    def names(self) -> tuple[str, ...]:
        """Return the name of every table of which anything is kept.

        "" stands for what belongs to no table.
        """

    def read_kept(self, table: str) -> Kept:
        """Return all that is kept of a table but its entries, at one moment."""

    def take_over(self, table: str, after: Head, lines: Iterable[bytes], kept: Kept) -> Appended | Conflict:
        """Copy a table here as it is in another store: all of it, or nothing.

        `lines` are the entries after `after`, the head of the log here (NO_HEAD: there is none). `kept` is
        what the other store has beside the entries: links, notes and refusals are written over those here,
        answers here have to be the beginning of those. Notes about openings with a key, and notes of no
        table, are only added. Conflict where another table has the name here, its head is not `after`, or it
        has issued more links since. Raises as `create`.
        """

    def judge_owner(self) -> None:
        """Raise OwnerOnlyError where only the owner of the store may remove or rename a table."""

    def remove(self, table: str, expected: Head) -> Appended | Conflict:
        """Remove a table with all that is kept of it, if its head is still the one that was looked at.

        Raises OwnerOnlyError where only who owns the store may.
        """

    def rename(self, table: str, name: str, expected: Head, lines: Iterable[bytes]) -> Appended | Conflict:
        """Keep a table under another name, its entries written anew; links, notes and answers go with it.

        Conflict where its head is not the one that was looked at, or the name is taken. Raises as `remove`.
        """

    def tell_presence(self, process: str, table: str, seats: Mapping[str, int]) -> None:
        """Store how many streams each seat of a table has open through a process, over what it said before.

        Forgotten after `PRESENCE_SECONDS`.
        """

    def end_presence(self, process: str) -> None:
        """Delete all that a process has stored of streams: it ends."""

    def presence(self, table: str, besides: str, within: float = PRESENCE_SECONDS) -> Counter[str]:
        """Count the open streams of each seat of a table through all processes but `besides`.

        Only what was stored in the last `within` seconds counts. A store that knows of one process returns
        none.
        """

    def limit_silence(self, seconds: float) -> None:
        """Raise AwayError for what a database does not answer within so many seconds, from now on."""

    def write_back(self) -> None:
        """Have the file itself hold all that was recorded, for whoever copies it; a watch does so anyway."""

    def may_lose_on_failover(self) -> bool:
        """Return whether a replica that takes over could lack entries that were acknowledged."""

    def watch(self, until: Event | None = None) -> Watch:
        """Return a watch over what is written; the caller closes it.

        Once `until` is set, a waiting `changed` returns early, in a store that can look at it.
        """


class StoreError(Exception):
    """A store that cannot do what was asked: `reason` is a message id, `args_` its arguments."""

    reason = "store.failed"

    def __init__(self, **args: Any) -> None:
        super().__init__(self.reason, args)
        self.args_ = args

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the whole error, so that the process that asked for the work can raise it."""
        return partial(type(self), **self.args_), ()


class LockedError(StoreError):
    """Another program holds the store (`path`)."""

    reason = "store.locked"


class ReadOnlyError(StoreError):
    """The store (`path`) may not be written."""

    reason = "store.read_only"


class OwnerOnlyError(StoreError):
    """Only the owner of the store (`path`) may remove or rename a table; a service may only add to one."""

    reason = "store.owner_only"


class FullError(StoreError):
    """The disk under the store (`path`) is full; nothing of the batch was kept."""

    reason = "store.full"


class NotAStoreError(StoreError):
    """The file (`path`) is something else."""

    reason = "store.not_a_store"


class NewerStoreError(StoreError):
    """The store (`path`) was laid out by a newer version (`found`, `ours`)."""

    reason = "store.newer"


class ClockError(StoreError):
    """The clocks of this machine (`ours`) and the database (`path`, `theirs`) are more than a day apart."""

    reason = "store.clock"


class ShortSecretError(StoreError):
    """The file (`path`) that links are to be made with holds too few bytes (`found`, not `least`)."""

    reason = "store.short_secret"


class OtherSecretError(StoreError):
    """Another service that runs on the store (`path`) makes its links with another secret."""

    reason = "store.other_secret"


class NoLocksError(StoreError):
    """The disk under the store (`path`) keeps no locks: two who write at once would overwrite each other."""

    reason = "store.no_locks"


class UnreachableError(StoreError):
    """The store (`path`) cannot be opened (`why`)."""

    reason = "store.unreachable"


class ReplacedError(StoreError):
    """The file of the store (`path`) was removed or replaced while it was in use; nothing is acknowledged."""

    reason = "store.replaced"


class NoStoreError(UnreachableError):
    """There is nothing yet where the store (`path`) should be."""


class AwayError(UnreachableError):
    """The database (`path`) does not answer just now (`why`); what was in flight may have been written."""

    reason = "store.away"


class NotInstalledError(StoreError):
    """What a store at such an address (`path`) needs is not installed; `command` installs it."""

    reason = "store.not_installed"


class DamagedStoreError(StoreError):
    """What the store (`path`) keeps beside the log cannot be read (`line`, `why`)."""

    reason = "store.damaged"


def hash_in(line: bytes) -> str:
    """Return the hash an entry's line ends with; of other bytes whatever stands there."""
    return line[_HASH].decode("ascii", "replace")


def row_of(table: str, revision: int, first: bytes | None) -> TableRow:
    """Return a table as a list shows it.

    Its game and seats are None and empty where the first line cannot be read.
    """
    try:
        opening = _FIRST.decode(first or b"")
    except (msgspec.DecodeError, UnicodeDecodeError):
        return TableRow(table, revision, None, None, (), None)
    event = opening.event
    return TableRow(table, revision, event.game, event.edition, event.seats, opening.at, event.names)


class _Opening(msgspec.Struct, frozen=True):
    game: str | None = None
    edition: str | None = None
    seats: tuple[str, ...] = ()
    names: dict[str, str] = {}


class _First(msgspec.Struct, frozen=True):
    at: str | None = None
    event: _Opening = _Opening()


_FIRST = msgspec.json.Decoder(_First)
