"""The tables of a store in one process, the open streams of each, and other services on the same store."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from threading import Event, RLock, Thread
from time import monotonic
from typing import Any

import msgspec

from events.base import Event as GameEvent
from events.stores import open_store
from events.stores.protocol import (
    PRESENCE_SECONDS,
    Closing,
    FullError,
    LockedError,
    OtherSecretError,
    ReadOnlyError,
    ReplacedError,
    StoreError,
    TableRow,
    UnreachableError,
)
from referee.kernel.game import Game
from referee.service.case_law.precedent import Precedent
from referee.service.case_law.precedents import CaseLaw
from referee.service.commands.consent import make_agreed_change
from referee.service.commands.sitting import sit_down
from referee.service.logs.replay import EmptyLogError
from referee.service.notices import notify
from referee.service.past_games import Outcomes
from referee.service.tables.clock import Clock, utc_now
from referee.service.tables.table import Table
from referee.web.access.links import SEAT, Keyring, Link, Links, fingerprint_of, secret_of

_WATCH_SECONDS = 0.3
"""How long one look for what others write lasts at most; the end of the service may wait so long."""

HEARTBEAT_SECONDS = 15.0
"""How long a stream stays silent at most."""

_SETTLE_SECONDS = 0.3
"""After how long a table learns who came and went; whoever turns a page does neither."""


class TableNow(msgspec.Struct, frozen=True):
    """A table as it stands: its game, its state, and the revision they belong to."""

    game: Game
    state: Any
    revision: int


class Seated:
    """One table in session; `lock` is held while it is read or written.

    `identity` tells it from another table of the same name. `asked_alone` holds by seat what it alone is
    asked of how the board stands: the revision then, and the query of its page. It is gone with the program.
    """

    def __init__(self, table: Table, identity: str) -> None:
        self.table, self.identity = table, identity
        self.lock = RLock()
        self.asked_alone: dict[str, tuple[int, str]] = {}
        self._dealt = 0

    def now(self) -> TableNow:
        """Read what others wrote, deal what is due, make what all agreed to; return the table then."""
        with self.lock:
            self.table.catch_up()
            if self._dealt != self.table.revision:
                self.table.deal()
                with suppress(StoreError):
                    make_agreed_change(self.table)
                self._dealt = self.table.revision
            return TableNow(self.table.game, self.table.state, self.table.revision)


class Listener:
    """One open stream: woken when its table changes. `seat` is None for another link than a seat's."""

    def __init__(self, link: Link, address: str, loop: asyncio.AbstractEventLoop) -> None:
        self.table, self.seat = link.table, link.seat if link.role == SEAT else None
        self.link, self.address = link.id, address
        self.is_replaced = False
        self._loop, self._woken = loop, asyncio.Event()

    def wake(self) -> None:
        """Wake the stream, from any thread."""
        self._loop.call_soon_threadsafe(self._woken.set)

    def replace(self) -> None:
        """End this stream: a newer one takes its place."""
        self.is_replaced = True
        self.wake()

    def begin_look(self) -> None:
        """Note that all changes until now are being rendered."""
        self._woken.clear()

    async def changed(self, seconds: float = HEARTBEAT_SECONDS) -> bool:
        """Wait for a change; return False where there was none for so long."""
        try:
            await asyncio.wait_for(self._woken.wait(), seconds)
        except TimeoutError:
            return False
        return True


MEET_SECONDS = 5.0
"""How often services on one store count each other; one that was killed is counted 2.5 times as long."""

SILENCE_SECONDS = 2.5
"""After how long without an answer a page says that the database is away; locks are waited for less long."""

_COPIED = "copied"
"""The topic of the note with the last entry of which a copy was made."""

_JUST_OPENED = 1
"""The last entry of a table at which nothing was played."""

NO_TABLE = ""
"""In place of a table's name: where services note that they run."""


