"""What holds in every state of every series of Powerboats."""

from functools import cache
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from events.base import TABLE, Event
from events.table import Corrected
from referee.games.powerboats import GAME
from referee.games.powerboats.charter import CHARTER
from referee.games.powerboats.events import BoatMoved, BoatPlaced, BoatRetired, DiceThrown, LakeLaid
from referee.games.powerboats.lakes.hexes import HEADINGS
from referee.games.powerboats.state import State
from referee.kernel.chance.seed import commitment
from referee.kernel.verdict import Accepted
from tests.laws.walks import after, open_game, seeded_walk, walk
from tests.stages import one_in

openings = st.fixed_dictionaries(
    {
        "seats": st.sampled_from(["AB", "ABC", "ABCD", "ABCDEF"]),
        "chance": st.sampled_from(["table", "referee"]),
        "options": st.fixed_dictionaries(
            {}, optional={s.name: st.sampled_from(s.values) for s in CHARTER.switches.values()}
        ),
    }
)
choices = st.lists(st.integers(0, 1 << 30), max_size=80)


def on_training_lake(seats: str, chance: str = "table", options: Any = None) -> State:
    """Open a table whose training lake is laid and whose first course is set."""
    seeded = {"seed": "kelpie", "seed_hash": commitment("kelpie")} if chance == "referee" else {}
    state = open_game(GAME, seats, chance=chance, options=options or {}, **seeded)
    return after(GAME, state, LakeLaid(lake="training"), training_course())


@cache
def training_course() -> Event:
    """Give the course of the training lake."""
    state = after(GAME, open_game(GAME, "AB"), LakeLaid(lake="training"))
    return GAME.legal(state, TABLE)[0]


@pytest.mark.parametrize("seed", one_in(5, range(10)))
def test_an_accepted_action_is_legal(seed: int) -> None:
    """Whatever `decide` accepts of a seat, `legal` lists, dice in any order."""
    options = {
        "first_turn": ("free", "one_die")[seed % 2],
        "lone_boat": ("may_stop", "must_finish")[seed // 5],
    }
    opened = on_training_lake("ABCD"[: 2 + seed % 3], options=options)
    for state, _, _ in seeded_walk(GAME, opened, seed, 80):
        for event in conceivable(state):
            verdict = GAME.decide(state, event)
            listed = GAME.legal(state, getattr(event, "seat", TABLE))
            assert isinstance(verdict, Accepted) == (plainest(event) in listed), (event, verdict)


def conceivable(state: State) -> list[Event]:
    """Dream up everything a seat may say, whatever its sense."""
    seats = state.seats
    events: list[Any] = [BoatRetired(seat) for seat in seats]
    events += [BoatMoved(seat, turn) for seat, turn in product(seats, ("left", "straight", "right"))]
    held: list[Any] = [(), (1,), (2, 1), (3,), (1, 2, 3), *(boat.dice for boat in state.boats)]
    rolled: list[Any] = [(), (1,), (2, 3), (1, 1, 2)]
    events += [DiceThrown(s, h, len(r), r) for s, h, r in product(seats, held, rolled)]
    events += [DiceThrown(seats[0], (), 2, (3,)), DiceThrown(seats[0], (), 1, None)]
    if state.phase == "placing":
        cells = product(range(14), range(10))
        events += [BoatPlaced(s, c, HEADINGS[0]) for s, c in product(seats, cells)]
    return events


def plainest(event: Event) -> Event:
    """Tell dice highest first."""
    if isinstance(event, DiceThrown):
        highest_first = {"held": tuple(sorted(event.held, reverse=True))}
        if event.rolled is not None:
            highest_first["rolled"] = tuple(sorted(event.rolled, reverse=True))
        return replace(event, **highest_first)
    return event


@given(openings, choices)
def test_a_position_written_down_and_set_again_is_the_same(opening: dict[str, Any], picks: list[int]) -> None:
    """The facts of a position survive `corrected` on a freshly laid lake."""
    fresh = on_training_lake(**opening)
    for _, _, verdict in walk(GAME, fresh, picks):
        if verdict.state.phase != "racing" or verdict.state.race > 1:
            continue
        position = GAME.position(verdict.state, "referee")
        placed = after(GAME, fresh, Corrected(position, "set up"))
        assert position == GAME.position(placed, "referee")
        assert GAME.legal(verdict.state, GAME.turn(verdict.state)) == GAME.legal(placed, GAME.turn(placed))


@given(choices)
def test_the_same_seed_throws_the_same_dice(picks: list[int]) -> None:
    """A table with a seed can be replayed throw by throw; its view never shows the seed."""
    first, second = (
        [v.facts for _, _, v in walk(GAME, on_training_lake("AB", "referee"), picks)] for _ in "12"
    )

    assert first == second
    for state, _, _ in walk(GAME, on_training_lake("AB", "referee"), picks):
        assert "kelpie" not in repr(GAME.view(state, "A"))
