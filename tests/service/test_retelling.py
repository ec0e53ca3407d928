"""Taking back, amending, what-if: a game told again, and what must not change by it."""

from collections.abc import Iterable
from itertools import islice
from typing import Any

import pytest

from events.base import TABLE
from events.stores.memory import MemoryStore
from events.table import HouseRuled, TableOpened, TakenBack
from referee.games.niagara import GAME
from referee.games.niagara.events import CanoeMoved, PaddleChosen, RiverFlowed
from referee.kernel.verdict import Refused
from referee.service.commands.consent import is_free
from referee.service.commands.undo import ReapplyReport, reveals_undone
from referee.service.files.exporting import export_record
from referee.service.files.importing import import_lines
from referee.service.logs.effective import NoSuchEntryError
from referee.service.logs.log_index import effective_log
from referee.service.logs.sources import LinesLog
from referee.service.logs.whatif import Outcome, instead, observations, under
from referee.service.simulation.simulate import simulate
from referee.service.tables.open_acts import missing_before
from referee.service.tables.request import Recorded
from referee.service.tables.table import Table, load_table, open_table
from tests.service.desk import amend, tell_again

SEATS = ("A", "B", "C")


def sit(*events: Any, edition: str = "zh") -> Table:
    opened = TableOpened(game="niagara", seats=SEATS, edition=edition)
    table = open_table(MemoryStore(), "t", opened, GAME)
    assert isinstance(table, Table)
    for event in events:
        answer = table.submit(event)
        assert isinstance(answer, Recorded), answer
    return table


ROUND = (
    PaddleChosen("A", 3),
    PaddleChosen("B", 5),
    PaddleChosen("C", 2),
    CanoeMoved("A", 1, "S3"),
    CanoeMoved("B", 1, "S5"),
    CanoeMoved("C", 1, "S2"),
    RiverFlowed(("left", "right")),
)


def seen_by_all(table: Table) -> list[Any]:
    viewers = (*SEATS, None)
    views = [GAME.view(table.state, viewer) for viewer in viewers]
    return [*views, *(GAME.legal(table.state, viewer or TABLE) for viewer in viewers)]


def seq_of(table: Table, event: Any) -> int:
    """Find the entry an action is."""
    return next(t.seq or 0 for t in effective_log(table.log).actions if t.event == event)


@pytest.mark.parametrize("length", range(1, len(ROUND)))
def test_taking_back_equals_never_having_happened(length: int) -> None:
    before = sit(*ROUND[:length])
    table = sit(*ROUND)
    told = effective_log(table.log).actions
    table.submit(TakenBack(told[length].end or 0))
    assert seen_by_all(table) == seen_by_all(before)


@pytest.mark.parametrize("i", range(len(ROUND)))
def test_amending_an_action_with_itself_changes_nothing(i: int) -> None:
    table, same = sit(*ROUND), sit(*ROUND)
    amended = amend(table, seq_of(table, ROUND[i]), ROUND[i])
    assert isinstance(amended, ReapplyReport)
    assert amended.left == ()
    assert seen_by_all(table) == seen_by_all(same)


def test_an_amendment_replays_the_rest_until_something_no_longer_fits() -> None:
    """With a 1 instead of the 5, B's canoe cannot have gone to S5: that is where it stops."""
    table = sit(*ROUND)
    amended = amend(table, seq_of(table, PaddleChosen("B", 5)), PaddleChosen("B", 1))
    assert isinstance(amended, ReapplyReport)
    assert amended.why is not None
    assert (amended.stuck.event if amended.stuck else None) == CanoeMoved("B", 1, "S5")
    assert amended.why.rules[0] == "NIA-MOVE-01"
    assert [told.event for told in amended.left] == list(ROUND[4:])


def test_a_refused_amendment_writes_nothing() -> None:
    table = sit(*ROUND)
    revision = table.revision
    answer = amend(table, seq_of(table, ROUND[3]), CanoeMoved("A", 1, "S4"))
    assert isinstance(answer, Refused)
    assert table.revision == revision


def test_what_was_taken_back_is_offered_again_in_order() -> None:
    table, same = sit(*ROUND), sit(*ROUND)
    table.submit(TakenBack(seq_of(table, ROUND[2])))
    assert [told.event for told in table.log_index.waiting] == list(ROUND[3:])
    tell_again(table)
    assert table.log_index.waiting == ()
    assert seen_by_all(table) == seen_by_all(same)


def test_what_is_told_meanwhile_replaces_nothing_that_was_taken_back() -> None:
    """It is inserted: the two other cards wait, and are told again after it."""
    table = sit(*ROUND[:2])
    table.submit(TakenBack(1))
    table.submit(PaddleChosen("C", 5))
    assert [told.event for told in table.log_index.waiting] == list(ROUND[:2])
    assert (tell_again(table).again, table.log_index.waiting) == (2, ())


def test_what_no_longer_fits_waits_until_somebody_drops_it() -> None:
    table = sit(*ROUND[:2])
    table.submit(TakenBack(1))
    table.submit(PaddleChosen("A", 5))
    assert [told.event for told in tell_again(table).left] == list(ROUND[:2])
    assert tell_again(table, skip=True).again == 1
    assert table.log_index.waiting == ()
    written = table.log_index.entries[-2 - len(GAME.consequence_rules) :]
    assert [1] == [each.event.dropped for each in written if isinstance(each.event, TakenBack)][-1:]


def test_all_that_waits_is_dropped_at_once() -> None:
    table = sit(*ROUND)
    table.submit(TakenBack(seq_of(table, ROUND[4])))
    before = table.state
    assert tell_again(table, drop=True).again == 0
    assert (table.log_index.waiting, table.state) == ((), before)


