"""Typed lines: which is meant, what could stand where one stops making sense, facts named in words."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any
from unicodedata import normalize

from events.base import TABLE, Event, type_of
from referee.kernel.folding import fold, look, lower, simplify
from referee.kernel.game import Game, NotationError
from referee.kernel.notation import find_seat, which_of
from referee.l10n import noun
from referee.l10n.messages import fact_name, fact_value, load_words
from referee.l10n.patterns import TypedLine, seats_at
from referee.l10n.wording import label, notate, typed_line
from referee.languages import LANGUAGES
from referee.rulebooks.search import stems
from referee.service.commands.correct import CHOICE, LIST, NUMBER, SettableFact, settable_facts

RUN = re.compile(r"[a-z0-9']+|[ァ-ヺー]+|[㐀-鿿]+")
"""A word or number, katakana, a run of Chinese signs; what is written in hiragana only joins them."""

_ACCENTS = re.compile("[\u0300-\u036f]")

_KATAKANA = re.compile(r"[ァ-ヺー]+").fullmatch


def lines_meant(typed: str, lines: Sequence[str], part_of: Sequence[str] = ()) -> tuple[int, ...]:
    """Return the indices of lines an unreadable one may mean: those with its words.

    Where `part_of` names words that the line was a part of, those lines that have one of them.
    """
    if not part_of:
        return _lines_holding(typed, lines)
    return tuple(n for n, line in enumerate(lines) if {*part_of} & {*re.findall(r"\w+", line)})


def acts_meant(
    game: Game, state: Any, line: str, error: NotationError, possible: Sequence[Event], lang: str
) -> list[Event]:
    """Return the possible acts that an unreadable line may mean; none where more than FEW hold its words."""
    events = without_samples(game, state, possible)
    called = [
        " ".join(
            (notate(state, each, lang), noun("event", type_of(each), lang, game.id), label(state, each, lang))
        )
        for each in events
    ]
    meant = [events[n] for n in lines_meant(line, called, error.part_of)]
    return meant if len(meant) <= FEW or error.part_of else []


def without_samples(game: Game, state: Any, events: Sequence[Event]) -> list[Event]:
    """Leave out acts that stand for many more alike: to guess among those would mislead."""
    sampled = {type(event) for event in game.samples(state, TABLE) if event in events}
    return [event for event in events if type(event) not in sampled]


def _lines_holding(typed: str, lines: Sequence[str]) -> tuple[int, ...]:
    """Return the indices of lines that hold all that was typed, in any order.

    Words in none of them do not count. Of several lines, those that end as it does: 朝东 is not
    朝东北. Nothing is found where there are no words, more than half of them are in no line, or all
    lines hold them; nor where a fact is typed, such as ring=2.
    """
    if {"=", "＝"} & {*typed}:
        return ()
    lines, words = [line.replace("-", "") for line in lines], words_in(typed.replace("-", ""))
    having = [{n for n, line in enumerate(lines) if holds_word(word, line)} for word in words]
    known = [each for each in having if each]
    both = set.intersection(*known) if known and 2 * len(known) >= len(having) else set()
    ended = {n for n in both if _ends_alike(typed, lines[n])}
    return tuple(sorted(ended or both)) if len(both) < len(lines) else ()


def _ends_alike(typed: str, line: str) -> bool:
    """Return whether a line ends with the last word that was typed, if that is not Latin."""
    last = lower(typed).split()[-1]
    return not last.isascii() and lower(line).endswith(last)


def words_in(typed: str) -> set[str]:
    """Return the telling parts of a line: stems of words, numbers, katakana, pairs of Chinese signs."""
    runs = RUN.findall(_fold_accents(typed))
    plain = " ".join(run for run in runs if run.isascii())
    signs = [each for run in runs if not run.isascii() for each in ([run] if _KATAKANA(run) else stems(run))]
    return {*(stems(plain) if plain else ()), *signs}


def holds_word(word: str, line: str) -> bool:
    """Return whether a line holds a number or the beginning of a word; wide letters may stand anywhere."""
    if not word.isascii():
        return word in _fold_accents(line)
    ends = r"\b" if word.isdecimal() else ""
    return re.search(rf"\b{re.escape(word)}{ends}", _fold_accents(line), re.ASCII) is not None


def _fold_accents(text: str) -> str:
    """Return a text without case and accents, as one types in a hurry (`canoe`); kana keep their marks."""
    return simplify(normalize("NFC", _ACCENTS.sub("", normalize("NFD", text.casefold()))))


FEW = 6
"""So many ways to go on with a line are returned whole."""

SHORT = 4
"""More of them are returned whole where they begin alike and none has more words than this."""


def expected_at(
    game: Game, state: Any, line: str, error: NotationError, possible: Collection[Event], lang: str
) -> tuple[str, ...]:
    """Return what could stand where a line stops making sense; () where nothing possible has words."""
    return expected_words(game, state, line, error, typed_lines(state, possible, lang), lang)


def expected_words(
    game: Game, state: Any, line: str, error: NotationError, possible: Collection[str], lang: str
) -> tuple[str, ...]:
    """Return what could stand where a line stops making sense, so that it is one of the `possible` lines."""
    begun = _beginning(state, line, error.at or 0, lang)
    next_words = ways_on(begun, possible)
    needless = {*state.seats, *state.names.values()} if next_words and not begun else ()
    known = (
        word
        for word in _of_possible(game, state, error, possible)
        if not any(f"{line} ".startswith(f"{word} ") for line in next_words)
    )
    found = (*(word for word in known if word not in needless), *next_words)
    return found or ways_on("", possible)


def _beginning(state: Any, line: str, at: int, lang: str) -> str:
    """Return what made sense of a line without blanks, who begins it by the id of the seat.

    `at` counts the characters that made sense, without blanks.
    """
    end = next((n for n in range(len(line) + 1) if len("".join(line[:n].split())) >= at), len(line))
    begun = TypedLine(line[:end], state, load_words(state.game, lang))
    after, seat = max(seats_at(begun, 0), default=(0, ""))
    return lower(fold(seat)) + "".join(begun.low[after:].split())


def typed_lines(state: Any, events: Collection[Event], *langs: str) -> tuple[str, ...]:
    """Return acts as one types them in some languages, each line once; acts without a line are left out."""
    lines = (typed_line(state, event, lang) for lang in langs for event in events)
    return tuple(dict.fromkeys(line for line in lines if not line.startswith("{")))


def _of_possible(game: Game, state: Any, error: NotationError, possible: Iterable[str]) -> tuple[str, ...]:
    """Return the expected words that a possible line holds or acting seats are called by."""
    whole = "\n".join(possible)
    acting, names = game.acting(state), state.names if {*state.seats} <= {*error.expected} else {}
    known = {*acting} | {state.names.get(seat, seat) for seat in acting}
    expected = (each for each in error.expected if each in known or _stands_in(each, whole))
    return tuple(dict.fromkeys(names.get(each, each) for each in expected))


def _stands_in(word: str, text: str) -> bool:
    """Return whether a word stands in a text on its own; Latin letters need no blanks beside others."""
    ends = r"(?![A-Za-z0-9])" if word.isascii() else r"(?![^\s,])"
    begins = r"(?<![A-Za-z0-9+-])" if word.isascii() else r"(?<![^\s,])"
    return re.search(f"{begins}{re.escape(word)}{ends}", text) is not None


def ways_on(begun: str, possible: Iterable[str]) -> tuple[str, ...]:
    """Return how possible lines go on after a beginning: whole where they are few or short, else by one word.

    Without a beginning: the few that are possible, or nothing.
    """
    rests = tuple(dict.fromkeys(filter(None, (_rest_after(begun, each) for each in possible))))
    if not begun:
        return rests if len(rests) <= FEW else ()
    words = tuple(dict.fromkeys(rest.split()[0] for rest in rests))
    are_short = len(words) == 1 and all(len(rest.split()) <= SHORT for rest in rests)
    return rests if len(rests) <= FEW or are_short else words


def _rest_after(begun: str, line: str) -> str:
    """Return `line` without the prefix `begun` (spaces ignored), or an empty string."""
    words = line.split()
    for n, word in enumerate(words):
        if not begun:
            return " ".join(words[n:])
        if lower(word).startswith(begun) and word[len(begun) :].isdecimal():  # a canoe of a seat: A1
            return " ".join((word[len(begun) :], *words[n + 1 :]))
        if not begun.startswith(lower(word)):
            return ""
        begun = begun[len(word) :]
    return ""


_PIECE = re.compile(r"(?P<whose>.*\D)(?P<number>\d)")
"""A seat and the number of its piece, written together: B1."""

WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
"""Letters that are written without blanks."""

_COMMA = re.compile(r"[,，、]")

BETWEEN = re.compile(r"[,，、\s]+")
"""What stands between the members of a list."""


def find_fact(
    game: Game, state: Any, said: str, value: str, viewer: str | None = None
) -> tuple[str, Any] | None:
    """Return (path, value) of the fact called `said` that can have this value; None: none, or several.

    It is one that `viewer` may see, named by its path or in words; of several it is the one whose name is
    shortest. The value is as the position has it. Raises NotationError where it could be somebody's and
    somebody else's.
    """
    return find_among(game, state, settable_facts(game, state, viewer), said, value)


def find_among(
    game: Game, state: Any, facts: tuple[SettableFact, ...], said: str, value: str
) -> tuple[str, Any] | None:
    """Return one of these facts with its value, as `find_fact` does."""
    exact = [fact for fact in facts if fact.path == said.strip()]
    named = [(0, fact) for fact in exact] or list(_called(game, state, facts, said))
    fitting = [
        (length, fact.path, read) for length, fact in named for read in fact_values(game, state, fact, value)
    ]
    shortest = min((length for length, _, _ in fitting), default=0)
    found = {path: read for length, path, read in fitting if length == shortest}
    people = [seat for seat in state.seats if any(seat in path.split(".")[1:] for path in found)]
    if len(people) > 1 and len(people) == len(found):
        raise which_of(state, said.strip(), people)
    return next(iter(found.items())) if len(found) == 1 else None


def find_path(game: Game, state: Any, said: str, viewer: str | None = None) -> str | None:
    """Return the path of the fact with the shortest name that has all words; None: none, or it is a path."""
    facts = settable_facts(game, state, viewer)
    if any(fact.path == said.strip() or fact.path.startswith(f"{said.strip()}.") for fact in facts):
        return None
    return min(
        ((length, fact.path) for length, fact in _called(game, state, facts, said)), default=(0, None)
    )[1]


def _called(
    game: Game, state: Any, facts: tuple[SettableFact, ...], said: str
) -> Iterator[tuple[int, SettableFact]]:
    """Yield (length of its name, fact) of the facts whose names have all words that were typed.

    Where some are called exactly so, only those, with length 0.
    """
    seats, words = _seats_and_words(state, said)
    if (not seats and not words) or any("." in word for word in words):  # a path goes by itself
        return
    people = tuple(state.names.items())
    names = {fact.path: _looks_of(fact.path, game.id, people) for fact in facts}
    exact = [fact for fact in facts if look(said) in names[fact.path]]
    if exact:
        yield from ((0, fact) for fact in exact)
        return
    for fact in facts:
        steps = [look(step) for step in fact.path.split(".")]
        if any(look(seat) not in steps[1:] for seat in seats):
            continue
        having = [
            name
            for name in (fact.path, *names[fact.path])
            if all(
                word in steps if word.isdecimal() else holds_word(_fold_accents(word), name) for word in words
            )
        ]
        if having:
            yield min(map(len, having)), fact


@lru_cache(maxsize=5000)
def _looks_of(path: str, game: str, people: tuple[tuple[str, str], ...]) -> tuple[str, ...]:
    """Return what a fact is called in each language, as it looks; `people` are names by seat. Cached."""
    return tuple(look(fact_name(path, lang, game, dict(people))) for lang in LANGUAGES)


def _seats_and_words(state: Any, said: str) -> tuple[set[str], set[str]]:
    """Split what was typed into the seats that it names, and all other words."""
    seats, words = set[str](), set[str]()
    for token in split_names(state, said):
        seat, number = piece_of(state, token)
        if seat:
            seats.add(seat)
        if number:
            words.add(number)
        elif not seat:
            words.add(look(token))
    return seats, words


def piece_of(state: Any, token: str) -> tuple[str | None, str | None]:
    """Return the seat and the number that a word such as B1 names; None for what it does not name."""
    piece = _PIECE.fullmatch(token)
    if (seat := _seat(state, token)) is not None or piece is None:
        return seat, None
    seat = _seat(state, piece["whose"])
    return seat, piece["number"] if seat else None


_OF_SOMEBODY = ("'s", "’s")
"""What may follow the name of somebody whose something is."""


def split_names(state: Any, said: str) -> Iterator[str]:
    """Yield the words of what was typed; a name and what follows it in wide letters are two."""
    called = sorted({*state.seats, *state.names.values()}, key=len, reverse=True)
    for token in said.split():
        name = next((each for each in called if token.startswith(each)), "")
        rest = token[len(name) :].removeprefix("的").removeprefix("の")
        if name and rest in _OF_SOMEBODY:
            yield name
        else:
            yield from (name, rest) if name and rest and WIDE.match(rest) else (token.strip("()（）"),)


def _seat(state: Any, token: str) -> str | None:
    try:
        return find_seat(state, token)
    except NotationError:
        return None


def fact_values(game: Game, state: Any, fact: SettableFact, value: str) -> Iterator[Any]:
    """Yield the value of a fact that some words mean; none where it cannot be that."""
    if fact.kind == NUMBER:
        text = look(value)
        if text.lstrip("-").isdecimal() and _within(fact, number := int(text[:9])):
            yield number
        return
    called = _choices(game, state, fact)
    if fact.kind == CHOICE and look(value) in called:
        yield called[look(value)]
    elif fact.kind == LIST:
        listed = value.strip("[]")
        ways = ((value,), _COMMA.split(listed), [each for each in BETWEEN.split(listed) if each])
        yield from islice(
            (
                [called[look(each)] for each in members]
                for members in ways
                if members and all(look(each) in called for each in members)
            ),
            1,
        )


def _within(fact: SettableFact, number: int) -> bool:
    return (fact.least is None or fact.least <= number) and (fact.most is None or number <= fact.most)


def _choices(game: Game, state: Any, fact: SettableFact) -> dict[str, Any]:
    """Return the values of a fact by what each may be called."""
    choices = (None, *fact.choices)
    kind = fact.path.rpartition(".")[2]
    nouns = {look(noun(kind, value, lang, game.id)): value for lang in LANGUAGES for value in choices[1:]}
    words = {
        look(fact_value(fact.path, value, lang, game.id, state.names)): value
        for lang in LANGUAGES
        for value in choices
    }
    return nouns | words | {look(str(value)): value for value in fact.choices}
