"""The service inside a browser: it answers what the page's service worker hands on, without a socket.

A browser keeps no cookies of answers that a service worker makes, so they are kept here; pages may lie below
any path of a host, so addresses gain and lose it here.
"""

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import msgspec
from litestar import Litestar

from events.stores.protocol import ServedStore, StoreError
from referee.service.audit.chains import check_chains
from referee.web.access.limits import Limits
from referee.web.app import make_app
from referee.web.streams.live_tables import NO_TABLE, LiveTables

_ADDRESSES = re.compile(rb"""(\s(?:href|src|action|formaction|data-stream|data-to|data-next)=["'])/(?!/)""")
"""Attributes of HTML whose value is an absolute path of the service."""

_STREAMS = ("/live/", "/api/table/stream")

_LIMITS = Limits(requests=100_000, writes=100_000, guesses=1000)
"""Nobody but the owner of the device asks."""

Answer = tuple[int, list[tuple[str, str]], bytes]


class _Cookies:
    """What answers asked to keep, by name and path, in a note of the store: as long as it can be written."""

    def __init__(self, store: ServedStore) -> None:
        self._store = store
        kept = msgspec.json.decode(store.noted(NO_TABLE, "cookies") or "[]", type=list[tuple[str, str, str]])
        self._values = {(name, path): value for name, path, value in kept}

    def set(self, header: str) -> None:
        for name, morsel in SimpleCookie(header).items():
            self._values[name, morsel["path"] or "/"] = morsel.value if morsel["max-age"] != "0" else ""
        kept = [(*key, value) for key, value in self._values.items() if value]
        with suppress(StoreError):
            self._store.note(NO_TABLE, "cookies", msgspec.json.encode(kept).decode())

    def header(self, path: str) -> str:
        """Return the cookies for a path, as a request names them."""
        places = ((name, f"{at.rstrip('/')}/", value) for (name, at), value in self._values.items())
        fits = ((name, value) for name, at, value in places if f"{path}/".startswith(at))
        return "; ".join(f"{name}={value}" for name, value in fits if value)


class Service:
    """The application on a file; `base` is the address of the folder it is served from, without a slash.

    Without `is_kept` the browser keeps nothing: whatever would be recorded is refused. `routes` is what
    `warm_up` returned, where it was asked before.
    """

    def __init__(
        self, db: str, base: str, languages: str, *, is_kept: bool, routes: Litestar | None = None
    ) -> None:
        self._base, self._languages = urlsplit(base), languages
        if not is_kept:  # laid out, and then to be looked at only
            LiveTables(db).close()
            Path(db).chmod(0o400)
            Path(db).parent.chmod(0o500)
        self._live = LiveTables(db, clock=partial(datetime.now, UTC))
        self._cookies = _Cookies(self._live.store)
        key = self._live.links.keyring.token("host")
        self.start = f"/h/{key}/"
        self._app = make_app(
            db, base=base, host_token=key, limits=_LIMITS, live=self._live, is_reachable=False, routes=routes
        )

    async def __call__(self, method: str, url: str, headers: Any, body: Any) -> Answer:
        """Answer a request: status, headers, body. Streams are empty: nobody else moves."""
        path, _, query = url.removeprefix(self._base.path).partition("?")
        if path.rstrip("/") in {"", "/take"}:  # nobody but the keeper is here
            to = f"{self._base.path}{self.start}{path.strip('/')}"
            return 303, [("location", f"{to}?{query}" if query else to)], b""
        if path.startswith(_STREAMS):
            return 204, [], b""
        content = bytes(body.to_py()) if body else b""
        given = dict(headers.to_py()) if headers else {}
        given |= {"host": self._base.netloc, "accept-language": self._languages, "accept-encoding": ""}
        given |= {"cookie": self._cookies.header(path), "content-length": str(len(content))}
        scope = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method, "state": {},
            "scheme": self._base.scheme, "path": unquote(path), "raw_path": path.encode(), "root_path": "",
            "query_string": query.encode(), "client": ("127.0.0.1", 1), "server": None,
            "headers": [(name.encode(), value.encode("latin-1", "replace")) for name, value in given.items()],
        }  # fmt: skip
        sent: list[dict[str, Any]] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": content, "more_body": False}

        async def send(message: Any) -> None:
            sent.append(message)

        await self._app(scope, receive, send)  # type: ignore[arg-type]
        begun, *parts = sent
        body = b"".join(part.get("body", b"") for part in parts)
        return begun["status"], *self._translate(begun["headers"], body)

    def _translate(
        self, headers: Iterable[tuple[bytes, bytes]], body: bytes
    ) -> tuple[list[tuple[str, str]], bytes]:
        """Return headers and body with addresses below the folder, to be framed there; cookies are kept."""
        prefix, passed = self._base.path, []
        for name, value in ((name.decode().lower(), value.decode("latin-1")) for name, value in headers):
            if name == "set-cookie":
                self._cookies.set(value)
            elif name == "location":
                passed.append((name, prefix + value if value.startswith("/") else value))
            elif name == "content-security-policy":
                passed.append((name, value.replace("frame-ancestors 'none'", "frame-ancestors 'self'")))
            elif name not in {"x-frame-options", "content-length"}:
                passed.append((name, value))
        named = dict(passed)
        if "text/html" in named.get("content-type", "") and "content-disposition" not in named:
            body = _ADDRESSES.sub(rb"\g<1>%s/" % prefix.encode(), body)
            body = body.replace(b"<head>", b'<head><script src="%s/page.js"></script>' % prefix.encode(), 1)
        return passed, body

    def audit(self) -> Iterator[str]:
        """Yield as `check_chains`."""
        return check_chains(self._live.store)

    def close(self) -> None:
        self._live.close()
