"""Whatever is typed, in every game: it means nothing, or an event that the log can hold."""

from random import Random
from typing import Any

import msgspec
import pytest

from events.base import TABLE
from referee.kernel.game import Game, NotationError
from referee.kernel.registry import codec_for, find_game, own_games
from referee.l10n.wording import notate, parse
from referee.testing.random_games import PlayedGames
from tests.laws.walks import open_game
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

GARBAGE = ("9" * 1999, "A " * 900, "(" * 1500, "A plays " + "，" * 1500, "出" * 1900, "A keep " + "3 " * 900)
"""Lines that are long, and mean nothing."""


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


@pytest.mark.parametrize("number", one_in(20, range(20)))
@pytest.mark.parametrize("name", of_largest("lifeboat", own_games()))
def test_a_line_that_is_read_is_an_event_of_the_vocabulary(name: str, number: int) -> None:
    """It can be written into the log and read from there; what it means gets a verdict."""
    game, random = find_game(name), Random(f"{name} {number}")
    for evening in PlayedGames(game, number=number).all:
        state = random.choice(evening.steps).after
        for line in lines_at(game, state, random):
            try:
                event = parse(state, line)
            except NotationError:
                continue
            assert event == codec_for(name).event(msgspec.json.encode(event)), line
            game.decide(state, event)


@pytest.mark.parametrize("line", GARBAGE, ids=lambda line: line[:8])
@pytest.mark.parametrize("name", own_games())
def test_long_garbage_is_refused(name: str, line: str) -> None:
    with pytest.raises(NotationError):
        parse(open_game(find_game(name), "ABCD"), line)
