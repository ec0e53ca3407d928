"""Facts of a position set by hand: how each is shown in a form, read back, and asked of the table."""

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from events.codec import MalformedError, read_json
from referee.l10n import messages as wording
from referee.languages import listed
from referee.service.commands import correct as service
from referee.service.commands.correct import LIST, SettableFact
from referee.service.tables.request import Request
from referee.service.tables.table import Table
from referee.web.acts.request_context import RequestContext
from referee.web.acts.table_acts import Outcome, write_once

CHANGE = "set."
"""Begins the name of a field that holds a change: the fact's path, its value as JSON."""

_COMMA = re.compile(r"[,、，;；]")
"""What stands between the members of a list, in whichever language it is typed."""


def correct(
    context: RequestContext,
    request: Request,
    typed: dict[str, str],
    reason: str,
    changes: Mapping[str, str] = {},
) -> Outcome:
    """Ask to set facts by hand: typed ones and `changes` (as JSON), without those that hold already.

    Raises MalformedError where a fact cannot be what was typed.
    """

    def corrected(table: Table, request: Request) -> Outcome:
        known = {fact.path: fact for fact in facts_of(context)}
        meant = {
            path: parse_fact(context, known[path], text) for path, text in typed.items() if path in known
        }
        meant |= {path: read_json(text) for path, text in changes.items()}
        changed = service.changed_facts(context.game, context.state, meant, context.seat) or meant
        return service.correct(table, request, changed, reason)

    return write_once(context, request, corrected)


def facts_of(context: RequestContext) -> tuple[SettableFact, ...]:
    """List the facts that the viewer may see of the position, and so may set."""
    return service.settable_facts(context.game, context.state, context.seat)


def format_fact(context: RequestContext, fact: SettableFact) -> str:
    """Format a fact's value as its form shows it; None and an empty list as nothing."""
    if fact.value is None or fact.value == []:
        return ""
    if fact.kind == LIST:
        return listed(
            ("" if each is None else value_words(context, each) for each in fact.value), context.lang
        )
    return fact.value if isinstance(fact.value, str) else msgspec.json.encode(fact.value).decode()


def parse_fact(context: RequestContext, fact: SettableFact, text: str) -> Any:
    """Parse what was typed for a fact. Raises MalformedError where it cannot be that."""
    if not text.strip() and fact.kind != LIST:
        return [] if fact.value == [] else None
    match fact.kind:
        case "choice":
            return _parse_member(context, fact, text)
        case "number":
            return _parse_number(context, fact, text)
        case "list":
            parts = [part.strip() for part in _COMMA.split(text)] if text.strip() else []
            return [_parse_member(context, fact, part) if part else None for part in parts]
    try:
        return read_json(text)
    except MalformedError:
        return text.strip()


def _parse_member(context: RequestContext, fact: SettableFact, text: str) -> Any:
    """Parse the id or the name of a value a fact may have."""
    typed = text.strip()
    for value in fact.choices:
        id = "true" if value is True else "false" if value is False else str(value)
        if value is not None and typed in {id, value_words(context, value)}:
            return value
    known = listed((value_words(context, value) for value in fact.choices if value is not None), context.lang)
    raise MalformedError(f"{fact_name(context, fact.path)}: {typed!r}; {known}")


def _parse_number(context: RequestContext, fact: SettableFact, text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise MalformedError(f"{fact_name(context, fact.path)}: {text!r}") from None


def fact_name(context: RequestContext, path: str) -> str:
    """Name a fact: what it is, whose, and which part of it."""
    return wording.fact_name(path, context.lang, context.game.id, context.state.names)


def value_words(context: RequestContext, value: Any) -> str:
    """Name a value: a seat by its name, a thing by its noun, a number as it is."""
    return wording.value_in_words(value, context.lang, context.game.id, context.state.names)


def fact_value_words(context: RequestContext, path: str, value: Any) -> str:
    """Name the value a fact may have."""
    return wording.fact_value(path, value, context.lang, context.game.id, context.state.names)
