"""A dispute: what the sources say, whether it matters, how the seats vote, what is decided."""

from typing import Any

from events.envelope import encode
from referee.kernel.verdict import Refused
from referee.l10n.options import as_in_books, in_prose, topic_words
from referee.rulebooks.rulings import Ruling
from referee.rulebooks.search import search_rules, search_rulings
from referee.service.answers.base import words_of
from referee.service.disputes.find import LaidOpen
from referee.service.disputes.lay_open import (
    Case,
    Possibility,
    disputes_of,
)
from referee.service.timeline.retelling import Timeline
from referee.web.acts.disputes import case_of, changes_of, decided, referees_word
from referee.web.acts.visit import Page, Visit
from referee.web.pages.disputes.ballot import ballot, settled
from referee.web.pages.disputes.refused import citation, house_rules
from referee.web.parts.markup import Html, el
from referee.web.parts.shared_parts import action, hidden, rule_links

MOST_RULES = 6
MOST_ANSWERS, MOST_RULINGS = 3, 3
"""So many rules and rulings are shown at most: of a case, of what was asked."""


def dispute_page(visit: Visit, at: int | None, topic: str | None, question: str = "") -> Page:
    """Show what bears on a moment, and first what the book says to a question that was typed."""
    asked = case_of(visit, at, topic)
    found = case_of(visit, None, None) if isinstance(asked, Refused) else asked
    title = el("h1", visit.say("web.page.dispute"), class_="title")
    if isinstance(found, Refused):
        return Page(visit.say("web.page.dispute"), title, problem(visit, found), live=True)
    timeline, case = found.timeline, found.case
    waiting = [ballot(visit, one) for one in disputes_of(timeline) if one.ruling is None]
    what = el("small", about(visit, timeline, case))
    return Page(
        visit.say("web.page.dispute"),
        title if waiting else el("h1", visit.say("web.page.dispute"), what, class_="title"),
        problem(visit, asked) if isinstance(asked, Refused) else None,
        waiting,
        el("h2", visit.say("web.dispute_it"), el("br"), what) if waiting else None,
        asking(visit, case, at, topic, question),
        answered(visit, question) if question else None,
        settled(visit, timeline),
        sources(visit, case),
        el("section", el("h2", visit.say("web.does_it_matter")), ways(visit, found)),
        live=True,
    )


def sources(visit: Visit, case: Case) -> Html | None:
    """Say what the sources say of what bears on a moment; None where nothing does."""
    said = [citation(visit, rule, "h3") for rule in case.rules[:MOST_RULES]]
    house = house_rules(visit, (*case.rules, *(rule for one in case.possibilities for rule in one.rules)))
    if not (said or house):
        return None
    return el("section", el("h2", visit.say("web.sources_say")), said, house)


def problem(visit: Visit, refused: Refused) -> Html:
    """Say that what was asked about is not there."""
    return el("p", visit.say(refused.reason, **refused.args), role="alert", class_="alert")


def about(visit: Visit, timeline: Timeline, case: Case) -> str:
    """Say which act a dispute is about."""
    i = timeline.index(case.at)
    told = timeline.told[i]
    before = timeline.before(case.at) if i else None
    event = visit.secrets.seen(told.seq, told.event, visit.seat)
    if case.act is not None:
        before, event = timeline.after(case.at), case.act
        return f"{visit.say('web.refused')} · {words_of(before, event, visit.lang)}"
    return words_of(before, event, visit.lang)


def answered(visit: Visit, question: str) -> Html:
    """Show the rules and rulings that come nearest to a question, in the reader's language."""
    rules = search_rules(question, visit.lang, visit.game.id)[:MOST_ANSWERS]
    rulings = search_rulings(question, visit.lang, visit.game.id)[:MOST_RULINGS]
    return el(
        "section",
        el("h2", visit.say("web.book_says")),
        el("p", visit.say("web.book_silent")) if not (rules or rulings) else None,
        [citation(visit, rule.id, "h3") for rule in rules],
        [precedent(visit, ruling) for ruling in rulings],
        class_="answers",
    )


