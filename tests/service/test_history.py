"""A log read once, and kept in step."""

import pytest

from events.table import TakenBack
from referee.service.logs.chain import DamagedLogError
from referee.service.logs.log_index import LogIndex
from referee.service.logs.replay import EmptyLogError, replay, states
from referee.service.logs.sources import LinesLog
from tests.service.games import as_log, in_turns, launched, log, new_table, seated_again


class Counted(LinesLog, frozen=True):
    """A log that knows how many of its lines were read; more of them may come."""

    read: list = []
    held: list = []

    def lines(self, first=1, last=None):
        for line in self.held[first - 1 : last]:
            self.read.append(line)
            yield line


def told_back():
    table = in_turns(new_table())
    table.submit(launched())
    table.submit(TakenBack(4))
    return table


def test_every_line_is_read_once():
    """What came since is read when it is asked for, and nothing else again; the first tells the game."""
    lines = list(log())
    counted = Counted((), read=[], held=lines[:20])
    log_index = LogIndex(counted)
    counted.held.extend(lines[20:30])
    assert log_index.catch_up()
    assert [lines[0], *lines[:30]] == counted.read


def test_the_states_are_those_a_replay_gives():
    table = told_back()
    log_index = LogIndex(table.log)
    assert [state for _, _, state in states(table.log)] == log_index.states
    assert replay(table.log).state == log_index.state == log_index.effective.end


def test_what_was_taken_back_is_in_no_story_and_waits():
    table = told_back()
    log_index = table.log_index
    assert [launched()] == [told.event for told in log_index.waiting if told.event == launched()]
    assert launched() not in [told.event for told in log_index.effective.actions]
    for told in log_index.waiting:
        table.submit(told.event)
    assert () == table.log_index.waiting
    assert launched() in [told.event for told in table.log_index.effective.actions]


def test_a_history_keeps_in_step_with_what_others_write():
    table = in_turns(new_table())
    log_index, other = table.log_index, seated_again(table)
    other.submit(launched())
    other.submit(TakenBack(4))
    assert table.log_index is log_index
    assert (other.revision, other.state) == (log_index.revision, log_index.state)
    assert other.log_index.in_force == log_index.in_force


def test_a_damaged_log_is_read_up_to_the_damage():
    lines = [*log()[:9], log()[9].replace(b'"seq":10', b'"seq":11')]
    with pytest.raises(DamagedLogError):
        LogIndex(as_log(tuple(lines)))
    log_index = LogIndex(as_log(tuple(lines)), forgiving=True)
    assert log_index.trouble is not None
    assert (9, 10) == (log_index.revision, log_index.trouble.seq)


def test_no_log_is_no_history():
    with pytest.raises(EmptyLogError):
        LogIndex(as_log(()))


def test_a_log_is_seen_up_to_an_entry():
    """As it stood there: what was taken back later is in force."""
    table = told_back()
    whole, then = tuple(table.log_index.view()), table.log_index.view(None, table.revision - 1)
    assert any(not seen.in_force for seen in whole)
    assert all(seen.in_force for seen in then)
    assert (len(whole) - 1, whole[-2].after) == (len(then), then[-1].after)
    with pytest.raises(IndexError):
        then[len(then)]
