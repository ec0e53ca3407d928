"""What the recorded games of each game show between them; each by itself is held against the laws."""

from importlib import import_module

import pytest

from events.base import type_of
from referee.kernel.registry import own_games
from referee.testing.recorded import record, records
from tests.architecture.sources import RECORDED
from tests.readable import fold

GAMES = {game: import_module(f"tests.games.{game}.features") for game in own_games()}
PATHS = {game: records(RECORDED / game) for game in GAMES}
FEATURES = [(game, feature) for game, shown in GAMES.items() for feature in shown.FEATURES]


@pytest.mark.parametrize("path", [path for paths in PATHS.values() for path in paths], ids=lambda p: p.stem)
def test_a_recorded_game_is_played_to_its_end(path):
    """And scored; or the table was closed."""
    assert {"game_ended", "table_closed"} & {type_of(event) for event in record(path).events}


@pytest.mark.parametrize("game", GAMES)
def test_the_recorded_games_end_and_show_what_they_did(game, snapshot):
    lines = []
    for told in map(record, PATHS[game]):
        lines.append(f"{told.path.stem}: {GAMES[game].outcome(told)}")
        lines += fold("  shows", (name for name, is_shown in GAMES[game].FEATURES.items() if is_shown(told)))
    assert snapshot == "\n".join(lines)


@pytest.mark.parametrize(("game", "feature"), FEATURES)
def test_some_recorded_game_shows(game, feature):
    assert any(GAMES[game].FEATURES[feature](told) for told in map(record, PATHS[game]))
