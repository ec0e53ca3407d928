"""A name is used again: nothing that belonged to another table of that name opens, answers or counts."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Thread
from types import SimpleNamespace

import pytest

from events.stores import open_store
from events.stores.identities import OPENING
from events.stores.postgres import PostgresStore
from events.stores.protocol import NO_HEAD, SEAT, Appended, Conflict
from events.table import TableOpened
from referee.kernel.registry import find_game
from referee.service.commands.archive import delete, rename
from referee.service.files.copying import COPIED, OTHER, THERE, copy_store
from referee.service.tables.table import open_table
from referee.testing.phones import KEEPER, Joined, Service, same_time
from referee.web.acts.new_tables import find_next_table, open_once
from referee.web.streams.live_tables import LiveTables
from tests.databases import new_database
from tests.stages import slow
from tests.stores.logs import batch, sealed

OLD_STORE = Path(__file__).parents[2] / "fixtures/old_stores/sqlite-7.sql"
HOST = {"authorization": f"Bearer {KEEPER}"}


class Interrupted(LiveTables):
    """Tables of which one is put away right after a link was found, or its table read."""

    after, then = "", None

    def find_link(self, token):
        found = super().find_link(token)
        self.interrupt("find_link")
        return found

    def seated(self, name):
        found = super().seated(name)
        self.interrupt("seated")
        return found

    def interrupt(self, after):
        if self.then is not None and self.after == after:
            then, self.then = self.then, None
            then()


class Served(Service):
    """A service on a file or a database; every clock says the same."""

    usual = "niagara"

    def __init__(self, where, live=None):
        super().__init__(where, clock=same_time)
        if live is not None:
            self.live.close()
            self.live = self.app.state.access.live = live

    def joined_by_links(self, name):
        at = {link.seat or "screen": self.live.links.token(link) for link in self.live.links.at(name)}
        paths = {who: f"/s/{token}" for who, token in at.items()}
        return Joined(self, paths.pop("screen"), paths)

    def ask(self, key, **table):
        wanted = {"key": key, "game": "niagara", "seats": ["A", "B", "C"], **table}
        return self.client.post("/api/tables", json=wanted, headers=HOST)


def over(service, name="niagara-1", game="niagara"):
    table = service.open("Ada", "Ben", "Chie", table=name, game=game)
    table.post("screen", "close")
    return table


def away(where, what, name="niagara-1"):
    with open_store(where) as store:
        delete(store, name) if what == "delete" else rename(store, name, "evening")


@pytest.fixture
def put_away(tmp_path, monkeypatch):
    """Put away what is removed in a folder of the test, wherever the store lies."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


pytestmark = [slow, pytest.mark.usefixtures("put_away")]


@pytest.mark.parametrize("what", ["delete", "rename"])
def test_a_new_table_of_an_old_name_leads_to_nobody_elses_rematch(where, what):
    """After a restart numbers begin anew: who sits at the new table is shown no hand of the other."""
    with Served(where) as service:
        over(service).post("A", "rematch")
        followed = service.joined_by_links("niagara-2")
    away(where, what)
    with Served(where) as service:
        anew = service.open("Amy", "Bob", "Cid")
        assert {"niagara-1", "niagara-2"} <= {row.table for row in service.live.tables()}
        anew.post("screen", "close")
        for who in ("A", "screen"):
            shown = anew.page(who, "end").text
            assert "niagara-2" not in shown
            assert followed.token(who) not in shown
        anew.post("B", "rematch")
        assert "niagara-3" in anew.page("A", "end").text
        assert 200 == service.client.get(f"{followed.link('A')}/").status_code


def test_a_renamed_table_is_led_to_its_rematch_and_a_renamed_rematch_is_found(where):
    """Whatever either is called; the same button opens no second one."""
    with Served(where) as service:
        over(service).post("A", "rematch")
    away(where, "rename")
    with open_store(where) as store:
        rename(store, "niagara-2", "night")
    with Served(where) as service:
        table = service.joined_by_links("evening")
        assert "night" in table.page("A", "end").text
        table.post("B", "rematch")
        assert ["evening", "night"] == sorted(row.table for row in service.live.tables())


