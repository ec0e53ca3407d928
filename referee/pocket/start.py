"""The service inside a browser: it answers what the page's service worker hands on, without a socket.

A browser keeps no cookies of answers that a service worker makes, so they are kept here; pages may lie below
any path of a host, so addresses gain and lose it here.
"""

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from functools import partial
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any
from urllib.parse import unquote_to_bytes, urlsplit

import msgspec
from litestar import Litestar

from events.stores.protocol import StoreError
from referee.service.logs.chain import DamagedLogError, verified
from referee.web.access.limits import Limits
from referee.web.app import make_app, without_store
from referee.web.pages.frame import compile_templates
from referee.web.streams.live_tables import LiveTables

_ADDRESSES = re.compile(rb"""(\s(?:href|src|action|formaction|data-stream|data-to|data-next)=["'])/(?!/)""")
"""Where a page names a path of the service."""

_LIMITS = Limits(requests=100_000, writes=100_000, guesses=1000)
"""Nobody but the owner of the device asks."""

Answer = tuple[int, list[tuple[str, str]], bytes]


class _Cookies:
    """What answers asked to keep, by name and path, in a file."""

    def __init__(self, file: Path) -> None:
        self._file = file
        kept = (
            msgspec.json.decode(file.read_bytes(), type=list[tuple[str, str, str]]) if file.exists() else []
        )
        self._values = {(name, path): value for name, path, value in kept}

    def keep(self, header: str) -> None:
        for name, morsel in SimpleCookie(header).items():
            self._values[name, morsel["path"] or "/"] = morsel.value if morsel["max-age"] != "0" else ""
        self._file.write_bytes(
            msgspec.json.encode([(*key, value) for key, value in self._values.items() if value])
        )

    def header(self, path: str) -> str:
        """Return the cookies for a path, as a request names them."""
        fits = ((name, value) for (name, at), value in self._values.items() if path.startswith(at) and value)
        return "; ".join(f"{name}={value}" for name, value in fits)


def prepare() -> Litestar:
    """Return the routes of the application, all of it imported and its pages compiled: no store is opened."""
    compile_templates(lambda: False)
    return without_store()


class Service:
    """The application on a file; `base` is the address of the folder it is served from, without a slash.

    Without `is_kept` the browser keeps nothing: whatever would be recorded is refused. `routes` is what
    `prepare` returned, where it was asked before.
    """

    def __init__(
        self, db: str, base: str, languages: str, *, is_kept: bool, routes: Litestar | None = None
    ) -> None:
        self._prefix, self._host, self._languages = urlsplit(base).path, urlsplit(base).netloc, languages
        self._scheme = urlsplit(base).scheme
        self._cookies = _Cookies(Path(db).with_name("cookies.json"))
        if not is_kept:  # laid out, and then to be looked at only
            LiveTables(db).close()
            Path(db).chmod(0o400)
            Path(db).parent.chmod(0o500)
        self._live = LiveTables(db, clock=partial(datetime.now, UTC))
        key = self._live.links.keyring.token("host")
        self.start = f"/h/{key}/"
        self._app = make_app(
            db, base=base, host_token=key, limits=_LIMITS, live=self._live, is_reachable=False, routes=routes
        )

    async def __call__(self, method: str, url: str, headers: Any, body: Any) -> Answer:
        """Answer a request: status, headers, body."""
        path, _, query = url.partition("?")
        path = path.removeprefix(self._prefix)
        if path in {"/", "/take"}:  # nobody but the keeper is here
            return 303, [("location", self._prefix + self.start + path[1:])], b""
        given = dict(headers.to_py()) if headers else {}
        given |= {
            "host": self._host, "accept-language": self._languages, "cookie": self._cookies.header(path)
        }  # fmt: skip
        given.pop("accept-encoding", None)
        content = bytes(body.to_py()) if body else b""
        given["content-length"] = str(len(content))
        scope = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method,
            "scheme": self._scheme, "path": unquote_to_bytes(path).decode(), "raw_path": path.encode(),
            "query_string": query.encode(), "root_path": "", "client": ("127.0.0.1", 1), "server": None,
            "state": {},
            "headers": [(name.encode(), value.encode("latin-1", "replace")) for name, value in given.items()],
        }  # fmt: skip
        sent: list[dict[str, Any]] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": content, "more_body": False}

        async def send(message: Any) -> None:
            sent.append(message)

        await self._app(scope, receive, send)  # type: ignore[arg-type]
        begun, *parts = sent
        return begun["status"], *self._translated(
            begun["headers"], b"".join(part.get("body", b"") for part in parts)
        )

    def _translated(
        self, headers: Iterable[tuple[bytes, bytes]], body: bytes
    ) -> tuple[list[tuple[str, str]], bytes]:
        """Return headers and body as the page needs them; keep the cookies."""
        told = []
        for name, value in ((name.decode().lower(), value.decode("latin-1")) for name, value in headers):
            if name == "set-cookie":
                self._cookies.keep(value)
            elif name == "location":
                told.append((name, self._prefix + value if value.startswith("/") else value))
            elif name == "content-security-policy":
                told.append((name, value.replace("frame-ancestors 'none'", "frame-ancestors 'self'")))
            elif name not in {"x-frame-options", "content-length"}:
                told.append((name, value))
        named = dict(told)
        if "text/html" in named.get("content-type", "") and "content-disposition" not in named:
            prefix = self._prefix.encode()
            body = _ADDRESSES.sub(rb"\g<1>" + prefix + b"/", body)
            body = body.replace(b"<head>", b'<head><script src="%s/page.js"></script>' % prefix, 1)
        return told, body

    def audit(self) -> Iterator[str]:
        """Yield for each table its name where its log is not what was recorded, else an empty text."""
        for row in self._live.tables():
            try:
                for _ in verified(self._live.store.read(row.table)):
                    pass
                yield ""
            except (DamagedLogError, StoreError):
                yield row.table

    def close(self) -> None:
        self._live.close()
