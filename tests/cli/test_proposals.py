"""What one seat asks of the others at the terminal: facts, rules, amendments; agreed to, or objected to."""

import pytest

from tests.architecture.sources import ROOT

GAMES = ROOT / "fixtures" / "games"


@pytest.fixture
def played(run, first_turn):
    for line in ("A1 launch to S4", "B1 launch to S3", "C1 launch to S2"):
        assert run("do", first_turn, line).code == 0
    return first_turn


def entry(run, table, type):
    return next(e["seq"] for e in run("log", table, "--json").objects if e["event"]["type"] == type)


def position(run, table):
    return run("show", table, "--json").object["position"]


def agree(run, table, *seats):
    """Let seats agree to the proposal that waits; give the last answer."""
    (waiting,) = run("agree", table, "--json").objects
    return [run("agree", table, waiting["id"], "--by", seat) for seat in seats][-1]


def test_a_correction_one_seat_asks_for_waits_for_the_others(run, played):
    """Nothing is set before all have agreed; then the log names them."""
    asked = run("correct", played, "weather=2", "--by", "B", "--reason", "bumped")
    assert "referee agree evening" in asked.err
    assert position(run, played)["weather"] == 0
    assert agree(run, played, "A", "C").code == 0
    assert position(run, played)["weather"] == 2
    last = run("log", played, "--json").objects[-1]["event"]
    assert (last["type"], last["reason"], last["agreed"]) == ("corrected", "bumped", ["A", "B", "C"])


def test_whoever_is_asked_reads_what_would_be_set(run, played):
    """Whose it is, and to what: nobody agrees to what is not said."""
    asked = run("correct", played, "owned.B.ruby=2", "canoes.A.1.at=S2", "--by", "B", "--lang", "en")
    facts = "Ada's canoe 1 stands on S2; Ada's canoe 1 carries no gem; Ben's gems ashore (ruby): 2"
    assert f"Ben proposes to set by hand what the board says otherwise: {facts}." in asked.out
    assert facts in run("log", played, "--lang", "en").out
    assert facts in run("agree", played, "--lang", "en").out


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        ("owned.A.ruby=-1", "owned.A.ruby cannot be -1. It is a number from 0"),
        ("owned.A.ruby=9", "NIA-SETUP-02 There are seven of each gem in the game;"),
        ("weather=9", "weather cannot be 9. It may be: -1, 0, 1, 2."),
        ("acted=A,Q", 'Nobody called "Q" sits at this table.'),
        ("foo=1", '"foo" is no fact of this board. There are: canoes, owned, sites,'),
        ("canoes.A.1=S1", '"canoes.A.1" is no fact of this board. After "canoes.A.1." comes: at, gem.'),
        ("canoes.A.9.at=S1", '"canoes.A.9.at" is no fact of this board. After "canoes.A." comes: 1, 2.'),
    ],
)
def test_what_cannot_be_set_is_answered_with_what_can(run, played, fact, said):
    refused = run("correct", played, fact, "--lang", "en")
    assert said in refused.err
    assert refused.code


def test_any_seat_may_object_to_a_correction_or_a_rule(run, played):
    for ask in (("correct", played, "weather=2"), ("house", played, "minimum_speed=1")):
        run(*ask, "--by", "B")
        (waiting,) = run("agree", played, "--json").objects
        assert waiting["waits_for"] == ["A", "C"]
        run("agree", played, waiting["id"], "--by", "C", "--object")
        assert run("agree", played, "--json").objects == []
    assert (position(run, played)["weather"], run("show", played, "--json").object["house"]) == (0, {})


def test_a_rule_one_seat_asks_for_holds_from_the_last_agreement_on(run, played):
    run("house", played, "minimum_speed=1", "--by", "B")
    agree(run, played, "A", "C")
    assert run("show", played, "--json").object["house"] == {"minimum_speed": 1}


def test_a_rule_from_an_entry_on_is_proposed_and_the_rest_told_again(run, played):
    """The proposal says from where; once agreed, what followed stands as it stood."""
    before, first = position(run, played), entry(run, played, "canoe_moved")
    asked = run("house", played, "both_ashore=may_stay", "--from", first, "--by", "B")
    assert "What was shown cannot be unseen: Ben turns up a 3, Chie turns up a 2." in asked.err
    assert "take back: Ada's canoe 1 is launched and paddles to S4" in run("agree", played).out
    made = agree(run, played, "A", "C")
    assert "The 3 acts after it were told again." in made.out
    assert (position(run, played), run("show", played, "--json").object["house"]) == (
        before,
        {"both_ashore": "may_stay"},
    )
    ruled = next(e for e in run("log", played, "--json").objects if e["event"]["type"] == "house_ruled")
    assert ruled["event"]["agreed"] == ["A", "B", "C"]
    assert run("audit", played).code == 0


def test_an_amendment_of_ones_own_last_act_is_free(run, evening):
    run("do", evening, "A plays 4")
    done = run("amend", evening, 2, "A plays 5", "--by", "A", "--json").object
    assert (done["again"], done["stuck"]) == (0, None)
    assert run("agree", evening, "--json").objects == []


