"""Pebbles: seats take stones from a heap in turn, and whoever takes the last one wins."""

from pebbles import taking
from pebbles.events import GameEnded
from pebbles.table import RULESET, TOPICS, open_state
from referee.kernel.parts import Ending, Game, Opening

GAME = Game(
    ruleset=RULESET,
    opening=Opening(open_state, ("PEB-SETUP-01",)),
    acts=taking.ACTS,
    consequences=taking.CONSEQUENCES,
    settle=taking.settle,
    ending=Ending(GameEnded, "PEB-END-01"),
    topics=TOPICS,
)
