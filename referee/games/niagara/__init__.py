"""Niagara (Zoch, 2004): canoes, gems and a river that moves."""

from operator import attrgetter

from referee.games.niagara import cards, ending, paddling, river, rounds, turns
from referee.games.niagara.by_hand import FACTS, invariants, judge_position
from referee.games.niagara.cards import SEALS
from referee.games.niagara.events import UPCASTERS, GameEnded
from referee.games.niagara.state import open_state
from referee.games.niagara.tables import RULESET, TOPICS
from referee.games.niagara.untold import acts_ahead, forced_act
from referee.games.niagara.view import STATUS, View, show
from referee.kernel.parts import ByHand, Ending, Game, History, Opening, PlayingOn, Scoring, Secrets, Untold

SET_UP = ("NIA-SETUP-01", "NIA-SETUP-02", "NIA-SETUP-03", "NIA-SETUP-04", "NIA-SETUP-05", "NIA-SETUP-06")

GAME: Game = Game(
    ruleset=RULESET,
    opening=Opening(open_state, SET_UP),
    acts=(*cards.ACTS, *turns.ACTS, *paddling.ACTS, *rounds.ACTS, *river.ACTS),
    consequences=(
        *cards.CONSEQUENCES,
        *rounds.CONSEQUENCES,
        *turns.CONSEQUENCES,
        *paddling.CONSEQUENCES,
        *river.CONSEQUENCES,
        *ending.CONSEQUENCES,
    ),
    settle=rounds.play_on,
    by_hand=ByHand(
        judge=judge_position,
        settle=rounds.settle_by_hand,
        apply_options=ending.with_goals,
    ),
    facts=FACTS,
    ending=Ending(
        GameEnded,
        "NIA-END-01",
        attrgetter("result"),
        PlayingOn(ending.play_on_from, rounds.settle, ("NIA-END-01",)),
    ),
    status=STATUS,
    view=View,
    shown=show,
    invariants=invariants,
    topics=TOPICS,
    scoring=Scoring(
        tally=ending.tally,
        charted=("score.gems", "score.worth"),
        total="score.gems",
        amounts=lambda state, _: {seat: sum(state.owned[i]) for seat, i in state.index.items()},
    ),
    secrets=Secrets(seals=SEALS),
    untold=Untold(
        ahead=lambda state, seat: acts_ahead(GAME, state, seat),
        forced=lambda state: forced_act(GAME, state),
    ),
    history=History(upcasters=UPCASTERS),
)
