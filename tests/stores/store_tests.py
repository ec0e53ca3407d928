"""What every store promises: one suite, run against each of them."""

from abc import ABC, abstractmethod
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from events.stores.protocol import (
    NO_HEAD,
    SCREEN,
    SEAT,
    Appended,
    Batch,
    Conflict,
    Head,
    Refusal,
    Repeated,
    TableRow,
    hash_in,
)
from referee.service.logs.chain import DamagedLogError, verified
from tests.stores.logs import batch, sealed


class StoreTests(ABC):
    """Facts that hold for a store, whatever it is made of."""

    @abstractmethod
    def open(self, folder: Path) -> Any:
        """Open a store in a folder; twice the same folder is the same store."""

    @abstractmethod
    def rewrite(self, store: Any, table: str, lines: list[bytes]) -> None:
        """Replace the lines of a log behind the store's back, its heads left as they are."""

    @pytest.fixture
    def store(self, tmp_path: Path) -> Any:
        with self.open(tmp_path) as store:
            yield store

    @pytest.fixture
    def full(self, store: Any) -> Any:
        assert isinstance(store.append(batch(NO_HEAD, 10)), Appended)
        return store

    def damage(self, store: Any, change: Any) -> DamagedLogError:
        """Change the lines of table t as `change` says, prove the log, give what was found."""
        lines = list(store.read("t"))
        change(lines)
        self.rewrite(store, "t", lines)
        with pytest.raises(DamagedLogError) as found:
            list(verified(store.read("t"), store.head("t")))
        return found.value

    def test_a_table_nobody_opened_is_empty(self, store):
        assert (NO_HEAD, [], None) == (store.head("t"), list(store.read("t")), store.answer("t", "k"))

    def test_what_was_appended_is_read_byte_for_byte(self, store):
        lines = sealed(7)
        store.append(batch(NO_HEAD, 3))
        store.append(batch(store.head("t"), 4))
        assert lines == list(store.read("t"))

    def test_the_head_is_the_last_entry(self, full):
        assert Head(10, hash_in(sealed(10)[-1])) == full.head("t")

    @pytest.mark.parametrize(("first", "last"), [(1, 3), (4, 4), (8, None), (8, 99), (11, None), (5, 4)])
    def test_a_part_is_read_by_seq(self, full, first, last):
        assert sealed(10)[first - 1 : last] == list(full.read("t", first, last))

    def test_a_stale_batch_is_refused_with_nothing_written(self, full):
        stale = batch(Head(3, hash_in(sealed(3)[-1])), key="late")
        assert Conflict(3, 10) == full.append(stale)
        assert (sealed(10), None) == (list(full.read("t")), full.answer("t", "late"))

    def test_a_batch_from_the_future_is_refused(self, full):
        assert Conflict(12, 10) == full.append(batch(Head(12, "0" * 64)))

    def test_a_batch_on_another_log_of_the_same_length_is_refused(self, full):
        assert Conflict(10, 10) == full.append(batch(Head(10, "f" * 64)))

    def test_a_key_gets_its_first_answer_for_ever(self, store):
        first = batch(NO_HEAD, key="k", answer=b'{"n":1}')
        store.append(first)
        head = store.head("t")
        again = [store.append(first), store.append(batch(head, key="k", answer=b'{"n":2}'))]
        assert [Repeated(b'{"n":1}')] * 2 == again
        assert (head, b'{"n":1}') == (store.head("t"), store.answer("t", "k"))

    def test_keys_belong_to_a_table(self, store):
        store.append(batch(NO_HEAD, key="k", answer=b'"t"'))
        store.append(batch(NO_HEAD, table="u", key="k", answer=b'"u"'))
        assert (b'"t"', b'"u"') == (store.answer("t", "k"), store.answer("u", "k"))

    def test_an_answer_is_kept_without_any_line(self, full):
        head = full.head("t")
        assert Appended(head) == full.append(batch(head, 0, key="no", answer='"否"'.encode()))
        assert (head, '"否"'.encode()) == (full.head("t"), full.answer("t", "no"))

    def test_all_answers_are_given_in_order(self, full):
        head, before = full.head("t"), full.answers("t")
        for n in ("1", "2"):
            full.append(batch(head, 0, key=f"no {n}", answer=n.encode()))
        assert ((*before, b"1", b"2"), ()) == (full.answers("t"), full.answers("u"))

    def test_what_was_refused_last_is_kept_for_each_reader(self, full):
        """Beside the log, which stays as it was; the next takes its place."""
        head = full.head("t")
        for reader, body in (("", b'"one"'), ("B", b'"two"'), ("", b'"three"')):
            refusal = Refusal(reader=reader, revision=10, body=body)
            assert Appended(head) == full.append(Batch(table="t", expected=head, refusal=refusal))
        kept = [(each.reader, each.revision, each.body) for each in full.refusals("t")]
        assert [("", 10, b'"three"'), ("B", 10, b'"two"')] == kept
        assert (head, sealed(10), ()) == (full.head("t"), list(full.read("t")), full.refusals("u"))

    def test_a_refusal_decided_on_what_is_past_is_not_kept(self, full):
        """The table has gone on: it is to be judged again."""
        past = Head(3, hash_in(sealed(3)[-1]))
        refusal = Refusal(reader="", revision=3, body=b"{}")
        assert Conflict(3, 10) == full.append(Batch(table="t", expected=past, refusal=refusal))
        assert () == full.refusals("t")

    def test_what_was_refused_is_there_after_reopening(self, full, tmp_path):
        refusal = Refusal(reader="", revision=10, body='"否"'.encode())
        full.append(Batch(table="t", expected=full.head("t"), refusal=refusal))
        full.close()
        with self.open(tmp_path) as again:
            assert (refusal,) == again.refusals("t")

    def test_what_was_acknowledged_is_there_after_reopening(self, full, tmp_path):
        full.append(batch(full.head("t"), 2, key="k", answer=b'"kept"'))
        full.close()
        with self.open(tmp_path) as again:
            kept = list(again.read("t")), again.head("t").revision, again.answer("t", "k")
        assert (sealed(12), 12, b'"kept"') == kept

    @pytest.mark.parametrize("name", ["晩 7 時", "a/b", "..", "t%2F", 'q"uote', "Ünïcode 🛶"])
    def test_a_table_may_have_any_name(self, store, name):
        store.append(batch(NO_HEAD, 2, table=name))
        assert ([name], sealed(2, name)) == ([row.table for row in store.tables()], list(store.read(name)))

    def test_tables_are_listed_by_name_with_what_their_first_entry_says(self, store):
        store.append(batch(NO_HEAD, 2, table="b"))
        store.append(batch(NO_HEAD, 5, table="a"))
        row = ("niagara", "zh", ("A", "B", "C"), "2026-01-01T12:00:00Z")
        assert (TableRow("a", 5, *row), TableRow("b", 2, *row)) == store.tables()

    def test_a_table_that_only_refused_is_not_listed(self, store):
        """An answer was kept; nothing was opened."""
        store.append(batch(NO_HEAD, 0, key="k"))
        assert () == store.tables()

    def test_a_whole_log_is_created_at_once(self, store):
        lines = sealed(5000)
        assert Appended(Head(5000, hash_in(lines[-1]))) == store.create("t", iter(lines))
        assert lines == list(store.read("t"))

    def test_a_log_that_exists_is_not_created(self, full):
        assert Conflict(0, 10) == full.create("t", sealed(2))
        assert sealed(10) == list(full.read("t"))

    def test_a_log_that_breaks_off_is_not_created_at_all(self, store):
        def breaking():
            yield from sealed(5000)
            raise ValueError("no more")

        with pytest.raises(ValueError, match="no more"):
            store.create("t", breaking())
        assert (NO_HEAD, [], ()) == (store.head("t"), list(store.read("t")), store.tables())
        assert isinstance(store.append(batch(NO_HEAD)), Appended)

    def test_a_whole_log_is_proved(self, full):
        assert sealed(10) == list(verified(full.read("t"), full.head("t")))

    def test_an_edited_entry_is_named(self, full):
        found = self.damage(full, lambda lines: edit(lines, 6))
        assert (7, "log.edited") == (found.seq, found.reason)

    def test_an_entry_forged_with_a_fresh_hash_is_named_by_the_next(self, full):
        """Its own hash is right; the chain is not."""

        def forge(lines):
            lines[6] = sealed(1, after=Head(6, "a" * 64))[0]

        found = self.damage(full, forge)
        assert (7, "log.broken_chain") == (found.seq, found.reason)

    def test_a_missing_entry_is_named(self, full):
        found = self.damage(full, lambda lines: lines.pop(4))
        assert (5, "log.wrong_seq", 6) == (found.seq, found.reason, found.args_["found"])

    def test_two_entries_that_changed_places_are_named(self, full):
        def swap(lines):
            lines[3], lines[4] = lines[4], lines[3]

        found = self.damage(full, swap)
        assert (4, "log.wrong_seq") == (found.seq, found.reason)

    def test_an_entry_told_twice_is_named(self, full):
        found = self.damage(full, lambda lines: lines.insert(5, lines[4]))
        assert (6, "log.wrong_seq") == (found.seq, found.reason)

    def test_a_log_cut_short_is_named(self, full):
        """The chain is whole; the head acknowledged says that more was written."""
        found = self.damage(full, lambda lines: lines.__delitem__(slice(8, None)))
        assert (9, "log.cut_short") == (found.seq, found.reason)

    def test_a_torn_entry_is_named(self, full):
        def tear(lines):
            lines[9] = lines[9][:100]

        found = self.damage(full, tear)
        assert (10, "log.torn") == (found.seq, found.reason)

    def test_an_entry_of_another_table_is_named(self, full):
        def replace(lines):
            lines[5:] = sealed(5, "other", Head(5, hash_in(lines[4])))

        found = self.damage(full, replace)
        assert (6, "log.other_table") == (found.seq, found.reason)

    def test_what_is_before_the_damage_is_still_read(self, full):
        lines = list(full.read("t"))
        edit(lines, 6)
        self.rewrite(full, "t", lines)
        read = verified(full.read("t"), full.head("t"))
        assert sealed(10)[:6] == list(islice(read, 6))
        with pytest.raises(DamagedLogError):
            next(read)


