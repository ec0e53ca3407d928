"""Everything has its words in every language, every line reads back, whatever is seen can be drawn."""

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from fnmatch import fnmatch
from functools import cache
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree as ET

from msgspec import inspect
from msgspec.structs import replace

from cli.interactive.keyboard import is_for_the_keyboard
from events.base import REFEREE, TABLE, Event, type_of
from referee.draw import svg_board, text_board
from referee.draw.picks import find_offers, pick_words, picks
from referee.draw.width import width
from referee.kernel.equipment import nouns_of
from referee.kernel.facts import may_be_null
from referee.kernel.game import Game, NotationError
from referee.kernel.registry import folder_of
from referee.kernel.tally import Tally
from referee.kernel.vocabulary import is_shared
from referee.l10n import LANGUAGES, has, say
from referee.l10n.catalogs import PARSE, catalog, file_of, is_further, own_texts, placeholders
from referee.l10n.messages import event_words, is_empty, is_hidden
from referee.l10n.score import line_words, reading_words, step_words
from referee.l10n.wording import label, notate, parse
from referee.rulebooks import find_rule, rules_of
from referee.service.files.text_record import read_shared
from referee.testing.playthrough import playthrough
from referee.testing.random_games import PlayedGames, Step, fail, sample

_RULE_ID = re.compile(r"\b[A-Z]{3}-[A-Z]+-[A-Z0-9]+\b")


def _kinds_of(game: Game) -> tuple[type[Event], ...]:
    """Return the types of events that only this game has."""
    declared = [*(act.event for act in game.acts), *(kind for kind in game.reducers)]
    return tuple(kind for kind in dict.fromkeys(declared) if not is_shared(kind))


def _require_words(ids: Iterable[str], game: Game, lang: str) -> None:
    """Fail where a language lacks message ids, with the file to add them to; `a|b` is either, `*` any end."""
    there = catalog(lang, game.id)
    missing = [id for id in ids if not any(fnmatch(each, way) for way in id.split("|") for each in there)]
    if missing:
        told = ", ".join(f'"{id.partition("|")[0].removeprefix(game.id + ".")}"' for id in missing)
        fail(f"add {told} to {file_of(lang, game.id)}")


def _needed_words(game: Game) -> Iterator[str]:
    """Yield the message ids a game cannot do without; `|` and `*` as in `_require_words`."""
    own = {type_of(kind) for kind in _kinds_of(game)}
    yield f"{game.id}.name"
    for kind in _kinds_of(game):
        yield f"{game.id}.act.{type_of(kind)}.sentence*|{game.id}.tell.{type_of(kind)}*"
    for act in game.acts:
        if type_of(act.event) in own and (act.lister is not None or act.is_dealt is None):
            yield from (f"{game.id}.act.{type_of(act.event)}.{use}*" for use in ("label", "notation"))
            yield f"{game.id}.kind.{type_of(act.event)}|{game.id}.noun.event.{type_of(act.event)}"
    yield from (f"{game.id}.edition.{edition}" for edition in game.ruleset.editions)
    yield from (f"{game.id}.switch.{option}" for option in game.ruleset.options)
    yield from (f"{game.id}.topic.{topic}" for topic in game.topics)
    yield from (f"{game.id}.{noun}" for noun in nouns_of(game.equipment))
    if game.facts is not None:
        yield from (f"{game.id}.noun.fact.{fact.name}" for fact in game.facts.declared)
    yield from (f"{game.id}.{reason}" for reason in ("game_is_over", *_refusal_reasons(game)))


def _refusal_reasons(game: Game) -> tuple[str, ...]:
    """Return the reasons in the code of a game; `*` stands for what is known only when it runs."""
    refusing = (call for call in _calls_in(game.id) if _name_of_call(call) in {"refuse", "Refused"})
    found = [_message_id(call.args[0]) for call in refusing]
    own = f"{game.id}."
    return tuple(dict.fromkeys(each.removeprefix(own) for each in found if each.startswith(own)))


@cache
def _calls_in(game: str) -> tuple[ast.Call, ...]:
    """Return every call with arguments in the code of a game."""
    trees = (ast.parse(path.read_bytes()) for path in sorted(Path(folder_of(game)).rglob("*.py")))
    nodes = (node for tree in trees for node in ast.walk(tree))
    return tuple([node for node in nodes if isinstance(node, ast.Call) and node.args])