def precedent(visit: Visit, ruling: Ruling) -> Html:
    """Fold a ruling under its title: what was asked, and how it is answered."""
    title, question, answer = (
        in_prose(visit.game.id, text.of(visit.lang), visit.lang)
        for text in (ruling.title, ruling.question, ruling.answer)
    )
    return el(
        "details",
        el("summary", visit.say("web.ruled_so", title=title)),
        el("p", question),
        el("p", el("b", answer), " ", rule_links(visit, ruling.rules)),
        id=f"ruling-{ruling.name}",
    )


def asking(visit: Visit, case: Case, at: int | None, topic: str | None, question: str) -> Html:
    """Choose the topic, and put the question on record; where no entry was named, the topic finds it.

    A question is put about what the page shows. Where no topic was chosen, none is.
    """
    chosen = topic if topic in visit.game.topics else ""
    topics = [
        el("option", topic_words(visit.game.id, one, visit.lang), value=one, selected=one == chosen)
        for one in visit.game.topics
    ]
    shown = case.at if case.act is None else encode(case.act).decode()
    return el(
        "form",
        hidden(visit),
        el("input", type="hidden", name="at", value=at) if at and case.act is None else None,
        el("input", type="hidden", name="shown", value=shown),
        el(
            "p",
            el("label", visit.say("web.topic"), for_="topic"),
            el("select", el("option", visit.say("web.no_topic"), value=""), topics, id="topic", name="topic"),
        ),
        el(
            "p",
            el("label", visit.say("web.the_question"), for_="question"),
            el("input", id="question", name="question", value=question),
        ),
        el(
            "div",
            el("button", visit.say("web.look"), formmethod="get", formaction=f"{visit.root}dispute"),
            el("button", visit.say("web.ask")),
            class_="row",
        ),
        method="post",
        action=action(visit, "dispute"),
    )


def ways(visit: Visit, laid: LaidOpen) -> list[Any]:
    """List every way to rule, and what each would change."""
    note = el("p", visit.say("web.still_secret")) if laid.waits else None
    alone = el("p", visit.say("ruling.no_switch")) if laid.case.possibilities[0].effect is None else None
    shown = [el("li", way(visit, one, laid)) for one in laid.case.possibilities]
    return [note, alone, el("ul", shown, class_="ways")]


def stands_or_not(visit: Visit, one: Possibility, laid: LaidOpen) -> list[Any]:
    """Show whether the referee's word stands; where not, the game without what was done."""
    head = [el("b", decided(visit, one.decision))]
    if one.in_force:
        word = referees_word(visit, laid.case)
        return [*head, el("p", word) if word else None]
    if one.outcome is None:
        return head
    said = visit.say("web.without_it" if one.matters else "web.nothing_without_it")
    changes = changes_of(visit, one)
    return [*head, el("p", said), el("ul", [el("li", each) for each in changes]) if changes else None]


def way(visit: Visit, one: Possibility, laid: LaidOpen) -> list[Any]:
    """Show one way to rule."""
    if one.effect is None:
        return stands_or_not(visit, one, laid)
    head = [el("b", decided(visit, one.decision)), " ", said_by(visit, one)]
    if one.in_force:
        return [*head, el("p", visit.say("case.as_played"))]
    if laid.waits:
        return head
    if one.why is not None:
        why = visit.say(one.why.reason, **one.why.args)
        return [*head, el("p", visit.say("case.would_refuse", rules=" ".join(one.why.rules), why=why))]
    changes = changes_of(visit, one)
    allowed = el("p", visit.say("case.would_allow")) if one.allows else None
    if not changes:
        return [*head, allowed or el("p", visit.say("case.does_not_matter"))]
    return [*head, allowed, el("ul", [el("li", change) for change in changes])]


def said_by(visit: Visit, one: Possibility) -> Html:
    """Name the books that rule so."""
    return el("small", as_in_books(visit.game.id, one.editions, visit.lang))
