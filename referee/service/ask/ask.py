"""Judge an act in a position of which only some facts are known: `ask` and `ask_at`. Nothing is written."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from events.base import REFEREE, TABLE, Event
from referee.kernel.game import Game, make_thorough
from referee.kernel.registry import find_game
from referee.kernel.ruleset import Plain
from referee.kernel.table import unknown_edition
from referee.kernel.verdict import Accepted, Refused
from referee.languages import LANGUAGES
from referee.rulebooks import deciding_passage, find_rule
from referee.service.ask.asked import Answer, Asked, CitedRule, OtherTable, Possible, read_events
from referee.service.ask.beginning import AtNoTable, AtTable, Beginning
from referee.service.ask.deciding import (
    apart_by_fact,
    common_consequences,
    find_deciding,
    is_book_silent,
    tokens_of,
    word_of,
)
from referee.service.ask.precedents import find_precedents
from referee.service.ask.trials import MOST_TRIED, Trial, Tried, Trier, doer_of
from referee.service.ask.unknowns import Sketch

_MOST_INSTEAD = 6
"""So many acts are named that would be possible instead."""

_FEW_TRIED = 4
"""An answer of another edition is worked out from so many completions, one for each verdict met."""


def ask(
    asked: Asked, lang: str = LANGUAGES[0], *, most: int = MOST_TRIED, every: bool = False
) -> Answer | Refused:
    """Return the answer to a question; refused where the facts told cannot be together, or no table opens so.

    Words are searched for in `lang` first. `most` completions of the position are judged; `every`: each fact
    with every value it may have. Raises MalformedError for facts and acts that are none of the game,
    UnknownGameError.
    """
    game = find_game(asked.game)
    if asked.question and not asked.acts:
        if asked.edition and asked.edition not in game.ruleset.editions:
            return unknown_edition(game.ruleset, asked.edition)
        from referee.service.ask.question import answer_in_words  # a cold start without a question: 11 ms

        return answer_in_words(game.id, asked.question, lang, asked.edition)
    acts = read_events(asked.game, asked.acts)
    return _answer(_Question(game, AtNoTable(game, asked, acts), acts, most=most, every=every))


def ask_at(
    game: Game, state: Any, viewer: str | None, acts: tuple[Event, ...] = (), *, most: int = MOST_TRIED
) -> Answer | Refused:
    """Return the answer to a question about a table as a viewer (None: everybody) may know it.

    The last of `acts` is asked about, after the others.
    """
    return _answer(_Question(game, AtTable(game, state, viewer, acts), acts, most=most))


def _answer(question: "_Question") -> Answer | Refused:
    starts = question.beginning.starts()
    if isinstance(starts, Refused):
        return starts
    return question.answer(starts) if question.acts else question.answer_what_is_possible(starts)


class _Question:
    """A question at one table: where it begins, and the acts that were told, the last of which is meant."""

    def __init__(
        self,
        game: Game,
        beginning: Beginning,
        acts: tuple[Event, ...],
        *,
        most: int = MOST_TRIED,
        every: bool = False,
    ) -> None:
        self.game, self.beginning, self.acts = game, beginning, acts
        self.most, self.every = most, every

    @property
    def is_shown(self) -> bool:
        """Return whether the table shows what is asked about: then the question is what follows."""
        return doer_of(self.acts[-1]) == TABLE

    def trier(self, starts: list[Sketch]) -> Trier:
        return Trier(starts, self.acts[:-1], self.acts[-1], self.most, every=self.every)

    def answer(self, starts: list[Sketch]) -> Answer | Refused:
        """Return the answer about the last act."""
        trier = self.trier(starts)
        base = trier.reach()
        if base.stage == "facts" and (refused := _refusal_of(trier.run(Trial(start=len(starts) - 1)))):
            return refused
        if base.is_judged:
            base = self.judge_thoroughly(trier.settle_moment(base))
        met = trier.explore(base) if base.counts else [base]
        first = dict[object, Tried]()
        for each in met:
            first.setdefault(trier.verdict_key(each), each)
        apart = list(first.values())
        verdict = "depends" if self.is_shown and len(apart) > 1 else word_of(met)
        telling = _most_telling(trier, base, met) if verdict == "may_not" else base
        rules = self.rules(apart if verdict == "depends" else [telling], trier)
        is_silent = verdict != "depends" and is_book_silent(telling.verdict, rules)
        sketch = trier.starts[base.trial.start]
        return Answer(
            game=self.game.id,
            edition=base.state.edition,
            verdict="not_written" if is_silent else verdict,
            played=verdict,
            act=self.acts[-1],
            state=base.state,
            rules=rules,
            refusal=_refusal_of(telling),
            depends_on=tuple(find_deciding(trier, met)) if verdict == "depends" else (),
            usually=word_of([base]),
            others=tuple(self.others(trier, apart, rules)),
            precedents=find_precedents(self.game.id, [each.rule.id for each in rules], self.acts[-1]),
            follows=common_consequences(each.verdict for each in met if each.is_allowed),
            possible=self.instead(base) if verdict == "may_not" else (),
            must=self.game.acting(base.state),
            assumed=trier.assumed_at(base),
            assumed_acts=(*_set_up_untold(sketch), *base.trial.assumed),
            tried=trier.tried,
            is_whole=trier.is_whole,
        )

    def judge_thoroughly(self, tried: Tried) -> Tried:
        """Return a trial in which a contradiction to what was told before counts as a refusal."""
        if not tried.is_allowed or self.game.doubt is None:
            return tried
        return replace(tried, verdict=make_thorough(self.game).decide(tried.state, tried.act))

    def rules(self, met: Iterable[Tried], trier: Trier) -> tuple[CitedRule, ...]:
        """Return the rules that verdicts cite, the deciding ones first, with the passage that decides."""
        found: dict[str, CitedRule] = {}
        for each in met:
            read = trier.read_at(each).options if each.counts else frozenset[str]()
            tokens = tokens_of(self.game, each.act, each.verdict, each.state, read)
            for id in each.verdict.rules:
                rule = find_rule(id)
                if rule is not None and id not in found:
                    found[id] = CitedRule(rule=rule, passage=deciding_passage(rule, tokens))
        return tuple(found.values())

    def others(self, trier: Trier, apart: list[Tried], rules: tuple[CitedRule, ...]) -> Iterator[OtherTable]:
        """Yield the answer of every other edition, and of each option that changes it."""
        ruleset, own = self.game.ruleset, apart[0].state.edition
        cited = {each.rule.id for each in rules}
        read = set[str]().union(*(trier.read_at(each).options for each in apart if each.counts))
        judged = apart[:_FEW_TRIED]
        for edition in ruleset.editions:
            if edition != own:
                yield self.other(trier, judged, edition, {})
        for option in ruleset.options.values():
            if option.name in read or cited & {*option.rules}:
                now = getattr(apart[0].state.options, option.name)
                for value in [each for each in option.values if each != now]:
                    if (other := self.other(trier, judged, own, {option.name: value})).is_other:
                        yield other

    def other(
        self, own: Trier, judged: list[Tried], edition: str, options: Mapping[str, Plain]
    ) -> OtherTable:
        """Return the answer by another edition, or with some options otherwise."""
        start = self.beginning.start_under(own.starts[judged[0].trial.start], edition, options)
        if isinstance(start, Refused):
            return OtherTable(
                edition=edition,
                options=options,
                verdict="may_not",
                rules=start.rules,
                refusal=start,
                is_other=False,
            )
        trier = self.trier([start])
        met = [self.again(trier, each.trial) for each in judged]
        by_itself = self.by_itself(start, met[0]) if self.is_shown and judged[0].is_allowed else ()
        if by_itself:
            shown = common_consequences(each.verdict for each in judged if each.is_allowed)
            return OtherTable(
                edition=edition,
                options=options,
                verdict=None,
                rules=(),
                follows=by_itself,
                is_other=by_itself != (self.acts[-1], *shown),
            )
        pairs = list(zip(judged, met, strict=True))
        differing = [b for a, b in pairs if own.verdict_key(a) != trier.verdict_key(b)]
        first = next(iter(differing), met[0])
        return OtherTable(
            edition=edition,
            options=options,
            verdict=word_of(met),
            rules=first.verdict.rules,
            refusal=first.verdict if isinstance(first.verdict, Refused) else None,
            follows=common_consequences(each.verdict for each in met if each.is_allowed),
            is_other=bool(differing),
        )

    def by_itself(self, start: Sketch, tried: Tried) -> tuple[Event, ...]:
        """Return what the table shows elsewhere and what follows, where it follows from what was done last.

        Empty where it is shown there as well.
        """
        state, done = start.place(tried.trial.facts), tried.trial.done
        if tried.is_allowed or isinstance(state, Refused) or not done:
            return ()
        for event in done:
            verdict = self.game.decide(state, event)
            if isinstance(verdict, Refused):
                return ()
            state = verdict.state
        followed = common_consequences([verdict])
        kinds = [type(event) for event in followed]
        return followed[kinds.index(type(self.acts[-1])) :] if type(self.acts[-1]) in kinds else ()

    def again(self, trier: Trier, trial: Trial) -> Tried:
        """Return the same completion at another table; where that gets stuck, the nearest there."""
        tried = trier.run(replace(trial, start=0))
        return tried if tried.counts else trier.reach(deep=False)

    def instead(self, base: Tried) -> tuple[Possible, ...]:
        """Return what may be done instead of the act, what is most like it first."""
        meant = msgspec.to_builtins(self.acts[-1])

        def likeness(event: Event) -> tuple[bool, int]:
            told = msgspec.to_builtins(event)
            alike = sum(told[name] == value for name, value in meant.items() if name in told)
            return told["type"] != meant["type"], -alike

        legal = sorted(self.game.legal(base.state, doer_of(self.acts[-1])), key=likeness)
        return tuple([Possible(event=event, is_sure=False) for event in legal[:_MOST_INSTEAD]])

    def answer_what_is_possible(self, starts: list[Sketch]) -> Answer | Refused:
        """Return what may be done in the position as it was told, and who would win if it ended so."""
        placed = [(sketch, sketch.place({})) for sketch in starts]
        sketch, state = next((each for each in placed if not isinstance(each[1], Refused)), placed[0])
        if isinstance(state, Refused):
            return state
        acting = self.game.acting(state)
        events = [event for seat in dict.fromkeys((*acting, TABLE)) for event in self.game.legal(state, seat)]
        tally = self.game.tally(state, REFEREE)
        return Answer(
            game=self.game.id,
            edition=state.edition,
            verdict=None,
            played=None,
            state=state,
            possible=tuple(self.sure(sketch, state, events)),
            must=acting,
            readings=() if tally is None else tally.readings,
            assumed_acts=sketch.setting.acts[sketch.begun :],
        )

    def sure(self, sketch: Sketch, state: Any, events: list[Event]) -> Iterator[Possible]:
        """Yield acts, each with whether it is possible in other completions of the same moment, too."""
        moment = self.game.moment(state)
        varied = (
            sketch.place({fact.path: value})
            for fact in sketch.unknown
            for value in (sketch.values_of(fact)[:1] if "." in fact.path else ())
        )
        others = [
            each for each in varied if not isinstance(each, Refused) and self.game.moment(each) == moment
        ]
        for event in events:
            known = all(isinstance(self.game.decide(other, event), Accepted) for other in others)
            yield Possible(event=event, is_sure=known)


def _refusal_of(tried: Tried) -> Refused | None:
    return tried.verdict if isinstance(tried.verdict, Refused) else None


def _most_telling(trier: Trier, base: Tried, met: list[Tried]) -> Tried:
    """Return the refused trial whose reason is told: that of the first, unless it hangs on a fact untold.

    It does where most values of a fact of which the act speaks lead to another one.
    """
    for path, found in apart_by_fact(base, met).items():
        often = Counter(trier.verdict_key(each) for each in (base, *found))
        (key, n), *_ = often.most_common(1)
        if trier.speaks_of(path) and 2 * n > often.total() and key != trier.verdict_key(base):
            return next(each for each in found if trier.verdict_key(each) == key)
    return base


def _set_up_untold(sketch: Sketch) -> tuple[Event, ...]:
    """Return the acts of setting up that are taken as done, without those whose facts were told."""
    named = {path.partition(".")[0] for path in sketch.told}
    acts = sketch.setting.acts[sketch.begun :]
    return tuple([event for event in acts if not named & {*event.__struct_fields__}])
