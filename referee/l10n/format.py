"""Arguments put into a sentence: names for seats, nouns for ids, counts, lists."""

from collections.abc import Mapping
from string import Formatter
from typing import Any

from referee.l10n.catalogs import sentence_of

PARSE = Formatter().parse
MISSING = "?"
"""Stands for an argument nobody gave."""

TURNING = (0x61C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
"""Marks that turn the direction of writing: what stands after them would read as something else."""

TAMED = {code: "?" for code in (*range(32), *range(127, 160), *TURNING) if chr(code) not in "\n\t"}
"""Control characters: a seat or a word from somebody's file must not drive the terminal."""

LISTS = {"en": ", ", "zh-Hans": "、", "ja": "、"}
LAST_OF_PEOPLE = {"en": " and "}
"""Joins the last of several seats, where the language has a word for it."""


def fill_in(sentence: str, part: str, lang: str, args: Mapping[str, Any]) -> str:
    """Put arguments into a sentence."""
    if "{" not in sentence:
        return sentence
    said = []
    for literal, field, spec, _ in PARSE(sentence):
        said.append(literal)
        if field is not None:
            shown = show(args.get(field, MISSING), spec or "", part, lang, args)
            said.append(shown if shown.isprintable() else shown.translate(TAMED))
    return "".join(said)


def show(value: Any, spec: str, part: str, lang: str, args: Mapping[str, Any]) -> str:
    """Show one argument as its spec says."""
    if isinstance(value, (tuple, list, frozenset, set)):
        return join_all([show(each, spec, part, lang, args) for each in value], spec, lang)
    if isinstance(value, Mapping):
        clause = sentence_of(value["id"], lang) or str(value["id"])
        return fill_in(clause, value["id"].partition(".")[0], lang, {**args, **value})
    if spec == "seat":
        names: Mapping[str, str] = args.get("names") or {}
        return names.get(value) or sentence_of(f"table.noun.seat.{value}", lang) or str(value)
    if spec == "game":
        return title_of(str(value), lang)
    if spec.startswith("#"):
        one, many = spec[1:].split("|")
        return f"{value} {one if value == 1 else many}"
    if spec:
        owner, _, kind = spec.rpartition(".")
        return sentence_of(f"{owner or part}.noun.{kind}.{value}", lang) or str(value)
    return str(value)


def title_of(game: str, lang: str) -> str:
    """Name a game as its box does; by its id where it has no name."""
    return sentence_of(f"{game}.name", lang) or game.capitalize()


def join_all(shown: list[str], spec: str, lang: str) -> str:
    """Join a list as the language joins it; people with `and`."""
    comma = LISTS.get(lang, ", ")
    last = LAST_OF_PEOPLE.get(lang, comma) if spec == "seat" else comma
    return last.join((comma.join(shown[:-1]), shown[-1])) if shown[1:] else "".join(shown)


def placeholders(sentence: str) -> set[str]:
    """List the arguments a sentence takes."""
    return {field for _, field, _, _ in PARSE(sentence) if field}
