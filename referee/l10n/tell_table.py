"""Shared events whose telling depends on what is in them."""

from collections.abc import Mapping

from events.table import Corrected, TableOpened
from referee.l10n import say
from referee.l10n.tell import facts_of, is_empty, told


def tell_opening(event: TableOpened, lang: str, names: Mapping[str, str], _: str | None) -> str:
    """Tell the opening with the names it gives."""
    return told(event, "table", lang, {**names, **event.names})


def tell_correction(event: "Corrected[object]", lang: str, names: Mapping[str, str], _: str | None) -> str:
    """Tell which facts were set by hand."""
    args = {"reason": event.reason, "agreed": event.agreed, "names": names}
    extra = [f"table.tell.corrected_with_{name}" for name in ("reason", "agreed") if not is_empty(args[name])]
    facts = facts_of(event.position, lang)
    return "".join(say(each, lang, facts=facts, **args) for each in ("table.tell.corrected", *extra))


TELLERS = {"table_opened": tell_opening, "corrected": tell_correction}
