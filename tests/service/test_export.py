"""Logs given away and taken in."""

from itertools import islice

import msgspec
import pytest

from events.stores.memory import MemoryStore
from events.stores.sqlite import SqliteStore
from events.table import DisputeOpened, Remarked, TakenBack
from referee.service.audit.judge_again import audit
from referee.service.files.exporting import export_record
from referee.service.files.file_lines import FileLog
from referee.service.files.importing import (
    ImportRefusedError,
    RecordLog,
    import_file,
    import_lines,
    open_file,
)
from referee.service.logs.chain import DamagedLogError
from referee.service.logs.replay import EmptyLogError, replay
from referee.service.logs.sources import StoredLog, proved
from referee.service.tables.table import load_table
from tests.service.games import actions, as_log, clock, in_turns, launched, log, new_table, numbered, record

STORES = [
    pytest.param(lambda _: MemoryStore(), id="memory"),
    pytest.param(lambda folder: SqliteStore(folder / "tables.db"), id="sqlite"),
]


@pytest.fixture(params=STORES)
def store(request, tmp_path):
    with request.param(tmp_path) as store:
        yield store


def told_back():
    table = in_turns(new_table())
    table.submit(launched())
    table.submit(TakenBack(4))
    table.submit(TakenBack(3))
    in_turns(table, 4)
    table.submit(DisputeOpened("d", 4, "A", "rope"))
    table.submit(TakenBack(table.revision - 3))
    return table


def test_an_exported_log_is_taken_in_byte_for_byte(store):
    lines = log()
    imported = import_lines(store, numbered(lines))
    assert lines == tuple(proved(StoredLog(store, imported.table)))
    assert len(lines) == imported.revision


def test_a_log_taken_in_under_another_name_is_sealed_anew(store):
    """Everything else stays: moments, speakers, causes."""
    lines = log()
    import_lines(store, numbered(lines), "copy")
    copy = StoredLog(store, "copy")
    assert replay(as_log(lines)).state == replay(copy, verify=True).state
    assert strip(lines) == strip(copy.lines())


def strip(lines):
    entries = [msgspec.json.decode(line) for line in lines]
    return [{k: v for k, v in entry.items() if k not in {"table", "prev", "hash"}} for entry in entries]


@pytest.mark.parametrize("form", [record, actions])
def test_a_record_is_refereed_as_it_is_taken_in(store, form):
    lines = form(log())
    import_lines(store, numbered(lines), "r", clock=clock)
    assert replay(as_log(log())).state == replay(StoredLog(store, "r"), verify=True).state
    assert [] == list(audit(StoredLog(store, "r")))


def test_a_record_given_away_and_taken_in_is_the_same_table():
    table = told_back()
    lines = list(export_record(table.log))
    store = MemoryStore()
    import_lines(store, numbered(lines), "t", clock=clock)
    again = StoredLog(store, "t")
    assert (strip(table.log.lines()), table.state) == (strip(again.lines()), replay(again, verify=True).state)


def test_a_record_names_take_backs_by_line():
    events = [msgspec.json.decode(line) for line in export_record(told_back().log)]
    found = [(n, event["to"]) for n, event in enumerate(events, 1) if event["type"] == "taken_back"]
    assert [(6, 4), (7, 3), (10, 8)] == found


def test_what_is_before_the_damage_is_given_away():
    lines = list(log())
    lines[30] = lines[30].replace(b'"at":"2026', b'"at":"2027')
    given = proved(as_log(tuple(lines)))
    assert list(log()[:30]) == list(islice(given, 30))
    with pytest.raises(DamagedLogError) as error:
        next(given)
    assert 31 == error.value.seq


def test_damage_keeps_the_whole_file_out(store):
    """All or nothing; the line is named."""
    lines = list(log())
    lines[30] = lines[30].replace(b'"at":"2026', b'"at":"2027')
    with pytest.raises(DamagedLogError) as error:
        import_lines(store, numbered(lines))
    assert (31, 31, ()) == (error.value.seq, error.value.line, store.tables())


