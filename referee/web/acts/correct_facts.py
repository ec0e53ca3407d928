"""Facts set by hand: what was typed becomes a correction of what differs, and is asked of the table."""

from typing import Any

from referee.kernel.verdict import Refused
from referee.service.desk.changes import correct as by_hand
from referee.service.tables.table import Table
from referee.web.acts.visit import Visit
from referee.web.acts.voice_of_link import voice_of
from referee.web.acts.write_once import Outcome, Writing, once
from referee.web.forms.facts import facts_of, read


def correct(visit: Visit, how: Writing, facts: dict[str, str], reason: str) -> Outcome:
    """Ask to set facts by hand: those that differ from what the referee holds.

    Raises MalformedError where a fact cannot be what was typed.
    """

    def corrected(table: Table) -> Outcome:
        changed = changes(visit, facts)
        if not changed:
            return Refused("web.nothing_changed")
        return by_hand.correct(table, voice_of(visit), changed, reason, seen=how.seen, key=how.asked)

    return once(visit, how, corrected)


def changes(visit: Visit, typed: dict[str, str]) -> dict[str, Any]:
    """Find the facts that differ, each with what it is to be."""
    known = {fact.path: fact for fact in facts_of(visit)}
    meant = {path: read(visit, known[path], text) for path, text in typed.items() if path in known}
    return {path: value for path, value in meant.items() if value != known[path].value}
