"""A dispute: what the sources say, whether it matters, how the seats vote, what is decided."""

from typing import Any, NamedTuple

import msgspec

from events.base import TABLE, Event
from events.table import DisputeOpened
from referee.kernel.verdict import Refused
from referee.l10n.options import decision_words, edition_words, topic_words
from referee.service.disputes import (
    Case,
    Possibility,
    Settled,
    UnknownTopicError,
    act_of,
    disputes_of,
    in_force_at,
    last_act,
    last_word,
    lay_open,
)
from referee.service.refusals import bears_on, last_refused
from referee.service.retelling import NoSuchEntryError, Story, story_of
from referee.service.secrecy import story_known
from referee.web.facts import fact_name
from referee.web.html import Html, el
from referee.web.offers import words_of
from referee.web.pages.refused import citation
from referee.web.parts import action, hidden, small_id, thing
from referee.web.visit import Page, Visit

STANDS = ("stands", "does_not_stand")
"""What may be decided of an act that no switch bears on."""

TOSS = "toss"
"""The vote that leaves it to a coin."""

MOST_RULES = 6


class Laid(NamedTuple):
    """A dispute laid open; where it `waits`, what the rulings lead to is not told before cards are shown."""

    story: Story
    case: Case
    waits: bool


def case_of(
    visit: Visit, at: int | None, topic: str | None, opened: DisputeOpened | None = None
) -> Laid | Refused:
    """Lay a dispute open as the asker may see it: one asked, an entry, else the last refusal or act."""
    story = story_of(visit.log)
    secrets = visit.secrets
    act = last_refusal(visit, topic) if at is None else None
    if opened is not None:
        at, act = in_force_at(story, opened.at), act_of(visit.game, opened)
        topic = opened.topic if opened.topic in visit.game.topics else None
    seq = at or (last_act(story) if act is None else last_word(story))
    try:
        told = story.told[story.index(seq)]
        waits = act is None and secrets.waits(told.seq or 0, told.event, visit.seat)
        seen = story_known(story, secrets, visit.seat)
        return Laid(seen, lay_open(seen, seq, topic or None, act, visit.seat, waits=waits), waits)
    except NoSuchEntryError:
        args = {"to": seq, "last": visit.moment.revision}
        return Refused("table.no_such_entry", ("TAB-BACK-01",), args)
    except UnknownTopicError as error:
        return Refused("case.unknown_topic", (), {"topic": error.args[0], "known": error.args[1]})


def last_refusal(visit: Visit, topic: str | None) -> Event | None:
    """Find what was refused last, on whichever device, as far as the asker may know of it."""
    seated = visit.hub.seated(visit.link.table)
    with seated.lock:
        last = last_refused(seated.table, visit.seat)
        return last.event if last is not None and bears_on(seated.table, last.event, topic) else None


def dispute_page(visit: Visit, at: int | None, topic: str | None) -> Page:
    """Show what bears on a moment."""
    asked = case_of(visit, at, topic)
    found = case_of(visit, None, None) if isinstance(asked, Refused) else asked
    title = el("h1", visit.say("web.page.dispute"), class_="title")
    if isinstance(found, Refused):
        return Page(visit.say("web.page.dispute"), title, problem(visit, found))
    story, case, _ = found
    return Page(
        visit.say("web.page.dispute"),
        el("h1", visit.say("web.page.dispute"), el("small", about(visit, story, case)), class_="title"),
        problem(visit, asked) if isinstance(asked, Refused) else None,
        asking(visit, case),
        [ballot(visit, one) for one in disputes_of(story) if one.ruling is None],
        el(
            "section",
            el("h2", visit.say("web.sources_say")),
            [citation(visit, rule, "h3") for rule in case.rules[:MOST_RULES]],
        ),
        el("section", el("h2", visit.say("web.does_it_matter")), ways(visit, found)),
        settled(visit, story),
    )


def problem(visit: Visit, refused: Refused) -> Html:
    """Say that what was asked about is not there."""
    return el("p", visit.say(refused.reason, **refused.args), role="alert", class_="alert")


def about(visit: Visit, story: Story, case: Case) -> str:
    """Say which act a dispute is about."""
    i = story.index(case.at)
    told = story.told[i]
    before = story.before(case.at) if i else None
    event = visit.secrets.seen(told.seq, told.event, visit.seat)
    if case.act is not None:
        before, event = story.after(case.at), case.act
        return f"{visit.say('web.refused')} · {words_of(before, event, visit.lang)}"
    return f"{visit.say('web.entry', n=case.at)} · {words_of(before, event, visit.lang)}"