class LiveTables(Closing):
    """Tables, links and listeners of one store; `services` is how many services run on it, with this one."""

    new_listener: type[Listener] = Listener
    presence_seconds = _SETTLE_SECONDS

    def __init__(self, where: str | Path, *, clock: Clock = utc_now, keyring: Keyring | None = None) -> None:
        """Open a store and read its secret; make both where there are none. With `keyring` no secret is used.

        Raises StoreError, OtherSecretError where another service makes links with another secret.
        """
        self.clock = clock
        self._tables: dict[str, Seated] = {}
        self._listeners: dict[str, frozenset[Listener]] = {}
        self._in_order: dict[Listener, None] = {}
        self._unsettled: set[str] = set()
        self._numbers: dict[str, int] = {}
        self._lock = RLock()
        self.opening = RLock()
        self.is_stopped = False
        self.services = 1
        self._process = token_hex(8)
        self._closing = Event()
        self._watcher: Thread | None = None
        self._has_warned = False
        self.store = open_store(where, create=True)
        try:
            secret = b"" if keyring else secret_of(self.store)
            self.links = Links(self.store, keyring or Keyring(secret))
            self._fingerprint = fingerprint_of(secret) if secret else None
            self.store.limit_silence(SILENCE_SECONDS)
            self.case_law = CaseLaw(self.store)
            self.outcomes = Outcomes(self.store)
            if self.store.may_lose_on_failover():
                notify("store.asynchronous", path=self.store.where)
            self._share_secret()
        except BaseException:
            self.store.close()
            raise

    def _share_secret(self) -> None:
        """Note which secret links are made with.

        Raises OtherSecretError where another service runs that uses another. A service alone on its store
        takes over, for its secret may have been lost.
        """
        if self._fingerprint is None:
            return
        with suppress(ReadOnlyError, FullError):
            self._meet_others()
            for _ in range(2):  # of two that start at one moment, one at least reads what the other noted
                noted = self.store.noted(NO_TABLE, "secret")
                if noted == self._fingerprint:
                    return
                if noted is not None and self.services > 1:
                    self.store.end_presence(self._process)
                    raise OtherSecretError(path=self.store.where)
                self.store.note(NO_TABLE, "secret", self._fingerprint)

    def decided_before(
        self, game: str, rules: Sequence[str], act: GameEvent | None = None
    ) -> tuple[Precedent, ...]:
        """Return what tables decided by some rules; nothing while the store does not answer."""
        try:
            return self.case_law.find(game, rules, act)
        except StoreError:
            return ()

    def stop(self) -> None:
        """End every stream."""
        self.is_stopped = True
        for table in tuple(self._listeners):
            self.wake(table)

    def seated(self, name: str) -> Seated:
        """Return a table in session, opened where it was not.

        Raises EmptyLogError where there is no such table, or another one takes its name just now.
        """
        with self._lock:
            if name not in self._tables:
                identity = self.store.identity(name)
                seated = Seated(sit_down(self.store, name, self.clock, whole=True), identity)
                if self.store.identity(name) != identity:
                    raise EmptyLogError
                self._tables[name] = seated
            return self._tables[name]

    def seated_with(self, link: Link) -> Seated:
        """Return the table of a link, in session.

        Raises EmptyLogError where it was removed or renamed since the link was found.
        """
        self.forget_removed(link.table, link.identity)
        seated = self.seated(link.table)
        if seated.identity != link.identity:
            raise EmptyLogError
        return seated

    def forget_removed(self, name: str, identity: str | None = None) -> None:
        """End the session of a table that was removed or renamed: one that has its name now is another.

        `identity` is that of the table of this name now; None: it is read.
        """
        seated = self._tables.get(name)
        if seated is not None and seated.identity != (identity or self.store.identity(name)):
            self._tables.pop(name, None)

    def forget_gone_back(self, name: str) -> None:
        """End the session of a table whose log is shorter than it was: another database took over."""
        seated = self._tables.get(name)
        if seated is not None and self.store.head(name).revision < seated.table.revision:
            self._tables.pop(name, None)

    def now(self, name: str) -> TableNow:
        """Return the table of a name as it is now. Raises EmptyLogError where there is none."""
        self.forget_removed(name)
        return self.seated(name).now()

    def tables(self) -> tuple[TableRow, ...]:
        """Return the tables of the store, the latest first."""
        return tuple(sorted(self.store.tables(), key=lambda row: row.opened_at or "", reverse=True))

    def note_copied(self, table: str, revision: int) -> None:
        """Note that a copy of a table up to an entry lies elsewhere, too: it was exported, or taken in.

        Nothing is noted where there is a longer copy, or where the store cannot be written now.
        """
        with suppress(LockedError, ReadOnlyError, FullError):
            if revision > int(self.store.noted(table, _COPIED) or 0):
                self.store.note(table, _COPIED, str(revision))

    def uncopied_tables(self) -> tuple[str, ...]:
        """Return the names of tables played since a copy was made of them last, the latest first."""
        copied = {table: int(revision) for table, revision in self.store.noted_anywhere(_COPIED)}
        return tuple(row.table for row in self.tables() if row.revision > copied.get(row.table, _JUST_OPENED))

    def free_name(self, game: str) -> str:
        """Return a name for a table of a game that is not taken: its id and a number."""
        number = self._numbers.get(game, 1)
        while self.store.head(f"{game}-{number}").revision:
            number += 1
        self._numbers[game] = number
        return f"{game}-{number}"

    def find_link(self, token: str) -> Link | None:
        """Return the link of a token, or None."""
        link = self.links.find(token)
        if link is not None:
            self.forget_removed(link.table, link.identity)
        return link

    def note_joined(self, link: Link) -> None:
        """Note that somebody plays or watches with a link: its code need not be shown any more.

        Where the store cannot be written now the next use notes it.
        """
        if not link.opened:
            with suppress(LockedError, ReadOnlyError, FullError):
                self.links.note_opened(link)
                self.wake(link.table)

    def listen(self, link: Link, address: str = "") -> Listener:
        """Return a new listener for a link, asked for from an address; the table learns who came."""
        listener = self.new_listener(link, address, asyncio.get_running_loop())
        self._listeners[link.table] = self.listeners(link.table) | {listener}
        self._in_order[listener] = None
        self._tell_presence(link.table)
        return listener

    def leave(self, listener: Listener) -> None:
        """Forget a listener; the table learns who went."""
        self._in_order.pop(listener, None)
        if rest := self.listeners(listener.table) - {listener}:
            self._listeners[listener.table] = rest
        else:
            self._listeners.pop(listener.table, None)
        self._tell_presence(listener.table)

    def _tell_presence(self, table: str) -> None:
        """Tell a table who is there, once for all who come and go within `presence_seconds`."""
        if table not in self._unsettled:
            self._unsettled.add(table)
            asyncio.get_running_loop().call_later(self.presence_seconds, self._settle, table)

    def _settle(self, table: str) -> None:
        self.wake(table)
        loop = asyncio.get_running_loop()
        loop.call_soon(self._unsettled.discard, table)
        loop.run_in_executor(None, self._share_presence, table)

    def _share_presence(self, table: str) -> None:
        """Tell other services on the same store who is here; where that fails it is repeated later."""
        seats = Counter(each.seat for each in self.listeners(table) if each.seat is not None)
        with suppress(StoreError):
            self.store.tell_presence(self._process, table, seats)

    def replace_surplus(self, most: int, most_per_link: int, link: Link) -> None:
        """Replace the oldest streams: of a link that has too many, then of the address that has most.

        So a phone that lost its connection gets a stream at once, and nobody takes all there are.
        """
        open_now = [each for each in self._in_order if not each.is_replaced]
        own = [each for each in open_now if each.link == link.id]
        for listener in own[: max(0, len(own) - most_per_link)]:
            listener.replace()
        open_now = [each for each in open_now if not each.is_replaced]
        while len(open_now) > most:
            greediest = Counter(each.address for each in open_now).most_common(1)[0][0]
            oldest = next(each for each in open_now if each.address == greediest)
            oldest.replace()
            open_now.remove(oldest)

    def listeners(self, table: str) -> frozenset[Listener]:
        """Return the open streams of a table, of this service."""
        return self._listeners.get(table, frozenset())

    def listening(self, table: str) -> Counter[str | None]:
        """Return the number of open streams of a table by seat, those of other services included."""
        here = Counter(each.seat for each in self.listeners(table))
        return here + self.store.presence(table, besides=self._process)

    def wake(self, table: str) -> None:
        """Wake every stream of a table."""
        for listener in self.listeners(table):
            listener.wake()

    def watch(self) -> None:
        """Start a thread that notices what others write to the store; `close` ends it."""
        self._watcher = Thread(target=self._notice, name="referee watch", daemon=True)
        self._watcher.start()

    def _notice(self) -> None:
        """Wake the streams of tables that have gone on, until the store is closed.

        A store that cannot be read now is asked again: what was missed meanwhile is noticed then.
        """
        while not self._closing.is_set():
            try:
                self._notice_while_it_lasts()
            except StoreError as error:
                self._wake_for(error)
                self._closing.wait(_WATCH_SECONDS)

    def _wake_for(self, error: StoreError) -> None:
        """Wake every stream where the file is gone or the database away, so that pages say so."""
        if isinstance(error, (UnreachableError, ReplacedError)):
            for table in tuple(self._listeners):
                self.wake(table)

    def _notice_while_it_lasts(self) -> None:
        tell_at = monotonic() + PRESENCE_SECONDS / 3
        meet_at = monotonic()
        with self.store.watch(self._closing) as watch:
            while not self._closing.is_set():
                if monotonic() >= meet_at:
                    meet_at = monotonic() + MEET_SECONDS
                    self._meet_others()
                if monotonic() >= tell_at:
                    tell_at = monotonic() + PRESENCE_SECONDS / 3
                    for table in tuple(self._listeners):
                        self._share_presence(table)
                for table in watch.changed(_WATCH_SECONDS):
                    self.forget_removed(table)
                    self.forget_gone_back(table)
                    self.wake(table)

    def _meet_others(self) -> None:
        """Tell other services on the store that this one runs, and count them; warn where secrets differ."""
        self.store.tell_presence(self._process, NO_TABLE, {NO_TABLE: 1})
        others = self.store.presence(NO_TABLE, besides=self._process, within=2.5 * MEET_SECONDS)
        self.services = 1 + others.total()
        if self._fingerprint is not None and self.services > 1 and not self._has_warned:
            self._has_warned = self.store.noted(NO_TABLE, "secret") not in {None, self._fingerprint}
            if self._has_warned:
                notify("store.other_secret", path=self.store.where)

    def close(self) -> None:
        """Close the store; a second call does nothing."""
        self._closing.set()
        if self._watcher is not None:
            self._watcher.join()
            with suppress(StoreError):
                self.store.end_presence(self._process)
        self.store.close()
