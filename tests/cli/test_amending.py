"""Take back, tell again, amend at a terminal: what is offered, what it stops at, and the ways on."""

import pytest

from tests.cli.conftest import ROOT

GAMES = ROOT / "fixtures" / "games"
RECORDS = [
    GAMES / "niagara" / "tie-shared-4p-zh.jsonl",
    GAMES / "powerboats" / "two-tie.jsonl",
    GAMES / "lifeboat" / "disputed-5p-en.jsonl",
]
each_record = pytest.mark.parametrize("record", RECORDS, ids=lambda path: path.parent.name)


@pytest.fixture
def launched(run, evening):
    """A 6 paddled out to S4: entry 7, after which Ben turns up a 5."""
    for line in ("A plays 6", "B plays 5", "C plays 4", "A1 launch to S4, load diamond"):
        assert run("do", evening, line).code == 0
    return evening


@each_record
def test_the_opening_cannot_be_amended(run, record):
    run("import", record, "--table", "t")
    for line in ("A plays 3", '{"type":"turn_ended","seat":"A"}'):
        done = run("amend", "t", 1, line)
        assert (done.code, "The opening cannot be replaced" in done.err) == (1, True)


@each_record
def test_of_the_opening_only_an_option_can_be_thought_otherwise(run, record):
    for instead in ([], ["A plays 3"], ["--exits", "left"]):
        done = run("whatif", record, "--at", 1, *instead)
        assert (done.code, done.out, "--option K=V" in done.err) == (2, "", True)


def agree(run, table, *seats):
    (waiting,) = run("agree", table, "--json").objects
    return [run("agree", table, waiting["id"], "--by", seat).code for seat in seats]


def test_a_proposal_is_not_told_again(run, launched):
    """It named entries that are no more: nobody could ever make it."""
    run("back", launched, "--by", "A")
    run("amend", launched, 2, "A plays 3")
    assert run("again", launched, "--list").out.strip() == (
        "7  Ada's canoe 1 is launched and paddles to S4 and loads a diamond."
    )
    run("again", launched, "--skip")
    assert run("agree", launched, "--json").objects == []


def test_a_take_back_all_agreed_to_offers_the_acts_alone(run, launched):
    """Not the proposal it came of, nor what anybody answered; told again, the game goes on."""
    run("back", launched, "--by", "A")
    assert agree(run, launched, "B", "C") == [0, 0]
    offered = run("again", launched, "--list", "--json").objects
    assert [each["notation"] for each in offered] == ["A1 launch to S4, load diamond"]
    assert "1 act told again" in run("again", launched).out
    assert run("agree", launched, "--json").objects == []
    assert run("show", launched, "--json").object["position"]["canoes"]["A"]["1"]["at"] == "S4"


def test_what_is_offered_is_read_in_words(run, launched):
    """A dispute has no notation; it is told as the log tells it."""
    run("dispute", launched, "--at", 7, "--question", "was it diamond?")
    run("back", launched, "--to", 6)
    listed = run("again", launched, "--list").out
    assert "asks for a ruling on entry 7" in listed
    assert "{" not in listed


def test_step_by_step_taken_back_all_of_it_is_offered(run, launched):
    before = run("show", launched, "--json").object["position"]
    for _ in range(3):
        run("back", launched)
    offered = run("again", launched, "--list", "--json").objects
    assert [each["seq"] for each in offered] == [3, 4, 7]
    run("again", launched)
    assert run("show", launched, "--json").object["position"] == before


@pytest.fixture
def stopped(run, launched):
    """A round, and A's card set right: the launch to S4 and what followed wait to be told again."""
    for line in ("B1 launch to S5", "C1 launch to S4"):
        assert run("do", launched, line).code == 0
    assert run("amend", launched, 2, "A plays 3").code == 1
    return launched


def places(run, table):
    canoes = run("show", table, "--json").object["position"]["canoes"]
    return [canoes[seat]["1"]["at"] for seat in "ABC"]


@pytest.mark.parametrize("lang", ["en", "zh-Hans", "ja"])
def test_where_telling_again_stops_the_three_ways_on_are_said(run, stopped, lang):
    done = run("again", stopped, "--lang", lang)
    ways = (
        "referee again evening --skip",
        "referee amend evening 7",
        "referee house evening",
        "referee correct evening canoes.A.1.at=S4",
    )
    assert done.code == 1
    assert [way for way in ways if way not in done.err] == []


def test_what_it_stops_at_is_amended_as_the_message_says_and_the_rest_told_again(run, stopped):
    done = run("amend", stopped, 7, "A1 launch to S3")
    assert (done.code, "The 2 acts after it were told again." in done.out) == (0, True)
    assert places(run, stopped) == ["S3", "S5", "S4"]
    assert run("again", stopped, "--list").out == ""
    assert run("audit", stopped).code == 0


def test_an_act_further_on_is_amended_once_what_comes_before_it_stands(run, stopped):
    assert "It stops at entry 7" in run("amend", stopped, 10, "B1 launch to S4").err
    run("back", stopped, "--to", 1)
    first, *_ = run("again", stopped, "--list", "--json").objects
    run("amend", stopped, first["seq"], "A plays 6")
    assert places(run, stopped) == ["S4", "S5", "S4"]


def test_what_could_not_stand_there_is_refused_as_of_there(run, stopped):
    before = run("log", stopped).out
    done = run("amend", stopped, 7, "A1 launch to S5")
    assert (done.code, "evening:7: NIA-MOVE-01" in done.err) == (1, True)
    assert run("log", stopped).out == before
    assert [each["seq"] for each in run("again", stopped, "--list", "--json").objects][:1] == [7]


