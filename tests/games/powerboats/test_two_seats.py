"""A table of two scores turns ahead, as the rulebook says; what was played before stays what it was."""

from pathlib import Path
from typing import Any

import pytest

from events.table import TableOpened
from referee.games.powerboats import GAME
from referee.games.powerboats.events import BoatRetired, RaceEnded
from referee.kernel.registry import codec_of_first_line
from referee.kernel.verdict import Accepted
from referee.service.audit.judge_again import audit
from referee.service.files.exporting import export_record
from referee.service.files.file_lines import FileLog
from referee.testing.recorded import referee

OLD_LOG = Path(__file__).parents[3] / "fixtures" / "old_logs" / "powerboats-v1.jsonl"


@pytest.mark.parametrize(
    ("seats", "options", "written"),
    [
        (("red", "yellow"), {}, {"scoring": "turns_ahead"}),
        (("red", "yellow"), {"scoring": "places"}, {"scoring": "places"}),
        (("red", "yellow", "black"), {}, {}),
        (("red", "yellow", "black"), {"scoring": "turns_ahead"}, {"scoring": "turns_ahead"}),
    ],
)
def test_what_a_table_plays_is_written_into_its_opening(
    seats: tuple[str, ...], options: dict[str, str], written: dict[str, str]
) -> None:
    """The number of seats decides where the table says nothing; any table may choose."""
    verdict = GAME.decide(None, TableOpened(game="powerboats", seats=seats, options=options))
    assert isinstance(verdict, Accepted)
    assert written == verdict.judged[0].event.options  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("more", "options"),
    [("", {"scoring": "places"}), (',"options":{"scoring":"turns_ahead"}', {"scoring": "turns_ahead"})],
)
def test_a_record_of_version_1_scores_places_where_two_said_nothing(more: str, options: Any) -> None:
    """A lone boat could stop then; only what was left out is spelled out."""
    line = f'{{"type":"table_opened","game":"powerboats","seats":["red","yellow"],"rules_version":1{more}}}'
    codec, _ = codec_of_first_line(line.encode())
    assert codec.event(line.encode()).options == options


def test_a_frozen_log_of_version_1_still_means_what_it_meant() -> None:
    log = FileLog(OLD_LOG)
    lines = list(log.lines())
    events = [codec_of_first_line(lines[0])[0].carried(line) for line in lines]
    assert [] == list(audit(log))
    assert [e.seat for e in events if isinstance(e, BoatRetired)] == ["orange"]
    assert [e.points for e in events if isinstance(e, RaceEnded)] == [{"orange": 0, "yellow": 1}]


def test_a_log_of_version_1_given_away_as_a_record_means_the_same() -> None:
    first, *_ = lines = list(export_record(FileLog(OLD_LOG)))
    codec, _ = codec_of_first_line(first)
    state = referee(OLD_LOG, [codec.event(line) for line in lines]).state
    assert codec.is_current
    assert state.points == (0, 1)
