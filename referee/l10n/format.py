"""Arguments put into a sentence: names for seats, nouns for ids, counts, lists."""

from collections.abc import Mapping
from string import Formatter
from typing import Any

from referee.l10n.catalogs import sentence_of

PARSE = Formatter().parse
MISSING = "?"
"""Stands for an argument nobody gave."""

LISTS = {"en": ", ", "zh-Hans": "、", "ja": "、"}


def fill_in(sentence: str, part: str, lang: str, args: Mapping[str, Any]) -> str:
    """Put arguments into a sentence."""
    if "{" not in sentence:
        return sentence
    said = []
    for literal, field, spec, _ in PARSE(sentence):
        said.append(literal)
        if field is not None:
            said.append(show(args.get(field, MISSING), spec or "", part, lang, args))
    return "".join(said)


def show(value: Any, spec: str, part: str, lang: str, args: Mapping[str, Any]) -> str:
    """Show one argument as its spec says."""
    if isinstance(value, (tuple, list, frozenset, set)):
        shown = [show(each, spec, part, lang, args) for each in value]
        return LISTS.get(lang, ", ").join(shown)
    if spec == "seat":
        names: Mapping[str, str] = args.get("names") or {}
        return names.get(value) or str(value)
    if spec.startswith("#"):
        one, many = spec[1:].split("|")
        return f"{value} {one if value == 1 else many}"
    if spec:
        return sentence_of(f"{part}.noun.{spec}.{value}", lang) or str(value)
    return str(value)


def placeholders(sentence: str) -> set[str]:
    """List the arguments a sentence takes."""
    return {field for _, field, _, _ in PARSE(sentence) if field}
