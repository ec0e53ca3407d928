"""Tables copied from one store to another: whole, with all that is kept of them, audited at both ends."""

import pytest

from events.stores import open_store
from events.stores.protocol import SEAT, Conflict, Kept
from events.table import DisputeOpened
from referee.service.audit.judge_again import audit
from referee.service.files.copying import COPIED, DAMAGED, OTHER, THERE, copy_store, unnumbered
from referee.service.logs.sources import StoredLog
from referee.service.tables.request import Request
from tests.databases import new_database
from tests.service.games import in_turns, new_table
from tests.stores.logs import sealed


@pytest.fixture
def source(tmp_path):
    """Open a store with a table that was played at, with everything that may be kept of one."""
    with open_store(tmp_path / "source.db", create=True) as store:
        table = in_turns(new_table(store))
        for n in (1, 1):  # the second is refused: a dispute of that name is open
            table.submit(
                DisputeOpened(f"D{n}", 1, "table", "score"), Request(key=f"key {n} {table.revision}")
            )
        table.submit(DisputeOpened("D1", 1, "table", "score"))
        store.change_link(store.issue_link(table.name, SEAT, "A", "ja", "hash", "nonce"), opened=True)
        store.note(table.name, "vote", "yes")
        store.note("", "opening key", "niagara-1")
        yield store


@pytest.fixture(params=["sqlite", "postgresql"])
def target(request, tmp_path):
    if request.param == "sqlite":
        with open_store(tmp_path / "target.db", create=True) as store:
            yield store
    else:
        with new_database() as address, open_store(address, create=True) as store:
            yield store


def outcomes(source, target):
    return [each.outcome for each in copy_store(source, target)]


def all_kept(store):
    return {name: (list(store.read(name)), unnumbered(store.kept(name))) for name in store.names()}


def test_everything_kept_of_a_table_is_copied(source, target):
    """Entries, answers, refusals, links and notes; what is kept of no table, too."""
    assert [COPIED] == outcomes(source, target)
    assert all_kept(source) == all_kept(target)
    assert "niagara-1" == target.noted("", "opening key")
    for row in target.tables():
        assert [] == list(audit(StoredLog(target, row.table)))


def test_a_copy_goes_back_the_same(source, target, tmp_path):
    outcomes(source, target)
    with open_store(tmp_path / "back.db", create=True) as back:
        assert [COPIED] == outcomes(target, back)
        assert all_kept(source) == all_kept(back)


def test_what_is_there_is_not_written_again(source, target):
    outcomes(source, target)
    assert [THERE] == outcomes(source, target)


def test_what_was_played_since_is_added(source, target):
    outcomes(source, target)
    (row,) = source.tables()
    from referee.service.tables.table import load_table

    load_table(source, row.table).submit(DisputeOpened("D9", 1, "table", "score"), Request(key="later"))
    (copied,) = copy_store(source, target)
    assert (COPIED, 1) == (copied.outcome, copied.written)
    assert all_kept(source) == all_kept(target)


def test_another_table_of_the_same_name_is_left_alone(source, target):
    (row,) = source.tables()
    other = sealed(4, row.table)
    target.create(row.table, other)
    assert [OTHER] == outcomes(source, target)
    assert other == list(target.read(row.table))


def test_a_table_that_was_played_on_over_there_is_left_alone(source, target):
    outcomes(source, target)
    (row,) = source.tables()
    from referee.service.tables.table import load_table

    load_table(target, row.table).submit(DisputeOpened("D9", 1, "table", "score"))
    before = all_kept(target)
    assert [OTHER] == outcomes(source, target)
    assert before == all_kept(target)


def test_a_damaged_table_is_named_and_not_copied(source, target):
    source._db.execute("UPDATE log SET line = replace(line, 'niagara', 'Niagara') WHERE seq = 1")
    (copied,) = copy_store(source, target)
    assert (DAMAGED, "source", True) == (copied.outcome, copied.damaged, bool(copied.findings))
    assert () == target.tables()


def test_answers_that_differ_are_a_conflict(source, target):
    (row,) = source.tables()
    kept = source.kept(row.table)
    target.take_over(row.table, source.head("nobody"), source.read(row.table), kept)
    fewer = Kept(head=kept.head, answers=kept.answers[1:])
    assert isinstance(target.take_over(row.table, kept.head, (), fewer), Conflict)
