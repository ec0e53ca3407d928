"""Facts of a position on a page: how each is shown, and how it is read back."""

import re
from typing import Any

import msgspec

from events.codec import MalformedError, read_json
from referee.l10n import messages
from referee.languages import listed
from referee.service.tables import settable_facts as service
from referee.service.tables.settable_facts import LIST, SettableFact
from referee.web.acts.request_context import RequestContext

COMMA = re.compile(r"[,、，;；]")
"""What stands between the members of a list, in whichever language it is typed."""

NOTHING = ""


def facts_of(context: RequestContext) -> tuple[SettableFact, ...]:
    """List the facts that the viewer may see of the position, and so may set."""
    return service.facts_of(context.game, context.state, context.seat)


def shown(context: RequestContext, fact: SettableFact) -> str:
    """Write a fact's value as the form shows it."""
    if fact.value is None or fact.value == []:
        return NOTHING
    if fact.kind == LIST:
        return listed(
            (NOTHING if each is None else worded(context, each) for each in fact.value), context.lang
        )
    return fact.value if isinstance(fact.value, str) else msgspec.json.encode(fact.value).decode()


def worded(context: RequestContext, value: Any) -> str:
    """Name a value: a seat by its name, a thing by its noun, a number as it is."""
    return messages.value_in_words(value, context.lang, context.game.id, context.state.names)


def fact_value(context: RequestContext, path: str, value: Any) -> str:
    """Name the value a fact may have."""
    return messages.fact_value(path, value, context.lang, context.game.id, context.state.names)


def read(context: RequestContext, fact: SettableFact, text: str) -> Any:
    """Read what was typed for a fact. Raises MalformedError where it cannot be that."""
    if not text.strip() and fact.kind != LIST:
        return [] if fact.value == [] else None
    match fact.kind:
        case "choice":
            return member(context, fact, text)
        case "number":
            return whole(context, fact, text)
        case "list":
            parts = [part.strip() for part in COMMA.split(text)]
            return [member(context, fact, part) if part else None for part in parts] if text.strip() else []
    try:
        return read_json(text)
    except MalformedError:
        return text.strip()


def member(context: RequestContext, fact: SettableFact, text: str) -> Any:
    """Find the value that is meant, by its id or by its name."""
    typed = text.strip()
    for value in fact.choices:
        ids = ("true" if value is True else "false" if value is False else str(value), worded(context, value))
        if value is not None and typed in ids:
            return value
    known = listed((worded(context, value) for value in fact.choices if value is not None), context.lang)
    raise MalformedError(f"{fact_name(context, fact.path)}: {typed!r}; {known}")


def whole(context: RequestContext, fact: SettableFact, text: str) -> int:
    """Read a whole number."""
    try:
        return int(text)
    except ValueError:
        raise MalformedError(f"{fact_name(context, fact.path)}: {text!r}") from None


def fact_name(context: RequestContext, path: str) -> str:
    """Name a fact: what it is, whose, and which part of it."""
    return messages.fact_name(path, context.lang, context.game.id, context.state.names)