def _name_of_call(node: ast.Call) -> str:
    return str(getattr(node.func, "id", getattr(node.func, "attr", "")))


def _message_id(node: ast.expr) -> str:
    """Return the message id that an argument is, or an empty string."""
    match node:
        case ast.Constant(value=str(id)):
            return id
        case ast.JoinedStr(values):
            return "".join(str(v.value) if isinstance(v, ast.Constant) else "*" for v in values)
    return ""


def everything_has_its_words(played_games: PlayedGames) -> None:
    """Events, refusals, options, editions, topics and facts are named in each language."""
    for lang in LANGUAGES:
        _require_words(_needed_words(played_games.game), played_games.game, lang)


def every_language_says_the_same(played_games: PlayedGames) -> None:
    """What one language says the others say, with the same arguments, and nothing is empty."""
    id = played_games.game.id
    messages = [message for lang in LANGUAGES for message in catalog(lang, id)]
    whole = dict.fromkeys(message for message in messages if not is_further(message))
    for lang in LANGUAGES:
        _require_words(whole, played_games.game, lang)
        for message, text in catalog(lang, id).items():
            if not text.strip():
                fail(f'"{message}" is empty; add its words to {file_of(lang, id)}')
            same = catalog(LANGUAGES[0], id).get(message, text)
            if message in whole and placeholders(text) != placeholders(same):
                fail(f'"{message}" takes other arguments than in {LANGUAGES[0]}; mend {file_of(lang, id)}')


def every_noun_a_sentence_asks_for_is_there(played_games: PlayedGames) -> None:
    """`{gem:gem}` needs a table `[noun.gem]`."""
    id = played_games.game.id
    for lang in LANGUAGES:
        nouns = {key.split(".")[2] for key in catalog(lang, id) if key.startswith(f"{id}.noun.")}
        for message, text in _sentences(lang, id):
            for _, field, spec, _ in PARSE(text):
                plain = bool(field and spec) and spec not in {"seat", "game"} and "." not in str(spec)
                if plain and not str(spec).startswith("#") and spec not in nouns:
                    fail(f"add [noun.{spec}] to {file_of(lang, id)}: {message} asks for it")


def no_word_stands_for_two_things(played_games: PlayedGames) -> None:
    """What else people call a noun, in a table `[also.gem]`, is no other noun's name there."""
    id = played_games.game.id
    for lang in LANGUAGES:
        meant: dict[tuple[str, str], str] = {}
        for message, text in catalog(lang, id).items():
            table, _, name = message.removeprefix(f"{id}.").partition(".")
            kind, _, thing = name.partition(".")
            if table == "also" and f"{id}.noun.{name}" not in catalog(lang, id):
                fail(
                    f"add [noun.{kind}] {thing} to {file_of(lang, id)}: [also.{kind}] has other words for it"
                )
            for word in {"noun": [text], "also": text.split()}.get(table, []):
                if meant.setdefault((kind, word.lower()), thing) != thing and table == "also":
                    fail(f'"{word}" is two things of [also.{kind}]; mend {file_of(lang, id)}')


def _sentences(lang: str, game: str) -> Iterator[tuple[str, str]]:
    """Yield message ids and texts of a game itself, without the patterns of what people type."""
    for message, text in own_texts(lang, game).items():
        if not (message.endswith(".notation") or is_further(message) or ".notation." in message):
            yield message, text


def every_line_reads_back(played_games: PlayedGames) -> None:
    """The notation of a legal act, in any language, is parsed as that act by readers of any language."""
    game, random = played_games.game, Random(4)
    for played in played_games.all:
        for n, step in enumerate(played.some(16)):
            for who in (*step.after.seats, TABLE):
                for k, event in enumerate(sample(game.legal(step.after, who), 9, random)):
                    written, reader = (LANGUAGES[each % len(LANGUAGES)] for each in (k, k + n))
                    _check_reads_back(game, step.after, event, (written, reader))


