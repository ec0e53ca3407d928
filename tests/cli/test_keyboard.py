"""The question a dispute asks at a real terminal: answered, left open, interrupted; in every language."""

import json
import os
import pty
import select
import subprocess
import sys
import time

import pytest

from tests.architecture.sources import ROOT
from tests.stages import one_in, slow

TIE = ROOT / "fixtures" / "games" / "niagara" / "tie-shared-4p-zh.jsonl"
PAPER = ROOT / "fixtures" / "games" / "lifeboat" / "five-physical-5p-en.jsonl"
TABLE = "tie-shared-4p-zh"
QUESTIONS = {"en": "Decide: a number above,", "zh-Hans": "请裁定：写上面的序号、", "ja": "裁定を：上の番号、"}
PROMPT = "> "
INTERRUPT = "\x03"
PATIENCE_SECONDS = 90


@pytest.fixture
def tie(run):
    run("import", TIE)
    return TABLE


class Terminal:
    """A program at a terminal of its own: what it shows is read, what people type is sent."""

    def __init__(self, *args, lang="en"):
        self.screen, side = pty.openpty()
        self.text = ""
        place = {"PYTHONPATH": str(ROOT), "REFEREE_LANG": lang, "TERM": "dumb", "COLUMNS": "100"}
        self.program = subprocess.Popen(
            [sys.executable, "-m", "cli.main", *args],
            stdin=side, stdout=side, stderr=side, env={**os.environ, **place}, start_new_session=True,
            preexec_fn=own_terminal,  # noqa: PLW1509 - a terminal has to be taken by the program itself
        )  # fmt: skip
        os.close(side)

    def wait_for(self, words):
        until = time.monotonic() + PATIENCE_SECONDS
        while words not in self.text:
            assert time.monotonic() < until, self.text
            if select.select([self.screen], [], [], 0.1)[0]:
                self.text += os.read(self.screen, 65536).decode("utf-8", "replace")

    def type(self, keys):
        os.write(self.screen, keys.encode())

    def end(self, again=""):
        """Give the exit code; who waits in vain presses the keys `again`, as people do.

        A terminal may forget what is typed while a program takes it over.
        """
        until = time.monotonic() + PATIENCE_SECONDS
        pressed = time.monotonic()
        while self.program.poll() is None and time.monotonic() < until:
            self.drain()
            if again and time.monotonic() > pressed + 2:
                self.type(again)
                pressed = time.monotonic()
        self.drain()
        os.close(self.screen)
        return self.program.wait(PATIENCE_SECONDS)

    def drain(self):
        while select.select([self.screen], [], [], 0.05)[0]:
            try:
                read = os.read(self.screen, 65536)
            except OSError:  # the other side is closed
                return
            if not read:
                return
            self.text += read.decode("utf-8", "replace")


def own_terminal():
    """Let the terminal be the program's own, so that Ctrl-C reaches it."""
    import fcntl
    import termios

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def asked(table, keys, *args, lang="en"):
    """Open a dispute at a terminal, type an answer; give the exit code and what was shown."""
    terminal = Terminal("dispute", table, "--topic", "tie", *args, lang=lang)
    terminal.wait_for(QUESTIONS[lang])
    terminal.wait_for(PROMPT)
    terminal.type(keys)
    return terminal.end(keys), terminal.text


def rulings(run, table):
    """List what was ruled: the decision, what it rests on, what it sets."""
    found = [one["ruling"] for one in run("rulings", table, "--json").objects]
    return [(ruling["decision"], ruling["basis"], ruling["effect"]) for ruling in found if ruling]


def open_disputes(run, table):
    return len([one for one in run("rulings", table, "--json").objects if not one["ruling"]])


