"""The rulebook: search, a rule with its sources and the rulings that show it, rules quoted on other pages."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from referee.draw.assets import places
from referee.draw.svg import Markup
from referee.draw.svg import el as rect
from referee.kernel.ruleset import RuleOption
from referee.l10n.options import decision_words, in_prose, value_words
from referee.languages.texts import Texts
from referee.rulebooks import (
    Document,
    Part,
    Rule,
    book_of,
    documents_of,
    find_rule,
    in_words,
    places_of,
    rules_of,
)
from referee.rulebooks.rulings import Ruling, rulings_on
from referee.rulebooks.search import search_rules
from referee.service.disputes.lay_open import house_rules_on
from referee.web.acts.request_context import RequestContext
from referee.web.pages.board import board
from referee.web.pages.frame import Page

TOLD = 4
"""So many answers to what is asked say at once what the rule says; the others by its name alone."""

ROUND = 36.0
"""So much of the board is shown round the place a rule is about."""

_VIEW_BOX = re.compile(r'viewBox="[^"]*"')


class Source(NamedTuple):
    """A document in the language `lang`, what it is (empty where its name says it), and where in it.

    `is_own_name`: it is called as in its language, not in the reader's. Each place is a heading in that
    language and a number in the reader's; either may be empty.
    """

    name: str
    is_own_name: bool
    lang: str
    about: str
    places: list[tuple[str, str]]


class Passage(NamedTuple):
    """What is equally sure of a rule: its text, its sources, each document once, and how sure it is."""

    text: str
    sources: list[Source]
    confidence: str


class Citation(NamedTuple):
    """A rule quoted."""

    rule: str
    title: str
    passages: list[Passage]


class Precedent(NamedTuple):
    """A ruling in the reader's language; `disagree` says who rules otherwise, empty where nobody does."""

    name: str
    title: str
    question: str
    answer: str
    disagree: str
    rules: tuple[str, ...]


class Place(NamedTuple):
    """The board cut to the place a rule is about, and the rule's title."""

    picture: Markup
    rule: str


def rules_page(context: RequestContext, text: str) -> Page:
    """Search the rules of the game on the table; all of them where nothing is asked for."""
    book, is_asked = context.game.id, bool(text.strip())
    found = search_rules(text, context.lang, book) if is_asked else tuple(rules_of(book).values())
    told = found[:TOLD] if is_asked else ()
    return Page(
        context.say("web.page.rules"),
        "rules.html",
        board=board(context, "table")[1],
        text=text,
        rules=[(rule.id, rule.title.of(context.lang)) for rule in found],
        answers=[in_prose(book, rule.text(context.lang), context.lang) for rule in told],
        place=_place(context, found[0]) if told else None,
    )


def rule_page(context: RequestContext, rule_id: str) -> Page:
    """Show one rule; search for it where there is none of that id."""
    rule = find_rule(rule_id)
    if rule is None:
        return rules_page(context, rule_id)
    settling = [each for each in context.game.ruleset.options.values() if rule.id in each.rules]
    return Page(
        rule.id,
        "rule.html",
        board=board(context, "table")[1],
        citation=citation(context, rule),
        place=_place(context, rule),
        settings=[_setting(context, each) for each in settling],
        see=rule.see,
        precedents=[precedent(context, each) for each in rulings_on(rule.id)],
    )


def citations(context: RequestContext, rules: Iterable[str]) -> list[Citation]:
    """Quote rules by id; what no book has is left out."""
    return [citation(context, rule) for id in rules if (rule := find_rule(id)) is not None]


def citation(context: RequestContext, rule: Rule) -> Citation:
    """Quote a rule."""
    passages = [_passage(context, book_of(rule.id), part) for part in rule.passages]
    return Citation(rule.id, rule.title.of(context.lang), passages)


def precedent(context: RequestContext, ruling: Ruling) -> Precedent:
    """Word a ruling."""
    return Precedent(
        ruling.name,
        _prose(context, ruling.title),
        _prose(context, ruling.question),
        _prose(context, ruling.answer),
        _prose(context, ruling.disagree) if ruling.disagree else "",
        ruling.rules,
    )


def house_rules(context: RequestContext, rules: Iterable[str]) -> str:
    """Say which house rules of the table bear on what some rules decide; nothing where none does."""
    bearing = house_rules_on(context.game, context.state, rules)
    options = tuple(decision_words(context.game.id, each, context.lang) for each in bearing)
    return context.say("case.house_rules", options=options) if options else ""


def _passage(context: RequestContext, book: str, part: Part) -> Passage:
    sources = [
        _source(documents_of(book)[key], [(place.heading, place.number) for place in where], context.lang)
        for key, where in places_of(book, part.sources, context.lang).items()
    ]
    return Passage(_prose(context, part), sources, part.confidence)


def _source(document: Document, places: list[tuple[str, str]], lang: str) -> Source:
    if isinstance(document.title, str):
        return Source(document.title, True, document.lang, in_words(document.about, lang), places)
    return Source(document.named(lang), False, document.lang, "", places)


def _prose(context: RequestContext, text: Texts) -> str:
    """Return a text of the rulebook in the reader's language, options by their words."""
    return in_prose(context.game.id, text.of(context.lang), context.lang)


def _place(context: RequestContext, rule: Rule) -> Place | None:
    """Show the place on the board a rule is about, as it looks now; None where it is about none."""
    place = places(context.game.id).get(rule.id.split("-")[1])
    if place is None or book_of(rule.id) != context.game.id:
        return None
    picture, _ = board(context, "table")
    x, y, width, height = place
    ring = rect("rect", x=x, y=y, width=width, height=height, rx=14, class_="about", fill="none")
    box = f'viewBox="{x - ROUND} {y - ROUND} {width + 2 * ROUND} {height + 2 * ROUND}"'
    shown = _VIEW_BOX.sub(box, picture, count=1).removesuffix("</svg>") + ring + "</svg>"
    return Place(Markup(shown), rule.title.of(context.lang))


def _setting(context: RequestContext, option: RuleOption) -> tuple[str, str]:
    """Say how this table plays what an option settles, and what else could be agreed on."""
    value = getattr(context.state.options, option.name)
    own = decision_words(context.game.id, f"{option.name}={value}", context.lang)
    others = tuple(
        value_words(context.game.id, option.name, each, context.lang)
        for each in option.values
        if each != value
    )
    return own, context.say("web.or_else", others=others)