def _check_reads_back(game: Game, state: Any, event: Event, langs: tuple[str, str]) -> None:
    line = notate(state, event, langs[0])
    mend = f"mend `notation` of {_words_of(game.id, event, langs[0])}"
    try:
        again = parse(state, line, langs[1])
    except NotationError as error:
        fail(f"{game.id}: the line {line!r} of {event} cannot be read: {error.reason}; {mend}")
    if again != event:
        fail(f"{game.id}: the line {line!r} of {event} is read as {again}; {mend}")


def every_button_says_what_it_does(played_games: PlayedGames) -> None:
    """Its words are filled in whole, and stand after the name of who does it where others read them.

    Typed as they are listed they mean that very act, wherever no other act that is possible goes by the same
    words; and so does its line without the name from who speaks.
    """
    game, random = played_games.game, Random(7)
    for played in played_games.all:
        for n, step in enumerate(played.some(9)):
            state, lang = step.after, LANGUAGES[n % len(LANGUAGES)]
            legal = [event for who in (*state.seats, TABLE) for event in game.legal(state, who)]
            listed = {
                who: [label(state, event, lang, who) for event in legal] for who in (None, state.seats[0])
            }
            for event in sample(legal, 6, random):
                _check_button(state, event, lang)
                for who, labels in listed.items():
                    words = label(state, event, lang, who)
                    if labels.count(words) == 1:
                        _check_typed(state, event, words, lang, who)
                if (seat := getattr(event, "seat", None)) is not None:
                    _check_typed(state, event, notate(state, event, lang).removeprefix(seat), lang, seat)


def no_act_goes_by_a_word_of_the_table(played_games: PlayedGames) -> None:
    """What is typed for an act, or stands on its button, says nothing else that people do to a table.

    Each of them would take the other's line, in whatever language it is read.
    """
    game, random = played_games.game, Random(11)
    for played in played_games.all:
        checked: Counter[type[Event]] = Counter()
        for step in played.some(16):
            state = step.after
            legal = [event for who in (*state.seats, TABLE) for event in game.legal(state, who)]
            for event in sample(legal, len(legal), random):
                checked[type(event)] += 1
                for lang in LANGUAGES if checked[type(event)] <= _OF_A_KIND else ():
                    _check_no_table_word(state, event, lang)


_OF_A_KIND = 3
"""How many lines of a kind of act are read as words of the table, in each game."""


def _check_no_table_word(state: Any, event: Event, lang: str) -> None:
    seat = getattr(event, "seat", None)
    typed, mend = notate(state, event, lang), f"say it otherwise in {_words_of(state.game, event, lang)}"
    buttons = {label(state, event, lang, who) for who in (seat, None)}
    for line in {typed, *buttons}:
        own = line.removeprefix(seat or "").strip() or line
        shared, _ = read_shared(state, line, lang)
        if shared is not None:
            fail(f"{state.game}: {line!r}, said for {event}, is {type_of(shared)} in a record; {mend}")
        if is_for_the_keyboard(own) and not own.isdecimal():
            fail(f"{state.game}: {own!r}, said for {event}, is a word for the keyboard; {mend}")
    for line in buttons:
        if (id := _buttons_of_pages(lang, state.seats).get(line.casefold())) is not None:
            fail(f"{state.game}: the button {line!r} for {event} is that of {id} on every page; {mend}")


def _words_of(game: str, event: Event, lang: str) -> str:
    """Return where the words of an act stand, for a message."""
    return f"[act.{type_of(event)}] of {file_of(lang, game)}"


@cache
def _buttons_of_pages(lang: str, seats: tuple[str, ...]) -> dict[str, str]:
    """Return the message ids of what pages say of every table, by its text in small letters."""
    texts = {id: text for id, text in catalog(lang, "web").items() if placeholders(text) <= {"seat"}}
    own = {say(id, lang).casefold(): id for id, text in texts.items() if not placeholders(text)}
    of_seats = (id for id, text in texts.items() if placeholders(text))
    about = {say(id, lang, seat=seat).casefold(): id for id in of_seats for seat in seats}
    return {**own, **about}


def _check_button(state: Any, event: Event, lang: str) -> None:
    seat = getattr(event, "seat", None)
    mine, others = label(state, event, lang, seat), label(state, event, lang)
    words = _words_of(state.game, event, lang)
    if not mine.strip() or any(sign in mine for sign in "?{}"):
        fail(f"{state.game}: the button of {event} says {mine!r}; mend `label` of {words}")
    if seat is not None and (mine not in others or mine == others):
        fail(f"{state.game}: the button of {event} says to others {others!r}; mend `label` of {words}")


