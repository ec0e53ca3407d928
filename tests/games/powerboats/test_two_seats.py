"""A table of two scores turns ahead, as the rulebook says; what was played before stays what it was."""

from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from events.table import Corrected, HouseRuled, TableOpened
from referee.games.powerboats import GAME
from referee.games.powerboats.events import (
    BoatFacts,
    BoatRetired,
    CourseSet,
    LakeLaid,
    Position,
    Race,
    RaceEnded,
)
from referee.games.powerboats.state import State
from referee.kernel.registry import codec_for, codec_of_first_line
from referee.kernel.verdict import Accepted
from referee.service.files.export import export_record
from referee.service.logs.sources import FileLog
from referee.service.proof.audit import audit
from referee.testing.recorded import read, referee
from tests.house.sources import RECORDED
from tests.laws.walks import after

told = partial(after, GAME)

OLD_LOG = Path(__file__).parents[3] / "fixtures" / "old_logs" / "powerboats-v1.jsonl"


def opened(seats: tuple[str, ...], **options: str) -> tuple[TableOpened, State]:
    """Open a table; give its opening as it is written, and the state."""
    verdict = GAME.decide(None, TableOpened(game="powerboats", seats=seats, options=options))
    assert isinstance(verdict, Accepted)
    return verdict.facts[0].event, verdict.state


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
    opening, state = opened(seats, **options)
    assert written == opening.options
    assert written.get("scoring", "places") == state.switches.scoring


def test_the_scoring_of_two_is_no_house_rule_of_theirs() -> None:
    """Places alone is: the rulebook scores a game for two otherwise."""
    assert () == opened(("red", "yellow"))[1].house
    assert ("scoring",) == opened(("red", "yellow"), scoring="places")[1].house


def test_a_record_of_version_1_scores_places_where_two_said_nothing() -> None:
    """A lone boat could stop then."""
    line = b'{"type":"table_opened","game":"powerboats","seats":["red","yellow"],"rules_version":1}'
    codec, _ = codec_of_first_line(line)
    assert codec.event(line).options == {"scoring": "places"}


def test_a_record_of_version_1_keeps_the_scoring_it_names() -> None:
    """Only what was left out is spelled out."""
    line = (
        b'{"type":"table_opened","game":"powerboats","seats":["red","yellow"],'
        b'"options":{"scoring":"turns_ahead"},"rules_version":1}'
    )
    assert codec_for("powerboats", 1).event(line).options == {"scoring": "turns_ahead"}


def test_a_frozen_log_of_version_1_still_means_what_it_meant() -> None:
    """Its lone boat stopped, and the race brought one point."""
    log = FileLog(OLD_LOG)
    events = events_of(log)
    assert [] == list(audit(log))
    assert [e.seat for e in events if isinstance(e, BoatRetired)] == ["orange"]
    assert [e.points for e in events if isinstance(e, RaceEnded)] == [{"orange": 0, "yellow": 1}]


def test_a_log_of_version_1_given_away_as_a_record_means_the_same() -> None:
    """The record is written in today's version, its scoring spelled out."""
    first, *_ = lines = list(export_record(FileLog(OLD_LOG)))
    codec, _ = codec_of_first_line(first)
    state = referee(OLD_LOG, [codec.event(line) for line in lines]).state
    assert codec.is_current
    assert state.points == (0, 1)


def test_an_edition_of_places_alone_leaves_out_what_turns_ahead_brought() -> None:
    """Three that score turns ahead are told what places alone would have brought them."""
    path = RECORDED / "powerboats" / "three-latch-one-die.jsonl"
    opening, *rest = read(path)
    plain = referee(path, [opening, *rest]).state
    ahead = referee(path, [spelled(opening, scoring="turns_ahead"), *rest]).state
    (reading,) = (one for one in GAME.tally(ahead).readings if one.edition == "zh")
    (step, *_) = reading.steps
    assert plain.points != ahead.points
    assert step.amounts == dict(zip(plain.seats, plain.points, strict=True))


def test_by_the_rulebook_every_race_is_scored_by_it_whatever_was_ruled_in_one() -> None:
    """Turns ahead in race 1 alone brought A 9 points, and the series; places alone give it to B."""
    _, state = opened(("A", "B", "C"))
    lake = LakeLaid(lake="training")
    state = told(state, lake, COURSE, HouseRuled("scoring", "turns_ahead"), sailed("ABC", {"A": 3, "B": 12}))
    state = told(state, course(2), HouseRuled("scoring", "places"), sailed("BAC"), course(3), sailed("BAC"))
    (reading,) = (one for one in GAME.tally(state).readings if one.edition == "zh")
    assert ("A",) == GAME.winners(state)
    assert (("B",), {"A": 7, "B": 11, "C": 0}) == (reading.winners, reading.steps[0].amounts)


def test_points_are_told_for_the_race_that_brought_them() -> None:
    """Race 1 was sailed, then the table went on to race 3."""
    _, state = opened(("A", "B", "C"))
    state = told(state, LakeLaid(lake="training"), COURSE, sailed("ABC"))
    state = told(state, Corrected(Position(race=3), "one is left out"), course(3), sailed("BAC"))
    lines = [line for line in GAME.tally(state).lines if line.item == "score.race"]
    assert {(1, 0), (3, 0)} == {(line.args["race"], line.note.args["more"]) for line in lines}


COURSE = CourseSet(race=1, buoys={"0": (3, 5), "1": (8, 4), "2": (13, 4), "3": (9, 7)}, line="SE")


def course(race: Race) -> CourseSet:
    """Set out the same buoys for another race."""
    return replace(COURSE, race=race, house=True)


def sailed(order: str, turns: dict[str, int] | None = None) -> Corrected[Position]:
    """Have a race sailed, in so many turns."""
    boats = {seat: BoatFacts(turns=(turns or {}).get(seat, 12)) for seat in order}
    return Corrected(Position(boats=boats, finished=tuple(order)), "as it was sailed")


def events_of(log: FileLog) -> list[Any]:
    """Read the events of a log."""
    first, *_ = lines = list(log.lines())
    codec, _ = codec_of_first_line(first)
    return [codec.carried(line) for line in lines]


def spelled(opening: Any, **options: str) -> Any:
    """Copy an opening with more options."""
    return replace(opening, options={**opening.options, **options})
