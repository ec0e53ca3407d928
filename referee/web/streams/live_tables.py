"""Every table of the store as one process sees it, and who listens to which."""

import asyncio
from collections import Counter
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from threading import Event, RLock, Thread
from time import monotonic
from typing import Any

import msgspec

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
from referee.service.commands.consent import make_agreed_change
from referee.service.commands.sitting import sit_down
from referee.service.logs.replay import EmptyLogError
from referee.service.notices import notify
from referee.service.tables.clock import Clock, utc_now
from referee.service.tables.table import Table
from referee.web.access.seat_links import SEAT, Link, Links
from referee.web.access.tokens import Keyring, fingerprint_of, secret_of

WATCH_SECONDS = 0.3
"""How long a look at what others write lasts at most; so long the end of the service may wait for it."""

HEARTBEAT_SECONDS = 15.0
"""How long a stream stays silent at most."""

SETTLE_SECONDS = 0.3
"""How long it takes until a table is told who came and went; turning a page is neither."""


class TableNow(msgspec.Struct, frozen=True):
    """A table as it stands: its game, its state, and the revision they belong to."""

    game: Game
    state: Any
    revision: int


class Seated:
    """One table in session; whoever reads it reads state and revision of the same moment."""

    def __init__(self, table: Table, identity: str) -> None:
        self.table, self.identity = table, identity
        self.lock = RLock()
        self._dealt = 0

    def now(self) -> TableNow:
        """Read what others wrote, deal what the referee owes, make what all agreed to; give the moment."""
        with self.lock:
            self.table.catch_up()
            if self._dealt != self.table.revision:
                self.table.deal()
                with suppress(StoreError):
                    make_agreed_change(self.table)
                self._dealt = self.table.revision
            return TableNow(self.table.game, self.table.state, self.table.revision)


class Listener:
    """One open stream: woken when its table changes."""

    def __init__(self, link: Link, address: str, loop: asyncio.AbstractEventLoop) -> None:
        self.table, self.seat = link.table, link.seat if link.role == SEAT else None
        self.link, self.address = link.id, address
        self.is_replaced = False
        self._loop, self._woken = loop, asyncio.Event()

    def wake(self) -> None:
        """Say, from any thread, that there is something to see."""
        self._loop.call_soon_threadsafe(self._woken.set)

    def replace(self) -> None:
        """End this stream: a newer one takes its place."""
        self.is_replaced = True
        self.wake()

    def look(self) -> None:
        """Take note that all there was to see until now is being looked at."""
        self._woken.clear()

    async def changed(self, seconds: float = HEARTBEAT_SECONDS) -> bool:
        """Wait for a change; False where there was none for so long."""
        try:
            await asyncio.wait_for(self._woken.wait(), seconds)
        except TimeoutError:
            return False
        return True


MEET_SECONDS = 5.0
"""How often services on one store count each other; one that was killed counts for twice that, and a bit."""

SILENCE_SECONDS = 2.5
"""How long a database may leave a page without an answer before the page says that it is away: longer than
anybody waits for a lock."""

NO_TABLE = ""
"""Where services are present themselves."""