@pytest.mark.parametrize(
    ("typed", "ruling"),
    one_in(
        5,
        [
            ("default", ("edition zh", "edition", None)),
            ("edition ja", ("edition ja", "edition", {"tie_break": "most_gems_then_first"})),
            ("tie_break=gem_value", ("tie_break=gem_value", "table", {"tie_break": "gem_value"})),
            ("they share the cake", ("they share the cake", "table", None)),
            (
                "vote A,B,D:tie_break=gem_value C:tie_break=shared",
                (
                    "tie_break=gem_value (by vote, 3 of 4: 阿麻, Bogdan and 大伟)",
                    "table",
                    {"tie_break": "gem_value"},
                ),
            ),
        ],
    ),
)
def test_a_table_answers_at_the_keyboard(run, tie, typed, ruling):
    """By default, by an edition, by a reading, in words, by a vote: recorded as such."""
    code, _ = asked(tie, typed + "\n")
    assert code == 0
    (found,) = rulings(run, tie)
    assert (found[0].split(":")[0], *found[1:]) == (ruling[0].split(":")[0], *ruling[1:])


def test_lots_are_drawn_at_the_keyboard(run, tie):
    assert asked(tie, "toss\n")[0] == 0
    (found,) = rulings(run, tie)
    assert "(the drawing of lots among: " in found[0]


@slow
def test_a_vote_of_too_few_decides_nothing_at_the_keyboard(run, tie):
    """Two of four are no majority; nothing is recorded."""
    code, shown = asked(tie, "vote A,B:tie_break=gem_value C:tie_break=shared\n")
    assert (2, []) == (code, rulings(run, tie))
    assert "Traceback" not in shown


@pytest.mark.parametrize(("keys", "left_open"), [("\n", 1), ("\x04", 0)], ids=["enter", "end of input"])
def test_who_types_nothing_leaves_it_open(run, tie, keys, left_open):
    """Enter leaves it open, on record; at the end of the input nobody said even that."""
    assert asked(tie, keys)[0] == 0
    assert ([], left_open) == (rulings(run, tie), open_disputes(run, tie))
    assert left_open == ("D1 was asked by the table" in run("dispute", tie).out)


@pytest.mark.parametrize(
    ("keys", "lang"),
    [
        ("back\n", "en"),
        ("undo 2\n", "en"),
        ("referee back --to 3\n", "en"),
        ("quit\n", "en"),
        ("撤回\n", "zh-Hans"),
    ],
)
def test_a_word_for_the_keyboard_is_no_ruling(run, tie, keys, lang):
    code, shown = asked(tie, keys, lang=lang)
    assert (0, []) == (code, rulings(run, tie))
    assert {"en": "Left open", "zh-Hans": "暂不裁定："}[lang] in shown


@slow
def test_who_interrupts_is_let_go_at_once(run, tie):
    """Exit code 130, no traceback, nothing recorded."""
    code, shown = asked(tie, INTERRUPT)
    assert (code, "Traceback" in shown) == (130, False)
    assert rulings(run, tie) == []


@pytest.mark.parametrize("lang", QUESTIONS)
def test_the_question_is_asked_in_every_language(run, tie, lang):
    assert asked(tie, "default\n", lang=lang)[0] == 0
    assert rulings(run, tie) == [("edition zh", "edition", None)]


def test_a_wrong_vote_is_told_so(run, tie):
    """With what votes look like; nothing is recorded."""
    code, shown = asked(tie, "vote A,B\n")
    assert (code, "votes look like A,B:1" in shown) == (2, True)
    assert rulings(run, tie) == []


def test_nobody_is_asked_whose_answer_goes_elsewhere(start, tie):
    done = start("dispute", tie, "--topic", "tie")
    assert (done.code, "Decide" in done.out + done.err) == (0, False)


@pytest.mark.parametrize("word", ["end", "finish", "结束", "終わり"])
@pytest.mark.parametrize("game", ["powerboats", "niagara", "lifeboat"])
def test_a_word_for_the_end_closes_no_table(run, game, word):
    run("play", game, stdin=f"\n{word}\ny\nquit\n")
    assert 1 == len(run("log", f"{game}-1", "--json").objects)


