"""Companies of players who want to win, a river that jams, and whole games between them."""

from collections.abc import Callable, Iterator
from random import Random

from events.base import TABLE, Event
from referee.games.niagara import GAME
from referee.games.niagara.events import RiverFlowed, Side
from referee.games.niagara.players import Player, Temper
from referee.games.niagara.state import State
from referee.kernel.verdict import Accepted

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


def company(seats: tuple[str, ...], tempers: tuple[Temper, ...], seed: int) -> dict[str, Player | River]:
    table: dict[str, Player | River] = {TABLE: River(seed)}
    for i, seat in enumerate(seats):
        table[seat] = Player(seat, tempers[i % len(tempers)], Random(f"{seat}{seed}"))
    return table
