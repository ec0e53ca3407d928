"""What one fault was tried against, how often, and what was lost: a line of the README's table."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec

from events.base import TABLE
from events.stores import open_store
from referee.kernel.registry import find_game
from referee.service.audit.judge_again import audit
from referee.service.logs.replay import replay
from referee.service.logs.sources import StoredLog
from referee.service.tables.table import load_table, open_table
from tests.service.games import OPENED

NAME = "evening"


class Tried(NamedTuple):
    """How often something was tried; `lost` says of every time that went wrong what it was."""

    what: str
    times: int
    lost: tuple[str, ...] = ()

    def __str__(self) -> str:
        told = f"{self.what:68} {self.times:9,} times, lost: {len(self.lost) or 'nothing'}"
        return "\n".join([told, *(f"    {what}" for what in self.lost[:20])])


def lay_table(db: Path) -> None:
    with open_store(str(db), create=True) as store:
        open_table(store, NAME, OPENED, find_game("niagara"))


def revision(db: Path) -> int:
    with open_store(str(db)) as store:
        return store.head(NAME).revision


def what_is_wrong(db: Path) -> Iterator[str]:
    """Say what an audit of the table finds, and what the referee still owes it."""
    with open_store(str(db)) as store:
        yield from (str(finding) for finding in audit(StoredLog(store, NAME)))
        replayed = replay(StoredLog(store, NAME), verify=True)
        if replayed.game.winners(replayed.state) is None and not replayed.game.acting(replayed.state):
            yield "nobody can act"


def next_line(db: Path, chance: random.Random) -> str | None:
    """Choose an act that is possible now, as it may be typed; None where the game is over."""
    with open_store(str(db)) as store:
        table = load_table(store, NAME)
        who = table.game.acting(table.state)
        acts = table.game.legal(table.state, chance.choice(who)) if who else ()
        acts = acts or (table.game.legal(table.state, TABLE) if who else ())
        return msgspec.json.encode(chance.choice(acts)).decode() if acts else None
