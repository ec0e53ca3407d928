"""Examples of events, from what every game brings along: its demonstration and its rulings."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from events.base import Event, type_of
from referee.kernel.game import Game
from referee.kernel.registry import folder_of
from referee.rulebooks.rulings import all_rulings
from referee.service.files.check import Checker
from referee.service.files.file_lines import numbered_lines
from referee.service.logs.sources import gone_back_to


class Example(msgspec.Struct, frozen=True, kw_only=True):
    """One event as it came, the state before it, and the rules it was accepted by or follows from."""

    state: Any
    event: Event
    rules: tuple[str, ...]


def example_of(game: Game, type: str) -> Example | None:
    """Return an example of an event type; None where nothing that the game brings along has one."""
    said = f'"{type}"'.encode()
    held = list(_records_of(game))
    telling = [lines for lines in held if any(said in line for line in lines)]
    for lines in (*telling, *(lines for lines in held if lines not in telling)):
        found = next(_examples_in(lines, type), None)
        if found is not None:
            return found
    return None


def _records_of(game: Game) -> Iterator[tuple[bytes, ...]]:
    """Yield the lines of each record a game brings along: its demonstration, then each act of its rulings."""
    demo = Path(folder_of(game.id)) / "demo.jsonl"
    if demo.exists():
        yield tuple(line for _, line in numbered_lines(demo))
    opening = f'"game": "{game.id}"'
    for ruling in all_rulings():
        if ruling.situation and opening in ruling.situation[0]:
            for act in ruling.acts:
                yield tuple(line.encode() for line in (*ruling.situation, *act.lines))


def _examples_in(lines: tuple[bytes, ...], type: str) -> Iterator[Example]:
    """Yield the events of a type in a record, with their consequences, as it is refereed."""
    checker = Checker(gone_back_to(lines))
    for number, line in enumerate(lines, 1):
        before = checker.state
        checker.take(number, line)
        for judged in checker.judged:
            if type_of(judged.event) == type:
                yield Example(state=before, event=judged.event, rules=judged.rules)
