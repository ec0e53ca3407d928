"""`play` and `demo`: a table round one keyboard, and a newcomer's first minute."""

import re
import shutil

import pytest

from cli.commands.demo import SECONDS
from cli.interactive.loop import PlayLoop
from referee.kernel.registry import find_game, own_games
from referee.testing.faults import rename_act
from tests.cli.conftest import DEMO

CARDS = "\nA plays 4\n\n3\n\nC plays 2\n"
"""Three curtains, three cards; who is asked may leave the own name out."""

BOAT = "characters A=lauren B=stephen C=captain D=mate\nA gets a card\nB gets a card\nC gets a card\n"
FIGHT = BOAT + "D gets a card\nA draws 4\n\n\n\n\nA wants B's place\nfight\n"
"""A first day of Lifeboat with real cards, as far as its first fight."""


def test_a_table_is_opened_and_asked_seat_by_seat(run):
    done = run("play", "niagara", "--names", "Ada,Ben,Chie", stdin=CARDS + "A1 launch to S4\nquit\n")
    assert 0 == done.code
    assert "Hand the keyboard to Ada (A)" in done.err
    told = "Ada's canoe 1 is launched and paddles to S4.\n  It is Ben's turn.\n  Ben turns up a 3.\n"
    assert told in done.out
    assert "`referee play niagara-1` goes on" in done.err


def test_a_secret_card_is_neither_echoed_nor_told(run):
    done = run("play", "niagara", stdin="\nA plays 4\nquit\n")
    assert "A lays" not in done.out + done.err


def test_a_card_typed_at_the_curtain_is_not_lost(run):
    """Who is in a hurry does not press Enter first; what is typed is never thrown away, nor echoed."""
    done = run("play", "niagara", stdin="A plays 4\n3\n2\nA1 launch to S4\nquit\n")
    assert "A's canoe 1 is launched and paddles to S4.\n  It is B's turn.\n  B turns up a 3.\n" in done.out
    assert "A lays a 4" not in done.out + done.err


def test_a_copy_of_the_file_made_while_they_play_holds_what_they_did(run, place, monkeypatch):
    """Without the write-ahead log beside it."""
    leave = PlayLoop.leave

    def copy_and_leave(loop):
        shutil.copy(place / "tables.db", place / "stick.db")
        leave(loop)

    monkeypatch.setattr(PlayLoop, "leave", copy_and_leave)
    run("play", "niagara", stdin=CARDS + "A1 launch to S4\nquit\n")
    there, on_the_stick = (
        run("log", "niagara-1", "--db", place / name).out for name in ("tables.db", "stick.db")
    )
    assert ("launched" in there, there) == (True, on_the_stick)


def test_it_goes_on_where_it_stopped(run):
    run("play", "niagara", stdin=CARDS)
    done = run("play", "niagara-1", stdin="A2 launch to S4\n")
    assert "A's canoe 2 is launched and paddles to S4.\n" in done.out


def test_a_refusal_is_short_and_why_explains_it(run):
    """Rule and sentence at once; text and source when asked."""
    done = run("play", "niagara", stdin=CARDS + "A1 launch to S3\nwhy\nquit\n")
    assert "NIA-MOVE-05" in done.err
    assert "Source: 尼加拉瓜大瀑布 移动船只, no. 1" in done.err
    assert "anyway canoes.A.1.at=S3" in done.err


def test_a_question_mark_lists_what_is_possible(run):
    assert "\n  2  Canoe 2 from land to S4\n" in run("play", "niagara", stdin=CARDS + "?\nquit\n").err


def test_back_takes_back_and_anyway_decides(run):
    run(
        "play",
        "niagara",
        stdin=CARDS + "A1 launch to S4\nback\nanyway canoes.A.1.at=S2\nanyway minimum_speed=1\nquit\n",
    )
    types = [row["event"]["type"] for row in run("log", "niagara-1", "--json").objects]
    assert ["taken_back", "corrected", "house_ruled"] == types[-3:]


