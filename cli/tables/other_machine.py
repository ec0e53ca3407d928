"""Another machine's referee, asked over the network with the link it gave out."""

from collections.abc import Iterator
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Any
from urllib.parse import urlsplit

import msgspec

from cli.frame.problems import Problem

SECONDS = 20
"""How long an answer may take."""

MOST_BYTES = 4 * 1024 * 1024
"""At most so many bytes of an answer are read."""


Json = Any
"""What another machine answered, as JSON has it; nobody has looked at its shape yet."""


class OtherMachine:
    """A service elsewhere; `lang` is the language it is to answer in."""

    def __init__(self, link: str, lang: str) -> None:
        """Read a link as `referee serve --witness` prints it."""
        try:
            parts = urlsplit(link.strip())
            root, _, token = parts.path.rstrip("/").rpartition("/w/")
            is_link = parts.scheme in {"http", "https"} and bool(parts.hostname and token)
            self._host, self._port = parts.hostname or "", parts.port
        except ValueError:
            is_link = False
        if not is_link:
            raise Problem("witness.no_link", "referee serve --witness")
        self._connect = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        self.name, self._root = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}", root
        self._headers = {"Authorization": f"Bearer {token}", "Accept-Language": lang}

    def get(self, path: str) -> Json:
        """Read what is there."""
        return self._ask("GET", path, None)

    def post(self, path: str, body: object) -> Json:
        """Send something."""
        return self._ask("POST", path, msgspec.json.encode(body))

    def _ask(self, method: str, path: str, body: bytes | None) -> Json:
        headers = self._headers | ({"Content-Type": "application/json"} if body else {})
        connection = self._connect(self._host, self._port, timeout=SECONDS)
        try:
            connection.request(method, self._root + path, body, headers)
            answer = connection.getresponse()
            status, told = answer.status, msgspec.json.decode(answer.read(MOST_BYTES))
        except (OSError, HTTPException, UnicodeError) as error:
            why = getattr(error, "strerror", None) or str(error) or type(error).__name__
            raise Problem("witness.away", where=self.name, why=why) from None
        except msgspec.DecodeError:
            raise Problem("witness.no_referee", where=self.name) from None
        finally:
            connection.close()
        if status >= 400:
            raise self._refused(status, told)
        return told

    def _refused(self, status: int, told: object) -> Problem:
        """Pass on why the other machine refused, in the words it gave in our language."""
        why = told.get("message") if isinstance(told, dict) else None
        code = 1 if status == 409 else 2
        return Problem("witness.refused", code=code, where=self.name, why=str(why or status))


def pages(machine: OtherMachine, path: str) -> Iterator[Json]:
    """Read a long list, page by page."""
    after = 0
    while page := machine.get(f"{path}?after={after}"):
        if not isinstance(page, list):
            raise Problem("witness.no_referee", where=machine.name)
        yield from page
        after += len(page)
