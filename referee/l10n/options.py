"""What a table can agree on, in words: options and their values, editions, topics of disputes."""

import re
from collections.abc import Iterable
from functools import cache
from typing import Any

from msgspec.structs import replace

from events.base import Event
from events.codec import MalformedError
from events.envelope import encode
from events.table import ChangeProposed, DisputeOpened, HouseRuled, RulingGiven, SecretOpened, SecretSealed
from referee.kernel.registry import codec_for, find_game, is_game
from referee.kernel.ruleset import RuleOption, Ruleset
from referee.kernel.table import TableView
from referee.l10n.catalogs import (
    PARSE,
    edition_words,
    rule_option_words,
    sentence_of,
    topic_words,
    value_words,
)
from referee.l10n.messages import event_words, place_of, say, thing_words
from referee.languages import LANGUAGES, listed, trait

MENTION = r"(?P<before>{before} ?)?(?P<id>[a-z]+(?:_[a-z]+)+|(?(before)[a-z]+(?![a-z])|(?!)))"
"""What is written as an option is: of several words, or of one after it was said that it is an option."""

DECISION = r"\b([a-z]+(?:_[a-z]+)*)=([a-z0-9_]+)\b"
"""An option and its value as they are typed."""


def with_books(game: str, text: str, lang: str) -> str:
    """Write a text with the names of the books whose editions it names by their ids."""
    if not is_game(game):
        return text
    before, after = (sentence_of("options.book", lang) or "{edition}").split("{edition}")
    ids = "|".join(find_game(game).ruleset.editions)
    ends = rf" ?{after.strip()}" if after else r"\b"
    mention = rf"(?P<begins>(?i:{before}))\b(?P<id>{ids}){ends}"

    def named(found: re.Match[str]) -> str:
        book = edition_words(game, found["id"], lang)
        return book[:1].upper() + book[1:] if found["begins"][:1].isupper() else book

    return re.sub(mention, named, text)


def in_prose(game: str, text: str, lang: str) -> str:
    """Write a text with the words of the options and the names of the books it names by their ids."""
    options = find_game(game).ruleset.options
    before = (sentence_of("options.mention", lang) or "option {name}").removesuffix("{name}").strip()

    def named(found: re.Match[str]) -> str:
        if found["id"] not in options:
            return found[0]
        words = say("options.named", lang, name=rule_option_words(game, found["id"], lang))
        return say("options.mention", lang, name=words) if found["before"] else words

    def decided(found: re.Match[str]) -> str:
        option = options.get(found[1])
        is_known = option is not None and found[2] in map(str, option.values)
        return decision_words(game, found[0], lang) if is_known else found[0]

    text = re.sub(DECISION, decided, with_books(game, text, lang))
    return re.sub(MENTION.format(before=before), named, text)


def where_so_many(ruleset: Ruleset, option: RuleOption, lang: str) -> list[str]:
    """Say what every edition has where so many sit, for each number of seats that changes an option."""
    return [
        say("options.where_so_many", lang, n=n, value=value_words(ruleset.id, option.name, value, lang))
        for n, values in ruleset.by_seats.items()
        for name, value in values.items()
        if name == option.name
    ]


def as_in_books(game: str, editions: Iterable[str], lang: str) -> str:
    """Say which books rule so: “as in the Chinese rulebook”; or that none does."""
    books = tuple(edition_words(game, each, lang) for each in editions)
    return say("case.editions", lang, editions=books) if books else say("case.no_edition", lang)


def decision_words(game: str, decision: str, lang: str) -> str:
    """Say a decision such as `tie_break=shared`, `edition ja` or `stands`; a table's own words stay."""
    if decision in {"stands", "does_not_stand"}:
        return say(f"ruling.{decision}", lang)
    kind, _, edition = decision.partition(" ")
    if kind == "edition" and sentence_of(f"{game}.edition.{edition}", lang):
        return say("options.as_edition", lang, edition=edition_words(game, edition, lang))
    option, equals, value = decision.partition("=")
    name = sentence_of(f"{game}.switch.{option}", lang)
    if not equals or name is None:
        return decision
    return f"{name}{trait(lang, 'colon')}{value_words(game, option, value, lang)}"


def house_notes(view: TableView, lang: str) -> list[str]:
    """Say in one line which options are no longer the edition's; nothing where there is none."""
    rules = tuple(
        rule_option_words(view.game, name, lang)
        if value == "yes"
        else decision_words(view.game, f"{name}={value}", lang)
        for name, value in view.house.items()
    )
    return [say("options.house", lang, rules=rules)] if rules else []