def test_back_typed_at_the_curtain_is_the_word_of_the_whole_table(run):
    """Nobody sits behind it yet; who does asks the others, and is told how they agree."""
    run("play", "niagara", stdin="4\nback\n5\n\nback\nquit\n")
    types = [row["event"]["type"] for row in run("log", "niagara-1", "--json").objects]
    assert ["paddle_chosen", "taken_back", "paddle_chosen", "change_proposed"] == types[1:]
    asked = run("play", "niagara", stdin="4\n\nback\nagree --by A\nquit\n")
    assert "The others are asked: `agree --by A`" in asked.out
    assert "proposal_answered" in [row["event"]["type"] for row in run("log", "niagara-2", "--json").objects]


def test_anyway_plays_what_was_refused_since_the_last_act(run):
    """Another act was played since: nothing of it is brought up again, and there is nothing to explain."""
    stdin = CARDS + "A1 launch to S5\nA1 launch to S4\nanyway\nwhy\nquit\n"
    done = run("play", "niagara", stdin=stdin)
    assert "corrected" not in [row["event"]["type"] for row in run("log", "niagara-1", "--json").objects]
    assert "NIA-MOVE" not in done.err.partition("anyway\n")[2]
    assert 2 == done.err.count("Nothing was refused just now.\n")


def test_what_no_board_can_show_is_not_played_anyway_and_why_goes_on_explaining(run):
    done = run("play", "niagara", stdin="B shows 6\nanyway\nwhy\nquit\n")
    assert "TAB-CORR-01 The board has nothing that could be set for this." in done.err
    assert "  NIA-CARD-03: " in done.err


def test_what_makes_no_sense_is_asked_again(run):
    done = run("play", "niagara", stdin=CARDS + "flies\n\nanyway wind\nback x\nwhy\nA1 launch to S4\n")
    assert 0 == done.code
    assert "A's canoe 1 is launched and paddles to S4.\n" in done.out


TURNS = "A1 launch to S4\nB1 launch to S3\nC1 launch to S2\n"


def test_the_river_is_asked_of_the_table(run):
    done = run("play", "niagara", stdin=CARDS + TURNS + "river left right\n")
    assert "What did the table show? " in done.err
    assert "The river flows 2 steps: left, right.\n  Round 1 is over" in done.out


@pytest.mark.parametrize(("game", "typed"), [("niagara", CARDS + TURNS), ("lifeboat", "")])
def test_enter_never_tells_what_only_the_table_has_seen(run, game, typed):
    """No disc has gone anywhere, no card is dealt because somebody was in a hurry."""
    done = run("play", game, stdin=typed + "\n\n\nquit\n")
    kinds = {row["kind"] for row in run("log", f"{game}-1", "--json").objects[1:]}
    assert "observation" not in kinds
    assert "What did the table show? \n" in done.err


def test_a_finished_game_names_its_winners(run, place):
    kept = [line for n, line in enumerate(DEMO.read_text().splitlines(), 1) if n != 43]
    (place / "over.jsonl").write_text("\n".join(kept) + "\n")
    run("import", "over.jsonl")
    assert run("play", "over").out.endswith("Ada and Ben win together.\n")


def test_the_demo_shows_boards_a_refusal_a_jam_and_a_tie(run):
    out = run("demo", "niagara", "--fast").out
    assert "NIA-STEAL-01 Only a canoe going upstream steals" in out
    assert "Source: 尼加拉瓜大瀑布 抢夺宝石, no. 1" in out
    assert "A disc jammed at the fork." in out
    assert "Ada and Ben win together." in out
    assert 16 == out.count("= rope =")


def test_the_demo_is_paced_for_a_person():
    lines = DEMO.read_text().count("\n")
    assert (
        30
        < lines * SECONDS["action"] + 17 * SECONDS["board"] + 4 * SECONDS["notice"] + SECONDS["refusal"]
        < 90
    )


def test_the_demo_of_lifeboat_shows_a_fight_a_refusal_a_loss_and_the_score(run):
    """Three days before land: a tie in a fight, a preserver too late, the fourth bird."""
    out = run("demo", "lifeboat", "--fast").out
    assert "won by the defenders: attack 13, defence 13." in out
    assert "LIF-STAT-03 ケイ is unconscious" in out
    assert "ケイ is lost at sea." in out
    assert "* Ann                  8         8         5         3        24" in out
    assert 5 == out.count("Bow~")


