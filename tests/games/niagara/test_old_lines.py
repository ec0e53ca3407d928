"""Older lines of Niagara are read as what they would be written as today."""

from pathlib import Path

from events.base import type_of
from events.envelope import NO_HASH, body_of, hash_of
from referee.games.niagara import GAME
from referee.games.niagara.events import RiverFlowed
from referee.kernel.registry import codec_of_first_line

OLD_LOG = Path(__file__).parents[3] / "fixtures" / "old_logs" / "niagara-v0.jsonl"


def test_version_0_spelled_the_sides_of_a_river_flow_with_letters() -> None:
    """`sides: ["L", "R"]` is `exits: ["left", "right"]`."""
    codec, _ = codec_of_first_line(b'{"type":"table_opened","game":"niagara","seats":[],"rules_version":0}')
    event = codec.event(b'{"type":"river_flowed","sides":["L","R"],"jams":[1]}')
    assert event == RiverFlowed(("left", "right"), (1,))


def test_a_frozen_log_of_version_0_still_rebuilds_its_position() -> None:
    lines = OLD_LOG.read_bytes().splitlines()
    codec, is_log = codec_of_first_line(lines[0])
    state, prev = None, NO_HASH
    for seq, line in enumerate(lines, 1):
        entry = codec.entry(line)
        assert (seq, prev) == (entry.seq, entry.prev)
        assert hash_of(body_of(line)) == entry.hash
        prev, state = entry.hash, GAME.evolve(state, entry.event)
    position = GAME.position(state, "referee")
    assert is_log
    assert any(type_of(codec.carried(line)) == "river_flowed" for line in lines)
    assert (position.round, position.ring, position.weather) == (6, "C", 1)
    assert position.canoes is not None
    assert [(two["1"].at, two["2"].at) for two in position.canoes.values()] == [
        ("R6", "lost"),
        ("R6", "lost"),
        ("R7", "lost"),
    ]
