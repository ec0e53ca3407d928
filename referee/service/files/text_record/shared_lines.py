"""How what people do to a table stands in a text record: a line in words, from which the event comes back.

The patterns are `[line.notation]` of the part `record`; what a pattern cannot say by itself is taken
apart and put together here. What has no line of its own is written as JSON.
"""

import json
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from events.base import Event, type_of
from events.codec import LARGEST
from events.envelope import encode
from referee.kernel.registry import codec_for, find_game
from referee.l10n import LANGUAGES
from referee.l10n.catalogs import catalog
from referee.l10n.patterns import Fields, Line, read_whole, write_whole
from referee.l10n.saying import SHARED, Saying, fields_of, names_of, words_of
from referee.l10n.wording import act_claiming
from referee.languages import headed
from referee.service.files.text_record.header import after_blanks

JSON = json.JSONDecoder(strict=True)
BETWEEN = ", "
"""Between the parts of what a seal says."""


def write_shared(state: Any, event: Event, lang: str) -> str | None:
    """Write a shared event in words; None where it has none, or they leave something out.

    A line that an act of the game claims says first that it is about the table.
    """
    pattern = patterns(lang).get(type_of(event))
    if pattern is None:
        return None
    spread = SPREAD.get(type_of(event), fields_of)
    saying = Saying("notation", lang, SHARED, event, names_of(state), None, state)
    fields = {name: value for name, value in spread(event).items() if (name, value) != ("at_screen", False)}
    line = write_whole(pattern, saying, fields)
    if line is None or act_claiming(state, line, lang) is None:
        return line
    return headed(catalog(lang, "record")["record.about_the_table"].partition("|")[0], line, lang)


def about_the_table(text: str) -> tuple[bool, str]:
    """Read whether a line says first that it is about the table, in any language, and what it says then."""
    first, colon, rest = text.replace("：", ":").partition(":")
    words = (catalog(lang, "record")["record.about_the_table"] for lang in LANGUAGES)
    if colon and first.strip().casefold() in "|".join(words).casefold().split("|"):
        return True, text[len(text) - len(rest) :].lstrip()
    return False, text


def read_shared(state: Any, text: str, lang: str, hints: str | None = None) -> tuple[Event | None, Line]:
    """Read a line as one about the table, in the reader's language or else in another.

    Give the event and its line. Where there is none, give the line as far as it made sense in the
    language of `hints` (None: the reader's). A take-back that counts instead of naming an entry holds
    the count below zero.
    """
    lines = []
    for each in dict.fromkeys((lang, *LANGUAGES)):
        line = Line(text, state, words_of(SHARED, each))
        for kind, pattern in patterns(each).items():
            line.is_other = not NEEDED.get(kind, always)(state)
            fields = read_whole(pattern, line)
            event = None if fields is None else gathered(state.game, kind, fields)
            if event is not None:
                return event, line
        lines.append(line)
    return None, next(line for line in lines if line.words.lang == (hints or lang))


def always(_: Any) -> bool:
    """Answer yes, for lines that need nothing to be there."""
    return True


NEEDED: dict[str, Callable[[Any], bool]] = {
    "ruling_given": lambda state: bool(state.open_disputes),
    "secret_sealed": lambda state: find_game(state.game).seals is not None,
    "secret_opened": lambda state: bool(state.seals),
    "seat_taken": lambda state: bool(state.absent),
    "played_on": lambda state: find_game(state.game).winners(state) is not None,
}
"""What must be there for a line to make sense: without it the line is read, but never suggested."""


def patterns(lang: str) -> dict[str, str]:
    """List the patterns of a language, by type of event."""
    prefix = "record.line.notation."
    return {
        id.removeprefix(prefix): text for id, text in catalog(lang, "record").items() if id.startswith(prefix)
    }


def gathered(game: str, kind: str, fields: Fields) -> Event | None:
    """Make an event of what was read; None where it makes none."""
    gather = GATHER.get(kind)
    if "at_screen" in fields:
        fields["at_screen"] = True
    try:
        raw = {"type": kind, **fields} if gather is None else gather(fields)
        event = codec_for(game).event(msgspec.json.encode(raw))
    except (ValueError, TypeError, AttributeError):  # what was read is no part of a position
        return None
    return event


def of_seal(*names: str) -> tuple[Callable[[Event], Fields], Callable[[Fields], Fields]]:
    """Say the parts of a seal one after the other, the last only where there is one."""

    def spread(event: Event) -> Fields:
        said = [str(value) for name in names if (value := getattr(event, name)) != ""]
        return {**fields_of(event), "sealed": BETWEEN.join(said)}

    def gather(fields: Fields) -> Fields:
        parts = fields.pop("sealed").replace("，", ",").replace("、", ",").split(",")
        said = dict(zip(names, (part.strip() for part in parts), strict=False))
        if len(parts) < len(names) - 1 or len(parts) > len(names):
            raise ValueError(fields)
        kind = "secret_sealed" if "seal" in names else "secret_opened"
        return {"type": kind, **fields, **{name: number_or_word(value) for name, value in said.items()}}

    return spread, gather


def number_or_word(text: str) -> Any:
    """Read a number as it is written; anything else is a word."""
    is_number = text.isascii() and text.lstrip("-").isdecimal() and str(int(text[:16])) == text
    return int(text) if is_number and abs(int(text)) <= LARGEST else text


