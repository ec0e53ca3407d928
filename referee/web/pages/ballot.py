"""Open disputes put to the vote, and how those before were decided."""

from typing import Any

from events.base import TABLE
from events.table import DisputeOpened
from referee.kernel.verdict import Refused
from referee.l10n.options import topic_words
from referee.service.disputes import Settled, act_of, disputes_of, ways_of
from referee.service.retelling import Story
from referee.web.cases import TOSS, case_of, decided, votes_on
from referee.web.html import Html, el
from referee.web.offers import words_of
from referee.web.parts import action, hidden, small_id
from referee.web.visit import Visit


def ballot(visit: Visit, one: Settled) -> Html:
    """Let the seats vote on an open dispute."""
    found = case_of(visit, None, None, one.opened)
    ways = () if isinstance(found, Refused) else ways_of(found.case)
    votes = votes_on(visit, one.opened.id)
    buttons = [choice(visit, each, votes) for each in (*ways, TOSS)]
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