def _check_typed(state: Any, event: Event, line: str, lang: str, who: str | None) -> None:
    """Fail where a line does not mean an event, typed by a seat or (None) by somebody without one."""
    try:
        again: Event | str = parse(state, line, lang, who)
    except NotationError as error:
        again = error.reason
    if again != event:
        fail(
            f"{state.game}: {line!r}, typed by {who or 'anybody'} for {event}, is read as {again}; mend "
            f"`label` or `notation` of {_words_of(state.game, event, lang)}"
        )


def every_tap_has_its_words(played_games: PlayedGames) -> None:
    """What is tapped to mean an act is named in each language."""
    game, random = played_games.game, Random(5)
    for played in played_games.all:
        for step in played.some(10):
            for who in step.after.seats:
                view = game.view(step.after, who)
                for event in sample(game.legal(step.after, who), 12, random):
                    for tap in picks(view, event):
                        for lang in LANGUAGES:
                            if (words := pick_words(view, lang, tap)).startswith(f"{game.id}.picks."):
                                fail(f'add "{words.split(" ")[0]}" to {file_of(lang, game.id)}')


def every_rule_is_in_the_book(played_games: PlayedGames) -> None:
    """Each rule the code cites is in the rulebook, and each rule of the rulebook is cited by the code."""
    game = played_games.game
    room = Path(folder_of(game.id))
    files = (*room.rglob("*.py"), *room.glob("editions/*.toml"))
    code = "\n".join(path.read_text("utf-8") for path in files)
    cited = set(_RULE_ID.findall(code))
    for rule in sorted(cited):
        if find_rule(rule) is None:
            fail(f"add [{rule}] to {folder_of(game.id)}/book/{rule.split('-')[1].lower()}.toml")
    if unused := sorted(set(rules_of(game.id)) - cited):
        fail(
            f"no function names {', '.join(unused)}; add the id under Rules: where it is decided in "
            f"{folder_of(game.id)}, or take the rule out of its book"
        )


_WIDTHS = (60, 80, 120)


def every_board_is_drawn(played_games: PlayedGames) -> None:
    """As text within its columns, as a picture with a description."""
    game = played_games.game
    where = f"mend board.py in {folder_of(game.id)}"
    for played in played_games.all:
        for n, step in enumerate(played.some(5)[:6]):
            lang, columns = LANGUAGES[n % len(LANGUAGES)], _WIDTHS[n % len(_WIDTHS)]
            for viewer in (None, step.after.seats[n % len(step.after.seats)]):
                view = game.view(step.after, viewer)
                offers = find_offers(game, step.after, viewer)
                text = text_board(view, lang, width=columns, offers=offers)
                if long := next((line for line in text.splitlines() if width(line) > columns), None):
                    fail(f"{played.name}: a line of the board is wider than {columns}: {long}; {where}")
                for size in ("phone", "table"):
                    root = ET.fromstring(svg_board(view, lang, size, offers))  # noqa: S314
                    if not (root.findtext("{*}desc") or "").strip():
                        fail(f"{played.name}: the picture has no description; {where}")


_HOLES = ("?=", "{", "}", "None", "  ")
"""What stands in a sentence that lacks something."""


def everything_can_be_told(played_games: PlayedGames) -> None:
    """Every event has a sentence in every language, with nothing left to fill in, whoever reads it.

    Where a secret is null for a reader, or a field may be left out, sentence and button say it without.
    """
    game, seen = played_games.game, set[tuple[Any, ...]]()
    for played in played_games.all:
        for step in played.steps:
            forms = (form for judged in step.judged for form in _forms_of(game, step, judged.event))
            for event, is_own in forms:
                values = [getattr(event, name) for name in event.__struct_fields__]
                form = (type(event), *((is_empty(value), is_hidden(value)) for value in values))
                if form not in seen:
                    seen.add(form)
                    for lang in LANGUAGES:
                        _check_sentence(game.id, step.before, event, lang, is_own=is_own)


