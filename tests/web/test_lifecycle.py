"""The service as a process: interrupted, killed at any moment, kept busy by slow visitors."""

import signal
import socket
import sqlite3
import subprocess
import sys
import time
from contextlib import closing, suppress
from random import Random
from threading import Thread

import httpx
import pytest

from cli.commands.serve import listen
from referee.web.pages.frame import compile_templates
from tests.stages import one_in, slow
from tests.web.serving import PATIENCE_SECONDS, ROOT

GAMES = {
    "niagara": (["A", "B", "C"], "table"),
    "powerboats": (["A", "B"], "referee"),
    "lifeboat": (["A", "B", "C", "D"], "referee"),
}


class Player(Thread):
    """Everybody at one table: does what is possible, one act after another, until nobody answers.

    `acknowledged` are the acts that were answered, `last` the one that may not have been.
    """

    def __init__(self, served, links, seed):
        super().__init__()
        self.served, self.links, self.rng = served, links, Random(seed)
        self.acknowledged, self.last = [], None

    def run(self):
        try:
            while self.act():
                pass
        except (httpx.HTTPError, OSError):
            pass

    def wait_for(self, most):
        """Wait until some acts were answered, and a moment more, whatever is going on in it."""
        until = time.monotonic() + PATIENCE_SECONDS
        while len(self.acknowledged) < most and time.monotonic() < until:
            time.sleep(0.01)
        time.sleep(self.rng.random() / 10)

    def act(self):
        for who in self.rng.sample(sorted(self.links), len(self.links)):
            now = self.served.ask(self.links[who], "/api/table").json()
            if now["possible"]:
                event = self.rng.choice(now["possible"])["event"]
                self.last = (
                    who,
                    {"event": event, "seen": now["revision"], "key": f"{who} {self.rng.random()}"},
                )
                answer = self.send(self.last)
                self.acknowledged.append((self.last, answer))
                self.last = None
                return True
        return False

    def send(self, sent):
        """Send an act; give what is told of it."""
        who, body = sent
        answer = self.served.ask(self.links[who], "/api/table/acts", body)
        return answer.status_code, {
            k: v for k, v in answer.json().items() if k not in {"now", "possible", "acting"}
        }


@slow
@pytest.mark.parametrize("game", one_in(3, GAMES))
def test_a_service_killed_in_mid_turn_comes_back_with_everything_acknowledged(served, game):
    """Three times in one game: what was answered is there, the rest once when it is sent again."""
    seats, chance = GAMES[game]
    links = served.open(game, seats, chance=chance)
    done = []
    for seed in range(3):
        player = Player(served, links, f"{game} {seed}")
        player.start()
        player.wait_for(2 + seed)
        served.end(signal.SIGKILL)
        player.join()
        served.start()
        done += player.acknowledged
        assert player.acknowledged
        for sent, answer in player.acknowledged:
            if answer[0] != 409:
                assert answer == player.send(sent)
        if player.last:
            assert player.send(player.last) == player.send(player.last)
    recorded = [answer["revision"] for _, (code, answer) in done if code == 200]
    assert recorded == sorted(recorded)
    assert max(recorded) <= served.ask(links["screen"], "/api/table").json()["revision"]
    served.end()
    assert "chain whole" in referee(served, "audit", f"{game}-1").stdout


class Looker(Thread):
    """Somebody who walks from page to page, while streams of the same pages are open."""

    PAGES = ("", "log", "end", "dispute", "rules", "correct", "catchup")

    def __init__(self, served, link):
        super().__init__()
        self.served, self.link, self.goes_on, self.seen = served, link, True, []

    def run(self):
        """Look at everything, over and over, until told to stop or nobody answers."""
        streams = [self.served.follow(f"/live/{self.link}?page={page}") for page in ("", "log", "end")]
        with (
            suppress(httpx.HTTPError),
            httpx.Client(base_url=self.served.base, timeout=PATIENCE_SECONDS) as client,
        ):
            while self.goes_on:
                self.seen += [client.get(f"/s/{self.link}/{page}").status_code for page in self.PAGES]
        for stream in streams:
            stream.close()


@slow
def test_players_and_onlookers_at_many_tables_never_wait_for_each_other_for_ever(served):
    """Whoever reads or follows a page and whoever writes hold what the other needs only for a moment."""
    tables = [served.open(game, seats, chance=chance) for game, (seats, chance) in GAMES.items()]
    players = [Player(served, links, f"of {n}") for n, links in enumerate(tables)]
    lookers = [Looker(served, link) for links in tables for link in list(links.values())[:2]]
    for each in (*lookers, *players):
        each.start()
    for player in players:
        player.wait_for(12)
    for each in lookers:
        each.goes_on = False
    for each in lookers:
        each.join()
    assert {(True, frozenset({200}))} == {(len(each.seen) > 1, frozenset(each.seen)) for each in lookers}
    assert min(len(player.acknowledged) for player in players) >= 12
    served.close()
    for player in players:
        player.join()


