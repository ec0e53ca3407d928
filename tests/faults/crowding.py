"""What one phone's taps take while somebody else attacks the service: figures, attack by attack.

Each attack runs in a program of its own. Another phone taps all the while, on a table of its own or
at the same one; a tap is measured from sending it to reading the changed page on the other screen.
"""

import json
import multiprocessing
import socket
import statistics
import tempfile
import time
from contextlib import ExitStack, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from threading import Event, Thread

from tests.web.serving import Served

SECONDS = 4.0
"""How long each attack is endured."""

PAUSE_SECONDS = 0.1
"""Between two taps of the phone that is measured."""

THEIRS = ("127.0.0.66", 0)
"""Where attacks come from: another phone has another address."""

MOST_MILLISECONDS = 200
"""What a tap may take at the 95th percentile."""


class Screen(Thread):
    """Follows a table; `seen` is when each revision came."""

    def __init__(self, served, token):
        super().__init__(daemon=True)
        self.seen, self.came = {}, Event()
        self.connection = served.follow(f"/live/{token}?page=")
        self.connection.settimeout(None)
        self.start()

    def run(self):
        with suppress(OSError), self.connection.makefile("rb") as lines:
            for line in lines:
                if line.startswith(b"id: "):
                    self.seen.setdefault(int(line[4:]), time.perf_counter())
                    self.came.set()

    def hang_up(self):
        self.connection.shutdown(socket.SHUT_RDWR)
        self.join()
        self.connection.close()

    def waited_for(self, revision, since):
        """Wait for a revision; give how many milliseconds after a moment it came."""
        until = time.perf_counter() + 20
        while revision not in self.seen and time.perf_counter() < until:
            self.came.clear()
            self.came.wait(0.002)
        return (self.seen.get(revision, until) - since) * 1000


def posted(connection, token, body):
    """Tell a table of an act, over a connection that stays open; give the answer."""
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    connection.request("POST", "/api/table/acts", json.dumps(body), headers)
    with connection.getresponse() as answer:
        return answer.status, json.loads(answer.read() or b"{}")


class Phone:
    """Taps again and again: lays a card, and takes it back."""

    def __init__(self, served, links):
        self.links = links
        self.other, self.revision, self.taps = Screen(served, links["B"]), 1, 0
        self.connection = HTTPConnection("127.0.0.1", served.port, timeout=20)

    def close(self):
        self.connection.close()
        self.other.hang_up()

    def tap(self):
        """Do one thing; give how many milliseconds passed until the other screen showed it."""
        self.taps += 1
        event = {"type": "paddle_chosen", "seat": "A", "card": 3}
        if self.revision > 1 and self.taps % 2 == 0:
            event = {"type": "taken_back", "to": self.revision - 1}
        body = {"seen": self.revision, "key": f"tap {self.taps}", "event": event}
        begun = time.perf_counter()
        status, told = posted(self.connection, self.links["A"], body)
        if status != 200:
            raise AssertionError((status, told))
        self.revision = told["revision"]
        return self.other.waited_for(self.revision, begun)

    def taps_for(self, seconds):
        """Tap for so long; give what each tap took."""
        until, taken = time.perf_counter() + seconds, []
        while time.perf_counter() < until:
            taken.append(self.tap())
            time.sleep(PAUSE_SECONDS)
        return taken


def silent(port, *_):
    """Hold 1,500 connections on which nothing is said."""
    held = []
    while True:
        with suppress(OSError):
            held.append(socket.create_connection(("127.0.0.1", port), 2, THEIRS))
        if len(held) >= 1500:
            held.pop(0).close()
            time.sleep(0.005)


def asked(port, method, path, body=None, headers=None):
    with suppress(OSError, HTTPException):
        connection = HTTPConnection("127.0.0.1", port, 5, THEIRS)
        connection.request(method, path, body, headers or {})
        connection.getresponse().read()
        connection.close()


def wrong_links(port, *_):
    for n in range(10**9):
        asked(port, "GET", f"/s/{n:020}/")


def one_page(port, links):
    for n in range(10**9):
        asked(port, "GET", f"/s/{links['C']}/{('log', 'correct', 'dispute', '')[n % 4]}")


def streams(port, links):
    held, asking = [], f"GET /live/{links['C']}?page=log HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
    while True:
        with suppress(OSError):
            connection = socket.create_connection(("127.0.0.1", port), 2, THEIRS)
            connection.sendall(asking)
            held.append(connection)
        if len(held) > 200:
            held.pop(0).close()


