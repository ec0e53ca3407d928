"""The position of a question as a record: to play on from it, to vote on it, to keep it as a ruling."""

from collections.abc import Iterator
from typing import Any

from events.base import REFEREE, Event
from events.table import Corrected
from referee.kernel.game import Game
from referee.kernel.registry import find_game
from referee.kernel.verdict import Accepted, Refused
from referee.l10n import LANGUAGES
from referee.service.answers.asking import make_question_answered
from referee.service.ask.asked import Answer, Asked, read_events
from referee.service.ask.layout import Layout, lay_out
from referee.service.ask.tell import tell
from referee.service.disputes.ruling_file import format_worked_ruling


def make_record(asked: Asked, answer: Answer | None) -> tuple[Event, ...]:
    """Return the events that lead to the moment of a question's act, the first opens the table.

    What nobody told is as the answer has assumed it; `answer` None: no act was asked about.
    """
    table = lay_out(asked if answer is None else tell(asked, answer.assumed))
    if isinstance(table, Refused):
        raise TypeError(table)
    if answer is None:
        return table.record
    game = find_game(asked.game)
    told = [*read_events(asked.game, asked.acts[table.acts_done : -1])]
    assumed = [event for event in answer.assumed_acts if event not in table.record]
    done = tuple(_in_turn(game, table.state, told, assumed))
    state = _state_after(game, table.state, done)
    if len(done) == len(told) + len(assumed) and _is_same(game, state, answer):
        return (*table.record, *done)
    return (*_before_facts(table), Corrected(game.position(answer.state, REFEREE)))


def _in_turn(game: Game, state: Any, told: list[Event], assumed: list[Event]) -> Iterator[Event]:
    """Yield acts in an order in which they can follow: what was told comes as soon as it can."""
    told, assumed = [*told], [*assumed]
    while told or assumed:
        rows = [row for row in (told, assumed) if row]
        found = next((row for row in rows if isinstance(game.decide(state, row[0]), Accepted)), None)
        if found is None:
            return
        yield (event := found.pop(0))
        state = _state_after(game, state, (event,))


def _state_after(game: Game, state: Any, events: tuple[Event, ...]) -> Any:
    for event in events:
        verdict = game.decide(state, event)
        state = verdict.state if isinstance(verdict, Accepted) else state
    return state


def _is_same(game: Game, state: Any, answer: Answer) -> bool:
    """Return whether an act comes out at a state as it does in the answer's own."""
    if answer.act is None:
        return True
    return type(game.decide(state, answer.act)) is type(game.decide(answer.state, answer.act))


def _before_facts(table: Layout) -> tuple[Event, ...]:
    return table.record[:-1] if isinstance(table.record[-1], Corrected) else table.record


def format_ruling(asked: Asked, answer: Answer) -> str:
    """Return the answer about an act as a file of `rulings/`, with its situation and its verdict."""
    if answer.act is None:
        raise TypeError(answer)
    words = {lang: make_question_answered(answer, lang) for lang in LANGUAGES}
    return format_worked_ruling(
        find_game(asked.game),
        make_record(asked, answer),
        answer.act,
        confidence=answer.confidence or "house",
        question=lambda lang: asked.question or words[lang].act_words or "",
        answer=lambda lang: words[lang].words,
    )
