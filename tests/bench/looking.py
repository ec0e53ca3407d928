"""Looking: how long a seat's page and its log take to render, far into a series of Powerboats."""

from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any

from events.base import Event
from events.stores.sqlite import SqliteStore
from events.table import TableOpened
from referee.games.powerboats import GAME
from referee.games.powerboats.events import BoatMoved, DiceThrown
from referee.kernel.verdict import Accepted
from referee.service.simulation.simulate import FIRST_MOMENT, decide_accepted
from referee.service.tables.table import encode_entries
from tests.bench.chance import player_of
from tests.bench.measure import Measure, Pair, Size

NAME = "series"
SEATS = tuple("ABCDEF")
LOOKS = 15
"""How often a page is looked at for one figure; the first look reads the log."""


def dawdled(moves: int) -> list[bytes]:
    """Sail with as few dice and as little trouble as can be, until so many moves are made.

    A series played at random is over before its four hundredth act; one that nobody hurries is not.
    """
    random = Random(5)
    verdict = decide_accepted(GAME, None, TableOpened(game=GAME.id, seats=SEATS))
    lines, head = encode_entries(NAME, FIRST_MOMENT, verdict.judged)
    while moves > 0:
        event = slowest(verdict.state, random)
        verdict = decide_accepted(GAME, verdict.state, event)
        written, head = encode_entries(NAME, FIRST_MOMENT, verdict.judged, head)
        lines += written
        moves -= isinstance(event, BoatMoved)
    return lines


def slowest(state: Any, random: Random) -> Event:
    """Choose the act that brings least about; what the table shows comes as it likes."""
    (seat,) = GAME.acting(state)
    if not (listed := GAME.legal(state, seat)):
        event = player_of(GAME.id)(state, random)
        assert event is not None
        return event
    return min(listed, key=lambda event: (dice_of(event), facts_of(state, event), random.random()))


def dice_of(event: Event) -> int:
    return len(event.held) + event.roll if isinstance(event, DiceThrown) else 0


def facts_of(state: Any, event: Event) -> int:
    verdict = GAME.decide(state, event)
    return len(verdict.judged) if isinstance(verdict, Accepted) else 0


def rendering(page: str, size: Size, folder: Path) -> Pair:
    """Look at a page of such a series again and again, at a seat of a new table each time."""
    lines, numbers = dawdled(size.commands), count()

    def figure() -> float:
        from referee.testing.phones import Service

        path = folder / f"series-{page}-{next(numbers)}.db"
        with SqliteStore(path) as store:
            store.create(NAME, lines)
        with Service(path) as service:
            joined = service.resume(NAME)
            return median([looked(joined, page) for _ in range(LOOKS)])

    return Pair(figure)


def looked(joined: Any, page: str) -> float:
    """Ask for a page as a phone does; give the milliseconds the processor spent on it."""
    start = process_time()
    assert joined.page(SEATS[0], page).is_success
    return 1000 * (process_time() - start)


def measures() -> list[Measure]:
    series = "powerboats, a series of 1,100 moves"
    return [
        Measure("powerboats-page", f"{series}: a seat's page", "", "ms", "at most", 10,
                partial(rendering, ""), runs=9),
        Measure("powerboats-log", f"{series}: its log", "", "ms", "at most", 40,
                partial(rendering, "log"), runs=9),
    ]  # fmt: skip
