"""Niagara in every language: everything has a name, and events are told as sentences."""

from pathlib import Path
from typing import get_args

import msgspec
import pytest

from referee.games.niagara import GAME
from referee.games.niagara import events as vocabulary
from referee.games.niagara.tables import GEMS, PADDLE_CARDS, SPACES, WEATHER_TRACK
from referee.kernel.registry import codec_for
from referee.kernel.vocabulary import events_of, is_shared
from referee.l10n import LANGUAGES, has, noun
from referee.l10n.messages import event_words

NAMES = {"A": "Anna", "B": "Bea", "C": "小明"}
_, PLAIN, MOVED = Path(__file__).with_name("told.txt").read_text("utf-8").split("\n\n")
EVENT = codec_for("niagara").event
EVENTS = [EVENT(line.encode()) for line in PLAIN.splitlines()]
MOVES = [(EVENT(line.encode()), at) for at, _, line in (each.partition(" ") for each in MOVED.splitlines())]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_event_is_told(lang, snapshot):
    assert snapshot == "\n".join(event_words(event, lang, NAMES, game="niagara") for event in EVENTS)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_kind_of_move_is_told(lang, snapshot):
    assert snapshot == "\n".join(
        event_words(event, lang, NAMES, None if at == "-" else at) for event, at in MOVES
    )


def test_a_theft_reads_as_the_table_would_say_it():
    said = "Bea's canoe 2 paddles up to S3 and steals the gem from Anna's canoe 1."
    assert said == event_words(MOVES[0][0], "en", NAMES, MOVES[0][1])


NOUNS = {
    "gem": GEMS,
    "a_gem": GEMS,
    "gem_short": GEMS,
    "card": PADDLE_CARDS,
    "a_card": PADDLE_CARDS,
    "space": SPACES,
    "where": (*SPACES, "lost"),
    "weather": WEATHER_TRACK,
    "side": get_args(vocabulary.Side),
    "goal": get_args(vocabulary.Goal),
    "reason": ("goal_met", "no_goal", "shared", "most_gems_then_first", "gem_value"),
    "phase": ("choose", "reveal", "turn", "river", "ended"),
    "fact": vocabulary.Position.__struct_fields__,
}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("kind", NOUNS)
def test_everything_of_niagara_has_a_name(kind, lang):
    assert [id for id in NOUNS[kind] if not has(f"niagara.noun.{kind}.{id}", lang)] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_event_of_niagara_has_a_name(lang):
    names = [name for name, event in events_of(GAME.vocabulary).items() if not is_shared(event)]
    assert [name for name in names if noun("event", name, lang, "niagara") == name] == []


def test_a_vocabulary_that_grows_must_find_words():
    """Every event of the game is a struct of its own module, and so is known to the test above."""
    events = {*events_of(GAME.vocabulary).values()}
    declared = {
        each
        for each in vars(vocabulary).values()
        if isinstance(each, type)
        and issubclass(each, msgspec.Struct)
        and each.__module__ == vocabulary.__name__
    }
    assert set() == {each for each in declared if each.__struct_config__.tag} - events