def _forms_of(game: Game, step: Step, event: Event) -> Iterator[tuple[Event, bool]]:
    """Yield an event, as others read it, and without each field that may be null; whether it has a button."""
    yield event, True
    for viewer in (None, step.after.seats[0]):
        read = game.mask(game.redact(event, viewer, step.events[1:]), viewer)
        if read != event:
            yield read, False
    for field in inspect.type_info(type(event)).fields:  # type: ignore[attr-defined]
        if may_be_null(field.type) and getattr(event, field.name) is not None:
            yield replace(event, **{field.name: None}), True


def _check_sentence(game: str, state: Any, event: Event, lang: str, *, is_own: bool) -> None:
    said = {"sentence": event_words(event, lang, {}, game=game)}
    if is_own and state is not None and has(f"{game}.act.{type_of(event)}.label", lang):
        said["label"] = label(state, event, lang, getattr(event, "seat", None))
    for use, text in said.items():
        if not text.strip() or text.startswith(f"{game}.") or any(hole in text for hole in _HOLES):
            values = {name: getattr(event, name) for name in event.__struct_fields__}
            less = [f"{use}_without_{name}" for name, value in values.items() if is_empty(value)]
            less += [f"{use}_hidden_{name}" for name, value in values.items() if is_hidden(value)]
            more = f"; perhaps {' or '.join(less)}" if less else ""
            fail(f"the {use} of {event} is {text!r}; mend {_words_of(game, event, lang)}{more}")


def the_score_has_its_words(played_games: PlayedGames) -> None:
    """Each line of a score, its note, what was compared and what decided are worded in every language."""
    game = played_games.game
    for lang in LANGUAGES:
        _require_words(_words_of_scores(game.id), game, lang)
    for played in played_games.all if game.scoring.tally is not None else ():
        for state in (step.after for step in (*played.some(6), played.steps[-1])):
            for viewer in (None, REFEREE):
                if (tally := game.tally(state, viewer)) is not None:
                    for lang in LANGUAGES:
                        _check_score(game, tally, lang, state.names)


def _check_score(game: Game, tally: Tally, lang: str, names: dict[str, str]) -> None:
    said = [line_words(game.id, line, lang, names) for line in tally.lines]
    said += [reading_words(game.id, one, lang, names) for one in tally.readings]
    said += [step_words(game.id, step, lang, names) for one in tally.readings for step in one.steps]
    for text in said:
        if not text.strip() or f"{game.id}." in text or any(hole in text for hole in _HOLES):
            fail(f"the score says {text!r}; add its words to {file_of(lang, game.id)}")
    for one in tally.readings:
        if f"{game.id}.noun.reason.{one.reason}" not in catalog(lang, game.id):
            fail(f"add [noun.reason] {one.reason} to {file_of(lang, game.id)}: it decides who wins")


_SCORED = {"Line": 1, "Note": 0, "Step": 0}
"""Which argument of what a tally is made of is a message id."""

_MESSAGE_ID = re.compile(r"[\w*]+(\.[\w*]+)+")


def _words_of_scores(game: str) -> Iterator[str]:
    """Yield the message ids that the code of a game makes a tally of; `*` as in `_require_words`.

    The note of a panel is no id: it is the words themselves.
    """
    for call in _calls_in(game):
        at = _SCORED.get(_name_of_call(call))
        id = _message_id(call.args[at]) if at is not None and len(call.args) > at else ""
        if _MESSAGE_ID.fullmatch(id):
            yield f"{game}.{id}"


def an_evening_can_be_written_down(played_games: PlayedGames) -> None:
    """Its playthrough has every act, what each seat sees, and what may be done."""
    played, where = played_games.all[0], folder_of(played_games.game.id)
    text = playthrough(played_games.game, played)
    if text.count("\n# ") + 1 < len(played.steps):
        fail(f"{played.name}: its playthrough lacks acts; mend the view of the game in {where}")
    if TABLE in played_games.game.acting(played.steps[-1].after) and "table may" not in text:
        fail(f"{played.name}: its playthrough lacks what the table may show; add `candidates` in {where}")


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
    every_board_is_drawn,
    everything_can_be_told,
    the_score_has_its_words,
    an_evening_can_be_written_down,
)
