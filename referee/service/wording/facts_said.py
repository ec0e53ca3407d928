"""Facts of the board as people say them: `ring=Ben`, `B1=L7`, `飞鸟=2`, in any language."""

import re
from collections.abc import Iterator
from typing import Any

from referee.kernel.folding import look
from referee.kernel.game import Game, NotationError
from referee.kernel.notation import find_seat, which_of
from referee.l10n.facts import fact_name, fact_value
from referee.languages import LANGUAGES
from referee.service.commands.correct import CHOICE, LIST, NUMBER, SettableFact, settable_facts
from referee.service.wording.by_words import folded, holds_word

PIECE = re.compile(r"(?P<whose>.*\D)(?P<number>\d)")
"""A seat and the number of its piece, written together: B1."""

WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
"""Letters that are written without blanks."""

BETWEEN = re.compile(r"[,，、\s]+")
"""What stands between the members of a list."""


def fact_said(game: Game, state: Any, said: str, value: str) -> tuple[str, Any] | None:
    """Find the fact that is called so and can have this value; None where there is none, or several.

    It is named by its path or in words; of several it is the one that is called shortest. A value in
    words is given as the position has it. Raises NotationError where it could be somebody's and somebody
    else's.
    """
    facts = settable_facts(game, state, None)
    exact = [fact for fact in facts if fact.path == said.strip()]
    named = [(0, fact) for fact in exact] or list(_called(game, state, facts, said))
    fitting = [
        (length, fact.path, read) for length, fact in named for read in _values(game, state, fact, value)
    ]
    shortest = min((length for length, _, _ in fitting), default=0)
    found = {path: read for length, path, read in fitting if length == shortest}
    people = [seat for seat in state.seats if any(seat in path.split(".")[1:] for path in found)]
    if len(people) > 1 and len(people) == len(found):
        raise which_of(state, said.strip(), people)
    return next(iter(found.items())) if len(found) == 1 else None


def path_called(game: Game, state: Any, said: str) -> str | None:
    """Find the fact that is called shortest of those that words name; None where they name none."""
    facts = settable_facts(game, state, None)
    if any(fact.path == said.strip() or fact.path.startswith(f"{said.strip()}.") for fact in facts):
        return None
    return min(
        ((length, fact.path) for length, fact in _called(game, state, facts, said)), default=(0, None)
    )[1]


def _called(
    game: Game, state: Any, facts: tuple[SettableFact, ...], said: str
) -> Iterator[tuple[int, SettableFact]]:
    """Give the facts whose names have all words that were said, each with the length of its name."""
    seats, words = _seats_and_words(state, said)
    if (not seats and not words) or any("." in word for word in words):  # a path goes by itself
        return
    for fact in facts:
        steps = [look(step) for step in fact.path.split(".")]
        if any(look(seat) not in steps[1:] for seat in seats):
            continue
        names = [look(fact_name(fact.path, lang, game.id, state.names)) for lang in LANGUAGES]
        having = [
            name
            for name in (fact.path, *names)
            if all(word in steps if word.isdecimal() else holds_word(folded(word), name) for word in words)
        ]
        if having:
            yield min(map(len, having)), fact


def _seats_and_words(state: Any, said: str) -> tuple[set[str], set[str]]:
    """Split what was said into the seats that it names, and all other words."""
    seats, words = set[str](), set[str]()
    for token in _apart(state, said):
        piece = PIECE.fullmatch(token)
        seat = _seat(state, token) or (piece and _seat(state, piece["whose"]))
        if seat:
            seats.add(seat)
        if piece and seat and _seat(state, token) is None:
            words.add(piece["number"])
        elif not seat:
            words.add(look(token))
    return seats, words


def _apart(state: Any, said: str) -> Iterator[str]:
    """Give the words of what was said; a name and what follows it in wide letters are two."""
    called = sorted({*state.seats, *state.names.values()}, key=len, reverse=True)
    for token in said.split():
        name = next((each for each in called if token.startswith(each)), "")
        rest = token[len(name) :].removeprefix("的").removeprefix("の")
        yield from (name, rest) if name and rest and WIDE.match(rest) else (token,)


def _seat(state: Any, token: str) -> str | None:
    try:
        return find_seat(state, token)
    except NotationError:
        return None


def _values(game: Game, state: Any, fact: SettableFact, value: str) -> Iterator[Any]:
    """Give the value of a fact that some words mean; none where it cannot be that."""
    if fact.kind == NUMBER:
        text = look(value)
        if text.lstrip("-").isdecimal() and _within(fact, number := int(text[:9])):
            yield number
        return
    called = _choices(game, state, fact)
    if fact.kind == CHOICE and look(value) in called:
        yield called[look(value)]
    elif fact.kind == LIST:
        members = [look(each) for each in BETWEEN.split(value.strip("[]")) if each]
        if members and all(each in called for each in members):
            yield [called[each] for each in members]


def _within(fact: SettableFact, number: int) -> bool:
    return (fact.least is None or fact.least <= number) and (fact.most is None or number <= fact.most)


def _choices(game: Game, state: Any, fact: SettableFact) -> dict[str, Any]:
    """Map what each value of a fact may be called to the value."""
    words = {
        look(fact_value(fact.path, value, lang, game.id, state.names)): value
        for lang in LANGUAGES
        for value in (None, *fact.choices)
    }
    return words | {look(str(value)): value for value in fact.choices}
