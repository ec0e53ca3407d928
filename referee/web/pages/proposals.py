"""Open proposals on a page: by whom, what, the board after it, and the replies."""

from typing import Any, NamedTuple

from events.base import TABLE, Event
from events.table import ChangeProposed, Corrected, PositionTold, ProposalAnswered, TableClosed, TakenBack
from referee.draw.svg import Element, rename_ids
from referee.kernel.shared import TALK
from referee.kernel.table import Proposal, still_asked
from referee.kernel.verdict import Accepted
from referee.l10n.messages import with_screen
from referee.l10n.options import describe_event
from referee.service.commands.consent import ProposalReply, open_replies, proposed_changes
from referee.service.commands.undo import reveals_undone
from referee.service.logs.effective import NoSuchEntryError
from referee.service.wording import acts_proposed, facts_proposed, objection_id, proposed_words
from referee.web.acts.request_context import RequestContext
from referee.web.acts.table_acts import actor_of
from referee.web.pages.board import board

_LATEST = 8
"""So many entries are looked through for the last objection."""


class Question(NamedTuple):
    """One thing the table is asked; `replies` are what this link may answer, each with its words.

    `acts` are those worked out from a position told. `unseen` warns of what no taking back can make unseen,
    empty where there is nothing; `agreed` and `waiting` are seats; `board` is how it would stand, None where
    that is not shown. With `speaks_for_phones` somebody answers at a screen for people who have phones of
    their own. `is_final`: one word for all ends the game, and nothing takes that back.
    """

    id: str
    title: str
    acts: tuple[str, ...]
    replies: list[tuple[ProposalReply, str]]
    unseen: str
    agreed: tuple[str, ...]
    waiting: tuple[str, ...]
    board: Element | None
    speaks_for_phones: bool
    is_final: bool


def objection(context: RequestContext) -> str | None:
    """Return who objected to the last proposal, and what it was; None once another act was recorded since."""
    for seen in reversed(context.entries[-_LATEST:]):
        event = seen.event
        if isinstance(event, ProposalAnswered) and not event.agrees:
            return _objection_words(context, event)
        if not isinstance(event, TALK) or isinstance(event, ChangeProposed):
            break
    return None


def _objection_words(context: RequestContext, answer: ProposalAnswered) -> str:
    """Return who objected to, or withdrew, which proposal; of an unknown one only the answer."""
    for seen in reversed(context.entries):
        event = seen.event
        if isinstance(event, ChangeProposed) and event.id == answer.proposal:
            what = proposal_words(context, proposed_changes(context.game.id, event))
            said = "web.withdrew" if event.by == answer.by else objection_id(event)
            return _say_of_seat(context, said, answer.by, what.rstrip(".。"))
    return describe_event(context.state, answer, context.lang)


def open_proposals(context: RequestContext) -> list[Question]:
    """Return the open proposals as questions, each as the viewer may read it."""
    return [_question(context, proposal, changes) for proposal, changes in context.proposals]


def _question(context: RequestContext, proposal: Proposal, changes: tuple[Event, ...]) -> Question:
    """Return an open proposal as a question, with what the viewer's link may answer."""
    asked_of = still_asked(context.state, proposal)
    facts = facts_proposed(context.state, changes, context.lang)
    said = "web.ends_that" if proposal.lapses else "web.asks_that" if facts is None else "web.says_facts"
    if isinstance(changes[0], PositionTold):
        said = "web.says_it_stands"
    what = proposal_words(context, changes) if facts is None else facts.rstrip(".。")
    return Question(
        id=proposal.id,
        title=_say_of_seat(context, said, proposal.agreed[0], what),
        acts=acts_proposed(context.state, changes, context.lang),
        replies=[(reply, context.say(words)) for reply, words in _replies(context, proposal)],
        unseen=_unseen(context, changes[0]),
        agreed=proposal.seats_agreed,
        waiting=tuple(seat for seat in context.state.seats if seat in asked_of),
        board=_board_after(context, proposal, changes),
        speaks_for_phones=bool(actor_of(context).asks_of(context.state)),
        is_final=actor_of(context).is_tables(context.state) and isinstance(changes[0], TableClosed),
    )


def _replies(context: RequestContext, proposal: Proposal) -> list[tuple[ProposalReply, str]]:
    """Return the replies that are open to the viewer, each with its message id."""
    agree, objects = "web.agree", "web.object"
    if proposal.lapses:
        agree, objects = "web.nothing_more", "web.something_more"
    words = {"agree": agree, "object": objects, "withdraw": "web.withdraw"}
    if actor_of(context).is_tables(context.state):
        is_own = proposal.agreed[0] == TABLE
        words = {"agree": "web.all_agree", "withdraw": "web.withdraw" if is_own else objects}
    return [(said, words[said]) for said in open_replies(context.state, actor_of(context), proposal)]


def _say_of_seat(context: RequestContext, message_id: str, seat: str, what: str) -> str:
    """Return a message about a seat, with names that say so where it was done at the screen."""
    return context.say(message_id, seat=seat, what=what, names=with_screen(context.state.names, context.lang))


def proposal_words(context: RequestContext, changes: tuple[Event, ...]) -> str:
    """Return what is proposed, as the viewer may read it."""
    return proposed_words(context.log_index, context.state, changes, context.lang, context.seat)


def _unseen(context: RequestContext, event: Event) -> str:
    """Return a warning of what a take-back cannot hide again; empty where there is nothing."""
    if not isinstance(event, TakenBack):
        return ""
    shown = reveals_undone(context.log_index, event.to, context.seat)
    what = tuple(describe_event(each.before, each.event, context.lang).rstrip(".。") for each in shown)
    return context.say("case.cannot_unsee", what=what) if what else ""


def _board_after(context: RequestContext, proposal: Proposal, changes: tuple[Event, ...]) -> Element | None:
    """Return the phone's board as the change would leave it; None where that is not known.

    Its ids are made unique by the proposal's.
    """
    state = _state_after(context, changes)
    if state is None:
        return None
    picture, _ = board(context, "phone", view=context.game.view(state, context.seat))
    return rename_ids(picture, proposal.id)


def _state_after(context: RequestContext, changes: tuple[Event, ...]) -> Any:
    """Return the state changes would lead to, as the viewer knows it; None for what is not shown."""
    change = changes[0]
    if isinstance(change, TakenBack):
        try:
            return context.log_index.effective.after(change.to)
        except NoSuchEntryError:
            return None
    if not isinstance(change, Corrected | PositionTold):
        return None
    state = context.game.known(context.state, context.seat)
    for each in changes if isinstance(change, PositionTold) else (change,):
        verdict = context.game.decide(state, each)
        if not isinstance(verdict, Accepted):
            return None
        state = verdict.state
    return state
