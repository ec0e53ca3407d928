"""A service in this process, phones at its tables, and players who do what stands on the pages."""

import random
import re
from collections.abc import Callable
from datetime import UTC, datetime
from html.parser import HTMLParser
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple, Self

from httpx import Response
from litestar import Litestar
from litestar.testing import TestClient

from events.stores.places import ADDRESSES
from referee.web.access.address import THIS_MACHINE
from referee.web.access.limits import Limits
from referee.web.access.links import Keyring
from referee.web.acts.request_context import RequestContext
from referee.web.app import make_app
from referee.web.streams.live_tables import LiveTables

_TEST_CLIENT = "testserver.local"
"""What the client that needs no network calls the service."""

KEEPER = "kkkkk-kkkkk-kkkkk-kkkkk"
GENEROUS = Limits(requests=10**6, writes=10**6, guesses=10**6)
ADDRESS = re.compile(r'data-address="http://[^/]+([^"]+)" data-seat="([^"]+)"')

BUILT: list[Litestar] = []
"""Applications no service uses any more: their routes take ten times as long to build as all else."""


def same_time() -> datetime:
    """Return the same time whenever asked, so that two tables can be compared."""
    return datetime(2026, 1, 1, tzinfo=UTC)


def numbered_keyring() -> Keyring:
    """Return a keyring of which the n-th token is the same in every service."""
    numbers = count()
    return Keyring(b"the same everywhere", lambda: str(next(numbers)))


def make_client(app: Litestar, address: str, **options: Any) -> TestClient[Any]:
    """Return a client whose requests come from an address; `options` as of `TestClient`."""

    async def answer(scope: Any, receive: Any, send: Any) -> None:
        scope["client"] = (address, 50_000)
        await app(scope, receive, send)

    return TestClient(answer, **options)


class Service:
    """The application on a store, used without a network; `usual` is the game where none is named."""

    usual = ""

    def __init__(
        self,
        path: str | Path,
        limits: Limits = GENEROUS,
        keyring: Keyring | None = None,
        clock: Callable[[], datetime] | None = None,
        *,
        is_reachable: bool = True,
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
            hosts=[_TEST_CLIENT],
            is_reachable=is_reachable,
            routes=BUILT.pop() if BUILT else None,
        )
        self.client = TestClient(self.app) if is_reachable else make_client(self.app, THIS_MACHINE)

    def __enter__(self) -> Self:
        self.client.__enter__()
        return self

    def __exit__(self, *how: object) -> None:
        self.client.__exit__(*how)
        BUILT.append(self.app)

    def open(self, *names: str, game: str = "", **form: Any) -> "Joined":
        """Open a table by its form; `form` are further fields."""
        data = {"game": game or self.usual, "name": list(names), "lang": "en", **form}
        answer = self.client.post(f"/h/{KEEPER}/open", data=data, follow_redirects=False)
        assert 303 == answer.status_code, answer.text
        return self.joined(answer)

    def resume(self, name: str) -> "Joined":
        """Go on with a table; only links that nobody has opened are known then."""
        data = {"table": name}
        return self.joined(self.client.post(f"/h/{KEEPER}/resume", data=data, follow_redirects=False))

    def joined(self, answer: Response) -> "Joined":
        """Return the table whose screen an answer redirects to, with the links that screen shows."""
        screen = answer.headers["location"].rstrip("/")
        shown = self.client.get(screen).text
        return Joined(self, screen, {seat: path for path, seat in ADDRESS.findall(shown)})


