"""Lifeboat (Gorilla Games, 2001): one boat, four birds, and nobody you can trust."""

from itertools import chain

from events.base import TABLE, Event
from referee.games.lifeboat import (
    acting,
    cards,
    conflicts,
    ending,
    harm,
    navigation,
    overboard,
    playing,
    rowing,
    sealing,
    setup,
    specials,
    supply,
    thirst,
    turns,
)
from referee.games.lifeboat.by_hand import BY_HAND, FACTS, invariants, judge_seven
from referee.games.lifeboat.dealer import deal
from referee.games.lifeboat.possible import doubt
from referee.games.lifeboat.score import tally
from referee.games.lifeboat.secrecy import parties
from referee.games.lifeboat.state import State, open_state, partial
from referee.games.lifeboat.tables import RULESET, TOPICS
from referee.games.lifeboat.upcasting import MENDED, upcast
from referee.games.lifeboat.view import STATUS, view
from referee.kernel.game import Dealing, Game, Scoring, Secrets
from referee.kernel.play import Ending, Opening

_SET_UP = ("LIF-SET-01", "LIF-SET-05", "LIF-SET-07", "LIF-SET-08", "LIF-SET-09")


def _templates(state: State, seat: str) -> tuple[Event, ...]:
    """Return a sample of each kind of act that has too many forms to list; () at a closed table."""
    if state.closed:
        return ()
    if seat != TABLE:
        kinds = navigation.templates, playing.sample_trades, specials.sample_signals
        return tuple(chain.from_iterable(kind(state, seat) for kind in kinds))
    casts = setup.casts(state, seat)[:1] if state.phase == "setup" else ()
    return (*casts, *navigation.templates(state, seat), *ending.sample_reveals(state))


GAME = Game(
    ruleset=RULESET,
    opening=Opening(open_state, _SET_UP, lambda opened, values: judge_seven(len(opened.seats), values)),
    acts=(
        *setup.ACTS,
        *playing.ACTS,
        *supply.ACTS,
        *conflicts.ANSWERS,
        *acting.ACTS,
        *conflicts.DEMANDS,
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
        *cards.CONSEQUENCES,
        *conflicts.CONSEQUENCES,
        *overboard.CONSEQUENCES,
        *turns.CONSEQUENCES,
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
    templates=_templates,
    seals=sealing.SEALS,
    upcast=upcast,
    mended=MENDED,
)
