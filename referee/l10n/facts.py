"""Facts of a position in words: what is set by hand, whose, and to what."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from referee.kernel.registry import game_in
from referee.l10n import noun, say
from referee.l10n.catalogs import catalog
from referee.l10n.format import LISTS

NOT_THINGS = {"event", "fact", "reason", "phase"}
"""Nouns that are not of things one picks."""

BETWEEN = {"en": "; "}
"""Stands between two facts; `；` where the language has no other."""

NOTHING = "–"


def thing(value: str, lang: str, game: str) -> str:
    """Name a thing of a game, of whatever kind it is."""
    for id, word in catalog(lang, game).items():
        _, _, noun_id = id.partition(".noun.")
        kind, _, of = noun_id.partition(".")
        if of == value and kind not in NOT_THINGS:
            return word
    return value


def fact_name(path: str, lang: str, game: str, names: Mapping[str, str]) -> str:
    """Name a fact (`canoes.A.1.at`): what it is, whose, and which part of it."""
    first, *rest = path.split(".")
    words = [noun("fact", first, lang, game)]
    words += [names.get(step) or thing(step, lang, game) for step in rest]
    return " · ".join(words)


def worded(value: Any, lang: str, game: str, names: Mapping[str, str]) -> str:
    """Name a value: a seat by its name, a thing by its noun, a number as it is, what has parts by these."""
    if isinstance(value, bool):
        return say("web.yes" if value else "web.no", lang)
    if isinstance(value, list | tuple):
        members = ("?" if each is None else worded(each, lang, game, names) for each in value)
        return LISTS.get(lang, ", ").join(members) or NOTHING
    if isinstance(value, Mapping):
        parts = (f"{thing(key, lang, game)} {worded(part, lang, game, names)}" for key, part in value.items())
        return LISTS.get(lang, ", ").join(parts) or NOTHING
    if value is None or isinstance(value, int):
        return NOTHING if value is None else str(value)
    return names.get(value) or thing(str(value), lang, game)


def facts_told(position: Any, lang: str, names: Mapping[str, str]) -> str:
    """Tell every fact that a position sets, each with its value."""
    game = game_in(type(position).__module__) or ""
    given = {name: value for name, value in msgspec.to_builtins(position).items() if value is not None}
    return BETWEEN.get(lang, "；").join(
        say(
            "table.fact",
            lang,
            name=fact_name(path, lang, game, names),
            value=worded(value, lang, game, names),
        )
        for path, value in leaves(given)
    )


def leaves(part: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, Any]]:
    """Spread a part of a position out to its single facts."""
    for name, value in part.items():
        here = f"{path}.{name}" if path else name
        if isinstance(value, Mapping) and value:
            yield from leaves(value, here)
        else:
            yield here, value
