"""Tapping: how many taps a quiet day of Lifeboat with real cards takes, by the pages' own buttons."""

import json
import re
from functools import partial
from pathlib import Path

from referee.testing.phones import Control, Controls, Joined, Service, send
from tests.bench.measure import Measure, Pair, Size

PEOPLE = ("Ada", "Ben", "Chie", "Dan", "Eve", "Finn")
CAST = ("captain", "mate", "frenchy", "kid", "lauren", "stephen")
NOBODY, SOMEBODY = "N22", "N09"
"""A card that harms nobody, and one by which one falls overboard and another is thirsty."""

MOST = 14


def taps_of_a_day(seats: int, folder: Path) -> int:
    """Live through two days in which everybody does nothing; give the taps of the second.

    Everybody has a phone, and a screen stands in the middle, at which is told what all say aloud.
    """
    with Service(folder / f"quiet-{seats}.db") as service:
        table = service.open(*PEOPLE[:seats], game="lifeboat", chance="table")
        characters = dict(zip(table.seats, CAST, strict=False))
        table.post("screen", "do", event=json.dumps({"type": "characters_dealt", "characters": characters}))
        table.join(*table.seats)
        _press_one(table, list(table.seats), "provisions_drawn")
        _live_through_a_day(table, NOBODY)
        return _live_through_a_day(table, SOMEBODY)


def _live_through_a_day(table: Joined, card: str) -> int:
    day, taps = table.now()["view"]["day"], 0
    while (view := table.now()["view"])["day"] == day:
        match view["phase"]:
            case "navigation":
                taps += _choose(table, card)
            case "overboard" | "thirst":
                # One tap unfolds what the table says, the other says that all who are here said so.
                taps += _press_one(table, ["screen"], f"{view['phase']}_closed") + 1
            case _:
                taps += _press_one(table, list(table.seats), "passed")
    return taps


def _press_one(table: Joined, pages: list[str], kind: str) -> int:
    """Press the first button of a kind of act on any of the pages; give the taps: one."""
    buttons = (each for who in pages for each in _controls(table, who, kind) if each.how == "button")
    assert 303 == send(table, next(buttons)).status_code
    return 1


def _choose(table: Joined, card: str) -> int:
    """Tell the card that was turned up, by one button or by whoever falls and the card; give the taps."""
    for first in _controls(table, "screen", "navigation_chosen"):
        found = [first] if first.how == "button" else _controls_after(table, first)
        for each in found:
            if f'"{card}"' in dict(each.fields)["event"]:
                assert 303 == send(table, each).status_code
                return 1 if each is first else 2
    raise AssertionError(card)


def _controls_after(table: Joined, link: Control) -> list[Control]:
    page = table.client.get(link.address).text
    chosen = re.search(r'<section class="chosen.*?</section>', page, re.DOTALL)
    return Controls(chosen[0]).found if chosen else []


def _controls(table: Joined, who: str, kind: str) -> list[Control]:
    return [each for each in Controls(table.page(who).text).found if each.kind == kind]


def counting(seats: int, _: Size, folder: Path) -> Pair:
    taps = taps_of_a_day(seats, folder)
    return Pair(partial(float, taps))


def measures() -> list[Measure]:
    return [
        Measure(
            f"lifeboat-taps-{seats}",
            f"lifeboat: a quiet day of {seats} with real cards, phones and a screen",
            "",
            "taps",
            "at most",
            MOST,
            partial(counting, seats),
            runs=1,
        )
        for seats in (4, 6)
    ]
