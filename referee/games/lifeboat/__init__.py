"""Lifeboat (Gorilla Games, 2001): one boat, four birds, and nobody you can trust."""

from referee.games.lifeboat import (
    acting,
    actions,
    cards,
    conflicts,
    dealing,
    ending,
    events,
    harm,
    navigation,
    playing,
    sealing,
    turns,
    untold,
)
from referee.games.lifeboat.by_hand import BY_HAND, FACTS, invariants, judge_seven
from referee.games.lifeboat.conflicts import after_meal
from referee.games.lifeboat.dealer import deal
from referee.games.lifeboat.possible import doubt
from referee.games.lifeboat.score import amounts, tally
from referee.games.lifeboat.secrecy import parties
from referee.games.lifeboat.state import open_state, partial
from referee.games.lifeboat.tables import RULESET, TOPICS
from referee.games.lifeboat.upcasting import MENDED, upcast
from referee.games.lifeboat.view import STATUS, View, show
from referee.kernel.parts import Ending, Game, History, Opening, Scoring, Secrets, Untold, Windows

_SET_UP = ("LIF-SET-01", "LIF-SET-05", "LIF-SET-07", "LIF-SET-08", "LIF-SET-09")


_NEXT_SLOT = (
    events.Passed,
    events.SeatDemanded,
    events.MugDemanded,
    events.NavigationChosen,
    events.CompassUsed,
    events.Rowed,
    events.SpecialUsed,
)
"""Acts of whoever comes after a meal nobody objected to."""

_ACTS = (
    *dealing.SET_UP_ACTS,
    *playing.ACTS,
    *dealing.SUPPLY_ACTS,
    *conflicts.ANSWERS,
    *acting.ACTS,
    *conflicts.DEMANDS,
    *actions.ACTS,
    *navigation.ACTS,
    *ending.ACTS,
    *sealing.ACTS,
)

GAME: Game = Game(
    ruleset=RULESET,
    opening=Opening(open_state, _SET_UP, lambda opened, values: judge_seven(len(opened.seats), values)),
    acts=tuple([after_meal(act) if act.event in _NEXT_SLOT else act for act in _ACTS]),
    consequences=(
        *harm.CONSEQUENCES,
        *cards.CONSEQUENCES,
        *conflicts.CONSEQUENCES,
        *navigation.CONSEQUENCES,
        *turns.CONSEQUENCES,
        *ending.CONSEQUENCES,
    ),
    settle=ending.end_game,
    by_hand=BY_HAND,
    facts=FACTS,
    ending=Ending(events.GameEnded, "LIF-BIRD-02", lambda state: state.phase == "ended"),
    status=STATUS,
    view=View,
    shown=show,
    invariants=invariants,
    topics=TOPICS,
    deal=deal,
    secrets=Secrets(parties=parties, partial=partial, doubt=doubt, seals=sealing.SEALS),
    scoring=Scoring(
        tally=tally,
        charted=("score.wounds", "score.treasure"),
        total="score.total",
        amounts=amounts,
    ),
    windows=Windows(
        free=(events.CardPlayed, events.CardsTraded),
        closing=(events.FightClosed, events.OverboardClosed, events.ThirstClosed),
        leaving=(events.Passed,),
        next_in={"meal": _NEXT_SLOT},
    ),
    untold=Untold(ahead=lambda state, seat: untold.ahead(GAME, state, seat)),
    history=History(upcast=upcast, mended=MENDED),
)
