"""Powerboats (Cwali, 2008): three races round four buoys, on dice that crash."""

from referee.games.powerboats.charter import CHARTER, TOPICS
from referee.games.powerboats.decide import CONSEQUENCE_RULES, decide
from referee.games.powerboats.dice import unclaimed
from referee.games.powerboats.events import PowerboatsEvent
from referee.games.powerboats.evolve import evolve
from referee.games.powerboats.invariants import invariants
from referee.games.powerboats.legal import acting, legal
from referee.games.powerboats.notation import notate
from referee.games.powerboats.places import places
from referee.games.powerboats.position import position_of
from referee.games.powerboats.reading import parse
from referee.games.powerboats.tally import tally
from referee.games.powerboats.upcasting import UPCASTERS
from referee.games.powerboats.view import phase, turn, view, winners
from referee.kernel.old_game import Game

GAME = Game(
    charter=CHARTER,
    vocabulary=PowerboatsEvent,
    upcasters=UPCASTERS,
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
    reveals=frozenset({"dice_thrown"}),
    topics=TOPICS,
    unclaimed=unclaimed,
    tally=tally,
    charted=("score.points", "score.damage"),
    places=places,
    chapters=frozenset({"boats_repaired"}),
    turning=frozenset({"sunk", "finished", "boats_repaired"}),
)
