"""Rules of Powerboats: which a throw cites, who lies where, how two score, and input that makes no sense."""

from pathlib import Path
from typing import Any

import pytest

from events.table import TableOpened
from referee.games.powerboats import GAME
from referee.games.powerboats.ending import places
from referee.games.powerboats.events import BoatRetired, RaceEnded
from referee.games.powerboats.turns import rules_between
from referee.kernel.registry import codec_for, codec_of_first_line
from referee.kernel.verdict import Accepted, Refused
from referee.service.audit.judge_again import audit
from referee.service.files.exporting import export_record
from referee.service.files.file_lines import FileLog
from referee.testing.recorded import record, referee
from tests.architecture.sources import RECORDED
from tests.games.typed import after_line

NUMBER, CHOICE = "POW-DIE-02", "POW-DIE-03"
LIE, FROM_NOTHING, ONE_DIE = "POW-DIE-01", "POW-CRA-05", "POW-DIE-07"
ROLLED = ("POW-DIE-04", "POW-DIE-05", "POW-DIE-06")


@pytest.mark.parametrize(
    ("before", "held", "roll", "rules"),
    [
        (2, 2, 0, (NUMBER, CHOICE, LIE)),
        (2, 1, 0, (NUMBER, CHOICE, LIE)),
        (2, 1, 2, (NUMBER, CHOICE, *ROLLED, LIE)),
        (2, 0, 2, (CHOICE, NUMBER, *ROLLED)),
        (1, 0, 0, (NUMBER,)),
        (0, 0, 1, (FROM_NOTHING, NUMBER, *ROLLED)),
        (0, 0, 0, (FROM_NOTHING,)),
    ],
)
def test_a_throw_names_the_rules_that_decided_it(
    before: int, held: int, roll: int, rules: tuple[str, ...]
) -> None:
    assert rules == rules_between(before, held, roll, is_first=False)


def test_a_first_turn_of_one_die_names_the_agreement() -> None:
    assert ONE_DIE in rules_between(0, 0, 1, is_first=True)


def test_sunk_boats_share_the_last_place() -> None:
    sunk = 0
    for step in record(RECORDED / "powerboats" / "six-tiles.jsonl").steps:
        state = step.after
        if state.sunk and (lie := places(state)) is not None:
            sunk = max(sunk, len(state.sunk))
            assert {lie.by_seat[state.seats[i]] for i in state.sunk} == {len(state.seats)}
    assert sunk > 1


def test_boats_lie_in_an_order_from_the_first_turn_of_a_race_to_its_end() -> None:
    ordered = set()
    for step in record(RECORDED / "powerboats" / "six-tiles.jsonl").steps:
        state = step.after
        is_under_way = state.phase == "racing" and any(boat.turns for boat in state.boats)
        assert is_under_way == (GAME.places(state) is not None)
        ordered.add((state.phase, is_under_way))
    assert {("racing", True), ("racing", False), ("placing", False)} <= ordered


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


NONSENSE = (
    '{"type":"lake_laid"}',
    '{"type":"lake_laid","lake":"rulebook","tiles":"D1"}',
    '{"type":"boat_moved","seat":"nobody","turn":"left"}',
    '{"type":"boat_placed","seat":"orange","at":[99999999,99999999],"heading":"E"}',
    '{"type":"course_set","race":1,"buoys":{}}',
    '{"type":"course_set","race":1,"buoys":{"0":[0,0],"1":[999,0],"2":[0,999],"3":[1,1]}}',
    '{"type":"finished","seat":"orange","place":1,"turns":1}',
    '{"type":"dice_thrown","seat":"orange","held":[],"roll":1000000000}',
    '{"type":"corrected","position":{"race":3,"boats":{"orange":{"at":[31,0],"progress":-20}},"turn":"black"}}',
)


@pytest.mark.parametrize("line", NONSENSE)
@pytest.mark.parametrize("moment", [1, 2, 3, 4, 6, 7, 8, 40, 41])
def test_what_makes_no_sense_is_refused(moment: int, line: str) -> None:
    state = after_line("powerboats/three-fast-two-at-once", moment)
    verdict = GAME.decide(state, codec_for("powerboats").event(line.encode()))
    assert isinstance(verdict, Refused)
    assert verdict.rules
