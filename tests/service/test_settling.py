"""Settling a dispute: the ruling leads to what was shown, at once and once; what was done may stand."""

from pathlib import Path
from typing import Any

import pytest

from events.stores.memory import MemoryStore
from events.table import Corrected, DisputeOpened, TakenBack
from referee.games.niagara.events import CanoeAt, CanoeMoved, PaddleChosen, Position, RiverFlowed
from referee.games.powerboats.events import RaceEnded
from referee.kernel.verdict import Refused
from referee.l10n.wording import parse
from referee.service.answers.verdicts import change_words
from referee.service.audit.judge_again import audit
from referee.service.commands.undo import make_report
from referee.service.disputes.analysis import (
    Analysis,
    Reading,
    analyse,
    analyse_recorded,
    disputes_of,
    last_act,
    last_action,
)
from referee.service.disputes.decision import Decision, count_votes
from referee.service.disputes.settle import open_dispute, settle
from referee.service.files.importing import import_file
from referee.service.logs.log_index import effective_log
from referee.service.tables.request import Reapplied, Recorded, Request
from referee.service.tables.table import Table, load_table
from tests.service.desk import rule_from
from tests.service.test_retelling import ROUND, seq_of, sit
from tests.stages import one_in

GAMES = Path(__file__).parents[2] / "fixtures" / "games"
TURNS_AHEAD = "scoring=turns_ahead"


def series() -> Table:
    store = MemoryStore()
    return load_table(store, import_file(store, GAMES / "powerboats" / "three-latch-one-die.jsonl").table)


def way(case: Analysis, decision: str) -> Reading:
    """Find one way to rule."""
    return next(one for one in case.readings if one.decision == decision)


def ruled(table: Table, at: int, topic: str, decision: str, **how: Any) -> tuple[Reading, Any]:
    """Settle a dispute about an entry; give what was shown of the decision, and the answer."""
    case = analyse(effective_log(table.log), at, topic)
    dispute, _ = open_dispute(table, case, "table", "")
    return way(case, decision), settle(table, dispute, case, Decision(decision, "table"), Request(**how))


def race_ends(table: Table) -> list[int]:
    """Find the actions that ended a race."""
    told = effective_log(table.log).actions
    return [t.seq or 0 for t in told if any(isinstance(c, RaceEnded) for c in t.consequences)]


@pytest.mark.parametrize("race", one_in(3, [1, 0, 2]))
def test_a_ruling_on_scoring_scores_the_races_sailed_since_again(race: int) -> None:
    """Those before stand; it comes to the same as a house rule from there on."""
    table, same = series(), series()
    at = race_ends(table)[race]
    before = table.state.sailed
    shown, answer = ruled(table, at, "score", TURNS_AHEAD)
    assert isinstance(answer, Reapplied) == shown.matters
    assert shown.outcome is not None
    assert (shown.outcome.stuck, table.state.points) == (None, shown.outcome.state.points)
    assert table.game.winners(table.state) == shown.outcome.winners_after
    rule_from(same, at, "scoring", "turns_ahead")
    assert (table.state.sailed, table.state.result) == (same.state.sailed, same.state.result)
    assert table.state.sailed[:race] == before[:race]
    assert list(audit(table.log)) == []


def test_what_a_ruling_leads_to_is_told_in_points_too() -> None:
    """Line by line: whose, of which race."""
    table = series()
    shown = way(analyse(effective_log(table.log), race_ends(table)[0], "score"), TURNS_AHEAD)
    assert shown.outcome is not None
    assert (
        "score.race" in {line.item.partition("_")[0] for line in shown.outcome.scores} or shown.outcome.scores
    )
    assert all(line.was != line.would_be for line in shown.outcome.scores)


def test_a_ruling_in_mid_series_holds_for_the_races_to_come() -> None:
    table = series()
    ends = race_ends(table)
    table.submit(TakenBack(ends[1]))
    ruled(table, ends[0], "score", TURNS_AHEAD)
    assert table.state.options.scoring == "turns_ahead"
    assert table.state.open_disputes == ()
    assert len(table.state.sailed) == 2
    assert list(audit(table.log)) == []


def test_a_river_ruled_otherwise_carries_the_canoes_otherwise() -> None:
    """The table saw the first disc go right; ruled so, it went left, and the game is told on."""
    table = sit(*ROUND[:-1], RiverFlowed(("right", "left")))
    at = seq_of(table, RiverFlowed(("right", "left")))
    shown, answer = ruled(table, at, "fork", "fork=left_first_each_round")
    assert isinstance(answer, Reapplied)
    assert shown.outcome is not None
    assert table.game.position(table.state, None) == table.game.position(shown.outcome.state, None)
    assert table.state.fork_next == "left"


