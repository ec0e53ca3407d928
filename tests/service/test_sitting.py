"""Somebody goes home in mid-game, comes back, and the table gets up."""

from events.table import HouseRuled, SeatLeft, TableClosed, TakenBack
from referee.games.niagara.events import PaddleChosen
from referee.kernel.verdict import Refused
from referee.service.audit.judge_again import audit
from referee.service.commands.sitting import close, leave, take_seat
from referee.service.commands.undo import undo
from referee.service.logs.replay import replay
from referee.service.tables.request import NOT_YOURS, Recorded, Request, of_all, of_seat
from tests.service.desk import answer, propose
from tests.service.test_retelling import sit


def without_chie():
    table = sit(PaddleChosen("A", 3))
    assert isinstance(leave(table, Request(of_all(table.state)), "C", "the last train"), Recorded)
    return table


def test_who_goes_home_asks_the_others() -> None:
    table = sit(PaddleChosen("A", 3))
    leave(table, Request(of_seat(table.state, "C")), "C")
    assert () == table.state.absent
    asked = table.state.proposals[0].id
    answer(table, asked, "A", agrees=True)
    answer(table, asked, "B", agrees=True)
    assert ("C",) == table.state.absent
    assert ("A", "B", "C") == next(e.agreed for e in events(table) if isinstance(e, SeatLeft))


def test_who_is_gone_already_is_not_asked() -> None:
    table = sit(PaddleChosen("A", 3))
    leave(table, Request(of_seat(table.state, "A")), "C")
    asked = table.state.proposals[0]
    assert ("A", "B") == asked.of
    answer(table, asked.id, "B", agrees=True)
    assert ("C",) == table.state.absent
    leave(table, Request(of_seat(table.state, "A")), "B")
    assert ("C", "B") == table.state.absent


def test_nobody_waits_for_the_word_of_who_went_home() -> None:
    table = without_chie()
    propose(table, "A", HouseRuled("minimum_speed", 1))
    answer(table, table.state.proposals[0].id, "B", agrees=True)
    assert 1 == table.state.options.minimum_speed
    assert ("A", "B") == next(e.agreed for e in events(table) if isinstance(e, HouseRuled))


def test_the_game_goes_on_with_the_seat() -> None:
    table = without_chie()
    for seat, card in (("B", 4), ("C", 5)):
        assert isinstance(table.submit(PaddleChosen(seat, card)), Recorded)
    assert "turns" == table.state.phase


def test_what_waited_for_who_went_home_is_asked_no_more() -> None:
    table = sit(PaddleChosen("A", 3))
    propose(table, "A", HouseRuled("minimum_speed", 1))
    answer(table, table.state.proposals[0].id, "B", agrees=True)
    propose(table, "C", HouseRuled("both_ashore", "may_stay"))
    leave(table, Request(of_all(table.state)), "C")
    assert () == table.state.proposals


def test_who_comes_back_is_asked_again() -> None:
    table = without_chie()
    assert NOT_YOURS == take_seat(table, Request(of_seat(table.state, "A")), "C")
    assert isinstance(take_seat(table, Request(of_seat(table.state, "C")), "C"), Recorded)
    assert () == table.state.absent
    assert isinstance(refused := take_seat(table, Request(of_all(table.state)), "C"), Refused)
    assert ("TAB-SEAT-02",) == refused.rules


def test_the_last_one_closes_the_table() -> None:
    table = without_chie()
    leave(table, Request(of_all(table.state)), "B")
    refused = leave(table, Request(of_all(table.state)), "A")
    assert isinstance(refused, Refused)
    assert "table.last_one_here" == refused.reason
    assert isinstance(close(table, Request(of_all(table.state)), "the last train"), Recorded)
    assert table.state.closed


def test_going_home_is_taken_back_like_any_act() -> None:
    table = without_chie()
    undo(table, Request(of_all(table.state)))
    assert ((), 3) == (table.state.absent, table.state.laid[0])


def test_going_home_is_replayed_and_audited() -> None:
    table = without_chie()
    assert ("C",) == replay(table.log).state.absent
    assert () == tuple(audit(table.log))


def test_a_seat_asks_the_others_to_close() -> None:
    table = sit(PaddleChosen("A", 3))
    close(table, Request(of_seat(table.state, "B")))
    asked = table.state.proposals[0].id
    answer(table, asked, "A", agrees=True)
    assert not table.state.closed
    answer(table, asked, "C", agrees=True)
    assert table.state.closed
    assert ("A", "B", "C") == next(e.agreed for e in events(table) if isinstance(e, TableClosed))
    assert ("TAB-CLOSE-01",) == table.submit(TakenBack(1)).rules


def events(table):
    return [entry.event for entry in table.log_index.entries]
