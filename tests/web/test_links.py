"""Links: unguessable, kept as hashes, shown again after a restart, ended by a new one."""

import sqlite3
import stat
from contextlib import closing

import pytest
from sqlite_utils import Database

from events.stores.integrity import faults_of_marks
from events.stores.sqlite import SqliteStore
from events.stores.sqlite_schema import APPLICATION_ID, migrations
from referee.testing.phones import ADDRESS, Joined, Service
from referee.web.access.links import DEVICE, SCREEN, SEAT, Keyring, Links, hash_of, hyphenate, parse_token


def codes(service, screen):
    return {seat: path for path, seat in ADDRESS.findall(service.client.get(screen).text)}


def test_the_screen_shows_the_same_codes_after_a_restart(table, service):
    """Whoever has not scanned yet, scans then; whoever has, plays on."""
    table.join("A")
    before = codes(service, table.screen)
    with Service(service.path) as again:
        assert {"B", "C"} == set(before)
        assert before == codes(again, table.screen)
        for who in ("A", "B", "C"):
            assert 200 == Joined(again, table.screen, table.seats).page(who).status_code


def test_a_copied_database_opens_nothing(table, service):
    files = b"".join(
        path.read_bytes() for path in service.path.parent.glob("tables.db*") if path.suffix != ".secret"
    )
    with closing(sqlite3.connect(service.path)) as db:
        nonces = [row[0] for row in db.execute("SELECT nonce FROM web_links")]
    for who in ("screen", "A", "B", "C"):
        assert table.token(who).encode() not in files
        assert table.token(who).replace("-", "").encode() not in files
    for guessed in (Keyring(b"").token, Keyring(bytes(32)).token, lambda nonce: hyphenate(nonce[:20])):
        assert {404} == {service.client.get(f"/s/{guessed(nonce)}").status_code for nonce in nonces}


def test_the_secret_is_its_owners_alone(table, service):
    secret = service.path.with_name("tables.db.secret")
    assert 0o600 == stat.S_IMODE(secret.stat().st_mode)
    secret.chmod(0o644)
    with Service(service.path):
        assert 0o600 == stat.S_IMODE(secret.stat().st_mode)
    assert [] == [path.name for path in service.path.parent.glob("tables.db.secret.*")]


def test_where_the_secret_is_lost_phones_go_on_and_codes_are_given_out_anew(table, service):
    table.join("A")
    lost = codes(service, table.screen)
    service.path.with_name("tables.db.secret").unlink()
    with Service(service.path) as again:
        anew = Joined(again, table.screen, table.seats)
        assert 200 == anew.page("A").status_code
        assert {} == codes(again, table.screen)
        screen = again.resume("niagara-1").screen
        fresh = codes(again, screen)
        assert {"B", "C"} == set(fresh)
        assert set() == set(fresh.values()) & set(lost.values())
        assert [200, 404] == [anew.page(who).status_code for who in ("A", "B")]


def test_a_resumed_table_keeps_its_screen(table, service):
    assert table.screen == service.resume("niagara-1").screen
    with Service(service.path) as again:
        assert table.screen == again.resume("niagara-1").screen


def test_two_files_give_different_tokens_for_the_same_place(tmp_path):
    """A file put in the place of another opens nothing to those who held links of that one."""
    tokens = set()
    for n in (1, 2):
        with SqliteStore(tmp_path / f"{n}.db") as store:
            links = Links(store, Keyring(b"the same secret"))
            tokens.add(links.token(links.issue("niagara-1", SEAT, "A")))
    assert 2 == len(tokens)


def test_a_new_link_for_the_screen_ends_the_old_one(table, service):
    answer = table.post("screen", "links", role="screen")
    assert 404 == table.page("screen").status_code
    assert 200 == service.client.get(answer.headers["location"]).status_code


def test_a_token_is_read_as_people_type_it():
    token = Keyring(b"secret").token("nonce")
    assert token == Keyring(b"secret").token("nonce") == parse_token(token.upper().replace("-", " "))
    assert (23, set()) == (len(token), set(token) & set("il01o"))
    assert token not in hash_of(token)


