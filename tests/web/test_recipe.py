"""README's recipe for a convention, followed with real processes: one database, two services, one door."""

import asyncio
import os
import re
import shlex
import ssl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from itertools import cycle
from pathlib import Path
from threading import Event, Thread

import httpx
import pytest

from tests.architecture.sources import ROOT
from tests.databases import execute, new_database
from tests.stages import slow

pytestmark = slow

RECIPE = re.compile(r"A recipe for a convention:\n\n(.*?)\n\nA service that is killed", re.DOTALL)
NAME = "play.example"


def told(step: int) -> list[str]:
    recipe = RECIPE.search((ROOT / "README.md").read_text("utf-8"))
    assert recipe
    return re.findall(r"`([^`]+)`", recipe[1].splitlines()[step - 1])


def typed(line: str, **changed: str) -> str:
    """Type a line of the recipe with this machine's places in the place of README's."""
    for said, ours in changed.items():
        assert said in PLACES
        line = line.replace(PLACES[said], ours)
    return line


PLACES = {
    "owner": "postgresql://owner@db.example/tables",
    "service": "postgresql://referee@db.example/tables",
    "secret": "/etc/referee.secret",
    "port": "--port 8001",
}
"""What README says for places that are somewhere else here."""


def environment(folder: Path) -> dict[str, str]:
    """Make `referee` a command, in a home of its own."""
    program = folder / "bin" / "referee"
    if not program.exists():
        program.parent.mkdir()
        program.write_text(
            f'#!/bin/sh\nPYTHONPATH={shlex.quote(str(ROOT))} exec {sys.executable} -m cli.main "$@"\n'
        )
        program.chmod(0o755)
    return {
        **os.environ,
        "PATH": f"{program.parent}:{os.environ['PATH']}",
        "HOME": str(folder),
        "LANG": "C.UTF-8",
    }


@contextmanager
def serving(line: str, folder: Path) -> Iterator[str]:
    """Carry out the line that serves; give the start page it prints."""
    started = subprocess.Popen(
        ["bash", "-c", f"exec env {line}"], env=environment(folder), stdout=subprocess.PIPE, text=True,
        stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        yield started.stdout.readline().strip()
    finally:
        started.terminate()
        started.wait(20)
        started.stdout.close()


class Door:
    """A reverse proxy with TLS: connections go to the services in turn, bytes are passed on as they come."""

    def __init__(self, services: list[int], certificate: Path, key: Path) -> None:
        self._services = cycle(services)
        self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._context.load_cert_chain(certificate, key)
        self._inside: set[asyncio.Task[None]] = set()
        self._opened, self.port = Event(), 0
        self._thread = Thread(target=asyncio.run, args=(self._keep(),), daemon=True)
        self._thread.start()
        assert self._opened.wait(20)

    async def _keep(self) -> None:
        self._loop, self._shut = asyncio.get_running_loop(), asyncio.Event()
        server = await asyncio.start_server(self._let_in, "127.0.0.1", 0, ssl=self._context)
        self.port = server.sockets[0].getsockname()[1]
        self._opened.set()
        await self._shut.wait()
        server.close()
        left = tuple(self._inside)
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)
        await asyncio.sleep(0.1)

    async def _let_in(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task
        self._inside.add(task)
        there, onward = await asyncio.open_connection("127.0.0.1", next(self._services))
        try:
            onward.write(await reader.readline() + b"X-Forwarded-For: 192.0.2.7\r\n")
            await asyncio.gather(passed_on(reader, onward), passed_on(there, writer))
        finally:
            self._inside.discard(task)
            for each in (onward, writer):
                each.transport.abort()

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._shut.set)
        self._thread.join()


async def passed_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Pass on what comes, when it comes; then nothing more comes."""
    with suppress(OSError):
        while more := await reader.read(65536):
            writer.write(more)
            await writer.drain()
        if writer.can_write_eof():
            writer.write_eof()
        else:
            writer.close()


def certificate_in(folder: Path) -> tuple[Path, Path]:
    certificate, key = folder / "door.pem", folder / "door.key"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={NAME}",
         "-addext", f"subjectAltName=DNS:{NAME},IP:127.0.0.1", "-keyout", key, "-out", certificate],
        check=True, capture_output=True,
    )  # fmt: skip
    return certificate, key


@pytest.fixture
def database(tmp_path: Path) -> Iterator[str]:
    """Follow the first step: lay the database out as its owner, and let a role serve."""
    with new_database() as address:
        looks, _, _, lets = told(1)
        env = environment(tmp_path)
        first = subprocess.run(
            ["bash", "-c", typed(looks, owner=shlex.quote(address))],
            env=env,
            capture_output=True,
            text=True,
            check=False,
        )
        assert "there are no tables yet" in first.stderr
        laid = f"referee new niagara --seats A,B,C --db {shlex.quote(address)}"
        subprocess.run(["bash", "-c", laid], env=env, check=True, capture_output=True)
        role = f"serves_{os.getpid()}"
        for statement in (
            lets.replace("ROLE referee", f"ROLE {role}").replace("('referee')", f"('{role}')").split(";")
        ):
            if statement.strip():
                execute(address, statement)
        yield address.replace("postgres:@", f"{role}@")
        execute(address, f"DROP OWNED BY {role}")
        execute(address, f"DROP ROLE {role}")


def test_the_recipe_serves_a_convention(database: str, tmp_path: Path):
    """Links lead through the door, a tap at one service is on a stream of the other, names are kept."""
    line = next(each for each in told(2) if "referee serve" in each)
    here = {"service": shlex.quote(database), "secret": str(tmp_path / "referee.secret"), "port": "--port 0"}
    line = typed(line, **here)
    with serving(line, tmp_path) as one, serving(line, tmp_path) as other:
        ports = [httpx.URL(start).port for start in (one, other)]
        with closing(Door(ports, *certificate_in(tmp_path))) as door:
            base, keeper = one.rstrip("/").split("/h/")
            body = {"game": "niagara", "seats": ["A", "B", "C"], "key": "k"}
            bearer = {"Authorization": f"Bearer {keeper}"}
            links = httpx.post(f"{base}/api/tables", json=body, headers=bearer).json()["links"]
            assert_played_through(door, tmp_path, links)
    assert 32 == (tmp_path / "referee.secret").stat().st_size


def assert_played_through(door: Door, folder: Path, links: dict[str, str]) -> None:
    trusted = ssl.create_default_context(cafile=folder / "door.pem")
    named = {"Host": NAME, "Origin": f"https://{NAME}", "Connection": "close"}
    with httpx.Client(
        base_url=f"https://127.0.0.1:{door.port}", verify=trusted, headers=named, timeout=30
    ) as phone:
        screens = [phone.get(f"/s/{links['screen']}/") for _ in range(2)]
        assert [200, 200] == [each.status_code for each in screens]
        assert all(f"https://{NAME}/s/" in each.text for each in screens)
        with phone.stream("GET", f"/live/{links['B']}?page=") as stream:
            arriving = stream.iter_text()
            next(arriving)
            bearer = {"Authorization": f"Bearer {links['A']}"}
            act = {"notation": "A plays 4", "seen": 1, "key": "tap"}
            answers = [phone.post("/api/table/acts", json=act, headers=bearer) for _ in range(2)]
            assert [200, 200] == [each.status_code for each in answers]
            assert answers[0].text == answers[1].text
            assert any("id: 2\n" in more for more in arriving)
