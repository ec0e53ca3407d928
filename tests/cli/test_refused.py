"""What was refused last, disputed: found by itself, on record, ruled on, then done without asking again."""

import pytest

from referee.rulebooks.rulings import read_ruling
from referee.testing.laws.package import play

UNLOAD = "A1 unload, up to S1"
TOLD = "Ada's canoe 1 unloads its gem and paddles up to S1"


@pytest.fixture
def laden(run, first_turn):
    """Let A's canoe lie at the amethysts with an amethyst aboard: edition zh forbids to unload it there."""
    facts = ("canoes.A.1.at=S3", "canoes.A.1.gem=amethyst", "canoes.B.1.at=S2", "canoes.B.1.gem=ruby")
    assert run("correct", first_turn, *facts).code == 0
    return first_turn


@pytest.fixture
def refused(run, laden):
    assert run("do", laden, UNLOAD).code == 1
    return laden


def test_a_dispute_finds_the_last_refusal_by_itself(run, refused):
    """The act, why it was refused, and what each ruling makes of it; nothing is written."""
    case = run("dispute", refused, "--json").object
    assert (case["topic"], case["refused"]["rules"], case["rules"][0]) == (
        "load",
        ["NIA-LOAD-06"],
        "NIA-LOAD-06",
    )
    assert (case["act"]["type"], case["act"]["to"]) == ("canoe_moved", "S1")
    ways = {
        p["decision"]: (p["editions"], p["in_force"], p["allows"], p["matters"])
        for p in case["possibilities"]
    }
    assert ways == {
        "own_colour_unload=allowed": (["ja"], False, True, True),
        "own_colour_unload=forbidden": (["zh"], True, False, False),
    }
    assert run("rulings", refused, "--json").objects == []


def test_a_person_reads_what_a_ruling_would_make_of_it(run, refused):
    lines = [line.strip() for line in run("dispute", refused).out.splitlines()]
    assert lines[0] == f"Refused: {TOLD}. Topic: Loading and unloading (load)."
    unloading = "Unloading a gem at its own site: allowed (own_colour_unload=allowed)"
    assert f"1  {unloading}  as in the Japanese rulebook" in lines
    assert "it would be accepted" in lines
    assert "Ada's canoe 1 (place): S3 → S1" in lines
    default = "all as in the Chinese rulebook (edition zh) [stated by the rules]"
    assert f"The referee would say: {default}" in lines


def test_what_was_done_since_leaves_the_refusal_behind(run, refused):
    run("do", refused, "A1 unload, up to S2")
    assert run("do", refused, "A1 down to S5, unload").code == 0
    case = run("dispute", refused, "--json").object
    assert (case["act"], case["at"]) == (None, 8)


def test_a_refusal_ruled_on_is_done_without_asking_again(run, refused):
    """The ruling says so, and the act goes through; the question is not put twice."""
    done = run("dispute", refused, "--decide", "edition ja", "--by", "A", "--question", "Its own site?")
    assert f"referee do {refused} '{UNLOAD}'" in done.err
    assert run("do", refused, UNLOAD).code == 0
    (settled,) = run("rulings", refused, "--json").objects
    assert settled["opened"]["act"]["type"] == "canoe_moved"
    assert settled["ruling"]["effect"] == {"own_colour_unload": "allowed"}
    assert run("audit", refused).code == 0


def test_a_refusal_on_record_is_shown_wherever_disputes_are(run, refused):
    run("dispute", refused, "--decide", "edition ja", "--by", "A")
    assert f"This is about: {TOLD}" in run("rulings", refused).out
    assert f"Ada asks for a ruling on “{TOLD}”" in run("log", refused).out
    for form in ("md", "html"):
        told = run("report", refused, "--to", form).out
        assert "This is about: Ada" in told
        assert "NIA-LOAD-06" in told


