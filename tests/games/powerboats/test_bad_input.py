"""Bad input: every field of every event, mutated; never an exception, always a verdict."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.codec import MalformedError
from referee.games.powerboats import GAME
from referee.kernel.registry import codec_for
from referee.kernel.verdict import Accepted, Refused
from referee.l10n.wording import notate
from tests.house.sources import RECORDED

LINES = (RECORDED / "powerboats" / "three-fast-two-at-once.jsonl").read_text("utf-8").splitlines()
CODEC = codec_for("powerboats")
SEATS = ["orange", "yellow", "black", "nobody"]

hexes = st.tuples(st.integers(0, 31), st.integers(0, 31)).map(list)
values = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 40),
    st.sampled_from([10**9, "", "E", "SE", "left", "ccw", "A", "rulebook", *SEATS]),
    hexes,
    st.lists(st.integers(0, 4), max_size=5),
    st.lists(st.sampled_from(SEATS), max_size=4),
    st.dictionaries(
        st.sampled_from(["0", "1", "2", "3", *SEATS]), hexes | st.sampled_from(["cw", "E"]), max_size=4
    ),
)
facts = st.fixed_dictionaries(
    {},
    optional={
        "at": st.none() | hexes,
        "heading": st.sampled_from(["E", "NW", None]),
        "dice": st.lists(st.integers(1, 3), max_size=4),
        "damage": st.integers(0, 6),
        "carried": st.integers(0, 3),
        "buoys": st.integers(-1, 3),
        "progress": st.none() | st.integers(-20, 3),
        "margin": st.none() | st.integers(-2, 12),
        "turns": st.integers(0, 30),
    },
)
seats = st.sampled_from(SEATS[:3])
positions = st.fixed_dictionaries(
    {},
    optional={
        "race": st.integers(1, 3),
        "boats": st.dictionaries(seats, facts, max_size=3),
        "finished": st.lists(seats, max_size=3),
        "sunk": st.lists(seats, max_size=3),
        "points": st.dictionaries(seats, st.integers(0, 9), max_size=3),
        "turn": seats,
        "start_player": seats,
        "thrown": st.booleans(),
    },
)


def played(n: int) -> Any:
    """Play the first lines of a record."""
    state = None
    for line in LINES[:n]:
        verdict = GAME.decide(state, CODEC.event(line.encode()))
        assert isinstance(verdict, Accepted)
        state = verdict.state
    return state


STATES = [played(n) for n in (1, 2, 3, 4, 6, 7, 8, 40, 41)]


def judge(state: Any, raw: dict[str, Any]) -> None:
    """Judge whatever was said; what is accepted leaves a sound state somebody can go on from."""
    try:
        event = CODEC.event(json.dumps(raw).encode())
    except MalformedError:
        return
    verdict = GAME.decide(state, event)
    if isinstance(verdict, Refused):
        assert verdict.reason
        return
    after = verdict.state
    assert GAME.invariants(after) == ()
    for seat in GAME.acting(after):
        GAME.legal(after, seat)
    GAME.view(after, None)
    GAME.position(after, None)
    assert notate(after, verdict.facts[0].event)


@given(st.sampled_from(range(len(STATES))), st.sampled_from(range(1, 60)), st.data())
def test_any_field_of_any_event_may_be_wrong(where: int, line: int, data: st.DataObject) -> None:
    """One field of a good event holds something else, at any moment of a race."""
    raw = json.loads(LINES[line])
    field = data.draw(st.sampled_from(sorted(raw)))
    if field != "type":
        raw[field] = data.draw(values)
    judge(STATES[where], raw)


@given(st.sampled_from(range(len(STATES))), positions)
def test_any_position_is_set_or_refused(where: int, position: dict[str, Any]) -> None:
    """Facts by hand, possible or not, at any moment."""
    judge(STATES[where], {"type": "corrected", "position": position})


@given(st.sampled_from(range(2, len(STATES))), positions, st.lists(st.integers(0, 1 << 20), max_size=12))
def test_play_goes_on_from_any_position_that_was_set(
    where: int, position: dict[str, Any], picks: list[int]
) -> None:
    """No dead end after a correction."""
    event = CODEC.event(json.dumps({"type": "corrected", "position": position}).encode())
    verdict = GAME.decide(STATES[where], event)
    if isinstance(verdict, Refused):
        return
    state = verdict.state
    for pick in picks:
        options = [e for seat in GAME.acting(state) for e in GAME.legal(state, seat)]
        assert options or state.result
        if not options:
            return
        verdict = GAME.decide(state, options[pick % len(options)])
        assert isinstance(verdict, Accepted)
        state = verdict.state


@pytest.mark.parametrize(
    "line",
    [
        '{"type":"lake_laid"}',
        '{"type":"lake_laid","lake":"rulebook","tiles":"D1"}',
        '{"type":"boat_moved","seat":"nobody","turn":"left"}',
        '{"type":"boat_placed","seat":"orange","at":[99999999,99999999],"heading":"E"}',
        '{"type":"course_set","race":1,"buoys":{}}',
        '{"type":"course_set","race":1,"buoys":{"0":[0,0],"1":[999,0],"2":[0,999],"3":[1,1]}}',
        '{"type":"finished","seat":"orange","place":1,"turns":1}',
        '{"type":"dice_thrown","seat":"orange","held":[],"roll":1000000000}',
    ],
)
@pytest.mark.parametrize("where", range(len(STATES)))
def test_what_makes_no_sense_is_refused(where: int, line: str) -> None:
    """With a reason, and rules."""
    verdict = GAME.decide(STATES[where], CODEC.event(line.encode()))
    assert isinstance(verdict, Refused)
    assert verdict.rules
