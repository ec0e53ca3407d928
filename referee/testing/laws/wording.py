"""Every event, refusal, option and rule has its words in every language, and every line reads back."""

import ast
import re
from collections.abc import Iterable, Iterator
from fnmatch import fnmatch
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, get_args

from cli.interactive.keyboard import is_for_the_keyboard
from events.base import TABLE, Event, type_of
from events.table import TableEvent
from referee.draw.picks import pick_words, picks
from referee.kernel.game import Game, NotationError
from referee.kernel.registry import folder_of
from referee.l10n import LANGUAGES, say
from referee.l10n.catalogs import PARSE, catalog, file_of, is_further, placeholders
from referee.l10n.wording import label, notate, parse
from referee.rulebooks import find_rule, rules_of
from referee.service.files.text_record import read_shared
from referee.testing.evenings import Evenings, broken, sample

RULE_ID = re.compile(r"\b[A-Z]{3}-[A-Z]+-[A-Z0-9]+\b")


def kinds_of(game: Game) -> tuple[type[Event], ...]:
    """List the kinds of events a game has of its own."""
    shared = {type_of(each) for each in get_args(TableEvent)} | {"corrected"}
    declared = [*(act.event for act in game.acts), *(kind for kind in game.reducers)]
    return tuple(kind for kind in dict.fromkeys(declared) if type_of(kind) not in shared)


def add(ids: Iterable[str], game: Game, lang: str) -> None:
    """Say which words to add to the file of a language, where any are missing; `a|b` is either."""
    there = catalog(lang, game.id)
    missing = [id for id in ids if not any(fnmatch(each, way) for way in id.split("|") for each in there)]
    if missing:
        told = ", ".join(f'"{id.partition("|")[0].removeprefix(game.id + ".")}"' for id in missing)
        broken(f"add {told} to {file_of(lang, game.id)}")


def needed(game: Game) -> Iterator[str]:
    """Name the words a game cannot do without."""
    own = {type_of(kind) for kind in kinds_of(game)}
    yield f"{game.id}.name"
    for kind in kinds_of(game):
        yield f"{game.id}.act.{type_of(kind)}.sentence*|{game.id}.tell.{type_of(kind)}*"
    for act in game.acts:
        if type_of(act.event) in own and (act.lister() is not None or act.dealt is None):
            yield from (f"{game.id}.act.{type_of(act.event)}.{use}*" for use in ("label", "notation"))
            yield f"{game.id}.kind.{type_of(act.event)}|{game.id}.noun.event.{type_of(act.event)}"
    yield from (f"{game.id}.edition.{edition}" for edition in game.ruleset.editions)
    yield from (f"{game.id}.switch.{option}" for option in game.ruleset.options)
    yield from (f"{game.id}.topic.{topic}" for topic in game.topics)
    if game.facts is not None:
        yield from (f"{game.id}.noun.fact.{fact.name}" for fact in game.facts.declared)
    kernels = (reason for act in game.acts for reason in act.reasons)
    yield from (f"{game.id}.{reason}" for reason in ("game_is_over", *kernels, *refusals(game)))


def refusals(game: Game) -> tuple[str, ...]:
    """List the reasons the room's code refuses by; `*` stands for what is only known when it runs."""
    found = []
    for path in sorted(Path(folder_of(game.id)).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.Call) and node.args and called(node) in {"refuse", "Refused"}:
                found += [said(node.args[0])]
    own = f"{game.id}."
    return tuple(dict.fromkeys(each.removeprefix(own) for each in found if each.startswith(own)))


def called(node: ast.Call) -> str:
    """Name what a call calls."""
    return str(getattr(node.func, "id", getattr(node.func, "attr", "")))


def said(node: ast.expr) -> str:
    """Read a message id out of a call."""
    match node:
        case ast.Constant(value=str(id)):
            return id
        case ast.JoinedStr(values):
            return "".join(str(v.value) if isinstance(v, ast.Constant) else "*" for v in values)
    return ""


def everything_has_its_words(evenings: Evenings) -> None:
    """Events, refusals, options, editions, topics and facts are named in each language."""
    for lang in LANGUAGES:
        add(needed(evenings.game), evenings.game, lang)


