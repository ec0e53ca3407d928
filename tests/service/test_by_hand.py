"""A correction holds the facts that were named, and no others."""

import msgspec
import pytest

from events.codec import MalformedError
from events.table import TableOpened
from referee.kernel.registry import find_game
from referee.service.commands.correct import make_correction

SEATS = ("A", "B", "C", "D")


def begun(name):
    """Open a table of a game; give the game and its state."""
    game = find_game(name)
    return game, game.decide(None, TableOpened(game=name, seats=SEATS)).state


def told(name, **facts):
    """Name facts; give what the correction sets."""
    paths = {path.replace("__", "."): value for path, value in facts.items()}
    position = make_correction(*begun(name), paths).position
    return {fact: value for fact, value in msgspec.to_builtins(position).items() if value is not None}


@pytest.mark.parametrize(
    ("game", "facts", "expected"),
    [
        ("niagara", {"canoes__A__1__at": "S3"}, {"canoes": {"A": {"1": {"at": "S3", "gem": None}}}}),
        ("niagara", {"owned__B__ruby": 2}, {"owned": {"B": {"ruby": 2}}}),
        ("niagara", {"hands__C": [1, 2]}, {"hands": {"C": (1, 2)}}),
        ("powerboats", {"boats__A__damage": 2}, {"boats": {"A": {"damage": 2}}}),
        ("powerboats", {"points__D": 7}, {"points": {"D": 7}}),
        ("lifeboat", {"wounds__A": 1, "wounds__C": 2}, {"wounds": {"A": 1, "C": 2}}),
        ("lifeboat", {"birds": 2}, {"birds": 2}),
    ],
)
def test_only_what_is_named_is_set(game, facts, expected):
    """And what is told with it as a whole: a canoe with its cargo, the gems of one seat."""
    assert expected == told(game, **facts)


def test_counts_are_told_with_those_beside_them():
    game, state = begun("niagara")
    held = game.decide(state, make_correction(game, state, {"owned.A": {"ruby": 1, "amber": 2}})).state
    position = make_correction(game, held, {"owned.A.ruby": 3}).position
    assert {"A": {"ruby": 3, "amber": 2}} == position.owned


@pytest.mark.parametrize("path", ["nothing", "owned.A.gold", "canoes.A.1.at.deep", "weather.A"])
def test_what_is_no_fact_is_none(path):
    with pytest.raises(MalformedError):
        make_correction(*begun("niagara"), {path: 1})
