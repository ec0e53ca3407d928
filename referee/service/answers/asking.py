"""The answer to a question about a position that stands in no log, in words."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, islice, product
from typing import Any, Literal

from msgspec.structs import replace

from events.base import Event
from events.table import COLOURS
from referee.kernel.tally import Reading
from referee.kernel.verdict import Refused
from referee.l10n import noun, say
from referee.l10n.catalogs import edition_words
from referee.l10n.messages import fact_clause, fact_name, fact_value, has, wording_of
from referee.l10n.options import decision_words, describe_event, with_books
from referee.l10n.score import reading_words
from referee.l10n.wording import doer_of, label, typed_line
from referee.languages import listed, trait
from referee.rulebooks import Confidence, book_of, source_of
from referee.rulebooks.rulings import Ruling
from referee.service.answers import Answer, EventJson, event_json, json_value
from referee.service.answers.case_law import whose_words
from referee.service.ask import asked
from referee.service.ask.asked import Word
from referee.service.case_law.precedent import Precedent as DecidedBefore


class DecidingRule(Answer, frozen=True, kw_only=True):
    """A rule that decides: `text` is the passage of it that does, with that passage's sources."""

    id: str
    title: str
    text: str
    sources: tuple[str, ...]
    confidence: Confidence


class CaseTold(Answer, frozen=True, kw_only=True):
    """A value a fact may have, and the answer then; `message` is why not, null where it may be done.

    `value` is an event where what was done before decides.
    """

    value: Any
    words: str
    verdict: Word
    reason: str | None
    message: str | None
    rules: tuple[str, ...]
    follows: tuple[str, ...]


class DependsOn(Answer, frozen=True, kw_only=True):
    """A fact that decides and that nobody told: its path (empty: what was done before), its name."""

    fact: str
    words: str
    answers: tuple[CaseTold, ...]


class Following(Answer, frozen=True, kw_only=True):
    """An event that follows, or was taken as done."""

    event: EventJson
    words: str


class OtherAnswer(Answer, frozen=True, kw_only=True):
    """How another edition, or a table with other `options`, answers; `words` say which table that is.

    `is_other`: otherwise than this one.
    """

    edition: str
    options: dict[str, Any]
    words: str
    verdict: Word | None
    rules: tuple[str, ...]
    reason: str | None
    message: str | None
    follows: tuple[Following, ...]
    is_other: bool


class Precedent(Answer, frozen=True, kw_only=True):
    """A ruling that shares the deciding rules.

    `origin`: of the book, or what a table of the same store or another group decided: then `whose` says so in
    words, with the day (ISO, UTC), the edition and what it rests on, each null where it is not known. `file`
    is what another group's came from.
    """

    name: str
    title: str
    question: str
    answer: str
    rules: tuple[str, ...]
    confidence: str
    origin: Literal["book", "tables", "group"] = "book"
    whose: str = ""
    day: str | None = None
    edition: str | None = None
    basis: str | None = None
    file: str | None = None


class PossibleThere(Answer, frozen=True, kw_only=True):
    """Something that may be done: its line, its sentence, and as who does it would say it.

    `is_sure`: whatever else is true of what nobody told.
    """

    event: EventJson
    notation: str
    words: str
    label: str
    is_sure: bool


class WinningReading(Answer, frozen=True, kw_only=True):
    """Who would win if the game ended so, by one edition; null: by the options of the question."""

    edition: str | None
    winners: tuple[str, ...]
    words: str
    rules: tuple[str, ...]