class ServedStoreTests(StoreTests):
    """Facts that hold for a store a service can stand on."""

    @abstractmethod
    def execute(self, store: Any, change: str) -> None:
        """Change the database behind the store's back."""

    def test_a_link_is_found_by_its_hash(self, store):
        """As it was given out: nobody has opened it, nothing was told through it."""
        link = store.issue_link("t", SEAT, "A", "ja", "hash of A", "nonce")
        assert link == store.find_link("hash of A")
        assert None is store.find_link("hash of B")
        told = ("t", SEAT, "A", "ja", False, "nonce", 0, 1)
        assert told == (
            link.table,
            link.role,
            link.seat,
            link.lang,
            link.opened,
            link.nonce,
            link.writes,
            link.issued,
        )

    def test_a_new_link_for_a_place_ends_the_old_one(self, store):
        """The place keeps its language; whoever holds the new one has not opened it yet."""
        old = store.issue_link("t", SEAT, "A", "ja", "old", "1")
        store.change_link(old, opened=True)
        assert old.id == store.issue_link("t", SEAT, "A", "en", "late", "2", after=0).id
        new = store.issue_link("t", SEAT, "A", "en", "new", "2", after=1)
        assert (None, new) == (store.find_link("old"), store.find_link("new"))
        assert ("ja", False, 2) == (new.lang, new.opened, new.issued)

    def test_links_are_listed_by_table(self, store):
        """In the order they were first given out; a screen has no seat."""
        screen = store.issue_link("t", SCREEN, None, None, "1", "1")
        store.issue_link("u", SCREEN, None, None, "2", "2")
        seat = store.issue_link("t", SEAT, "A", None, "3", "3")
        assert ((screen, seat), None, ()) == (store.links("t"), screen.seat, store.links("v"))

    def test_what_happens_to_a_link_is_kept(self, store):
        """Each by itself: opened, another language, something told."""
        link = store.issue_link("t", SEAT, "A", "en", "1", "1")
        store.change_link(link, opened=True)
        store.change_link(link, lang="zh-Hans")
        store.change_link(link, wrote=True)
        (now,) = store.links("t")
        assert (True, "zh-Hans", 1) == (now.opened, now.lang, now.writes)

    def test_a_note_is_kept_until_another_takes_its_place_or_it_is_forgotten(self, store):
        store.note("t", "vote", "yes")
        store.note("u", "vote", "maybe")
        store.note("t", "vote", "no")
        assert ("no", "maybe", None) == (
            store.noted("t", "vote"),
            store.noted("u", "vote"),
            store.noted("t", "x"),
        )
        store.note("t", "vote", None)
        assert None is store.noted("t", "vote")

    def test_a_note_takes_the_place_of_what_was_read_and_of_nothing_else(self, store):
        assert [True, False, True] == [
            store.exchange_note("t", "opening", was, body)
            for was, body in ((None, "first"), (None, "second"), ("first", "third"))
        ]
        assert "third" == store.noted("t", "opening")

    def test_links_and_notes_are_there_after_reopening(self, store, tmp_path):
        link = store.issue_link("t", SEAT, "A", "en", "1", "1")
        store.note("t", "vote", "赞成")
        store.close()
        with self.open(tmp_path) as again:
            assert (link, "赞成") == (again.find_link("1"), again.noted("t", "vote"))

    @pytest.mark.parametrize(
        ("kind", "change"),
        [
            ("web_links", "update web_links set seat = 'B'"),
            ("web_links", "delete from web_links"),
            ("web_notes", "update web_notes set body = 'no'"),
            ("web_notes", "delete from web_notes"),
            ("refusals", "update refusals set body = '\"up to S9\"'"),
            ("refusals", "delete from refusals"),
        ],
    )
    def test_a_row_beside_the_log_changed_behind_the_store_is_found(self, full, kind, change):
        full.issue_link("t", SEAT, "A", None, "1", "1")
        full.note("t", "vote", "yes")
        refusal = Refusal(reader="", revision=10, body=b'"up to S4"')
        full.append(Batch(table="t", expected=full.head("t"), refusal=refusal))
        assert [] == list(full.faults("t"))
        self.execute(full, change)
        assert [f"store.{kind}_changed"] == [fault.reason for fault in full.faults("t")]

    def test_a_kept_answer_changed_behind_the_store_is_found(self, full):
        for n in (1, 2):
            full.append(batch(full.head("t"), key=f"k{n}", answer=b'"yes"'))
        self.execute(full, "update submissions set answer = '\"no\"' where key = 'k2'")
        assert [("store.answer_changed", 2)] == [(each.reason, each.args["n"]) for each in full.faults("t")]

    def test_a_removed_table_leaves_nothing_behind(self, full):
        """Entries, answers, links, notes; a table of the same name may begin anew."""
        full.issue_link("t", SEAT, "A", None, "1", "1")
        full.note("t", "vote", "x")
        full.append(Batch(table="t", expected=full.head("t"), key="k", answer=b"{}"))
        assert isinstance(full.remove("t", full.head("t")), Appended)
        assert (NO_HEAD, (), None, None) == (
            full.head("t"),
            full.links("t"),
            full.noted("t", "vote"),
            full.answer("t", "k"),
        )
        assert "t" not in full.names()
        assert isinstance(full.append(batch(NO_HEAD)), Appended)
        assert [] == list(full.faults("t"))

    def test_a_table_has_one_identity_whatever_it_is_called(self, full):
        """It goes along when the table is renamed; the next one of the name has another."""
        first = full.identity("t")
        full.rename("t", "u", full.head("t"), sealed(10, "u"))
        full.append(batch(NO_HEAD, 3))
        third = full.identity("t")
        assert (first, "") == (full.identity("u"), full.identity("v"))
        full.remove("t", full.head("t"))
        full.append(batch(NO_HEAD, 3))
        assert 3 == len({first, third, full.identity("t")})

    def test_a_table_that_an_older_version_opens_has_an_identity_of_its_own(self, full):
        for name in ("x", "y"):
            head = f"('{name}', 0, '{NO_HEAD.hash}', 0, '')"
            columns = "(name, revision, head, answers, answers_hash)"
            self.execute(full, f"insert into table_heads {columns} values {head}")  # noqa: S608 - constants
        assert 4 == len({"", *(full.identity(name) for name in "txy")})

    def test_what_came_too_late_for_a_removed_table_is_not_the_next_ones(self, full):
        full.remove("t", full.head("t"))
        late = full.issue_link("t", SEAT, "A", "ja", "hash", "nonce")
        full.note("t", "vote D1 A", "stands")
        full.append(batch(NO_HEAD, 3))
        assert (None, None) == (full.find_link("hash"), full.noted("t", "vote D1 A"))
        new = full.issue_link("t", SEAT, "A", "en", "new", "other")
        assert ("en", False, 1) == (new.lang, new.opened, new.issued)
        full.change_link(late, opened=True, lang="ja")
        assert ((new,), []) == (full.links("t"), list(full.faults("t")))

    def test_what_was_asked_for_with_a_key_waits_for_its_table(self, store):
        store.note("t", "opening k", "x")
        store.create("u", sealed(2, "u"))
        store.rename("u", "t", store.head("u"), sealed(2))
        store.note("t", "opening l", "y")
        assert (("t", "x"),) == store.noted_anywhere("opening k")
        store.rename("t", "v", store.head("t"), sealed(2, "v"))
        assert (("v", "x"), ("v", "y")) == tuple(
            store.noted_anywhere(f"opening {key}")[0] for key in ("k", "l")
        )
        assert [] == list(store.faults("v"))
        store.remove("v", store.head("v"))
        assert () == store.noted_anywhere("opening k")

    def test_what_is_noted_once_is_noted_at_one_table(self, store):
        assert (("t", "x"),) == store.note_once("t", "opening k", "x")
        assert (("t", "x"),) == store.note_once("u", "opening k", "y")
        assert (("t", "x"),) == store.noted_anywhere("opening k")
        assert None is store.noted("u", "opening k")

    def test_a_table_that_went_on_is_neither_removed_nor_renamed(self, full):
        before = full.head("t")
        full.append(batch(before))
        after = full.head("t")
        for done in (full.remove("t", before), full.rename("t", "u", before, sealed(3, "u"))):
            assert Conflict(before.revision, after.revision) == done
        assert (after, NO_HEAD) == (full.head("t"), full.head("u"))

    def test_a_renamed_table_keeps_all_that_is_kept_of_it(self, full):
        link = full.issue_link("t", SEAT, "A", None, "1", "1")
        full.note("t", "vote", "x")
        full.append(Batch(table="t", expected=full.head("t"), key="k", answer=b"{}"))
        n = full.head("t").revision
        assert isinstance(full.rename("t", "u", full.head("t"), sealed(n, "u")), Appended)
        assert (NO_HEAD, sealed(n, "u")) == (full.head("t"), list(full.read("u")))
        assert ("u", "x", b"{}") == (
            full.find_link("1").table,
            full.noted("u", "vote"),
            full.answer("u", "k"),
        )
        assert [] == list(full.faults("u"))
        assert link.id == full.links("u")[0].id

    def test_a_name_that_is_taken_is_given_to_no_other_table(self, full):
        full.append(batch(NO_HEAD, 3, "u"))
        taken = full.rename("t", "u", full.head("t"), sealed(3, "u"))
        assert (Conflict(0, 3), 3) == (taken, full.head("u").revision)

    def test_a_watch_names_a_table_that_was_removed(self, full, tmp_path):
        with self.open(tmp_path) as other, full.watch() as watch:
            watch.changed(0.1)
            other.remove("t", other.head("t"))
            assert frozenset("t") == watch.changed(10)

    def test_a_watch_names_the_tables_there_are_and_then_those_that_change(self, full, tmp_path):
        """Whoever writes: this store, or another one on the same data."""
        with full.watch() as watch, self.open(tmp_path) as other:
            assert {"t"} == watch.changed(5)
            assert frozenset() == watch.changed(0)
            other.append(batch(NO_HEAD, table="u"))
            assert {"u"} == watch.changed(5)
            full.append(batch(full.head("t")))
            assert {"t"} == watch.changed(5)

    @pytest.mark.parametrize("view", ["tables", "entries", "games", "results"])
    def test_there_are_views_for_people(self, full, view):
        rows = full.rows(view)
        assert {"tables": 1, "entries": 10, "games": 1, "results": 0}[view] == len(rows)

    def test_the_view_of_entries_shows_who_said_what(self, full):
        row = next(row for row in full.rows("entries") if row["seq"] == 2)
        shown = {name: row[name] for name in ("table", "by", "kind", "type")}
        assert {"table": "t", "by": "table", "kind": "observation", "type": "dispute_opened"} == shown

    def test_a_damaged_entry_does_not_spoil_the_views(self, full):
        self.execute(full, "update log set line = 'torn' where seq = 5")
        assert 9 == len(full.rows("entries"))

    def test_a_table_whose_first_entry_or_head_is_gone_is_still_listed(self, full):
        full.append(batch(NO_HEAD, 2, table="u"))
        self.execute(full, "delete from log where table_id = 1 and seq = 1")
        self.execute(full, "delete from table_heads where name = 'u'")
        assert ["t", "u"] == [row.table for row in full.tables()]
        assert ["store.no_head"] == [fault.reason for fault in full.faults("u")]

    def test_answers_given_through_two_stores_are_one_chain(self, store, tmp_path):
        with self.open(tmp_path) as other:
            for n in range(6):
                head = store.head("t")
                refused = Batch(table="t", expected=head, key=f"refused {n}", answer=b'"no"')
                each = refused if n % 3 else batch(head, 1, key=f"accepted {n}")
                assert Appended(each.head) == (store, other)[n % 2].append(each)
        assert [] == list(store.faults("t"))


def edit(lines: list[bytes], i: int) -> None:
    lines[i] = lines[i].replace(b'"by":"A"', b'"by":"B"')
