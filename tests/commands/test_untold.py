"""What follows from an act, or alone can come after it, is recorded with it and taken back with it."""

import pytest

from events.stores.memory import MemoryStore
from events.table import TableOpened, TakenBack
from referee.games.niagara.events import CanoeMoved, PaddleChosen, PaddleRevealed
from referee.kernel.game import Untold
from referee.kernel.registry import find_game
from referee.kernel.verdict import Refused
from referee.service.audit.judge_again import audit
from referee.service.commands.record import record_ahead, record_event
from referee.service.commands.undo import amend, reapply, undo
from referee.service.tables.request import Recorded, Request, of_all, of_seat
from referee.service.tables.table import open_table

CARDS = {"S3": 3, "S4": 4}


def _ahead(state, seat):
    """Everybody lays a card; the first seat turns up that of its way, or (on S5) one of two."""
    if state.phase != "choose" or seat != "A":
        return
    laid = tuple(PaddleChosen(each, None) for each in state.seats if state.laid[state.index[each]] is None)
    for to, card in CARDS.items():
        yield (*laid, PaddleRevealed("A", card), CanoeMoved("A", 1, to))


def _forced(state):
    """The last seat that has no card before it lays one."""
    left = [seat for seat, card in zip(state.seats, state.laid, strict=True) if card is None]
    return PaddleChosen(left[0], None) if state.phase == "choose" and left == ["C"] else None


def make_table(**untold):
    opened = TableOpened(game="niagara", seats=tuple("ABC"))
    table = open_table(MemoryStore(), "falls", opened, find_game("niagara"))
    table.game = table.game.with_parts(untold=Untold(**untold))
    return table


def by(table, seat):
    return Request(of_seat(table.state, seat))


def told(table):
    """Return the actions in force after the opening, each with the entry it was inferred from."""
    return [(each.event, each.cause) for each in table.log_index.effective.actions[1:]]


def test_what_an_act_implies_is_recorded_before_it():
    table = make_table(ahead=_ahead)
    answer = record_event(table, by(table, "A"), CanoeMoved("A", 1, "S4"))
    assert isinstance(answer, Recorded)
    laid = [PaddleChosen(seat, None) for seat in "ABC"]
    moved = table.log_index.effective.actions[-1]
    assert CanoeMoved("A", 1, "S4") == moved.event
    implied = [(each, moved.seq) for each in (*laid, PaddleRevealed("A", 4))]
    assert [*implied, (moved.event, None)] == told(table)
    assert [] == [*audit(table.log)]


def test_what_is_implied_is_nobodys_to_say_for_another():
    table = make_table(ahead=_ahead)
    assert isinstance(record_event(table, by(table, "B"), CanoeMoved("A", 1, "S4")), Refused)
    assert isinstance(record_event(table, by(table, "B"), CanoeMoved("B", 1, "S4")), Refused)
    assert [] == told(table)


def test_what_is_implied_is_taken_back_with_the_act_and_told_again_with_it():
    """Nobody need be asked: what was turned up is known from this act alone."""
    table = make_table(ahead=_ahead)
    record_event(table, by(table, "A"), CanoeMoved("A", 1, "S4"))
    before = told(table)
    back = undo(table, by(table, "A")).judged[0].event
    assert (TakenBack(1, agreed=("A",)), []) == (back, told(table))
    reapply(table, by(table, "A"))
    assert [event for event, _ in before] == [event for event, _ in told(table)]
    assert [False, False, False, False, True] == [cause is None for _, cause in told(table)]
    assert not table.log_index.waiting
    assert [] == [*audit(table.log)]


def test_an_act_is_amended_with_what_it_implied():
    table = make_table(ahead=_ahead)
    record_event(table, by(table, "A"), CanoeMoved("A", 1, "S4"))
    moved = table.log_index.effective.actions[-1].seq
    amend(table, by(table, "A"), moved, CanoeMoved("A", 1, "S3"))
    assert [PaddleRevealed("A", 3), CanoeMoved("A", 1, "S3")] == [event for event, _ in told(table)][-2:]
    assert not table.log_index.waiting


def _either(state, seat):
    """The same acts, with the cards laid in either order."""
    for *laid, up, moved in _ahead(state, seat):
        yield (*laid, up, moved)
        yield (*laid[::-1], up, moved)


def test_where_several_may_be_implied_it_is_named():
    table = make_table(ahead=_either)
    assert isinstance(record_event(table, by(table, "A"), CanoeMoved("A", 1, "S4")), Refused)
    first, *_ = _either(table.state, "A")
    record_ahead(table, by(table, "A"), first)
    assert [*first] == [event for event, _ in told(table)]


def test_what_is_nothing_that_may_be_told_is_refused():
    table = make_table(ahead=_ahead)
    smuggled = (PaddleChosen("B", 6), CanoeMoved("A", 1, "S4"))
    record_ahead(table, by(table, "A"), smuggled)
    assert PaddleChosen("B", None) in [event for event, _ in told(table)]


@pytest.mark.parametrize("whole", [False, True])
def test_what_alone_is_possible_is_done_by_itself(whole):
    table = make_table(forced=_forced)
    actor = of_all(table.state) if whole else of_seat(table.state, "B")
    table.submit(PaddleChosen("A", None))
    record_event(table, Request(actor), PaddleChosen("B", None))
    chosen = table.log_index.effective.actions[-2]
    assert (PaddleChosen("C", None), chosen.seq) == told(table)[-1]
    assert "turns" == table.state.phase
    undo(table, Request(actor))
    assert [(PaddleChosen("A", None), None)] == told(table)
    reapply(table, Request(actor))
    assert "turns" == table.state.phase
    assert not table.log_index.waiting
    assert [] == [*audit(table.log)]


def test_whoever_tells_what_was_inferred_is_told_that_it_stands():
    """Twice the same submission, and one with a key, are one entry."""
    table = make_table(forced=_forced)
    for seat in "AB":
        table.submit(PaddleChosen(seat, None))
    before = table.revision
    asked = Request(of_seat(table.state, "C"), key="late")
    first, second = (record_event(table, asked, PaddleChosen("C", None)) for _ in range(2))
    assert (PaddleChosen("C", None), before) == (first.judged[0].event, table.revision)
    assert (first, True) == (second, isinstance(first, Recorded))
    assert isinstance(record_event(table, by(table, "C"), PaddleChosen("C", 6)), Refused)
