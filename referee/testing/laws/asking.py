"""Asked about a position, the referee answers as it decides at a table; it makes nothing up.

Rulings are asked about, each act as an argument: with its whole position told, with what the ruling itself
sets by hand, and with less and less of that.
"""

from collections.abc import Iterator, Mapping
from itertools import islice, product
from math import prod
from random import Random
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from referee.kernel.game import Game
from referee.kernel.registry import codec_for, find_game, folder_of
from referee.kernel.verdict import Refused
from referee.l10n import LANGUAGES
from referee.service.answers.asking import make_question_answered
from referee.service.ask.ask import ask, ask_at
from referee.service.ask.asked import Answer, Asked
from referee.service.ask.beginning import AtNoTable
from referee.service.ask.tell import forget
from referee.service.ask.trials import Trial, Tried, Trier, assumed_facts
from referee.service.ask.unknowns import Sketch
from referee.service.book.cases import Case, cases_of_rulings
from referee.testing.laws.secrecy import is_secret, twins, viewers
from referee.testing.random_games import PlayedGames, Step, fail

_ARGUMENTS = 6
"""So many acts of rulings of a game are asked about, evenly from all of them."""

_FACTS = 4
"""So many facts of each are taken away, one at a time."""

COMPLETIONS = 200
"""So many completions of a position are drawn where there are more; of fewer, all are tried."""

_TWINS = 2
"""So many pairs of tables that differ in a secret are asked about in an evening."""

_TRIED_AT_TABLE = 30
"""So many completions are judged there for an answer."""


def judge_argument(argument: Case) -> None:
    """Hold an act, told with its position, against its ruling.

    Where its moment cannot be set by hand (a round under way, no board yet) it is told as the ruling tells
    it; the answer may depend on more then, or has to say what it assumed.
    """
    if judge_whole(argument):
        return
    part = ask(argument.question_in_part())
    wanted = "may" if argument.is_allowed else "may_not"
    is_open = not isinstance(part, Refused) and (part.played == "depends" or part.assumed)
    if isinstance(part, Refused) or not (part.played == wanted or is_open):
        _fail_otherwise(argument, "told what the ruling tells", part)


def judge_whole(argument: Case) -> bool:
    """Hold an act, told with its whole position, against its ruling; return whether it can be told so."""
    whole = ask(argument.whole_question())
    if isinstance(whole, Refused) or not argument.is_same_moment(whole.state, argument.states[-1]):
        return False
    if whole.played != ("may" if argument.is_allowed else "may_not"):
        _fail_otherwise(argument, "told its whole position", whole)
    return True


def _fail_otherwise(argument: Case, how: str, found: Answer | Refused) -> None:
    so = found if isinstance(found, Refused) else (found.played, found.refusal, found.assumed)
    fail(
        f"{argument.id}, {how}, is answered otherwise than ruled: {so}",
        f"let every fact be read and written whole by hand, in {folder_of(argument.game.id)}",
    )


