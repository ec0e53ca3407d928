"""Facts set by hand: what was typed becomes a correction of what differs, and is asked of the table."""

from events.base import Event
from referee.kernel.verdict import Refused
from referee.service.desk.correct import correction_of
from referee.web.acts.table_acts import tell
from referee.web.acts.visit import Visit
from referee.web.acts.write_once import Outcome, Writing
from referee.web.forms.facts import facts_of, read


def correct(visit: Visit, how: Writing, facts: dict[str, str], reason: str) -> Outcome:
    """Ask to set facts by hand: those that differ from what the referee holds.

    Raises MalformedError where a fact cannot be what was typed.
    """
    return tell(visit, how, lambda: correction(visit, facts, reason))


def correction(visit: Visit, typed: dict[str, str], reason: str) -> Event | Refused:
    """Make a correction of the facts that differ."""
    known = {fact.path: fact for fact in facts_of(visit)}
    meant = {path: read(visit, known[path], text) for path, text in typed.items() if path in known}
    changed = {path: value for path, value in meant.items() if value != known[path].value}
    if not changed:
        return Refused("web.nothing_changed")
    return correction_of(visit.game, visit.state, changed, reason)
