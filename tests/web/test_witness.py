"""Heads of one machine's tables, witnessed by another machine's referee and proved there later."""

import json
from contextlib import closing
from itertools import product
from pathlib import Path
from shutil import rmtree
from typing import NamedTuple

import httpx
import pytest
from typer.testing import CliRunner

from cli.main import app
from events.stores.sqlite import SqliteStore
from referee.service.audit.witness import MOST_AT_ONCE, name_of, sender_of, veil_of
from tests.stages import slow
from tests.web.serving import Served

LANGUAGES = {"en": "refused", "zh-Hans": "拒绝", "ja": "断られました"}


@pytest.fixture(autouse=True)
def key(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "data" / "referee" / "witness.key"


class Laptop(NamedTuple):
    """Somebody's machine with its tables; no service need run there."""

    db: Path

    def open(self, seats):
        done = referee(self, "new", "powerboats", "--seats", seats, "--table", "evening")
        assert 0 == done.exit_code, done.stderr


@pytest.fixture
def laptop(tmp_path):
    laptop = Laptop(tmp_path / "tables.db")
    laptop.open("A,B")
    return laptop


@pytest.fixture(scope="module")
def witness(tmp_path_factory):
    """Serve a witness, the same to all tests: it takes longer to start than what most ask of it."""
    folder = tmp_path_factory.mktemp("witness")
    served = Served(folder / "other" / "tables.db", folder / "other.printed", is_witness=True)
    yield served
    served.close()


@pytest.fixture
def other(witness):
    for noted in witness.db.parent.glob("*.witnessed"):
        rmtree(noted)
    return witness


def referee(served, *args, lang="en"):
    done = CliRunner().invoke(app, [*map(str, args), "--db", str(served.db), "--lang", lang])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done


def kept(other):
    return [json.loads(path.read_bytes()) for path in sorted(other.db.parent.glob("*.witnessed/*/*.json"))]


def entry(key):
    return {"sender": sender_of(key.read_bytes())}


def sent(other, body):
    headers = {"Authorization": f"Bearer {other.witness.rpartition('/')[2]}", "Accept-Language": "ja"}
    return httpx.post(f"{other.base}/api/witness", json=body, headers=headers, timeout=20)


@slow
def test_another_machine_witnesses_all_tables_and_they_are_proved_there(laptop, other):
    """However often, while both services run; what it keeps outlasts a kill and is listed there."""
    with closing(Served(laptop.db)):
        for _ in range(2):
            assert "evening: noted at entry 1.\n" == referee(laptop, "witness", "--to", other.witness).stdout
    link = other.witness
    other.again()
    assert link == other.witness
    done = referee(laptop, "witness", "--to", other.witness, "--check")
    assert (0, "evening: 2 notes, and all of it still holds.\n") == (done.exit_code, done.stdout)
    assert ": evening, entry 1 (" in referee(other, "witness", "--list").stdout
    assert "evening" == json.loads(referee(other, "witness", "--list", "--json").stdout)["table"]


def test_the_witness_is_told_no_head_itself(laptop, other, key):
    """Who keeps the notes cannot try out by them what a log hides; they are hashed with the key."""
    referee(laptop, "witness", "--to", other.witness)
    with SqliteStore(laptop.db) as store:
        head = store.head("evening").hash
    ((note,),) = kept(other)
    assert veil_of(key.read_bytes())(head) == note["head"]
    told = "".join(path.read_text() for path in other.db.parent.glob("*.witnessed/*/*"))
    assert head not in told
    assert sender_of(key.read_bytes()) not in told
    assert {"table", "revision", "head", "whole", "at", "before", "signed"} == set(note)


def test_a_log_that_was_made_anew_is_named_and_not_witnessed(laptop, other):
    referee(laptop, "witness", "--to", other.witness)
    for path in laptop.db.parent.glob("tables.db*"):
        path.unlink()
    laptop.open("B,A")
    for how in ((), ("--check",)):
        done = referee(laptop, "witness", "--to", other.witness, *how)
        assert (1, True) == (done.exit_code, "evening: what was noted at entry 1" in done.stdout)
    assert 1 == len(kept(other))


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"revision": 0}, "witness.went_back"),
        ({"head": "f" * 64}, "witness.forked"),
        ({"before": "f" * 64}, "witness.not_next"),
    ],
)
def test_the_witness_refuses_what_does_not_follow(laptop, other, key, change, reason):
    """A program that judges nothing itself is told, in its language, which table goes back or is another."""
    referee(laptop, "witness", "--to", other.witness)
    ((note,),) = kept(other)
    body = entry(key) | {"notes": [note | {"before": note["signed"]} | change]}
    answer = sent(other, body)
    assert (409, reason) == (answer.status_code, answer.json()["error"])
    assert reason == "witness.not_next" or "evening" in answer.json()["message"]
    assert 1 == len(kept(other))


