"""Lifeboat (Gorilla Games, 2001): one boat, four birds, and nobody you can trust."""

from referee.games.lifeboat.acting import acting
from referee.games.lifeboat.charter import CHARTER, TOPICS
from referee.games.lifeboat.dealer import deal, is_dealt
from referee.games.lifeboat.decide import CONSEQUENCE_RULES, decide
from referee.games.lifeboat.doubting import doubt
from referee.games.lifeboat.events import LifeboatEvent
from referee.games.lifeboat.evolve import evolve
from referee.games.lifeboat.invariants import invariants
from referee.games.lifeboat.knowing import known
from referee.games.lifeboat.legal import legal
from referee.games.lifeboat.legal.aloud import templates
from referee.games.lifeboat.notation import notate, parse
from referee.games.lifeboat.playing import parties
from referee.games.lifeboat.position import position_of
from referee.games.lifeboat.sealing import SEALS, secret
from referee.games.lifeboat.state import partial
from referee.games.lifeboat.tally import tally
from referee.games.lifeboat.view import phase, redacted, turn, view, winners
from referee.kernel.old_game import Game

GAME = Game(
    charter=CHARTER,
    vocabulary=LifeboatEvent,
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
        {
            "characters_dealt",
            "secrets_dealt",
            "provision_dealt",
            "provisions_drawn",
            "provision_kept",
            "cards_traded",
            "navigation_drawn",
            "rowed",
            "card_played",
            "card_taken",
            "special_used",
            "compass_used",
            "navigation_chosen",
            "water_used",
            "chum_used",
            "hand_revealed",
        }
    ),
    redact=redacted,
    handled=frozenset(
        {
            "provision_kept",
            "cards_traded",
            "rowed",
            "card_played",
            "card_taken",
            "special_used",
            "compass_used",
            "navigation_chosen",
            "water_used",
            "chum_used",
            "hand_revealed",
        }
    ),
    free=("card_played", "cards_traded"),
    closings=frozenset({"fight_closed", "overboard_closed", "thirst_closed"}),
    templates=templates,
    parties=parties,
    known=known,
    partial=partial,
    doubt=doubt,
    topics=TOPICS,
    deal=deal,
    is_dealt=is_dealt,
    tally=tally,
    charted=("score.wounds", "score.treasure"),
    secret=secret,
    seals=SEALS,
    chapters=frozenset({"day_ended"}),
    turning=frozenset({"bird_sighted", "died", "lost_at_sea"}),
)
