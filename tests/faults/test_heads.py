"""Who holds the laptop can rewrite all that is kept: not past a head somebody noted down."""

import sqlite3
from contextlib import closing

import pytest
from msgspec.structs import replace

from events.stores import open_store
from events.stores.protocol import NO_HEAD, SEAT, Batch, DamagedStoreError, Refusal, hash_in
from events.table import DisputeOpened
from referee.service.audit.heads import seqs_of, whole_head
from referee.service.audit.judge_again import audit
from referee.service.audit.witness import BrokenNotesError, lost, read_notes, vouch
from referee.service.logs.chain import DamagedLogError
from referee.service.logs.sources import StoredLog
from referee.service.tables.request import Request
from referee.service.tables.table import load_table
from tests.service.games import in_turns, new_table
from tests.stages import slow
from tests.stores.logs import NOON

pytestmark = slow


KEY = b"of the witness alone"


@pytest.fixture
def store(where):
    with open_store(where, create=True) as store:
        table = in_turns(new_table(store))
        for n in (1, 1):  # the second is refused: a dispute of that name is open
            table.submit(
                DisputeOpened(f"D{n}", 1, "table", "score"), Request(key=f"key {n} {table.revision}")
            )
        refusal = Refusal(reader="", revision=table.revision, body=b'"up to S4"')
        store.append(Batch(table=table.name, expected=table.head, refusal=refusal))
        store.issue_link(table.name, SEAT, "A", "ja", "hash", "nonce")
        store.note(table.name, "vote", "yes")
        yield store


def log_of(store):
    (row,) = store.tables()
    return StoredLog(store, row.table)


def noted(log):
    head = log.head()
    return whole_head(log, head.revision, head.hash)


def later(store):
    log = log_of(store)
    load_table(store, log.table).submit(DisputeOpened("D9", 1, "table", "score"), Request(key="later"))
    (link,) = store.links(log.table)
    store.change_link(link, opened=True)
    store.note(log.table, "vote", None)


def test_a_head_noted_down_is_proved_whatever_came_since(store):
    log = log_of(store)
    first, revision = noted(log), log.head().revision
    store.note(log.table, "vote", "no")
    second = noted(log)
    later(store)
    third = noted(log)
    assert 3 == len({first, second, third})
    assert {first: revision, second: revision, third: revision + 1} == seqs_of(log, [first, second, third])
    assert {first[:16]: revision} == seqs_of(log, [first[:16]])
    assert {hash_in(next(log.lines(2, 2))): 2} == seqs_of(log, [hash_in(next(log.lines(2, 2)))])


FORGED = {
    "another answer": lambda kept: replace(
        kept, answers=(*kept.answers[:-1], replace(kept.answers[-1], answer=b"{}"))
    ),
    "an answer left out": lambda kept: replace(kept, answers=kept.answers[:-1]),
    "a link that opens another seat": lambda kept: replace(
        kept, links=tuple((hash, replace(link, seat="B")) for hash, link in kept.links)
    ),
    "a link of somebody else": lambda kept: replace(
        kept, links=tuple(("mine", link) for _, link in kept.links)
    ),
    "no link": lambda kept: replace(kept, links=()),
    "another vote": lambda kept: replace(kept, notes=(("vote", "no"),)),
    "another refusal": lambda kept: replace(
        kept, refusals=tuple(replace(each, body=b"{}") for each in kept.refusals)
    ),
    "no refusal": lambda kept: replace(kept, refusals=()),
}
"""What a forger may make of all that is kept beside the log, every hash and seal made anew."""


@pytest.mark.parametrize("forged", FORGED)
def test_what_was_changed_with_all_its_seals_is_found_by_a_noted_head(store, tmp_path, forged):
    """An audit alone finds nothing: everything fits, because everything was made anew."""
    log = log_of(store)
    head, kept = noted(log), store.kept(log.table)
    with open_store(tmp_path / "forged.db", create=True) as other:
        other.take_over(log.table, NO_HEAD, log.lines(), FORGED[forged](kept))
        assert [] == list(audit(log_of(other)))
        assert {head: None} == seqs_of(log_of(other), [head])


def test_entries_cut_off_and_told_otherwise_are_found_by_a_noted_head(store, tmp_path):
    log = log_of(store)
    head, kept = noted(log), store.kept(log.table)
    lines = list(log.lines())[:-1]
    with open_store(tmp_path / "forged.db", create=True) as other:
        shorter = replace(kept, head=type(kept.head)(len(lines), hash_in(lines[-1])), answers=())
        other.take_over(log.table, NO_HEAD, lines, shorter)
        assert {head: None} == seqs_of(log_of(other), [head])


def test_seals_that_are_gone_are_damage(tmp_path):
    with open_store(tmp_path / "tables.db", create=True) as store:
        store.create("t", new_table().log.lines())
        store.note("t", "vote", "yes")
        with closing(sqlite3.connect(tmp_path / "tables.db")) as db:
            db.execute("DROP TABLE changes")
        with pytest.raises(DamagedStoreError):
            store.note("t", "vote", "no")
        with pytest.raises(DamagedStoreError):
            list(store.faults("t"))


def at_noon():
    return NOON


def written(notes):
    from msgspec.json import encode

    return [encode(note) for note in notes]


def witnessed(store, *before):
    return [*before, *vouch(store, KEY, at_noon, before[-1].signed if before else "")]


def test_a_witness_vouches_for_every_table_ever_since(store):
    notes = witnessed(store)
    later(store)
    notes = witnessed(store, *notes)
    assert notes == read_notes(written(notes), KEY)
    assert {log_of(store).table: (2, [])} == lost(store, notes)


def test_a_witness_finds_what_was_rewritten(store, tmp_path):
    """All seals fit; the note does not."""
    log = log_of(store)
    notes = witnessed(store)
    with open_store(tmp_path / "forged.db", create=True) as other:
        other.take_over(log.table, NO_HEAD, log.lines(), FORGED["another answer"](store.kept(log.table)))
        assert {log.table: (1, notes)} == lost(other, notes)


def test_a_witness_finds_a_table_that_is_gone(store, tmp_path):
    notes = witnessed(store)
    with open_store(tmp_path / "empty.db", create=True) as other:
        assert {log_of(store).table: (1, notes)} == lost(other, notes)


def test_nobody_vouches_for_what_is_damaged(tmp_path):
    with open_store(tmp_path / "tables.db", create=True) as store:
        new_table(store)
        store._db.execute("UPDATE log SET line = replace(line, 'niagara', 'Niagara')")
        with pytest.raises(DamagedLogError):
            witnessed(store)


@pytest.mark.parametrize(
    "change",
    [
        lambda lines: [lines[0].replace(b'"revision":', b'"revision":1'), *lines[1:]],
        lambda lines: lines[1:],
        lambda lines: [lines[0], *lines[2:]],
        lambda lines: [lines[1], lines[0], *lines[2:]],
        lambda lines: [lines[0], *lines],
        lambda lines: [b"{}", *lines],
        lambda lines: [b"what?", *lines],
    ],
    ids=["changed", "first left out", "one left out", "swapped", "twice", "put in", "garbage"],
)
def test_notes_that_were_changed_are_found(store, change):
    notes = witnessed(store, *witnessed(store, *witnessed(store)))
    with pytest.raises(BrokenNotesError):
        read_notes(change(written(notes)), KEY)
    with pytest.raises(BrokenNotesError):
        read_notes(written(notes), b"another key")
