"""`play` in a real terminal: the curtain, completion, interruption, everything at one keyboard."""

import os
import re
import select
import signal
import sqlite3
import sys
import time
from contextlib import closing

import pytest

from cli.interactive.keyboard import CLEAR
from tests.architecture.sources import ROOT
from tests.stages import slow

pty = pytest.importorskip("pty")

SETTLED = 0.2
"""Seconds after which nothing more comes: a prompt may stand for a moment at the end of half a page."""

PAINT = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]|[\r\a]")


class Terminal:
    """The program in a pseudo-terminal; `screen` is what stands on it since it was last wiped."""

    def __init__(self, *args):
        self.said, self.screen, self.code = "", "", None
        self.pid, self.line = pty.fork()
        if self.pid == 0:
            env = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm"}
            os.execve(sys.executable, [sys.executable, "-m", "cli.main", *args], env)  # noqa: S606 - no shell is the point

    def read_until(self, ending, seconds=60):
        """Read until the screen ends with something and stays so; fail where it never does."""
        until = time.monotonic() + seconds
        while True:
            is_there = self.screen.endswith(ending)
            patience = SETTLED if is_there else max(0, until - time.monotonic())
            if not select.select([self.line], [], [], patience)[0]:
                assert is_there, f"{ending!r} never came:\n{self.screen}"
                break
            try:
                part = os.read(self.line, 65536).decode(errors="replace")
            except OSError:  # the other end is closed
                part = ""
            if not part:
                break
            self.said += part
            *wiped, rest = (self.screen + part).split(CLEAR)
            self.screen = PAINT.sub("", rest) if wiped else self.screen + PAINT.sub("", part)
        return self.screen

    def type(self, text, ending="> "):
        os.write(self.line, text.encode() + b"\n")
        self.screen += "\n"
        return self.read_until(ending)

    def interrupt(self, ending):
        """Press ctrl-C, once more where it came between the prompt and the waiting for a key."""
        for _ in range(20):
            os.write(self.line, b"\x03")
            if select.select([self.line], [], [], 1)[0]:
                break
        return self.read_until(ending)

    def end(self):
        """Wait for the end of the program; give its exit code."""
        self.read_until("no prompt")
        os.close(self.line)
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


@pytest.fixture
def terminal():
    started = []

    def start(*args):
        started.append(Terminal(*args))
        return started[-1]

    yield start
    for each in started:
        try:
            os.kill(each.pid, signal.SIGKILL)
            os.waitpid(each.pid, 0)
        except (ProcessLookupError, ChildProcessError):
            continue


CURTAIN = "press Enter: "


def test_who_asks_at_the_curtain_for_what_is_possible_reads_it_once(terminal):
    """And `show` behind it shows the own hand again, which the whole table never sees."""
    seen = terminal("play", "lifeboat", "--seats", "A,B,C,D", "--chance", "referee")
    seen.read_until(CURTAIN)
    assert 1 == len(re.findall(r"  1  Keep", seen.type("?")))
    assert 2 == seen.type("show").count("In hand:")


@slow
def test_a_dealt_hand_stands_on_the_screen_behind_the_curtain_only(terminal):
    """Whoever has the keyboard sees the own cards; whoever looks next sees none, not even scrolled off."""
    seen = terminal("play", "lifeboat", "--seats", "A,B,C,D", "--chance", "referee")
    screen = seen.read_until(CURTAIN)
    for _ in "ABCD":
        assert "In hand:" not in screen
        own = seen.type("")
        assert re.search(r"In hand: [a-z]+", own)
        kept = re.findall(r"  (Keep \w[\w ()]*[\w)])", own)
        screen = seen.type(kept[-1], CURTAIN)
        assert kept[-1] not in screen
        assert re.search(r"^\w+ keeps a card face down\.$", screen, re.MULTILINE)
    assert "In hand:" not in screen


@slow
def test_who_opens_a_table_is_told_what_is_wrong_with_an_answer(terminal):
    """Which game, who plays, which book: each is asked again with a reason, until somebody leaves."""
    seen = terminal("play")
    seen.read_until("(Enter: 1) ")
    assert '"chess" is not exactly one of these.' in seen.type("chess", "(Enter: 1) ")
    seen.type("niag", "(3 to 5): ")
    assert "2 players cannot play this: it takes 3 to 5." in seen.type("Ada and Ben", "(3 to 5): ")
    assert "the Japanese rulebook" in seen.type("Ada Ben Chie", "(Enter: 1) ")
    seen.type("quit", "--help\n")
    assert "nothing was opened." in seen.screen


@slow
def test_nobody_asks_behind_the_own_curtain_what_another_holds(terminal):
    seen = terminal("play", "lifeboat", "--seats", "A,B,C,D", "--chance", "referee")
    asked = re.search(r"Hand the keyboard to (\w)", seen.read_until(CURTAIN))[1]
    other = "B" if asked == "A" else "A"
    seen.type("")
    for line in ("keeps water", "keeps jewels", "plays flare", "plays jewels"):
        *_, before = seen.screen.splitlines()
        answer = seen.type(f"{other} {line}").rpartition(before)[0].splitlines()[-1]
        assert f"Only {other} may say that, behind the curtain: type as {other}." == answer


