"""A refusal: what is not possible, why, where that is written, what now; and the way round it."""

import re
from collections.abc import Iterable, Iterator

from events.base import Event
from referee.kernel.verdict import Refused
from referee.l10n.options import decision_words
from referee.rulebooks import Document, Rule, book_of, documents_of, find_rule
from referee.service.disputes import house_rules_on
from referee.service.house import may_be_set, other_values
from referee.web.choices import action_groups
from referee.web.html import Html, el
from referee.web.offers import words_of
from referee.web.parts import action, hidden, rule_links, small_id, status_line
from referee.web.visit import Page, Visit

NATIVE = re.compile(r".*[\u0370-\u1fff\u2e80-\uffef]\S*")
"""What of a document's name is written in another script than the English that explains it."""


def refused_page(visit: Visit, refused: Refused, event: Event | None = None, line: str = "") -> Page:
    """Say no so that a table can go on."""
    what = words_of(visit.state, event, visit.lang) if event is not None else line
    return Page(
        visit.say("web.refused"),
        el("h1", visit.say("web.refused"), class_="title"),
        el(
            "section",
            el("p", el("s", what)) if what else None,
            el("p", visit.say(refused.reason, **refused.args), class_="why"),
            class_="refusal",
            role="alert",
        ),
        [citation(visit, rule) for rule in refused.rules],
        house_rules(visit, refused.rules),
        el(
            "section",
            el("h2", visit.say("web.what_now")),
            el("p", status_line(visit)),
            action_groups(visit, [visit.seat] if visit.seat else []),
            el("p", el("a", visit.say("web.go_on"), href=visit.home, class_="button")),
            class_="now",
        ),
        anyway(visit, refused, event),
        status=422,
    )


def citation(visit: Visit, rule_id: str, heading: str = "h2") -> Html | None:
    """Quote a rule with its sources, each document once, and how sure it is."""
    rule = find_rule(rule_id)
    if rule is None:
        return None
    return el(
        "blockquote",
        el(heading, rule_links(visit, [rule_id]), " ", rule.title.of(visit.lang)),
        el("p", rule.text(visit.lang)),
        el("ul", [el("li", each) for each in places(rule)], class_="source"),
        el("p", el("span", visit.say(f"web.confidence_{rule.confidence}"), class_="confidence")),
    )


def places(rule: Rule) -> Iterator[list[Html]]:
    """Name the documents a rule stands in, each with where in it, in the document's language."""
    book = documents_of(book_of(rule.id))
    found: dict[str, list[str]] = {}
    for source in rule.sources:
        key, _, where = source.partition(" ")
        section, _, number = where.partition("-")
        place = " ".join(part for part in (book[key].sections.get(section, section), number) if part)
        found.setdefault(key, []).append(place)
    for key, where in found.items():
        document = book[key]
        listed = ", ".join(place for place in where if place)
        yield [
            el("cite", title(document), lang="en"),
            Html(" "),
            el("span", listed, lang=document.lang),
        ]


def title(document: Document) -> list[Html | str]:
    """Name a document in English, and what of its name is in another script in its own language."""
    written = NATIVE.match(document.title)
    if written is None:
        return [document.title]
    return [el("span", written[0], lang=document.lang), document.title[written.end() :]]


def house_rules(visit: Visit, rules: Iterable[str]) -> Html | None:
    """Say which house rules of the table bear on what some rules decide."""
    bearing = house_rules_on(visit.game, visit.state, rules)
    switches = tuple(decision_words(visit.game.id, each, visit.lang) for each in bearing)
    return el("p", visit.say("case.house_rules", switches=switches)) if switches else None


def anyway(visit: Visit, refused: Refused, event: Event | None = None) -> Html | None:
    """Offer to play it anyway: as a house rule where a switch decides, else as a correction.

    Nothing is offered where neither would help: nobody can set by hand that a house rule holds.
    """
    buttons = [
        el(
            "button",
            visit.say("web.house", rule=decision_words(visit.game.id, setting, visit.lang)),
            " ",
            small_id(setting),
            name="rule",
            value=setting,
        )
        for option, value in other_values(visit.game, visit.state, refused, event)
        for setting in (f"{option}={value}",)
    ]
    by_hand = may_be_set(refused, event)
    if not buttons and not by_hand:
        return None
    house = el(
        "form", hidden(visit), el("div", buttons, class_="row"), method="post", action=action(visit, "house")
    )
    whose = f"?as={visit.seat}" if visit.link.seat is None and visit.seat else ""
    return el(
        "section",
        el("h2", visit.say("web.anyway")),
        el("p", visit.say("web.anyway_how")),
        house if buttons else None,
        el("p", el("a", visit.say("web.set_by_hand"), href=f"{visit.root}correct{whose}", class_="button"))
        if by_hand
        else None,
        el("p", el("a", visit.say("web.dispute_it"), href=f"{visit.root}dispute", class_="button")),
        class_="anyway",
    )


def stale_page(visit: Visit) -> Page:
    """Say that the game has gone on since the page was made, over what is possible now."""
    from referee.web.pages import home_page

    fresh = home_page(visit)
    notice = el("p", visit.say("web.stale"), role="alert", class_="alert")
    return Page(fresh.title, notice, *fresh.main, live=True, status=409, board=fresh.board)
