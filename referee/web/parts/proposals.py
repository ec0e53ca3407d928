"""What the table is asked: by whom, about what, how the board would stand, and the answers."""

from collections.abc import Iterator
from typing import Any

from events.base import TABLE, Event
from events.table import ChangeProposed, Corrected, ProposalAnswered, TakenBack
from referee.draw.svg import renamed
from referee.kernel.shared import TALK
from referee.kernel.table import Proposal, still_asked
from referee.kernel.verdict import Accepted
from referee.l10n.saying import with_screen
from referee.service.answers.base import words_of
from referee.service.commands.changes.unseen import shown_since
from referee.service.commands.consent import Said, changes_of, open_answers
from referee.service.timeline.retelling import NoSuchEntryError
from referee.service.wording.in_full import objects_to
from referee.service.wording.proposed import facts_proposed, proposed_words
from referee.web.acts.actor_of_link import actor_of
from referee.web.acts.visit import Visit
from referee.web.parts.board import board
from referee.web.parts.markup import NOTHING, Html, el, join
from referee.web.parts.shared_parts import action, hidden

LATEST = 8
"""So many entries are looked through for the last objection."""


def question(visit: Visit) -> Html:
    """Show what the table is asked, with the answers; and who objected to what was asked before."""
    asked_now = [asked(visit, proposal, changes) for proposal, changes in visit.proposals]
    return join([objection(visit), *asked_now, disputed(visit)])


def disputed(visit: Visit) -> Html:
    """Say which disputes wait for a vote, and where it is cast."""
    waiting = visit.state.open_disputes
    if not waiting:
        return NOTHING
    return el(
        "section",
        el("h2", visit.say("ruling.waits")),
        el("p", el("a", visit.say("ruling.to_vote"), href=f"{visit.root}dispute", class_="button")),
        class_="question",
    )


def objection(visit: Visit) -> Html:
    """Say who objected to what was asked last, until the game goes on."""
    for seen in reversed(visit.entries[-LATEST:]):
        event = seen.event
        if isinstance(event, ProposalAnswered) and not event.agrees:
            return el("p", objected(visit, event), class_="objected", role="alert")
        if not isinstance(event, TALK) or isinstance(event, ChangeProposed):
            break
    return NOTHING


def objected(visit: Visit, answer: ProposalAnswered) -> str:
    """Say who objected, and to what."""
    for seen in reversed(visit.entries):
        event = seen.event
        if isinstance(event, ChangeProposed) and event.id == answer.proposal:
            what = words_asked(visit, changes_of(visit.game.id, event))
            said = "web.withdrew" if event.by == answer.by else objects_to(event)
            return say_asked(visit, said, answer.by, what.rstrip(".。"))
    return words_of(visit.state, answer, visit.lang)


def asked(visit: Visit, proposal: Proposal, changes: tuple[Event, ...]) -> Html:
    """Show one thing the table is asked."""
    asked_of = still_asked(visit.state, proposal)
    waiting = tuple(seat for seat in visit.state.seats if seat in asked_of)
    buttons = [reply_button(visit, reply, text) for reply, text in replies(visit, proposal)]
    agreed, facts = proposal.seats_agreed, facts_proposed(visit.state, changes, visit.lang)
    said = "web.ends_that" if proposal.lapses else "web.asks_that" if facts is None else "web.says_facts"
    what = words_asked(visit, changes) if facts is None else facts.rstrip(".。")
    return el(
        "section",
        el("h2", say_asked(visit, said, proposal.agreed[0], what)),
        unseen(visit, changes[0]),
        el(
            "form",
            hidden(visit),
            el("input", type="hidden", name="proposal", value=proposal.id),
            el("div", buttons, class_="row"),
            el("p", el("small", visit.say("web.set_here_how"))) if sets_here(visit) and buttons else None,
            method="post",
            action=action(visit, "answer"),
        ),
        el(
            "p",
            [visit.say("web.agreed_so_far", seats=agreed), " "] if agreed else None,
            visit.say("web.asked_still", seats=waiting),
        ),
        as_it_would_stand(visit, proposal, changes),
        class_="question",
        role="status",
    )


def replies(visit: Visit, proposal: Proposal) -> list[tuple[Said, str]]:
    """List what this link may answer, each with its words."""
    agree, objects = "web.agree", "web.object"
    if proposal.lapses:
        agree, objects = "web.nothing_more", "web.something_more"
    words = {"agree": agree, "object": objects, "withdraw": "web.withdraw"}
    if actor_of(visit).is_tables(visit.state):
        is_own = proposal.agreed[0] == TABLE
        words = {"agree": "web.all_agree", "withdraw": "web.withdraw" if is_own else objects}
    return [(said, words[said]) for said in open_answers(visit.state, actor_of(visit), proposal)]


def reply_button(visit: Visit, reply: Said, text: str) -> Html:
    """Make an answer a button; one that speaks for those who have phones of their own is tapped twice."""
    said = visit.say(text)
    if reply != "agree" or not sets_here(visit):
        return el("button", said, name="reply", value=reply, class_="main" if reply == "agree" else None)
    sure = el("button", visit.say("web.all_say_yes"), name="reply", value=reply, class_="offer sure main")
    return el("details", el("summary", said, class_="offer"), sure, class_="twice", id="all-agree")


def sets_here(visit: Visit) -> bool:
    """Whether the viewer speaks at a screen for people who have phones of their own."""
    return bool(actor_of(visit).asks_of(visit.state))


def say_asked(visit: Visit, message_id: str, seat: str, what: str) -> str:
    """Say what a seat asks or answers, or what somebody does so at the screen."""
    return visit.say(message_id, seat=seat, what=what, names=with_screen(visit.state.names, visit.lang))


def words_asked(visit: Visit, changes: tuple[Event, ...]) -> str:
    """Say what is proposed, as the viewer may read it."""
    return proposed_words(visit.log_index, visit.state, changes, visit.lang, visit.seat)


def unseen(visit: Visit, event: Event) -> Html | None:
    """Warn of what no taking back can make unseen."""
    if not isinstance(event, TakenBack):
        return None
    shown = shown_since(visit.log_index, event.to, visit.seat)
    what = tuple(words_of(each.before, each.event, visit.lang).rstrip(".。") for each in shown)
    return el("p", visit.say("case.cannot_unsee", what=what), class_="alert") if what else None


def as_it_would_stand(visit: Visit, proposal: Proposal, changes: tuple[Event, ...]) -> Html:
    """Draw the board as it would stand, to be opened."""
    state = next(states_after(visit, changes), None)
    if state is None:
        return NOTHING
    picture, _ = board(visit, "phone", view=visit.game.view(state, visit.seat))
    title = el("summary", visit.say("web.would_stand"))
    own = Html(renamed(picture, proposal.id))
    return el("details", title, el("figure", own, class_="board"), id=f"stands-{proposal.id}")


def states_after(visit: Visit, changes: tuple[Event, ...]) -> Iterator[Any]:
    """Give the state that a take-back or a correction would lead to, as the viewer knows it."""
    first, timeline = changes[0], visit.log_index.timeline
    if isinstance(first, TakenBack):
        try:
            yield timeline.after(first.to)
        except NoSuchEntryError:
            return
    elif isinstance(first, Corrected):
        verdict = visit.game.decide(visit.game.known(visit.state, visit.seat), first)
        if isinstance(verdict, Accepted):
            yield verdict.state
