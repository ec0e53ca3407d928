"""Events told as sentences, in three languages."""

import pytest

from events import table as t
from referee.games.niagara import events as n
from referee.l10n import LANGUAGES
from referee.l10n.tell import tell

NAMES = {"A": "Anna", "B": "Bea", "C": "小明"}

EVENTS = (
    t.TableOpened(game="niagara", edition="zh", seats=("A", "B", "C"), names=NAMES),
    n.PaddleChosen("A", None),
    n.PaddleChosen("A", 3),
    n.PaddleRevealed("A", "cloud"),
    n.CanoeBought("B", "amber", 2),
    n.CanoeBought("B", "amber"),
    n.CloudMoved("A", -1),
    n.CloudMoved("A", 2),
    n.GemPassed("A", 1, 2),
    n.TurnEnded("C"),
    n.TurnPassed("C"),
    n.TurnPassed(None),
    n.RiverFlowed(()),
    n.RiverFlowed(("left",)),
    n.RiverFlowed(("left", "right", "left"), (0, 2)),
    n.CanoeLanded("A", 1),
    n.GemBanked(seat="A", canoe=1, gem="amethyst"),
    n.GemStolen("B", 2, "A", 1, gem="ruby"),
    n.CanoeLost("A", 1),
    n.CanoeLost("A", 1, "sapphire"),
    n.GemReturned("diamond"),
    n.GemRemoved("diamond"),
    n.CanoeGranted("C", 1),
    n.GoalMet("A", "four_alike"),
    n.HandsRefilled(),
    n.HandsRefilled(("A", "C")),
    n.RoundEnded(7, "B"),
    n.GameEnded(("A",), "goal_met", ()),
    n.GameEnded(("A", "C"), "shared", ()),
    n.GameEnded((), "no_goal", ()),
    t.TakenBack(12, "a slip", ("A", "B")),
    t.Corrected(n.Position(weather=1, ring="A"), "we misread the board"),
    t.HouseRuled("minimum_speed", 1, "for speed", ("A", "B", "C")),
    t.DisputeOpened("d1", 14, "B", "stealing", "May an empty canoe going down steal?"),
    t.DisputeOpened("d2", 14, "table", "stealing"),
    t.RulingGiven(dispute="d1", decision="No.", rules=("NIA-STEAL-01",), basis="rulebook"),
    t.TableClosed(),
    t.TableClosed("dinner"),
)

LOAD, UNLOAD, STEAL = n.GemAct("load", "ruby"), n.GemAct("unload"), n.CanoeRef("A", 1)
MOVES = (
    (n.CanoeMoved("B", 2, "S3", steal=STEAL), "S5"),
    (n.CanoeMoved("B", 2, "S3", steal=STEAL), None),
    (n.CanoeMoved("B", 2, "L6"), "S4"),
    (n.CanoeMoved("B", 2, "S4"), "land"),
    (n.CanoeMoved("B", 2, "land"), "S4"),
    (n.CanoeMoved("B", 2, "falls"), "R7"),
    (n.CanoeMoved("B", 2, "L7", before=(UNLOAD, LOAD)), "L7"),
    (n.CanoeMoved("B", 2, "S3", before=(n.GemAct("unload", "amber"),), after=(LOAD,)), "S5"),
    (n.CanoeMoved("B", 2, "S3", before=(UNLOAD,), steal=STEAL), "S5"),
    (n.CanoeMoved("B", 2, "S5", via=("S3",)), "S4"),
    (n.CanoeMoved("B", 2, "S3", after=(UNLOAD,), steal=STEAL, steal_first=True), "S5"),
)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_event_is_told(lang, snapshot):
    """One sentence for each, as a person would say it."""
    assert snapshot == "\n".join(tell(event, lang, NAMES, game="niagara") for event in EVENTS)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_kind_of_move_is_told(lang, snapshot):
    """Clause by clause, in the order it happened."""
    assert snapshot == "\n".join(tell(event, lang, NAMES, at) for event, at in MOVES)


def test_a_theft_reads_as_the_table_would_say_it():
    """Direction, place, and whose gem it was."""
    said = "Bea's canoe 2 paddles up to S3 and steals the gem from Anna's canoe 1."
    assert said == tell(MOVES[0][0], "en", NAMES, MOVES[0][1])
