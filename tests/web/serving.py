"""`referee serve` as a process of its own: started, asked, interrupted, killed, started again."""

import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import httpx

ROOT = Path(__file__).parents[2]


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
        """End the service; give the seconds that took."""
        begun = time.monotonic()
        self.process.send_signal(how)
        self.process.wait(timeout=20)
        self.process.stdout.close()
        return time.monotonic() - begun

    def again(self):
        self.end(signal.SIGKILL)
        self.start()

    def close(self):
        if self.process.poll() is None:
            self.end(signal.SIGKILL)

    def ask(self, token, path, body=None, **how):
        headers = {"Authorization": f"Bearer {token}"}
        method = "GET" if body is None else "POST"
        return httpx.request(method, self.base + path, json=body, headers=headers, timeout=20, **how)

    def open(self, game, seats, **how):
        """Open a table; give its links."""
        body = {"game": game, "seats": seats, "key": game, **how}
        return self.ask(self.keeper, "/api/tables", body).json()["links"]

    def socket(self):
        return socket.create_connection(("127.0.0.1", self.port), timeout=10)

    def follow(self, path, token=None):
        """Open a stream; give it once its first bytes are there."""
        connection = self.socket()
        shown = f"Authorization: Bearer {token}\r\n" if token else ""
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{shown}\r\n".encode())
        with suppress(TimeoutError):
            connection.recv(1)
        return connection