def test_what_could_not_have_gone_so_stands_and_the_ruling_holds_from_here_on() -> None:
    """A canoe stayed where it may not have: nobody is sent back a round."""
    table = sit(*ROUND)
    position = table.game.position(table.state, None)
    case = analyse(effective_log(table.log), seq_of(table, ROUND[0]), "river")
    one = way(case, "minimum_speed=1")
    dispute, _ = open_dispute(table, case, "A", "")
    answer = settle(table, dispute, case, Decision(one.decision, "table"), from_here=True)
    assert isinstance(answer, Recorded)
    assert not isinstance(answer, Reapplied)
    assert (table.game.position(table.state, None), table.state.options.minimum_speed) == (position, 1)


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", "then this could not have happened: B's canoe 1 is launched and paddles to S5"),
        ("zh-Hans", "那么下面这一步就不可能发生：B的1号船下水划到S5"),
        ("ja", "そうすると、次のことは起こりえませんでした：Bのカヌー1が川に入ってS5へ進んだ"),
    ],
)
def test_what_a_ruling_would_have_made_impossible_is_named_by_what_was_done(lang: str, words: str) -> None:
    """Without Ada's launch it would not have been Ben's turn; no entry is told by its number."""
    table = sit(*ROUND)
    case = analyse(effective_log(table.log), 7)
    assert words == change_words(table.state, way(case, "does_not_stand").outcome, lang)[-1]


def test_a_ruling_told_again_keeps_its_question_and_names_the_act() -> None:
    table = sit(*ROUND[:-1], RiverFlowed(("right", "left")))
    at = seq_of(table, RiverFlowed(("right", "left")))
    _, answer = ruled(table, at, "fork", "fork=left_first_each_round")
    first, asked, *_ = (judged.event for judged in answer.judged)
    assert isinstance(first, TakenBack)
    assert isinstance(asked, DisputeOpened)
    assert (first.reason, asked.id, (asked.act or {})["type"]) == ("D1", "D1", "river_flowed")
    (settled,) = disputes_of(effective_log(table.log))
    assert settled.ruling is not None
    assert analyse_recorded(effective_log(table.log), settled.opened).topic == "fork"


def test_a_later_ruling_on_the_same_option_is_the_one_that_holds() -> None:
    table = sit(*ROUND)
    at = seq_of(table, ROUND[-1])
    ruled(table, at, "fork", "fork=carry_over")
    ruled(table, last_act(effective_log(table.log)), "fork", "fork=observed")
    assert table.state.options.fork == "observed"
    assert [s.ruling is not None for s in disputes_of(effective_log(table.log))] == [True, True]


def test_the_same_ruling_sent_twice_is_given_once() -> None:
    table = sit(*ROUND[:-1], RiverFlowed(("right", "left")))
    case = analyse(effective_log(table.log), seq_of(table, RiverFlowed(("right", "left"))), "fork")
    dispute, _ = open_dispute(table, case, "A", "")
    first = settle(table, dispute, case, Decision("fork=left_first_each_round", "table"), Request(key="k"))
    revision = table.revision
    again = settle(table, dispute, case, Decision("fork=left_first_each_round", "table"), Request(key="k"))
    assert isinstance(first, Recorded)
    assert isinstance(again, Recorded)
    assert (again.first, again.revision, table.revision) == (first.first, first.revision, revision)


def laden() -> Table:
    canoes: Any = {"A": {"1": CanoeAt("S3", "amethyst"), "2": CanoeAt("land")}}
    cards = (PaddleChosen("A", 4), PaddleChosen("B", 3), PaddleChosen("C", 2))
    return sit(Corrected(Position(canoes=canoes)), *cards)


def test_a_refused_act_is_accepted_once_it_is_ruled_so() -> None:
    table = laden()
    (unload,) = (e for e in table_acts(table) if isinstance(table.judge(e), Refused))
    timeline = effective_log(table.log)
    case = analyse(timeline, last_action(timeline), act=unload)
    one = way(case, "own_colour_unload=allowed")
    assert (one.allows, one.matters, case.refusal is not None) == (True, True, True)
    dispute, _ = open_dispute(table, case, "A", "")
    settle(table, dispute, case, Decision(one.decision, "table"))
    assert isinstance(table.submit(unload), Recorded)
    assert one.outcome is not None
    assert table.game.position(table.state, None) == table.game.position(one.outcome.state, None)


def table_acts(table: Table) -> tuple[CanoeMoved, ...]:
    """Give the act edition zh refuses: unloading at the site of its own colour."""
    event = parse(table.state, "A1 unload, up to S1")
    assert isinstance(event, CanoeMoved)
    return (event,)


def test_a_dispute_told_again_with_the_rest_still_finds_its_entry() -> None:
    table = sit(*ROUND)
    case = analyse(effective_log(table.log), seq_of(table, ROUND[-1]), "fork")
    open_dispute(table, case, "A", "")
    done = make_report(table, rule_from(table, seq_of(table, ROUND[3]), "minimum_speed", 1))
    assert not isinstance(done, Refused)
    (asked,) = disputes_of(effective_log(table.log))
    timeline = effective_log(table.log)
    assert timeline.actions[timeline.index(asked.opened.at)].event == ROUND[-1]


def test_more_than_half_of_the_seats_decide() -> None:
    """Who did not vote is a seat too: two of four are not enough, one of four still less."""
    seats = ("A", "B", "C", "D")
    most = count_votes({"A": "x", "C": "x", "B": "y"}, seats)
    assert (most.decision, most.for_it, most.against, most.absent) == ("x", ("A", "C"), ("B",), ("D",))
    assert [
        count_votes(votes, seats).decides
        for votes in ({"A": "x"}, {"A": "x", "C": "x", "B": "y"}, dict.fromkeys("ABD", "x"))
    ] == [False, False, True]