def _some(values: tuple[Any, ...], most: int) -> tuple[Any, ...]:
    """Return about so many of some values, evenly from all of them."""
    return values[:: max(1, len(values) // max(1, most))]


def paths_of_facts(asked: Asked) -> tuple[str, ...]:
    """Return the facts that a question tells, by path."""
    return tuple(_starts_of(asked)[-1].told)


def _starts_of(asked: Asked) -> list[Sketch]:
    codec = codec_for(asked.game)
    acts = tuple([codec.event(msgspec.json.encode(act)) for act in asked.acts])
    starts = AtNoTable(find_game(asked.game), asked, acts).starts()
    return [] if isinstance(starts, Refused) else starts


def take_away(argument: Case, most: int) -> int:
    """Take facts away from an argument one at a time, at most so many; return how many were.

    What may be done is never refused by what was not told. Nothing is tried where it may not, or depends.
    """
    asked = argument.question_in_part()
    whole = ask(asked)
    if isinstance(whole, Refused) or whole.played != "may":
        return 0
    paths = _some(paths_of_facts(asked), most)
    for path in paths:
        less = ask(forget(asked, path))
        if isinstance(less, Refused) or less.played == "may_not":
            why = less if isinstance(less, Refused) else less.refusal
            fail(
                f"{argument.id}: it may be done, and not where {path} is unknown: {why}",
                f"let `judge` of its act say what it reads, in {folder_of(argument.game.id)}",
            )
    return len(paths)


class _Completions(NamedTuple):
    """The completions of a position: those that were tried, and how many of them can be and are judged."""

    tried: int
    judged: int
    is_whole: bool


def complete(argument: Case, forgotten: int, number: int = COMPLETIONS) -> _Completions:
    """Hold the answer to an argument against completions of its position.

    So many of the facts that the ruling tells are `forgotten`, drawn always in the same way. Where there are
    at most `number` completions, all are tried; else so many are drawn: of every unknown fact any value there
    may be, of a few of them, or of all. None that can be contradicts what may, or may not, be done.
    """
    draw, asked = Random(argument.id), argument.question_in_part()
    paths = paths_of_facts(asked)
    for path in draw.sample(paths, min(forgotten, len(paths))):
        asked = forget(asked, path)
    answer = ask(asked)
    if isinstance(answer, Refused) or answer.played not in {"may", "may_not"}:
        return _Completions(0, 0, is_whole=False)
    *before, act = [codec_for(asked.game).event(msgspec.json.encode(each)) for each in asked.acts]
    trier = Trier(_starts_of(asked), tuple(before), act)
    base = trier.reach()
    if not base.is_judged or base.is_allowed != (answer.played == "may"):
        return _Completions(0, 0, is_whole=False)
    tried, judged, fixed = 0, 0, assumed_facts(base.trial)
    sketch = trier.starts[base.trial.start]
    ranges = {
        fact.path: (fact.value, *sketch.values_of(fact, every=True))
        for fact in sketch.unknown
        if fact.path not in fixed
    }
    is_whole = prod(map(len, ranges.values())) <= number
    for facts in _every(ranges) if is_whole else islice(_drawn(ranges, draw), number):
        there = trier.run(_completed(base.trial, {**facts, **fixed}))
        is_then = there.is_judged and argument.is_same_moment(there.state, base.state)
        tried, judged = tried + 1, judged + is_then
        if is_then and there.is_allowed != base.is_allowed:
            _fail_contradicted(argument, asked, there)
    return _Completions(tried, judged, is_whole)


def _completed(trial: Trial, facts: Mapping[str, Any]) -> Trial:
    return replace(trial, facts={**trial.facts, **facts})


def _every(ranges: Mapping[str, tuple[Any, ...]]) -> Iterator[dict[str, Any]]:
    return (dict(zip(ranges, values, strict=True)) for values in product(*ranges.values()))


def _drawn(ranges: Mapping[str, tuple[Any, ...]], draw: Random) -> Iterator[dict[str, Any]]:
    """Yield facts at random for ever: mostly of a few paths, as many together seldom can be."""
    while True:
        some = draw.sample(list(ranges), min(len(ranges), draw.choice(_AT_ONCE)))
        yield {path: draw.choice(ranges[path]) for path in some}


_AT_ONCE = (1, 2, 2, 3, 4, 6, 10)
"""So many facts are set otherwise at once."""


def _fail_contradicted(argument: Case, asked: Asked, there: Tried) -> None:
    fail(
        f"{argument.id}: the answer does not hold where {there.trial.facts}: {there.verdict}; "
        f"asked with {asked.facts}",
        f"let `judge` of its act read its facts from the state alone, in {folder_of(argument.game.id)}",
    )


def a_ruling_is_answered_from_its_position(played_games: PlayedGames) -> None:
    """Told only the position, and what was done after it, every act is answered as its ruling decides."""
    for argument in _some(cases_of_rulings(played_games.game), _ARGUMENTS):
        judge_argument(argument)


def what_is_not_told_refuses_nothing(played_games: PlayedGames) -> None:
    """Of what may be done, facts are taken away one at a time: then it depends on them, or still may."""
    for argument in _some(cases_of_rulings(played_games.game), _ARGUMENTS):
        take_away(argument, _FACTS)


def an_answer_holds_however_the_position_is_completed(played_games: PlayedGames) -> None:
    """No completion of what was not told contradicts an answer: all of few, a sample of many."""
    for argument in _some(cases_of_rulings(played_games.game), _ARGUMENTS):
        complete(argument, forgotten=1)


def an_answer_at_a_table_tells_no_secret(played_games: PlayedGames) -> None:
    """Tables that differ in what a seat may not know answer its questions with the same bytes."""
    game = played_games.game
    for played in played_games.all if game.sealed or not game.is_open else ():
        for pair in islice(twins(game, played), _TWINS):
            for viewer in viewers(pair[0].after):
                if is_secret(game, pair, viewer):
                    _compare_answers(game, played.name, pair, viewer)


def _compare_answers(game: Game, where: str, pair: tuple[Step, Step], viewer: str | None) -> None:
    state = game.known(pair[0].after, viewer)
    own = game.legal(state, viewer)[-1:] if viewer is not None else ()
    others = [event for seat in game.acting(state) for event in game.legal(state, seat)[:1]][:1]
    for acts in [(), *((event,) for event in (*own, *others, pair[0].event, pair[1].event))]:
        one, other = (
            _answered(ask_at(game, step.after, viewer, acts, most=_TRIED_AT_TABLE)) for step in pair
        )
        if one != other:
            fail(
                f"{where}: asked about {acts}, the answer tells {viewer or 'everybody'} {pair[0].event} "
                f"from {pair[1].event}",
                f"mend `known` of the game, or `glimpse` of its facts, in {folder_of(game.id)}",
            )


def _answered(found: Answer | Refused) -> bytes:
    """Return an answer as it is sent."""
    return msgspec.json.encode(
        found if isinstance(found, Refused) else make_question_answered(found, LANGUAGES[0])
    )


def the_same_question_gets_the_same_answer(played_games: PlayedGames) -> None:
    """Nothing is kept of a question: asked again, after others, it is answered with the same bytes."""
    arguments = _some(cases_of_rulings(played_games.game), _ARGUMENTS)
    first = [_answered(ask(each.question_in_part())) for each in arguments]
    for argument, answered in zip(reversed(arguments), reversed(first), strict=True):
        if _answered(ask(argument.question_in_part())) != answered:
            fail(
                f"{argument.id}: asked twice, it is answered in two ways",
                f"let `judge` read nothing but state and event, in {folder_of(argument.game.id)}",
            )


LAWS = (
    a_ruling_is_answered_from_its_position,
    what_is_not_told_refuses_nothing,
    an_answer_holds_however_the_position_is_completed,
    an_answer_at_a_table_tells_no_secret,
    the_same_question_gets_the_same_answer,
)
