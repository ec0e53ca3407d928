"""A dispute: what the sources say, whether it matters, how the seats vote, what is decided."""

from typing import Any

from events.envelope import encode
from referee.kernel.verdict import Refused
from referee.l10n.catalogs import topic_words
from referee.l10n.options import as_in_books, describe_event, in_prose
from referee.rulebooks.rulings import Ruling
from referee.rulebooks.search import search_rules, search_rulings
from referee.service.disputes.find import LaidOpen
from referee.service.disputes.lay_open import (
    Case,
    Possibility,
    disputes_of,
)
from referee.service.logs.effective import EffectiveLog
from referee.web.acts.disputes import case_of, changes_of, decided, referees_word
from referee.web.acts.request_context import Page, RequestContext
from referee.web.pages.disputes.ballot import ballot, settled
from referee.web.pages.disputes.refused import citation, house_rules
from referee.web.parts.markup import Html, el
from referee.web.parts.shared_parts import action, hidden, rule_links

MOST_RULES = 6
MOST_ANSWERS, MOST_RULINGS = 3, 3
"""So many rules and rulings are shown at most: of a case, of what was asked."""


def dispute_page(context: RequestContext, at: int | None, topic: str | None, question: str = "") -> Page:
    """Show what bears on a moment, and first what the book says to a question that was typed."""
    asked = case_of(context, at, topic)
    found = case_of(context, None, None) if isinstance(asked, Refused) else asked
    title = el("h1", context.say("web.page.dispute"), class_="title")
    if isinstance(found, Refused):
        return Page(context.say("web.page.dispute"), title, problem(context, found), live=True)
    timeline, case = found.timeline, found.case
    waiting = [ballot(context, one) for one in disputes_of(timeline) if one.ruling is None]
    what = el("small", about(context, timeline, case))
    return Page(
        context.say("web.page.dispute"),
        title if waiting else el("h1", context.say("web.page.dispute"), what, class_="title"),
        problem(context, asked) if isinstance(asked, Refused) else None,
        waiting,
        el("h2", context.say("web.dispute_it"), el("br"), what) if waiting else None,
        asking(context, case, at, topic, question),
        answered(context, question) if question else None,
        settled(context, timeline),
        sources(context, case),
        el("section", el("h2", context.say("web.does_it_matter")), ways(context, found)),
        live=True,
    )


def sources(context: RequestContext, case: Case) -> Html | None:
    """Say what the sources say of what bears on a moment; None where nothing does."""
    said = [citation(context, rule, "h3") for rule in case.rules[:MOST_RULES]]
    house = house_rules(context, (*case.rules, *(rule for one in case.possibilities for rule in one.rules)))
    if not (said or house):
        return None
    return el("section", el("h2", context.say("web.sources_say")), said, house)


def problem(context: RequestContext, refused: Refused) -> Html:
    """Say that what was asked about is not there."""
    return el("p", context.say(refused.reason, **refused.args), role="alert", class_="alert")


def about(context: RequestContext, timeline: EffectiveLog, case: Case) -> str:
    """Say which act a dispute is about."""
    i = timeline.index(case.at)
    told = timeline.actions[i]
    before = timeline.before(case.at) if i else None
    event = context.secrets.redact(told.seq, told.event, context.seat)
    if case.act is not None:
        before, event = timeline.after(case.at), case.act
        return f"{context.say('web.refused')} · {describe_event(before, event, context.lang)}"
    return describe_event(before, event, context.lang)


def answered(context: RequestContext, question: str) -> Html:
    """Show the rules and rulings that come nearest to a question, in the reader's language."""
    rules = search_rules(question, context.lang, context.game.id)[:MOST_ANSWERS]
    rulings = search_rulings(question, context.lang, context.game.id)[:MOST_RULINGS]
    return el(
        "section",
        el("h2", context.say("web.book_says")),
        el("p", context.say("web.book_silent")) if not (rules or rulings) else None,
        [citation(context, rule.id, "h3") for rule in rules],
        [precedent(context, ruling) for ruling in rulings],
        class_="answers",
    )


