"""`referee serve` as a process of its own: started, asked, interrupted, killed, started again."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import httpx

ROOT = Path(__file__).parents[2]
PATIENCE_SECONDS = 60
"""So long nothing takes on a machine that does much else; what never comes is waited for no longer."""


class Served:
    """A service on a store; its start page, and what it wrote to its terminal.

    `witness` is the link it gives to other machines, where it is a witness for them.
    """

    def __init__(self, db, printed=None, *, is_witness=False):
        self.db, self.port, self.is_witness = db, 0, is_witness
        self.printed = Path(printed or f"{db}.printed")
        self.start()

    def start(self):
        command = [sys.executable, "-m", "cli.main", "serve", "--port", str(self.port), "--host", "127.0.0.1"]
        command += ["--address", "127.0.0.1"]  # phones come from this machine, too
        command += ["--witness"] * self.is_witness
        env = {**os.environ, "REFEREE_DB": str(self.db), "LANG": "C.UTF-8"}
        with self.printed.open("ab") as printed:
            self.process = subprocess.Popen(
                command, cwd=ROOT, env=env, stdout=subprocess.PIPE, stderr=printed, text=True
            )
        self.base, self.keeper = self.process.stdout.readline().strip().rstrip("/").split("/h/")
        self.witness = self.process.stdout.readline().split()[-1] if self.is_witness else None
        self.port = int(self.base.rpartition(":")[2])

    def end(self, how=signal.SIGINT):
        """End the service; it may not wait for those who never leave it."""
        self.process.send_signal(how)
        self.process.wait(timeout=PATIENCE_SECONDS)
        self.process.stdout.close()

    def again(self):
        self.end(signal.SIGKILL)
        self.start()

    def close(self):
        if self.process.poll() is None:
            self.end(signal.SIGKILL)

    def ask(self, token, path, body=None, **how):
        headers = {"Authorization": f"Bearer {token}"}
        method = "GET" if body is None else "POST"
        return httpx.request(
            method, self.base + path, json=body, headers=headers, timeout=PATIENCE_SECONDS, **how
        )

    def look(self, link, path="", lang="en"):
        """Open a page of a link, as a browser of a language does; give the answer."""
        asked = {"accept-language": lang}
        return httpx.get(f"{self.base}/s/{link}/{path}", headers=asked, timeout=PATIENCE_SECONDS)

    def open(self, game, seats, **how):
        """Open a table; give its links."""
        body = {"game": game, "seats": seats, "key": game, **how}
        return self.ask(self.keeper, "/api/tables", body).json()["links"]

    def socket(self):
        return socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE_SECONDS)

    def follow(self, path, token=None):
        """Open a stream; give it once its first bytes are there."""
        connection = self.socket()
        shown = f"Authorization: Bearer {token}\r\n" if token else ""
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{shown}\r\n".encode())
        with suppress(TimeoutError):
            connection.recv(1)
        return connection

    @contextmanager
    def held(self, links) -> Iterator[None]:
        """Let pages and programs of three seats follow, and somebody send half a request and no more."""
        with ExitStack() as visitors:
            for seat in "ABC":
                visitors.enter_context(self.follow(f"/live/{links[seat]}?page="))
                visitors.enter_context(self.follow("/api/table/stream", links[seat]))
            slow = visitors.enter_context(self.socket())
            slow.sendall(b"POST /enter HTTP/1.1\r\nContent-Length: 100\r\n")
            yield
