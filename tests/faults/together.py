"""Several write to one file at once, eight programs or two services: each act is there once, none between."""

import json
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from threading import Thread

from events.stores import open_store
from tests.faults.tried import NAME, Tried, lay_table, what_is_wrong
from tests.web.serving import ROOT, Served

WRITERS = 8
PAUSE_SECONDS = 0.2
LATER = (429, 503)
"""Too fast, or the file is busy: asked again a moment later, with the same key."""

WRITER = """
import random, sys
from pathlib import Path
from events.base import TABLE
from events.stores import open_store
from events.stores.protocol import LockedError
from referee.service.tables.table import Recorded, load_table
from tests.faults.tried import NAME
chance = random.Random(sys.argv[2])
with open_store(sys.argv[1]) as store:
    table, told = load_table(store, NAME), 0
    while told < int(sys.argv[3]):
        table.catch_up()
        who = table.game.acting(table.state)
        legal = table.game.legal
        acts = who and (legal(table.state, chance.choice(who)) or legal(table.state, TABLE))
        if not acts:
            break
        try:
            answer = table.submit(chance.choice(acts), seen=table.revision, key=f"{sys.argv[2]} {told}")
        except LockedError:  # told soon that others write all the time: tried again
            continue
        if isinstance(answer, Recorded):
            told += 1
            print(answer.first, flush=True)
"""


def writers(times: int) -> Tried:
    with tempfile.TemporaryDirectory() as folder:
        db = Path(folder) / "tables.db"
        lay_table(db)
        command = [sys.executable, "-c", WRITER, str(db)]
        started = [
            subprocess.Popen([*command, str(n), str(times)], cwd=ROOT, stdout=subprocess.PIPE, text=True)
            for n in range(WRITERS)
        ]
        told = [int(line) for process in started for line in process.communicate()[0].split()]
        lost = [*what_is_wrong(db), *written_once(db, told)]
        lost += ["a writer crashed" for process in started if process.returncode]
    return Tried(f"acts of {WRITERS} programs at one table", len(told), tuple(lost))


def written_once(db: Path, told: list[int]) -> Iterator[str]:
    """Say which acknowledged acts are not where they were said to be, and which two were told to be one."""
    with open_store(str(db)) as store:
        kinds = [json.loads(line)["kind"] for line in store.read(NAME)]
    yield from (f"{seq} was acknowledged twice" for seq, n in Counter(told).items() if n > 1)
    yield from (f"{seq} is no act" for seq in told if seq > len(kinds) or kinds[seq - 1] == "consequence")
    acts = sum(kind != "consequence" for kind in kinds) - 1
    if acts != len(told):
        yield f"{len(told)} acknowledged, {acts} written"


def services(times: int) -> Tried:
    with tempfile.TemporaryDirectory() as folder, ExitStack() as ended:
        db = Path(folder) / "tables.db"
        both = [Served(db, f"{db}.{n}") for n in range(2)]
        for served in both:
            ended.callback(served.close)
        links = both[0].open("niagara", ["A", "B", "C"], table=NAME)
        told: list[int] = []
        phones = [
            Thread(target=tap, args=(served, links["screen"], n, times, told))
            for n, served in enumerate(both)
        ]
        for phone in phones:
            phone.start()
        for phone in phones:
            phone.join()
        lost = [*what_is_wrong(db), *written_once(db, told)]
    return Tried("taps at two services on one file", len(told), tuple(lost))


def tap(served: Served, link: str, who: str, times: int, told: list[int]) -> None:
    """Let the table say so many things with keys of their own, each on what is seen by then."""
    seen = 1
    for n in range(times):
        answer = None
        while answer is None or answer.status_code in {409, *LATER}:
            event = {"type": "corrected", "position": {"weather": n % 2}}
            body = {"key": f"{who} {n}", "seen": seen, "event": event}
            answer = served.ask(link, "/api/table/acts", body)
            if answer.status_code in LATER:
                time.sleep(PAUSE_SECONDS)
                continue
            seen = (answer.json()["now"] if answer.status_code == 409 else answer.json())["revision"]
        told.append(seen)


def agreements(times: int) -> Tried:
    """Let two phones say the last words to a proposal at the same moment, at two services on one file."""
    lost: list[str] = []
    with tempfile.TemporaryDirectory() as folder, ExitStack() as ended:
        db = Path(folder) / "tables.db"
        both = [Served(db, f"{db}.{n}") for n in range(2)]
        for served in both:
            ended.callback(served.close)
        links = both[0].open("niagara", ["A", "B", "C"], table=NAME)
        for n in range(times):
            rule = {"type": "house_ruled", "option": "minimum_speed", "value": (n + 1) % 2}
            seen = done(both[0], links["A"], "acts", {"key": f"{n}", "seen": 1, "event": rule})
            proposal = both[0].ask(links["A"], "/api/table").json()["asked"][-1]["id"]
            said = {"key": f"{n}", "seen": seen, "proposal": proposal, "reply": "agree"}
            last_words = [
                Thread(target=done, args=(served, links[seat], "answers", said))
                for served, seat in zip(both, "BC", strict=True)
            ]
            for each in last_words:
                each.start()
            for each in last_words:
                each.join()
            now = both[0].ask(links["A"], "/api/table").json()
            if now["house"].get("minimum_speed", 0) != rule["value"]:
                lost.append(f"all agreed to {proposal}, and nothing was made")
        lost += what_is_wrong(db)
    return Tried("last words at two services in the same moment", times, tuple(lost))


def done(served: Served, link: str, what: str, body: dict[str, object]) -> int:
    """Do something with a link, asked again where others came first or it is too fast; give the revision."""
    while True:
        answer = served.ask(link, f"/api/table/{what}", body)
        if answer.status_code == 409:
            body = {**body, "seen": answer.json()["now"]["revision"]}
        elif answer.status_code in LATER:
            time.sleep(PAUSE_SECONDS)
        else:
            return int(answer.json().get("revision", 0))
