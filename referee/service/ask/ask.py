"""Answer a question about a position: one function for every door. It writes nothing."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from events.base import REFEREE, TABLE, Event, type_of
from events.table import TableOpened
from referee.kernel.fields import seats_in
from referee.kernel.game import Game
from referee.kernel.registry import codec_for, find_game
from referee.kernel.ruleset import Plain, Ruleset
from referee.kernel.verdict import Accepted, Refused, Verdict
from referee.rulebooks import TABLE as TABLE_BOOK
from referee.rulebooks import book_of, deciding_passage, find_rule
from referee.service.ask.asked import (
    Answer,
    Asked,
    Case,
    CitedRule,
    Deciding,
    OtherTable,
    Possible,
    Word,
)
from referee.service.ask.precedents import find_precedents
from referee.service.ask.trials import MOST_TRIED, Trial, Tried, Trier, assumed_facts
from referee.service.ask.unknowns import Sketch, key_of, make_sketch, set_up
from referee.service.tables.opening import LETTERS

_MOST_SET_UP = 4
"""So many acts of setting up are taken as done at most, one after the other."""

_MOST_INSTEAD = 6
"""So many acts are named that would be possible instead."""

_FEW_TRIED = 4
"""An answer of another edition is worked out from so many completions, one for each verdict met."""


def ask(asked: Asked, *, most: int = MOST_TRIED, every: bool = False) -> Answer | Refused:
    """Return the answer to a question; refused where the facts told cannot be together, or no table opens so.

    `most` completions of the position are judged; `every`: each fact with every value it may have. Raises
    MalformedError for facts and acts that are none of the game, UnknownGameError.
    """
    game, codec = find_game(asked.game), codec_for(asked.game)
    acts = tuple([codec.event(msgspec.json.encode(act)) for act in asked.acts])
    told = codec.event(msgspec.json.encode({"type": "corrected", "position": asked.facts}))
    opened = TableOpened(
        game=asked.game,
        seats=_seats_of(game.ruleset, asked, (told.position, *acts)),  # type: ignore[attr-defined]
        edition=asked.edition or game.ruleset.default_edition,
        options=asked.options,
    )
    refused = game.decide(None, opened)
    if isinstance(refused, Refused):
        return refused
    question = _Question(game, asked, opened, acts, most=most, every=every)
    return question.answer() if acts else question.answer_what_is_possible()


def _seats_of(ruleset: Ruleset, asked: Asked, told: Iterable[msgspec.Struct]) -> tuple[str, ...]:
    """Return who plays: the seats asked for; else those that are named, and as many more as it takes.

    Letters come in their order, those between them too.
    """
    if asked.seats:
        return asked.seats
    named = tuple(dict.fromkeys(seat for each in told for seat in seats_in(each)))
    fewest = ruleset.players.start
    if set(named) <= {*LETTERS}:
        last = max((LETTERS.index(seat) + 1 for seat in named), default=0)
        return tuple(LETTERS[: max(last, fewest)])
    more = (letter for letter in LETTERS if letter not in named)
    return (*named, *[next(more) for _ in range(fewest - len(named))])


class _Question:
    """A question at one table, with its trials."""

    def __init__(
        self,
        game: Game,
        asked: Asked,
        opened: TableOpened,
        acts: tuple[Event, ...],
        *,
        most: int,
        every: bool,
    ) -> None:
        self.game, self.asked, self.opened, self.acts = game, asked, opened, acts
        self.most, self.every = most, every

    def starts(self, opened: TableOpened) -> list[Sketch]:
        """Return the position as told, at the opening and after each usual act of setting up.

        Acts that were told and can be done then are done, whatever is usual.
        """
        done, begun, usual, found = tuple[Event, ...](), 0, 0, list[Sketch]()
        while True:
            setting = set_up(opened, done)
            found.append(make_sketch(self.game, setting, self.asked.facts, self.asked.acts, begun))
            told = self.acts[begun : len(self.acts) - 1][:1]
            next_usual = self.game.legal(setting.state, TABLE)[:1] if usual < _MOST_SET_UP else ()
            if self.game.acting(setting.state) != (TABLE,):
                break
            if told and isinstance(self.game.decide(setting.state, told[0]), Accepted):
                done, begun = (*done, *told), begun + 1
            elif next_usual:
                done, usual = (*done, *next_usual), usual + 1
            else:
                break
        return [sketch for sketch in found if sketch.begun == begun]

    def trier(self, opened: TableOpened) -> Trier:
        return Trier(self.starts(opened), self.acts[:-1], self.acts[-1], self.most, every=self.every)

    def answer(self) -> Answer | Refused:
        """Return the answer about the last act."""
        trier = self.trier(self.opened)
        base = trier.reach()
        if base.stage == "facts" and isinstance(base.verdict, Refused):
            return base.verdict
        met = trier.explore(base) if base.is_judged else [base]
        keys = {key_of(repr(trier.verdict_key(each))): each for each in reversed(met)}
        apart = list(keys.values())[::-1]
        verdict = "depends" if self.is_shown and len(apart) > 1 else _word_of(met)
        rules = self.rules(apart if verdict == "depends" else apart[:1], trier)
        is_silent = verdict != "depends" and _is_silent(base.verdict, rules)
        others = tuple(self.others(trier, apart, rules))
        follows = _common(each.verdict for each in met if each.is_allowed)
        return Answer(
            game=self.game.id,
            edition=self.opened.edition or "",
            verdict="not_written" if is_silent else verdict,
            played=verdict,
            act=self.acts[-1],
            state=base.state,
            rules=rules,
            refusal=base.verdict if isinstance(base.verdict, Refused) else None,
            depends_on=tuple(_deciding(trier, met)) if verdict == "depends" else (),
            usually=_word_of([base]),
            others=others,
            precedents=find_precedents(self.game.id, [each.rule.id for each in rules], self.acts[-1]),
            follows=follows,
            possible=self.instead(base) if verdict == "may_not" else (),
            must=self.game.acting(base.state),
            assumed=assumed_facts(base.trial),
            assumed_acts=(*_usual_set_up(trier, base), *base.trial.assumed),
            tried=trier.tried,
            is_whole=trier.is_whole,
        )

    @property
    def is_shown(self) -> bool:
        """Return whether the table shows what is asked about: then the question is what follows."""
        return getattr(self.acts[-1], "seat", None) is None

    def rules(self, met: Iterable[Tried], trier: Trier) -> tuple[CitedRule, ...]:
        """Return the rules that verdicts cite, the deciding ones first, with the passage that decides."""
        found: dict[str, CitedRule] = {}
        for each in met:
            tokens = _tokens(self.game, each, trier.read_at(each).options if each.is_judged else ())
            for id in _rules_of(each.verdict):
                rule = find_rule(id)
                if rule is not None and id not in found:
                    found[id] = CitedRule(rule=rule, passage=deciding_passage(rule, tokens))
        return tuple(found.values())

    def others(self, trier: Trier, apart: list[Tried], rules: tuple[CitedRule, ...]) -> Iterator[OtherTable]:
        """Yield the answer of every other edition, and of each option that changes it."""
        ruleset, own = self.game.ruleset, self.opened.edition or ""
        cited = {each.rule.id for each in rules}
        read = set[str]().union(*(trier.read_at(each).options for each in apart if each.is_judged))
        judged = apart[:_FEW_TRIED]
        for edition in ruleset.editions:
            if edition != own:
                yield self.other(trier, judged, edition, {})
        for option in ruleset.options.values():
            if option.name in read or cited & {*option.rules}:
                now = getattr(apart[0].state.options, option.name)
                for value in [each for each in option.values if each != now]:
                    other = self.other(trier, judged, own, {**self.opened.options, option.name: value})
                    if other.is_other:
                        yield replace(other, options={option.name: value})

    def other(
        self, own: Trier, judged: list[Tried], edition: str, options: Mapping[str, Plain]
    ) -> OtherTable:
        """Return the answer by another edition, with some options."""
        opened = replace(self.opened, edition=edition, options=dict(options))
        refused = self.game.decide(None, opened)
        if isinstance(refused, Refused):
            return OtherTable(
                edition=edition,
                options=options,
                verdict="may_not",
                rules=refused.rules,
                refusal=refused,
                is_other=False,
            )
        trier = self.trier(opened)
        met = [self.again(trier, each.trial) for each in judged]
        pairs = list(zip(judged, met, strict=True))
        differing = [b for a, b in pairs if own.verdict_key(a) != trier.verdict_key(b)]
        first = next(iter(differing), met[0])
        return OtherTable(
            edition=edition,
            options=options,
            verdict=_word_of(met),
            rules=_rules_of(first.verdict),
            refusal=first.verdict if isinstance(first.verdict, Refused) else None,
            follows=_common(each.verdict for each in met if each.is_allowed),
            is_other=bool(differing),
        )

    def again(self, trier: Trier, trial: Trial) -> Tried:
        """Return the same completion at another table; where that gets stuck, the nearest there."""
        tried = trier.run(trial) if trial.start < len(trier.starts) else trier.reach(deep=False)
        return tried if tried.is_judged else trier.reach(deep=False)

    def instead(self, base: Tried) -> tuple[Possible, ...]:
        """Return what the seat may do instead: acts of the same type first."""
        act = self.acts[-1]
        legal = self.game.legal(base.state, getattr(act, "seat", None) or TABLE)
        alike = sorted(legal, key=lambda event: type(event) is not type(act))
        return tuple([Possible(event=event, is_sure=False) for event in alike[:_MOST_INSTEAD]])

    def answer_what_is_possible(self) -> Answer | Refused:
        """Return what may be done in the position as it was told, and who would win if it ended so."""
        for sketch in self.starts(self.opened):
            state = sketch.setting.state
            verdict = self.game.decide(state, sketch.correction({})) if sketch.told else None
            if not isinstance(verdict, Refused):
                break
        if isinstance(verdict, Refused):
            return verdict
        state = state if verdict is None else verdict.state
        acting = self.game.acting(state)
        events = [event for seat in dict.fromkeys((*acting, TABLE)) for event in self.game.legal(state, seat)]
        tally = self.game.tally(state, REFEREE)
        return Answer(
            game=self.game.id,
            edition=self.opened.edition or "",
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
        others, moment = list[Any](), self.game.moment(state)
        for fact in sketch.unknown:
            for value in sketch.values_of(fact)[:1] if "." in fact.path else ():
                verdict = self.game.decide(sketch.setting.state, sketch.correction({fact.path: value}))
                if isinstance(verdict, Accepted) and self.game.moment(verdict.state) == moment:
                    others.append(verdict.state)
        for event in events:
            known = all(isinstance(self.game.decide(other, event), Accepted) for other in others)
            yield Possible(event=event, is_sure=known)


def _word_of(met: Iterable[Tried]) -> Word:
    allowed = {each.is_allowed for each in met}
    return "depends" if len(allowed) > 1 else "may" if allowed == {True} else "may_not"


def _rules_of(verdict: Verdict) -> tuple[str, ...]:
    """Return the rules by which an act is refused, or accepted."""
    return verdict.rules if isinstance(verdict, Refused) else tuple(dict.fromkeys(verdict.judged[0].rules))


def _is_silent(verdict: Verdict, rules: tuple[CitedRule, ...]) -> bool:
    """Return whether every rule that decides is the referee's own; the first one permits what is allowed."""
    of_game = [each for each in rules if book_of(each.rule.id) != TABLE_BOOK]
    deciding = of_game if isinstance(verdict, Refused) else of_game[:1]
    return bool(deciding) and all(each.confidence == "house" for each in deciding)