def ruling_words(game: str, decision: str, lang: str) -> str:
    """Say a decision as a ruling keeps it: with how it came about in brackets."""
    made, bracket, note = decision.partition(" (")
    said = translate_note(game, note.removesuffix(")"), lang)
    kept = bracket + note if said is None else trait(lang, "brackets").format(said)
    return decision_words(game, made, lang) + kept


NOTES = ("ruling.voted_absent", "case.voted", "ruling.coin", "ruling.lot")
"""How a ruling may have come about; it is kept in the language of whoever voted last."""


def note_in_words(game: str, note: str, lang: str) -> str:
    """Say how a ruling came about in the reader's language; a table's own words stay."""
    said = translate_note(game, note, lang)
    return note if said is None else said


def translate_note(game: str, note: str, lang: str) -> str | None:
    """Say how a ruling came about in the reader's language; None where these are other words."""
    for id in NOTES:
        for written in LANGUAGES:
            match = note_pattern(id, written).fullmatch(note)
            if match is not None:
                told = {
                    name: read_list(game, name, text, written, lang)
                    for name, text in match.groupdict().items()
                }
                return say(id, lang, **told)
    return None


@cache
def note_pattern(id: str, lang: str) -> re.Pattern[str]:
    """Write a note as what reads it back."""
    parts = [
        re.escape(literal) + (f"(?P<{field}>{r'[0-9]+' if field in ('n', 'of') else '.+'})" if field else "")
        for literal, field, _, _ in PARSE(sentence_of(id, lang) or "")
    ]
    return re.compile("".join(parts))


def read_list(game: str, name: str, text: str, written: str, lang: str) -> str | tuple[str, ...]:
    """Read a list of a note: people by their names, or ways to rule, which are said anew."""
    if name in ("n", "of"):
        return text
    comma, last = trait(written, "comma"), trait(written, "last_of_people")
    if name != "ways":
        return tuple(part for each in text.split(comma) for part in each.split(last))
    parting = trait(written, "semicolon")  # of ways that have commas of their own
    return tuple(
        way_words(game, each, written, lang) for each in text.split(parting if parting in text else comma)
    )


def way_words(game: str, said: str, written: str, lang: str) -> str:
    """Say a way to rule in another language; as it is where it is none that is known."""
    ruleset = find_game(game).ruleset
    ways = (f"{name}={value}" for name, option in ruleset.options.items() for value in option.values)
    editions = (f"edition {each}" for each in ruleset.editions)
    known = (
        way
        for way in ("stands", "does_not_stand", *editions, *ways)
        if decision_words(game, way, written) == said
    )
    found = next(known, None)
    return said if found is None else decision_words(game, found, lang)


def put_words_in(event: Event, lang: str, game: str | None = None) -> Event:
    """Copy an event that names options or topics of a game with their words in place of ids."""
    if game is None:
        return event
    match event:
        case HouseRuled(option, value):
            words = value_words(game, option, value, lang)
            return replace(event, option=rule_option_words(game, option, lang), value=words)
        case RulingGiven(decision=decision):
            return replace(event, decision=ruling_words(game, decision, lang))
        case DisputeOpened(topic=topic):
            return replace(event, topic=topic_words(game, topic, lang))
        case ChangeProposed(change=change):
            return replace(event, change=worded_change(change, lang, game))
        case SecretSealed(about=about):
            return replace(event, about=about_in_words(game, about, lang))
        case SecretOpened(value=value, about=about):
            words = secret_words(game, value, lang)
            return replace(event, value=words, about=about_in_words(game, about, lang))
    return event


def about_in_words(game: str, about: str, lang: str) -> str:
    """Say what a seal is about: a word of the game's, and a number."""
    word, _, n = about.partition(" ")
    sentence = sentence_of(f"{game}.about.{word}", lang)
    return about if sentence is None else sentence.format(n=n)


def secret_words(game: str, value: object, lang: str) -> str:
    """Say what a seal hid: a card, or several people or cards; by its id what has no words."""
    return listed((thing_words(id, lang, game) for id in str(value).split()), lang)


def worded_change(change: str, lang: str, game: str) -> str:
    """Put words into a proposed change."""
    try:
        event = codec_for(game).event(change.encode("utf-8", "replace"))
    except MalformedError:
        return change
    return encode(put_words_in(event, lang, game)).decode() if isinstance(event, HouseRuled) else change


def describe_event(state: Any, event: Event, lang: str) -> str:
    """Say an event as a sentence, at the state before it (None: before the opening)."""
    names = dict(state.names) if state is not None else {}
    game = state and state.game
    return event_words(put_words_in(event, lang, game), lang, names, place_of(state, event), game)
