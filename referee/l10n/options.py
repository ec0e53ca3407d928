"""What a table agrees on and rules, in words: options, decisions, rulings and how they came about."""

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

_MENTION = r"(?P<before>{before} ?)?(?P<id>[a-z]+(?:_[a-z]+)+|(?(before)[a-z]+(?![a-z])|(?!)))"
"""An id written as an option is: of several words, or of one after the word for "option"."""

DECISION = r"\b([a-z]+(?:_[a-z]+)*)=([a-z0-9_]+)\b"
"""An option and its value as they are typed."""


def with_books(game: str, text: str, lang: str) -> str:
    """Return a text with the names of the books in place of the ids of editions; as it is without a game."""
    if not is_game(game):
        return text
    before, after = (sentence_of("options.book", lang) or "{edition}").split("{edition}")
    ids = "|".join(find_game(game).ruleset.editions)
    ends = rf" ?{after.strip()}" if after else r"\b"
    mention = rf"(?P<begins>(?i:{before}))\b(?P<id>{ids}){ends}"

    def name_book(found: re.Match[str]) -> str:
        book = edition_words(game, found["id"], lang)
        return book[:1].upper() + book[1:] if found["begins"][:1].isupper() else book

    return re.sub(mention, name_book, text)


def in_prose(game: str, text: str, lang: str) -> str:
    """Return a text with words in place of ids of options and editions, and of decisions (`a=b`).

    As it is without a game.
    """
    if not is_game(game):
        return text
    options = find_game(game).ruleset.options
    before = (sentence_of("options.mention", lang) or "option {name}").removesuffix("{name}").strip()

    def name_option(found: re.Match[str]) -> str:
        if found["id"] not in options:
            return found[0]
        words = say("options.named", lang, name=rule_option_words(game, found["id"], lang))
        return say("options.mention", lang, name=words) if found["before"] else words

    def word_decision(found: re.Match[str]) -> str:
        option = options.get(found[1])
        is_known = option is not None and found[2] in map(str, option.values)
        return decision_words(game, found[0], lang) if is_known else found[0]

    text = re.sub(DECISION, word_decision, with_books(game, text, lang))
    return re.sub(_MENTION.format(before=before), name_option, text)


def where_so_many(ruleset: Ruleset, option: RuleOption, lang: str) -> list[str]:
    """Return, for each number of seats that changes an option, what every edition has there."""
    return [
        say("options.where_so_many", lang, n=n, value=value_words(ruleset.id, option.name, value, lang))
        for n, values in ruleset.by_seats.items()
        for name, value in values.items()
        if name == option.name
    ]


def as_in_books(game: str, editions: Iterable[str], lang: str) -> str:
    """Return which books rule so ("as in the Chinese rulebook"), or that none does."""
    books = tuple(edition_words(game, each, lang) for each in editions)
    return say("case.editions", lang, editions=books) if books else say("case.no_edition", lang)


def decision_words(game: str, decision: str, lang: str) -> str:
    """Return a decision (`tie_break=shared`, `edition ja`, `stands`) in words; other words stay."""
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
    """Return a line naming the options that differ from the edition; no line where none does."""
    rules = tuple(
        rule_option_words(view.game, name, lang)
        if value == "yes"
        else decision_words(view.game, f"{name}={value}", lang)
        for name, value in view.house.items()
    )
    return [say("options.house", lang, rules=rules)] if rules else []


def ruling_words(game: str, decision: str, lang: str) -> str:
    """Return the decision of a ruling in words, with how it came about in brackets where it says so."""
    made, bracket, note = decision.partition(" (")
    said = _translate_note(game, note.removesuffix(")"), lang)
    kept = bracket + note if said is None else trait(lang, "brackets").format(said)
    return decision_words(game, made, lang) + kept


NOTES = ("ruling.voted_absent", "case.voted", "ruling.coin", "ruling.lot")
"""The messages of how a ruling came about; a log keeps one in the language of whoever voted last."""


def note_in_words(game: str, note: str, lang: str) -> str:
    """Return how a ruling came about in the reader's language; a table's own words stay."""
    said = _translate_note(game, note, lang)
    return note if said is None else said


def _translate_note(game: str, note: str, lang: str) -> str | None:
    """Return a note in the reader's language; None where it is none of NOTES in any language."""
    for id in NOTES:
        for written in LANGUAGES:
            match = _note_pattern(id, written).fullmatch(note)
            if match is not None:
                found = {
                    name: read_list(game, name, text, written, lang)
                    for name, text in match.groupdict().items()
                }
                return say(id, lang, **found)
    return None


@cache
def _note_pattern(id: str, lang: str) -> re.Pattern[str]:
    """Return the pattern that reads the arguments of a note back, cached."""
    parts = [
        re.escape(literal) + (f"(?P<{field}>{r'[0-9]+' if field in ('n', 'of') else '.+'})" if field else "")
        for literal, field, _, _ in PARSE(sentence_of(id, lang) or "")
    ]
    return re.compile("".join(parts))


def read_list(game: str, name: str, text: str, written: str, lang: str) -> str | tuple[str, ...]:
    """Return an argument of a note: numbers as they are, a tuple of names, or one of ways to rule in `lang`.

    `written` is the language of the note.
    """
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
    """Return a way to rule, worded in `written`, in another language; as it is where it is unknown."""
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
    """Return an event with words in place of ids of options and topics; as it is where `game` is None."""
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
            return replace(event, change=_worded_change(change, lang, game))
        case SecretSealed(about=about):
            return replace(event, about=about_words(game, about, lang))
        case SecretOpened(value=value, about=about):
            words = secret_words(game, value, lang)
            return replace(event, value=words, about=about_words(game, about, lang))
    return event


def about_words(game: str, about: str, lang: str) -> str:
    """Return what a seal is about (`<word> <number>`) in words; as it is where the game has none."""
    word, _, n = about.partition(" ")
    sentence = sentence_of(f"{game}.about.{word}", lang)
    return about if sentence is None else sentence.format(n=n)


def secret_words(game: str, value: object, lang: str) -> str:
    """Return what a seal hid, one card or several, in words; by its id what has none."""
    return listed((thing_words(id, lang, game) for id in str(value).split()), lang)


def _worded_change(change: str, lang: str, game: str) -> str:
    """Return the JSON of a proposed house rule with words in place of ids; other changes as they are."""
    try:
        event = codec_for(game).event(change.encode("utf-8", "replace"))
    except MalformedError:
        return change
    return encode(put_words_in(event, lang, game)).decode() if isinstance(event, HouseRuled) else change


def describe_event(state: Any, event: Event, lang: str) -> str:
    """Return an event as sentences, at the state before it (None: before the opening)."""
    names = dict(state.names) if state is not None else {}
    game = state and state.game
    return event_words(put_words_in(event, lang, game), lang, names, place_of(state, event), game)