def create_old_links(database):
    """Lay links out as the first service did, which made tokens of nothing and sealed nothing."""
    database.execute("PRAGMA user_version = 5")
    database.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    columns = {
        "id": int,
        "hash": str,
        "table_name": str,
        "role": str,
        "seat": str,
        "lang": str,
        "opened": int,
    }
    database.table("web_links").create(columns, pk="id", not_null=set(columns) - {"lang"})
    database.table("web_links").create_index(["hash"], unique=True)
    database.table("web_links").create_index(["table_name"])
    notes = {"table_name": str, "topic": str, "body": str}
    database.table("web_notes").create(notes, pk=("table_name", "topic"))
    database.table("web_links").insert(
        {"hash": hash_of("old"), "table_name": "t", "role": "seat", "seat": "A", "lang": "ja", "opened": 1}
    )


def test_links_of_an_older_file_go_on(tmp_path):
    path = tmp_path / "old.db"
    with closing(sqlite3.connect(path)) as db:
        migrations().apply(Database(db), stop_before="0006_links")
        create_old_links(Database(db))
        db.commit()
    with SqliteStore(path) as store:
        links = Links(store, Keyring(b"secret"))
        old = links.find("old")
        assert ("A", "ja", None) == (old.seat, old.lang, links.token(old))
        assert old == links.ensure("t", SEAT, "A")
        assert [] == list(faults_of_marks(store._db, "t"))
        assert "ja" == links.issue("t", SEAT, "A").lang
        assert None is links.find("old")
        assert {SEAT, SCREEN, DEVICE} >= {each.role for each in links.at("t")}


@pytest.mark.parametrize("kind", ["web_links", "web_notes"])
def test_a_row_changed_or_removed_behind_the_program_is_found(tmp_path, kind):
    with SqliteStore(tmp_path / "tables.db") as store:
        links = Links(store, Keyring(b"secret"))
        links.issue("t", SCREEN)
        links.note_opened(links.issue("t", SEAT, "A", "ja"))
        store.note("t", "vote", "yes")
        store.note("t", "rematch", "A")
        store.note("t", "rematch", None)
        assert [] == list(faults_of_marks(store._db, "t"))
        columns = [row[1].decode() for row in store._db.execute(f"PRAGMA table_info({kind})")]
        changes = [f"UPDATE {kind} SET {name} = {name} || 1" for name in columns]  # noqa: S608 - constants
        for change in (f"DELETE FROM {kind}", *changes):  # noqa: S608 - constants
            store._db.execute("BEGIN")
            store._db.execute(f"{change} WHERE rowid = (SELECT max(rowid) FROM {kind})")  # noqa: S608 - constants
            found = [fault.reason for fault in faults_of_marks(store._db, "t")]
            assert [f"store.{kind}_changed"] == found, change
            store._db.execute("ROLLBACK")


def test_a_device_speaks_as_the_screen_that_gave_it_out_and_a_seat_keeps_its_own_language(service):
    table = service.open("葵", "Ben", "Chie", lang="ja")
    table.post("A", "language", lang="zh-Hans", here=table.link("A"))
    device = table.post("screen", "links", role="device").headers["location"]
    assert 'lang="ja"' in service.client.get(device).text[:200]
    table.post("screen", "links", role="seat", seat="A")
    assert "zh-Hans" == service.app.state.access.live.links.place("niagara-1", "seat", "A").lang


def test_a_device_nobody_is_left_for_says_how_somebody_comes_back(service):
    """A lost phone is a new link on the screen; until it is opened, the device serves that seat."""
    table = service.open("Ada", "Ben", "Chie")
    device = table.post("screen", "links", role="device").headers["location"]
    table.join(*table.seats)
    assert "Every seat has a phone of its own." in service.client.get(device).text
    table.post("screen", "links", role="seat", seat="B")
    assert "I am Ben" in service.client.get(device).text
