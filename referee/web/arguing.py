"""Disputes: a question put on record, votes on it, and the decision."""

import secrets
from typing import Any

import msgspec

from events.table import DisputeOpened
from referee.kernel.verdict import Refused
from referee.service.disputes import basis_of, ways_of
from referee.service.retelling import story_of
from referee.service.settling import open_dispute, settle
from referee.service.table import Noted, Recorded, Table
from referee.web.acts import NOT_YOURS, voices
from referee.web.cases import TOSS, case_of, votes_on
from referee.web.once import Outcome, Writing, once, past
from referee.web.visit import Visit


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
        votes = votes_on(visit, dispute) | dict.fromkeys(own, decision)
        for_it = [seat for seat in seats if votes.get(seat) == decision]
        if len(for_it) * 2 > len(seats):
            return decide(visit, table, dispute, decision, for_it, how)
        visit.hub.links.note(table.name, f"votes {dispute}", msgspec.json.encode(votes).decode())
        return Noted(table.revision)

    return once(visit, how, cast)


def decide(
    visit: Visit, table: Table, dispute: str, decision: str, for_it: list[str], how: Writing
) -> Outcome:
    """Settle a dispute as the table decided."""
    opened: Any = next(
        told.event
        for told in story_of(table.log).told
        if isinstance(told.event, DisputeOpened) and told.event.id == dispute
    )
    found = case_of(visit, None, None, opened)
    if isinstance(found, Refused):
        return found
    case, note = found.case, ", ".join(for_it)
    if decision == TOSS:
        decision, note = secrets.choice(ways_of(case)), visit.say("case.coin")
    basis = basis_of(case, decision)
    answer = settle(table, dispute, case, decision, basis, note, seen=how.seen, key=how.asked)
    if isinstance(answer, Recorded):
        visit.hub.links.note(table.name, f"votes {dispute}", None)
    return answer
