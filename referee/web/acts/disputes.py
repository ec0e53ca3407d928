"""Disputes: laid open as an asker may see them, put on record, voted on, decided."""

from events.table import DisputeOpened
from referee.kernel.verdict import Refused
from referee.l10n.options import decision_words
from referee.languages import trait
from referee.service.answers.disputes import changes_told
from referee.service.disputes import settle
from referee.service.disputes.find import LaidOpen, find, no_such_dispute, open_disputes
from referee.service.disputes.lay_open import Case, Possibility
from referee.service.disputes.vote import votes_kept
from referee.service.tables.table import Table
from referee.web.acts.visit import Visit
from referee.web.acts.voice_of_link import voice_of
from referee.web.acts.write_once import Outcome, Writing, once


def ask(visit: Visit, how: Writing, at: int | None, topic: str, question: str) -> Outcome:
    """Put a question about an entry on record."""

    def asked(table: Table) -> Outcome:
        if (late := table.late(how.seen)) is not None:
            return late
        found = find(table, visit.seat, at=at, topic=topic or None)
        if isinstance(found, Refused):
            return found
        voice = voice_of(visit, table.state)
        return settle.put_question(table, voice, found, question, seen=how.seen, key=how.asked)[1]

    return once(visit, how, asked)


def vote(visit: Visit, how: Writing, dispute: str, decision: str) -> Outcome:
    """Vote on a dispute; more than half of the seats settle it, the table's screen does so at once."""

    def cast(table: Table) -> Outcome:
        if (late := table.late(how.seen)) is not None:
            return late
        found, voice = laid_open(table, dispute), voice_of(visit, table.state)
        if isinstance(found, Refused):
            return found
        votes = dict.fromkeys(voice.agrees_for, decision)
        return settle.vote(table, voice, found, votes, visit.lang, seen=how.seen, key=how.asked)

    return once(visit, how, cast)


def laid_open(table: Table, dispute: str) -> LaidOpen | Refused:
    """Lay an open dispute open as everybody may see it: what the table decides rests on that."""
    opened = open_disputes(table.history.story).get(dispute)
    if opened is None:
        return no_such_dispute(dispute)
    return find(table, None, opened=opened)


def case_of(
    visit: Visit, at: int | None, topic: str | None, opened: DisputeOpened | None = None
) -> LaidOpen | Refused:
    """Lay a dispute open as the asker may see it: one asked, an entry, else the last refusal or act."""
    seated = visit.live.seated(visit.link.table)
    with seated.lock:
        return find(seated.table, visit.seat, at=at, topic=topic, opened=opened)


def changes_of(visit: Visit, one: Possibility) -> tuple[str, ...]:
    """Say what a ruling would change: facts, who wins, where it could not have gone on."""
    return changes_told(visit.state, one.outcome, visit.lang)


def decided(visit: Visit, decision: str) -> str:
    """Say a decision in words."""
    return decision_words(visit.game.id, decision, visit.lang)


def referees_word(visit: Visit, case: Case) -> str | None:
    """Say what the referee ruled itself, by which rules; None where the asker may not know."""
    if not case.word:
        return None
    said = visit.say(f"ruling.{'accepted' if case.refusal is None else 'refused'}", rules=case.word)
    why = [] if case.refusal is None else [visit.say(case.refusal.reason, **case.refusal.args)]
    return trait(visit.lang, "blank").join([said, *why])


def votes_on(visit: Visit, dispute: str) -> dict[str, str]:
    """Read the votes so far, by seat."""
    return votes_kept(visit.live.seated(visit.link.table).table, dispute)
