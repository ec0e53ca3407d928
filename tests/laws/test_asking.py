"""What is asked about a position is answered as rulings and situations decide, whatever else is true."""

import pytest

from referee.kernel.registry import find_game
from referee.service.book.cases import cases_of_rulings, cases_of_situation, cases_of_situations
from referee.service.book.situations import read_situations
from referee.testing.laws.asking import (
    COMPLETIONS,
    complete,
    judge_argument,
    judge_whole,
    paths_of_facts,
    take_away,
)
from tests.games.situations import SITUATIONS
from tests.laws.test_games import GAMES
from tests.stages import one_in, slow

ARGUMENTS = {id: cases_of_rulings(find_game(id)) for id in GAMES}
EACH = [pytest.param(each, id=each.id) for id in GAMES for each in ARGUMENTS[id]]
MAY = [each for each in EACH if each.values[0].is_allowed]

SET_UP = 0.97
"""So many of the rulings' acts are at a moment that can be set by hand; the others are told as ruled."""

TOLD_WHOLE = 0.75
"""So many of the situations' acts are."""


@pytest.mark.parametrize("argument", one_in(16, EACH))
def test_an_act_is_answered_as_its_ruling_decides(argument):
    """From its position alone; where that is none that can be set up, from what the ruling tells."""
    judge_argument(argument)


@slow
@pytest.mark.parametrize("game", GAMES)
def test_nearly_every_position_of_a_ruling_can_be_told_whole(game):
    told = [judge_whole(each) for each in ARGUMENTS[game]]
    assert sum(told) >= SET_UP * len(told)


@pytest.mark.parametrize("argument", one_in(48, MAY))
def test_what_is_not_told_refuses_nothing(argument):
    """Every fact that the ruling sets by hand is taken away, one at a time."""
    take_away(argument, len(paths_of_facts(argument.question_in_part())))


@pytest.mark.parametrize("forgotten", [0, 1, 3])
@pytest.mark.parametrize("argument", one_in(64, EACH))
def test_an_answer_holds_however_its_position_is_completed(argument, forgotten):
    """Of at most 200 completions all are tried; of more, 200 are drawn, in one to ten facts at once.

    Each draw sets facts to any value there may be, whether the judgement reads them or not. What cannot be,
    or is not the moment of the act, contradicts nothing.
    """
    assert complete(argument, forgotten).tried <= COMPLETIONS


TOLD = [
    pytest.param(each, find_game(path.stem), id=f"{path.stem}-{each.title}")
    for path in SITUATIONS
    for each in read_situations(path)
]


@pytest.mark.parametrize(("situation", "game"), one_in(16, TOLD))
def test_an_act_is_answered_as_its_situation_decides(situation, game):
    """From its position alone, where it can be set by hand; what the log alone proves counts for nothing."""
    for argument in cases_of_situation(game, situation):
        judge_whole(argument)


@slow
@pytest.mark.parametrize("game", GAMES)
def test_most_positions_of_situations_can_be_told_whole(game):
    cases = cases_of_situations(find_game(game))
    assert sum(map(judge_whole, cases)) >= TOLD_WHOLE * len(cases)
