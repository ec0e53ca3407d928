"""Pebbles: seats take pebbles from a heap in turn, and whoever takes the last one wins."""

from operator import attrgetter

from pebbles import taking
from pebbles.events import PebblesEvent
from pebbles.table import CHARTER, FACTS, STATUS, TOPICS, invariants, judge_placed, open_state, view
from referee.kernel.acts import Draft, always
from referee.kernel.game import Game
from referee.kernel.play import ByHand, Ending, Opening
from referee.kernel.verdict import refuse


def settle_by_hand(draft: Draft, _: object) -> None:
    """Bring a table that was set by hand to where people must act."""
    taking.settle(draft)


GAME = Game(
    charter=CHARTER,
    vocabulary=PebblesEvent,
    opening=Opening(open_state, ("PEB-SETUP-01",)),
    acts=taking.ACTS,
    consequences=taking.CONSEQUENCES,
    settle=taking.settle,
    by_hand=ByHand(judge=always, judge_placed=judge_placed, settle=settle_by_hand),
    facts=FACTS,
    ending=Ending(attrgetter("winners"), refuse("pebbles.game_is_over", "PEB-END-01")),
    status=STATUS,
    view=view,
    invariants=invariants,
    topics=TOPICS,
)
