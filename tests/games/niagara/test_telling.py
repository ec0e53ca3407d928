"""Events told as sentences, in three languages."""

from pathlib import Path

import pytest

from referee.kernel.registry import codec_for
from referee.l10n import LANGUAGES
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
