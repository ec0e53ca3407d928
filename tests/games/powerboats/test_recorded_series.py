"""What the recorded series of Powerboats show between them; each by itself is held against the laws."""

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from referee.games.powerboats.events import GameEnded, LakeLaid
from referee.games.powerboats.lakes.tiles import SHIPPED
from referee.testing.recorded import record, records
from tests.games.powerboats.features import FEATURES, facts, shown_by
from tests.house.sources import RECORDED

PATHS = records(RECORDED / "powerboats")


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_recorded_series_is_sailed_to_its_end(path: Path) -> None:
    """The last line ends the third race and the series."""
    assert isinstance(record(path).steps[-1].events[-1], GameEnded)


def test_what_each_recorded_series_shows(snapshot: SnapshotAssertion) -> None:
    """The features of each, read off its events, and how it ended."""
    lines = []
    for told in map(record, PATHS):
        end = told.state.result
        lines.append(f"{told.path.stem}: {' and '.join(end.winners)} of {end.totals}")
        lines += [f"  {feature}" for feature in shown_by(told.steps)]
    assert snapshot == "\n".join(lines)


@pytest.mark.parametrize("feature", FEATURES)
def test_some_recorded_series_shows(feature: str) -> None:
    """Everything on the list is in a recorded series."""
    assert any(FEATURES[feature](told.steps) for told in map(record, PATHS))


@pytest.mark.parametrize("lake", [*SHIPPED, None])
def test_some_recorded_series_is_sailed_on(lake: str | None) -> None:
    """Every shipped lake has one, and one is laid of tiles."""
    assert lake in [event.lake for told in map(record, PATHS) for event in facts(told.steps, LakeLaid)]
