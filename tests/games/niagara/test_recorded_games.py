"""What the recorded games of Niagara show between them; each by itself is held against the laws."""

import json

import pytest
from syrupy.assertion import SnapshotAssertion

from events.table import TableClosed
from referee.games.niagara.charter import CHARTER
from referee.games.niagara.phases.ending import is_hopeless
from referee.service.files.check import Checked, check_lines
from referee.testing.recorded import Record, record, records
from tests.games.niagara.features import FEATURES, ending, shown_by
from tests.house.sources import RECORDED

GAMES = RECORDED / "niagara"
PATHS = records(GAMES)


def test_a_game_is_given_up_only_where_nobody_can_win() -> None:
    """A record that is closed before its end is hopeless."""
    closed = [told for told in map(record, PATHS) if isinstance(told.steps[-1].events[-1], TableClosed)]
    assert closed
    assert all(is_hopeless(told.state) for told in closed)


def test_a_consequence_claimed_wrongly_is_refused_where_it_stands() -> None:
    """A record that says another gem was banked is refused at that very line."""
    lines = (GAMES / "every-consequence-4p-zh.jsonl").read_bytes().splitlines()
    at = next(i for i, line in enumerate(lines) if b'"gem_banked"' in line)
    gem = json.loads(lines[at])["gem"].encode()
    lines[at] = lines[at].replace(gem, b"ruby" if gem != b"ruby" else b"amber")
    *checked, _ = check_lines(lines)
    assert isinstance(checked[-1], Checked)
    assert (at + 1, "refused") == (checked[-1].line, checked[-1].verdict)


def test_the_recorded_games_end_as_they_did(snapshot: SnapshotAssertion) -> None:
    """One line a game: who won, how, and what each brought home."""
    assert snapshot == "\n".join(outcome(told) for told in map(record, PATHS))


def outcome(told: Record) -> str:
    """Tell how a game ended in one line."""
    end = ending(told)
    winners = " and ".join(end.winners) or "nobody"
    table = ", ".join(f"{s.rank} {s.seat} {s.gems} gems worth {s.value}" for s in end.standings)
    rounds = told.state.round - 1
    return f"{told.path.stem}: {winners} ({end.reason}) in round {rounds}: {table}".rstrip(": ")


def test_what_each_recorded_game_shows(snapshot: SnapshotAssertion) -> None:
    """The features of each game, read off its events and not its name."""
    shown = {told.path.stem: shown_by(told) for told in map(record, PATHS)}
    assert snapshot == "\n".join(f"{name}\n  " + "\n  ".join(found) for name, found in shown.items())


@pytest.mark.parametrize("feature", FEATURES)
def test_some_recorded_game_shows(feature: str) -> None:
    """Everything on the list is in a recorded game, every way a game can end among it."""
    assert any(FEATURES[feature](told) for told in map(record, PATHS))


@pytest.mark.parametrize("reading", ["goal_met", *CHARTER.switches["tie_break"].values])
def test_some_recorded_game_ends(reading: str) -> None:
    """There is a game for one winner, and for every way of settling a tie."""
    assert any(reading == ending(told).reason for told in map(record, PATHS))