def test_nobody_is_asked_about_what_is_taken_back_already(run, stopped):
    done = run("amend", stopped, 7, "A1 launch to S3", "--agreed", "A,B")
    assert (done.code, "referee amend evening 7 'A1 launch to S3'" in done.err) == (2, True)


def test_a_refused_amendment_shows_the_board_and_the_possible_acts_of_its_entry(run, launched):
    """It is Ada who paddles there, with a 6; not Ben, as now."""
    done = run("amend", launched, 7, "A2 launch to S5")
    assert "So the table stood at entry 7" in done.err
    assert "Ada plays a 6" in done.err
    assert "Possible now for Ada" in done.err
    assert "Ben:" not in done.err
    refused = run("amend", launched, 7, "A2 launch to S5", "--json").object
    lines = [each["notation"] for each in refused["possible"]]
    assert (refused["acting"], "A1 launch to S4, load diamond" in lines) == (["A"], True)


@pytest.mark.parametrize("command", [["back"], ["amend"]])
def test_who_asks_the_others_does_not_say_that_they_agreed(run, launched, command):
    place = [7, "A1 launch to L6"] if command == ["amend"] else []
    done = run(*command, launched, *place, "--by", "A", "--agreed", "B,C")
    assert (done.code, "--agreed" in done.err) == (2, True)
    assert run("agree", launched, "--json").objects == []


def test_a_take_back_warns_only_of_what_it_undoes(run, launched):
    """What followed from the entry named stays with it; what was undone before is not said again."""
    shown = "What was shown cannot be unseen: Ben turns up a 5."
    assert shown in run("back", launched, "--to", 5).err
    assert "unseen" not in run("back", launched, "--to", 6).err
    run("do", launched, "A1 launch to S4, load diamond")
    assert shown in run("back", launched, "--to", 5).err


def test_a_proposed_take_back_names_the_entry_it_keeps(run, launched):
    assert "Ada asks: take back: " in run("back", launched, "--to", 5, "--by", "A").out


def test_the_last_agreement_to_a_take_back_says_that_it_can_be_told_again(run, launched):
    run("back", launched, "--by", "A")
    assert "again" not in run("agree", launched, "P10", "--by", "B").err
    assert "referee again evening" in run("agree", launched, "P10", "--by", "C").err


@pytest.mark.parametrize("lang", ["en", "zh-Hans", "ja"])
def test_what_is_dropped_is_named(run, launched, lang):
    """It waits no more, whatever is done next; the log says so, and its export goes on to."""
    run("back", launched, "--to", 6)
    done = run("again", launched, "--skip", "--lang", lang)
    words = {"en": "Dropped: Ada's canoe 1", "zh-Hans": "已放弃：Ada", "ja": "やり直さない：Ada"}[lang]
    assert (done.code, done.out.count("\n"), words in done.out) == (0, 1, True)
    run("do", launched, "A1 launch to L6")
    assert run("again", launched, "--list").out == ""
    assert words in run("log", launched, "--lang", lang).out
    assert run("audit", launched).code == 0
    run("export", launched, "--to", "text", "--out", "t.txt")
    assert run("import", "t.txt", "--table", "other").code == 0
    assert run("again", "other", "--list").out == ""


def test_what_is_told_meanwhile_is_inserted(run, evening):
    for line in ("A plays 3", "B plays 4"):
        run("do", evening, line)
    run("back", evening, "--to", 1, "--yes")
    run("do", evening, "C plays 5")
    assert "2 acts told again" in run("again", evening).out
    log = run("log", evening, "--json").objects
    assert [each["by"] for each in log if each["in_force"] and each["kind"] == "action"] == ["C", "A", "B"]


def test_what_no_longer_fits_is_named_and_dropped_only_by_name(run, evening):
    """What came after it is told again then; all that waits can be dropped at once."""
    for line in ("A plays 3", "B plays 4"):
        run("do", evening, line)
    run("back", evening, "--to", 1, "--yes")
    run("do", evening, "A plays 5")
    stuck = run("again", evening)
    assert (stuck.code, "It stops at entry 2" in stuck.err) == (1, True)
    assert len(run("again", evening, "--list", "--json").objects) == 2
    assert "1 act told again" in run("again", evening, "--skip").out
    assert run("again", evening, "--list").out == ""
    run("back", evening, 2, "--yes")
    assert run("again", evening, "--drop").code == 0
    assert run("again", evening, "--list").out == ""


def test_what_is_missing_before_an_act_that_waits_is_said(run, launched):
    run("do", launched, "B1 launch to S5")
    run("back", launched, 2, "--yes")
    run("again", launched, "--skip")
    done = run("again", launched)
    assert "first tell what is missing: referee do evening 'A" in done.err


def test_what_stands_instead_is_said_and_needs_no_quotes(run, evening):
    run("do", evening, "A plays 3")
    assert run("amend", evening, 2, "B", "plays", "4").out == "Instead of entry 2: Ben lays a 4 face down.\n"


@pytest.mark.parametrize("lang", ["en", "zh-Hans", "ja"])
def test_where_all_choose_in_secret_no_empty_list_is_printed(run, evening, lang):
    run("do", evening, "A plays 3")
    listed = run("amend", evening, 2, "--lang", lang)
    assert (listed.out, "`referee amend evening 2`" in listed.err) == ("", True)