def test_quitting_leaves_no_hand_on_the_screen(terminal):
    seen = terminal("play", "lifeboat", "--seats", "A,B,C,D", "--chance", "referee")
    seen.read_until(CURTAIN)
    assert "In hand:" in seen.type("")
    seen.type("quit", "goes on.\n")
    assert "In hand:" not in seen.screen
    assert 0 == seen.end()


@slow
def test_what_everybody_did_stays_to_be_read(terminal):
    seen = terminal("play", "niagara", "--seats", "A,B,C")
    seen.read_until(CURTAIN)
    for card in "432":
        seen.type("")
        seen.type(card, CURTAIN if card != "2" else "> ")
    seen.type("A1 launch to S4")
    seen.type("B1 launch to S3")
    seen.type("C1 launch to S2", "show? ")
    assert "Round 1 is over; the life ring goes to B." in seen.type("river left right", CURTAIN)


@slow
def test_tab_completes_what_is_possible_and_the_words_for_the_keyboard(terminal):
    seen = terminal("play", "niagara", "--seats", "A,B,C", "--chance", "table")
    seen.read_until(CURTAIN)
    seen.type("")
    os.write(seen.line, b"A pl\t")
    seen.read_until("A plays ")
    os.write(seen.line, b"f\t")
    assert seen.read_until("A plays face down").endswith("A> A plays face down")
    seen.type("", CURTAIN)


def test_an_interruption_says_how_to_go_on(terminal):
    seen = terminal("play", "niagara", "--seats", "A,B,C")
    seen.read_until(CURTAIN)
    assert "`referee play niagara-1` goes on." in seen.interrupt("goes on.\n")
    assert 130 == seen.end()


def test_a_wrong_word_names_what_the_seat_may_say(run):
    lake = "lake training\n?\n1\n"
    done = run("play", "powerboats", "--seats", "A,B", stdin=f"{lake}hello\n4,6 E\n4,7 SE\nthrows 1\nquit\n")
    assert '"hello" is not understood here. Possible here: ' in done.err
    assert "B places the boat on start hex 1, bow east.\n" in done.out


def test_a_window_is_asked_of_everybody_who_may_act(run):
    setting = "?\n1\n" * 6
    kept = "keeps ?\n" * 4
    done = run(
        "play",
        "lifeboat",
        "--seats",
        "A,B,C,D",
        stdin=setting + kept + "swaps with B\nrefuses\nC joins attack\n\nquit\n",
    )
    asked = "A, B, C, D and the table: who does what? "
    assert f"{asked}(Enter, if there is nothing else: Nobody joins or plays any more)" in done.err
    assert "C joins the attackers." in done.out
    assert "The fight is won" in done.out


def test_commands_go_on_at_the_same_keyboard(run):
    """One device is enough: the log, a rule, a house rule that B asks for, a dispute; the game goes on."""
    done = run(
        "play",
        "niagara",
        stdin="\n4\nlog\nrule NIA-MOVE-03\n"
        "\nhouse minimum_speed=1\nreferee rulings niagara-1\nresult\nquit\n",
    )
    assert "    1   The table opens for Niagara" in done.out
    assert "NIA-MOVE-03  One direction per canoe" in done.out
    assert "B proposes a house rule from here on: The river flows at least: one step a round." in done.out
    assert "change_proposed" == run("log", "niagara-1", "--json").objects[-1]["event"]["type"]


def test_undo_and_long_lists_narrowed_down(run):
    """What people type first is understood; a list that fills no screen can be searched."""
    lake = "lake rulebook\n?\n? 23,11 13,10\n"
    done = run("play", "powerboats", "--seats", "A,B", stdin=f"{lake}undo\nlog\nquit\n")
    assert "… and " not in done.err
    listed = r"^ *[0-9]+  Race 1: buoys 0 to 3 on the letters A: (?:leftmost|rightmost|second)"
    assert 24 == len(re.findall(listed, done.err.split("? 23,11")[0], re.MULTILINE))
    assert "taken_back" == run("log", "powerboats-1", "--json").objects[-1]["event"]["type"]


def test_every_seat_may_have_its_own_language(run):
    typed = "lake training\n?\n1\nlang ja\nhelp\nB at 4,6 E\nhelp\nquit\n"
    done = run("play", "powerboats", "--seats", "A,B", stdin=typed)
    japanese, english = done.err.split("B at 4,6 E\n")[-2:]
    assert "行動を入力" in japanese
    assert "Type what is done" in english


def test_a_table_called_like_a_game_is_played_on(run):
    run("new", "niagara", "--seats", "A,B,C", "--table", "niagara")
    done = run("play", "niagara", stdin="quit\n")
    assert "`referee play niagara` goes on" in done.err
    assert ["niagara"] == [each["table"] for each in run("tables", "--json").objects]


def test_a_take_back_in_a_dealt_game_takes_back_what_people_did(run):
    """What the referee dealt would come again: it is passed over."""
    run("play", "lifeboat", "--seats", "A,B,C,D", "--chance", "referee", stdin="quit\n")
    before = run("show", "lifeboat-1", "--json").object["revision"]
    done = run("play", "lifeboat-1", stdin="\nback\nquit\n")
    assert "TAB-BACK-01" in done.err or "nothing to take back" in done.err
    assert before == run("show", "lifeboat-1", "--json").object["revision"]
    with closing(sqlite3.connect(os.environ["REFEREE_DB"])) as db:
        assert 1 == len(db.execute("SELECT id FROM table_heads").fetchall())
