"""A hex is said as people say it at the table: by the boats, the buoys and the start tile near it."""

import re
from collections import Counter

import pytest

from referee.draw.picks import outcome, pick_words, picks
from referee.games.powerboats import GAME
from referee.games.powerboats.board.text import where_words
from referee.games.powerboats.events import DiceThrown
from referee.games.powerboats.lake import HEADING_INDEX, neighbour, water_of
from referee.l10n import LANGUAGES
from referee.l10n.messages import event_words, place_of
from referee.l10n.wording import label
from referee.service.commands.correct import make_correction
from referee.testing.recorded import record, records
from tests.architecture.sources import RECORDED
from tests.stages import one_in

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


MOMENTS = (2, 40, 151)
"""After so many entries a recorded game is looked at: letters alone, boats near the start, boats far off."""


def moments(path):
    steps = record(path).steps
    return [steps[n].after for n in MOMENTS if n < len(steps) and steps[n].after.lake is not None]


def told_twice(words):
    return [each for each, times in Counter(words).items() if times > 1]


@pytest.mark.parametrize("path", one_in(3, PATHS), ids=lambda path: path.stem)
def test_no_two_hexes_of_a_lake_have_one_name(path):
    """Whoever looks, in whatever language: what is said of a hex is true of no other."""
    for n, state in enumerate(moments(path)):
        view, lang = GAME.view(state, state.seats[0] if n % 2 else None), LANGUAGES[n % len(LANGUAGES)]
        assert [] == told_twice(where_words(view, lang, cell) for cell in water_of(state.lake))


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_no_two_acts_that_are_offered_are_said_alike(path):
    for n, state in enumerate(moments(path)):
        lang = LANGUAGES[n % len(LANGUAGES)]
        for seat in GAME.acting(state):
            view, acts = GAME.view(state, seat), GAME.legal(state, seat)
            said = [f"{label(state, act, lang, seat)} {outcome(view, lang, act)}" for act in acts]
            assert [] == told_twice(said)
            firsts = {ids[0] for act in acts if (ids := picks(view, act))}
            assert [] == told_twice(pick_words(view, lang, id) for id in firsts)


def test_places_are_named_by_what_is_seen():
    """The water between a buoy and the land, a boat's sides, the own boat as one's own."""
    state = SERIES.steps[40].after
    seat = state.seats[state.turn]
    view = GAME.view(state, seat)
    said = {where_words(view, "en", cell): cell for cell in water_of(state.lake)}
    boat = view.boats[seat]
    ahead = neighbour(boat.at, HEADING_INDEX[boat.heading], state.lake.layout)
    assert ahead == said["right ahead of your boat"]
    assert any(re.fullmatch("beside your boat, at its (left|right) (bow|stern)", each) for each in said)
    assert any(re.fullmatch(r"between buoy \d and (the island|the shore|buoy \d)", each) for each in said)