def test_a_refusal_ruled_on_exports_as_a_ruling_that_holds(run, refused, tmp_path):
    run("dispute", refused, "--decide", "own_colour_unload=allowed", "--question", "Its own site?")
    for line in (UNLOAD, "A2 launch to S4", "B1 ashore", "B2 launch to S3"):  # then every card is turned up
        assert run("do", refused, line).code == 0
    folder = tmp_path / "niagara"
    folder.mkdir()
    run("rulings", refused, "--export", "D1", "--out", folder / "D1-own-site.md")
    ruling = read_ruling(folder / "D1-own-site.md")
    assert [act.verdict for act in ruling.acts] == ["refused", "accepted"]
    assert [play(ruling, act).checked.verdict for act in ruling.acts] == ["refused", "accepted"]
    assert (ruling.title.en, ruling.title.ja) == ("Loading and unloading", "積み降ろし")
    assert ruling.answer.zh_Hans == "把宝石卸在同色的宝石区域：可以"


def test_an_open_question_is_settled_by_the_next_decision(run, refused):
    """Asked on one device, decided on another: one dispute, not two."""
    run("dispute", refused, "--question", "Its own site?", "--by", "A")
    assert run("dispute", refused, "--json").object["dispute"] == "D1"
    assert "D1 was asked by Ada: Its own site?" in run("dispute", refused).out
    run(
        "dispute",
        refused,
        "--vote",
        "A,B:own_colour_unload=allowed",
        "--vote",
        "C:own_colour_unload=forbidden",
    )
    (settled,) = run("rulings", refused, "--json").objects
    assert settled["ruling"]["decision"] == "own_colour_unload=allowed (by vote, 2 of 3: Ada and Ben)"
    assert run("dispute", refused, "--of", "D1").code == 2


def test_a_refusal_newer_than_an_open_question_comes_first(run, refused):
    """What is fresh is argued about; the old question keeps its name."""
    run("dispute", refused, "--question", "Its own site?", "--by", "A")
    run("do", refused, "A1 down to S5, unload")
    run("do", refused, "B1 launch to S9")
    assert run("do", refused, "A1 up to S5").code == 1
    case = run("dispute", refused, "--json").object
    assert (case["dispute"], case["act"]["to"]) == (None, "S5")
    assert run("dispute", refused, "--of", "D1", "--json").object["act"]["to"] == "S1"


def test_where_no_option_bears_the_table_says_whether_it_stands(run, laden):
    """By a coin too; what was ruled in words is shown when it comes up again."""
    run("do", laden, "A1 up to S1, unload")
    shown = run("dispute", laden)
    assert "* 1  The referee's ruling stands (stands)" in shown.out.splitlines()
    assert "  2  The table rules otherwise (does_not_stand)" in shown.out.splitlines()
    run("dispute", laden, "--toss")
    (settled,) = run("rulings", laden, "--json").objects
    assert settled["ruling"]["decision"].split(" (")[0] in {"stands", "does_not_stand"}
    assert settled["ruling"]["rules"] == ["NIA-LOAD-04"]
    again = run("do", laden, "A1 up to S1, unload")
    assert "Ruled at this table before (D1)" in again.err


def test_a_card_refused_in_secret_is_disputed_by_its_seat_alone(run, evening):
    run("do", evening, "A plays 3")
    assert run("do", evening, "A plays 5").code == 1
    assert run("dispute", evening, "--json").object["act"] is None
    assert run("dispute", evening, "--as", "B", "--json").object["act"] is None
    assert run("dispute", evening, "--as", "A", "--json").object["act"]["card"] == 5
    run("dispute", evening, "--as", "A", "--by", "A", "--question", "may I?")
    assert 'card":5' not in run("log", evening, "--json").out
    assert run("log", evening, "--json").objects[-1]["event"]["act"] is None


@pytest.mark.parametrize(("lang", "book"), [("zh-Hans", "尼加拉瓜大瀑布 "), ("ja", "ナイアガラ ルール解説 ")])
def test_a_refusal_cites_a_source_that_its_reader_can_read(run, evening, lang, book):
    run("do", evening, "A plays 3")
    assert f"：{book}" in run("do", evening, "A plays 5", "--lang", lang).err
