"""Facts set by hand: what was typed becomes a correction of what differs, and is asked of the table."""

from typing import Any

from referee.service.commands import correct as by_hand
from referee.service.tables.request import Request
from referee.service.tables.table import Table
from referee.web.acts.request_context import RequestContext
from referee.web.acts.write_once import Outcome, once
from referee.web.forms.facts import facts_of, read


def correct(context: RequestContext, request: Request, facts: dict[str, str], reason: str) -> Outcome:
    """Ask to set facts by hand: what was left in the form as it is, is not told.

    Raises MalformedError where a fact cannot be what was typed.
    """

    def corrected(table: Table, request: Request) -> Outcome:
        typed = meant(context, facts)
        told = by_hand.changed_facts(context.game, context.state, typed, context.seat) or typed
        return by_hand.correct(table, request, told, reason)

    return once(context, request, corrected)


def meant(context: RequestContext, typed: dict[str, str]) -> dict[str, Any]:
    """Read what each fact is to be."""
    known = {fact.path: fact for fact in facts_of(context)}
    return {path: read(context, known[path], text) for path, text in typed.items() if path in known}
