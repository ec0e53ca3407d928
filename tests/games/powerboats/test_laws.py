"""What holds in every state of every series of Powerboats, beside the laws of the kit."""

from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from events.base import TABLE, Event
from referee.games.powerboats import GAME
from referee.games.powerboats.events import BoatMoved, BoatPlaced, BoatRetired, DiceThrown, LakeLaid
from referee.games.powerboats.lake import HEADINGS
from referee.games.powerboats.state import State
from referee.kernel.verdict import Accepted
from tests.laws.walks import after, open_game, seeded_walk
from tests.stages import one_in


@pytest.mark.parametrize("seed", one_in(5, range(10)))
def test_an_accepted_action_is_legal(seed: int) -> None:
    options = {
        "first_turn": ("free", "one_die")[seed % 2],
        "lone_boat": ("may_stop", "must_finish")[seed // 5],
    }
    laid = after(GAME, open_game(GAME, "ABCD"[: 2 + seed % 3], options=options), LakeLaid(lake="training"))
    opened = after(GAME, laid, GAME.legal(laid, TABLE)[0])
    for state, _, _ in seeded_walk(GAME, opened, seed, 80):
        for event in candidates(state):
            verdict = GAME.decide(state, event)
            listed = GAME.legal(state, getattr(event, "seat", TABLE))
            assert isinstance(verdict, Accepted) == (plainest(event) in listed), (event, verdict)


def candidates(state: State) -> list[Event]:
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
    if isinstance(event, DiceThrown):
        highest_first = {"held": tuple(sorted(event.held, reverse=True))}
        if event.rolled is not None:
            highest_first["rolled"] = tuple(sorted(event.rolled, reverse=True))
        return replace(event, **highest_first)
    return event
