"""Powerboats (Cwali, 2008): three races round four buoys, on dice that crash."""

from operator import attrgetter

from referee.games.powerboats import ending, setup, turns
from referee.games.powerboats.by_hand import FACTS, invariants, judge_placed, judge_position
from referee.games.powerboats.ending import places, tally
from referee.games.powerboats.events import UPCASTERS, GameEnded
from referee.games.powerboats.state import RULESET, TOPICS, open_state
from referee.games.powerboats.turns import tell_ahead
from referee.games.powerboats.view import STATUS, View, show
from referee.kernel.parts import ByHand, Ending, Game, History, Opening, Scoring, Untold

GAME = Game(
    ruleset=RULESET,
    opening=Opening(open_state, ("POW-SET-01", "POW-SET-03", "POW-SET-04", "POW-STA-04")),
    acts=(*setup.ACTS, *turns.ACTS, *ending.ACTS),
    consequences=(*turns.CONSEQUENCES, *ending.CONSEQUENCES),
    settle=ending.settle,
    by_hand=ByHand(
        judge=judge_position,
        judge_placed=judge_placed,
        settle=ending.settle_by_hand,
        rules=("POW-COR-01",),
    ),
    facts=FACTS,
    ending=Ending(GameEnded, "POW-RACE-03", attrgetter("result")),
    status=STATUS,
    view=View,
    shown=show,
    invariants=invariants,
    topics=TOPICS,
    scoring=Scoring(
        tally=tally,
        charted=("score.points", "score.damage"),
        total="score.points",
        amounts=lambda state, _: dict(zip(state.seats, state.points, strict=True)),
        places=places,
    ),
    untold=Untold(ahead=tell_ahead),
    history=History(upcasters=UPCASTERS),
)
