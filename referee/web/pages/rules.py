"""The rulebook: search, and a rule with its sources and the rulings that show it."""

import re
from collections.abc import Iterator
from typing import Any

from referee.draw.assets import places
from referee.draw.svg import el as rect
from referee.kernel.ruleset import RuleOption
from referee.l10n.catalogs import value_words
from referee.l10n.options import decision_words, in_prose
from referee.rulebooks import Rule, book_of, find_rule, rules_of
from referee.rulebooks.rulings import Ruling, rulings_on
from referee.rulebooks.search import search_rules
from referee.web.acts.request_context import Page, RequestContext
from referee.web.pages.disputes.refused import passages, prose
from referee.web.parts.board import board
from referee.web.parts.markup import Html, el
from referee.web.parts.shared_parts import rule_links

VIEW_BOX = re.compile(r'viewBox="[^"]*"')


def rules_page(context: RequestContext, text: str) -> Page:
    """Search the rules of the game on the table; all of them where nothing is asked for."""
    book = context.game.id
    found = search_rules(text, context.lang, book) if text.strip() else tuple(rules_of(book).values())
    return Page(
        context.say("web.page.rules"),
        el("h1", context.say("web.page.rules"), class_="title"),
        el(
            "form",
            el("label", context.say("web.search"), for_="q"),
            el(
                "div",
                el("input", id="q", name="q", value=text, type="search"),
                el("button", context.say("web.find")),
                class_="row",
            ),
            method="get",
            action=f"{context.root}rules",
            role="search",
        ),
        el("p", context.say("web.found", n=len(found)), role="status"),
        seen_where(context, found[0]) if text.strip() and found else None,
        el("ul", [el("li", *answer) for answer in answers(context, text, found)], class_="rules"),
        board=sheet_of(context),
    )


TOLD = 4
"""So many answers to what is asked say at once what the rule says; the others by its name alone."""


def answers(
    context: RequestContext, text: str, found: tuple[Rule, ...]
) -> Iterator[tuple[Html, Html | None]]:
    """Show each rule, with what it says where it is one of the first answers."""
    for n, rule in enumerate(found):
        said = in_prose(context.game.id, rule.text(context.lang), context.lang)
        yield line(context, rule), el("p", said) if text.strip() and n < TOLD else None


ROUND = 36.0
"""So much of the board is shown round the place a rule is about."""


def seen_where(context: RequestContext, rule: Rule) -> Html | None:
    """Show the place on the board a rule is about, as it looks now; nothing where it is about none."""
    place = places(context.game.id).get(rule.id.split("-")[1])
    if place is None or book_of(rule.id) != context.game.id:
        return None
    picture, _ = board(context, "table")
    x, y, width, height = place
    ring = rect("rect", x=x, y=y, width=width, height=height, rx=14, class_="about", fill="none")
    box = f'viewBox="{x - ROUND} {y - ROUND} {width + 2 * ROUND} {height + 2 * ROUND}"'
    shown = VIEW_BOX.sub(box, picture, count=1).removesuffix("</svg>") + ring + "</svg>"
    caption = el("figcaption", context.say("web.seen_here", rule=rule.title.of(context.lang)))
    return el("figure", Html(shown), caption, class_="board place")


def sheet_of(context: RequestContext) -> str:
    """Give the address of the board's style sheet."""
    return board(context, "table")[1]


def line(context: RequestContext, rule: Rule) -> Html:
    """Show one rule in a list."""
    return el(
        "a",
        el("b", rule.title.of(context.lang)),
        " ",
        el("small", rule.id, lang="en"),
        href=f"{context.root}rule/{rule.id}",
    )


def rule_page(context: RequestContext, rule_id: str) -> Page:
    """Show one rule."""
    rule = find_rule(rule_id)
    if rule is None:
        return rules_page(context, rule_id)
    settling = [s for s in context.game.ruleset.options.values() if rule.id in s.rules]
    options = [el("li", option_now(context, option)) for option in settling]
    return Page(
        rule.id,
        el("h1", rule.title.of(context.lang), el("small", rule.id, lang="en"), class_="title"),
        el("blockquote", passages(context, rule)),
        seen_where(context, rule),
        el("ul", options) if options else None,
        el("p", context.say("web.see_also"), " ", rule_links(context, rule.see)) if rule.see else None,
        [example(context, ruling) for ruling in rulings_on(rule.id)],
        el("p", el("a", context.say("web.go_on"), href=context.home, class_="button")),
        board=sheet_of(context),
    )


def option_now(context: RequestContext, option: RuleOption) -> list[Any]:
    """Say how this table plays what an option settles, and what else could be agreed on."""
    value = getattr(context.state.options, option.name)
    own = decision_words(context.game.id, f"{option.name}={value}", context.lang)
    others = tuple(
        value_words(context.game.id, option.name, each, context.lang)
        for each in option.values
        if each != value
    )
    return [
        el("b", own),
        " ",
        context.say("web.or_else", others=others),
    ]


def example(context: RequestContext, ruling: Ruling) -> Html:
    """Show a ruling that exercises a rule."""
    return el(
        "details",
        el("summary", prose(context, ruling.title)),
        el("p", prose(context, ruling.question)),
        el("p", prose(context, ruling.answer), class_="answer"),
        el("p", prose(context, ruling.disagree), class_="confidence") if ruling.disagree else None,
        el("p", rule_links(context, ruling.rules)),
        class_="ruling",
    )
