"""The hub: every table of the store as one process sees it, and who listens to which."""

import asyncio
import sqlite3
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from threading import RLock
from typing import Any

import msgspec

from events.base import TABLE, Event
from events.codec import codec_for
from events.stores.protocol import TableRow
from events.stores.sqlite import SqliteStore
from events.table import TableOpened
from referee.kernel.game import Game
from referee.kernel.registry import find_game
from referee.kernel.verdict import Refused
from referee.service.table import Answer, Clock, Table, load_table, open_table, utc_now
from referee.web.links import SEAT, Draw, Link, Links, draw_token

POLL_SECONDS = 0.1
"""How often the store is asked whether somebody at a terminal wrote to it."""

HEARTBEAT_SECONDS = 15.0
"""How long a stream stays silent at most."""


class Moment(msgspec.Struct, frozen=True):
    """A table as it stands: its game, its state, and the revision they belong to."""

    game: Game
    state: Any
    revision: int


class Seated:
    """One table in session; whoever reads it reads state and revision of the same moment."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lock = RLock()
        self._deal = dealer_of(table)
        self._dealt = 0

    def now(self) -> Moment:
        """Read what others wrote, deal what the referee owes; give the moment."""
        with self.lock:
            self.table.catch_up()
            while self._deal is not None and self._dealt != self.table.revision:
                self._dealt = self.table.revision
                if (event := self._deal(self.table.state)) is not None:
                    self.table.submit(event, seen=self._dealt)
            return Moment(self.table.game, self.table.state, self.table.revision)

    def submit(self, event: Event, seen: int | None, key: str | None) -> Answer:
        """Judge and write."""
        with self.lock:
            return self.table.submit(event, seen=seen, key=key)


def dealer_of(table: Table) -> Callable[[Any], Event | None] | None:
    """Find who deals at a table: the game's dealer, from the seed of the opening; None: the people do."""
    name = f"referee.games.{table.game.id}.dealer"
    if table.state.chance == TABLE or find_spec(name) is None:
        return None
    opened = codec_for(table.game.id).entry(next(iter(table.log.lines(1, 1)))).event
    if opened.seed is None:
        return None
    return partial(deal_from, import_module(name).deal, opened.seed)


def deal_from(deal: Callable[[Any, str], Event | None], seed: str, state: Any) -> Event | None:
    """Give what is due now, of a seed."""
    return deal(state, seed)


class Listener:
    """One open stream: woken when its table changes."""

    def __init__(self, table: str, seat: str | None, loop: asyncio.AbstractEventLoop) -> None:
        self.table, self.seat = table, seat
        self._loop, self._woken = loop, asyncio.Event()

    def wake(self) -> None:
        """Say, from any thread, that there is something to see."""
        self._loop.call_soon_threadsafe(self._woken.set)

    async def changed(self, seconds: float = HEARTBEAT_SECONDS) -> bool:
        """Wait for a change; False where there was none for so long."""
        try:
            await asyncio.wait_for(self._woken.wait(), seconds)
        except TimeoutError:
            return False
        self._woken.clear()
        return True


class Hub:
    """Tables, links and listeners of one store."""

    def __init__(self, path: Path, *, clock: Clock = utc_now, draw: Draw = draw_token) -> None:
        """Open the store; lay a new one out where there is none."""
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path, self.clock = path, clock
        self.store = SqliteStore(path)
        self.links = Links(path, draw)
        self.fresh: dict[tuple[str, str, str | None], str] = {}
        self.rematches: dict[str, str] = {}
        self._tables: dict[str, Seated] = {}
        self._listeners: set[Listener] = set()
        self._lock = RLock()
        self.is_stopped = False

    def stop(self) -> None:
        """End every stream."""
        self.is_stopped = True
        for listener in self._listeners.copy():
            listener.wake()

    def seated(self, name: str) -> Seated:
        """Sit down at a table, or stay seated.

        Raises EmptyLogError where there is no such table.
        """
        with self._lock:
            if name not in self._tables:
                self._tables[name] = Seated(load_table(self.store, name, self.clock))
            return self._tables[name]

    def now(self, name: str) -> Moment:
        """Give a table as it stands."""
        return self.seated(name).now()

    def submit(self, name: str, event: Event, *, seen: int | None = None, key: str | None = None) -> Answer:
        """Judge an event and write it; wake whoever watches."""
        answer = self.seated(name).submit(event, seen, key)
        self.wake(name)
        return answer

    def open(self, name: str, opened: TableOpened, key: str | None = None) -> Table | Refused:
        """Open a new table."""
        return open_table(self.store, name, opened, find_game(opened.game), key=key, clock=self.clock)

    def tables(self) -> tuple[TableRow, ...]:
        """List the tables, the latest first."""
        return tuple(sorted(self.store.tables(), key=lambda row: row.opened_at or "", reverse=True))

    def free_name(self, game: str) -> str:
        """Number the tables of a game."""
        taken = {row.table for row in self.store.tables()}
        number = 1
        while f"{game}-{number}" in taken:
            number += 1
        return f"{game}-{number}"

    def issue(self, table: str, role: str, seat: str | None = None) -> str:
        """Make a link, and hold its token until somebody has opened it."""
        token = self.links.issue(table, role, seat)
        self.fresh[table, role, seat] = token
        self.wake(table)
        return token

    def open_link(self, token: str) -> Link | None:
        """Find what a token opens; the first use makes it somebody's, and its code is shown no more."""
        link = self.links.find(token)
        if link is not None and not link.opened:
            self.links.note_opened(link)
            self.fresh.pop((link.table, link.role, link.seat), None)
            self.wake(link.table)
        return link

    def listen(self, link: Link) -> Listener:
        """Open a stream."""
        listener = Listener(link.table, link.seat if link.role == SEAT else None, asyncio.get_running_loop())
        self._listeners.add(listener)
        self.wake(link.table, but=listener)
        return listener

    def leave(self, listener: Listener) -> None:
        """Close a stream."""
        self._listeners.discard(listener)
        self.wake(listener.table)

    @property
    def streams(self) -> int:
        """Count the open streams."""
        return len(self._listeners)

    def listening(self, table: str) -> Counter[str | None]:
        """Count the open streams of a table by seat."""
        return Counter(each.seat for each in self._listeners.copy() if each.table == table)

    def wake(self, table: str, *, but: Listener | None = None) -> None:
        """Tell every stream of a table to look again."""
        for listener in self._listeners.copy():
            if listener.table == table and listener is not but:
                listener.wake()

    async def watch(self) -> None:
        """Notice what others write to the store, for as long as the service runs."""
        with closing(sqlite3.connect(self.path, isolation_level=None)) as db:
            version, heads = None, {}
            while True:
                found = db.execute("PRAGMA data_version").fetchone()[0]
                if found != version:
                    version, before = found, heads
                    heads = dict(db.execute("SELECT name, revision FROM table_heads"))
                    for table in {each.table for each in self._listeners}:
                        if heads.get(table) != before.get(table):
                            self.wake(table)
                await asyncio.sleep(POLL_SECONDS)

    def close(self) -> None:
        """Let go of the store."""
        self.links.close()
        self.store.close()