def test_a_table_whose_rematch_was_removed_may_have_another(where):
    """The answer that named the one before leads nobody into a table that has its name now."""
    with Served(where) as service:
        table = over(service)
        told = {"seen": 2, "key": "again"}
        opened = table.api("A", "POST", "/rematch", json=told).json()
    away(where, "delete", opened["table"])
    with Served(where) as service:
        table = Joined(service, table.screen, table.seats)
        stranger = service.open("Amy", "Bob", "Cid", table=opened["table"])
        again = table.api("A", "POST", "/rematch", json=told).json()
        assert (opened["table"], None) == (again["table"], again["token"])
        assert 404 == service.client.get(f"/s/{opened['token']}/").status_code
        table.post("A", "rematch")
        assert stranger.token("A") not in table.page("A", "end").text
        assert 3 == len(service.live.tables())


def test_nothing_is_left_of_a_removed_table(where, tmp_path):
    """No name, seed or key; the key that opened it opens another one."""
    with Served(where) as service:
        first = service.ask("K1", table="gone", chance="referee", game="lifeboat", seats=[*"ABCD"]).json()
        other = service.ask("K2", table="gone").json()
        assert ("accepted", "refused") == (first["verdict"], other["verdict"])
        seed = service.live.store.noted_anywhere(f"{OPENING}keeper: K1")[0][1].partition('"seed":"')[2][:32]
    away(where, "delete", "gone")
    with open_store(where) as store:
        assert {""} >= {*store.names()}  # what belongs to no table
        for key in ("K1", "K2"):
            assert () == store.noted_anywhere(f"{OPENING}keeper: {key}")
    if not where.startswith("postgresql"):
        dumped = "\n".join(rows_in(where))
        assert (False, False, False) == tuple(word in dumped for word in ("gone", seed, "K1"))
    with Served(where) as service:
        again = service.ask("K1", table="gone", chance="referee", game="lifeboat", seats=[*"ABCD"]).json()
        assert (first["links"]["A"] != again["links"]["A"], again["table"]) == (True, "gone")
        assert 404 == service.client.get(f"/s/{first['links']['A']}/").status_code


def rows_in(path):
    with closing(sqlite3.connect(path)) as db:
        return list(db.iterdump())


def test_a_name_reopened_at_the_same_moment_is_another_table(where):
    with Served(where) as service:
        old = service.ask("K1", table="evening").json()
        before = service.live.store.identity("evening")
        service.client.get(f"/s/{old['links']['A']}/")
        away(where, "delete", "evening")
        new = service.ask("K1", table="evening", names={"A": "Zoe"}).json()
        assert "accepted" == new["verdict"]
        assert before != service.live.store.identity("evening")
        assert "Zoe" in service.client.get(f"/s/{new['links']['B']}/").text
        assert 404 == service.client.get(f"/s/{old['links']['A']}/").status_code


@pytest.mark.parametrize("after", ["find_link", "seated"])
@pytest.mark.parametrize("is_reopened", [False, True], ids=["", "reopened"])
@pytest.mark.parametrize("what", ["api", "page", "form"])
def test_a_table_removed_while_it_is_asked_is_gone_and_no_error(where, after, is_reopened, what):
    def put_away():
        away(where, "delete")
        if is_reopened:
            with open_store(where) as store:
                open_table(store, "niagara-1", TableOpened(game="niagara", seats=("A", "B", "C")), game)

    game = find_game("niagara")
    with Served(where, Interrupted(where, clock=same_time)) as service:
        table = service.open("Ada", "Ben", "Chie")
        table.page("A")
        service.live.after, service.live.then = after, put_away
        told = {"notation": "A plays 4", "key": "k", "seen": 1}
        answer = {
            "api": lambda: table.api("A", "POST", "/acts", json=told),
            "page": lambda: table.page("A", "log"),
            "form": lambda: table.say("A", "A plays 4"),
        }[what]()
        assert (401 if what == "api" else 404) == answer.status_code, answer.text
        assert is_reopened == service.live.store.head("niagara-1").revision


@pytest.mark.parametrize("after", ["find_link", "seated"])
def test_an_act_told_while_its_table_is_renamed_is_recorded_there(where, after):
    with Served(where, Interrupted(where, clock=same_time)) as service:
        table = service.open("Ada", "Ben", "Chie")
        service.live.after, service.live.then = after, lambda: away(where, "rename")
        told = {"notation": "A plays 4", "key": "k", "seen": 1}
        assert 200 == table.api("A", "POST", "/acts", json=told).status_code
        assert (2, 0) == tuple(service.live.store.head(name).revision for name in ("evening", "niagara-1"))


