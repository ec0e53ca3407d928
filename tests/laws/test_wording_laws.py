"""An act is worded once in each language: its button, its sentence, and the line that means it."""

from functools import cache
from itertools import product
from random import Random
from typing import Any

import pytest

from events.base import TABLE, Event, type_of
from events.table import TableOpened
from referee.kernel.game import NotationError
from referee.kernel.registry import find_game, game_in, rooms
from referee.l10n import LANGUAGES, has
from referee.l10n.wording import label, notate, parse
from referee.service.workshop.simulate import opening, play
from tests.stages import one_in

USES = ("label", "sentence", "notation")

GARBAGE = ("9" * 1999, "A " * 900, "(" * 1500, "A plays " + "，" * 1500, "出" * 1900, "A keep " + "3 " * 900)
"""Lines that are long, and mean nothing."""


@cache
def moments(name: str, seed: int) -> list[tuple[Any, Event]]:
    """Play a game at random; give some of what may be done all through it, each with the state before it."""
    game, random = find_game(name), Random(f"{name} {seed}")
    state, found = None, []
    for facts in play(game, opening(game, random, 4, None, {}), random, 8):
        if state is not None:
            legal = [event for who in (*state.seats, TABLE) for event in game.legal(state, who)]
            found += [(state, event) for event in random.sample(legal, min(3, len(legal)))]
        for fact in facts:
            state = game.evolve(state, fact.event)
    return found[:: max(1, len(found) // 150)]


in_turns = pytest.mark.parametrize(("name", "lang"), one_in(5, product(reversed(rooms()), LANGUAGES)))
"""Each game in another language every day, in all of them where there is time."""


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", rooms())
def test_every_act_has_its_three_wordings(name: str, lang: str) -> None:
    """A button, a sentence and a line, in the reader's own language."""
    own = (act.event for act in find_game(name).acts if game_in(act.event.__module__))
    kinds = [type_of(event) for event in own]
    ids = [f"{name}.act.{kind}.{use}" for kind in kinds for use in USES]
    assert [] == [id for id in ids if not has(id, lang)]


@in_turns
def test_a_line_means_its_act_to_every_reader(name: str, lang: str) -> None:
    """What is written in one language is read by who reads another."""
    for state, event in moments(name, 1):
        line = notate(state, event, lang)
        assert [event] * len(LANGUAGES) == [parse(state, line, reader) for reader in LANGUAGES], line


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", rooms())
def test_a_line_needs_no_seat_from_who_speaks(name: str, lang: str) -> None:
    """At the own keyboard `4` is enough for `A plays 4`; so is the whole line."""
    for state, event in moments(name, 2):
        if (seat := getattr(event, "seat", None)) is not None:
            line = notate(state, event, lang)
            assert event == parse(state, line.removeprefix(seat), lang, seat), line


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", rooms())
def test_a_button_says_what_i_would_do(name: str, lang: str) -> None:
    """In words that are filled in whole; what others would do stands after their names."""
    for state, event in moments(name, 3):
        seat = getattr(event, "seat", None)
        mine = label(state, event, lang, seat)
        assert [] == [sign for sign in "?{}" if sign in mine], mine
        if seat is not None:
            assert mine in label(state, event, lang) != mine


@in_turns
def test_what_is_listed_may_be_typed_as_it_is_listed(name: str, lang: str) -> None:
    """After the name, and without it by who speaks; where words tell it from all else that is possible."""
    game = find_game(name)
    for state, event in moments(name, 5):
        seat = getattr(event, "seat", None)
        legal = [each for who in (*state.seats, TABLE) for each in game.legal(state, who) if each != event]
        for who in dict.fromkeys((None, seat)):
            said = label(state, event, lang, who)
            if said not in (label(state, each, lang, who) for each in legal):
                assert event == parse(state, said, lang, who), said


@pytest.mark.parametrize("line", GARBAGE, ids=lambda line: line[:8])
@pytest.mark.parametrize("name", rooms())
def test_long_garbage_is_refused(name: str, line: str) -> None:
    """However long it is, it is read once for each pattern and found to mean nothing."""
    game = find_game(name)
    state = game.decide(None, TableOpened(game=name, seats=("A", "B", "C", "D"))).state
    with pytest.raises(NotationError):
        parse(state, line)


def test_a_card_is_laid_in_any_words() -> None:
    """Long or short, wide or narrow, in any of the three languages."""
    game = find_game("niagara")
    state = game.decide(None, TableOpened(game=game.id, seats=("A", "B", "C"), names={"A": "安娜"})).state
    lines = ("A plays 6", "A 6", "安娜出6", "A 出 6", "Ａ　６を出す", "Aが6を出す", "a PLAYS 6")
    assert {parse(state, "A plays 6")} == {parse(state, line, "ja") for line in lines}
