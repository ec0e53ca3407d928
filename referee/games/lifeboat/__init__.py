"""Lifeboat (Gorilla Games, 2001): one boat, four birds, and nobody you can trust."""

from referee.games.lifeboat.by_hand.correcting import BY_HAND, FACTS, invariants, judge_seven
from referee.games.lifeboat.conflicts import demands, fights, harm, meals
from referee.games.lifeboat.hidden_cards import hands, sealing
from referee.games.lifeboat.hidden_cards.doubting import doubt
from referee.games.lifeboat.hidden_cards.secrecy import parties
from referee.games.lifeboat.phases import (
    dealing,
    ending,
    navigation,
    overboard,
    passing,
    playing,
    rowing,
    specials,
    supply,
    thirst,
)
from referee.games.lifeboat.phases.dealer import deal
from referee.games.lifeboat.ruleset import RULESET, TOPICS
from referee.games.lifeboat.score.tally import tally
from referee.games.lifeboat.state import open_state, partial
from referee.games.lifeboat.templates import templates
from referee.games.lifeboat.turns import days
from referee.games.lifeboat.upcasting import MENDED, upcast
from referee.games.lifeboat.view import STATUS, view
from referee.kernel.game import Dealing, Game, Scoring, Secrets
from referee.kernel.play import Ending, Opening

SET_UP = ("LIF-SET-01", "LIF-SET-05", "LIF-SET-07", "LIF-SET-08", "LIF-SET-09")

GAME = Game(
    ruleset=RULESET,
    opening=Opening(open_state, SET_UP, lambda opened, values: judge_seven(len(opened.seats), values)),
    acts=(
        *dealing.ACTS,
        *playing.ACTS,
        *supply.ACTS,
        *fights.ACTS,
        *demands.ANSWERS,
        *meals.ACTS,
        *passing.ACTS,
        *demands.ACTS,
        *rowing.ACTS,
        *specials.ACTS,
        *thirst.ACTS,
        *overboard.ACTS,
        *navigation.ACTS,
        *ending.ACTS,
        *sealing.ACTS,
    ),
    consequences=(
        *harm.CONSEQUENCES,
        *hands.CONSEQUENCES,
        *meals.CONSEQUENCES,
        *demands.CONSEQUENCES,
        *fights.CONSEQUENCES,
        *overboard.CONSEQUENCES,
        *days.CONSEQUENCES,
        *ending.CONSEQUENCES,
    ),
    settle=ending.end_game,
    by_hand=BY_HAND,
    facts=FACTS,
    ending=Ending("LIF-BIRD-02", lambda state: state.phase == "ended"),
    status=STATUS,
    view=view,
    invariants=invariants,
    topics=TOPICS,
    secrets=Secrets(parties=parties, partial=partial, doubt=doubt),
    dealing=Dealing(deal=deal),
    scoring=Scoring(tally=tally, charted=("score.wounds", "score.treasure")),
    templates=templates,
    seals=sealing.SEALS,
    upcast=upcast,
    mended=MENDED,
)