def test_a_refused_line_keeps_the_whole_record_out(store):
    """All or nothing; the line is named."""
    lines = actions(log())
    lines.insert(20, lines[0])
    with pytest.raises(ImportRefusedError) as error:
        import_lines(store, numbered(lines), "r")
    assert (21, ("TAB-OPEN-05",), ()) == (error.value.checked.line, error.value.checked.rules, store.tables())


def test_a_table_that_exists_is_not_overwritten(store):
    import_lines(store, numbered(actions(log())), "r")
    with pytest.raises(ImportRefusedError) as error:
        import_lines(store, numbered(actions(log())), "r")
    assert "table.already_open" == error.value.checked.refused.reason


def test_a_longer_log_goes_on_with_its_table(store):
    """Only what is new is added, its closing once that was asked; the bytes are those of the log."""
    import_lines(store, numbered(log()[:20]))
    asked = []
    imported = import_lines(store, numbered(log()), accept=lambda doubts: asked.extend(doubts) or True)
    assert ["log.closes_here"] == [doubt.reason for doubt in asked]
    assert (20, len(log()) - 20, 0) == (
        imported.went_on.common,
        imported.went_on.behind,
        imported.went_on.ahead,
    )
    assert log() == tuple(store.read(imported.table))


def test_a_log_the_table_has_already_adds_nothing(store):
    table = import_lines(store, numbered(log())).table
    for lines in (log(), log()[:20]):
        assert 0 == import_lines(store, numbered(lines)).went_on.behind
    assert log() == tuple(store.read(table))


def test_a_fork_is_named_with_the_entry_where_it_begins(store):
    """Both went on: nothing is written."""
    table = import_lines(store, numbered(log()[:20])).table
    going_on = load_table(store, table)
    going_on.submit(Remarked("on this laptop"))
    with pytest.raises(ImportRefusedError) as error:
        import_lines(store, numbered(log()))
    refused = error.value.checked.refused
    assert ("log.forked", {"n": 21, "here": 1, "there": len(log()) - 20}) == (refused.reason, refused.args)
    assert 21 == store.head(table).revision


def test_an_empty_file_is_no_table(store, tmp_path):
    path = tmp_path / "empty.jsonl"
    path.write_text("\n\n")
    with pytest.raises(EmptyLogError):
        import_file(store, path)
    with pytest.raises(EmptyLogError):
        open_file(path)


def test_a_record_without_a_name_gets_that_of_its_file(store, tmp_path):
    path = tmp_path / "friday night.jsonl"
    path.write_bytes(b"\r\n".join(actions(log())))
    assert "friday night" == import_file(store, path).table


def test_a_file_is_opened_as_a_log_whichever_form_it_has(tmp_path):
    exported, bare = tmp_path / "log.jsonl", tmp_path / "record.jsonl"
    exported.write_bytes(b"\n".join(log()))
    bare.write_bytes(b"\n".join(actions(log())))
    logs = open_file(exported), open_file(bare)
    assert [FileLog, RecordLog] == [type(each) for each in logs]
    assert replay(logs[0]).state == replay(logs[1]).state


def test_a_record_knows_which_entries_came_of_which_line(tmp_path):
    path = tmp_path / "record.jsonl"
    path.write_bytes(b"\n".join(list(export_record(told_back().log))[:6]))
    places = open_file(path).places
    assert [1, 2, 3, 6, 9, 10] == [places.seq_of(line) for line in range(1, 7)]
    assert [1, 2, 3, 4, 4, 4, 5] == [places.line_of(seq) for seq in range(1, 8)]


def test_a_record_may_be_read_past_its_refused_lines(tmp_path):
    path = tmp_path / "record.jsonl"
    lines = actions(log())
    path.write_bytes(b"\n".join([*lines[:20], lines[0], *lines[20:]]))
    assert replay(as_log(log())).state == replay(open_file(path, keep_going=True)).state
    with pytest.raises(ImportRefusedError):
        open_file(path)