class QuestionAnswered(Answer, frozen=True, kw_only=True):
    """The answer to a question about a position: may it be done, why not, what does it depend on.

    `verdict` is null where nothing was asked that is allowed or not; `played` is how the referee decides
    where the book does not say, `usually` the verdict where all that decides is as it usually is. `words`
    are the answer in one sentence or two; `reason` is the message id of a refusal, `message` its sentence.
    `assumed` are facts by path that nobody told and that are usual, `assumed_acts` what was taken as done.
    `left_out` acts are possible beside those listed; `must` are the seats that have to act. `is_whole`:
    every completion of the position was judged, of which `tried` is the number. `url` is the address of the
    page with this question, without its host.
    """

    game: str
    edition: str
    verdict: Word | None
    words: str
    played: Word | None
    usually: Word | None
    act: EventJson | None
    act_words: str | None
    rules: tuple[DecidingRule, ...]
    reason: str | None
    message: str | None
    depends_on: tuple[DependsOn, ...]
    editions: tuple[OtherAnswer, ...]
    precedents: tuple[Precedent, ...]
    follows: tuple[Following, ...]
    assumed: dict[str, Any]
    assumed_words: tuple[str, ...]
    assumed_acts: tuple[Following, ...]
    possible: tuple[PossibleThere, ...]
    left_out: int
    must: tuple[str, ...]
    readings: tuple[WinningReading, ...]
    confidence: Confidence | None
    tried: int
    is_whole: bool
    url: str


def make_question_answered(
    found: asked.Answer, lang: str, url: str = "", decided: Iterable[DecidedBefore] = ()
) -> QuestionAnswered:
    """Describe an answer; `url` is the address of the page that shows it.

    `decided` are the precedents of tables, which were not known when the answer was worked out.
    """
    worded = _Wording(found, lang)
    listing = sorted(found.possible, key=lambda each: not each.is_sure)
    return QuestionAnswered(
        game=found.game,
        edition=found.edition,
        verdict=found.verdict,
        words=worded.answer(),
        played=found.played,
        usually=found.usually,
        act=None if found.act is None else event_json(found.act),
        act_words=None if found.act is None else worded.event(found.act),
        rules=tuple(_make_rule(each, lang) for each in found.rules),
        reason=_reason_of(found.refusal),
        message=worded.why(found.refusal),
        depends_on=tuple(worded.depends_on(each) for each in found.depends_on),
        editions=tuple(worded.other_answer(each) for each in found.others),
        precedents=(
            *(_make_precedent(each, lang) for each in found.precedents),
            *(_make_decided(each, lang) for each in decided),
        ),
        follows=tuple(map(worded.following, found.follows)),
        assumed={path: json_value(value) for path, value in found.assumed.items()},
        assumed_words=tuple(worded.fact(path, value) for path, value in found.assumed.items()),
        assumed_acts=tuple(map(worded.following, found.assumed_acts)),
        possible=tuple(worded.possible(each) for each in islice(listing, _MOST_LISTED)),
        left_out=max(0, len(found.possible) - _MOST_LISTED),
        must=found.must,
        readings=tuple(map(worded.winning_reading, found.readings)),
        confidence=found.confidence,
        tried=found.tried,
        is_whole=found.is_whole,
        url=url,
    )


def _reason_of(refused: Refused | None) -> str | None:
    return None if refused is None else refused.reason


def _make_rule(cited: asked.CitedRule, lang: str) -> DecidingRule:
    rule, book = cited.rule, book_of(cited.rule.id)
    return DecidingRule(
        id=rule.id,
        title=rule.title.of(lang),
        text=with_books(book, cited.passage.of(lang), lang),
        sources=tuple(source_of(book, source, lang) for source in cited.passage.sources),
        confidence=cited.confidence,
    )


def _make_precedent(ruling: Ruling, lang: str) -> Precedent:
    title, question, answer = (
        with_books(ruling.game, text.of(lang), lang)
        for text in (ruling.title, ruling.question, ruling.answer)
    )
    return Precedent(
        name=ruling.name,
        title=title,
        question=question,
        answer=answer,
        rules=ruling.rules,
        confidence=ruling.confidence,
    )


def _make_decided(decided: DecidedBefore, lang: str) -> Precedent:
    return Precedent(
        name=decided.name,
        title=decided.title.of(lang),
        question=decided.question.of(lang),
        answer=decided.answer.of(lang),
        rules=decided.rules,
        confidence="house",
        origin=decided.origin,
        whose=whose_words(decided, lang),
        day=decided.day or None,
        edition=decided.edition,
        basis=decided.basis or None,
        file=decided.file or None,
    )


