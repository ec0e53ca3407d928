"""A dispute: what the sources say, whether it matters, how the seats vote, what is decided."""

from typing import Any

import msgspec

from referee.kernel.game import Game
from referee.service.disputes import Case, Possibility, UnknownTopicError, disputes_of, lay_open
from referee.service.retelling import NoSuchEntryError, Story, fold, story_of
from referee.service.whatif import flat
from referee.web.html import Html, el
from referee.web.offers import words_of
from referee.web.pages.refused import citation
from referee.web.parts import action, hidden
from referee.web.seeing import face_down
from referee.web.visit import Page, Visit


def readable_story(visit: Visit) -> Story:
    """Read the game up to the first entry that still lies face down for the asker."""
    story = story_of(visit.hub.seated(visit.link.table).table.log)
    events = [(told.seq or 0, told.event) for told in story.told]
    hidden_seqs = [seq for seq, seat in face_down(visit.game.sealed, events).items() if seat != visit.seat]
    if not hidden_seqs:
        return story
    first = min(hidden_seqs)
    return Story(story.game, tuple(told for told in story.told if (told.seq or 0) < first))


def case_of(visit: Visit, at: int | None, topic: str | None) -> tuple[Story, Case] | None:
    """Lay a dispute open; None where there is no such entry or topic."""
    story = readable_story(visit)
    try:
        return story, lay_open(story, at or story.told[-1].seq or 1, topic or None)
    except (NoSuchEntryError, UnknownTopicError):
        return None


def dispute_page(visit: Visit, at: int | None, topic: str | None) -> Page:
    """Show what bears on a moment."""
    opened = case_of(visit, at, topic) or case_of(visit, None, None)
    if opened is None:
        return Page(visit.say("web.page.dispute"), el("h1", visit.say("web.page.dispute"), class_="title"))
    story, case = opened
    told = story.told[story.index(case.at)]
    before = story.before(case.at) if story.index(case.at) else None
    return Page(
        visit.say("web.page.dispute"),
        el(
            "h1",
            visit.say("web.page.dispute"),
            el("small", visit.say("web.entry", n=case.at), " · ", words_of(before, told.event, visit.lang)),
            class_="title",
        ),
        asking(visit, case),
        [ballot(visit, one, case) for one in open_disputes(story)],
        el(
            "section",
            el("h2", visit.say("web.sources_say")),
            [citation(visit, rule, "h3") for rule in case.rules[:6]],
        ),
        el("section", el("h2", visit.say("web.does_it_matter")), ways(visit, story, case)),
        settled(visit, story),
    )


def asking(visit: Visit, case: Case) -> Html:
    """Choose the topic, and put the question on record."""
    topics = [el("option", topic, value=topic, selected=topic == case.topic) for topic in visit.game.topics]
    return el(
        "form",
        hidden(visit),
        el("input", type="hidden", name="at", value=case.at),
        el(
            "p",
            el("label", visit.say("web.topic"), for_="topic"),
            el("select", topics, id="topic", name="topic", lang="en"),
        ),
        el(
            "p",
            el("label", visit.say("web.the_question"), for_="question"),
            el("input", id="question", name="question"),
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


def ways(visit: Visit, story: Story, case: Case) -> Html:
    """List every way to rule, and what each would change."""
    if not case.possibilities:
        return el("p", visit.say("web.no_switch"))
    return el("ul", [el("li", way(visit, story, one)) for one in case.possibilities], class_="ways")


def way(visit: Visit, story: Story, one: Possibility) -> list[Any]:
    """Show one way to rule."""
    editions = ", ".join(one.editions) or visit.say("case.no_edition")
    head = [el("b", one.decision, lang="en"), " ", el("small", visit.say("case.editions", editions=editions))]
    if one.in_force:
        return [*head, el("p", visit.say("case.as_played"))]
    changes = seen_differences(visit, story, one)
    if not changes:
        return [*head, el("p", visit.say("case.does_not_matter"))]
    return [*head, el("ul", [el("li", el("span", change, lang="en")) for change in changes])]


def seen_differences(visit: Visit, story: Story, one: Possibility) -> list[str]:
    """Compare the positions as the asker may see them."""
    outcome = one.outcome
    if outcome is None:
        return []
    state = None
    for told in story.told:
        if told.seq == outcome.stuck:
            break
        state = fold(story.game, state, told)
    was, would = shown(story.game, state, visit.seat), shown(story.game, outcome.state, visit.seat)
    changed = [
        f"{fact}: {plain(was.get(fact))} → {plain(would.get(fact))}"
        for fact in {**was, **would}
        if was.get(fact) != would.get(fact)
    ]
    return changed + ([visit.say("web.could_not", n=outcome.stuck)] if outcome.stuck else [])


def shown(game: Game, state: Any, seat: str | None) -> dict[str, Any]:
    """Spread the facts out that an asker may see."""
    return flat(msgspec.to_builtins(game.position(state, seat)))


def plain(value: Any) -> str:
    """Write a fact's value."""
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def open_disputes(story: Story) -> list[Any]:
    """List the disputes not settled yet."""
    return [one for one in disputes_of(story) if one.ruling is None]


def ballot(visit: Visit, one: Any, case: Case) -> Html:
    """Let the seats vote on an open dispute."""
    found = case_of(visit, one.opened.at, one.opened.topic or None)
    own = found[1] if found else case
    votes = votes_on(visit, one.opened.id)
    choices = [p.decision for p in own.possibilities] or ["stands", "does_not_stand"]
    buttons = [
        el(
            "button",
            choice,
            " ",
            el("small", ", ".join(visit.seat_name(s) for s, v in votes.items() if v == choice)),
            name="decision",
            value=choice,
        )
        for choice in choices
    ]
    return el(
        "section",
        el("h2", visit.say("web.vote_on", dispute=one.opened.id, seat=one.opened.by)),
        el("p", one.opened.question) if one.opened.question else None,
        el(
            "form",
            hidden(visit),
            el("input", type="hidden", name="dispute", value=one.opened.id),
            el("div", buttons, class_="row"),
            method="post",
            action=action(visit, "vote"),
        ),
        class_="question",
    )


def votes_on(visit: Visit, dispute: str) -> dict[str, str]:
    """Read the votes so far, by seat."""
    body = visit.hub.links.noted(visit.link.table, f"votes {dispute}")
    return msgspec.json.decode(body, type=dict[str, str]) if body else {}


def settled(visit: Visit, story: Story) -> Html | None:
    """List what was decided before."""
    done = [one for one in disputes_of(story) if one.ruling is not None]
    if not done:
        return None
    items = [
        el("li", f"{one.opened.id}: ", one.opened.question, " ", el("b", one.ruling.decision)) for one in done
    ]
    return el("section", el("h2", visit.say("web.decided")), el("ul", items))
