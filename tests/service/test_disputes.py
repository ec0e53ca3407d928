"""Disputes: what bears on a moment, whether it matters, and that it is settled once."""

from typing import Any

import pytest

from events.table import Corrected
from referee.games.lifeboat.events import HandRevealed
from referee.games.niagara.events import (
    CanoeAt,
    CanoeMoved,
    CanoeRef,
    GemAct,
    PaddleChosen,
    Position,
    RiverFlowed,
)
from referee.kernel.verdict import Refused
from referee.service.disputes.analysis import UnknownTopicError, analyse, disputes_of, knows_less
from referee.service.disputes.decision import Decision, default_reading
from referee.service.disputes.find import AnalysedDispute, find_dispute
from referee.service.disputes.settle import open_dispute, settle
from referee.service.logs.log_index import effective_log
from referee.service.logs.reapply import reapply
from referee.service.logs.secrecy import redact_log
from referee.service.tables.request import Recorded
from referee.service.tables.table import Table
from tests.service.test_retelling import ROUND, seq_of, sit

UNLOAD_THEN_STEAL = CanoeMoved("A", 1, "S3", after=(GemAct("unload"),), steal=CanoeRef("B", 1))


def robbery() -> Table:
    """Set the situation of D-53 up: A paddles up, unloads at the end, and steals."""
    canoes: Any = {
        "A": {"1": CanoeAt("S5", "ruby"), "2": CanoeAt("land")},
        "B": {"1": CanoeAt("S3", "amethyst"), "2": CanoeAt("land")},
    }
    cards = (PaddleChosen("A", 4), PaddleChosen("B", 3), PaddleChosen("C", 2))
    return sit(Corrected(Position(canoes=canoes)), *cards, UNLOAD_THEN_STEAL)


def set_hand(*hand: Any) -> Table:
    """Set a hand of A by hand, which only A may see."""
    return sit(Corrected(Position(hands={"A": hand})))


def test_a_hand_set_by_hand_stays_hidden_from_whoever_disputes() -> None:
    """Whether A holds a 3 is A's alone to know, and what A did before does not tell it any more."""
    for table in (set_hand(1, 2, 3), set_hand(1, 2, 5)):
        for viewer in ("B", None):
            found = find_dispute(table, viewer, act=PaddleChosen("A", 3))
            assert isinstance(found, AnalysedDispute)
            assert found.analysis.refusal is None
    found = find_dispute(set_hand(1, 2, 5), "A", act=PaddleChosen("A", 3))
    assert isinstance(found, AnalysedDispute)
    assert found.analysis.refusal is not None


def test_logs_that_a_viewer_cannot_tell_apart_are_redacted_to_the_same() -> None:
    def redacted(table: Table) -> tuple[Any, Any]:
        known = redact_log(table.log_index.effective, table.log_index.secrets, "B")
        return known.actions, known.end

    assert redacted(set_hand(1, 2, 3)) == redacted(set_hand(1, 2, 5))


def test_a_card_that_a_hidden_correction_gave_back_is_played_again_in_what_others_may_know() -> None:
    again = (PaddleChosen("A", 3), PaddleChosen("B", 4), PaddleChosen("C", 4))
    table = sit(*ROUND, Corrected(Position(hands={"A": (3, 4)})), *again)
    known = redact_log(table.log_index.effective, table.log_index.secrets, "B")
    assert reapply(known.game, None, known.actions).stuck is None


def test_a_theft_is_a_matter_of_stealing() -> None:
    table = robbery()
    case = analyse(effective_log(table.log), seq_of(table, UNLOAD_THEN_STEAL), "steal")
    assert case.rules[0] == "NIA-STEAL-01"
    assert [p.decision for p in case.readings] == [
        "unload_then_steal_at_end=allowed",
        "unload_then_steal_at_end=forbidden",
    ]


def test_each_ruling_says_which_edition_holds_it_and_whether_it_matters() -> None:
    table = robbery()
    allowed, forbidden = analyse(effective_log(table.log), seq_of(table, UNLOAD_THEN_STEAL), "steal").readings
    assert (allowed.editions, allowed.in_force, allowed.matters) == (("zh",), True, False)
    assert (forbidden.editions, forbidden.in_force, forbidden.matters) == (("ja",), False, True)
    assert forbidden.outcome is not None
    assert forbidden.outcome.why is not None
    assert forbidden.outcome.why.rules[0] == "NIA-STEAL-01"


def test_the_default_is_what_the_edition_says() -> None:
    table = robbery()
    default = default_reading(analyse(effective_log(table.log), table.revision, "steal"), "zh")
    assert default is not None
    assert default.decision == "unload_then_steal_at_end=allowed"


def test_a_decision_holds_from_there_on_without_asking_again() -> None:
    table = robbery()
    at = seq_of(table, UNLOAD_THEN_STEAL)
    case = analyse(effective_log(table.log), at, "steal")
    name, answer = open_dispute(table, case, "B", "Was A's canoe empty on the way up?")
    assert isinstance(answer, Recorded)
    settle(table, name, case, Decision("unload_then_steal_at_end=forbidden", "table", "a vote, 2 to 1"))
    assert table.state.options.unload_then_steal_at_end == "forbidden"
    assert table.state.house == ("unload_then_steal_at_end",)
    assert table.state.open_disputes == ()
    (settled,) = disputes_of(effective_log(table.log))
    assert settled.ruling is not None
    assert settled.ruling.decision == "unload_then_steal_at_end=forbidden (a vote, 2 to 1)"


def test_a_settled_dispute_cannot_be_settled_again() -> None:
    table = robbery()
    case = analyse(effective_log(table.log), table.revision, "steal")
    name, _ = open_dispute(table, case, "table", "")
    settle(table, name, case, Decision("unload_then_steal_at_end=allowed", "edition"))
    again = settle(table, name, case, Decision("unload_then_steal_at_end=allowed", "edition"))
    assert isinstance(again, Refused)
    assert again.rules == ("TAB-DISP-02",)


def test_a_jam_shows_every_outcome_side_by_side() -> None:
    """Two pushes were left and right: the three other ways are told too."""
    table = sit(*ROUND)
    case = analyse(effective_log(table.log), seq_of(table, ROUND[-1]), "fork")
    assert [o.change for o in case.observed] == [
        RiverFlowed(("left", "left")),
        RiverFlowed(("right", "left")),
        RiverFlowed(("right", "right")),
    ]


def test_what_was_refused_a_moment_ago_leads_to_its_topic() -> None:
    table = sit(*ROUND[:3])
    case = analyse(effective_log(table.log), table.revision, act=CanoeMoved("A", 1, "S4"))
    assert case.topic == "move"
    assert case.refusal is not None
    assert case.rules[0] == "NIA-MOVE-01"


def test_an_unknown_topic_is_named_with_those_there_are() -> None:
    table = sit(*ROUND)
    with pytest.raises(UnknownTopicError):
        analyse(effective_log(table.log), 2, "the moon")


def test_a_hand_seen_in_part_is_no_other_outcome() -> None:
    seen = HandRevealed("E", ("jewels", "chum"), "stephen", "frenchy")
    assert knows_less(HandRevealed("E", (None, None), None, None), seen)
    assert knows_less(seen, seen)
    assert not knows_less(HandRevealed("E", ("jewels", None), "captain", None), seen)
    assert not knows_less(HandRevealed("E", ("jewels",), None, None), seen)