def referee(served, *words):
    command = [sys.executable, "-m", "cli.main", *words, "--db", str(served.db), "--lang", "en"]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("how", "code"), one_in(2, [(signal.SIGTERM, -signal.SIGTERM), (signal.SIGINT, 130)])
)
def test_an_interrupted_service_ends_with_streams_open(served, how, code):
    """Nobody is waited for who would never leave; how soon it ends is measured in `tests.bench.ending`."""
    with served.held(served.open("niagara", ["A", "B", "C"])):
        served.end(how)
    assert code == served.process.returncode


def test_a_service_that_ends_compiles_no_more_templates():
    asked = iter([False, False, True])
    compile_templates(lambda: next(asked))
    assert [] == list(asked)


def test_small_answers_are_not_held_back():
    """Nor does each wait 40 ms: asyncio sends at once only where the protocol is named."""
    with closing(listen("127.0.0.1", 0)) as listening:
        assert socket.IPPROTO_TCP == listening.proto


@slow
def test_a_hundred_slow_visitors_hold_up_nobody(served):
    links = served.open("niagara", ["A", "B", "C"])
    slow = [served.socket() for _ in range(100)]
    for i, each in enumerate(slow):
        head = b"POST /enter HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n"
        each.sendall(head if i % 2 else head + b"\r\ncode=")
    slow += [served.follow(f"/live/{links[seat]}?page=") for seat in "ABC"]
    begun = time.monotonic()
    for seat in "ABC":
        body = {"notation": f"{seat} plays 3", "seen": 1, "key": seat}
        assert 200 == served.ask(links[seat], "/api/table/acts", body).status_code
        assert 200 == served.look(links[seat]).status_code
    assert time.monotonic() - begun < 15
    for each in slow:
        each.close()


@slow
def test_the_service_prints_no_link_and_no_card(served):
    """Whatever goes wrong: what it prints after its start page tells nothing."""
    links = served.open("lifeboat", ["A", "B", "C", "D"], chance="referee")
    with served.socket() as rude:
        rude.sendall(b"GET /s/" + links["A"].encode() + b" HTP\r\n\r\n")
        rude.recv(1000)
    for path in ("", "log", "nothing", "dispute", "%ff", "log/99999999999999"):
        served.look(links["A"], path)
        httpx.post(f"{served.base}/s/{links['A']}/do", content=b"\xff" * 100, timeout=PATIENCE_SECONDS)
    log = served.ask(links["A"], "/api/table/log").json()
    cards = {str(each["event"].get("card")) for each in log} - {"None"}
    with closing(sqlite3.connect(served.db)) as db:
        db.execute("UPDATE log SET line = replace(line, '\"', '?') WHERE seq = 2")
        db.commit()
    served.again()
    assert 500 == served.look(links["A"]).status_code
    served.end()
    printed = served.printed.read_text()
    assert [] == [token for token in links.values() if token in printed]
    assert [] == [card for card in cards if card in printed]
    assert "Traceback" not in printed


@pytest.mark.parametrize(
    "said",
    ["GET /s/{} HTP", "GET /s/{} HTTP/1.1\r\nno header"],
    ids=["a line that is no request", "a header that is none"],
)
def test_what_is_no_http_is_answered_without_a_word_of_it(served, said):
    links = served.open("niagara", ["A", "B", "C"])
    with served.socket() as rude:
        rude.sendall(said.format(links["A"]).encode() + b"\r\n\r\n")
        head, _, body = rude.makefile("rb").read().partition(b"\r\n\r\n")
    assert (b"HTTP/1.1 400", b"Invalid HTTP request received.") == (head[:12], body)
    assert links["A"].encode() not in head


def test_what_is_wrong_with_a_table_is_said_in_words(served):
    links = served.open("niagara", ["A", "B", "C"])
    other = served.open("powerboats", ["A", "B"])
    with closing(sqlite3.connect(served.db)) as db:
        db.execute("UPDATE log SET line = replace(line, 'niagara', 'Niagara') WHERE line LIKE '%niagara%'")
        db.commit()
    served.again()
    shown = served.look(links["A"], lang="ja")
    assert (500, True) == (shown.status_code, "referee audit" in shown.text)
    assert 200 == served.look(other["A"]).status_code


@slow
def test_a_file_that_is_locked_is_tried_again_by_the_phone(served):
    links = served.open("niagara", ["A", "B", "C"])
    body = {"notation": "A plays 3", "seen": 1, "key": "mine"}
    with closing(sqlite3.connect(served.db, isolation_level=None)) as db:
        db.execute("BEGIN EXCLUSIVE")
        locked = served.ask(links["A"], "/api/table/acts", body)
        db.execute("ROLLBACK")
    assert (503, False) == (locked.status_code, str(served.db) in locked.text)
    assert 200 == served.ask(links["A"], "/api/table/acts", body).status_code
    assert 2 == served.ask(links["A"], "/api/table").json()["revision"]
