"""What the table is asked: by whom, about what, how the board would stand, and the answers."""

from collections.abc import Iterator
from typing import Any

from events.base import TABLE, Event
from events.table import ChangeProposed, Corrected, ProposalAnswered, TakenBack
from referee.draw.svg import renamed
from referee.kernel.shared import TALK
from referee.kernel.table import Proposal, still_asked
from referee.kernel.verdict import Accepted
from referee.l10n.messages import with_screen
from referee.l10n.options import describe_event
from referee.service.commands.changes.unseen import shown_since
from referee.service.commands.consent import Said, changes_of, open_answers
from referee.service.logs.effective import NoSuchEntryError
from referee.service.wording import facts_proposed, objection_id, proposed_words
from referee.web.acts.actor_of_link import actor_of
from referee.web.acts.request_context import RequestContext
from referee.web.parts.board import board
from referee.web.parts.markup import NOTHING, Html, el, join
from referee.web.parts.shared_parts import action, hidden

LATEST = 8
"""So many entries are looked through for the last objection."""


def question(context: RequestContext) -> Html:
    """Show what the table is asked, with the answers; and who objected to what was asked before."""
    asked_now = [asked(context, proposal, changes) for proposal, changes in context.proposals]
    return join([objection(context), *asked_now, disputed(context)])


def disputed(context: RequestContext) -> Html:
    """Say which disputes wait for a vote, and where it is cast."""
    waiting = context.state.open_disputes
    if not waiting:
        return NOTHING
    return el(
        "section",
        el("h2", context.say("ruling.waits")),
        el("p", el("a", context.say("ruling.to_vote"), href=f"{context.root}dispute", class_="button")),
        class_="question",
    )


def objection(context: RequestContext) -> Html:
    """Say who objected to what was asked last, until the game goes on."""
    for seen in reversed(context.entries[-LATEST:]):
        event = seen.event
        if isinstance(event, ProposalAnswered) and not event.agrees:
            return el("p", objected(context, event), class_="objected", role="alert")
        if not isinstance(event, TALK) or isinstance(event, ChangeProposed):
            break
    return NOTHING


def objected(context: RequestContext, answer: ProposalAnswered) -> str:
    """Say who objected, and to what."""
    for seen in reversed(context.entries):
        event = seen.event
        if isinstance(event, ChangeProposed) and event.id == answer.proposal:
            what = words_asked(context, changes_of(context.game.id, event))
            said = "web.withdrew" if event.by == answer.by else objection_id(event)
            return say_asked(context, said, answer.by, what.rstrip(".。"))
    return describe_event(context.state, answer, context.lang)


def asked(context: RequestContext, proposal: Proposal, changes: tuple[Event, ...]) -> Html:
    """Show one thing the table is asked."""
    asked_of = still_asked(context.state, proposal)
    waiting = tuple(seat for seat in context.state.seats if seat in asked_of)
    buttons = [reply_button(context, reply, text) for reply, text in replies(context, proposal)]
    agreed, facts = proposal.seats_agreed, facts_proposed(context.state, changes, context.lang)
    said = "web.ends_that" if proposal.lapses else "web.asks_that" if facts is None else "web.says_facts"
    what = words_asked(context, changes) if facts is None else facts.rstrip(".。")
    return el(
        "section",
        el("h2", say_asked(context, said, proposal.agreed[0], what)),
        unseen(context, changes[0]),
        el(
            "form",
            hidden(context),
            el("input", type="hidden", name="proposal", value=proposal.id),
            el("div", buttons, class_="row"),
            el("p", el("small", context.say("web.set_here_how"))) if sets_here(context) and buttons else None,
            method="post",
            action=action(context, "answer"),
        ),
        el(
            "p",
            [context.say("web.agreed_so_far", seats=agreed), " "] if agreed else None,
            context.say("web.asked_still", seats=waiting),
        ),
        as_it_would_stand(context, proposal, changes),
        class_="question",
        role="status",
    )


def replies(context: RequestContext, proposal: Proposal) -> list[tuple[Said, str]]:
    """List what this link may answer, each with its words."""
    agree, objects = "web.agree", "web.object"
    if proposal.lapses:
        agree, objects = "web.nothing_more", "web.something_more"
    words = {"agree": agree, "object": objects, "withdraw": "web.withdraw"}
    if actor_of(context).is_tables(context.state):
        is_own = proposal.agreed[0] == TABLE
        words = {"agree": "web.all_agree", "withdraw": "web.withdraw" if is_own else objects}
    return [(said, words[said]) for said in open_answers(context.state, actor_of(context), proposal)]


def reply_button(context: RequestContext, reply: Said, text: str) -> Html:
    """Make an answer a button; one that speaks for those who have phones of their own is tapped twice."""
    said = context.say(text)
    if reply != "agree" or not sets_here(context):
        return el("button", said, name="reply", value=reply, class_="main" if reply == "agree" else None)
    sure = el("button", context.say("web.all_say_yes"), name="reply", value=reply, class_="offer sure main")
    return el("details", el("summary", said, class_="offer"), sure, class_="twice", id="all-agree")


def sets_here(context: RequestContext) -> bool:
    """Whether the viewer speaks at a screen for people who have phones of their own."""
    return bool(actor_of(context).asks_of(context.state))


def say_asked(context: RequestContext, message_id: str, seat: str, what: str) -> str:
    """Say what a seat asks or answers, or what somebody does so at the screen."""
    return context.say(message_id, seat=seat, what=what, names=with_screen(context.state.names, context.lang))


def words_asked(context: RequestContext, changes: tuple[Event, ...]) -> str:
    """Say what is proposed, as the viewer may read it."""
    return proposed_words(context.log_index, context.state, changes, context.lang, context.seat)


def unseen(context: RequestContext, event: Event) -> Html | None:
    """Warn of what no taking back can make unseen."""
    if not isinstance(event, TakenBack):
        return None
    shown = shown_since(context.log_index, event.to, context.seat)
    what = tuple(describe_event(each.before, each.event, context.lang).rstrip(".。") for each in shown)
    return el("p", context.say("case.cannot_unsee", what=what), class_="alert") if what else None


def as_it_would_stand(context: RequestContext, proposal: Proposal, changes: tuple[Event, ...]) -> Html:
    """Draw the board as it would stand, to be opened."""
    state = next(states_after(context, changes), None)
    if state is None:
        return NOTHING
    picture, _ = board(context, "phone", view=context.game.view(state, context.seat))
    title = el("summary", context.say("web.would_stand"))
    own = Html(renamed(picture, proposal.id))
    return el("details", title, el("figure", own, class_="board"), id=f"stands-{proposal.id}")


def states_after(context: RequestContext, changes: tuple[Event, ...]) -> Iterator[Any]:
    """Give the state that a take-back or a correction would lead to, as the viewer knows it."""
    first, timeline = changes[0], context.log_index.effective
    if isinstance(first, TakenBack):
        try:
            yield timeline.after(first.to)
        except NoSuchEntryError:
            return
    elif isinstance(first, Corrected):
        verdict = context.game.decide(context.game.known(context.state, context.seat), first)
        if isinstance(verdict, Accepted):
            yield verdict.state
