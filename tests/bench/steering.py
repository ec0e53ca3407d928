"""Steering: how many taps a turn of Powerboats with real dice takes, by what the seats' pages offer."""

import re
from functools import partial
from html import unescape
from itertools import pairwise
from pathlib import Path

import msgspec

from events.base import TABLE, Event
from events.envelope import encode
from referee.games.powerboats import GAME
from referee.games.powerboats.events import BoatMoved, BoatStopped, DiceThrown
from referee.games.powerboats.lake import cell_text
from referee.testing.phones import Controls, Joined, Service
from referee.testing.recorded import Step, record
from tests.architecture.sources import RECORDED
from tests.bench.measure import Measure, Pair, Size

PEOPLE = ("Ada", "Ben", "Chie", "Dan")
PLAYED = RECORDED / "powerboats" / "four-rulebook.jsonl"

MOST = 2


def taps_of_turns(turns: int, folder: Path) -> list[int]:
    """Sail so many turns of a recorded game; give the taps of each.

    Where a boat stopped is tapped on the lake; its dice are told where they are asked, or where it had none.
    """
    with Service(folder / "steering.db") as service:
        table = service.open(*PEOPLE, game=GAME.id, chance=TABLE)
        table.join(*table.seats)
        steps = record(PLAYED).steps
        names = dict(zip(steps[0].after.seats, table.seats, strict=True))
        taps: list[int] = []
        for before, step in pairwise(steps):
            match before.events[0], step.events[0]:
                case _, DiceThrown():
                    continue
                case DiceThrown() as thrown, BoatMoved(seat, turn):
                    taps.append(_sail(table, names[seat], thrown, turn, _end_of(step)))
                case _, BoatMoved(seat, turn):
                    taps.append(_tap(table, names[seat], f"turn:{turn}"))
                case _, event:
                    _tell(table, _named(event, names))
            if len(taps) >= turns:
                break
        return taps


def _end_of(step: Step) -> str:
    return next(cell_text(event.at) for event in step.events if isinstance(event, BoatStopped))


def _named(event: Event, names: dict[str, str]) -> Event:
    seat = getattr(event, "seat", None)
    return event if seat is None else msgspec.structs.replace(event, seat=names[seat])


def _tell(table: Joined, event: Event) -> None:
    """Say what is no part of a turn."""
    who = getattr(event, "seat", next(iter(table.seats)))
    assert 303 == table.post(who, "do", event=encode(event).decode()).status_code


def _sail(table: Joined, seat: str, thrown: DiceThrown, turn: str, end: str) -> int:
    """Throw and move by the fewest taps; give their number."""
    lie = sorted((*thrown.held, *(thrown.rolled or ())))
    if f'id="tap-stop:{end}"' in table.page(seat).text:
        return _tap(table, seat, f"stop:{end}", turn, lie)
    return _press(table, seat, table.page(seat).text, lie) + _tap(table, seat, f"turn:{turn}")


def _tap(table: Joined, seat: str, id: str, turn: str = "", lie: list[int] | None = None) -> int:
    """Tap a thing on the lake, then what is asked, if anything; give the taps."""
    page = table.page(seat).text
    link = re.search(rf'<a [^>]*id="tap-{id}"[^>]*>', page)
    assert link, id
    if event := re.search(r'data-event="([^"]*)"', link[0]):
        assert 303 == table.post(seat, "do", event=unescape(event[1])).status_code
        return 1
    address = re.search(r'href="([^"#]*)', link[0])
    assert address
    chosen = re.search(
        r'<section class="chosen.*?</section>', table.client.get(unescape(address[1])).text, re.DOTALL
    )
    assert chosen
    return 1 + _press(table, seat, chosen[0], lie or [], turn)


def _press(table: Joined, seat: str, page: str, lie: list[int], turn: str = "") -> int:
    """Press the button that says which dice lie there, and which way the boat turned; give the taps.

    Where a hex is reached by every way, the way is asked first.
    """
    found = Controls(page).found
    asked = [each.address for each in found if turn and each.how == "link" and each.address.endswith(turn)]
    if asked:
        page = table.client.get(asked[0]).text
        chosen = re.search(r'<section class="chosen.*?</section>', page, re.DOTALL)
        assert chosen
        return 1 + _press(table, seat, chosen[0], lie)
    for each in found:
        if each.how == "button" and _means(dict(each.fields)["event"], lie, turn):
            assert 303 == table.post(seat, "do", event=dict(each.fields)["event"]).status_code
            return 1
    raise AssertionError(lie)


def _means(said: str, lie: list[int], turn: str) -> bool:
    events = msgspec.json.decode(said)
    dice, *moved = events if isinstance(events, list) else [events]
    if turn and (moved or [dice])[-1].get("turn") != turn:
        return False
    if dice["type"] != "dice_thrown":
        return not lie or not moved
    return lie == sorted((*dice.get("held", ()), *(dice.get("rolled") or ())))


def counting(size: Size, folder: Path) -> Pair:
    taps = taps_of_turns(min(size.commands, 60), folder)
    return Pair(partial(float, max(taps)))


def measures() -> list[Measure]:
    return [
        Measure(
            "powerboats-taps",
            "powerboats: a turn with real dice, the longest of sixty",
            "",
            "taps",
            "at most",
            MOST,
            counting,
            runs=1,
        )
    ]