def test_what_is_too_much_is_refused_whole(laptop, other, key):
    referee(laptop, "witness", "--to", other.witness)
    ((note,),) = kept(other)
    many = [note | {"table": "n" * 500}] * (MOST_AT_ONCE + 50)
    bodies = {413: entry(key) | {"notes": many}, 400: entry(key) | {"notes": [note | {"head": "../../etc"}]}}
    assert list(bodies) == [sent(other, body).status_code for body in bodies.values()]
    few = [note | {"table": "n"}] * (MOST_AT_ONCE + 1)
    assert 400 == sent(other, entry(key) | {"notes": few}).status_code
    assert "長すぎます" in sent(other, bodies[413]).json()["message"]
    assert 1 == len(kept(other))


def test_a_wrong_link_is_said_in_the_language_of_who_asks(laptop, other):
    with closing(Served(laptop.db)) as served:
        wrong = [f"{other.base}/w/aaaaa-aaaaa-aaaaa-aaaaa", f"{served.base}/w/{other.witness[-23:]}"]
        for link, (lang, refused) in product(wrong, LANGUAGES.items()):
            done = referee(laptop, "witness", "--to", link, lang=lang)
            assert (2, True) == (done.exit_code, refused in done.stderr), (link, lang)
            assert link[-23:] not in done.stderr
    assert [] == kept(other)


@pytest.mark.parametrize(
    "link", ["http://127.0.0.1:9/w/x", "nowhere", "http://[/w/x", "http://127.0.0.1:x/w/x"]
)
def test_an_address_where_nobody_is_is_said_to_be_so(laptop, link):
    done = referee(laptop, "witness", "--to", link)
    assert (2, False) == (done.exit_code, "Traceback" in done.stderr)


def test_another_key_is_another_sender(laptop, other, tmp_path):
    referee(laptop, "witness", "--to", other.witness)
    done = referee(laptop, "witness", "--to", other.witness, "--key", tmp_path / "second")
    assert 0 == done.exit_code
    assert 2 == len({path.parent for path in Path(other.db.parent).glob("*.witnessed/*/*.json")})
    name = name_of(sender_of((tmp_path / "second").read_bytes()))
    token = other.witness.rpartition("/")[2]
    assert 1 == len(other.ask(token, f"/api/witness/{name}").json())
    assert 401 == other.ask(other.keeper, f"/api/witness/{name}").status_code


def test_a_damaged_note_is_found(laptop, other):
    referee(laptop, "witness", "--to", other.witness)
    (path,) = other.db.parent.glob("*.witnessed/*/*.json")
    path.write_text(path.read_text().replace('"revision":1', '"revision":2'))
    done = referee(laptop, "witness", "--to", other.witness, "--check")
    assert (3, True) == (done.exit_code, "line 1" in done.stderr)


def test_of_a_file_and_another_machine_one_is_named(laptop):
    assert 2 == referee(laptop, "witness").exit_code
    assert 2 == referee(laptop, "witness", "heads.jsonl", "--to", "http://192.0.2.1/w/x").exit_code
