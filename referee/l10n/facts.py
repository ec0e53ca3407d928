"""Facts of a position in words: what is set by hand, whose, and to what."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from referee.kernel.registry import game_in
from referee.l10n import noun, say
from referee.l10n.catalogs import catalog
from referee.l10n.saying import wording_of
from referee.languages import listed, trait

NOT_THINGS = {"event", "fact", "reason", "phase"}
"""Nouns that are not of things one picks."""


def thing(value: str, lang: str, game: str) -> str:
    """Name a thing of a game, of whatever kind it is; else a phase; else as it is written."""
    return word_for(value, lang, game) or value


def word_for(value: str, lang: str, game: str) -> str | None:
    """Find the noun of a thing or of a phase; None where there is none."""
    for id, word in catalog(lang, game).items():
        _, _, noun_id = id.partition(".noun.")
        kind, _, of = noun_id.partition(".")
        if of == value and kind not in NOT_THINGS:
            return word
    return catalog(lang, game).get(f"{game}.noun.phase.{value}")


def fact_name(path: str, lang: str, game: str, names: Mapping[str, str]) -> str:
    """Name a fact (`canoes.A.1.at`): what it is, whose, and which part of it."""
    if own := wording_of(game).fact_name(path, lang):
        return own
    first, *rest = path.split(".")
    number = next((step for step in rest if step.isdecimal() and step not in names), "")
    seat = next((step for step in rest if step != number and is_seat(step, lang, game, names)), None)
    parts = tuple(detail(step, lang, game) for step in rest if step not in (number, seat))
    what = noun("fact", first, lang, game)
    what = say("table.fact_numbered", lang, what=what, n=number) if number else what
    what = say("table.fact_part", lang, what=what, part=listed(parts, lang)) if parts else what
    return what if seat is None else say("table.fact_of", lang, seat=seat, what=what, names=names)


def detail(step: str, lang: str, game: str) -> str:
    """Name a part of a fact; where the game has no name for it as a part, as the thing it is."""
    return catalog(lang, game).get(f"{game}.noun.detail.{step}") or thing(step, lang, game)


def is_seat(step: str, lang: str, game: str, names: Mapping[str, str]) -> bool:
    """Whether a step of a path is a seat: one with a name, or what the game has no noun for."""
    return step in names or word_for(step, lang, game) is None


def worded(value: Any, lang: str, game: str, names: Mapping[str, str]) -> str:
    """Name a value: a seat by its name, a thing by its noun, a number as it is, what has parts by these."""
    if isinstance(value, bool):
        return say("web.yes" if value else "web.no", lang)
    if isinstance(value, list | tuple):
        members = ("?" if each is None else worded(each, lang, game, names) for each in value)
        return listed(members, lang) or say("table.nothing", lang)
    if isinstance(value, Mapping):
        parts = (f"{thing(key, lang, game)} {worded(part, lang, game, names)}" for key, part in value.items())
        return listed(parts, lang) or say("table.nothing", lang)
    if value is None or isinstance(value, int):
        return say("table.nothing", lang) if value is None else str(value)
    return names.get(value) or thing(str(value), lang, game)


def facts_told(position: Any, lang: str, names: Mapping[str, str], at: str | None = None) -> str:
    """Tell every fact that a position sets, each with its value; `at` is what the game knows of places."""
    game = game_in(type(position).__module__) or ""
    given = {name: value for name, value in msgspec.to_builtins(position).items() if value is not None}
    return trait(lang, "semicolon").join(
        _fact_clause(path, value, lang, game, names, at) for path, value in leaves(given)
    )


def _fact_clause(
    path: str, value: Any, lang: str, game: str, names: Mapping[str, str], at: str | None
) -> str:
    """Return "canoe 1 stands on S3" where the game words this part of a fact so, else "name: value"."""
    whole, _, part = path.rpartition(".")
    words = catalog(lang, game)
    said = fact_value(path, value, lang, game, names, at)
    for id in (f"{game}.fact_is.{part}_{value}", f"{game}.fact_is.{part}"):
        if whole and id in words:
            return say(id, lang, name=fact_name(whole, lang, game, names), value=said)
    return say("table.fact", lang, name=fact_name(path, lang, game, names), value=said)


def fact_value(
    path: str, value: Any, lang: str, game: str, names: Mapping[str, str], at: str | None = None
) -> str:
    """Name the value of a fact; a game may have its own words for it."""
    said = wording_of(game).fact_words(path, value, lang, names, at)
    return worded(value, lang, game, names) if said is None else said


def leaves(part: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, Any]]:
    """Spread a part of a position out to its single facts."""
    for name, value in part.items():
        here = f"{path}.{name}" if path else name
        if isinstance(value, Mapping) and value:
            yield from leaves(value, here)
        else:
            yield here, value
