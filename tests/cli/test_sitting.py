"""Going home, closing, another name, and away with a table: at the terminal."""

import pytest


def test_somebody_goes_home_and_comes_back(run, evening):
    """By a seat or a name; the others play on."""
    assert "Chie goes home; the others play on" in run("leave", evening, "Chie").out
    assert 1 == run("leave", evening, "C").code
    assert "Chie is back at the table." in run("leave", evening, "C", "--back").out


def test_the_others_are_asked_where_one_seat_asks(run, evening):
    """And what is advised works: who is gone is not asked."""
    asked = run("leave", evening, "C", "--by", "B")
    assert "referee agree evening P2 --by A" in asked.err
    assert "Agreed by Ada and Ben." in run("agree", evening, "P2", "--by", "A").out


def test_a_table_is_closed_when_it_was_asked(run, evening):
    """Nothing is closed by a mere Enter; afterwards nothing more is recorded."""
    run("close", evening, stdin="\n")
    assert 0 == run("do", evening, "A plays 4").code
    assert "The table closes. Reason: dinner." in run("close", evening, "--reason", "dinner", "--yes").out
    assert "TAB-CLOSE-01" in run("do", evening, "B plays 4").err


@pytest.mark.parametrize(("answers", "code"), [("A plays 4\ny\n", 0), ("A plays 4\nno\n", 1), ("hm\n", 1)])
def test_what_is_neither_yes_nor_no_is_asked_again(run, evening, answers, code):
    done = run("close", evening, stdin=answers)
    typed = answers.splitlines()[0]
    assert (code, True) == (done.code, f"“{typed}” is neither" in done.err)
    assert (code == 0) is run("log", evening, "--json").objects[-1]["event"]["type"].startswith("table_cl")


def test_a_renamed_table_goes_on(run, evening, place):
    run("do", evening, "A plays 4")
    told = run("rename", evening, "friday")
    assert "evening is called friday from here on." in told.out
    (file,) = (place / "put-away").iterdir()
    assert str(file) in told.err
    assert 0 == run("do", "friday", "B plays 4").code
    assert 0 == run("audit", "friday").code
    assert 2 == run("show", evening).code
    assert "2 accepted" in run("check", file).out


@pytest.mark.parametrize("name", ["other", "a/b", ".hidden", "x.jsonl"])
def test_a_name_that_cannot_be_changes_nothing(run, evening, name):
    run("new", "niagara", "--seats", "A,B,C", "--table", "other")
    assert 1 == run("rename", evening, name).code
    assert 0 == run("show", evening).code


def test_a_table_is_removed_once_it_was_asked_twice(run, evening, place):
    for typed in ("", "n\n", "y\n", "y\nfriday\n"):
        assert 1 == run("delete", evening, stdin=typed).code
        assert 0 == run("show", evening).code
    assert "evening was removed." in run("delete", evening, stdin="y\nevening\n").out
    assert 2 == run("show", evening).code
    (file,) = (place / "put-away").iterdir()
    assert 0 == run("import", file).code
    assert 0 == run("show", evening).code


def test_a_program_names_what_it_removes_twice(run, evening):
    assert 2 == run("delete", evening, "--json").code
    gone = run("delete", evening, "--yes", evening, "--json").object
    assert (evening, 1) == (gone["table"], gone["entries"])


def test_no_table_is_removed_that_was_not_named(run, evening):
    assert 2 == run("delete").code
    assert 0 == run("show", evening).code


def test_whoever_plays_for_a_seat_is_asked_at_the_keyboard(run, evening):
    run("leave", evening, "A")
    assert "whoever plays for Ada (A)" in run("play", evening, stdin="quit\n").err


def test_whoever_plays_for_somebody_who_left_does_so_behind_the_curtain(run):
    run("new", "niagara", "--seats", "A,B,C", "--table", "evening")
    run("leave", "evening", "A")
    played = run("play", "evening", stdin="\nA plays 6\nquit\n")
    assert "not yours to speak for" not in played.err
    assert "Hand the keyboard to B" in played.err
    assert "A lays" in run("log", "evening").out


def test_what_is_to_be_done_for_who_went_home_is_listed_first(run, evening):
    """With how it is listed; whoever plays on is asked for it."""
    run("leave", evening, "C")
    listed = run("legal", evening, "--lang", "en").err.splitlines()
    assert "Chie went home: somebody plays on for that seat now (--as C lists how)." == listed[0]
