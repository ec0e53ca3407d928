"""The page of a table that played on: what was played is worked out from how it stands now."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec

from events.base import REFEREE
from events.codec import MalformedError, read_json
from referee.draw.svg import Element
from referee.kernel.verdict import Refused, Verdict
from referee.service.catch_up.board import facts_on_board
from referee.service.catch_up.catch_up import CaughtUp, Near
from referee.service.catch_up.question import Question
from referee.service.catch_up.words import listed_clauses, near_words, question_words
from referee.service.commands.correct import make_correction
from referee.web.acts.request_context import RequestContext
from referee.web.pages.board import PICTURES
from referee.web.pages.correct import BoardTaps, page_of_changes
from referee.web.pages.fact_taps import TABLE
from referee.web.pages.frame import Page

_SURE, _CHANGED = "sure", "changed"
"""The field that says that only what was changed is sure, and its value."""

_ANSWER = "answer."
"""Begins the name of a field that answers a question: the question's path, its value as JSON."""


_MOST_NEAR = 3
"""So many near ways are shown at most."""


class QuestionAsked(NamedTuple):
    """A question on the page: the field its answer goes into, the options as (JSON, words)."""

    words: str
    name: str
    options: list[tuple[str, str]]


class NearWay(NamedTuple):
    """A way to almost what was told, in words.

    `breaks` is what stands against it, `instead` how it would be then; `fields` are those of the form that
    tells that instead, sent to `address`; `look_again` is the address of the sketch with that piece marked.
    """

    acts: list[str]
    breaks: str
    instead: str
    fields: list[tuple[str, str]]
    address: str
    look_again: str


class StandsNow(BoardTaps):
    """The board as it stands now, so far as it was changed on the page.

    With `is_partial` only what was changed is told, else all that lies on the board. `answers` are those to
    the questions asked so far, by the question's path.
    """

    path = "catchup"

    def __init__(self, context: RequestContext, query: Mapping[str, str]) -> None:
        self.is_partial = query.get(_SURE) == _CHANGED
        self.answers = _answers_in(query)
        super().__init__(context, query)

    def fields(self, changes: Mapping[str, Any]) -> list[tuple[str, str]]:
        """Return what was told as fields of a form, without the answers to questions."""
        return [*super().fields(changes), *([(_SURE, _CHANGED)] if self.is_partial else [])]

    def fields_with_answers(self) -> list[tuple[str, str]]:
        """Return what was told as fields of a form, and what was answered."""
        said = [(f"{_ANSWER}{path}", _as_json(value)) for path, value in self.answers.items()]
        return [*self.fields(self.changes), *said]

    def public_fields(self) -> list[tuple[str, str]]:
        """Return as fields of a form what was told of what everybody sees."""
        secret = {fact.name for fact in self.game.facts.secret}
        return self.fields(
            {path: value for path, value in self.changes.items() if path.partition(".")[0] not in secret}
        )

    def other_sure(self) -> str:
        """Return the address of this page with `is_partial` the other way."""
        self.is_partial = not self.is_partial
        address = self.address(self.changes, of=self.about)
        self.is_partial = not self.is_partial
        return address

    def correction(self) -> str:
        """Return the address of the page that sets by hand what was changed here."""
        return self.address_of("correct", self.changes)

    def facts_to_tell(self) -> dict[str, Any]:
        """Return by path what was changed on the page and, unless `is_partial`, the rest of the board."""
        if self.is_partial:
            return dict(self.changes)
        told = facts_on_board(self.game, self._known)
        for path, value in self.changes.items():
            whole, _, kind = path.rpartition(".")
            if whole in told:  # one kind of what is counted
                told[whole] = {**(told[whole] or {}), kind: value}
            else:
                told[path] = value
        return self._without_left_behind(told)

    def _without_left_behind(self, told: dict[str, Any]) -> dict[str, Any]:
        """Return the facts told, without what a piece cannot have where it is said to be now.

        A canoe that was put ashore is not told to carry what it carried.
        """
        for piece in {path.rpartition(".")[0] for path in self.changes if path in told}:
            about = {path: value for path, value in told.items() if path.rpartition(".")[0] == piece}
            if isinstance(self._judge(about), Refused):
                told = {
                    path: each for path, each in told.items() if path not in about or path in self.changes
                }
        return told

    def _judge(self, facts: Mapping[str, Any]) -> Verdict:
        """Judge facts as if they were set by hand."""
        return self.game.decide(self._known, make_correction(self.game, self._known, facts))

    # What came of it

    def plain_picture(self) -> Element:
        """Return the board as it was told, without links, as it lies on the page that shows no taps."""
        picture, _ = PICTURES.draw(self.view, self.lang, "phone")
        return picture

    def look_again(self, path: str) -> str:
        """Return the address of the sketch with the piece picked that a fact is about."""
        for piece in self.pieces:
            if any(path in facts for facts in self.places_of(piece).values()):
                return self.address(self.changes, put=piece)
        for piece in self.pieces:
            if any(f"{fact.path}.".startswith(f"{path}.") for fact in self.facts_about(piece)):
                return self.address(self.changes, of=piece)
        seat = self.seat_of(path.replace(".", ":"))
        return self.address(self.changes, of=self._piece_of(f"seat:{seat}") if seat else TABLE)

    @property
    def _known(self) -> Any:
        """Return the state at which the table stood, as far as the viewer may know it."""
        return self.context.game.known(self.context.state, self.context.seat)

    def question(self, asked: Question) -> QuestionAsked:
        """Return a question in words, with the form field of its answer."""
        said = question_words(self._known, asked, self.lang)
        values = [_as_json(option.value) for option in asked.options]
        return QuestionAsked(
            said.text, f"{_ANSWER}{asked.path}", list(zip(values, said.options, strict=True))
        )

    def near_way(self, near: Near) -> NearWay:
        """Return a near way as the page shows it."""
        said = near_words(self._known, near, self.facts_to_tell(), self.lang, self.viewer)
        instead = self._with(_single_facts(near.otherwise))
        stands = (self._clause(path, now) for path, now in near.otherwise.items())
        return NearWay(
            acts=[act.rstrip(".。") for act in said.acts],
            breaks=listed_clauses(said.breaks, self.lang),
            instead=listed_clauses([*stands], self.lang),
            fields=self.fields(instead),
            address=self.address(instead),
            look_again=self.look_again(next(iter(near.otherwise))),
        )