@pytest.mark.parametrize("game", own_games())
def test_a_demo_names_its_game_and_ends_with_a_table_that_can_be_opened(game, run):
    lines = run("demo", game, "--fast").out.splitlines()
    assert lines[0].startswith(f"A recorded game of {game.capitalize()}, refereed")
    seats = lines[-1].rpartition(" ")[2].split(",")
    assert len(seats) in find_game(game).ruleset.players


def test_the_demo_speaks_three_languages(run):
    titles = {
        run("demo", "niagara", "--fast", "--lang", lang).out.splitlines()[0] for lang in ("en", "zh", "ja")
    }
    assert 3 == len(titles)


def test_the_demo_in_json_is_what_check_prints(run):
    assert run("demo", "niagara", "--json").out == run("check", DEMO, "--keep-going", "--json").out


ACTS = CARDS + "A1 launch to S4\nB1 launch to S3\n"


def in_force(run, table="niagara-1"):
    return [row["event"]["type"] for row in run("log", table, "--json").objects if row["in_force"]]


def test_a_number_after_back_counts_acts(run):
    """What goes is said first, and asked for, because it is more than one."""
    done = run("play", "niagara", stdin=ACTS + "back 2\ny\nquit\n")
    assert "This undoes 2 acts:\n  A" in done.err
    assert "A's canoe 1 is launched and paddles to S4." in done.err
    assert "canoe_moved" not in in_force(run)


def test_who_does_not_want_so_many_undone_says_no(run):
    done = run("play", "niagara", stdin=ACTS + "back 2\nn\nquit\n")
    assert "Nothing was taken back." in done.err
    assert 2 == in_force(run).count("canoe_moved")


def test_an_act_typed_for_an_answer_takes_nothing_back_and_is_heard(run):
    done = run("play", "niagara", stdin=ACTS + "back 2\nC1 launch to S2\nquit\n")
    assert "Nothing was taken back." in done.err
    assert 3 == in_force(run).count("canoe_moved")


def test_the_last_act_is_taken_back_unasked_and_done_again(run):
    """`undo` and `redo` are understood as well."""
    run("play", "niagara", stdin=ACTS + "undo\nredo\nback\nquit\n")
    assert 1 == in_force(run).count("canoe_moved")


def test_an_entry_is_named_as_such(run):
    run("play", "niagara", stdin=ACTS + "back --to 4\ny\nquit\n")
    assert "canoe_moved" not in in_force(run)


def test_a_number_that_used_to_be_an_entry_is_answered_helpfully(run):
    """There were never so many acts; the other way of saying it is shown."""
    done = run("play", "niagara", stdin=ACTS + "back 11\nquit\n")
    assert "only 5 acts can be taken back, not 11" in done.err
    assert "help: back --to 11\n" in done.err
    assert 2 == in_force(run).count("canoe_moved")


def test_the_shell_counts_acts_as_well(run):
    """`undo` is another name of `back`."""
    run("play", "niagara", stdin=ACTS)
    done = run("undo", "niagara-1", 2)
    assert (0, True) == (done.code, "This undoes 2 acts:\n" in done.err)
    assert "canoe_moved" not in in_force(run)
    assert 2 == run("back", "niagara-1", 9).code
    assert 2 == run("back", "niagara-1", 1, "--to", 3).code
    assert 0 == run("redo", "niagara-1").code


def test_a_possible_act_is_chosen_by_its_number(run):
    """Where a number says nothing else: at the curtain it is a card."""
    done = run("play", "niagara", stdin=CARDS + "2\nquit\n")
    assert "\n  2  Canoe 2 from land to S4\n" in done.err
    assert "A's canoe 2 is launched and paddles to S4.\n" in done.out


def test_an_error_names_nothing_that_is_impossible_now(run):
    done = run("play", "niagara", stdin=CARDS + "flies\nquit\n")
    assert "river" not in done.err.partition("flies\n")[2]