class LiveTables(Closing):
    """Tables, links and listeners of one store."""

    new_listener: type[Listener] = Listener
    presence_seconds = SETTLE_SECONDS

    def __init__(self, where: str | Path, *, clock: Clock = utc_now, keyring: Keyring | None = None) -> None:
        """Open the store, and the secret that belongs to it; lay new ones out where there are none."""
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
        """How many services on this store, this one included, share what a visitor may ask for."""
        self._process = token_hex(8)
        self._closing = Event()
        self._watcher: Thread | None = None
        self._has_said = False
        self.store = open_store(where, create=True)
        try:
            secret = b"" if keyring else secret_of(self.store)
            self.links = Links(self.store, keyring or Keyring(secret))
            self._fingerprint = fingerprint_of(secret) if secret else None
            self.store.limit_silence(SILENCE_SECONDS)
            if self.store.may_lose_on_failover():
                notify("store.asynchronous", path=self.store.where)
            self._share_secret()
        except BaseException:
            self.store.close()
            raise

    def _share_secret(self) -> None:
        """Note which secret links are made with, unless another service that runs makes them with another.

        Raises OtherSecretError. A service alone on its store takes over, for its secret may have been lost.
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

    def stop(self) -> None:
        """End every stream."""
        self.is_stopped = True
        for table in tuple(self._listeners):
            self.wake(table)

    def seated(self, name: str) -> Seated:
        """Sit down at a table, or stay seated.

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
        """Sit down at the table of a link, or stay seated.

        Raises EmptyLogError where it was put away since the link was found: one that has its name is another.
        """
        self.forget_removed(link.table, link.identity)
        seated = self.seated(link.table)
        if seated.identity != link.identity:
            raise EmptyLogError
        return seated

    def forget_removed(self, name: str, identity: str | None = None) -> None:
        """Get up from a table that was removed or has another name: one opened under its name is another.

        `identity` is that of the table of this name now, where it was just read.
        """
        seated = self._tables.get(name)
        if seated is not None and seated.identity != (identity or self.store.identity(name)):
            self._tables.pop(name, None)

    def forget_gone_back(self, name: str) -> None:
        """Get up from a table whose log is shorter than it was: a database took over that lacks the rest."""
        seated = self._tables.get(name)
        if seated is not None and self.store.head(name).revision < seated.table.revision:
            self._tables.pop(name, None)

    def now(self, name: str) -> TableNow:
        """Give a table as it stands: the one of this name now."""
        self.forget_removed(name)
        return self.seated(name).now()

    def tables(self) -> tuple[TableRow, ...]:
        """List the tables, the latest first."""
        return tuple(sorted(self.store.tables(), key=lambda row: row.opened_at or "", reverse=True))

    def free_name(self, game: str) -> str:
        """Number the tables of a game, on from the last number that was found taken."""
        number = self._numbers.get(game, 1)
        while self.store.head(f"{game}-{number}").revision:
            number += 1
        self._numbers[game] = number
        return f"{game}-{number}"

    def open_link(self, token: str) -> Link | None:
        """Find what a token opens; the first use makes it somebody's, and its code is shown no more.

        Where that cannot be noted now, the next use is the first: looking needs no writing.
        """
        link = self.links.find(token)
        if link is not None:
            self.forget_removed(link.table, link.identity)
        if link is not None and not link.opened:
            with suppress(LockedError, ReadOnlyError, FullError):
                self.links.note_opened(link)
                self.wake(link.table)
        return link

    def listen(self, link: Link, address: str = "") -> Listener:
        """Open a stream for a link, asked for from an address."""
        listener = self.new_listener(link, address, asyncio.get_running_loop())
        self._listeners[link.table] = self.listeners(link.table) | {listener}
        self._in_order[listener] = None
        self._tell_presence(link.table)
        return listener

    def leave(self, listener: Listener) -> None:
        """Close a stream."""
        self._in_order.pop(listener, None)
        if rest := self.listeners(listener.table) - {listener}:
            self._listeners[listener.table] = rest
        else:
            self._listeners.pop(listener.table, None)
        self._tell_presence(listener.table)

    def _tell_presence(self, table: str) -> None:
        """Tell a table who is there, once for all who come and go in a moment."""
        if table not in self._unsettled:
            self._unsettled.add(table)
            asyncio.get_running_loop().call_later(self.presence_seconds, self._settle, table)

    def _settle(self, table: str) -> None:
        """Let everybody look who is there now; whoever comes meanwhile is seen too."""
        self.wake(table)
        loop = asyncio.get_running_loop()
        loop.call_soon(self._unsettled.discard, table)
        loop.run_in_executor(None, self._share_presence, table)

    def _share_presence(self, table: str) -> None:
        """Tell other services on the same store who is here; said again later where it cannot be now."""
        seats = Counter(each.seat for each in self.listeners(table) if each.seat is not None)
        with suppress(StoreError):
            self.store.tell_presence(self._process, table, seats)

    def keep_to(self, most: int, most_per_link: int, link: Link) -> None:
        """Replace the oldest stream of a link that has too many, and of the address that has most.

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
        """Give the open streams of a table."""
        return self._listeners.get(table, frozenset())

    def listening(self, table: str) -> Counter[str | None]:
        """Count the open streams of a table by seat, those of other services included."""
        here = Counter(each.seat for each in self.listeners(table))
        return here + self.store.presence(table, besides=self._process)

    def wake(self, table: str) -> None:
        """Tell every stream of a table to look again."""
        for listener in self.listeners(table):
            listener.wake()

    def watch(self) -> None:
        """Begin to notice what others write to the store; `close` ends it."""
        self._watcher = Thread(target=self._notice, name="referee watch", daemon=True)
        self._watcher.start()

    def _notice(self) -> None:
        """Wake whoever listens to a table that has gone on, until the hub is closed.

        A store that cannot be read now is asked again: what was missed meanwhile is noticed then.
        """
        while not self._closing.is_set():
            try:
                self._notice_while_it_lasts()
            except StoreError as error:
                self._tell_of(error)
                self._closing.wait(WATCH_SECONDS)

    def _tell_of(self, error: StoreError) -> None:
        """Have every page look where the file is gone, or the database away: it learns so."""
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
                for table in watch.changed(WATCH_SECONDS):
                    self.forget_removed(table)
                    self.forget_gone_back(table)
                    self.wake(table)

    def _meet_others(self) -> None:
        """Tell other services on the same store that this one runs, at no table; count those that do."""
        self.store.tell_presence(self._process, NO_TABLE, {NO_TABLE: 1})
        others = self.store.presence(NO_TABLE, besides=self._process, within=2.5 * MEET_SECONDS)
        self.services = 1 + others.total()
        if self._fingerprint is not None and self.services > 1 and not self._has_said:
            self._has_said = self.store.noted(NO_TABLE, "secret") not in {None, self._fingerprint}
            if self._has_said:
                notify("store.other_secret", path=self.store.where)

    def close(self) -> None:
        """Let go of the store; once more does nothing."""
        self._closing.set()
        if self._watcher is not None:
            self._watcher.join()
            with suppress(StoreError):
                self.store.end_presence(self._process)
        self.store.close()
