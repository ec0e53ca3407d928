"""The page of a rule: its words, the sentences it rests on, its code, acts, options, rulings."""

import io
import keyword
import tokenize
from collections.abc import Iterator
from functools import lru_cache, partial
from itertools import pairwise
from typing import Any, NamedTuple, get_args

from referee.kernel.registry import RuleTables, all_games, find_game, is_game, part_of
from referee.l10n import has, noun, say
from referee.l10n.catalogs import edition_words, rule_option_words, value_words
from referee.l10n.options import where_so_many
from referee.rulebooks import Confidence, Passage, Rule, rules_of
from referee.rulebooks.rulings import Ruling, rulings_on
from referee.service.book.acts import How, citing_acts
from referee.service.book.bearing import Bearing, bearing, related_rules
from referee.service.book.code import Code, deciding_code
from referee.web.book.case_law import list_decided
from referee.web.book.disagreements import disagreements_on
from referee.web.book.rulings import show_ruling
from referee.web.book.site import File, Here, Site, area_of, area_title, page, rule_path
from referee.web.book.sources import CitedDocument, cited_documents, rules_led_to


class ShownPassage(NamedTuple):
    """Words of a rule that are equally sure throughout, and where they are written.

    `led_to` are the other rules that the same sentences went into.
    """

    words: str
    confidence: Confidence
    sources: list[CitedDocument]
    led_to: list[Rule]


def rule_pages(site: Site, book: str, lang: str) -> Iterator[File]:
    """Yield the page of each rule of a book."""
    rules = (None, *rules_of(book).values(), None)
    for (before, rule), (_, after) in pairwise(pairwise(rules)):
        if rule is not None:
            here = Here(site, rule_path(lang, book, rule.id), lang, book)
            fill = partial(_values, here, rule, before, after)
            yield page(here, rule.title.of(lang), "book_rule.html", fill)


def _values(here: Here, rule: Rule, before: Rule | None, after: Rule | None) -> dict[str, Any]:
    book = here.book
    return {
        "rule": rule,
        "it": rule_values(here, rule),
        "area": area_title(book, area_of(rule.id), here.lang),
        "code": [show_code(each) for each in deciding_code(book)[rule.id]],
        "acts": _acts_citing(here, rule),
        "disagreements": disagreements_on(here, rule),
        "see": [rules_of(book)[id] for id in related_rules(book)[rule.id] if id in rules_of(book)],
        "rulings": [show_ruling(each, here.lang) for each in _rulings_on(here, rule)],
        "decided": list_decided(here, rule),
        "before": _lead(here, before),
        "after": _lead(here, after),
    }


def _lead(here: Here, rule: Rule | None) -> tuple[str, str] | None:
    """Return the link to another rule and its title."""
    return None if rule is None else (here.rule(rule.id), rule.title.of(here.lang))


def rule_values(here: Here, rule: Rule) -> dict[str, Any]:
    """Return what a rule says, where it is written, and what bears on it."""
    return {
        "rule": rule,
        "passages": [
            ShownPassage(
                here.prose(each),
                each.confidence,
                cited_documents(here, each.sources),
                rules_led_to(here.book, each.sources, rule.id),
            )
            for each in rule.passages
        ],
        "only_in": tuple(edition_words(here.book, each, here.lang) for each in rule.editions),
        "rows": _table_of(here.book, rule, here.lang),
        "bearing": [_shown_bearing(here, each) for each in bearing(here.book)[rule.id]],
    }


def _table_of(book: str, rule: Rule, lang: str) -> list[list[str]]:
    """Return the table that belongs to a rule, its heads first; empty where it has none."""
    tables = part_of(book, RuleTables) if is_game(book) else None
    return tables.by_rule[rule.id](lang) if tables is not None and rule.id in tables.by_rule else []


def _rulings_on(here: Here, rule: Rule) -> list[Ruling]:
    """Return the rulings on a rule that this site has pages of."""
    return [each for each in rulings_on(rule.id) if each.game in here.site.books]


class ShownActs(NamedTuple):
    """Acts in words that are accepted or refused by a rule, or consequences that follow by it."""

    how: How
    acts: tuple[str, ...]


def _acts_citing(here: Here, rule: Rule) -> list[ShownActs]:
    found: dict[How, dict[str, None]] = {}
    for each in citing_acts(here.book)[rule.id]:
        found.setdefault(each.how, {})[event_words(here.book, each.event, here.lang)] = None
    return [ShownActs(how, tuple(found[how])) for how in get_args(How) if how in found]


def event_words(book: str, event: str, lang: str) -> str:
    """Return a type of event in words: of a book, of every table, or of the first game that knows it."""
    shared = f"book.event.{event}"
    if has(shared, lang):
        return say(shared, lang)
    said = (noun("event", event, lang, part) for part in (book, *all_games()))
    return next((words for words in said if words != event), event)


class ShownValue(NamedTuple):
    """A value of an option in words, the editions that have it, and what the rule says for it."""

    words: str
    editions: tuple[str, ...]
    passage: str


class ShownBearing(NamedTuple):
    """An option that bears on a rule (without words: the edition alone), its values one below the other.

    `notes` say what numbers of seats change.
    """

    words: str
    values: list[ShownValue]
    notes: list[str]


def _shown_bearing(here: Here, found: Bearing) -> ShownBearing:
    book, lang, option = here.book, here.lang, found.option

    def text_for(key: str) -> str:
        passage: Passage | None = found.passages.get(key)
        return "" if passage is None else here.prose(passage)

    if not option:
        editions = (
            ShownValue(edition_words(book, id, lang), (), text_for(f"edition={id}")) for id in found.editions
        )
        return ShownBearing("", list(editions), [])
    values = (*dict.fromkeys(found.editions.values()), *found.others)
    shown = [
        ShownValue(
            value_words(book, option, value, lang),
            tuple(edition_words(book, id, lang) for id, own in found.editions.items() if own == value),
            text_for(f"{option}={value}"),
        )
        for value in values
    ]
    ruleset = find_game(book).ruleset
    notes = where_so_many(ruleset, ruleset.options[option], lang)
    return ShownBearing(rule_option_words(book, option, lang), shown, notes)


class ShownCode(NamedTuple):
    """Code that decides a rule: pieces of its text, each with a class to colour it by, or none."""

    code: Code
    pieces: list[tuple[str, str]]


_KINDS = {tokenize.STRING: "string", tokenize.COMMENT: "comment", tokenize.NUMBER: "number"}


@lru_cache(maxsize=500)
def show_code(code: Code) -> ShownCode:
    """Return code in pieces: keywords, texts, comments, numbers, names defined, what is between; cached."""
    lines = code.text.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    pieces: list[tuple[str, str]] = []
    done, is_defined = 0, False
    for token in tokenize.generate_tokens(io.StringIO(code.text).readline):
        kind = _KINDS.get(token.type, "")
        if token.type == tokenize.NAME:
            kind = "keyword" if keyword.iskeyword(token.string) else "defined" if is_defined else ""
            is_defined = token.string in {"def", "class"}
        if not kind:
            continue
        start, end = (starts[row - 1] + column for row, column in (token.start, token.end))
        pieces += [("", code.text[done:start]), (kind, code.text[start:end])]
        done = end
    return ShownCode(code, [*(each for each in pieces if each[1]), ("", code.text[done:])])
