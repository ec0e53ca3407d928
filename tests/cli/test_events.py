"""`referee events`: the vocabulary, and what is said of a line that is not of it."""

import json

import pytest

from referee.kernel.registry import find_game, own_games
from referee.kernel.vocabulary import events_of
from referee.service.files.examples import example_of
from tests.cli.conftest import OPENED
from tests.stages import one_in

OF_GAMES = [(game, type) for game in own_games() for type in events_of(find_game(game).vocabulary)]


def test_every_event_of_every_game_is_listed(run):
    """Those of each game, then those of every table, with what may be left out in brackets."""
    done = run("events")
    assert 0 == done.code
    for game, type in OF_GAMES:
        assert f"  {type} " in done.out, game
    assert "  canoe_bought     seat gem [canoe]  (a seat does it)" in done.out


def test_one_event_is_told_whole(run):
    done = run("events", "niagara", "cloud_moved")
    assert [
        "cloud_moved (a seat does it)",
        "Fields:",
        "  seat  a seat",
        "  to    one of -1, 0, 1, 2",
    ] == done.out.splitlines()[:4]
    assert "As one types it: C cloud to -1" in done.out
    assert 'As JSON: {"type":"cloud_moved","seat":"C","to":-1}' in done.out
    assert "Rules: NIA-WX-01" in done.out


@pytest.mark.parametrize(("game", "type"), one_in(3, OF_GAMES))
def test_an_event_has_an_example_of_its_type(game, type):
    example = example_of(find_game(game), type)
    assert example is None or type == example.event.__struct_config__.tag


def test_an_event_in_json_says_its_fields(run):
    (told,) = run("events", "niagara", "canoe_bought", "--json").objects
    assert ["seat", "gem", "canoe"] == [field["name"] for field in told["fields"]]
    assert ("action", "canoe_bought") == (told["kind"], told["example"]["type"])


@pytest.mark.parametrize(
    ("asked", "nearest"), [("canoe_mvd", "canoe_moved"), ("stole", "gem_stolen"), ("paddle", "paddle_chosen")]
)
def test_an_unknown_event_is_answered_with_the_nearest(run, asked, nearest):
    done = run("events", "niagara", asked)
    assert (2, True) == (done.code, nearest in done.err)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ({"type": "paddle_chose"}, 'there is no event "paddle_chose" in Niagara; did you mean paddle_chosen'),
        ({"kind": "paddle_chosen"}, "an event says its type"),
        ({"type": "paddle_chosen", "seat": "A", "crad": 1}, 'has no field "crad"; did you mean card'),
        ({"type": "paddle_chosen", "card": 1}, 'needs the field "seat": a seat'),
        (
            {"type": "canoe_moved", "seat": "A", "canoe": 3, "to": "S1"},
            "canoe of canoe_moved can be one of 1, 2",
        ),
        (
            {"type": "canoe_moved", "seat": "A", "canoe": 1, "to": "S1", "before": [{"act": "hug"}]},
            "before[0].act of canoe_moved can be one of load, unload",
        ),
    ],
)
@pytest.mark.parametrize("door", ["check", "do"])
def test_a_line_is_answered_in_the_words_of_the_vocabulary(run, record, evening, door, line, said):
    at = ("check", record(OPENED, line)) if door == "check" else ("do", evening, "--event", json.dumps(line))
    done = run(*at)
    assert done.code in {1, 2}
    assert said in done.err
    assert "$" not in done.err