def asking(visit: Visit, case: Case) -> Html:
    """Choose the topic, and put the question on record."""
    topics = [
        el("option", topic_words(visit.game.id, topic, visit.lang), value=topic, selected=topic == case.topic)
        for topic in visit.game.topics
    ]
    return el(
        "form",
        hidden(visit),
        el("input", type="hidden", name="at", value=case.at) if case.act is None else None,
        el(
            "p",
            el("label", visit.say("web.topic"), for_="topic"),
            el("select", topics, id="topic", name="topic"),
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


def ways(visit: Visit, laid: Laid) -> list[Any]:
    """List every way to rule, and what each would change."""
    if not laid.case.possibilities:
        return [el("p", visit.say("web.no_switch"))]
    note = el("p", visit.say("web.still_secret")) if laid.waits else None
    shown = [el("li", way(visit, one, waits=laid.waits)) for one in laid.case.possibilities]
    return [note, el("ul", shown, class_="ways")]


def way(visit: Visit, one: Possibility, *, waits: bool) -> list[Any]:
    """Show one way to rule."""
    head = [el("b", decided(visit, one.decision)), " ", small_id(one.decision), " ", said_by(visit, one)]
    if one.in_force:
        return [*head, el("p", visit.say("case.as_played"))]
    if waits:
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
    """Name the editions that rule so."""
    editions = [edition_words(visit.game.id, each, visit.lang) for each in one.editions]
    named = tuple(editions) or (visit.say("case.no_edition"),)
    return el("small", visit.say("case.editions", editions=named))


def changes_of(visit: Visit, one: Possibility) -> list[str]:
    """Say what a ruling would change: facts, who wins, where it could not have gone on."""
    outcome = one.outcome
    if outcome is None:
        return []
    game = visit.game.id
    changes = [
        f"{fact_name(visit, each.fact)}: {plain(visit, each.was)} → {plain(visit, each.would_be)}"
        for each in outcome.differences
    ]
    for line in outcome.scores:
        what = visit.say(f"{game}.{line.item}", **line.args)
        scored = {"who": visit.seat_name(line.seat), "what": what, "was": line.was, "would": line.would_be}
        changes.append(visit.say("case.scored", **scored))
    was, would = outcome.winners_before, outcome.winners_after
    if would is not None and was != would:
        changes.append(visit.say("case.other_winners", was=was or ("–",), would=would))
    if outcome.stuck:
        changes += [visit.say("web.could_not", n=outcome.stuck), visit.say("case.what_stands")]
    return changes


def plain(visit: Visit, value: Any) -> str:
    """Write a fact's value."""
    if value is None:
        return "–"
    if isinstance(value, str):
        return visit.state.names.get(value) or thing(value, visit.lang, visit.game.id)
    return msgspec.json.encode(value).decode()


def decided(visit: Visit, decision: str) -> str:
    """Say a decision in words."""
    if decision in {*STANDS, TOSS}:
        return visit.say(f"web.decision.{decision}")
    return decision_words(visit.game.id, decision, visit.lang)


def ballot(visit: Visit, one: Settled) -> Html:
    """Let the seats vote on an open dispute."""
    found = case_of(visit, None, None, one.opened)
    possible = () if isinstance(found, Refused) else found.case.possibilities
    votes = votes_on(visit, one.opened.id)
    buttons = [choice(visit, each, votes) for each in (*([p.decision for p in possible] or STANDS), TOSS)]
    by = visit.say("web.vote_on", dispute=one.opened.id, seat=one.opened.by)
    return el(
        "section",
        el("h2", by),
        el("p", visit.say("web.entry", n=one.opened.at), " · ", topic(visit, one.opened.topic)),
        in_question(visit, one.opened),
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


def in_question(visit: Visit, opened: DisputeOpened) -> Html | None:
    """Name the act a dispute is about where it stands in no log."""
    act = act_of(visit.game, opened)
    if act is None:
        return None
    return el("p", visit.say("case.in_question", what=words_of(visit.state, act, visit.lang)))


def choice(visit: Visit, decision: str, votes: dict[str, str]) -> Html:
    """Make a vote a button, with who voted so."""
    voters = tuple(seat for seat, voted in votes.items() if voted == decision)
    shown = el("small", visit.say("web.voted", seats=voters)) if voters else None
    own = visit.seat is not None and votes.get(visit.seat) == decision
    return el(
        "button",
        decided(visit, decision),
        " ",
        shown,
        name="decision",
        value=decision,
        aria_pressed="true" if own else None,
    )


def topic(visit: Visit, id: str) -> str:
    """Name a topic; a dash where a dispute has none."""
    return topic_words(visit.game.id, id, visit.lang) if id else "–"


def votes_on(visit: Visit, dispute: str) -> dict[str, str]:
    """Read the votes so far, by seat."""
    body = visit.hub.links.noted(visit.link.table, f"votes {dispute}")
    return msgspec.json.decode(body, type=dict[str, str]) if body else {}


def settled(visit: Visit, story: Story) -> Html | None:
    """List what was decided before."""
    done = [one for one in disputes_of(story) if one.ruling is not None]
    if not done:
        return None
    return el(
        "section", el("h2", visit.say("web.decided")), el("ul", [el("li", ruled(visit, one)) for one in done])
    )


def ruled(visit: Visit, one: Settled) -> list[Any]:
    """Show how one dispute was decided."""
    ruling: Any = one.ruling
    asker = visit.seat_name(None if one.opened.by == TABLE else one.opened.by)
    decision, _, note = ruling.decision.partition(" (")
    about = (one.opened.id, visit.say("web.entry", n=one.opened.at), topic(visit, one.opened.topic), asker)
    return [
        " · ".join(about),
        in_question(visit, one.opened),
        el("p", one.opened.question) if one.opened.question else None,
        el("p", el("b", decided(visit, decision)), f" ({note}" if note else "", " ", small_id(decision)),
    ]