def every_language_says_the_same(evenings: Evenings) -> None:
    """What one language says the others say, with the same arguments, and nothing is empty."""
    id = evenings.game.id
    said = [message for lang in LANGUAGES for message in catalog(lang, id)]
    whole = dict.fromkeys(message for message in said if not is_further(message))
    for lang in LANGUAGES:
        add(whole, evenings.game, lang)
        for message, text in catalog(lang, id).items():
            if not text.strip():
                broken(f'"{message}" is empty; add its words to {file_of(lang, id)}')
            same = catalog(LANGUAGES[0], id).get(message, text)
            if message in whole and placeholders(text) != placeholders(same):
                broken(f'"{message}" takes other arguments than in {LANGUAGES[0]}; mend {file_of(lang, id)}')


def every_noun_a_sentence_asks_for_is_there(evenings: Evenings) -> None:
    """`{gem:gem}` needs a table `[noun.gem]`."""
    id = evenings.game.id
    for lang in LANGUAGES:
        nouns = {key.split(".")[2] for key in catalog(lang, id) if key.startswith(f"{id}.noun.")}
        for message, text in sentences(lang, id):
            for _, field, spec, _ in PARSE(text):
                plain = bool(field and spec) and spec not in {"seat", "game"} and "." not in str(spec)
                if plain and not str(spec).startswith("#") and spec not in nouns:
                    broken(f"add [noun.{spec}] to {file_of(lang, id)}: {message} asks for it")


def no_word_stands_for_two_things(evenings: Evenings) -> None:
    """What else people call a noun, in a table `[also.gem]`, is no other noun's name there."""
    id = evenings.game.id
    for lang in LANGUAGES:
        called: dict[tuple[str, str], str] = {}
        for message, text in catalog(lang, id).items():
            table, _, name = message.removeprefix(f"{id}.").partition(".")
            kind, _, thing = name.partition(".")
            if table == "also" and f"{id}.noun.{name}" not in catalog(lang, id):
                broken(
                    f"add [noun.{kind}] {thing} to {file_of(lang, id)}: [also.{kind}] has other words for it"
                )
            for word in {"noun": [text], "also": text.split()}.get(table, []):
                if called.setdefault((kind, word.lower()), thing) != thing and table == "also":
                    broken(f'"{word}" is two things of [also.{kind}]; mend {file_of(lang, id)}')


def sentences(lang: str, game: str) -> Iterator[tuple[str, str]]:
    """Give what is said; patterns of what people type are none of it."""
    for message, text in catalog(lang, game).items():
        if not (message.endswith(".notation") or is_further(message) or ".notation." in message):
            yield message, text


def every_line_reads_back(evenings: Evenings) -> None:
    """What is possible, written as a line in any language, means that very act again, whoever reads it."""
    game, random = evenings.game, Random(4)
    for evening in evenings.all:
        for n, step in enumerate(evening.some(16)):
            for who in (*step.after.seats, TABLE):
                for k, event in enumerate(sample(game.legal(step.after, who), 9, random)):
                    written, reader = LANGUAGES[k % 3], LANGUAGES[(k + n) % 3]
                    read_back(game, step.after, event, (written, reader))


def read_back(game: Game, state: Any, event: Event, langs: tuple[str, str]) -> None:
    """Write a line in one language, and read it as a reader of another."""
    line = notate(state, event, langs[0])
    try:
        again = parse(state, line, langs[1])
    except NotationError as error:
        broken(f"{game.id}: the line {line!r} of {event} cannot be read: {error.reason}")
    if again != event:
        broken(f"{game.id}: the line {line!r} of {event} is read as {again}")


def every_button_says_what_it_does(evenings: Evenings) -> None:
    """Its words are filled in whole, and stand after the name of who does it where others read them.

    Typed as they are listed they mean that very act, wherever no other act that is possible goes by the same
    words; and so does its line without the name from who speaks.
    """
    game, random = evenings.game, Random(7)
    for evening in evenings.all:
        for n, step in enumerate(evening.some(9)):
            state, lang = step.after, LANGUAGES[n % len(LANGUAGES)]
            legal = [event for who in (*state.seats, TABLE) for event in game.legal(state, who)]
            listed = {
                who: [label(state, event, lang, who) for event in legal] for who in (None, state.seats[0])
            }
            for event in sample(legal, 6, random):
                a_button_says(state, event, lang)
                for who, said in listed.items():
                    words = label(state, event, lang, who)
                    if said.count(words) == 1:
                        typed(state, event, words, lang, who)
                if (seat := getattr(event, "seat", None)) is not None:
                    typed(state, event, notate(state, event, lang).removeprefix(seat), lang, seat)


