"""Answer what is asked in words alone: by the ruling, or the rule, that comes nearest."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from events.base import Event
from events.envelope import encode
from events.table import TableOpened
from referee.kernel.game import Game
from referee.kernel.registry import codec_for, find_game
from referee.kernel.ruleset import Plain
from referee.kernel.verdict import Accepted, Refused, Verdict
from referee.rulebooks import Rule, deciding_passage, find_rule
from referee.rulebooks.rulings import Ruling, RulingAct
from referee.rulebooks.search import find_answers
from referee.service.ask.asked import Answer, CitedRule, OtherTable, Word
from referee.service.ask.deciding import tokens_of
from referee.service.ask.precedents import find_precedents


def answer_in_words(game: str, text: str, lang: str, edition: str = "") -> Answer:
    """Return the answer to a question in words: the ruling's or the rule's that comes nearest.

    One without rules where nothing does.
    """
    found = find_answers(text, lang, game)
    if not found:
        return _answer_by_rules(game, [], edition)
    rulings = [each.ruling for each in found if each.ruling is not None and each.ruling.game == game]
    first = found[0]
    if first.ruling is not None and first.ruling.game == game:
        answer = answer_by_ruling(first.ruling, edition)
    else:
        answer = _answer_by_rules(game, [rule for each in found[:1] for rule in each.rules], edition)
    others = [each for each in (*rulings, *answer.precedents) if each not in answer.precedents[:1]]
    near = dict.fromkeys(each.name for each in (*answer.precedents[:1], *others))
    by_name = {each.name: each for each in (*answer.precedents, *rulings)}
    return msgspec.structs.replace(answer, precedents=tuple([by_name[name] for name in near][:_MOST]))


_MOST = 5


def _answer_by_rules(game: str, rules: list[Rule], edition: str) -> Answer:
    """Return what rules say: whether something may be done they do not."""
    return Answer(
        game=game,
        edition=edition or find_game(game).ruleset.default_edition,
        verdict=None,
        played=None,
        rules=tuple([CitedRule(rule=rule, passage=rule) for rule in rules]),
        precedents=find_precedents(game, [rule.id for rule in rules], None),
    )


class _Judged(NamedTuple):
    """An act of a ruling, judged at a table of one edition: the state before it, the verdict on it."""

    event: Event
    state: Any
    verdict: Verdict

    @property
    def key(self) -> object:
        """Return what tells one verdict from another."""
        if isinstance(self.verdict, Refused):
            return self.verdict.reason, self.verdict.rules
        return tuple([encode(judged.event) for judged in self.verdict.judged[1:]])


def answer_by_ruling(ruling: Ruling, edition: str = "") -> Answer:
    """Return a ruling as an answer: its acts judged by an edition ("": that of its situation), and by others.

    The verdict is that on its acts where they agree; it depends on more where they do not.
    """
    game = find_game(ruling.game)
    own = edition or _edition_of(ruling, game)
    plain = [act for act in ruling.acts if not act.edition and not act.options] or list(ruling.acts[:1])
    judged = list(_judge(game, ruling, plain, own, {}))
    word = _word_of(judged)
    rules = tuple(_cited(game, ruling, judged))
    verdict: Word | None = "not_written" if ruling.confidence == "house" and word is not None else word
    first = judged[0] if judged else None
    return Answer(
        game=game.id,
        edition=own,
        verdict=verdict,
        played=word,
        act=first.event if first else None,
        state=first.state if first else None,
        rules=rules,
        refusal=first.verdict if first and isinstance(first.verdict, Refused) else None,
        usually=word,
        others=tuple(_others(game, ruling, plain, judged, own)),
        precedents=(ruling, *[each for each in _alike(ruling, first) if each.name != ruling.name])[:_MOST],
        follows=_follows(first),
        is_whole=True,
    )


def _edition_of(ruling: Ruling, game: Game) -> str:
    opened = msgspec.json.decode(ruling.situation[0]) if ruling.situation else {}
    edition: str = opened.get("edition") or game.ruleset.default_edition
    return edition


def _alike(ruling: Ruling, judged: _Judged | None) -> tuple[Ruling, ...]:
    return find_precedents(ruling.game, ruling.rules, judged.event if judged else None)


def _follows(judged: _Judged | None) -> tuple[Event, ...]:
    if judged is None or isinstance(judged.verdict, Refused):
        return ()
    return tuple([each.event for each in judged.verdict.judged[1:]])


def _word_of(judged: list[_Judged]) -> Word | None:
    """Return the verdict of acts together; None where there are none."""
    allowed = {isinstance(each.verdict, Accepted) for each in judged}
    return (
        None if not allowed else "depends" if len(allowed) > 1 else "may" if allowed == {True} else "may_not"
    )


def _cited(game: Game, ruling: Ruling, judged: list[_Judged]) -> Iterator[CitedRule]:
    """Yield the rules of a ruling, each with the passage that decides its acts."""
    tokens = set[str]().union(*(tokens_of(game, each.event, each.verdict, each.state) for each in judged))
    for id in ruling.rules:
        if (rule := find_rule(id)) is not None:
            yield CitedRule(rule=rule, passage=deciding_passage(rule, tokens))


def _others(
    game: Game, ruling: Ruling, acts: list[RulingAct], own: list[_Judged], edition: str
) -> Iterator[OtherTable]:
    """Yield the ruling by every other edition, and with the options its acts name where these change it."""
    tables: list[tuple[str, Mapping[str, Plain]]] = [(each, {}) for each in game.ruleset.editions]
    tables += [(edition, act.options) for act in ruling.acts if act.options]
    for other, options in tables:
        if other == edition and not options:
            continue
        judged = list(_judge(game, ruling, acts, other, options))
        is_other = [each.key for each in judged] != [each.key for each in own]
        first = next(
            (a for a, b in zip(judged, own, strict=False) if a.key != b.key), judged[0] if judged else None
        )
        if first is None or (options and not is_other):
            continue
        word = _word_of(judged)
        yield OtherTable(
            edition=other,
            options=options,
            verdict=word or "depends",
            rules=_rules_of(first.verdict),
            refusal=first.verdict if isinstance(first.verdict, Refused) else None,
            follows=_follows(first),
            is_other=is_other,
        )


def _rules_of(verdict: Verdict) -> tuple[str, ...]:
    return verdict.rules if isinstance(verdict, Refused) else tuple(verdict.judged[0].rules)


def _judge(
    game: Game, ruling: Ruling, acts: list[RulingAct], edition: str, options: Mapping[str, Any]
) -> Iterator[_Judged]:
    """Yield the last event of each act, judged in the situation of the ruling at a table of an edition.

    Nothing of an act which cannot be told at such a table.
    """
    codec = codec_for(game.id)
    for act in acts:
        lines = [codec.event(line.encode()) for line in (*ruling.situation, *act.lines)]
        if not lines or not isinstance(lines[0], TableOpened):
            continue
        lines[0] = msgspec.structs.replace(
            lines[0], edition=edition, options={**lines[0].options, **act.options, **options}
        )
        state = None
        for event in lines[:-1]:
            verdict = game.decide(state, event)
            state = verdict.state if isinstance(verdict, Accepted) else state
        if state is not None:
            yield _Judged(lines[-1], state, game.decide(state, lines[-1]))