def test_what_people_call_a_command_is_that_command(run):
    """Where it says no act: the score, what was fixed; and a word that means nothing is asked again."""
    done = run("play", "niagara", stdin=CARDS + "score\nfix weather=1\nwinner takes\nquit\n")
    assert "nobody has met a goal" in done.out
    assert '"weather": 1' in run("log", "niagara-1", "--json").out.replace('":1', '": 1')


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("zh-Hans", ("为什么", "得分", "撤回1", "重新执行", "退出")),
        ("ja", ("なぜ", "得点", "取り消し 1", "やり直し", "やめる")),
    ],
)
def test_the_words_for_the_keyboard_are_understood_in_the_language_that_is_played(run, lang, words):
    """Nobody has to change to Latin letters to take back; the last line comes after leaving."""
    why, score, back, again, leave = words
    lines = (why, score, "2", back, again, leave, "B1 launch to S4")
    done = run("play", "niagara", "--lang", lang, stdin=CARDS + "\n".join(lines) + "\n")
    meant = ["why", "result", "back 1", "again", "quit"]
    assert meant == [line for line in done.err.splitlines() if line in meant]
    told = [one["event"]["type"] for one in run("log", "niagara-1", "--json").objects]
    assert (2, 1) == (told.count("canoe_moved"), told.count("taken_back"))


def test_a_number_typed_before_anything_is_listed_lists_what_the_numbers_stand_for(run):
    """Where there is more than fits unasked; the next number is done."""
    start = ("--seats", "Ann,Bob,Cat,Dov", "--table", "boat")
    run("new", "lifeboat", *start)
    done = run("play", "boat", stdin="2\n2\nquit\n")
    assert "\n  2  Ann is Sir Stephen, Bob is the Captain" in done.err
    assert "Everybody gets a character: Ann is Sir Stephen, Bob is the Captain" in done.out


def test_what_an_input_method_writes_wide_is_understood_at_the_keyboard(run):
    done = run("play", "niagara", "--lang", "ja", stdin=CARDS + "？\n２\n取り消し\u3000１\nquit\n")
    assert "back １" in done.err
    told = [one["event"]["type"] for one in run("log", "niagara-1", "--json").objects]
    assert (1, 1) == (told.count("canoe_moved"), told.count("taken_back"))


def test_a_number_that_means_a_card_never_stands_for_another(run):
    """The fifth of what is left is not the 5: a card that was laid is refused, and no other card is laid."""
    first = CARDS + "1\n1\n1\nriver left right\n"
    done = run("play", "niagara", stdin=first + "?\n4\nquit\n")
    assert "\n  Lay a 3\n  Lay a 5\n  Lay a 6\n" in done.err
    assert "NIA-CARD-02" in done.err


def test_a_yes_takes_the_one_thing_that_was_meant(run):
    """Who is asked whether this was meant answers as people do; later a yes is nothing."""
    done = run("play", "niagara", "--lang", "ja", stdin=CARDS + "カヌー2を川に\nはい\nはい\nquit\n")
    assert "次のことですか。\n  1  カヌー2を川に入れてS4へ\n" in done.err
    assert 1 == done.out.count("Aのカヌー2が川に入ってS4へ進んだ。")


def test_a_word_that_is_nothing_here_is_said_back_whole(run):
    """Its first sign may as well follow a name: the は of はい."""
    done = run("play", "niagara", "--lang", "ja", stdin=CARDS + "はい\nquit\n")
    assert "「はい」はここでは使えません。" in done.err


def test_who_is_asked_is_not_told_to_begin_with_a_name(run):
    done = run("play", "niagara", "--lang", "ja", stdin=CARDS + "雨\n?\nquit\n")
    assert (
        "「雨」はここでは使えません。ここで使えるもの：A1 川に入ってS4へ、A2 川に入ってS4へ。\n" in done.err
    )


def test_whose_act_a_listed_one_is_stays_said_after_a_visit(run, place):
    done = run("play", "lifeboat", "--seats", "A,B,C,D", stdin=FIGHT + "as D\nquit\n?\nquit\n")
    assert "D: Nothing more from me in this fight" in done.err
    assert "\n  4  Nothing more from me in this fight" not in done.err


@pytest.mark.parametrize(
    "line", ["Aさんはカヌー1を川に入れてS4へ、ダイヤ1個を積む", "カヌー1を川に入れてS4に、ダイヤを取る"]
)
def test_what_is_listed_is_understood_in_parts_and_a_name_may_be_polite(run, line):
    """The words of one listed act are those of another; さん follows a name."""
    cards = "\n6\n\n3\n\n2\n"
    done = run("play", "niagara", "--edition", "ja", "--lang", "ja", stdin=f"{cards}{line}\nquit\n")
    assert "Aのカヌー1が川に入ってS4へ進み、ダイヤ1個を積んだ。" in done.out