_MOST_LISTED = 100
"""The longest list of possible acts; of more their number is said."""

_FEW = 5
"""So many acts, values and tables are named in one sentence."""

_MANY = 3
"""Of more values with the same answer, where another value has another, "anything else" is said."""


def call_by_words(state: Any, lang: str) -> Any:
    """Return the state with seats called in a language whose ids are colours, or as whom they play."""
    names = {seat: noun("colour", seat, lang, "table") for seat in state.seats if seat in COLOURS}
    kinds = wording_of(state.game).people_nouns
    for kind, seat in product(reversed(kinds), state.seats):
        if has(f"{state.game}.noun.{kind}.{seat}", lang):
            names[seat] = noun(kind, seat, lang, state.game)
    return replace(state, names={**names, **state.names}) if names else state


class _Wording:
    """Words for the parts of one answer in one language."""

    def __init__(self, found: asked.Answer, lang: str) -> None:
        self.found, self.lang, self.game = found, lang, found.game
        self.state = None if found.state is None else call_by_words(found.state, lang)
        self.names: Mapping[str, str] = {} if self.state is None else self.state.names

    def say(self, id: str, **args: object) -> str:
        return say(f"ask.{id}", self.lang, names=self.names, **args)

    def answer(self) -> str:
        """Return the answer in one sentence or two, as somebody at the table would give it."""
        found = self.found
        if found.is_ruling:
            ruled = _make_precedent(found.precedents[0], self.lang)
            return trait(self.lang, "blank").join((*self._books_differ(), ruled.question, ruled.answer))
        if found.state is None:
            return _make_rule(found.rules[0], self.lang).text if found.rules else self.say("not_found")
        sentences = [*self._books_differ(), *self._own_answer()]
        return trait(self.lang, "blank").join(sentences) or self.say("nothing")

    def _own_answer(self) -> Iterator[str]:
        """Yield the sentences of the answer by this edition and these options."""
        found = self.found
        match found.verdict:
            case None:
                yield from self._what_is_so()
            case "may":
                yield self._yes()
            case "may_not":
                yield self._no(found.refusal)
            case "depends":
                yield from self._what_it_depends_on()
            case "not_written":
                yield self.say("not_written")
                yield self._as_played()
                elsewhere = [self._other_table(each) for each in found.others if each.is_other]
                if elsewhere:
                    yield self.say("other_tables", others=self._joined(elsewhere[:_FEW]))

    def _yes(self) -> str:
        act = self.found.act
        return self.say("yes") if act is None else self.say("may", what=self.event(act))

    def _no(self, refused: Refused | None) -> str:
        if refused is None:
            return self.say("no")
        return self.say("may_not", why=self.why(refused), rules=" ".join(refused.rules)).strip()

    def _as_played(self) -> str:
        """Return how the referee decides what the book does not say."""
        found = self.found
        match found.played, found.act, found.refusal:
            case "may", Event(), _:
                return self.say("we_allow", what=self.event(found.act))
            case "may_not", _, Refused():
                why, rules = self.why(found.refusal), " ".join(found.refusal.rules)
                return self.say("we_forbid", why=why, rules=rules).strip()
            case "depends", _, _:
                played = self._what_it_depends_on()
            case _:
                played = self._what_is_so()
        return self.say("we_play", played=trait(self.lang, "blank").join(played))

    def _joined(self, clauses: Iterable[str]) -> str:
        """Join clauses that may have commas of their own."""
        return trait(self.lang, "semicolon").join(clauses)

    def _what_it_depends_on(self) -> Iterator[str]:
        """Yield a sentence for each fact that decides."""
        if not self.found.depends_on:
            yield self.say("depends")
        for n, each in enumerate(self.found.depends_on):
            cases = self._joined(self._grouped_cases(each))
            if not each.path:
                yield self.say("depends_on_acts", cases=cases)
                continue
            id = "also_on" if n else "depends_on"
            yield self.say(id, fact=self._fact_name(each.path), cases=cases)
        if self.found.usually in ("may", "may_not"):
            yield self.say("usually", verdict=self.say(f"verdict.{self.found.usually}"))

    def _grouped_cases(self, fact: asked.Deciding) -> Iterator[str]:
        """Yield "diamond, ruby: no" for the values that share an answer, those with many values last."""
        is_same = len({case.verdict for case in fact.cases}) == 1
        groups: dict[tuple[Word, str | None, str], list[asked.Case]] = {}
        for case in fact.cases:
            follows = self._events(case.follows) if is_same else ""
            groups.setdefault((case.verdict, _reason_of(case.refusal), follows), []).append(case)
        ordered = sorted(groups.values(), key=len)
        for cases in ordered:
            is_rest = len(groups) > 1 and len(cases) > _MANY and cases is ordered[-1]
            values = [case.value for case in cases]
            said = self._values(fact.path, values)
            why = sum(verdict == cases[0].verdict for verdict, _, _ in groups) > 1
            why = why and len({self.why(case.refusal) for case in cases}) == 1  # else it is of the first only
            yield self.say(
                "rest" if is_rest else "case", values=said, verdict=self._short_answer(cases[0], why=why)
            )

    def _short_answer(self, case: asked.Case, *, why: bool) -> str:
        """Return yes or no; with `why`, the reason or what follows."""
        said = self.say(f"verdict.{case.verdict}")
        more = self.why(case.refusal) or self._events(case.follows)
        if not why or not more:
            return said
        return self.say("verdict_because", verdict=said, why=more.rstrip(".。"))

    def _values(self, path: str, values: Sequence[Any]) -> str:
        """Return values in words, whole numbers that follow each other as a range; the first few of many."""
        if len(values) > 2 and all(isinstance(each, int) and not isinstance(each, bool) for each in values):
            runs = [
                [value for _, value in run]
                for _, run in groupby(enumerate(sorted(values)), lambda each: each[1] - each[0])
            ]
            return listed(map(self._run, runs), self.lang)
        words = list(dict.fromkeys(self.value(path, each) for each in values))
        has_commas = any(sign in each for each in words for sign in ",，、")
        few = [*words[:_FEW], *(["…"] if words[_FEW:] else ())]
        return trait(self.lang, "semicolon" if has_commas else "comma").join(few)

    def _run(self, run: Sequence[int]) -> str:
        """Return whole numbers that follow each other."""
        return (
            self.say("from_to", first=run[0], last=run[-1]) if run[2:] else listed(map(str, run), self.lang)
        )

    def _what_is_so(self) -> Iterator[str]:
        """Yield what follows, who would win, who has to act and what may be done."""
        found = self.found
        if found.follows:
            yield self.say("follows", what=self._events(found.follows))
        if winning := self._who_would_win():
            yield self.say("would_win", readings=self._joined(winning))
        if found.must:
            yield self.say("must", seats=found.must)
        if found.possible and not found.follows:
            labels = [label(self.state, each.event, self.lang) for each in found.possible[:_FEW]]
            more = len(found.possible) - len(labels)
            yield self.say("possible_and_more" if more else "possible", what=tuple(labels), n=more)

    def _who_would_win(self) -> list[str]:
        """Return who would win by each reading, only the first where all agree; nobody, where all would."""
        readings = self.found.readings
        seats = {*getattr(self.state, "seats", ())}
        if all(not each.depends_on and {*each.winners} in (set(), seats) for each in readings):
            return []
        is_same = len({(each.winners, each.depends_on) for each in readings}) == 1
        return [self.winning_reading(each).words for each in (readings[:1] if is_same else readings)]

    def _books_differ(self) -> Iterator[str]:
        """Yield how the books differ, where they do."""
        found = self.found
        others = [each for each in found.others if each.is_other and not each.options]
        if not others or found.verdict in ("not_written", None):
            return
        tables: tuple[asked.Answer | asked.OtherTable, ...] = (found, *others)
        verdicts = {each.verdict for each in tables} - {None}
        said = [self._in_short(each, is_same=len(verdicts) == 1) for each in tables]
        if len({*said}) > 1:
            books = (
                self._by_table(self._by_book(e.edition), words) for e, words in zip(tables, said, strict=True)
            )
            yield self.say("books_differ", books=self._joined(books))

    def _in_short(self, told: asked.Answer | asked.OtherTable, *, is_same: bool) -> str:
        """Return a verdict; where it is the same in all tables, what follows there."""
        said = self._events(told.follows) if is_same else ""
        return (said or self.say(f"verdict.{told.verdict}")).rstrip(".。")

    def _other_table(self, other: asked.OtherTable) -> str:
        """Return how another table answers, in short."""
        if other.verdict is None or (other.verdict == self.found.played and other.follows):
            said = self._events(other.follows).rstrip(".。")
        else:
            said = self.say(f"verdict.{other.verdict}")
        return self._by_table(self._table_words(other), said)

    def _by_table(self, table: str, said: str) -> str:
        return self.say("by_table", table=table, said=said)

    def _by_book(self, edition: str) -> str:
        return self.say("by_book", book=edition_words(self.game, edition, self.lang))

    def _table_words(self, other: asked.OtherTable) -> str:
        """Return by which book, and with which options, a table answers."""
        options = tuple(
            decision_words(self.game, f"{name}={value}", self.lang) for name, value in other.options.items()
        )
        if not options:
            return self._by_book(other.edition)
        if other.edition == self.found.edition:
            return self.say("with_options", options=options)
        book = edition_words(self.game, other.edition, self.lang)
        return self.say("by_book_with", book=book, options=options)

    def _events(self, events: Iterable[Event]) -> str:
        return trait(self.lang, "blank").join(map(self.event, events))

    def event(self, event: Event) -> str:
        """Return an event as sentences."""
        return describe_event(self.state, event, self.lang)

    def why(self, refused: Refused | None) -> str | None:
        """Return the sentence of a refusal; None where there is none."""
        if refused is None:
            return None
        return say(refused.reason, self.lang, names=self.names, **refused.args)

    def value(self, path: str, value: Any) -> str:
        if isinstance(value, Event):
            return self.event(value).rstrip(".。")
        return fact_value(path, json_value(value), self.lang, self.game, self.names)

    def fact(self, path: str, value: Any) -> str:
        """Return a fact with its value."""
        return fact_clause(path, json_value(value), self.lang, self.game, self.names)

    def _fact_name(self, path: str) -> str:
        return fact_name(path, self.lang, self.game, self.names)

    def depends_on(self, fact: asked.Deciding) -> DependsOn:
        return DependsOn(
            fact=fact.path,
            words=self._fact_name(fact.path) if fact.path else self.say("done_before"),
            answers=tuple(
                CaseTold(
                    value=event_json(each.value) if isinstance(each.value, Event) else json_value(each.value),
                    words=self.value(fact.path, each.value),
                    verdict=each.verdict,
                    reason=_reason_of(each.refusal),
                    message=self.why(each.refusal),
                    rules=each.refusal.rules if each.refusal else (),
                    follows=tuple(map(self.event, each.follows)),
                )
                for each in fact.cases
            ),
        )

    def other_answer(self, other: asked.OtherTable) -> OtherAnswer:
        return OtherAnswer(
            edition=other.edition,
            options=dict(other.options),
            words=self._table_words(other),
            verdict=other.verdict,
            rules=other.rules,
            reason=_reason_of(other.refusal),
            message=self.why(other.refusal),
            follows=tuple(map(self.following, other.follows)),
            is_other=other.is_other,
        )

    def following(self, event: Event) -> Following:
        return Following(event=event_json(event), words=self.event(event))

    def possible(self, found: asked.Possible) -> PossibleThere:
        event = found.event
        return PossibleThere(
            event=event_json(event),
            notation=typed_line(self.state, event, self.lang),
            words=self.event(event),
            label=label(self.state, event, self.lang, doer_of(event)),
            is_sure=found.is_sure,
        )

    def winning_reading(self, reading: Reading) -> WinningReading:
        return WinningReading(
            edition=reading.edition,
            winners=reading.winners,
            words=reading_words(self.game, reading, self.lang, self.names).strip(),
            rules=reading.rules,
        )