def long_lines(port, links):
    lines = ["A throws " + "1 " * 900, "9" * 1900, "A " * 900, "C plays " + "9" * 1000]
    for n in range(10**9):
        body = json.dumps({"seen": 1, "key": f"line {n}", "notation": lines[n % 4]})
        shown = {"Authorization": f"Bearer {links['C']}", "Content-Type": "application/json"}
        asked(port, "POST", "/api/table/acts", body, shown)


def large_bodies(port, links):
    """Send as much as a body may hold: brackets, seats, names."""
    bodies = ["[" * 60_000, '{"seen":1,"key":"k","event":{"a":[' + "1," * 30_000 + "1]}}", '{"a":1,' * 8000]
    for n in range(10**9):
        shown = {"Authorization": f"Bearer {links['C']}", "Content-Type": "application/json"}
        asked(port, "POST", "/api/table/acts", bodies[n % 3], shown)


KEYS = b"{" + b",".join(b'"k%d":1' % n for n in range(6000)) + b',"k5999":1}'
"""As large as a body may be, its last key twice."""


def doubled_keys(port, *_):
    for _ in range(10**9):
        asked(port, "POST", "/api/tables", KEYS, {"Content-Type": "application/json"})


def several_at_once(port, links):
    event = {"position": {f"k{n}": 1 for n in range(4000)}, "type": "x" * 5000}
    body = json.dumps({"seen": 1, "key": "k", "event": event})

    def send(token):
        shown = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        for _ in range(10**9):
            asked(port, "POST", "/api/table/acts", body, shown)

    for who in "BC" * 3:
        Thread(target=send, args=(links[who],), daemon=True).start()
    time.sleep(10**6)


def proposals(port, links):
    connection, seen = HTTPConnection("127.0.0.1", port, 20, THEIRS), 1
    event = {"type": "house_ruled", "option": "minimum_speed", "value": "1", "reason": "please " * 200}
    for n in range(10**9):
        body = {"seen": seen, "key": f"ask {n}", "event": event}
        with suppress(OSError, HTTPException, ValueError):
            status, told = posted(connection, links["C"], body)
            seen = told["now"]["revision"] if status == 409 else told.get("revision", seen)


ATTACKS = {
    "nobody attacks": None,
    "1,500 connections that say nothing": silent,
    "wrong links without a pause": wrong_links,
    "one seat's longest pages without a pause": one_page,
    "streams of one seat, opened and never read": streams,
    "lines of notation without end": long_lines,
    "bodies as large as they may be": large_bodies,
    "one seat asks the others without end": proposals,
    "doubled keys without a link": doubled_keys,
    "large bodies, three at once of two seats": several_at_once,
}
"""What somebody may do who has the address, or a seat of another table."""


def endured(attack, seconds=SECONDS):
    """Let somebody attack a service from another table; give what taps took, in milliseconds."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as ended:
        served = Served(Path(folder) / "tables.db")
        ended.callback(served.close)
        seats = ["A", "B", "C"]
        phone = Phone(served, served.open("niagara", seats, table="ours"))
        ended.callback(phone.close)
        theirs = served.open("niagara", seats, table="theirs", key="theirs")
        for _ in range(3):
            phone.tap()
        if attack is not None:
            program = multiprocessing.get_context("spawn").Process(
                target=attack, args=(served.port, theirs), daemon=True
            )
            program.start()
            ended.callback(program.kill)
            time.sleep(1.0)
        return phone.taps_for(seconds)


def at_95(taken):
    """Give the 95th percentile."""
    return statistics.quantiles(taken, n=20)[-1] if len(taken) > 1 else taken[0]


def main(chosen=ATTACKS, seconds=SECONDS):
    """Endure every attack, print what taps took, and return the rows of the table of results."""
    rows = []
    for name, attack in chosen.items():
        taken = endured(attack, seconds)
        median, high = statistics.median(taken), at_95(taken)
        late = f", more than {MOST_MILLISECONDS}" if high > MOST_MILLISECONDS else ""
        print(f"{name:45} {len(taken):4} taps, median {median:6.1f} ms, 95 % {high:6.1f} ms{late}")  # noqa: T201
        rows.append(f"| {name} | {len(taken)} taps | nothing | {median:.0f} ms, {high:.0f} ms |")
    return rows


if __name__ == "__main__":
    main()
