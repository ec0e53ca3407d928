"""Niagara (Zoch, 2004): canoes, gems and a river that moves."""

from referee.games.niagara.charter import CHARTER, TOPICS
from referee.games.niagara.decide import CONSEQUENCE_RULES, decide
from referee.games.niagara.ending import tally
from referee.games.niagara.events import NiagaraEvent
from referee.games.niagara.evolve import evolve
from referee.games.niagara.invariants import invariants
from referee.games.niagara.legal import acting, legal
from referee.games.niagara.notation import notate
from referee.games.niagara.position import position_of
from referee.games.niagara.reading import parse, secret
from referee.games.niagara.sealing import SEALS
from referee.games.niagara.upcasting import UPCASTERS
from referee.games.niagara.view import phase, turn, view, winners
from referee.kernel.game import Game

GAME = Game(
    charter=CHARTER,
    vocabulary=NiagaraEvent,
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
    sealed=frozenset({"paddle_chosen"}),
    consequence_rules=CONSEQUENCE_RULES,
    reveals=frozenset({"paddle_revealed", "river_flowed"}),
    topics=TOPICS,
    tally=tally,
    charted=("score.gems", "score.worth"),
    secret=secret,
    seals=SEALS,
    chapters=frozenset({"round_ended"}),
    turning=frozenset({"gem_stolen", "canoe_lost", "goal_met"}),
)
