"""What is answered to who told how the board stands: acts worked out, a question, the nearest ways."""

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from events.base import Event
from events.table import ChangeProposed
from referee.kernel.registry import find_game
from referee.service.answers import Answer, EventJson, event_json, json_value
from referee.service.catch_up.catch_up import CaughtUp, Near
from referee.service.catch_up.question import Question, visible_act
from referee.service.catch_up.words import (
    act_sentences,
    near_words,
    outcome_words,
    question_words,
    summary_words,
)
from referee.service.tables.request import Recorded


class OptionAsked(Answer, frozen=True, kw_only=True):
    """An answer to a question: the `value` to answer with, and its words."""

    value: Any
    text: str


class QuestionAsked(Answer, frozen=True, kw_only=True):
    """What parts the ways best: a fact by its `path`, or (`acts.…`) what was done.

    Answered by asking again with the same facts, and `answers` by path. `seat`: whose fact or acts they are.
    """

    path: str
    seat: str | None
    text: str
    options: tuple[OptionAsked, ...]


class NearWay(Answer, frozen=True, kw_only=True):
    """Acts that lead to almost what was told, and how the facts that are otherwise would be, by path.

    `words` are the acts as sentences; `breaks` says each of these facts: "canoe 1 stands on S4, not S3".
    """

    acts: tuple[EventJson, ...]
    words: tuple[str, ...]
    otherwise: dict[str, Any]
    breaks: tuple[str, ...]


class WorkedOut(Answer, frozen=True, kw_only=True):
    """What came of telling how the board stands: acts on disk, or proposed; else what to ask, or why not.

    `already`: it stands so since the last entry, nothing is written; `which`: there are several ways, and
    `question` parts them; `none`: no acts lead there, `near` are the nearest; `bound`: so much may have
    happened that it cannot be worked out; `found`: there is one way, and nobody asked to record it. `words`
    are the acts as sentences. Of what is recorded or proposed, `first` to `revision` are the entries;
    `proposal` is asked.
    """

    verdict: Literal["recorded", "proposed", "found", "already", "which", "none", "bound"]
    message: str
    acts: tuple[EventJson, ...] = ()
    words: tuple[str, ...] = ()
    question: QuestionAsked | None = None
    near: tuple[NearWay, ...] = ()
    first: int | None = None
    revision: int | None = None
    proposal: str | None = None


def make_worked_out(
    before: Any, came: CaughtUp, facts: Mapping[str, Any], lang: str, viewer: str | None
) -> WorkedOut:
    """Describe what came of telling `facts` at the state `before`, as a viewer may read it.

    It was neither refused nor late: these have answers of their own.
    """
    written = came.answer if isinstance(came.answer, Recorded) else None
    first = None if written is None else written.judged[0].event
    return WorkedOut(
        verdict=came.verdict,  # type: ignore[arg-type]
        message=outcome_words(before, came, facts, lang, viewer)[0],
        acts=_acts_json(before, came.acts, viewer),
        words=act_sentences(before, came.acts, lang, viewer),
        question=None if came.question is None else _make_question(before, came.question, lang),
        near=tuple(_make_near(before, each, facts, lang, viewer) for each in came.near),
        first=None if written is None else written.first,
        revision=None if written is None else written.revision,
        proposal=first.id if isinstance(first, ChangeProposed) else None,
    )


def make_found(state: Any, acts: tuple[Event, ...], lang: str, viewer: str | None = None) -> WorkedOut:
    """Describe the only way from a state to what was told, where nothing is recorded."""
    return WorkedOut(
        verdict="found",
        message=summary_words(state, acts, lang, viewer),
        acts=_acts_json(state, acts, viewer),
        words=act_sentences(state, acts, lang, viewer),
    )


def _make_question(state: Any, question: Question, lang: str) -> QuestionAsked:
    words = question_words(state, question, lang)
    options = zip(question.options, words.options, strict=True)
    return QuestionAsked(
        path=question.path,
        seat=question.seat,
        text=words.text,
        options=tuple(OptionAsked(value=json_value(each.value), text=text) for each, text in options),
    )


def _make_near(state: Any, near: Near, facts: Mapping[str, Any], lang: str, viewer: str | None) -> NearWay:
    words = near_words(state, near, facts, lang, viewer)
    return NearWay(
        acts=_acts_json(state, near.acts, viewer),
        words=words.acts,
        otherwise=json_value(near.otherwise),
        breaks=words.breaks,
    )


def _acts_json(state: Any, acts: Iterable[Event], viewer: str | None) -> tuple[EventJson, ...]:
    game = find_game(state.game)
    return tuple(event_json(visible_act(game, act, viewer)) for act in acts)