def test_another_table_with_the_number_of_a_removed_one_is_not_written_by_mistake(tmp_path):
    with open_store(tmp_path / "t.db", create=True) as one, open_store(tmp_path / "t.db") as other:
        one.note("x", "y", "z")
        one.append(batch(NO_HEAD, 0, key="k", answer=b"{}"))
        other.remove("t", NO_HEAD)
        other.append(batch(NO_HEAD, 0, table="u", key="k", answer=b"{}"))
        one.append(batch(NO_HEAD, 2))
        assert (2, 0) == (one.head("t").revision, one.head("u").revision)


def test_a_key_opens_one_table_though_two_services_are_asked_at_once(where):
    """The rematch, too: half of the phones would sit at another table."""
    opened = TableOpened(game="niagara", seats=("A", "B", "C"))
    with LiveTables(where) as one, LiveTables(where) as other, ThreadPoolExecutor(2) as pool:
        for n in range(10):
            both = [pool.submit(open_once, live, f"key {n}", "request", opened) for live in (one, other)]
            assert 1 == len({each.result().table for each in both})
        assert 10 == len(one.tables())


@contextmanager
def renaming_slowly(store):
    """Have a store rename a table, and stop where it has looked whether the name is free."""
    from events.stores import sql

    looked_at, behind = [], sql.conflict_with

    def slow(db, table, expected):
        found = behind(db, table, expected)
        looked_at.append(table)
        if len(looked_at) == 2:
            opened.start()
            opened.join(0.5)
        return found

    done = []
    opened = Thread(target=lambda: done.append(store.append(batch(NO_HEAD, 3, "u"))))
    sql.conflict_with = slow
    try:
        yield SimpleNamespace(opened=opened, done=done)
    finally:
        sql.conflict_with = behind
        opened.join()


def test_renaming_destroys_no_table_that_was_just_opened(where):
    with open_store(where, create=True) as store, open_store(where) as other:
        store.create("t", sealed(2))
        with renaming_slowly(store) as both:
            renamed = other.rename("t", "u", other.head("t"), sealed(2, "u"))
        assert ([Conflict], Appended) == ([type(each) for each in both.done], type(renamed))
        assert (sealed(2, "u"), []) == (list(store.read("u")), list(store.faults("u")))


def test_two_tables_that_take_each_others_names_wait_for_one_another(where):
    """Neither is lost, and nobody waits for ever: locks are taken in one order."""
    with open_store(where, create=True) as store:
        for n in range(20):
            for name in "tu":
                store.create(name, sealed(2, name))
            done = []

            def swap(old, new, done=done):
                done.append(store.rename(old, new, store.head(old), sealed(2, new)))

            both = [Thread(target=swap, args=names) for names in (("t", "u"), ("u", "t"))]
            for each in both:
                each.start()
            for each in both:
                each.join()
            assert [Conflict(0, 2)] * 2 == done, n
            for name in "tu":
                store.remove(name, store.head(name))


def test_copying_a_second_store_into_one_keeps_the_openings_and_rematches_of_both(where, tmp_path):
    """Each table leads to its own rematch; a key that both used opens what it opened here."""
    second = str(tmp_path / "second.db")
    for place, game in ((where, "niagara"), (second, "powerboats")):
        with Served(place) as service:
            over(service, f"{game}-1", game).post("A", "rematch")
            service.ask("key", table=f"{game}-3")
            service.ask(f"key of {game}", table=f"{game}-4")
            service.ask("refused", table="nothing" if game == "niagara" else "niagara-1", game="chess")
    with open_store(second) as source, open_store(where) as target:
        for outcome in (COPIED, THERE):
            assert [outcome] * 4 == [each.outcome for each in copy_store(source, target)]
    with Served(where) as service:
        led = [find_next_table(service.live, f"{game}-1") for game in ("niagara", "powerboats")]
        assert ["niagara-2", "powerboats-2"] == led
        assert ["nothing"] == [
            table for table, _ in service.live.store.noted_anywhere(f"{OPENING}keeper: refused")
        ]
        assert "niagara-3" == service.ask("key", table="niagara-3").json()["table"]
        for game in ("niagara", "powerboats"):
            assert f"{game}-4" == service.ask(f"key of {game}", table=f"{game}-4").json()["table"]


