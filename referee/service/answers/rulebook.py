"""Rules as they are answered, with their sources and rulings."""

from collections.abc import Iterable

from referee.l10n import LANGUAGES
from referee.rulebooks import Part, Rule, book_of, find_rule, source_of
from referee.rulebooks.rulings import rulings_on
from referee.service.answers.base import Answer


class RulingTold(Answer, frozen=True, kw_only=True):
    """A question that was ruled on, and the answer."""

    name: str
    title: str
    question: str
    answer: str
    rules: tuple[str, ...]


class PartTold(Answer, frozen=True, kw_only=True):
    """Words of a rule that are equally sure throughout, with their sources spelled out."""

    text: str
    sources: tuple[str, ...]
    confidence: str


class RuleTold(Answer, frozen=True, kw_only=True):
    """A rule: as a whole, and in parts where some are surer than others.

    `text` is in the language asked for, `texts` in every language. `sources` are spelled out;
    `cites` are the same as the rulebook writes them.
    """

    id: str
    title: str
    text: str
    texts: dict[str, str]
    sources: tuple[str, ...]
    cites: tuple[str, ...]
    confidence: str
    parts: tuple[PartTold, ...]
    editions: tuple[str, ...]
    see: tuple[str, ...]
    rulings: tuple[RulingTold, ...]


def rule_told(rule: Rule, lang: str) -> RuleTold:
    """Tell a rule, with the rulings that show it."""
    book = book_of(rule.id)
    return RuleTold(
        id=rule.id,
        title=rule.title.of(lang),
        text=rule.text(lang),
        texts={each: rule.text(each) for each in LANGUAGES},
        sources=tuple(source_of(book, source, lang) for source in rule.all_sources),
        cites=tuple(rule.all_sources),
        confidence=rule.confidence,
        parts=tuple(part_told(book, part, lang) for part in rule.passages),
        editions=tuple(rule.editions),
        see=tuple(rule.see),
        rulings=tuple(
            RulingTold(
                name=each.name,
                title=each.title.of(lang),
                question=each.question.of(lang),
                answer=each.answer.of(lang),
                rules=each.rules,
            )
            for each in rulings_on(rule.id)
        ),
    )


def part_told(book: str, part: Part, lang: str) -> PartTold:
    """Tell what is equally sure of a rule."""
    return PartTold(
        text=part.of(lang),
        sources=tuple(source_of(book, source, lang) for source in part.sources),
        confidence=part.confidence,
    )


def rules_told(ids: Iterable[str], lang: str) -> tuple[RuleTold, ...]:
    """Tell the rules there are of some ids."""
    return tuple(rule_told(rule, lang) for rule in map(find_rule, ids) if rule is not None)
