"""What a cheat would like: dice told before they are thrown, and rounded buoys that are not."""

from typing import Any

import pytest
from msgspec.structs import replace

from events.table import Corrected, TableOpened
from referee.games.powerboats import GAME
from referee.games.powerboats.events import BoatFacts, BoatMoved, CourseSet, DiceThrown, LakeLaid, Position
from referee.kernel.chance.seed import drawn
from referee.kernel.verdict import Accepted, Refused

COURSE = CourseSet(race=1, buoys={"0": (3, 5), "1": (8, 4), "2": (13, 4), "3": (9, 7)}, line="SE")
BOATS = {"A": BoatFacts(at=(5, 5), heading="E", buoys=0), "B": BoatFacts(at=(2, 2), heading="E", buoys=0)}
OPENED = TableOpened(game="powerboats", seats=("A", "B"), chance="referee", seed="kelpie")
SET = Corrected(position=Position(boats=BOATS, turn="A"), reason="The situation asked about.")


def raced() -> Any:
    """Set two boats on the training lake."""
    state = None
    for event in (OPENED, LakeLaid(lake="training"), COURSE, SET):
        verdict = GAME.decide(state, event)
        assert isinstance(verdict, Accepted)
        state = verdict.state
    return state


def test_a_wrong_claim_does_not_tell_what_the_dice_will_show() -> None:
    """Whoever could read the next throw in a refusal would throw only when it suits."""
    state = raced()
    told = 1 + drawn("kelpie", "dice", 0, 3) % 3
    refused = GAME.decide(state, DiceThrown("A", (), 1, (told,)))
    assert Refused("table.not_as_seeded", ("TAB-CHANCE-01",)) == refused


def test_a_margin_back_over_the_gate_is_refused() -> None:
    """A boat that is back over the gate has not rounded that buoy."""
    facts = {"A": BoatFacts(buoys=1, margin=-3)}
    refused = GAME.decide(raced(), Corrected(position=Position(boats=facts), reason="So it was."))
    assert isinstance(refused, Refused)
    assert ("powerboats.back_over_the_gate", ("POW-COR-01", "POW-GATE-04")) == (refused.reason, refused.rules)
    assert isinstance(GAME.decide(raced(), BoatMoved("A", "straight")), Accepted)


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
    refused = GAME.decide(state, Corrected(position=Position(boats={"A": facts}), reason="So it was."))
    assert isinstance(refused, Refused)
    assert (reason, ("POW-COR-01", "POW-SECTOR-01")) == (refused.reason, refused.rules)
    count = reason.split(".")[1].removesuffix("_elsewhere")
    right = replace(facts, **{count: refused.args["fits"]})
    for circles in (0, -1) if count == "progress" else (0, 1):
        turned = replace(right, **{count: refused.args["fits"] + circles * refused.args["circle"]})
        told = Corrected(position=Position(boats={"A": turned}), reason="So it was.")
        assert isinstance(GAME.decide(state, told), Accepted)


def test_a_boat_set_nowhere_sits_out_and_play_goes_on() -> None:
    """Nobody waits for a seat whose boat is off the lake, and the race ends with the last that is on it."""
    for off in ("A", "B", "AB"):
        gone = Position(boats={seat: BoatFacts(at=None) for seat in off})
        verdict = GAME.decide(raced(), Corrected(position=gone, reason="So it is."))
        assert isinstance(verdict, Accepted)
        acting = GAME.acting(verdict.state)
        assert {"A": ("B",), "B": ("A",), "AB": ("table",)}[off] == acting
        assert GAME.legal(verdict.state, acting[0])


def test_nobody_starts_a_race_sunk() -> None:
    """A board set by hand may have carried more than races give: four would be a wreck at the start."""
    told = Position(boats={"A": BoatFacts(at=None, damage=4, carried=3)}, sunk=("A",), finished=("B",))
    verdict = GAME.decide(raced(), Corrected(position=told, reason="So it is."))
    assert isinstance(verdict, Accepted)
    assert {"A": 3, "B": 0} == verdict.facts[-1].event.damage  # type: ignore[attr-defined]
    assert GAME.invariants(verdict.state) == ()


def test_a_boat_that_finished_after_all_did_not_sink() -> None:
    """Who is told to have ended its race one way did not end it the other."""
    state = raced()
    for told in (Position(sunk=("A",)), Position(finished=("A",))):
        verdict = GAME.decide(state, Corrected(position=told, reason="So it is."))
        assert isinstance(verdict, Accepted)
        state = verdict.state
    assert ((0,), ()) == (state.finished, state.sunk)
    assert GAME.invariants(state) == ()


@pytest.mark.parametrize("which", ["start", "finish"])
def test_a_side_cannot_be_named_by_a_hex_off_the_map(which: str) -> None:
    """A slip of the pen is refused, not taken for a side."""
    opened = GAME.decide(None, OPENED)
    assert isinstance(opened, Accepted)
    laid = GAME.decide(opened.state, LakeLaid(lake="training"))
    assert isinstance(laid, Accepted)
    verdict = GAME.decide(laid.state, replace(COURSE, **{which: (99, 9999)}))
    assert isinstance(verdict, Refused)
    assert verdict.reason == "powerboats.side_off_map"
    assert verdict.rules[0] == "POW-CRS-06"
