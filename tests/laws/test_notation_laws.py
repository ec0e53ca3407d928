"""Whatever is typed, in every game: it means nothing, or an event that the log can hold."""

from random import Random
from typing import Any

import msgspec
import pytest

from events.base import TABLE
from events.table import TableOpened
from referee.kernel.game import Game, NotationError
from referee.kernel.registry import codec_for, find_game, rooms
from referee.l10n.wording import notate, parse
from referee.service.workshop.simulate import opening, play
from tests.stages import of_largest, one_in

ODD = (
    "?",
    "-",
    "",
    "0",
    "9",
    "99",
    "-1",
    "(over=?)",
    "(bird+1)",
    ",",
    "=",
    "x=?",
    "drawn",
    "house",
    "{",
    "{}",
)
"""Words that stand for nothing, for too much, or for what nobody here has seen."""


def positions(game: Game, seed: int, chance: str) -> list[Any]:
    """Play at random; give some states from all through the game."""
    random = Random(f"{game.id} {seed}")
    opened = opening(game, random, 4, None, {})
    if chance == "table":
        opened = TableOpened(game=game.id, seats=opened.seats)
    state, states = None, []
    for facts in play(game, opened, random, 12):
        for fact in facts:
            state = game.evolve(state, fact.event)
        states.append(state)
    return states[1 :: max(1, len(states) // 60)]


def lines_at(game: Game, state: Any, random: Random) -> list[str]:
    """Write some of what may be done as lines, and lines like them that somebody mistyped."""
    legal = [event for who in (*state.seats, TABLE) for event in game.legal(state, who)]
    told = [notate(state, event) for event in random.sample(legal, min(len(legal), 12))]
    return told + [mistyped(line.split(), random) for line in told for _ in range(8)]


def mistyped(words: list[str], random: Random) -> str:
    """Change a line's words: one lost, doubled, swapped, or replaced by something odd."""
    words, k = list(words), random.randrange(len(words))
    match random.randrange(5):
        case 0:
            del words[k]
        case 1:
            words.insert(k, random.choice(words))
        case 2:
            words[k] = words[k][: random.randrange(len(words[k]))]
        case _:
            words[k] = random.choice(ODD)
    return " ".join(words)


STRIDES = {1: 36, 2: 1}
"""By seed: every how many of the positions are tried; one in 36 is enough for every day."""


@pytest.mark.parametrize("seed", one_in(2, STRIDES))
@pytest.mark.parametrize("chance", ["table", "referee"])
@pytest.mark.parametrize("name", of_largest("lifeboat", rooms()))
def test_a_line_that_is_read_is_an_event_of_the_vocabulary(name: str, chance: str, seed: int) -> None:
    """It can be written into the log and read from there; what it means gets a verdict."""
    game, random = find_game(name), Random(f"{name} {chance}")
    for state in positions(game, seed, chance)[:: STRIDES[seed]]:
        for line in lines_at(game, state, random):
            try:
                event = parse(state, line)
            except NotationError:
                continue
            assert event == codec_for(name).event(msgspec.json.encode(event)), line
            game.decide(state, event)
