"""Lifeboat (Gorilla Games, 2001): one boat, four birds, and nobody you can trust."""

from referee.games.lifeboat.charter import CHARTER, TOPICS
from referee.games.lifeboat.decide import CONSEQUENCE_RULES, decide
from referee.games.lifeboat.evolve import evolve
from referee.games.lifeboat.invariants import invariants
from referee.games.lifeboat.legal import acting, legal
from referee.games.lifeboat.notation import notate
from referee.games.lifeboat.position import position_of
from referee.games.lifeboat.reading import parse
from referee.games.lifeboat.tally import tally
from referee.games.lifeboat.view import phase, turn, view, winners
from referee.kernel.game import Game

GAME = Game(
    charter=CHARTER,
    decide=decide,
    evolve=evolve,
    legal=legal,
    view=view,
    acting=acting,
    position=position_of,
    notate=notate,
    parse=parse,
    phase=phase,
    turn=turn,
    winners=winners,
    invariants=invariants,
    consequence_rules=CONSEQUENCE_RULES,
    reveals=frozenset(
        {"provision_dealt", "provisions_drawn", "card_taken", "navigation_chosen", "hand_revealed"}
    ),
    topics=TOPICS,
    tally=tally,
    charted=("score.wounds", "score.treasure"),
    chapters=frozenset({"day_ended"}),
    turning=frozenset({"bird_sighted", "died", "lost_at_sea"}),
)
