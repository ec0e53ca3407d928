"""`play` and `demo`: a table round one keyboard, and a newcomer's first minute."""

import pytest

from cli.commands.start.demo import SECONDS
from referee.kernel.registry import find_game, rooms
from tests.cli.conftest import DEMO

CARDS = "\nA plays 4\n\n3\n\nC plays 2\n"
"""Three curtains, three cards; who is asked may leave the own name out."""


def test_a_table_is_opened_and_asked_seat_by_seat(run):
    """The whole table round one keyboard, driven by a pipe."""
    done = run("play", "niagara", "--names", "Ada,Ben,Chie", stdin=CARDS + "A1 launch to S4\nquit\n")
    assert 0 == done.code
    assert "Hand the keyboard to Ada (A)" in done.err
    told = "Ada's canoe 1 is launched and paddles to S4.\n  It is Ben's turn.\n  Ben turns up a 3.\n"
    assert told in done.out
    assert "`referee play niagara-1` goes on" in done.err


def test_a_secret_card_is_neither_echoed_nor_told(run):
    """Whoever gets the keyboard next reads nothing."""
    done = run("play", "niagara", stdin="\nA plays 4\nquit\n")
    assert "A lays" not in done.out + done.err


def test_a_card_typed_at_the_curtain_is_not_lost(run):
    """Who is in a hurry does not press Enter first; what is typed is never thrown away, nor echoed."""
    done = run("play", "niagara", stdin="A plays 4\n3\n2\nA1 launch to S4\nquit\n")
    assert "A's canoe 1 is launched and paddles to S4.\n  It is B's turn.\n  B turns up a 3.\n" in done.out
    assert "A lays a 4" not in done.out + done.err


def test_it_goes_on_where_it_stopped(run):
    """The table is kept after every action."""
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
    """In notation, ready to be typed."""
    assert "\n  A2 launch to S4\n" in run("play", "niagara", stdin=CARDS + "?\nquit\n").err


def test_back_takes_back_and_anyway_decides(run):
    """The words for the keyboard are events as well."""
    run(
        "play",
        "niagara",
        stdin=CARDS + "A1 launch to S4\nback\nanyway canoes.A.1.at=S2\nanyway minimum_speed=1\nquit\n",
    )
    types = [row["event"]["type"] for row in run("log", "niagara-1", "--json").objects]
    assert ["taken_back", "corrected", "house_ruled"] == types[-3:]


def test_what_makes_no_sense_is_asked_again(run):
    """Typing errors cost nothing."""
    done = run("play", "niagara", stdin=CARDS + "flies\n\nanyway wind\nback x\nwhy\nA1 launch to S4\n")
    assert 0 == done.code
    assert "A's canoe 1 is launched and paddles to S4.\n" in done.out


def test_the_river_is_asked_of_the_table_and_enter_is_the_usual(run):
    """What the discs did is entered by whoever looked."""
    turns = "A1 launch to S4\nB1 launch to S3\nC1 launch to S2\n\n"
    done = run("play", "niagara", stdin=CARDS + turns)
    assert "What did the table show? (Enter: river left right)" in done.err
    assert "The river flows 2 steps: left, right.\n  Round 1 is over" in done.out


def test_a_finished_game_names_its_winners(run, place):
    """Nobody is asked any more."""
    kept = [line for n, line in enumerate(DEMO.read_text().splitlines(), 1) if n != 43]
    (place / "over.jsonl").write_text("\n".join(kept) + "\n")
    run("import", "over.jsonl")
    assert run("play", "over").out.endswith("Ada and Ben win together.\n")


def test_the_demo_shows_boards_a_refusal_a_jam_and_a_tie(run):
    """All of it, at once."""
    out = run("demo", "niagara", "--fast").out
    assert "NIA-STEAL-01 Only a canoe going upstream steals" in out
    assert "Source: 尼加拉瓜大瀑布 抢夺宝石, no. 1" in out
    assert "A disc jammed at the fork." in out
    assert "Ada and Ben win together." in out
    assert 17 == out.count("= rope =")


def test_the_demo_is_paced_for_a_person():
    """About a minute, never two."""
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
    assert 6 == out.count("Bow~")


@pytest.mark.parametrize("game", rooms())
def test_a_demo_names_its_game_and_ends_with_a_table_that_can_be_opened(game, run):
    """What it tells a newcomer to type works."""
    lines = run("demo", game, "--fast").out.splitlines()
    assert lines[0].startswith(f"A recorded game of {game.capitalize()}, refereed")
    seats = lines[-1].rpartition(" ")[2].split(",")
    assert len(seats) in find_game(game).charter.players


def test_the_demo_speaks_three_languages(run):
    """Newcomers read their own."""
    titles = {
        run("demo", "niagara", "--fast", "--lang", lang).out.splitlines()[0] for lang in ("en", "zh", "ja")
    }
    assert 3 == len(titles)


def test_the_demo_in_json_is_what_check_prints(run):
    """The same refereeing, without the show."""
    assert run("demo", "niagara", "--json").out == run("check", DEMO, "--keep-going", "--json").out