class Joined:
    """A table whose links are known: the path of its screen, and of each seat's phone."""

    def __init__(self, service: Service, screen: str, seats: dict[str, str]) -> None:
        self.service, self.screen, self.seats = service, screen, seats
        self.client = service.client

    def link(self, who: str) -> str:
        """Return the path of a seat, or of the "screen"."""
        return self.screen if who == "screen" else self.seats[who]

    def token(self, who: str) -> str:
        """Return the token of a seat, or of the "screen"."""
        return self.link(who).rpartition("/")[2]

    def context(self, who: str) -> RequestContext:
        """Return the request context of a link, in English."""
        access = self.service.app.state.access
        token = self.token(who)
        return RequestContext(access.live, access.live.links.find(token), token, "en", access.base)

    def join(self, *seats: str) -> None:
        """Join from the phones of seats, as a page does that follows the table."""
        live = self.service.app.state.access.live
        for seat in seats:
            live.note_joined(live.links.find(self.token(seat)))

    def page(self, who: str, path: str = "") -> Response:
        """Look at a page."""
        return self.client.get(f"{self.link(who)}/{path}")

    def post(self, who: str, what: str, **data: Any) -> Response:
        """Send a form; do not follow where it leads."""
        return self.client.post(f"{self.link(who)}/{what}", data=data, follow_redirects=False)

    def say(self, who: str, line: str, **data: Any) -> Response:
        """Submit a line of notation by a form."""
        return self.post(who, "do", notation=line, **data)

    def api(self, who: str, method: str = "GET", path: str = "", **options: Any) -> Response:
        """Send a request to the API of the table; `options` as of httpx."""
        headers = {"authorization": f"Bearer {self.token(who)}"}
        return self.client.request(method, f"/api/table{path}", headers=headers, **options)

    def answer(self, who: str, reply: str) -> Response:
        """Answer the first open proposal, as the page's button does."""
        return self.post(who, "answer", reply=reply, proposal=self.now()["asked"][0]["proposal"])

    def for_all(self, what: str, **data: Any) -> Response:
        """Send a form from the screen; where that makes a proposal, agree to it there for all."""
        before = {each["proposal"] for each in self.now()["asked"]}
        answer = self.post("screen", what, **data)
        asked = [each["proposal"] for each in self.now()["asked"] if each["proposal"] not in before]
        return self.post("screen", "answer", reply="agree", proposal=asked[0]) if asked else answer

    def now(self, who: str = "screen") -> Any:
        """Return the table now, as the API shows it to a seat or the screen."""
        return self.api(who).json()

    def lay(self, **cards: str | int) -> Self:
        """Lay a card each, from each seat's own phone."""
        for seat, card in cards.items():
            assert 303 == self.say(seat, f"{seat} plays {card}").status_code
        return self


_CHOSEN = re.compile(r'<section class="chosen[^"]*".*?</section>', re.DOTALL)


_ANSWERED = 0.7
"""How often an open proposal is answered before anything else is done."""


class Control(NamedTuple):
    """Something to press; `how` is "button", "link" or "form".

    `kind` is the type of act, `fields` what its form sends, `choices` the values of each list, the
    selected one first.
    """

    how: str
    kind: str
    address: str
    fields: tuple[tuple[str, str], ...] = ()
    choices: tuple[tuple[str, tuple[str, ...]], ...] = ()


