"""Facts of a position on a page: how each is shown, and how it is read back."""

import re
from typing import Any

import msgspec

from events.codec import MalformedError, read_json
from referee.l10n import facts
from referee.languages import listed
from referee.service.tables import settable_facts as service
from referee.service.tables.settable_facts import LIST, SettableFact
from referee.web.acts.visit import Visit

COMMA = re.compile(r"[,、，;；]")
"""What stands between the members of a list, in whichever language it is typed."""

NOTHING = ""


def facts_of(visit: Visit) -> tuple[SettableFact, ...]:
    """List the facts that the viewer may see of the position, and so may set."""
    return service.facts_of(visit.game, visit.state, visit.seat)


def shown(visit: Visit, fact: SettableFact) -> str:
    """Write a fact's value as the form shows it."""
    if fact.value is None or fact.value == []:
        return NOTHING
    if fact.kind == LIST:
        return listed((NOTHING if each is None else worded(visit, each) for each in fact.value), visit.lang)
    return fact.value if isinstance(fact.value, str) else msgspec.json.encode(fact.value).decode()


def worded(visit: Visit, value: Any) -> str:
    """Name a value: a seat by its name, a thing by its noun, a number as it is."""
    return facts.worded(value, visit.lang, visit.game.id, visit.state.names)


def fact_value(visit: Visit, path: str, value: Any) -> str:
    """Name the value a fact may have."""
    return facts.fact_value(path, value, visit.lang, visit.game.id, visit.state.names)


def read(visit: Visit, fact: SettableFact, text: str) -> Any:
    """Read what was typed for a fact. Raises MalformedError where it cannot be that."""
    if not text.strip() and fact.kind != LIST:
        return [] if fact.value == [] else None
    match fact.kind:
        case "choice":
            return member(visit, fact, text)
        case "number":
            return whole(visit, fact, text)
        case "list":
            parts = [part.strip() for part in COMMA.split(text)]
            return [member(visit, fact, part) if part else None for part in parts] if text.strip() else []
    try:
        return read_json(text)
    except MalformedError:
        return text.strip()


def member(visit: Visit, fact: SettableFact, text: str) -> Any:
    """Find the value that is meant, by its id or by its name."""
    typed = text.strip()
    for value in fact.choices:
        ids = ("true" if value is True else "false" if value is False else str(value), worded(visit, value))
        if value is not None and typed in ids:
            return value
    known = listed((worded(visit, value) for value in fact.choices if value is not None), visit.lang)
    raise MalformedError(f"{fact_name(visit, fact.path)}: {typed!r}; {known}")


def whole(visit: Visit, fact: SettableFact, text: str) -> int:
    """Read a whole number."""
    try:
        return int(text)
    except ValueError:
        raise MalformedError(f"{fact_name(visit, fact.path)}: {text!r}") from None


def fact_name(visit: Visit, path: str) -> str:
    """Name a fact: what it is, whose, and which part of it."""
    return facts.fact_name(path, visit.lang, visit.game.id, visit.state.names)
