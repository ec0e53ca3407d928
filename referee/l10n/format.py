"""Arguments put into a sentence: names for seats, nouns for ids, counts, lists."""

from collections.abc import Mapping
from string import Formatter
from typing import Any

import msgspec

from events.base import TABLE, Event
from referee.l10n.catalogs import sentence_of
from referee.languages import listed, trait

PARSE = Formatter().parse
MISSING = "?"
"""Stands for an argument nobody gave."""

TURNING = (0x61C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
"""Marks that turn the direction of writing: what stands after them would read as something else."""

TAMED = {code: "?" for code in (*range(32), *range(127, 160), *TURNING) if chr(code) not in "\n\t"}
"""Control characters: a seat or a word from somebody's file must not drive the terminal."""


def fill_in(sentence: str, part: str, lang: str, args: Mapping[str, Any]) -> str:
    """Put arguments into a sentence."""
    if "{" not in sentence:
        return sentence
    said = []
    for literal, field, spec, _ in PARSE(sentence):
        said.append(literal)
        if field is not None:
            shown = show(args.get(field, MISSING), spec or "", part, lang, args)
            if not any(said) and spec == "seat" and args.get(field) == TABLE:
                shown = shown[:1].upper() + shown[1:]
            said.append(shown if shown.isprintable() else shown.translate(TAMED))
    return "".join(said)


def show(value: Any, spec: str, part: str, lang: str, args: Mapping[str, Any]) -> str:
    """Show one argument as its spec says."""
    if isinstance(value, (tuple, list, frozenset, set)):
        return join_all(show_each(list(value), spec, part, lang, args), spec, lang)
    if spec == "seat":
        return show_seat(value, lang, args)
    if isinstance(value, Mapping) and "id" not in value:  # an event, as an answer that was kept has it
        from referee.kernel.registry import codec_for

        value = codec_for(part).event(msgspec.json.encode(value))
    if isinstance(value, Mapping):
        clause = sentence_of(value["id"], lang) or str(value["id"])
        return fill_in(clause, value["id"].partition(".")[0], lang, {**args, **value})
    if isinstance(value, Event):
        from referee.l10n.tell import tell

        return tell(value, lang, args.get("names") or {}).rstrip(".。")
    if spec == "game":
        return title_of(str(value), lang)
    if spec in {"edition", "options"}:
        from referee.l10n.options import edition_words, option_words

        game, names = str(args.get("game")), str(value).split(", ")
        words = edition_words if spec == "edition" else option_words
        return join_all([words(game, name, lang) for name in names], spec, lang)
    if spec.startswith("#"):
        one, many = spec[1:].split("|")
        return f"{value} {one if value == 1 else many}"
    if spec:
        owner, _, kind = spec.rpartition(".")
        return sentence_of(f"{owner or part}.noun.{kind}.{value}", lang) or str(value)
    return str(value)


def show_seat(value: Any, lang: str, args: Mapping[str, Any]) -> str:
    """Show a seat by its name; amounts by seat each after its seat."""
    if isinstance(value, Mapping):
        blank = trait(lang, "blank")
        return listed((f"{show_seat(seat, lang, args)}{blank}{n}" for seat, n in value.items()), lang)
    names: Mapping[str, str] = args.get("names") or {}
    return names.get(value) or sentence_of(f"table.noun.seat.{value}", lang) or str(value)


def show_each(values: list[Any], spec: str, part: str, lang: str, args: Mapping[str, Any]) -> list[str]:
    """Show each of several; those nobody has seen as a number, where the game has words for that."""
    owner, _, kind = spec.rpartition(".")
    unseen = values.count(None)
    counted = sentence_of(f"{owner or part}.unseen.{kind}", lang) if unseen > 1 else None
    if not counted:
        return [show(each, spec, part, lang, args) for each in values]
    known = [show(each, spec, part, lang, args) for each in values if each is not None]
    return [*known, fill_in(counted, part, lang, {"n": unseen})]


def title_of(game: str, lang: str) -> str:
    """Name a game as its box does; by its id where it has no name."""
    return sentence_of(f"{game}.name", lang) or game.capitalize()


def join_all(shown: list[str], spec: str, lang: str) -> str:
    """Join a list as the language joins it; people with `and`, what has commas of its own with semicolons."""
    has_commas = spec != "seat" and any(sign in each for each in shown for sign in ",，、")
    comma = trait(lang, "semicolon" if has_commas else "comma")
    last = trait(lang, "last_of_people") if spec == "seat" else comma
    return last.join((comma.join(shown[:-1]), shown[-1])) if shown[1:] else "".join(shown)


def placeholders(sentence: str) -> set[str]:
    """List the arguments a sentence takes."""
    return {field for _, field, _, _ in PARSE(sentence) if field}