def _tokens(game: Game, tried: Tried, options: Iterable[str]) -> set[str]:
    """Return what a verdict is about, as passages of rules name what they decide."""
    event, verdict = tried.act, tried.verdict
    kind = type_of(event)
    told = {
        name: value
        for name, value in msgspec.to_builtins(event).items()
        if name not in {"type", "seat"} and value not in (None, [], {})
    }
    now = tried.state.options
    found = {kind, *(f"{kind}.{name}" for name in told), *(f"{kind}.{k}={v}" for k, v in told.items())}
    found |= {f"{name}={getattr(now, name)}" for name in game.ruleset.options if name in {*options}}
    if isinstance(verdict, Refused):
        found.add(verdict.reason.partition(".")[2])
    return found


def _common(verdicts: Iterable[Verdict]) -> tuple[Event, ...]:
    """Return the consequences that all accepted verdicts share, in the order of the first."""
    each_of = [[j.event for j in v.judged[1:]] for v in verdicts if isinstance(v, Accepted)]
    first = each_of[0] if each_of else []
    return tuple([event for event in first if all(event in events for events in each_of)])


def _usual_set_up(trier: Trier, base: Tried) -> tuple[Event, ...]:
    sketch = trier.starts[base.trial.start]
    return tuple([event for event in sketch.setting.acts if event not in trier.told])


