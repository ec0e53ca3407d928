"""Ways round a refusal: a fact set by hand only where an act in the game was refused by its rules."""

import pytest

from events.table import Corrected, HouseRuled, TableOpened, TakenBack
from referee.games.niagara.events import CanoeMoved, CloudMoved, GemAct, PaddleChosen, TurnEnded
from referee.games.powerboats.events import BuoyRounded
from referee.kernel.registry import find_game
from referee.kernel.verdict import Refused
from referee.service.commands.ways_round import WayRound, find_way_round, may_be_set, other_option_values

CASES = [
    (Refused("niagara.too_far", ("NIA-MOVE-05",)), CanoeMoved("A", 1, "S4"), True),
    (Refused("niagara.too_far", ("NIA-MOVE-05",)), None, True),
    (Refused("table.referee_deals", ("TAB-CHANCE-01",)), CanoeMoved("A", 1, "S4"), True),
    (Refused("table.unknown_option", ("TAB-OPEN-03",)), HouseRuled("speed", "9"), False),
    (Refused("lifeboat.seven_need_cannibalism", ("LIF-SET-10",)), HouseRuled("cannibalism", "no"), False),
    (Refused("lifeboat.boat_wrong", ("LIF-SET-06",)), Corrected(None), False),
    (Refused("table.no_such_entry", ("TAB-BACK-01",)), TakenBack(99), False),
    (Refused("web.malformed"), None, False),
]


@pytest.mark.parametrize(("refused", "event", "helps"), CASES)
def test_facts_are_set_by_hand_only_round_the_rules_of_a_game(refused, event, helps):
    assert helps == may_be_set(refused, event)


def test_no_other_value_of_the_option_that_was_refused_is_a_way_round():
    game, asked = find_game("lifeboat"), HouseRuled("row_marker", "always")
    state = game.decide(None, TableOpened(game="lifeboat", seats=tuple("ABCD"))).state
    refused = Refused("table.unknown_option", game.ruleset.options["row_marker"].rules)
    assert "row_marker" not in dict(other_option_values(game, state, refused, asked))
    assert "row_marker" in dict(other_option_values(game, state, refused))


def test_no_option_is_a_way_round_a_consequence_that_does_not_follow():
    """What a record claims follows from the act before it; a rule set after that changes nothing."""
    game = find_game("powerboats")
    state = game.decide(None, TableOpened(game="powerboats", seats=tuple("ABC"))).state
    refused = Refused("record.not_derived", ("POW-GATE-03", "TAB-REC-01"))
    assert [] == other_option_values(game, state, refused, BuoyRounded("A", "1"))


@pytest.mark.parametrize(
    ("event", "facts"),
    [
        (CanoeMoved("B", 1, "S4"), {"canoes.B.1.at": "S4"}),
        (CloudMoved("A", 2), {"weather": 2}),
        (CanoeMoved("B", 1, "falls"), {"canoes.B.1.at": "lost"}),
        (CanoeMoved("B", 1, "S3", after=(GemAct("load", "amethyst"),)),
         {"canoes.B.1.at": "S3", "canoes.B.1.gem": "amethyst"}),
        (CanoeMoved("B", 1, "S3", after=(GemAct("load", "diamond"),)),
         {"canoes.B.1.at": "S3", "canoes.B.1.gem": "diamond"}),
        (CanoeMoved("B", 1, "S1", after=(GemAct("load", "ruby"),)),
         {"canoes.B.1.at": "S1", "canoes.B.1.gem": "ruby"}),
        (CanoeMoved("B", 1, "S4", after=(GemAct("unload"),)), {"canoes.B.1.at": "S4"}),
    ],
)  # fmt: skip
def test_a_refused_act_is_played_whole_as_everybody_sees_it(event, facts):
    """Where the canoe went, and what it carries and loses there, though its site has no such gem."""
    game = find_game("niagara")
    state = game.decide(None, TableOpened(game="niagara", seats=tuple("ABC"))).state
    assert WayRound(facts) == find_way_round(game, state, event)


@pytest.mark.parametrize("event", [TurnEnded("A"), PaddleChosen("A", 5)])
def test_what_moves_nothing_that_everybody_sees_cannot_be_set(event):
    game = find_game("niagara")
    state = game.decide(None, TableOpened(game="niagara", seats=tuple("ABC"))).state
    assert find_way_round(game, state, event) is None
