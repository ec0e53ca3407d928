"""Paddling: how many taps a first round of Niagara with real cards takes, by what the pages offer to tap."""

import json
from html.parser import HTMLParser
from itertools import count
from pathlib import Path
from random import Random

from events.base import TABLE
from events.envelope import encode
from referee.games.niagara import GAME
from referee.testing.phones import Joined, Service
from tests.bench.measure import Measure, Pair, Size

PEOPLE = ("Ada", "Ben", "Chie", "Dan")
MOST = 8
MOST_TAPS = 4
"""An act that takes more is none a page is made for."""


class Offered(HTMLParser):
    """What a page offers: `acts` that one tap does, as JSON, and the addresses that a tap leads to."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.acts: set[str] = set()
        self.onward: dict[str, None] = {}
        self.feed(page)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        had = {name: value or "" for name, value in attributes}
        if tag == "button" and had.get("name") == "event" and "value" in had:
            self.acts.add(_plain(had["value"]))
        elif tag == "a" and {"tap", "pick"} & {*had.get("class", "").split()}:
            if "data-event" in had:
                self.acts.add(_plain(had["data-event"]))
            else:
                self.onward[had["href"].partition("#")[0]] = None


def _plain(act: str) -> str:
    """Return an act as JSON with its fields in order; of several that are told together the last."""
    told = json.loads(act)
    return json.dumps(told[-1] if isinstance(told, list) else told, sort_keys=True)


def fewest_taps(table: Joined, who: str, act: str) -> int:
    """Return how many taps an act takes at least on a phone: the last one does it."""
    addresses = [f"{table.link(who)}/"]
    for taps in range(1, MOST_TAPS + 1):
        pages = [Offered(table.client.get(address).text) for address in addresses]
        if any(act in page.acts for page in pages):
            return taps
        addresses = [*dict.fromkeys(address for page in pages for address in page.onward)]
    raise AssertionError(act)


def taps_of_a_round(path: Path, seed: int) -> int:
    """Let four people launch a canoe each with any card, and the river flow as usual; return the taps."""
    random, taps = Random(seed), 0
    with Service(path) as service:
        table = service.open(*PEOPLE, game=GAME.id, chance=TABLE)
        while table.now()["view"]["round"] == 1:
            state = table.context("A").state
            if state.phase == "river":
                event, who = GAME.legal(state, TABLE)[0], "A"
            else:
                who = state.seats[max(state.turn, 0)]
                event = random.choice([each[-1] for each in GAME.ahead(state, who)])
            act = _plain(encode(event).decode())
            taps += fewest_taps(table, who, act)
            assert 303 == table.post(who, "do", event=act).status_code
    return taps


def counting(_: Size, folder: Path) -> Pair:
    seeds = count()
    return Pair(lambda: float(taps_of_a_round(folder / f"round-{(n := next(seeds))}.db", n)))


def measures() -> list[Measure]:
    return [
        Measure(
            "niagara-taps",
            "niagara: a first round of four with real cards, a phone each",
            "",
            "taps",
            "at most",
            MOST,
            counting,
        )
    ]
