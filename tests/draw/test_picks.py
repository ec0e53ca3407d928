"""What is tapped to mean an action: told apart, named in every language, and there on the picture."""

import pytest

from events.base import TABLE
from referee.draw import marked_board
from referee.draw.picks import icon, is_meant, next_picks, outcome, pick_words, picks
from referee.draw.svg import pick_ids
from referee.games.lifeboat import GAME as LIFEBOAT
from referee.games.niagara import GAME as NIAGARA
from referee.games.powerboats import GAME as POWERBOATS
from referee.l10n import LANGUAGES
from referee.testing.recorded import record, records
from tests.architecture.sources import RECORDED
from tests.stages import one_in

EVERY = {"niagara": 15, "powerboats": 45, "lifeboat": 12}
"""Of the positions of a recorded game one in so many is looked at."""

DRAWN = {
    "niagara": {"canoe", "to", "site", "steal", "weather", "exit", "paddle", "show", "face_down"},
    "powerboats": {"boat", "turn", "berth", "bow"},
    "lifeboat": {"swap", "grant", "refuse", "pass", "side", "keep"},
}
"""Kinds of things that are on the picture whenever they may be tapped."""


def walked(game, path):
    return [step.after for step in record(path).steps[:: EVERY[game.id]]]


RACES = records(RECORDED / "powerboats")

GAMES = [
    pytest.param(game, path, id=path.stem)
    for game in (NIAGARA, POWERBOATS, LIFEBOAT)
    for path in records(RECORDED / game.id)
]
each_game = pytest.mark.parametrize(("game", "path"), GAMES)


def offered(game, state):
    for seat in game.acting(state):
        view = game.view(state, None if seat == TABLE else seat)
        for event in game.legal(state, seat):
            yield view, seat, event, picks(view, event)


def is_drawn(game, id):
    """Tell whether an id is of a kind that is drawn; a card that is not named cannot be."""
    kind, _, value = id.partition(":")
    return kind.rstrip("12345678") in DRAWN[game.id] and value != "None"


@each_game
def test_no_two_actions_are_meant_by_the_same_taps(game, path):
    for state in walked(game, path):
        meant = [(seat, ids) for _, seat, _, ids in offered(game, state) if ids]
        assert [ids for ids in meant if meant.count(ids) > 1] == []


@each_game
def test_everything_that_is_tapped_has_a_name(game, path):
    for state in walked(game, path):
        named = {id: view for view, _, _, ids in offered(game, state) for id in ids}
        said = {pick_words(view, lang, id) for id, view in named.items() for lang in LANGUAGES}
        assert [words for words in said if "picks." in words or not words.strip()] == []


@pytest.mark.parametrize(("game", "path"), one_in(7, GAMES))
def test_what_may_be_tapped_is_on_the_picture(game, path):
    """Everything the game promises by picture; at both sizes."""
    for i, state in enumerate(walked(game, path)):
        by_view = {}
        for view, seat, _, ids in offered(game, state):
            by_view.setdefault(seat, (view, set()))[1].update(ids)
        for view, ids in by_view.values():
            marks = pick_ids(marked_board(view, "en", ("phone", "table")[i % 2]))
            assert {id for id in ids if is_drawn(game, id)} - marks == set()


def test_a_tap_leads_on_until_one_action_is_left():
    """First things first; what lies between may be left out."""
    meant = ("canoe:A.1", "to:S4", "site:diamond", "load:diamond")
    assert ("canoe:A.1",) == next_picks(meant, ())
    assert ("load:diamond",) == next_picks(meant, ("canoe:A.1", "site:diamond"))
    assert [True, True, False, False] == [
        is_meant(meant, chosen)
        for chosen in ((), ("canoe:A.1", "load:diamond"), ("to:S4",), ("canoe:A.1", "load:diamond", "to:S4"))
    ]


def test_what_counts_is_tapped_in_order():
    """The second disc after the first, the buoys from 0 to 3."""
    meant = ("exit1:left", "exit2:right", "exit3:left")
    assert ("exit2:right",) == next_picks(meant, ("exit1:left",))


def test_dice_are_drawn_and_said():
    state = next(s for s in walked(POWERBOATS, RACES[0]) if POWERBOATS.phase(s) == "dice")
    view = POWERBOATS.view(state, None)
    said = [
        pick_words(view, "en", id) for id in ("throw:32+1", "throw:+2", "throw:3+0", "throw:+0", "shows:31")
    ]
    assert ["keep 3 and 2, throw 1", "throw 2", "keep 3", "no dice", "3 and 1"] == said
    drawn, width = icon(view, "throw:32+1")
    assert (1, 78) == (str(drawn).count("?"), width)


def test_a_boat_is_told_where_it_would_stop_and_what_a_crash_would_cost():
    steps = record(next(path for path in RACES if "latch" in path.stem)).steps
    state = steps[28].after
    told = [outcome(POWERBOATS.view(state, "black"), "en", e) for e in POWERBOATS.legal(state, "black")]
    assert ["crash after 3 hexes, 1 damage", "crash after 3 hexes, 1 damage"] == told
