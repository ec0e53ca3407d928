"""Disputes: laid open as an viewer may see them, put on record, voted on, decided."""

from events.table import DisputeOpened
from referee.kernel.registry import codec_for
from referee.kernel.verdict import Refused
from referee.l10n.options import decision_words
from referee.languages import trait
from referee.service.answers.verdicts import change_words
from referee.service.disputes import settle
from referee.service.disputes.find import LaidOpen, find, no_such_dispute, open_disputes
from referee.service.disputes.lay_open import Case, Possibility
from referee.service.disputes.vote import forget_votes, votes_kept
from referee.service.tables.table import Recorded, Table
from referee.web.acts.actor_of_link import actor_of
from referee.web.acts.request_context import RequestContext
from referee.web.acts.write_once import Outcome, Writing, once


def ask(
    context: RequestContext, how: Writing, at: int | None, topic: str, question: str, act: str = ""
) -> Outcome:
    """Put a question on record: about an entry, or about an act that was refused, told as JSON."""

    def asked(table: Table) -> Outcome:
        if (late := table.late(how.seen)) is not None:
            return late
        refused = codec_for(table.game.id).event(act.encode("utf-8", "replace")) if act else None
        found = find(table, context.seat, at=at, topic=topic or None, act=refused)
        if isinstance(found, Refused):
            return found
        actor = actor_of(context, table.state)
        return settle.put_question(table, actor, found, question, seen=how.seen, key=how.asked)[1]

    return once(context, how, asked)


def vote(context: RequestContext, how: Writing, dispute: str, decision: str) -> Outcome:
    """Vote on a dispute; more than half of the seats settle it.

    Where all sit round one screen, it decides at once; else it votes for those who have no phone.
    """

    def cast(table: Table) -> Outcome:
        if (late := table.late(how.seen)) is not None:
            return late
        found, actor = laid_open(table, dispute), actor_of(context, table.state)
        if isinstance(found, Refused):
            return found
        if actor.is_tables(table.state) and not actor.asks_of(table.state):
            return decide(table, found, dispute, decision)
        votes = dict.fromkeys(voters(context), decision)
        return settle.vote(table, actor, found, votes, context.lang, seen=how.seen, key=how.asked)

    def decide(table: Table, found: LaidOpen, dispute: str, words: str) -> Outcome:
        made = settle.decision_of(table, found, words, "", context.lang)
        if isinstance(made, Refused):
            return made
        answer = settle.settle(table, dispute, found.case, *made, seen=how.seen, key=how.asked)
        if isinstance(answer, Recorded):
            forget_votes(table, dispute)
        return answer

    return once(context, how, cast)


def voters(context: RequestContext) -> tuple[str, ...]:
    """List the seats a link votes for: nobody's who votes on a phone of its own."""
    actor = actor_of(context)
    return tuple(seat for seat in actor.agrees_for if seat not in actor.asks)


def laid_open(table: Table, dispute: str) -> LaidOpen | Refused:
    """Lay an open dispute open as everybody may see it: what the table decides rests on that."""
    opened = open_disputes(table.log_index.effective).get(dispute)
    if opened is None:
        return no_such_dispute(dispute)
    return find(table, None, opened=opened)


def case_of(
    context: RequestContext, at: int | None, topic: str | None, opened: DisputeOpened | None = None
) -> LaidOpen | Refused:
    """Lay a dispute open as the viewer may see it: one asked, an entry, else the last refusal or act."""
    seated = context.seated
    with seated.lock:
        return find(seated.table, context.seat, at=at, topic=topic, opened=opened)


def changes_of(context: RequestContext, one: Possibility) -> tuple[str, ...]:
    """Say what a ruling would change: facts, who wins, where it could not have gone on."""
    return change_words(context.state, one.outcome, context.lang)


def decided(context: RequestContext, decision: str) -> str:
    """Say a decision in words."""
    return decision_words(context.game.id, decision, context.lang)


def referees_word(context: RequestContext, case: Case) -> str | None:
    """Say what the referee ruled itself, by which rules; None where the viewer may not know."""
    if not case.word:
        return None
    said = context.say(f"ruling.{'accepted' if case.refusal is None else 'refused'}", rules=case.word)
    why = [] if case.refusal is None else [context.say(case.refusal.reason, **case.refusal.args)]
    return trait(context.lang, "blank").join([said, *why])


def votes_on(context: RequestContext, dispute: str) -> dict[str, str]:
    """Read the votes so far, by seat."""
    return votes_kept(context.seated.table, dispute)
