"""A service in this process, and what people do with it: open a table, join, press buttons."""

import re
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any, Self

from httpx import Response
from litestar import Litestar
from litestar.testing import TestClient

from events.stores.places import ADDRESSES
from referee.web.access.limits import Limits
from referee.web.access.tokens import Keyring
from referee.web.acts.request_context import RequestContext
from referee.web.app import make_app
from referee.web.streams.live_tables import LiveTables

TEST_CLIENT = "testserver.local"
"""What the client that needs no network calls the service."""

KEEPER = "kkkkk-kkkkk-kkkkk-kkkkk"
GENEROUS = Limits(requests=10**6, writes=10**6, guesses=10**6)
ADDRESS = re.compile(r'data-address="http://[^/]+([^"]+)" data-seat="([^"]+)"')

BUILT: list[Litestar] = []
"""Applications no service uses any more: their routes take ten times as long to build as all else."""


def same_time() -> datetime:
    """Tell the same time whenever asked, so that two tables can be compared."""
    return datetime(2026, 1, 1, tzinfo=UTC)


def counted() -> Keyring:
    """Make tokens that are the same in every service: n-th link, n-th token."""
    numbers = count()
    return Keyring(b"the same everywhere", lambda: str(next(numbers)))


class Service:
    """The application on a store, asked without a network; `usual` is the game nobody names."""

    usual = ""

    def __init__(
        self,
        path: str | Path,
        limits: Limits = GENEROUS,
        keyring: Keyring | None = None,
        clock: Callable[[], datetime] | None = None,
    ) -> None:
        self.path: Any = path if str(path).startswith(ADDRESSES) else Path(path)
        how: dict[str, Any] = {"keyring": keyring, "clock": clock}
        how = {key: value for key, value in how.items() if value}
        self.live = LiveTables(self.path, **how)
        self.app = make_app(
            self.path,
            host_token=KEEPER,
            limits=limits,
            live=self.live,
            hosts=[TEST_CLIENT],
            routes=BUILT.pop() if BUILT else None,
        )
        self.client = TestClient(self.app)

    def __enter__(self) -> Self:
        self.client.__enter__()
        return self

    def __exit__(self, *how: object) -> None:
        self.client.__exit__(*how)
        BUILT.append(self.app)

    def open(self, *names: str, game: str = "", **form: Any) -> "Joined":
        """Open a table by its form; give its screen and its seats' links."""
        data = {"game": game or self.usual, "name": list(names), "lang": "en", **form}
        answer = self.client.post(f"/h/{KEEPER}/open", data=data, follow_redirects=False)
        assert 303 == answer.status_code, answer.text
        return self.joined(answer)

    def resume(self, name: str) -> "Joined":
        """Go on with a table; give its screen, and the links nobody has opened yet."""
        data = {"table": name}
        return self.joined(self.client.post(f"/h/{KEEPER}/resume", data=data, follow_redirects=False))

    def joined(self, answer: Response) -> "Joined":
        """Read the links off the screen an answer leads to."""
        screen = answer.headers["location"].rstrip("/")
        shown = self.client.get(screen).text
        return Joined(self, screen, {seat: path for path, seat in ADDRESS.findall(shown)})


class Joined:
    """A table whose links are known."""

    def __init__(self, service: Service, screen: str, seats: dict[str, str]) -> None:
        self.service, self.screen, self.seats = service, screen, seats
        self.client = service.client

    def link(self, who: str) -> str:
        """Give the address of a seat, or of the screen."""
        return self.screen if who == "screen" else self.seats[who]

    def token(self, who: str) -> str:
        """Give the token of a seat, or of the screen."""
        return self.link(who).rpartition("/")[2]

    def context(self, who: str) -> RequestContext:
        """Come in by a link, past the door."""
        entrance = self.service.app.state.entrance
        token = self.token(who)
        return RequestContext(entrance.live, entrance.live.links.find(token), token, "en", entrance.base)

    def page(self, who: str, path: str = "") -> Response:
        """Look at a page."""
        return self.client.get(f"{self.link(who)}/{path}")

    def post(self, who: str, what: str, **data: Any) -> Response:
        """Send a form; do not follow where it leads."""
        return self.client.post(f"{self.link(who)}/{what}", data=data, follow_redirects=False)

    def say(self, who: str, line: str, **data: Any) -> Response:
        """Tell a line of notation."""
        return self.post(who, "do", notation=line, **data)

    def api(self, who: str, method: str = "GET", path: str = "", **how: Any) -> Response:
        """Ask the API."""
        headers = {"authorization": f"Bearer {self.token(who)}"}
        return self.client.request(method, f"/api/table{path}", headers=headers, **how)

    def answer(self, who: str, reply: str) -> Response:
        """Answer what the table is asked, as the page's button does."""
        return self.post(who, "answer", reply=reply, proposal=self.now()["asked"][0]["proposal"])

    def for_all(self, what: str, **data: Any) -> Response:
        """Send a form from the screen, and say there that all agree, where it asks those who have phones."""
        before = {each["proposal"] for each in self.now()["asked"]}
        answer = self.post("screen", what, **data)
        asked = [each["proposal"] for each in self.now()["asked"] if each["proposal"] not in before]
        return self.post("screen", "answer", reply="agree", proposal=asked[0]) if asked else answer

    def now(self, who: str = "screen") -> Any:
        """Ask how the table stands."""
        return self.api(who).json()

    def lay(self, **cards: str | int) -> Self:
        """Lay a card each, from each seat's own phone."""
        for seat, card in cards.items():
            assert 303 == self.say(seat, f"{seat} plays {card}").status_code
        return self
