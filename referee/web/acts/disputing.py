"""Disputes: a question put on record, votes on it, and the decision."""

import secrets
from typing import Any

import msgspec

from events.table import DisputeOpened
from referee.kernel.verdict import Refused
from referee.l10n.options import ruling_words
from referee.service.disputes.settle import open_dispute, settle
from referee.service.disputes.vote import TOSS, Count, basis_of, count, names_nothing, settled_before, ways_of
from referee.service.table import Noted, Recorded, Table
from referee.web.acts.cases import Laid, case_of, decided, votes_on
from referee.web.acts.table_acts import NOT_YOURS, voices
from referee.web.acts.visit import Visit
from referee.web.acts.write_once import Outcome, Writing, once, past


def ask(visit: Visit, how: Writing, at: int | None, topic: str, question: str) -> Outcome:
    """Put a question about an entry on record."""

    def asked(table: Table) -> Outcome:
        if (late := past(table, how)) is not None:
            return late
        found = case_of(visit, at, topic or None)
        if isinstance(found, Refused):
            return found
        by = visit.seat or "table"
        return open_dispute(table, found.case, by, question, seen=how.seen, key=how.asked)[1]

    return once(visit, how, asked)


def vote(visit: Visit, how: Writing, dispute: str, decision: str) -> Outcome:
    """Vote on a dispute; more than half of the seats settle it, the table's screen does so at once."""

    def cast(table: Table) -> Outcome:
        if (late := past(table, how)) is not None:
            return late
        if dispute not in table.state.open_disputes:
            return Refused("table.no_such_dispute", ("TAB-DISP-02",), {"dispute": dispute})
        own, seats = voices(visit), table.state.seats
        if not own:
            return NOT_YOURS
        found = laid_open(visit, table, dispute)
        if isinstance(found, Refused):
            return found
        if (refused := unfit(found, decision, visit.lang)) is not None:
            return refused
        votes = votes_on(visit, dispute) | dict.fromkeys(own, decision)
        counted = count(votes, seats)
        if counted.decides:
            return decide(visit, table, dispute, found, counted, how)
        visit.live.links.note(table.name, f"votes {dispute}", msgspec.json.encode(votes).decode())
        return Noted(table.revision)

    return once(visit, how, cast)


def laid_open(visit: Visit, table: Table, dispute: str) -> Laid | Refused:
    """Lay an open dispute open."""
    opened: Any = next(
        told.event
        for told in table.history.story.told
        if isinstance(told.event, DisputeOpened) and told.event.id == dispute
    )
    return case_of(visit, None, None, opened)


def unfit(found: Laid, decision: str, lang: str) -> Refused | None:
    """Refuse a vote for what is nothing here, or for a coin where the same was settled before."""
    if decision != TOSS:
        return names_nothing(found.case, decision, is_vote=True)
    before = settled_before(found.story, found.case)
    if before is None or before.ruling is None:
        return None
    words = ruling_words(found.story.game.id, before.ruling.decision, lang)
    told = {"dispute": before.opened.id, "decision": words}
    return Refused("ruling.settled_already", ("TAB-DISP-02",), told)


def decide(visit: Visit, table: Table, dispute: str, found: Laid, counted: Count, how: Writing) -> Outcome:
    """Settle a dispute as the table decided."""
    case, decision, note = found.case, counted.decision, voted(visit, counted)
    if decision == TOSS:
        ways = ways_of(case)
        decision, words = secrets.choice(ways), tuple(decided(visit, way) for way in ways)
        note = visit.say("ruling.coin" if len(ways) == 2 else "ruling.lot", ways=words)
    basis = basis_of(case, decision)
    answer = settle(table, dispute, case, decision, basis, note, seen=how.seen, key=how.asked)
    if isinstance(answer, Recorded):
        visit.live.links.note(table.name, f"votes {dispute}", None)
    return answer


def voted(visit: Visit, counted: Count) -> str:
    """Say who was for a decision, and who did not vote."""
    told = {"n": len(counted.for_it), "of": counted.of, "seats": counted.for_it, "absent": counted.absent}
    return visit.say("ruling.voted_absent" if counted.absent else "case.voted", **told)