@pytest.mark.parametrize(("lang", "typed"), [("en", "tiles"), ("zh-Hans", "湖板"), ("ja", "タイル")])
def test_how_to_tell_a_lake_of_ones_own_stands_below_those_that_are_listed(run, lang, typed):
    own = f"{typed} D3r D4 D2r / D6 D1r D5"
    done = run("play", "powerboats", "--lang", lang, stdin=f"{typed} D4 D3r D2r / D6 D1r D5\nquit\n")
    assert f"    {own}\n" in done.err
    assert '"tiles":"D4 D3r D2r / D6 D1r D5"' in run("log", "powerboats-1", "--json").out


def test_at_the_keyboard_a_seal_that_is_due_is_asked_for(run, evening):
    """Nothing else is possible until it is opened, and `?` says so."""
    run("seal", evening, "A", "5")
    for line in ("B plays 3", "C plays 2"):
        run("do", evening, line)
    told = run("play", evening, stdin="?\nquit\n").err
    assert told.count("First Ada opens what was sealed: `seal A`") == 2


def test_a_language_goes_by_its_name(run, evening):
    told = run("play", evening, stdin="lang 日本語\nlang 英語\nlang 中文\nquit\n").out
    assert ["Niagara", "ナイアガラ", "Niagara", "尼加拉瓜大瀑布"] == re.findall(
        r"^(Niagara|ナイアガラ|尼加拉瓜大瀑布) ", told, re.MULTILINE
    )


def test_events_at_the_keyboard_are_of_the_game_that_is_played(run, evening):
    assert "Fields:" in run("play", evening, stdin="events cloud_moved\nquit\n").out


def test_what_is_possible_with_words_that_nothing_has_is_said_to_be_nothing(run, evening):
    told = run("play", evening, stdin="\n? elephant\nquit\n").err
    assert "Nothing possible now holds these words." in told


def test_the_number_that_is_named_as_an_example_stands_for_an_act(run, evening):
    (line,) = [
        line for line in run("legal", evening, "--as", "A").err.splitlines() if "By its number" in line
    ]
    assert line == f"By its number, for example 7: referee do {evening} A 7"
    assert run("do", evening, "A", "7").out == "Ada lays the cloud face down.\n"


def test_somebody_is_called_to_the_keyboard_by_name(run):
    """`as ben` is Ben's seat; a stranger is answered with who sits here."""
    done = run("play", "niagara", "--names", "Ada,Ben,Chie", stdin="as ben\n\n6\nas Zed\nquit\n")
    assert "Hand the keyboard to Ben (B)" in done.err
    assert 'nobody called "Zed" sits at niagara-1. Seats: A (Ada), B (Ben), C (Chie).' in done.err
    assert re.search(r"B +Ben +face down", done.out)


@pytest.mark.parametrize("who", ["the Captain", "captain", "船长", "Wei"])
def test_somebody_is_called_to_the_keyboard_by_the_character(run, who):
    run("new", "lifeboat", "--seats", "Ada,Wei,Chie,Dan", "--table", "t")
    run("do", "t", "Ada is Lady Lauren, Wei is the Captain, Chie is the Kid, Dan is the First Mate")
    assert "Hand the keyboard to Wei (W)" in run("play", "t", stdin=f"as {who}\n\nquit\n").err


def test_a_word_for_the_keyboard_that_is_an_act_of_the_game_is_the_act(run):
    """With `referee` before it the word is meant; where no act goes by it, the word alone is enough."""
    run("new", "niagara", "--seats", "A,B,C", "--table", "q")
    for line in ("A plays 5", "B plays 6", "C plays 3", "A2 launch to S5"):
        assert 0 == run("do", "q", line).code
    with rename_act("niagara", "turn_ended", "en", "notation", "{seat:seat} quit"):
        said, left = (
            run("play", "q", stdin=f"{line}\n").err for line in ("quit\nreferee quit", "referee quit")
        )
    assert [True, False] == ["why" in each.partition("Tab completes")[2] for each in (said, left)]
    assert "why" not in run("play", "q", stdin="quit\n").err.partition("Tab completes")[2]
