"""Disputes: laid open as an viewer may see them, put on record, voted on, decided."""

from events.table import DisputeOpened
from referee.kernel.registry import codec_for
from referee.kernel.verdict import Refused
from referee.l10n.options import decision_words
from referee.languages import trait
from referee.service.answers.verdicts import change_words
from referee.service.disputes import settle
from referee.service.disputes.analysis import Analysis, Reading
from referee.service.disputes.decision import delete_votes, read_votes
from referee.service.disputes.find import AnalysedDispute, find_dispute, no_such_dispute, open_disputes
from referee.service.tables.request import Recorded, Request
from referee.service.tables.table import Table
from referee.web.acts.actor_of_link import actor_of
from referee.web.acts.request_context import RequestContext
from referee.web.acts.write_once import Outcome, once


def ask(
    context: RequestContext, request: Request, at: int | None, topic: str, question: str, act: str = ""
) -> Outcome:
    """Put a question on record: about an entry, or about an act that was refused, told as JSON."""

    def asked(table: Table, request: Request) -> Outcome:
        if (late := table.find_conflict(request)) is not None:
            return late
        refused = codec_for(table.game.id).event(act.encode("utf-8", "replace")) if act else None
        found = find_dispute(table, context.seat, at=at, topic=topic or None, act=refused)
        if isinstance(found, Refused):
            return found
        return settle.put_question(table, request, found, question)[1]

    return once(context, request, asked)


def vote(context: RequestContext, request: Request, dispute: str, decision: str) -> Outcome:
    """Vote on a dispute; more than half of the seats settle it.

    Where all sit round one screen, it decides at once; else it votes for those who have no phone.
    """

    def cast(table: Table, request: Request) -> Outcome:
        if (late := table.find_conflict(request)) is not None:
            return late
        found, actor = laid_open(table, dispute), request.actor
        if isinstance(found, Refused):
            return found
        if actor.is_tables(table.state) and not actor.asks_of(table.state):
            return decide(table, request, found, decision)
        votes = dict.fromkeys(voters(context), decision)
        return settle.vote(table, request, found, votes, context.lang)

    def decide(table: Table, request: Request, found: AnalysedDispute, words: str) -> Outcome:
        made = settle.read_decision(table, found, words, "", context.lang)
        if isinstance(made, Refused):
            return made
        answer = settle.settle(table, dispute, found.analysis, made, request)
        if isinstance(answer, Recorded):
            delete_votes(table, dispute)
        return answer

    return once(context, request, cast)


def voters(context: RequestContext) -> tuple[str, ...]:
    """List the seats a link votes for: nobody's who votes on a phone of its own."""
    actor = actor_of(context)
    return tuple(seat for seat in actor.agrees_for if seat not in actor.asks)


def laid_open(table: Table, dispute: str) -> AnalysedDispute | Refused:
    """Lay an open dispute open as everybody may see it: what the table decides rests on that."""
    opened = open_disputes(table.log_index.effective).get(dispute)
    if opened is None:
        return no_such_dispute(dispute)
    return find_dispute(table, None, opened=opened)


def case_of(
    context: RequestContext, at: int | None, topic: str | None, opened: DisputeOpened | None = None
) -> AnalysedDispute | Refused:
    """Lay a dispute open as the viewer may see it: one asked, an entry, else the last refusal or act."""
    seated = context.seated
    with seated.lock:
        return find_dispute(seated.table, context.seat, at=at, topic=topic, opened=opened)


def proposed_changes(context: RequestContext, one: Reading) -> tuple[str, ...]:
    """Say what a ruling would change: facts, who wins, where it could not have gone on."""
    return change_words(context.state, one.outcome, context.lang)


def decided(context: RequestContext, decision: str) -> str:
    """Say a decision in words."""
    return decision_words(context.game.id, decision, context.lang)


def referees_word(context: RequestContext, case: Analysis) -> str | None:
    """Say what the referee ruled itself, by which rules; None where the viewer may not know."""
    if not case.word:
        return None
    said = context.say(f"ruling.{'accepted' if case.refusal is None else 'refused'}", rules=case.word)
    why = [] if case.refusal is None else [context.say(case.refusal.reason, **case.refusal.args)]
    return trait(context.lang, "blank").join([said, *why])


def votes_on(context: RequestContext, dispute: str) -> dict[str, str]:
    """Read the votes so far, by seat."""
    return read_votes(context.seated.table, dispute)