def test_an_amendment_of_more_waits_for_everybody(run, played):
    """And is made whole: the entry replaced, the rest told again."""
    first = entry(run, played, "canoe_moved")
    run("amend", played, first, "A2 launch to S4", "--by", "A")
    assert position(run, played)["canoes"]["A"]["2"]["at"] == "land"
    assert "instead of: Ada's canoe 1 is launched and paddles to S4 (2 later acts" in run("agree", played).out
    agree(run, played, "B", "C")
    assert position(run, played)["canoes"]["A"] == {
        "1": {"at": "land", "gem": None},
        "2": {"at": "S4", "gem": None},
    }
    assert position(run, played)["canoes"]["C"]["1"]["at"] == "S2"


def test_what_cannot_be_is_not_proposed(run, played):
    first = entry(run, played, "canoe_moved")
    for ask in (
        ("correct", played, "hands.A=[1,1]"),
        ("house", played, "minimum_speed=9"),
        ("house", played, "minimum_speed=9", "--from", first),
        ("amend", played, first, "A1 launch to S5"),
    ):
        assert run(*ask, "--by", "B").code == (2 if ask[0] == "house" else 1)
    assert run("agree", played, "--json").objects == []


def test_a_correction_of_what_chance_showed_says_that_it_cannot_be_unseen(run):
    """Dice, say; where nothing was shown, nothing is said."""
    run("import", GAMES / "powerboats" / "three-training.jsonl", "--table", "lake")
    thrown = [e for e in run("log", "lake", "--json").objects if e["event"]["type"] == "dice_thrown"][-1]
    run("back", "lake", "--to", thrown["seq"])
    seat = thrown["event"]["seat"]
    assert "cannot be unseen" in run("correct", "lake", f"boats.{seat}.dice=[1]").err
    assert "cannot be unseen" not in run("correct", "lake", f"points.{seat}=3").err


@pytest.mark.parametrize(("lang", "words"), [("zh-Hans", "提议自定规则"), ("ja", "先のハウスルール")])
def test_a_proposal_is_read_in_every_language(run, played, lang, words):
    run("house", played, "minimum_speed=1", "--by", "B")
    assert words in run("agree", played, "--lang", lang).out


def test_a_proposed_correction_shows_nobody_elses_cards(run, evening):
    run("correct", evening, "hands.A=[1,2,3]", "--by", "A")
    assert "[1,2,3]" not in run("agree", evening, "--json").out


def test_a_seat_is_meant_by_its_name_too(run, played):
    """As in notation; who sits there is said with both."""
    assert 0 == run("correct", played, "weather=2", "--by", "ben").code
    assert 0 == agree(run, played, "Ada", "C").code
    for asked in (("legal", played), ("show", played), ("log", played)):
        assert run(*asked, "--seat", "Ada").out == run(*asked, "--seat", "A").out
    unknown = run("house", played, "minimum_speed=1", "--by", "Zoe", "--lang", "en")
    assert (2, True) == (unknown.code, "Seats: A (Ada), B (Ben), C (Chie)." in unknown.err)


def test_where_two_things_are_asked_who_agrees_is_asked_which(run, played):
    """Both are listed; nothing is taken for agreed, and the exit code is that of a line to be mended."""
    run("correct", played, "weather=2", "--by", "B")
    run("house", played, "minimum_speed=1", "--by", "C")
    ids = [each["id"] for each in run("agree", played, "--json").objects]
    done = run("agree", played, "--by", "A")
    assert (2, True) == (done.code, f"which one: {ids[0]}, {ids[1]}?" in done.err)
    assert all(id in done.out for id in ids)
    assert ids == [each["id"] for each in run("agree", played, "--json").objects]
    assert 0 == run("agree", played, ids[1], "--by", "A").code


def test_what_is_set_at_the_keyboard_names_nobody_who_was_not_asked(run, played):
    """It says where it was set; who is said to have agreed is named."""
    run("correct", played, "weather=2")
    run("correct", played, "weather=1", "--agreed", "A,C")
    first, last = (each["event"] for each in run("log", played, "--json").objects[-2:])
    assert ([], True) == (first["agreed"], first["at_screen"])
    assert (["A", "C"], False) == (last["agreed"], last.get("at_screen", False))
    told = run("log", played, "--lang", "en").out
    assert "weather: 2. Set at the screen." in told
    assert "weather: 1. Agreed by Ada and Chie." in told


def test_a_text_record_says_what_was_set_at_the_screen(run, played, place):
    run("correct", played, "weather=2")
    run("export", played, "--to", "text", "--out", "evening.txt")
    assert "set by hand at the screen: weather=2" in (place / "evening.txt").read_text()
    assert 0 == run("check", "evening.txt").code


def test_that_nothing_is_asked_is_said(run, evening):
    asked = run("agree", evening)
    assert (asked.code, asked.err) == (0, "Nothing is asked of anybody just now.\n")


def test_a_sentence_about_the_table_begins_with_a_capital(run, evening):
    run("do", evening, "A plays 3")
    asked = run("dispute", evening, "May she?").out
    assert asked.startswith("The table asks for a ruling on ")
