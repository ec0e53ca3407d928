"""Hands that play by what stands on the pages: buttons, links that narrow down, choices to fill in."""

import random
import re
from html.parser import HTMLParser
from typing import Any, NamedTuple

from httpx import Response

from referee.testing.phones import Joined

CHOSEN = re.compile(r'<section class="chosen[^"]*".*?</section>', re.DOTALL)


ANSWERED = 0.7
"""How often what the table is asked is answered before anything else is done."""


class Control(NamedTuple):
    """Something to press: a button with its form's fields, a link, a form to be filled in."""

    how: str
    kind: str
    address: str
    fields: tuple[tuple[str, str], ...] = ()
    choices: tuple[tuple[str, tuple[str, ...]], ...] = ()


class Controls(HTMLParser):
    """Finds what can be pressed on a page."""

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


class Hands:
    """Somebody who plays at a table by its pages alone; keeps count of the taps of every kind of act."""

    LATER = ("card_played", "cards_traded")

    def __init__(self, table: Joined, seed: int) -> None:
        self.table, self.random = table, random.Random(seed)
        self.taps: dict[str, int] = {}
        self.refused: list[tuple[Control, int, list[str]]] = []

    def play(self, most: int) -> list[str] | None:
        """Go on until the game is over, or so many acts are done; give the winners."""
        for _ in range(most):
            now = self.table.now()
            if now["winners"] is not None:
                winners: list[str] = now["winners"]
                return winners
            if (asked := now["asked"]) and self.random.random() < ANSWERED:
                self.agree(asked[0])
                continue
            self.act(self.random.choice([*self.table.seats, "screen"]))
        return None

    def agree(self, asked: dict[str, Any]) -> None:
        """Let the first who is still asked do nothing more."""
        data = {"reply": "agree", "proposal": asked["proposal"]}
        answer = self.table.post(asked["waits_for"][0], "answer", **data)
        if answer.status_code != 303:
            control = Control("button", "answer", "answer", tuple(data.items()))
            self.refused.append((control, answer.status_code, re.findall('why">(.*?)<', answer.text)))

    def act(self, who: str) -> None:
        """Do one thing on a page, where there is something to do."""
        found = Controls(self.table.page(who).text).found
        due = [each for each in found if each.how == "form" and is_due(each)]
        open_to = due or [each for each in found if each.how != "form"]
        first = [each for each in open_to if each.kind not in self.LATER]
        if open_to:
            often = self.random.random() < 0.9
            self.press(self.random.choice(first if first and often else open_to), 1)

    def press(self, control: Control, taps: int) -> None:
        """Press something, and what it leads to."""
        if control.how == "link":
            page = self.table.client.get(control.address).text
            chosen = CHOSEN.search(page)
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
    """Send a form, with what was chosen in it."""
    data: dict[str, Any] = {}
    for name, value in (*control.fields, *((name, options[0]) for name, options in control.choices)):
        data.setdefault(name, []).append(value)
    return table.client.post(control.address, data=data | choices, follow_redirects=False)


def is_due(control: Control) -> bool:
    """Tell whether a form stands open: its act has no buttons."""
    return control.kind in {"characters_dealt", "provision_dealt", "hand_revealed"}