def apply_options(text: str) -> Any:
    """Read the value of an option: yes and no as JSON has them, a number, else the word."""
    return {"true": True, "false": False}.get(text, number_or_word(text))


def written(value: Any) -> str:
    """Write the value of an option."""
    return json.dumps(value) if isinstance(value, bool) else str(value)


def of_house_rule(event: Event) -> Fields:
    """Say a house rule."""
    return {**fields_of(event), "value": written(getattr(event, "value"))}  # noqa: B009 - any event


def to_house_rule(fields: Fields) -> Fields:
    """Put a house rule together."""
    return {"type": "house_ruled", **fields, "value": apply_options(fields["value"])}


def of_ruling(event: Event) -> Fields:
    """Say a ruling; one that sets several options has no words."""
    fields = fields_of(event)
    effect = fields.pop("effect")
    if effect is not None and len(effect) != 1:
        return {}
    setting = {} if effect is None else {"option": next(iter(effect)), "value": written(*effect.values())}
    return {**fields, **setting}


def to_ruling(fields: Fields) -> Fields:
    """Put a ruling together."""
    option, value = fields.pop("option", None), fields.pop("value", None)
    effect = None if option is None else {option: apply_options(value)}
    return {"type": "ruling_given", **fields, "effect": effect}


def of_dispute(event: Event) -> Fields:
    """Say what is asked; an act that is told with it has no words."""
    fields = fields_of(event)
    if fields.pop("act") is not None:
        return {}
    question = fields.pop("question")
    return {**fields, "about": fields.pop("topic") + (f": {question}" if question else "")}


def to_dispute(fields: Fields) -> Fields:
    """Put a question together."""
    topic, _, question = fields.pop("about").partition(": ")
    return {"type": "dispute_opened", **fields, "topic": topic, "question": question}


def of_new_name(event: Event) -> Fields:
    """Say what a seat is called, then why; a name that has the sign between them in it has no words."""
    fields = fields_of(event)
    name, reason = fields.pop("name"), fields.pop("reason")
    return {} if ";" in name else {**fields, "called": name + (f"; {reason}" if reason else "")}


def to_new_name(fields: Fields) -> Fields:
    """Put a new name together."""
    name, _, reason = fields.pop("called").replace("；", ";").partition(";")
    return {"type": "seat_renamed", **fields, "name": name.strip(), "reason": reason.strip()}


def of_correction(event: Event) -> Fields:
    """Say a correction: the facts that are set, then why; one that plays an act anyway has no words."""
    fields = fields_of(event)
    if fields.pop("act") is not None:
        return {}
    position = json.loads(encode(fields.pop("position")))
    facts = " ".join(f"{path}={compact(value)}" for path, value in leaves(position))
    reason = fields.pop("reason")
    return {**fields, "facts": facts + (f"; {reason}" if reason else "")}


def compact(value: Any) -> str:
    """Write a value as JSON without blanks."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def leaves(position: dict[str, Any], path: str = "") -> Iterator[tuple[str, Any]]:
    """List the facts of a position that are told."""
    for name, value in position.items():
        here = f"{path}.{name}" if path else name
        if isinstance(value, dict) and value:
            yield from leaves(value, here)
        elif value is not None:
            yield here, value


def to_correction(fields: Fields) -> Fields:
    """Put a correction together."""
    position: Fields = {}
    text, at = fields.pop("facts"), 0
    while at < len(text) and text[at] not in ";；":
        equals = text.index("=", at)
        *inner, name = text[at:equals].strip().split(".")
        value, at = value_at(text, equals + 1)
        place: dict[str, Any] = position
        for step in inner:
            place = place.setdefault(step, {})
        place[name] = value
        at = after_blanks(text, at)
    return {"type": "corrected", **fields, "position": position, "reason": text[at + 1 :].strip()}


def value_at(text: str, at: int) -> tuple[Any, int]:
    """Read a value written as JSON, or else a word; give it, and where it ends."""
    try:
        value, end = JSON.raw_decode(text, at)
        if text[end : end + 1] in ("", " ", ";", "；"):
            return value, end
    except (ValueError, RecursionError):
        pass
    end = next((n for n in range(at, len(text)) if text[n] in " ;；"), len(text))
    return text[at:end], end


def to_back(fields: Fields) -> Fields:
    """Put together a take-back that counts: so many acts are told below zero."""
    count = fields.pop("n", 1)
    if count < 1:
        raise ValueError(count)
    return {"type": "taken_back", **fields, "to": -count}


SPREAD: dict[str, Callable[[Event], Fields]] = {
    "house_ruled": of_house_rule,
    "ruling_given": of_ruling,
    "dispute_opened": of_dispute,
    "seat_renamed": of_new_name,
    "corrected": of_correction,
    "secret_sealed": of_seal("seal", "about")[0],
    "secret_opened": of_seal("value", "salt", "about")[0],
}
GATHER: dict[str, Callable[[Fields], Fields]] = {
    "house_ruled": to_house_rule,
    "ruling_given": to_ruling,
    "dispute_opened": to_dispute,
    "seat_renamed": to_new_name,
    "corrected": to_correction,
    "secret_sealed": of_seal("seal", "about")[1],
    "secret_opened": of_seal("value", "salt", "about")[1],
    "back": to_back,
}