def test_a_table_of_the_same_name_and_moment_in_a_second_store_is_another(where, tmp_path):
    """Its log is the same to the byte; its links are not."""
    second = str(tmp_path / "second.db")
    for place in (where, second):
        with Served(place) as service:
            service.ask("key", table="evening")
    with open_store(second) as source, open_store(where) as target:
        assert source.head("evening") == target.head("evening")
        before = target.links("evening")
        assert [OTHER] == [each.outcome for each in copy_store(source, target)]
        assert before == target.links("evening")


def test_a_link_that_was_replaced_since_a_copy_is_not_brought_back_by_the_next(where, tmp_path):
    with open_store(tmp_path / "first.db", create=True) as source, open_store(where, create=True) as target:
        source.create("t", sealed(2))
        source.issue_link("t", SEAT, "A", None, "lost", "1")
        list(copy_store(source, target))
        target.issue_link("t", SEAT, "A", None, "new", "2")
        assert [OTHER] == [each.outcome for each in copy_store(source, target)]
        assert (None, "A") == (target.find_link("lost"), target.find_link("new").seat)


@pytest.fixture
def old_file(tmp_path):
    with closing(sqlite3.connect(tmp_path / "old.db")) as db:
        db.executescript(OLD_STORE.read_text())
    return str(tmp_path / "old.db")


def openings(store):
    topics = ((table, topic) for table in store.names() for topic, _ in store.read_kept(table).notes)
    return {topic.removeprefix(OPENING): table for table, topic in topics if topic.startswith(OPENING)}


def judge_brought_up(store):
    """Judge a store of the layout before identities: what is sure is kept, what may be another's is not."""
    assert {
        "keeper: form 4bb216d19b68e3fcfadf94783408d0bc": "niagara-1",
        "keeper: form 27a2c3d78497f7ef2daaf8fa25fbc49a": "powerboats-1",
        "keeper: K1": "lifeboat-1",
        "keeper: K3": "nothing",
        f"rematch of {store.identity('niagara-1')}": "niagara-2",
    } == openings(store)
    assert "stands" == store.noted("niagara-1", "vote D1 A")
    assert [] == [fault for row in store.tables() for fault in store.faults(row.table)]
    assert 5 == len({store.identity(row.table) for row in store.tables()})
    assert "" not in store.names()


def test_a_file_from_before_identities_is_brought_up(old_file):
    """The rematch leads on; that of a removed table, whose name another has now, does not."""
    with open_store(old_file) as store:
        judge_brought_up(store)
    with Served(old_file) as service:
        live = service.live
        led = [find_next_table(live, name) for name in ("niagara-1", "powerboats-1")]
        assert ["niagara-2", None] == led


def test_a_database_from_before_identities_is_brought_up(old_file, monkeypatch):
    """As the file is: the same tables have the same identities, so that a copy made before goes on."""
    from events.stores import postgres

    with new_database() as address:
        with monkeypatch.context() as before:
            before.setattr(postgres, "STEPS", postgres.STEPS[:1])
            before.setattr(postgres, "SCHEMA_VERSION", 1)
            PostgresStore(address).close()
        fill(address, old_file)
        with PostgresStore(address) as store, open_store(old_file) as file:
            judge_brought_up(store)
            assert [file.identity(row.table) for row in file.tables()] == [
                store.identity(row.table) for row in store.tables()
            ]
            assert {THERE} == {each.outcome for each in copy_store(file, store)}


def fill(address, path):
    """Write all rows of a file of the layout before identities into a database of the same age."""
    import psycopg

    with closing(sqlite3.connect(path)) as db, psycopg.connect(address) as to:
        for name in ("table_heads", "log", "submissions", "refusals", "changes", "web_links", "web_notes"):
            rows = db.execute(f"SELECT * FROM {name}")  # noqa: S608 - the names above
            columns = ", ".join(column[0] for column in rows.description)
            places = ", ".join("%s" for _ in rows.description)
            how = f"({columns}) OVERRIDING SYSTEM VALUE VALUES ({places})"
            to.cursor().executemany(f"INSERT INTO referee.{name} {how}", rows.fetchall())
