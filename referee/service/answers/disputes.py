"""Disputes as they are answered: cases laid open, what would have been, how each was settled."""

from collections.abc import Callable
from typing import Any

from events.base import TABLE
from events.table import DisputeOpened, HouseRuled, RulingGiven
from referee.kernel.registry import find_game
from referee.kernel.verdict import Refused
from referee.l10n import say
from referee.l10n.facts import fact_name, fact_value
from referee.l10n.options import decision_words, describe_event, topic_words
from referee.l10n.saying import place_of
from referee.l10n.score import amount_words
from referee.service.answers.acts import Why, why
from referee.service.answers.base import Answer, EventTold, event_told, plain
from referee.service.answers.rulebook import RuleTold, rules_told
from referee.service.commands.changes.correct import correction_of
from referee.service.disputes.find import LaidOpen
from referee.service.disputes.lay_open import Possibility, Settled
from referee.service.disputes.vote import default_decision
from referee.service.logs.whatif import Difference, Outcome, Scored


class WhatIf(Answer, frozen=True, kw_only=True):
    """How a game would have gone: entries go by the numbers the viewer knows them by.

    `change` is what would have been otherwise at entry `at`, `first_change` the first entry in
    force that would read otherwise, `reads` what of it. `stuck`: where the telling stops, by `rules`.
    """

    at: int
    change: EventTold
    first_change: int | None
    reads: tuple[Difference, ...]
    differences: tuple[Difference, ...]
    scores: tuple[Scored, ...]
    winners_before: tuple[str, ...] | None
    winners_after: tuple[str, ...] | None
    stuck: int | None
    rules: tuple[str, ...]


class WayToRule(Answer, frozen=True, kw_only=True):
    """One way to rule: who rules so, whether it matters, and `changes`, what it would change in words."""

    decision: str
    words: str
    effect: dict[str, Any] | None
    editions: tuple[str, ...]
    in_force: bool
    rules: tuple[str, ...]
    matters: bool
    allows: bool | None
    changes: tuple[str, ...]
    outcome: WhatIf | None


class RefereesWord(Answer, frozen=True, kw_only=True):
    """What the referee ruled itself of what is in dispute, and by which rules."""

    accepted: bool
    rules: tuple[str, ...]


class Case(Answer, frozen=True, kw_only=True):
    """A dispute laid open: an entry, or an `act` that was `refused` after it.

    `rules` are the ids of those that bear on it, `cited` the same in full. `ways` and
    `possibilities` are the same ways to rule; `default` is the edition's. It `waits` where what
    they would change is not told before cards are shown. `dispute` is its id, once it was asked.
    """

    at: int
    topic: str | None
    act: EventTold | None
    refused: Why | None
    word: RefereesWord | None
    rules: tuple[str, ...]
    cited: tuple[RuleTold, ...]
    ways: tuple[WayToRule, ...]
    possibilities: tuple[WayToRule, ...]
    observed: tuple[WhatIf, ...]
    default: str
    dispute: str | None
    waits: bool


class RulingRow(Answer, frozen=True, kw_only=True):
    """A dispute of a log, asked at entry `seq`, how it was settled, and the house rules that bore on it."""

    seq: int
    opened: EventTold
    ruling: EventTold | None
    house: tuple[str, ...]


def what_if(outcome: Outcome, number: Callable[[int], int] = int) -> WhatIf:
    """Tell how a game would have gone; `number` says by which numbers its entries go."""
    first, stuck = outcome.first_change, outcome.stuck
    return WhatIf(
        at=number(outcome.at),
        change=event_told(outcome.change),
        first_change=None if first is None else number(first),
        reads=plain_differences(outcome.reads),
        differences=plain_differences(outcome.differences),
        scores=outcome.scores,
        winners_before=outcome.winners_before,
        winners_after=outcome.winners_after,
        stuck=None if stuck is None else number(stuck),
        rules=outcome.why.rules if outcome.why else (),
    )


def plain_differences(found: tuple[Difference, ...]) -> tuple[Difference, ...]:
    """Give differences with values as JSON has them."""
    return tuple(Difference(each.fact, plain(each.was), plain(each.would_be)) for each in found)