def _answers_in(query: Mapping[str, str]) -> dict[str, Any]:
    """Return the answers in a query; what is no JSON is left out."""
    found = {}
    for name, text in query.items():
        if name.startswith(_ANSWER):
            with suppress(MalformedError):
                found[name.removeprefix(_ANSWER)] = read_json(text)
    return found


def _single_facts(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return facts with what is counted by kind as a fact for each kind."""
    return dict(_each_single(facts))


def _each_single(facts: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for path, value in facts.items():
        if isinstance(value, Mapping) and value:
            yield from _each_single({f"{path}.{kind}": each for kind, each in value.items()})
        else:
            yield path, value


def _as_json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def catch_up_page(context: RequestContext, query: Mapping[str, str] | None = None) -> Page:
    """Return the page on which people tap in how the board stands now (None: by the page's own query)."""
    taps = StandsNow(context, context.picked if query is None else query)
    game = context.game
    return page_of_changes(
        taps,
        context.say("web.played.title"),
        "catch_up.html",
        is_dealt=context.state.chance == REFEREE and game.dealer.decides_any,
    )


def caught_up_page(context: RequestContext, taps: StandsNow, came: CaughtUp) -> Page:
    """Return the page of what was neither recorded nor proposed: a question, near ways, or why not."""
    answer, question = came.answer, came.question
    refused = answer if isinstance(answer, Refused) else Refused(f"catchup.{came.verdict}")
    return Page(
        context.say("web.played.title"),
        "caught_up.html",
        status=422,
        board=taps.sheet,
        taps=taps,
        picture=taps.plain_picture(),
        question=None if question is None else taps.question(question),
        why="" if question is not None else context.say(refused.reason, **refused.args),
        rules=refused.rules,
        near=[taps.near_way(each) for each in came.near[:_MOST_NEAR] if each.otherwise],
    )