def _deciding(trier: Trier, met: list[Tried]) -> Iterator[Deciding]:
    """Yield the facts that decide: around one completion, those that change the verdict by themselves."""
    for anchor in sorted(met, key=lambda each: not each.is_allowed):
        found = list(_deciding_around(trier, anchor, met))
        if found:
            yield from found
            return


def _deciding_around(trier: Trier, anchor: Tried, met: list[Tried]) -> Iterator[Deciding]:
    usual = {fact.path: fact.value for fact in trier.starts[anchor.trial.start].unknown}
    cases: dict[str | int, list[tuple[Any, Tried]]] = {}
    for each in met:
        if each is not anchor and (apart := _difference(anchor.trial, each.trial)) is not None:
            cases.setdefault(apart[0], [(apart[1], anchor)]).append((apart[2], each))
    for path, found in cases.items():
        pairs = list({key_of(msgspec.to_builtins(value)): (value, each) for value, each in found}.values())
        if len({repr(trier.verdict_key(each)) for _, each in pairs}) > 1:
            named = path if isinstance(path, str) else ""
            yield Deciding(path=named, cases=tuple([_case(usual, named, v, each) for v, each in pairs]))


def _difference(one: Trial, other: Trial) -> tuple[str | int, Any, Any] | None:
    """Return the fact, or the place of an act done, in which two trials differ, with both values.

    None where they differ in none or several.
    """
    if one.start != other.start or len(one.done) != len(other.done):
        return None
    acts = [(i, *pair) for i, pair in enumerate(zip(one.done, other.done, strict=True)) if pair[0] != pair[1]]
    unset = object()
    paths = [
        path
        for path in {**one.facts, **other.facts}
        if one.facts.get(path, unset) != other.facts.get(path, unset)
    ]
    if len(acts) + len(paths) != 1:
        return None
    if acts:
        return acts[0]
    return paths[0], one.facts.get(paths[0], _USUAL), other.facts.get(paths[0], _USUAL)


_USUAL = "\0usual"


def _case(usual: Mapping[str, Any], path: str, value: Any, tried: Tried) -> Case:
    verdict = tried.verdict
    return Case(
        value=usual.get(path) if value == _USUAL else value,
        verdict=_word_of([tried]),
        refusal=verdict if isinstance(verdict, Refused) else None,
        follows=_common([verdict]),
    )
