"""Which question parts several ways best."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from math import log2
from typing import Any, NamedTuple

import msgspec

from events.base import TABLE, Event
from referee.kernel.game import Game
from referee.kernel.registry import find_game
from referee.kernel.sketch import FactOfItem, facts_of_items
from referee.service.catch_up.board import facts_on_board
from referee.service.catch_up.search import Way
from referee.service.catch_up.told import Told, public_facts
from referee.service.logs.secrecy import LogSecrets
from referee.service.tables.request import digest_of

ACTS = "acts."
"""How the path of a question about acts begins: `acts.SEAT`, or `acts.SEAT.N` for the Nth of them."""

MOST_OPTIONS = 8

_MOST_WAYS = 500
"""So many ways are looked at, those with the fewest acts."""


class Option(msgspec.Struct, frozen=True):
    """An answer to a question: the `value` to answer with.

    Of a question about acts, `acts` are those asked about, and `way` is one with them from its beginning on.
    """

    value: Any
    acts: tuple[Event, ...] = ()
    way: tuple[Event, ...] = ()


class Question(msgspec.Struct, frozen=True):
    """What to ask.

    `path` is a fact to look up on the board, or `acts.SEAT`: what that seat did, `acts.SEAT.N`: what it did
    as the Nth; the value of an option stands for those acts then. `seat` is whose fact or acts they are, None
    or `table` where they are nobody's. Without options it is for that seat alone, where others do not see it.
    """

    path: str
    options: tuple[Option, ...]
    seat: str | None = None

    @property
    def is_for_seat_alone(self) -> bool:
        return not self.options


class _Parting(NamedTuple):
    """A question, and what each of the ways answers; `weight` is how well people know the answer."""

    question: Question
    answers: tuple[bytes, ...]
    weight: float

    @property
    def worth(self) -> float:
        """Return how many bits an answer tells, by its weight."""
        total = len(self.answers)
        parts = Counter(self.answers).values()
        return self.weight * -sum(n / total * log2(n / total) for n in parts)


_WHICH_ROUND = 10.0
"""Whether a round is over is asked before all else: everybody knows it."""

_ON_THE_BOARD, _DONE, _OTHERWISE_KNOWN, _DONE_AS_NTH, _SHOWN = 1.0, 0.9, 0.75, 0.6, 0.3
"""What lies on the table is looked up; what was done has to be remembered; some other facts nobody counts;
what was done as the second of three is not how people remember, and still less what the table showed."""


def find_question(
    game: Game, state: Any, ways: Sequence[Way], told: Told, viewer: str | None
) -> Question | None:
    """Return the question that parts the ways best as far as people know its answer; None: none parts them.

    What people can look up on the board is asked before what was done, in doubt, and fewer options before
    more. Nothing is asked that the viewer may not know.
    """
    ways = tuple(islice(ways, _MOST_WAYS))
    partings = (*_ask_facts(game, ways, told, viewer), *_ask_acts(game, state, ways, viewer))
    best = max(partings, key=lambda each: (round(each.worth, 6), -len(each.question.options)), default=None)
    return None if best is None else best.question


def ask_round(game: Game, state: Any, later: int) -> Question | None:
    """Return the question whether the next round, `later`, has begun; None where no fact tells it."""
    now, board = game.counter(state), facts_on_board(game, state)
    facts = {path: value for path, value in public_facts(game, state).items() if path not in board}
    path = next((path for path, value in facts.items() if value == now and type(value) is int), None)
    return None if path is None else Question(path, (Option(now), Option(later)))


def _ask_facts(game: Game, ways: Sequence[Way], told: Told, viewer: str | None) -> Iterator[_Parting]:
    declared = {fact.name: fact for fact in game.facts.declared}
    lying = facts_of_items(game.facts, game.equipment)
    facts = [public_facts(game, way.end, viewer) for way in ways]
    rounds = [game.counter(way.end) for way in ways]
    for path in dict.fromkeys(path for each in facts for path in each):
        steps = tuple(path.split("."))
        if steps in told.facts:
            continue
        values = _sort_unordered(steps, [each.get(path) for each in facts], lying)
        asked, values = _narrow(path, values)
        if tuple(asked.split(".")) in told.facts:
            continue
        is_there = any(_lies_in(steps, fact) for fact in lying)
        seat = steps[1] if declared[steps[0]].by_seat and len(steps) > 1 else None
        options = {_bytes_of(value): Option(value) for value in values}
        if 1 < len(options) <= MOST_OPTIONS:
            question = Question(asked, _sort_options(options.values()), seat)
            weight = _ON_THE_BOARD if is_there else _OTHERWISE_KNOWN
            weight = _WHICH_ROUND if values == rounds else weight
            yield _Parting(question, tuple(map(_bytes_of, values)), weight)


def _ask_acts(game: Game, state: Any, ways: Sequence[Way], viewer: str | None) -> Iterator[_Parting]:
    for seat in (*state.seats, TABLE):
        acts = [acts_of(game, way, seat, viewer) for way in ways]
        weight = _SHOWN if seat == TABLE else _DONE
        yield from _ask_acts_at(f"{ACTS}{seat}", seat, ways, acts, weight)
        for n in range(max(map(len, acts))):
            nth = [each[n : n + 1] for each in acts]
            yield from _ask_acts_at(f"{ACTS}{seat}.{n + 1}", seat, ways, nth, min(weight, _DONE_AS_NTH))


def _ask_acts_at(
    path: str, seat: str, ways: Sequence[Way], acts: Sequence[tuple[Event, ...]], weight: float
) -> Iterator[_Parting]:
    values = [digest_of_acts(each) for each in acts]
    options = {
        value: Option(value, each, way.acts)
        for value, each, way in reversed(list(zip(values, acts, ways, strict=True)))
    }
    if 1 < len(options) <= MOST_OPTIONS:
        ordered = tuple(options[value] for value in dict.fromkeys(values))
        yield _Parting(Question(path, ordered, seat), tuple(map(str.encode, values)), weight)


def acts_of(game: Game, way: Way, seat: str, viewer: str | None) -> tuple[Event, ...]:
    """Return the acts of a seat in a way, as the viewer may know them."""
    own = (act for act in way.acts if (getattr(act, "seat", None) or TABLE) == seat)
    return tuple(visible_act(game, act, viewer) for act in own)


def visible_act(game: Game, act: Event, viewer: str | None) -> Event:
    """Return an act that is not recorded yet as a viewer may read it."""
    return LogSecrets(game, {}, over=False).redact(None, act, viewer)


def _lies_in(steps: Sequence[str], fact: FactOfItem) -> bool:
    """Return whether everybody sees on the table what a path tells, because that thing lies in this fact."""
    name, _, field = fact.name.partition(".")
    return fact.is_public and steps[0] == name and (not field or steps[-1] == field)


def _sort_unordered(steps: Sequence[str], values: list[Any], lying: Iterable[FactOfItem]) -> list[Any]:
    """Return values as JSON has them, those of things that lie in no order sorted."""
    plain = [msgspec.json.decode(_bytes_of(value)) for value in values]
    if not any(fact.shape == "many" and _lies_in(steps, fact) for fact in lying):
        return plain
    return [sorted(value, key=str) if isinstance(value, list) else value for value in plain]


def _narrow(path: str, values: list[Any]) -> tuple[str, list[Any]]:
    """Return path and values of the one number in which counts differ; as they are where it is not one."""
    if not all(isinstance(value, dict) for value in values):
        return path, values
    keys = dict.fromkeys(key for value in values for key in value)
    differing = [key for key in keys if len({value.get(key, 0) for value in values}) > 1]
    if len(differing) != 1:
        return path, [{key: value.get(key, 0) for key in keys} for value in values]
    return f"{path}.{differing[0]}", [value.get(differing[0], 0) for value in values]


def _sort_options(options: Iterable[Option]) -> tuple[Option, ...]:
    """Return options that are numbers by their size, others as they are."""
    found = tuple(options)
    is_counted = all(isinstance(each.value, int) for each in found)
    return tuple(sorted(found, key=lambda each: each.value)) if is_counted else found


def _bytes_of(value: Any) -> bytes:
    return msgspec.json.encode(value, order="deterministic")


def digest_of_acts(acts: Sequence[Event]) -> str:
    """Return a short text that tells acts from others."""
    return digest_of(tuple(acts))[:8]


def fits_answers(way: Way, answers: Mapping[str, Any]) -> bool:
    """Return whether the acts of a way are those that were answered, by who did them or by everybody."""
    game = find_game(way.end.game)
    for path, value in answers.items():
        if path.startswith(ACTS):
            seat, _, n = path.removeprefix(ACTS).partition(".")
            known = (acts_of(game, way, seat, viewer) for viewer in (seat, None))
            asked = (acts[int(n) - 1 : int(n)] if n.isdecimal() else acts for acts in known)
            if value not in map(digest_of_acts, asked):
                return False
    return True