def way_to_rule(state: Any, one: Possibility, lang: str) -> WayToRule:
    """Tell one way to rule."""
    return WayToRule(
        decision=one.decision,
        words=decision_words(state.game, one.decision, lang),
        effect=one.effect,
        editions=one.editions,
        in_force=one.in_force,
        rules=one.rules,
        matters=one.matters,
        allows=one.allows,
        changes=changes_told(state, one.outcome, lang),
        outcome=None if one.outcome is None else what_if(one.outcome),
    )


def changes_told(state: Any, outcome: Outcome | None, lang: str) -> tuple[str, ...]:
    """Say what would be otherwise: facts, scores, who wins, where it could not have gone on."""
    if outcome is None:
        return ()
    changes = list(differences_told(state, outcome, lang))
    was, would = outcome.winners_before, outcome.winners_after
    if would is not None and was != would:
        changes.append(
            say("case.other_winners", lang, was=was or ("–",), would=would or ("–",), names=state.names)
        )
    if outcome.stuck_event is not None:
        stuck = find_game(state.game).redact(outcome.stuck_event, None)
        words = describe_event(outcome.state, stuck, lang).rstrip(".。")
        changes.append(say("web.could_not", lang, what=words))
        changes += [say("case.what_stands", lang)] if isinstance(outcome.change, HouseRuled) else []
    return tuple(changes)


def differences_told(state: Any, outcome: Outcome, lang: str) -> tuple[str, ...]:
    """Say which facts, and which lines of the score, would be otherwise."""
    names = {TABLE: say("web.the_table", lang), **state.names}
    changes = [difference_told(state, each, lang) for each in outcome.differences]
    for line in outcome.scores:
        what = say(f"{state.game}.{line.item}", lang, names=names, **line.args)
        told = {"who": names.get(line.seat) or line.seat, "what": what}
        changes.append(
            say("case.scored", lang, **told, was=amount_words(line.was), would=amount_words(line.would_be))
        )
    return tuple(changes)


def difference_told(state: Any, one: Difference, lang: str) -> str:
    """Say what a fact was, and what it would be."""
    was, would = (value_told(state, one.fact, plain(value), lang) for value in (one.was, one.would_be))
    name = fact_name(one.fact, lang, state.game, state.names)
    return say("table.fact", lang, name=name, value=f"{was} → {would}")


def value_told(state: Any, path: str, value: Any, lang: str) -> str:
    """Name the value of a fact, a place by what is near it."""
    set_so = None if value is None else correction_of(find_game(state.game), state, {path: value})
    at = None if set_so is None else place_of(state, set_so)
    return fact_value(path, value, lang, state.game, state.names, at)


def case(laid: LaidOpen, state: Any, lang: str) -> Case:
    """Tell a dispute laid open."""
    found, names = laid.case, dict(state.names)
    ways = tuple(way_to_rule(state, one, lang) for one in found.possibilities)
    return Case(
        at=found.at,
        topic=found.topic,
        act=None if found.act is None else event_told(found.act),
        refused=None if found.refusal is None else why(found.refusal, names, lang),
        word=RefereesWord(accepted=found.refusal is None, rules=found.word) if found.word else None,
        rules=found.rules,
        cited=rules_told(found.rules, lang),
        ways=ways,
        possibilities=ways,
        observed=tuple(map(what_if, found.observed)),
        default=default_decision(found, state.edition),
        dispute=None if laid.opened is None else laid.opened.id,
        waits=laid.waits,
    )


def no_case(game: str, refused: Refused, lang: str) -> tuple[str, dict[str, Any]]:
    """Say why there is nothing to lay open, no such entry or no such topic: a message id and arguments."""
    if refused.reason != "case.unknown_topic":
        return "case.not_in_force", {"n": refused.args["to"]}
    return refused.reason, {"topic": refused.args["topic"], "known": topics_told(game, lang)}


def topics_told(game: str, lang: str) -> tuple[str, ...]:
    """Name the topics of a game in words, each with its id where that is something else."""
    named = ((topic, topic_words(game, topic, lang)) for topic in find_game(game).topics)
    return tuple(
        topic if words == topic else say("case.with_id", lang, what=words, id=topic) for topic, words in named
    )


def ruling_row(settled: Settled, house: tuple[str, ...]) -> RulingRow:
    """Tell a dispute of a log, and how it was settled."""
    opened: DisputeOpened = settled.opened
    ruling: RulingGiven | None = settled.ruling
    return RulingRow(
        seq=settled.seq,
        opened=event_told(opened),
        ruling=None if ruling is None else event_told(ruling),
        house=house,
    )
