"""What is asked about a position is answered as rulings and situations decide, whatever else is true."""

import pytest

from events.envelope import encode
from events.table import TableOpened
from referee.kernel.game import make_thorough
from referee.kernel.registry import find_game
from referee.kernel.verdict import Accepted, Refused
from referee.service.commands.correct import make_correction
from referee.service.commands.ways_round import find_way_round
from referee.testing.laws.asking import (
    COMPLETIONS,
    Argument,
    arguments_of,
    complete,
    judge_argument,
    judge_whole,
    paths_of_facts,
    take_away,
)
from tests.games.situations import SITUATIONS, event_of, situations, tried
from tests.laws.test_games import GAMES
from tests.laws.walks import after
from tests.stages import one_in, slow

ARGUMENTS = {id: arguments_of(find_game(id)) for id in GAMES}
EACH = [pytest.param(each, id=f"{id}-{each.name}") for id in GAMES for each in ARGUMENTS[id]]
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


def opening(game, what):
    """Return how the table of a situation was opened; None of a recorded one, or where the referee deals."""
    first, *rest = what.split()
    if "/" in first or "chance=referee" in rest:
        return None
    told = dict(word.split("=") for word in rest)
    edition = told.pop("edition", game.ruleset.default_edition)
    return TableOpened(game=game.id, seats=tuple(first), options=told, edition=edition)


def acts_judged(situation, game):
    """Yield the acts that a situation judges as those of a ruling; none of one in which the referee deals."""
    state, events, states = None, [], []

    def step(event):
        nonlocal state
        states.append(state)
        events.append(event)
        state = after(game, state, event)

    for each in situation.steps:
        if each.word == "at":
            if (opened := opening(game, each.what)) is None:
                return
            state = after(game, None, opened)
        elif each.word == "first":
            step(game.legal(state, game.acting(state)[0])[0])
        elif each.word == "anyway":
            act = event_of(state, each.what)
            step(make_correction(game, state, find_way_round(game, state, act).facts, act=act))
        else:
            act = tried(state, each.what)
            if isinstance(act, Refused):
                continue
            is_done = isinstance(game.decide(state, act), Accepted)
            if type(act).__module__ != TableOpened.__module__:
                yield Argument(
                    name=f"{situation.title}: {each.what}",
                    game=game,
                    opened=opened,
                    events=(*events, act),
                    lines=tuple(encode(event).decode() for event in (*events, act)),
                    states=(*states, state),
                    is_allowed=isinstance(make_thorough(game).decide(state, act), Accepted),
                )
            if each.word == "then" and is_done:
                step(act)


TOLD = [
    pytest.param(each, find_game(path.stem), id=f"{path.stem}-{each.title}")
    for path in SITUATIONS
    for each in situations(path)
]


@pytest.mark.parametrize(("situation", "game"), one_in(16, TOLD))
def test_an_act_is_answered_as_its_situation_decides(situation, game):
    """From its position alone, where it can be set by hand; what the log alone proves counts for nothing."""
    for argument in acts_judged(situation, game):
        judge_whole(argument)


@slow
@pytest.mark.parametrize("game", GAMES)
def test_most_positions_of_situations_can_be_told_whole(game):
    arguments = [each for told in TOLD if told.values[1].id == game for each in acts_judged(*told.values)]
    assert sum(map(judge_whole, arguments)) >= TOLD_WHOLE * len(arguments)
