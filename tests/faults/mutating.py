"""Bytes that mean nothing, records with something changed: each is read or refused, none ends in a crash."""

import json
import random
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice

from events.codec import MalformedError, NewerLogError
from referee.kernel.game import NotationError
from referee.kernel.registry import codec_for, find_game, own_games
from referee.l10n.wording import parse
from tests.faults.tried import Tried
from tests.service.test_tampering import exported

ODD = (
    None,
    True,
    -1,
    0,
    2**63,
    10**400,
    1e308,
    "",
    "A",
    "\u0000",
    "\ud7ff" * 9,
    [],
    {},
    [[]],
    {"at": None},
    "x" * 5000,
)
"""What a field may be told to be."""


def records(times: int) -> Tried:
    lost: list[str] = []
    for game, before, line in islice(mutated(random.Random(12)), times):
        lost += crash_of(lambda line: find_game(game).decide(before, codec_for(game).event(line)), line)  # noqa: B023
    return Tried("records with a field changed or left out, judged", times, tuple(lost))


def crash_of(read: Callable[[bytes], object], line: bytes) -> list[str]:
    """Read a line; say what it was that crashed, if it did."""
    try:
        read(line)
    except (MalformedError, NewerLogError, NotationError):
        return []
    except Exception as error:  # noqa: BLE001 - whatever it is, it is what is looked for
        return [f"{line[:200]!r}: {error!r}"]
    return []


def mutated(chance: random.Random) -> Iterator[tuple[str, object, bytes]]:
    """Change events of each game without end; give the state before each."""
    played = [(game, replayed_states(game)) for game in own_games()]
    while True:
        for game, states in played:
            before, event = chance.choice(states)
            yield game, before, json.dumps(changed(json.loads(event), chance)).encode()


def replayed_states(game: str) -> list[tuple[object, bytes]]:
    judge, state, found = find_game(game), None, list[tuple[object, bytes]]()
    for line in exported(game).splitlines():
        event = json.dumps(json.loads(line)["event"]).encode()
        if state is not None:
            found.append((state, event))
        state = judge.evolve(state, codec_for(game).event(event))
    return found


def changed(value: object, chance: random.Random) -> object:
    if isinstance(value, dict) and value and chance.random() < 0.8:
        key = chance.choice(list(value))
        if chance.random() < 0.2:
            return {k: v for k, v in value.items() if k != key}
        return {**value, key: changed(value[key], chance)}
    if isinstance(value, list) and value and chance.random() < 0.7:
        k = chance.randrange(len(value))
        return [*value[:k], changed(value[k], chance), *value[k + 1 :]]
    return chance.choice(ODD)


def noise(size: int) -> Tried:
    chance, lost, told = random.Random(13), list[str](), 0
    states = {game: replayed_states(game)[-1][0] for game in own_games()}
    while told < size:
        game = chance.choice(own_games())
        line = chance.randbytes(chance.choice((3, 30, 300)))
        told += len(line)
        lost += crash_of(codec_for(game).event, line)
        lost += crash_of(partial(typed, states[game]), line)
    return Tried("bytes of noise, read as events and as lines people type", told, tuple(lost))


def typed(state: object, line: bytes) -> object:
    return parse(state, line.decode("utf-8", "replace"))
