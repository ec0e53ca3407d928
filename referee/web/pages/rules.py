"""The rulebook: search, and a rule with its sources and the rulings that show it."""

from typing import Any

from referee.kernel.switches import Switch
from referee.l10n.options import decision_words, value_words
from referee.rulebooks import Rule, find_rule, rules_of, search_rules
from referee.rulebooks.rulings import Ruling, rulings_on
from referee.web.acts.visit import Page, Visit
from referee.web.pages.refused import citation
from referee.web.parts.markup import Html, el
from referee.web.parts.shared_parts import rule_links, small_id


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
        el("ul", [el("li", line(visit, rule)) for rule in found], class_="rules"),
    )


def line(visit: Visit, rule: Rule) -> Html:
    """Show one rule in a list."""
    return el(
        "a", el("b", rule.id, lang="en"), " ", rule.title.of(visit.lang), href=f"{visit.root}rule/{rule.id}"
    )


def rule_page(visit: Visit, rule_id: str) -> Page:
    """Show one rule."""
    rule = find_rule(rule_id)
    if rule is None:
        return rules_page(visit, rule_id)
    settling = [s for s in visit.game.charter.switches.values() if rule.id in s.rules]
    switches = [el("li", switch_now(visit, switch)) for switch in settling]
    return Page(
        rule.id,
        el("h1", rule.id, el("small", rule.title.of(visit.lang)), class_="title"),
        citation(visit, rule.id),
        el("ul", switches) if switches else None,
        el("p", visit.say("web.see_also"), " ", [[each, " "] for each in rule_links(visit, rule.see)])
        if rule.see
        else None,
        [example(visit, ruling) for ruling in rulings_on(rule.id)],
        el("p", el("a", visit.say("web.go_on"), href=visit.home, class_="button")),
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
        small_id(f"{switch.name}={value}"),
        " ",
        visit.say("web.or_else", others=others),
    ]


def example(visit: Visit, ruling: Ruling) -> Html:
    """Show a ruling that exercises a rule."""
    lang = visit.lang
    return el(
        "details",
        el("summary", ruling.title.of(lang)),
        el("p", ruling.question.of(lang)),
        el("p", ruling.answer.of(lang), class_="answer"),
        el("p", ruling.disagree.of(lang), class_="confidence") if ruling.disagree else None,
        el("p", [[each, " "] for each in rule_links(visit, ruling.rules)]),
        class_="ruling",
    )
