"""Which question parts several ways best."""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import log2
from typing import Any

import msgspec

from events.base import TABLE, Event
from referee.kernel.game import Game
from referee.service.catch_up.search import Way
from referee.service.catch_up.told import Told, public_facts

MOST_OPTIONS = 8


class Option(msgspec.Struct, frozen=True):
    """An answer to a question: the `value` to answer with, and, of a question about acts, those acts."""

    value: Any
    acts: tuple[Event, ...] = ()


class Question(msgspec.Struct, frozen=True):
    """What to ask.

    `path` is a fact to look up on the board, or `acts.SEAT`: what that seat did (its `value` names the
    option by its number).
    """

    path: str
    options: tuple[Option, ...]
    seat: str | None = None


def find_question(
    game: Game, state: Any, ways: Sequence[Way], told: Told, viewer: str | None
) -> Question | None:
    """Return the question that parts the ways best; a fact that can be looked up before one about acts."""
    found: list[tuple[float, int, Question]] = []
    facts = [public_facts(game, way.end, viewer) for way in ways]
    for path in dict.fromkeys(path for each in facts for path in each):
        values = [each.get(path) for each in facts]
        if tuple(path.split(".")) not in told.facts:
            _add(found, 0, path, [(value, ()) for value in values])
    for seat in (*state.seats, TABLE):
        parts = [
            tuple(act for act in way.acts if (getattr(act, "seat", None) or TABLE) == seat) for way in ways
        ]
        _add(found, 1, f"acts.{seat}", [(digest_of_acts(acts), acts) for acts in parts])
    best = max(found, key=lambda each: (each[0], -each[1]), default=None)
    return None if best is None else best[2]


def _add(
    found: list[tuple[float, int, Question]],
    rank: int,
    path: str,
    values: list[tuple[Any, tuple[Event, ...]]],
) -> None:
    by_value = {msgspec.json.encode(value): Option(value, acts) for value, acts in values}
    if 1 < len(by_value) <= MOST_OPTIONS:
        counts = Counter(msgspec.json.encode(value) for value, _ in values)
        parted = -sum(n / len(values) * log2(n / len(values)) for n in counts.values())
        steps = path.split(".")
        seat = steps[1] if len(steps) > 1 else None
        found.append((parted, rank, Question(path, tuple(by_value.values()), seat)))


def digest_of_acts(acts: Sequence[Event]) -> str:
    """Return a short text that tells acts of one seat from others."""
    from referee.service.tables.request import digest_of  # noqa: PLC0415

    return digest_of(tuple(acts))[:8]


def fits_answers(way: Way, answers: Mapping[str, Any]) -> bool:
    """Return whether the acts of a way are those that were answered."""
    for path, value in answers.items():
        if path.startswith("acts."):
            seat = path.removeprefix("acts.")
            acts = tuple(act for act in way.acts if (getattr(act, "seat", None) or TABLE) == seat)
            if digest_of_acts(acts) != value:
                return False
    return True
