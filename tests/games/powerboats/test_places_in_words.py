"""A hex is said as people say it at the table: by the boats, the buoys and the start tile near it."""

import re

import pytest

from referee.draw.picks import pick_words, picks
from referee.games.powerboats import GAME
from referee.games.powerboats.events import DiceThrown
from referee.games.powerboats.lake import HEADING_INDEX, neighbour
from referee.l10n import LANGUAGES
from referee.l10n.messages import event_words, place_of
from referee.l10n.wording import label
from referee.service.commands.correct import make_correction
from referee.testing.recorded import record, records
from tests.architecture.sources import RECORDED

MAPPED = re.compile(r"\d+\s*[,，、]\s*\d+")
"""A column and a row."""

PATHS = records(RECORDED / "powerboats")
SERIES = record(next(path for path in PATHS if "four-rulebook" in path.stem))


def listed(state):
    return [event for seat in GAME.acting(state) for event in GAME.legal(state, seat)]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_sentence_names_a_column_and_a_row(lang):
    told = []
    for step in SERIES.steps[1:]:
        state = step.before
        for event in step.events:
            if not isinstance(event, DiceThrown):  # which lists what dice show
                told.append(event_words(event, lang, state.names, place_of(state, event)))
            state = GAME.evolve(state, event)
    assert len(told) > 100
    assert [] == [said for said in told if MAPPED.search(said)]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_berth_has_words_of_its_own(lang):
    """A list of them can be said aloud, and answered by one; none names a column and a row."""
    state = next(step.after for step in SERIES.steps if GAME.phase(step.after) == "placing")
    seat, view = GAME.turn(state), GAME.view(state, None)
    acts = GAME.legal(state, seat)
    said = [label(state, event, lang, seat) for event in acts]
    taps = [pick_words(view, lang, id) for event in acts for id in picks(view, event)]
    assert [] == [each for each in (*said, *taps) if MAPPED.search(each)]
    assert len(acts) == len(set(said)) > 12


def test_what_is_set_by_hand_is_said_by_what_is_near():
    state = next(step.after for step in SERIES.steps if GAME.phase(step.after) == "dice")
    seat, other = state.seats[:2]
    ben = GAME.view(state, None).boats[other]
    behind = neighbour(ben.at, (HEADING_INDEX[ben.heading] + 3) % 6, state.lake.layout)
    event = make_correction(GAME, state, {f"boats.{seat}.at": list(behind)})
    said = event_words(event, "en", state.names, place_of(state, event), GAME.id)
    assert f"right behind {state.names.get(other, other)}'s boat" in said
