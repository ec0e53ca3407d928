"""Terminal and service are killed with `-9` at any moment: what is acknowledged is there, nothing is half."""

import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from threading import Timer
from typing import NamedTuple

import httpx

from events.stores import open_store
from referee.games.niagara.events import PaddleChosen
from referee.service.tables.table import load_table
from tests.faults.tried import NAME, Tried, lay_table, next_line, revision, what_is_wrong
from tests.web.serving import ROOT, Served

LONGEST_SECONDS = 0.5
"""A command is killed at some moment before it would be over, or just after."""


def terminal(times: int) -> Tried:
    """Kill `referee do` again and again at one table."""
    chance = random.Random(9)
    with tempfile.TemporaryDirectory() as folder:
        lost = tuple(kills_of_terminal(Path(folder), times, chance))
    return Tried("kill -9 of `referee do` at a random moment", times, lost)


def kills_of_terminal(folder: Path, times: int, chance: random.Random) -> Iterator[str]:
    """Kill so many commands; say what was lost."""
    db = folder / "tables-0.db"
    lay_table(db)
    for n in range(times):
        act = next_line(db, chance)
        if act is None:
            db = folder / f"tables-{n}.db"
            lay_table(db)
            act = next_line(db, chance)
        before = revision(db)
        code = killed(["do", NAME, str(act), "--db", str(db)], chance.uniform(0, LONGEST_SECONDS))
        if code == 0 and revision(db) == before:
            yield f"kill {n}: {act} was acknowledged and is not there"
        yield from (f"kill {n}: {wrong}" for wrong in what_is_wrong(db))


def catching_up(times: int) -> Tried:
    """Kill `referee catchup` again and again while it records what was worked out."""
    chance = random.Random(11)
    with tempfile.TemporaryDirectory() as folder:
        lost = tuple(kills_of_catching_up(Path(folder), times, chance))
    return Tried("kill -9 of `referee catchup` at a random moment", times, lost)


def kills_of_catching_up(folder: Path, times: int, chance: random.Random) -> Iterator[str]:
    """Kill so many commands that tell one turn; say where anything but all of it, or nothing, is there."""
    for n in range(times):
        db = folder / f"tables-{n}.db"
        lay_table(db)
        with open_store(str(db)) as store:
            table = load_table(store, NAME)
            for seat in table.state.seats:
                table.submit(PaddleChosen(seat, None))
        before = revision(db)
        told = ["canoes.A.1.at=S3", "canoes.A.1.gem=", "canoes.A.2.at=land", "acted=A", "--agreed", "A,B,C"]
        code = killed(["catchup", NAME, *told, "--db", str(db)], chance.uniform(0, 2 * LONGEST_SECONDS))
        written = revision(db) - before
        if code == 0 and not written:
            yield f"kill {n}: what was worked out was acknowledged and is not there"
        if written not in {0, _WHOLE}:
            yield f"kill {n}: {written} entries of {_WHOLE} are there"
        yield from (f"kill {n}: {wrong}" for wrong in what_is_wrong(db))


_WHOLE = 4
"""So many entries has a turn that was told: the position, a card, a canoe, the turn that passes."""


def killed(args: list[str], after_seconds: float) -> int:
    """Run a command, kill it after a while; give its exit code."""
    command = [sys.executable, "-m", "cli.main", *args]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        return process.wait(after_seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        return process.wait()


def service(times: int) -> Tried:
    """Kill `referee serve` again and again while a phone taps."""
    chance = random.Random(10)
    with tempfile.TemporaryDirectory() as folder, closing(Served(Path(folder) / "tables.db")) as served:
        lost = tuple(kills_of_service(served, times, chance))
    return Tried("kill -9 of `referee serve` while a phone taps", times, lost)


class Tap(NamedTuple):
    """What a phone sends, with which link; `answer` None where none came."""

    link: str
    body: dict[str, object]
    answer: dict[str, int] | None = None


def kills_of_service(served: Served, times: int, chance: random.Random) -> Iterator[str]:
    """Let a phone tap, kill the service, ask again with the same keys; say what was lost or done twice."""
    links = served.open("niagara", ["A", "B", "C"], table=NAME)
    for n in range(times):
        begun = revision(served.db)
        told = list(taps_until_killed(served, links, chance.uniform(0.0, 0.4), n))
        for tap in told:
            again = sent(served, tap)
            if tap.answer is not None and again != tap.answer:
                yield f"kill {n}: {tap.body} was answered {tap.answer}, and then {again}"
        if revision(served.db) != begun + len(told):
            yield f"kill {n}: {len(told)} taps, {revision(served.db) - begun} entries"
        yield from (f"kill {n}: {wrong}" for wrong in what_is_wrong(served.db))


def taps_until_killed(served: Served, links: dict[str, str], seconds: float, n: int) -> Iterator[Tap]:
    """Tap, kill the service after a while and start it again; give what it answered to each tap."""
    killer = Timer(seconds, served.process.kill)
    killer.start()
    seen, answer = revision(served.db), {}
    while answer is not None:
        # A lays a card, and takes it back
        event = {"type": "paddle_chosen", "seat": "A", "card": 3}
        if seen % 2 == 0:
            event = {"type": "taken_back", "to": seen - 1}
        tap, answer = Tap(links["A"], {"key": f"{n} {seen}", "seen": seen, "event": event}), None
        with suppress(httpx.HTTPError):
            answer = sent(served, tap)
        yield tap._replace(answer=answer)
        seen += 1
    killer.join()
    served.process.wait()
    served.process.stdout.close()
    served.start()


def sent(served: Served, tap: Tap) -> dict[str, int]:
    """Send a tap; give what is acknowledged for good."""
    answer = served.ask(tap.link, "/api/table/acts", tap.body)
    return {"status": answer.status_code, "revision": answer.json().get("revision", 0)}
