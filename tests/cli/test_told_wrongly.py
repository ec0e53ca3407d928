"""A card told wrongly and turned up otherwise: the refusal offers to amend the entry that causes it."""

import pytest

from cli.output.refusals import brief_refusal
from cli.session import Session
from cli.tables import get_table


@pytest.fixture
def told(run, evening):
    """Ben's card was told as a 3; he laid a 4, and it is his turn."""
    for line in ("A plays 3", "B plays 3", "C plays 3", "A1 launch to S3"):
        assert run("do", evening, line).code == 0
    return evening


@pytest.mark.parametrize("line", ["B shows 4", "B1 launch to S4"])
def test_the_entry_told_wrongly_is_named_with_the_command_that_amends_it(run, told, line):
    done = run("do", told, line)
    assert (done.code, "referee amend evening 3 'B plays 4'" in done.err) == (1, True)
    (amend,) = run("do", told, line, "--json").object["amend"]
    assert (amend["seq"], amend["notation"]) == (3, "B plays 4")
    assert run("amend", told, 3, "B plays 4").code == 0
    assert run("do", told, "B1 launch to S4").code == 0


def test_round_the_keyboard_it_is_a_word_for_it(run, told):
    done = run("play", told, stdin="B1 launch to S4\namend 3 'B plays 4'\nB1 launch to S4\nquit\n")
    assert "\n  amend 3 'B plays 4'\n" in done.err
    assert "Ben's canoe 1 is launched and paddles to S4." in done.out


def test_nothing_is_named_where_no_earlier_entry_is_the_reason(run, told):
    done = run("do", told, "C1 launch to S3")
    assert (done.code, "referee amend" in done.err) == (1, False)
    assert "amend" not in run("do", told, "C1 launch to S3", "--json").object


@pytest.mark.parametrize(
    ("before", "line", "amend"),
    [
        (["A plays 3"], "A plays 5", "referee amend evening 2 'A plays 5'"),
        (["A plays 3", "B plays 4"], "A 5", "referee amend evening 2 'A plays 5'"),
        (
            ["A plays face down", "B plays face down", "C plays face down", "A shows 3"],
            "A shows 1",
            "referee amend evening 6 'A shows 1'",
        ),
    ],
)
def test_what_was_told_otherwise_before_is_amended_by_what_is_told_now(run, evening, before, line, amend):
    for each in before:
        assert run("do", evening, each).code == 0
    done = run("do", evening, line)
    assert (done.code, amend in done.err) == (1, True)


def test_only_the_last_act_of_that_kind_is_what_was_told_otherwise(run, told):
    """Ada's 3 has been paddled with: a 5 does not fit there."""
    assert "referee amend" not in run("do", told, "A plays 5").err


def test_a_refusal_with_several_entries_to_amend_has_twelve_lines(run):
    run("new", "niagara", "--seats", "A,B,C", "--table", "t")
    for line in ("A plays 3", "B plays 3", "C plays 3"):
        run("do", "t", line)
    session = Session()
    with session.call():
        at = get_table(session, "t")
        event = session.parse(at.state, "A1 launch to S4")
        refused = at.judge(event)
        more = ["Or an earlier entry was told wrongly:", "  amend 2 'A plays 4'", "  amend 3 'A plays 5'"]
        lines = brief_refusal(session, at.game, at.state, refused, table="t", event=event, more=more).split(
            "\n"
        )
    assert (len(lines), lines[-2:]) == (12, more[:2])