def no_act_goes_by_a_word_of_the_table(evenings: Evenings) -> None:
    """What is typed for an act, or stands on its button, says nothing else that people do to a table.

    The act would be meant, and the word for the table could only be said the long way round.
    """
    game, random = evenings.game, Random(11)
    for evening in evenings.all:
        for step in evening.some(9):
            state = step.after
            legal = [event for who in (*state.seats, TABLE) for event in game.legal(state, who)]
            for event in sample(legal, 6, random):
                for lang in LANGUAGES:
                    means_no_word_of_the_table(state, event, lang)


def means_no_word_of_the_table(state: Any, event: Event, lang: str) -> None:
    """Hold the line and the button of an act against the words that every table has, in all languages."""
    seat = getattr(event, "seat", None)
    typed = notate(state, event, lang)
    buttons = {label(state, event, lang, who) for who in (seat, None)}
    for line in {typed, *buttons}:
        own = line.removeprefix(seat or "").strip() or line
        shared, _ = read_shared(state, line, lang)
        if shared is not None:
            broken(f"{state.game}: {line!r}, said in {lang} for {event}, is {type_of(shared)} in a record")
        if is_for_the_keyboard(own) and not own.isdecimal():
            broken(f"{state.game}: {own!r}, said in {lang} for {event}, is a word for the keyboard")
    for line in buttons:
        if (id := buttons_of_pages(lang, state.seats).get(line.casefold())) is not None:
            broken(f"{state.game}: the button {line!r} in {lang} for {event} is that of {id} on every page")


@cache
def buttons_of_pages(lang: str, seats: tuple[str, ...]) -> dict[str, str]:
    """List what pages say of every table, by the id of the message."""
    texts = {id: text for id, text in catalog(lang, "web").items() if placeholders(text) <= {"seat"}}
    said = {say(id, lang).casefold(): id for id, text in texts.items() if not placeholders(text)}
    of_seats = (id for id, text in texts.items() if placeholders(text))
    about = {say(id, lang, seat=seat).casefold(): id for id in of_seats for seat in seats}
    return {**said, **about}


def a_button_says(state: Any, event: Event, lang: str) -> None:
    """Look at the words of one button."""
    seat = getattr(event, "seat", None)
    mine, others = label(state, event, lang, seat), label(state, event, lang)
    if not mine.strip() or any(sign in mine for sign in "?{}"):
        broken(f"{state.game}: the button of {event} says in {lang}: {mine!r}")
    if seat is not None and (mine not in others or mine == others):
        broken(f"{state.game}: the button of {event} says to others in {lang}: {others!r}")


def typed(state: Any, event: Event, line: str, lang: str, who: str | None) -> None:
    """Read what somebody types, who sits at a seat or nowhere."""
    try:
        again: Event | str = parse(state, line, lang, who)
    except NotationError as error:
        again = error.reason
    if again != event:
        broken(
            f"{state.game}: {line!r}, typed by {who or 'anybody'} in {lang} for {event}, is read as {again}"
        )


def every_tap_has_its_words(evenings: Evenings) -> None:
    """What is tapped to mean an act is named in each language."""
    game, random = evenings.game, Random(5)
    for evening in evenings.all:
        for step in evening.some(10):
            for who in step.after.seats:
                view = game.view(step.after, who)
                for event in sample(game.legal(step.after, who), 12, random):
                    for tap in picks(view, event):
                        for lang in LANGUAGES:
                            if (words := pick_words(view, lang, tap)).startswith(f"{game.id}.picks."):
                                broken(f'add "{words.split(" ")[0]}" to {file_of(lang, game.id)}')


def every_rule_is_in_the_book(evenings: Evenings) -> None:
    """Each rule the room cites is in its book, and each rule of the book is cited by the room."""
    game = evenings.game
    code = "\n".join(path.read_text("utf-8") for path in Path(folder_of(game.id)).rglob("*.py"))
    cited = set(RULE_ID.findall(code))
    for rule in sorted(cited):
        if find_rule(rule) is None:
            broken(f"add [{rule}] to {folder_of(game.id)}/book/{rule.split('-')[1].lower()}.toml")
    if unused := sorted(set(rules_of(game.id)) - cited):
        broken(f"no function names {', '.join(unused)}; add the id under Rules: where it is decided")


LAWS = (
    everything_has_its_words,
    every_language_says_the_same,
    every_noun_a_sentence_asks_for_is_there,
    no_word_stands_for_two_things,
    every_line_reads_back,
    every_button_says_what_it_does,
    no_act_goes_by_a_word_of_the_table,
    every_tap_has_its_words,
    every_rule_is_in_the_book,
)