def test_what_is_missing_before_an_act_that_waits_is_named() -> None:
    table = sit(*ROUND[:5])
    table.submit(TakenBack(seq_of(table, ROUND[2])))
    waiting = table.log_index.waiting
    missing = missing_before(GAME, table.state, waiting[1].event)
    assert ROUND[3] in [*missing, waiting[0].event]
    assert missing
    assert all(GAME.decide(table.state, act).judged for act in missing)


def test_ones_own_last_act_is_free_until_something_is_shown() -> None:
    """A card laid face down may be taken back; a move that turned the next card up may not."""
    table = sit(PaddleChosen("A", 3), PaddleChosen("B", 5))
    assert is_free(table, "B", table.revision - 1)
    assert not is_free(table, "A", table.revision - 2)
    table = sit(*ROUND[:4])
    assert not is_free(table, "A", seq_of(table, ROUND[3]) - 1)
    assert reveals_undone(table.log_index, seq_of(table, ROUND[3]) - 1)


def test_what_if_writes_nothing() -> None:
    table = sit(*ROUND)
    before = (list(table.log.lines()), table.state)
    timeline = effective_log(table.log)
    instead(timeline, seq_of(table, ROUND[3]), CanoeMoved("A", 2, "S3"))
    under(timeline, 3, "fork", "left_first_each_round")
    assert (list(table.log.lines()), table.state) == before


def test_what_if_names_the_first_entry_that_changes_and_the_facts_that_differ() -> None:
    """Had A launched canoe 2, canoe 2 would be where canoe 1 is."""
    table = sit(*ROUND)
    seq = seq_of(table, ROUND[3])
    outcome = instead(effective_log(table.log), seq, CanoeMoved("A", 2, "S3"))
    assert isinstance(outcome, Outcome)
    assert outcome.first_change == seq
    assert {(d.fact, d.was, d.would_be) for d in outcome.differences} == {
        ("canoes.A.1.at", "S5", "land"),
        ("canoes.A.2.at", "land", "S5"),
    }


def test_the_same_again_makes_no_difference() -> None:
    table = sit(*ROUND)
    for event in ROUND:
        outcome = instead(effective_log(table.log), seq_of(table, event), event)
        assert isinstance(outcome, Outcome)
        assert (outcome.first_change, outcome.differences) == (None, ())


def test_every_outcome_of_the_river_can_be_laid_side_by_side() -> None:
    table = sit(*ROUND)
    timeline = effective_log(table.log)
    flows = observations(timeline, seq_of(table, ROUND[-1]))
    assert len(flows) == 4
    assert all(isinstance(instead(timeline, seq_of(table, ROUND[-1]), flow), Outcome) for flow in flows)


def test_an_option_can_be_thought_otherwise_from_any_entry_on() -> None:
    """Had the river been reckoned, its first push had gone left: so it went at the table too."""
    table = sit(*ROUND)
    outcome = under(effective_log(table.log), 2, "fork", "left_first_each_round")
    assert isinstance(outcome, Outcome)
    assert (outcome.stuck, outcome.differences) == (None, ())


def test_what_the_table_saw_gives_way_to_what_the_referee_derives() -> None:
    """The table saw the first push go right; reckoned, it goes left, and the game is told on."""
    table = sit(*ROUND[:-1], RiverFlowed(("right", "left")))
    seq = seq_of(table, RiverFlowed(("right", "left")))
    outcome = under(effective_log(table.log), seq, "fork", "left_first_each_round")
    assert isinstance(outcome, Outcome)
    assert (outcome.stuck, outcome.first_change) == (None, seq)
    assert ("fork_next", "right", "left") in {(d.fact, d.was, d.would_be) for d in outcome.differences}


def test_what_the_referee_derived_is_seen_by_the_table_as_it_was() -> None:
    table = sit(*ROUND[:-1], edition="ja")
    outcome = under(effective_log(table.log), seq_of(table, ROUND[3]), "fork", "observed")
    assert isinstance(outcome, Outcome)
    assert (outcome.stuck, outcome.differences) == (None, ())


def test_an_entry_that_is_not_in_force_cannot_be_asked_about() -> None:
    table = sit(*ROUND)
    table.submit(TakenBack(seq_of(table, ROUND[2])))
    with pytest.raises(NoSuchEntryError):
        instead(effective_log(table.log), table.revision - 3, ROUND[0])


def test_a_house_rule_is_part_of_the_story() -> None:
    table = sit(HouseRuled("both_ashore", "may_stay"), *ROUND)
    outcome = instead(effective_log(table.log), seq_of(table, ROUND[-1]), RiverFlowed(("right", "left")))
    assert isinstance(outcome, Outcome)
    assert outcome.state.house == ("both_ashore",)


def test_a_replacement_that_is_like_a_later_act_drops_none_between() -> None:
    """A river flows another way, as one does later: all from where the rest stops on is offered."""
    lines = record_of(simulate(GAME, 3, players=4), 60)
    rivers = [
        told for told in effective_log(imported(lines).log).actions if isinstance(told.event, RiverFlowed)
    ]
    stopped = 0
    for one in rivers:
        for other in {other.event for other in rivers} - {one.event}:
            table = imported(lines)
            amended = amend(table, one.seq or 0, other)
            if isinstance(amended, ReapplyReport) and amended.left:
                stopped += 1
                assert [told.event for told in table.log_index.waiting] == [
                    told.event for told in amended.left
                ]
    assert stopped


def record_of(lines: Iterable[bytes], most: int) -> tuple[tuple[int, bytes], ...]:
    return tuple(enumerate(islice(export_record(LinesLog(tuple(lines))), most), 1))


def imported(lines: tuple[tuple[int, bytes], ...]) -> Table:
    store = MemoryStore()
    import_lines(store, lambda: iter(lines), "t")
    return load_table(store, "t")