def test_a_word_for_the_end_lists_what_it_would_end(run, place):
    (place / "part.jsonl").write_text("\n".join(PAPER.read_text().splitlines()[:24]) + "\n")
    run("import", "part.jsonl", "--table", "evening")
    done = run("play", "evening", stdin="end\n1\nquit\n")
    assert "This would end something:\n" in done.err
    assert "fight_closed" in [row["event"]["type"] for row in run("log", "evening", "--json").objects[-5:]]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("B at 7,19", "Possible here: E, NE, NW, W, SW, SE."),
        ("B 置く 5,5 え", "Possible here: E, NE"),
        ("B fliegt", "at 7,19 W; at 7,19 SW; at 7,19 SE; …"),
    ],
)
def test_what_cannot_be_read_is_told_what_could_stand_there(run, line, told):
    """As `check` tells it; else where to look."""
    laid = "lake rulebook\nrace 1 buoys 7,18 23,11 13,10 21,24\n"
    done = run("play", "powerboats", "--seats", "A,B", stdin=f"{laid}{line}\nquit\n")
    assert told in done.err


@pytest.mark.parametrize(
    ("line", "lang", "meant"),
    [
        ("boat on start hex 2, facing northeast", "en", "B places the boat on start hex 2, bow north-east."),
        ("my boat, start hex 2, bow north-east please", "en", "on start hex 2, bow north-east."),
        ("起点第2格 船头朝东北", "zh", "东北"),
        ("スタート2番 北東", "ja", "北東"),
    ],
)
def test_words_that_mean_something_possible_find_it_in_any_order(run, line, lang, meant):
    """Nothing is recorded by words that are only alike: its number is typed."""
    laid = "lake rulebook\nrace 1 buoys 7,18 23,11 13,10 21,24\n"
    done = run("--lang", lang, "play", "powerboats", "--seats", "A,B", stdin=f"{laid}{line}\n1\nquit\n")
    assert meant in done.out
    assert 4 == len(run("log", "powerboats-1", "--json").objects)


@pytest.mark.parametrize("line", ["1番のカヌーをL6へ", "カヌー1 下流 L6"])
def test_japanese_words_are_told_apart_by_their_signs(run, line):
    laid = "6\n\n5\n\n3\n\n"
    done = run("--lang", "ja", "play", "niagara", "--seats", "春,夏,秋", stdin=f"{laid}{line}\n1\nquit\n")
    assert "春のカヌー1が川に入ってL6へ進んだ。" in done.out


def test_a_number_of_real_dice_is_asked_about_rather_than_guessed(run):
    laid = "lake rulebook\nrace 1 buoys 7,18 23,11 13,10 21,24\nB at 7,19 E\nA at 7,20 E\n"
    done = run("play", "powerboats", "--seats", "A,B", stdin=f"{laid}rolls 3\n1\nquit\n")
    assert '"3" may be how many dice are thrown' in run("do", "powerboats-1", "A rolls 3").err
    assert "Did you mean:\n  1  Throw 1 die: 3\n" in done.err
    assert "A throws 3." in done.out


def test_at_the_shell_words_name_the_line_that_says_so(run):
    """Its advice can be pasted; nothing is recorded by words that are only alike."""
    laid = "lake rulebook\nrace 1 buoys 7,18 23,11 13,10 21,24\nB at 7,19 E\nA at 7,20 E\n"
    run("play", "powerboats", "--seats", "A,B", stdin=f"{laid}quit\n")
    told = run("do", "powerboats-1", "throw", "a", "die", "with", "2")
    assert (2, True) == (told.code, "Did you mean:\n  3  A: Throw 1 die: 2\n" in told.err)
    assert "help: referee do powerboats-1 'A roll 1: 2'" in told.err
    assert 0 == run("do", "powerboats-1", "A roll 1: 2").code


@pytest.mark.parametrize("line", ["!!!", "…", "？！", "'"])
def test_a_line_without_a_word_is_answered_like_any_other(run, line):
    run("new", "niagara", "--seats", "A,B,C", "--table", "t")
    assert 2 == run("do", "t", "--", line).code
    played = run("play", "t", stdin=f"{line}\nquit\n")
    assert (0, False) == (played.code, "bug" in played.err)


@pytest.mark.parametrize(("words", "first"), [("collision", "POW-CRA-01"), ("how do I win", "POW-SCO-01")])
def test_a_rule_is_asked_for_in_words_and_is_of_the_game_that_is_played(run, words, first):
    """No quotes needed; in the shell the game may be named first."""
    done = run("play", "powerboats", "--seats", "A,B", stdin=f"rule {words}\nquit\n")
    answered = run("rule", "powerboats", *words.split()).out
    assert answered.startswith(first)
    assert answered in done.out


