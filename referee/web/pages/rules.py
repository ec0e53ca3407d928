"""The rulebook: search, and a rule with its sources and the rulings that show it."""

import re
from collections.abc import Iterator
from typing import Any

from referee.draw.assets import places
from referee.draw.svg import el as rect
from referee.kernel.switches import Switch
from referee.l10n.options import decision_words, in_prose, value_words
from referee.rulebooks import Rule, book_of, find_rule, rules_of
from referee.rulebooks.rulings import Ruling, rulings_on
from referee.rulebooks.search import search_rules
from referee.web.acts.visit import Page, Visit
from referee.web.pages.disputes.refused import passages, prose
from referee.web.parts.board import board
from referee.web.parts.markup import Html, el
from referee.web.parts.shared_parts import rule_links

VIEW_BOX = re.compile(r'viewBox="[^"]*"')


def rules_page(visit: Visit, text: str) -> Page:
    """Search the rules of the game on the table; all of them where nothing is asked for."""
    book = visit.game.id
    found = search_rules(text, visit.lang, book) if text.strip() else tuple(rules_of(book).values())
    return Page(
        visit.say("web.page.rules"),
        el("h1", visit.say("web.page.rules"), class_="title"),
        el(
            "form",
            el("label", visit.say("web.search"), for_="q"),
            el(
                "div",
                el("input", id="q", name="q", value=text, type="search"),
                el("button", visit.say("web.find")),
                class_="row",
            ),
            method="get",
            action=f"{visit.root}rules",
            role="search",
        ),
        el("p", visit.say("web.found", n=len(found)), role="status"),
        seen_where(visit, found[0]) if text.strip() and found else None,
        el("ul", [el("li", *answer) for answer in answers(visit, text, found)], class_="rules"),
        board=sheet_of(visit),
    )


TOLD = 4
"""So many answers to what is asked say at once what the rule says; the others by its name alone."""


def answers(visit: Visit, text: str, found: tuple[Rule, ...]) -> Iterator[tuple[Html, Html | None]]:
    """Show each rule, with what it says where it is one of the first answers."""
    for n, rule in enumerate(found):
        said = in_prose(visit.game.id, rule.text(visit.lang), visit.lang)
        yield line(visit, rule), el("p", said) if text.strip() and n < TOLD else None


ROUND = 36.0
"""So much of the board is shown round the place a rule is about."""


def seen_where(visit: Visit, rule: Rule) -> Html | None:
    """Show the place on the board a rule is about, as it looks now; nothing where it is about none."""
    place = places(visit.game.id).get(rule.id.split("-")[1])
    if place is None or book_of(rule.id) != visit.game.id:
        return None
    picture, _ = board(visit, "table")
    x, y, width, height = place
    ring = rect("rect", x=x, y=y, width=width, height=height, rx=14, class_="about", fill="none")
    box = f'viewBox="{x - ROUND} {y - ROUND} {width + 2 * ROUND} {height + 2 * ROUND}"'
    shown = VIEW_BOX.sub(box, picture, count=1).removesuffix("</svg>") + ring + "</svg>"
    caption = el("figcaption", visit.say("web.seen_here", rule=rule.title.of(visit.lang)))
    return el("figure", Html(shown), caption, class_="board place")


def sheet_of(visit: Visit) -> str:
    """Give the address of the board's style sheet."""
    return board(visit, "table")[1]


def line(visit: Visit, rule: Rule) -> Html:
    """Show one rule in a list."""
    return el(
        "a",
        el("b", rule.title.of(visit.lang)),
        " ",
        el("small", rule.id, lang="en"),
        href=f"{visit.root}rule/{rule.id}",
    )


def rule_page(visit: Visit, rule_id: str) -> Page:
    """Show one rule."""
    rule = find_rule(rule_id)
    if rule is None:
        return rules_page(visit, rule_id)
    settling = [s for s in visit.game.ruleset.switches.values() if rule.id in s.rules]
    switches = [el("li", switch_now(visit, switch)) for switch in settling]
    return Page(
        rule.id,
        el("h1", rule.title.of(visit.lang), el("small", rule.id, lang="en"), class_="title"),
        el("blockquote", passages(visit, rule)),
        seen_where(visit, rule),
        el("ul", switches) if switches else None,
        el("p", visit.say("web.see_also"), " ", rule_links(visit, rule.see)) if rule.see else None,
        [example(visit, ruling) for ruling in rulings_on(rule.id)],
        el("p", el("a", visit.say("web.go_on"), href=visit.home, class_="button")),
        board=sheet_of(visit),
    )


def switch_now(visit: Visit, switch: Switch) -> list[Any]:
    """Say how this table plays what a switch settles, and what else could be agreed on."""
    value = getattr(visit.state.switches, switch.name)
    own = decision_words(visit.game.id, f"{switch.name}={value}", visit.lang)
    others = tuple(
        value_words(visit.game.id, switch.name, each, visit.lang) for each in switch.values if each != value
    )
    return [
        el("b", own),
        " ",
        visit.say("web.or_else", others=others),
    ]


def example(visit: Visit, ruling: Ruling) -> Html:
    """Show a ruling that exercises a rule."""
    return el(
        "details",
        el("summary", prose(visit, ruling.title)),
        el("p", prose(visit, ruling.question)),
        el("p", prose(visit, ruling.answer), class_="answer"),
        el("p", prose(visit, ruling.disagree), class_="confidence") if ruling.disagree else None,
        el("p", rule_links(visit, ruling.rules)),
        class_="ruling",
    )
