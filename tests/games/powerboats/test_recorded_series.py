"""Recorded series of Powerboats, refereed again from nothing for ever."""

from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace
from syrupy.assertion import SnapshotAssertion

from events.base import REFEREE
from referee.games.powerboats import GAME
from referee.games.powerboats.charter import PLAYERS
from referee.games.powerboats.events import DiceThrown, GameEnded, LakeLaid
from referee.games.powerboats.lake_data import SHIPPED
from referee.l10n.wording import notate, parse
from referee.service.check import Summary, check_file
from tests.games.powerboats.playthrough import playthrough
from tests.games.powerboats.records import FEATURES, GAMES, Step, facts, read, records, referee, shown_by

each_series = pytest.mark.parametrize("path", records(), ids=lambda path: path.stem)
PLAYED_THROUGH = ("three-fast-two-at-once", "two-tie")


@cache
def replayed(path: Path) -> list[Step]:
    """Referee a record once for all tests."""
    return referee(read(path))


@each_series
def test_a_recorded_series_is_accepted_to_its_end(path: Path) -> None:
    """Every line is accepted; the last ends the third race and the series."""
    assert isinstance(replayed(path)[-1].facts[-1], GameEnded)


@each_series
def test_the_service_referees_a_recorded_series_the_same(path: Path) -> None:
    """`check` accepts every line, with the same end."""
    *lines, summary = check_file(path)
    assert isinstance(summary, Summary)
    assert len(lines) == summary.accepted
    assert GAME.winners(replayed(path)[-1].after) == summary.winners
    assert GAME.position(replayed(path)[-1].after, REFEREE) == summary.position


@each_series
def test_a_recorded_series_stays_sound_and_legal(path: Path) -> None:
    """Boats on water, one to a hex; and what was done is in the list of what might be."""
    for step in replayed(path):
        assert GAME.invariants(step.after) == ()
        seat = getattr(step.facts[0], "seat", None)
        if step.before and seat:
            assert plainest(step.facts[0]) in GAME.legal(step.before, seat)
            assert step.facts[0] == parse(step.before, notate(step.before, step.facts[0]))


def plainest(event: object) -> object:
    """Tell dice highest first, as they are listed."""
    if not isinstance(event, DiceThrown):
        return event
    held, rolled = (tuple(sorted(dice or (), reverse=True)) for dice in (event.held, event.rolled))
    return replace(event, held=held, rolled=rolled)


def test_what_each_recorded_series_shows(snapshot: SnapshotAssertion) -> None:
    """The features of each, read off its events, and how it ended."""
    told = []
    for path in records():
        end = replayed(path)[-1].after.result
        assert end is not None
        told.append(f"{path.stem}: {' and '.join(end.winners)} of {end.totals}")
        told += [f"  {feature}" for feature in shown_by(replayed(path))]
    assert snapshot == "\n".join(told)


@pytest.mark.parametrize("feature", FEATURES)
def test_some_recorded_series_shows(feature: str) -> None:
    """Everything on the list is in a recorded series."""
    assert any(FEATURES[feature](replayed(path)) for path in records())


@pytest.mark.parametrize("players", PLAYERS)
def test_some_recorded_series_has(players: int) -> None:
    """Every number of players has one."""
    assert players in [len(replayed(path)[-1].after.seats) for path in records()]


@pytest.mark.parametrize("lake", [*SHIPPED, None])
def test_some_recorded_series_is_sailed_on(lake: str | None) -> None:
    """Every shipped lake has one, and one is laid of tiles."""
    assert lake in [event.lake for path in records() for event in facts(replayed(path), LakeLaid)]


@pytest.mark.parametrize("name", PLAYED_THROUGH)
def test_a_playthrough_tells_every_moment(name: str, snapshot: SnapshotAssertion) -> None:
    """What followed, the boats and the legal actions after every line of a record."""
    assert snapshot == playthrough(replayed(GAMES / f"{name}.jsonl"))
