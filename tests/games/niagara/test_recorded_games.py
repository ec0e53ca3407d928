"""Whole games of Niagara: recorded, in older files, and between players who want to win."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from events.base import TABLE, Event, type_of
from events.envelope import NO_HASH, body_of, hash_of
from events.table import TableClosed, TableOpened
from referee.games.niagara import GAME
from referee.games.niagara.ending import is_hopeless
from referee.games.niagara.events import RiverFlowed, Side
from referee.games.niagara.players import Player, Weights
from referee.games.niagara.state import State
from referee.kernel.registry import codec_of_first_line
from referee.kernel.verdict import Accepted
from referee.service.files.check import Checked
from referee.testing.recorded import record, records
from tests.architecture.sources import RECORDED
from tests.service.games import check_lines
from tests.stages import one_in

JAM_CHANCE = 0.08
"""How often a disc takes the arm it should not, and is told as a jam."""


class River:
    """Says which arms the discs took: they alternate, and sometimes one jams."""

    seat = TABLE

    def __init__(self, seed: int, jam_chance: float = JAM_CHANCE) -> None:
        self.random, self.jam_chance = Random(f"river{seed}"), jam_chance

    def choose(self, state: State) -> Event:
        """Let the river flow; a jammed disc takes the other arm, and the next alternates from there."""
        usual = GAME.legal(state, TABLE)[0]
        assert isinstance(usual, RiverFlowed)
        exits: list[Side] = []
        jams = []
        arm: Side = state.fork_next
        for push in range(len(usual.exits)):
            if self.random.random() < self.jam_chance:
                arm = other(arm)
                jams.append(push)
            exits.append(arm)
            arm = other(arm)
        return RiverFlowed(tuple(exits), tuple(jams))


def other(arm: Side) -> Side:
    return "right" if arm == "left" else "left"


Script = Callable[[State], Event | None]
"""Somebody's plan for certain moments: the action then, None otherwise."""


def play(
    state: State, players: dict[str, Player | River], script: Script = lambda _: None
) -> Iterator[tuple[Event, Accepted]]:
    """Play to the end of the game; the script comes before what players want."""
    while state.result is None:
        seat = GAME.acting(state)[0]
        event = script(state) or players[seat].choose(state)
        verdict = GAME.decide(state, event)
        assert isinstance(verdict, Accepted), (event, verdict)
        yield event, verdict
        state = verdict.state


def company(seats: tuple[str, ...], weights: tuple[Weights, ...], seed: int) -> dict[str, Player | River]:
    table: dict[str, Player | River] = {TABLE: River(seed)}
    for i, seat in enumerate(seats):
        table[seat] = Player(seat, weights[i % len(weights)], Random(f"{seat}{seed}"))
    return table


GAMES = RECORDED / "niagara"


def test_a_game_is_given_up_only_where_nobody_can_win() -> None:
    games = map(record, records(GAMES))
    closed = [told for told in games if isinstance(told.steps[-1].events[-1], TableClosed)]
    assert closed
    assert all(is_hopeless(told.state) for told in closed)


def test_a_consequence_claimed_wrongly_is_refused_where_it_stands() -> None:
    lines = (GAMES / "every-consequence-4p-zh.jsonl").read_bytes().splitlines()
    at = next(i for i, line in enumerate(lines) if b'"gem_banked"' in line)
    gem = json.loads(lines[at])["gem"].encode()
    lines[at] = lines[at].replace(gem, b"ruby" if gem != b"ruby" else b"amber")
    *checked, _ = check_lines(lines)
    assert isinstance(checked[-1], Checked)
    assert (at + 1, "refused") == (checked[-1].line, checked[-1].verdict)


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


WEIGHTS = (
    Weights(),
    Weights(alike=2, different=0.3, cloud=1.5),
    Weights(alike=0.3, different=2),
    Weights(alike=0.3, different=0.3, any=2, cloud=1),
    Weights(theft=6, fear=5),
)


@pytest.mark.parametrize("edition", ["zh", "ja"])
@pytest.mark.parametrize("seed", one_in(3, range(9)))
def test_a_game_between_greedy_players_ends(seed: int, edition: str) -> None:
    """Somebody meets a goal before the sixtieth round, and every event on the way leaves a sound state."""
    opened = TableOpened(game="niagara", edition=edition, seats=tuple("ABCDE"[: 3 + seed % 3]))
    opening = GAME.decide(None, opened)
    assert isinstance(opening, Accepted)
    state = opening.state
    for _, verdict in play(state, company(state.seats, WEIGHTS, seed)):
        for judged in verdict.judged:
            state = GAME.evolve(state, judged.event)
            assert not GAME.invariants(state)
        assert state == verdict.state
        assert state.round < 60
    assert state.result is not None
