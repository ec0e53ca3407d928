"""What the service holds in memory as an evening goes on: taps at a long table, requests from everywhere."""

import http.client
import os
import socket
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace

from tests.bench.loading import opened, served
from tests.bench.measure import Measure, Pair, Size
from tests.faults.crowding import Phone

LOOKS = (
    "/s/{n:020}/", "/api/rules?q=w{n}", "/api/rules/NIA-X-{n}", "/static/n{n}.css", "/no/{n}", "/?x={n}",
)  # fmt: skip
"""Small requests, no two alike."""


def held(process) -> float:
    pages = int(Path(f"/proc/{process.pid}/statm").read_text("utf-8").split()[1])
    return pages * os.sysconf("SC_PAGESIZE") / 1e6


def follower(port):
    def follow(path):
        connection = socket.create_connection(("127.0.0.1", port))
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        return connection

    return follow


def grown_by_taps(taps: int) -> float:
    """Tap so often; give how many MB more are held then than after a tenth of it."""
    with TemporaryDirectory() as folder, ExitStack() as ended:
        process, port, keeper = served(Path(folder) / "tables.db")
        ended.callback(process.stdout.close)
        ended.callback(process.wait)
        ended.callback(process.kill)
        phone = Phone(SimpleNamespace(port=port, follow=follower(port)), opened(port, keeper, 0))
        ended.callback(phone.close)
        for _ in range(taps // 10):
            phone.tap()
        before = held(process)
        for _ in range(taps - taps // 10):
            phone.tap()
        return held(process) - before


def grown_by_requests(requests: int) -> float:
    """Ask for so many small things; give how many MB more are held then than after a tenth of it."""
    with TemporaryDirectory() as folder, ExitStack() as ended:
        process, port, _ = served(Path(folder) / "tables.db")
        ended.callback(process.stdout.close)
        ended.callback(process.wait)
        ended.callback(process.kill)
        connection = http.client.HTTPConnection("127.0.0.1", port)
        ended.callback(connection.close)
        before = 0.0
        for n in range(requests):
            if n == requests // 10:
                before = held(process)
            connection.request("GET", LOOKS[n % len(LOOKS)].format(n=n))
            connection.getresponse().read()
        return held(process) - before


def measures() -> list[Measure]:
    return [
        Measure("memory-taps", "the service after 5,000 taps at one table: memory held beyond 500",
                "", "MB", "at most", 30, lambda size, _: taps_of(size), runs=1),
        Measure("memory-requests", "the service after 20,000 small requests: memory held beyond 2,000",
                "", "MB", "at most", 5, lambda size, _: requests_of(size), runs=1),
    ]  # fmt: skip


def taps_of(size: Size) -> Pair:
    """Tap 5,000 times for figures."""
    return Pair(partial(grown_by_taps, size.entries // 200))


def requests_of(size: Size) -> Pair:
    """Ask 20,000 times for figures."""
    return Pair(partial(grown_by_requests, size.entries // 50))
