"""What a cheat would like: dice told before they are thrown, and rounded buoys that are not."""

from typing import Any

import pytest
from msgspec.structs import replace

from events.table import Corrected, TableOpened
from referee.games.powerboats import GAME
from referee.games.powerboats.events import BoatFacts, BoatMoved, CourseSet, DiceThrown, LakeLaid, Position
from referee.kernel.chance.seed import drawn
from referee.kernel.verdict import Accepted, Refused
from tests.laws.walks import after, refused

COURSE = CourseSet(race=1, buoys={"0": (3, 5), "1": (8, 4), "2": (13, 4), "3": (9, 7)}, line="SE")
BOATS = {"A": BoatFacts(at=(5, 5), heading="E", buoys=0), "B": BoatFacts(at=(2, 2), heading="E", buoys=0)}
OPENED = TableOpened(game="powerboats", seats=("A", "B"), chance="referee", seed="kelpie")
SET = Corrected(position=Position(boats=BOATS, turn="A"), reason="The situation asked about.")


def raced() -> Any:
    """Set two boats on the training lake."""
    return after(GAME, None, OPENED, LakeLaid(lake="training"), COURSE, SET)


def test_a_wrong_claim_does_not_tell_what_the_dice_will_show() -> None:
    """Whoever could read the next throw in a refusal would throw only when it suits."""
    state = raced()
    told = 1 + drawn("kelpie", "dice", 0, 3) % 3
    verdict = refused(GAME, state, DiceThrown("A", (), 1, (told,)))
    assert Refused("table.not_as_seeded", ("TAB-CHANCE-01",)) == verdict


def test_a_margin_back_over_the_gate_is_refused() -> None:
    """A boat that is back over the gate has not rounded that buoy."""
    facts = {"A": BoatFacts(buoys=1, margin=-3)}
    verdict = refused(GAME, raced(), Corrected(Position(boats=facts), "So it was."))
    assert ("powerboats.back_over_the_gate", ("POW-COR-01", "POW-GATE-04")) == (verdict.reason, verdict.rules)
    assert after(GAME, raced(), BoatMoved("A", "straight"))


@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        (BoatFacts(progress=-1), "powerboats.progress_elsewhere"),
        (BoatFacts(buoys=1, progress=-2), "powerboats.progress_elsewhere"),
        (BoatFacts(buoys=1, margin=3), "powerboats.margin_elsewhere"),
        (BoatFacts(at=(5, 6), progress=-5), "powerboats.progress_elsewhere"),
    ],
)
def test_clicks_that_the_hex_does_not_give_are_refused(facts: BoatFacts, reason: str) -> None:
    """Whole circles apart, where a boat is says how far it is from a gate and past one."""
    state = raced()
    verdict = refused(GAME, state, Corrected(Position(boats={"A": facts}), "So it was."))
    assert (reason, ("POW-COR-01", "POW-SECTOR-01")) == (verdict.reason, verdict.rules)
    count = reason.split(".")[1].removesuffix("_elsewhere")
    right = replace(facts, **{count: verdict.args["fits"]})
    for circles in (0, -1) if count == "progress" else (0, 1):
        turned = replace(right, **{count: verdict.args["fits"] + circles * verdict.args["circle"]})
        assert after(GAME, state, Corrected(Position(boats={"A": turned}), "So it was."))


def test_a_boat_set_nowhere_sits_out_and_play_goes_on() -> None:
    """Nobody waits for a seat whose boat is off the lake, and the race ends with the last that is on it."""
    for off in ("A", "B", "AB"):
        gone = Position(boats={seat: BoatFacts(at=None) for seat in off})
        state = after(GAME, raced(), Corrected(gone, "So it is."))
        acting = GAME.acting(state)
        assert {"A": ("B",), "B": ("A",), "AB": ("table",)}[off] == acting
        assert GAME.legal(state, acting[0])


def test_nobody_starts_a_race_sunk() -> None:
    """A board set by hand may have carried more than races give: four would be a wreck at the start."""
    told = Position(boats={"A": BoatFacts(at=None, damage=4, carried=3)}, sunk=("A",), finished=("B",))
    verdict = GAME.decide(raced(), Corrected(position=told, reason="So it is."))
    assert isinstance(verdict, Accepted)
    assert {"A": 3, "B": 0} == verdict.facts[-1].event.damage  # type: ignore[attr-defined]
    assert GAME.invariants(verdict.state) == ()


def test_a_boat_that_finished_after_all_did_not_sink() -> None:
    """Who is told to have ended its race one way did not end it the other."""
    told = [Corrected(Position(sunk=("A",)), "So it is."), Corrected(Position(finished=("A",)), "So it is.")]
    state = after(GAME, raced(), *told)
    assert ((0,), ()) == (state.finished, state.sunk)
    assert GAME.invariants(state) == ()


@pytest.mark.parametrize("which", ["start", "finish"])
def test_a_side_cannot_be_named_by_a_hex_off_the_map(which: str) -> None:
    """A slip of the pen is refused, not taken for a side."""
    laid = after(GAME, None, OPENED, LakeLaid(lake="training"))
    verdict = refused(GAME, laid, replace(COURSE, **{which: (99, 9999)}))
    assert verdict.reason == "powerboats.side_off_map"
    assert verdict.rules[0] == "POW-CRS-06"