def precedent(context: RequestContext, ruling: Ruling) -> Html:
    """Fold a ruling under its title: what was asked, and how it is answered."""
    title, question, answer = (
        in_prose(context.game.id, text.of(context.lang), context.lang)
        for text in (ruling.title, ruling.question, ruling.answer)
    )
    return el(
        "details",
        el("summary", context.say("web.ruled_so", title=title)),
        el("p", question),
        el("p", el("b", answer), " ", rule_links(context, ruling.rules)),
        id=f"ruling-{ruling.name}",
    )


def asking(context: RequestContext, case: Case, at: int | None, topic: str | None, question: str) -> Html:
    """Choose the topic, and put the question on record; where no entry was named, the topic finds it.

    A question is put about what the page shows. Where no topic was chosen, none is.
    """
    chosen = topic if topic in context.game.topics else ""
    topics = [
        el("option", topic_words(context.game.id, one, context.lang), value=one, selected=one == chosen)
        for one in context.game.topics
    ]
    shown = case.at if case.act is None else encode(case.act).decode()
    return el(
        "form",
        hidden(context),
        el("input", type="hidden", name="at", value=at) if at and case.act is None else None,
        el("input", type="hidden", name="shown", value=shown),
        el(
            "p",
            el("label", context.say("web.topic"), for_="topic"),
            el(
                "select",
                el("option", context.say("web.no_topic"), value=""),
                topics,
                id="topic",
                name="topic",
            ),
        ),
        el(
            "p",
            el("label", context.say("web.the_question"), for_="question"),
            el("input", id="question", name="question", value=question),
        ),
        el(
            "div",
            el("button", context.say("web.look"), formmethod="get", formaction=f"{context.root}dispute"),
            el("button", context.say("web.ask")),
            class_="row",
        ),
        method="post",
        action=action(context, "dispute"),
    )


def ways(context: RequestContext, laid: LaidOpen) -> list[Any]:
    """List every way to rule, and what each would change."""
    note = el("p", context.say("web.still_secret")) if laid.waits else None
    alone = el("p", context.say("ruling.no_switch")) if laid.case.possibilities[0].effect is None else None
    shown = [el("li", way(context, one, laid)) for one in laid.case.possibilities]
    return [note, alone, el("ul", shown, class_="ways")]


def stands_or_not(context: RequestContext, one: Possibility, laid: LaidOpen) -> list[Any]:
    """Show whether the referee's word stands; where not, the game without what was done."""
    head = [el("b", decided(context, one.decision))]
    if one.in_force:
        word = referees_word(context, laid.case)
        return [*head, el("p", word) if word else None]
    if one.outcome is None:
        return head
    said = context.say("web.without_it" if one.matters else "web.nothing_without_it")
    changes = changes_of(context, one)
    return [*head, el("p", said), el("ul", [el("li", each) for each in changes]) if changes else None]


def way(context: RequestContext, one: Possibility, laid: LaidOpen) -> list[Any]:
    """Show one way to rule."""
    if one.effect is None:
        return stands_or_not(context, one, laid)
    head = [el("b", decided(context, one.decision)), " ", said_by(context, one)]
    if one.in_force:
        return [*head, el("p", context.say("case.as_played"))]
    if laid.waits:
        return head
    if one.why is not None:
        why = context.say(one.why.reason, **one.why.args)
        return [*head, el("p", context.say("case.would_refuse", rules=" ".join(one.why.rules), why=why))]
    changes = changes_of(context, one)
    allowed = el("p", context.say("case.would_allow")) if one.allows else None
    if not changes:
        return [*head, allowed or el("p", context.say("case.does_not_matter"))]
    return [*head, allowed, el("ul", [el("li", change) for change in changes])]


def said_by(context: RequestContext, one: Possibility) -> Html:
    """Name the books that rule so."""
    return el("small", as_in_books(context.game.id, one.editions, context.lang))