class Controls(HTMLParser):
    """Parser of a page; `found` is what can be pressed on it."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[Control] = []
        self.kind, self.address, self.is_hidden = "", "", False
        self.fields: list[tuple[str, str]] = []
        self.buttons: list[str] = []
        self.choices: list[tuple[str, list[str]]] = []
        self.options: list[str] | None = None
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        had = {name: value or "" for name, value in attrs}
        self.kind = had.get("data-kind", self.kind)
        if tag == "form":
            self.address, self.is_hidden = had.get("action", ""), had.get("id") == "tapped"
            self.fields, self.buttons, self.choices = [], [], []
        elif (
            tag == "input"
            and had.get("type") != "checkbox"
            and ("checked" in had or had.get("type") != "radio")
        ):
            self.fields.append((had.get("name", ""), had.get("value", "")))
        elif tag == "button" and had.get("name") == "event" and "hidden" not in had:
            self.buttons.append(had["value"])
        elif tag == "select":
            self.options = []
            self.choices.append((had["name"], self.options))
        elif tag == "option" and self.options is not None:
            self.options.insert(0 if "selected" in had else len(self.options), had.get("value", ""))
        elif tag == "a" and "pick" in had.get("class", "").split():
            self.found.append(Control("link", self.kind, had["href"].partition("#")[0]))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form" and self.address.partition("?")[0].endswith("/do") and not self.is_hidden:
            self.close_form()

    def close_form(self) -> None:
        fields = tuple(self.fields)
        self.found += [
            Control("button", self.kind, self.address, (*fields, ("event", event))) for event in self.buttons
        ]
        names = {name for name, _ in fields}
        if "event" in names:
            choices = tuple((name, tuple(options)) for name, options in self.choices)
            self.found.append(Control("form", self.kind, self.address, fields, choices))


class PagePlayer:
    """Somebody who plays at random by the pages alone.

    `taps` is how many taps each kind of act took at most, `refused` what was not accepted: the control,
    the status, the reasons.
    """

    LATER = ("card_played", "cards_traded")

    def __init__(self, table: Joined, seed: int) -> None:
        self.table, self.random = table, random.Random(seed)
        self.taps: dict[str, int] = {}
        self.refused: list[tuple[Control, int, list[str]]] = []

    def play(self, most: int) -> list[str] | None:
        """Play until the game is over, or so many acts are done; return the winners, or None."""
        for _ in range(most):
            now = self.table.now()
            if now["winners"] is not None:
                winners: list[str] = now["winners"]
                return winners
            if (asked := now["asked"]) and self.random.random() < _ANSWERED:
                self.agree(asked[0])
                continue
            self.act(self.random.choice([*self.table.seats, "screen"]))
        return None

    def agree(self, asked: dict[str, Any]) -> None:
        """Agree to a proposal for the first seat it waits for."""
        data = {"reply": "agree", "proposal": asked["proposal"]}
        answer = self.table.post(asked["waits_for"][0], "answer", **data)
        if answer.status_code != 303:
            control = Control("button", "answer", "answer", tuple(data.items()))
            self.refused.append((control, answer.status_code, re.findall('why">(.*?)<', answer.text)))

    def act(self, who: str) -> None:
        """Press something on a page, if there is anything to press."""
        found = Controls(self.table.page(who).text).found
        due = [each for each in found if each.how == "form" and _is_due(each)]
        open_to = due or [each for each in found if each.how != "form"]
        first = [each for each in open_to if each.kind not in self.LATER]
        if open_to:
            often = self.random.random() < 0.9
            self.press(self.random.choice(first if first and often else open_to), 1)

    def press(self, control: Control, taps: int) -> None:
        """Press something, and what it leads to; `taps` counts the presses of one act."""
        if control.how == "link":
            page = self.table.client.get(control.address).text
            chosen = _CHOSEN.search(page)
            assert chosen is not None, f"{control.address} leads to nothing"
            left = Controls(chosen[0]).found
            self.press(self.random.choice(left), taps + 1)
            return
        answer = send(self.table, control)
        if answer.status_code == 303:
            self.taps[control.kind] = max(taps, self.taps.get(control.kind, 0))
        else:
            self.refused.append((control, answer.status_code, re.findall('why">(.*?)<', answer.text)))


def send(table: Joined, control: Control, **choices: str) -> Response:
    """Send a form; `choices` replace fields, the first value of each other list is sent."""
    data: dict[str, Any] = {}
    for name, value in (*control.fields, *((name, options[0]) for name, options in control.choices)):
        data.setdefault(name, []).append(value)
    return table.client.post(control.address, data=data | choices, follow_redirects=False)


def _is_due(control: Control) -> bool:
    """Return whether a form is the only way to say what is due: its act has no buttons."""
    return control.kind in {"characters_dealt", "provision_dealt", "hand_revealed"}
