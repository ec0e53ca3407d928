"""The pages of the rulebook: search, and a rule with its sources, its place on the board and rulings."""

from itertools import islice
from typing import NamedTuple

from referee.draw.assets import places
from referee.draw.svg import Element, rename_ids
from referee.draw.svg import el as rect
from referee.kernel.ruleset import RuleOption
from referee.l10n.catalogs import value_words
from referee.l10n.options import decision_words, in_prose
from referee.rulebooks import TABLE, Rule, book_of, find_rule, rules_of
from referee.rulebooks.rulings import rulings_on
from referee.rulebooks.search import search_rules
from referee.web.acts.request_context import RequestContext
from referee.web.pages.ask_rulings import RulingWords, WorkedRuling, ruling_words, work_out_ruling
from referee.web.pages.board import board
from referee.web.pages.frame import Page
from referee.web.pages.parts import known_rules

_TOLD = 4
"""So many answers to what is asked say at once what the rule says; the others by its name alone."""

_ROUND = 36.0
"""So much of the board is shown round the place a rule is about."""


_MOST_TRIED = 3
"""So many rulings are tried for one that can be drawn."""


class Place(NamedTuple):
    """The board cut to the place a rule is about, and the rule's title."""

    picture: Element
    rule: str


def rules_page(context: RequestContext, text: str) -> Page:
    """Return the page of a search in the game's rules; all rules where `text` is blank."""
    book, is_asked = context.game.id, bool(text.strip())
    found = search_rules(text, context.lang, book) if is_asked else tuple(rules_of(book).values())
    told = found[:_TOLD] if is_asked else ()
    return Page(
        context.say("web.page.rules"),
        "rules.html",
        board=board(context, "table")[1],
        text=text,
        rules=found,
        answers=[in_prose(book, rule.text(context.lang), context.lang) for rule in told],
        place=_place(context, told[0]) if told else None,
    )


def rule_page(context: RequestContext, rule_id: str) -> Page:
    """Return the page of a rule; of a search for `rule_id` where there is no such rule."""
    rule = find_rule(rule_id)
    if rule is None:
        return rules_page(context, rule_id)
    rulings = rulings_on(rule.id)
    example = find_example(rule, context.game.id, context.lang, context.state.edition)
    settling = [each for each in context.game.ruleset.options.values() if rule.id in each.rules]
    return Page(
        rule.id,
        "rule.html",
        board=board(context, "table")[1],
        rule=rule,
        example=example,
        see=known_rules(rule.see),
        place=_place(context, rule),
        settings=[_setting(context, each) for each in settling],
        rulings=[each for each in rulings if example is None or each.name != example.words.name],
    )


class Example(NamedTuple):
    """A ruling that shows a rule at work; `worked` is None where it is about a log and cannot be drawn."""

    words: RulingWords
    worked: WorkedRuling | None


def find_example(rule: Rule, game: str, lang: str, edition: str | None = None) -> Example | None:
    """Return the ruling of a game that shows a rule best, by an edition (None: its own); None without one.

    That is one whose first act the rule decides, and one that can be drawn before one that cannot.
    """
    shown = [each for each in rulings_on(rule.id) if each.game in {game, TABLE}]
    shown.sort(key=lambda each: (rule.id not in each.acts[0].rules, each.rules.index(rule.id)))
    found = (Example(ruling_words(game, each, lang), work_out_ruling(each, edition, lang)) for each in shown)
    first = None
    for example in islice(found, _MOST_TRIED):
        if example.worked is not None:
            return example
        first = first or example
    return first


def _place(context: RequestContext, rule: Rule) -> Place | None:
    """Return the current board cut to the place a rule is about; None where it is about none."""
    place = places(context.game.id).get(rule.id.split("-")[1])
    if place is None or book_of(rule.id) != context.game.id:
        return None
    picture, _ = board(context, "table")
    x, y, width, height = place
    ring = rect("rect", x=x, y=y, width=width, height=height, rx=14, class_="about", fill="none")
    box = x - _ROUND, y - _ROUND, width + 2 * _ROUND, height + 2 * _ROUND
    shown = Element("svg", {**picture.attributes, "viewBox": box}, (*picture.children, ring))
    return Place(rename_ids(shown, "place"), rule.title.of(context.lang))


def _setting(context: RequestContext, option: RuleOption) -> tuple[str, str]:
    """Return how this table plays an option, and its other values, in words."""
    value = getattr(context.state.options, option.name)
    own = decision_words(context.game.id, f"{option.name}={value}", context.lang)
    others = tuple(
        value_words(context.game.id, option.name, each, context.lang)
        for each in option.values
        if each != value
    )
    return own, context.say("web.or_else", others=others)
