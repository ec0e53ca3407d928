"""The service under load: many tables, five streams each, and the time from one tap to another's screen.

`python -m tests.bench.loading [--tables 100] [--streams 5] [--seconds 20] [--processes 1]` starts the
service as a process of its own (two: on one PostgreSQL database; who taps asks the first, who watches
the other), opens the tables, lets every stream follow its seat's page, and has somebody lay a
card again and again; the latency is from sending the tap to reading the changed page on a stream of
another seat of that table.
"""

import argparse
import asyncio
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from contextlib import ExitStack
from pathlib import Path

from tests.databases import new_database

ROOT = Path(__file__).parents[2]
SEATS = "ABCDE"
SETTLED = 1.0
"""Streams that bring nothing for so many seconds have brought all there was."""


def served(db):
    """Start the service; give the process, its port and the keeper's token."""
    command = [sys.executable, "-m", "tests.bench.loading", "--serve", str(db)]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(
        command, cwd=ROOT, env=env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    start = process.stdout.readline().strip()
    return process, int(start.split(":")[2].split("/")[0]), start.rstrip("/").rpartition("/")[2]


def serve(db):
    """Serve as `referee serve` does, one visitor allowed what a hundred tables need."""
    from cli.commands.serve import listen
    from referee.web.access.limits import Limits
    from referee.web.access.links import draw_token
    from referee.web.app import make_app
    from referee.web.run import run

    listening, token = listen("127.0.0.1", 0), draw_token()
    limits = Limits(requests=10**6, writes=10**6, streams=2000)
    print(f"http://127.0.0.1:{listening.getsockname()[1]}/h/{token}/", flush=True)  # noqa: T201 - told to the process that started this one
    where = db if "://" in db else Path(db)
    run(make_app(where, host_token=token, limits=limits), listening)


def opened(port, keeper, n):
    """Open a table; give its links."""
    body = {"game": "niagara", "seats": list(SEATS), "key": f"open-{n}", "table": f"load-{n}"}
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}/api/tables",
        data=json.dumps(body).encode(),
        headers={"authorization": f"Bearer {keeper}", "content-type": "application/json"},
    )
    with urllib.request.urlopen(request) as answer:  # noqa: S310 - our own address
        return json.load(answer)["links"]


class Screen:
    """One page that follows its table; `arrived` is when each revision was seen, `last` anything at all."""

    def __init__(self, port, token):
        self.port, self.token, self.arrived, self.last = port, token, {}, 0.0

    async def follow(self):
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 20)
        writer.write(f"GET /live/{self.token}?page= HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        if b" 200 " not in (status := await reader.readline()):
            raise RuntimeError(f"a stream was not let in: {status!r}")
        while line := await reader.readline():
            self.last = time.perf_counter()
            if line.startswith(b"id: "):
                self.arrived.setdefault(int(line[4:]), time.perf_counter())


def latest(screens):
    return max(each.last for each in screens)


async def tap(port, token, seat, card, seen):
    """Lay a card; give when it was sent."""
    body = json.dumps(
        {"event": {"type": "paddle_chosen", "seat": seat, "card": card}, "seen": seen, "key": f"{seat}{seen}"}
    )
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    head = f"POST /api/table/acts HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n"
    sent = time.perf_counter()
    head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    writer.write(f"{head}{body}".encode())
    answer = await reader.read()
    writer.close()
    return sent, b" 200 " in answer.split(b"\r\n", 1)[0]


async def measured(port, watched, tables, streams, seconds):
    """Let everybody follow at one port, lay cards at another, and measure; give latencies in milliseconds."""
    screens = {n: [Screen(watched, links[seat]) for seat in SEATS[:streams]] for n, links in tables.items()}
    everybody = [screen for group in screens.values() for screen in group]
    tasks = [asyncio.create_task(screen.follow()) for screen in everybody]
    # Five hundred that come at once are told of each other; taps are measured when that is over.
    while min(each.last for each in everybody) == 0 or time.perf_counter() - latest(everybody) < SETTLED:
        for task in (await asyncio.wait(tasks, timeout=0.1))[0]:
            task.result()
    turns = [(n, seat) for n in tables for seat in SEATS[:4]]
    random.Random(1).shuffle(turns)
    latencies, failed, laid = [], 0, dict.fromkeys(tables, 1)
    pause = seconds / len(turns)
    for n, seat in turns:
        sent, fine = await tap(port, tables[n][seat], seat, 3, laid[n])
        failed += not fine
        laid[n] += fine
        other = screens[n][-1]
        while fine and laid[n] not in other.arrived:  # noqa: ASYNC110 - the measured moment
            await asyncio.sleep(0.001)
        if fine:
            latencies.append((other.arrived[laid[n]] - sent) * 1000)
        await asyncio.sleep(pause)
    for task in tasks:
        task.cancel()
    return latencies, failed


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--streams", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--processes", type=int, choices=(1, 2), default=1)
    parser.add_argument("--serve", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.serve:
        serve(asked.serve)
        return
    with ExitStack() as ended:
        folder = Path(ended.enter_context(tempfile.TemporaryDirectory()))
        where = folder / "tables.db" if asked.processes == 1 else ended.enter_context(new_database())
        started = [served(where) for _ in range(asked.processes)]
        for process, *_ in started:
            ended.callback(process.wait)
            ended.callback(process.terminate)
        (_, port, keeper), (_, watched, _) = started[0], started[-1]
        tables = {n: opened(port, keeper, n) for n in range(asked.tables)}
        latencies, failed = asyncio.run(measured(port, watched, tables, asked.streams, asked.seconds))
    latencies.sort()
    found = {
        "processes": asked.processes,
        "tables": asked.tables,
        "streams": asked.tables * asked.streams,
        "taps": len(latencies),
        "failed": failed,
        "median_ms": round(statistics.median(latencies), 1),
        "p95_ms": round(latencies[int(len(latencies) * 0.95)], 1),
        "worst_ms": round(latencies[-1], 1),
    }
    print(json.dumps(found))  # noqa: T201 - the answer


if __name__ == "__main__":
    main()