@pytest.mark.parametrize(
    "line",
    ["leave B", "house minimum_speed=1", "correct weather=1", "close", "referee close niagara-1", "back"],
)
def test_a_command_typed_behind_the_curtain_is_of_the_seat_that_sits_there(run, line):
    """It asks the others; round the open screen it is the word of all."""
    done = run("play", "niagara", stdin=f"4\n\n{line}\nquit\n")
    proposed = run("log", "niagara-1", "--json").objects[-1]["event"]
    assert ("change_proposed", "B") == (proposed["type"], proposed["by"])
    assert "The others are asked: `agree --by A` (or --object)" in done.out


def test_nobody_behind_the_curtain_says_that_others_agreed(run):
    done = run("play", "niagara", stdin="4\n\nhouse minimum_speed=1 --agreed A,B,C\nquit\n")
    assert 2 == len(run("log", "niagara-1", "--json").objects)
    assert "asks the others" in done.err


@pytest.mark.parametrize(
    ("line", "said"),
    [("A1を陸まで", "春のカヌー1が陸に上がった。"), ("舟1で滝まで落とす", "春のカヌー1が滝に落ちた。")],
)
def test_what_a_canoe_did_is_told_once(run, place, line, said):
    shared = {"owned": {"A": {"amber": 1}}, "canoes": {"A": {"1": {"at": "S3" if "陸" in line else "L7"}}}}
    run("new", "niagara", "--seats", "A,B,C", "--names", "春,夏,秋", "--table", "evening")
    (place / "facts.json").write_text(json.dumps({"type": "corrected", "position": shared}))
    run("do", "evening", "--event", (place / "facts.json").read_text())
    done = run("--lang", "ja", "play", "evening", stdin=f"\nカード3\n\n6\n\n6\n{line}\nquit\n")
    assert 1 == done.out.count(said)


@pytest.mark.parametrize("line", ["+1", "天気+1", "雲を+1へ"])
def test_the_weather_is_told_as_people_say_it(run, line):
    """The number alone is enough; a wrong one is told where the cloud stands and may go."""
    laid = "\n雲\n\n5\n\n3\n"
    done = run(
        "--lang", "ja", "play", "niagara", "--seats", "春,夏,秋", stdin=f"{laid}天候+2\n{line}\nquit\n"
    )
    assert "天候は0で、ちょうど1つ動かします。選べるのは-1、+1です。" in done.err
    assert "春が天候を+1に変えた。" in done.out


def test_all_rules_are_those_of_the_game_that_is_played(run):
    done = run("play", "niagara", "--seats", "A,B,C", stdin="\nrule\nquit\n")
    assert ("NIA-MOVE-01" in done.out, "LIF-" in done.out) == (True, False)


def test_where_too_much_is_possible_to_list_it_is_said_how_to_see_it(run):
    """The spots of the buoys are many; of what cannot be read, too, only a part is named."""
    done = run("play", "powerboats", "--seats", "A,B", stdin="lake rulebook\nbuoys\nquit\n")
    assert done.err.count("? for what is possible") >= 1


def test_a_game_of_dice_is_asked_of_dice_only(place):
    terminal = Terminal("play", "powerboats")
    terminal.wait_for("(2 to 6)")
    terminal.type("2\n")
    terminal.wait_for("Real dice lie on the table")
    terminal.wait_for("(Enter: 1)")
    terminal.type(INTERRUPT)
    terminal.end(INTERRUPT)
    assert "cards" not in terminal.text


def test_a_heading_that_was_told_whole_is_not_taken_for_half_of_another(run):
    laid = "lake rulebook\nrace 1 buoys 7,18 23,11 13,10 21,24\n"
    done = run(
        "--lang", "zh", "play", "powerboats", "--seats", "A,B", stdin=f"{laid}第2个起点格上 朝东\n是\nquit\n"
    )
    assert "放在第2个起点格上，船头朝东。" in done.out
