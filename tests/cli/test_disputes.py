"""Disputes at the terminal: amending, telling again, what-if, deciding, and the result."""

import re

import pytest

from referee.l10n.catalogs import topic_words
from referee.languages import LANGUAGES
from tests.architecture.sources import ROOT

TIE = ROOT / "fixtures" / "games" / "niagara" / "tie-shared-4p-zh.jsonl"


@pytest.fixture
def tie(run):
    run("import", TIE)
    return "tie-shared-4p-zh"


@pytest.fixture
def played(run, evening):
    for line in (
        "A plays 3",
        "B plays 5",
        "C plays 2",
        "A1 launch to S3",
        "B1 launch to S5",
        "C1 launch to S2",
    ):
        assert run("do", evening, line).code == 0
    return evening


def entry(run, table, start):
    return [line["seq"] for line in run("log", table, "--json").objects if line["event"]["type"] == start][-1]


def test_an_amended_entry_is_followed_by_the_rest_told_again(run, played):
    """Canoe 2 instead of canoe 1: everything after it is as it was."""
    first = next(
        e["seq"] for e in run("log", played, "--json").objects if e["event"]["type"] == "canoe_moved"
    )
    done = run("amend", played, first, "A2 launch to S3", "--json").object
    assert (done["again"], done["stuck"]) == (2, None)
    position = run("show", played, "--json").object["position"]
    assert position["canoes"]["A"] == {"1": {"at": "land", "gem": None}, "2": {"at": "S3", "gem": None}}


@pytest.mark.parametrize(
    ("lang", "both", "one"),
    [
        ("en", "The 2 acts after it were told again.", "The act after it was told again."),
        ("zh-Hans", "其余2个行动已照原样重做。", "其余1个行动已照原样重做。"),
        ("ja", "その後の2手をそのままやり直しました。", "その後の1手をそのままやり直しました。"),
    ],
)
def test_what_came_after_an_amended_act_is_counted_in_words(run, evening, lang, both, one):
    for line in ("A plays 3", "B plays 4", "C plays 5"):
        run("do", evening, line)
    assert both in run("amend", evening, 2, "A plays 2", "--lang", lang).out
    card = [e["seq"] for e in run("log", evening, "--json").objects if e["event"].get("seat") == "B"][-1]
    assert one in run("amend", evening, card, "B plays 5", "--lang", lang).out


def test_an_amendment_says_where_the_rest_no_longer_fits(run, played):
    second = next(e["seq"] for e in run("log", played, "--json").objects if e["event"].get("card") == 5)
    done = run("amend", played, second, "B plays 1")
    assert done.code == 1
    assert "NIA-MOVE-01" in done.err
    assert "referee again evening --skip" in done.err


def test_what_was_taken_back_can_be_told_again(run, played):
    before = run("show", played, "--json").object["position"]
    run("back", played, "--to", 4)
    assert [o["notation"] for o in run("again", played, "--list", "--json").objects][:1] == [
        "A1 launch to S3"
    ]
    assert run("again", played, "--json").object["stuck"] is None
    assert run("show", played, "--json").object["position"] == before
    assert run("again", played).code == 1


def test_what_if_shows_the_difference_and_writes_nothing(run, tie):
    before = run("log", tie, "--json").out
    done = run("whatif", tie, "--at", 1, "--option", "tie_break=gem_value", "--json").object
    assert (done["winners_before"], done["winners_after"]) == (["A", "D"], ["D"])
    assert run("log", tie, "--json").out == before


def test_what_if_of_the_river_lays_every_outcome_side_by_side(run, tie):
    """Five pushes: 32 ways, less the one that was."""
    at = entry(run, tie, "river_flowed")
    assert len(run("whatif", tie, "--at", at, "--json").objects) == 31
    one = run("whatif", tie, "--at", at, "--exits", "left,left,left,left,right")
    assert "Bogdan's canoe 1 (place): L6 → R6" in one.out


def test_what_if_refuses_what_was_not_possible_then(run, played):
    first = next(
        e["seq"] for e in run("log", played, "--json").objects if e["event"]["type"] == "canoe_moved"
    )
    done = run("whatif", played, "--at", first, "A1 launch to S4")
    assert (done.code, "NIA-MOVE-01" in done.err) == (1, True)


def test_a_dispute_shows_every_reading_and_whether_it_matters(run, tie):
    """The edition's own is marked; nothing is written."""
    case = run("dispute", tie, "--topic", "tie", "--json").object
    ways = {p["decision"]: (p["editions"], p["in_force"], p["matters"]) for p in case["possibilities"]}
    assert ways == {
        "tie_break=shared": (["zh"], True, False),
        "tie_break=most_gems_then_first": (["ja"], False, True),
        "tie_break=gem_value": ([], False, True),
    }
    assert run("rulings", tie, "--json").objects == []


def test_a_decision_is_recorded_and_settles_who_won(run, tie):
    run(
        "dispute",
        tie,
        "--topic",
        "tie",
        "--decide",
        "tie_break=gem_value",
        "--note",
        "a vote",
        "--question",
        "who?",
    )
    (settled,) = run("rulings", tie, "--json").objects
    assert settled["ruling"]["decision"] == "tie_break=gem_value (a vote)"
    assert run("show", tie, "--json").object["winners"] == ["D"]
    assert run("show", tie, "--json").object["house"] == {"tie_break": "gem_value"}


def test_chance_may_decide_and_is_recorded_as_such(run, tie):
    """Whatever it shows is one of the ways to rule; among three it is no coin."""
    run("dispute", tie, "--topic", "tie", "--toss")
    (settled,) = run("rulings", tie, "--json").objects
    ways = ("they win together", "most gems win, then who was first", "the gems' values decide")
    named = "; ".join(f"Several reach a goal in one round: {way}" for way in ways)
    assert settled["ruling"]["decision"].endswith(f"(the drawing of lots among: {named})")


def test_a_settled_dispute_exports_as_a_ruling_that_holds(run, tie, tmp_path):
    from referee.rulebooks.rulings import read_ruling

    run("dispute", tie, "--topic", "fork", "--question", "Left first?", "--decide", "as the table saw it")
    folder = tmp_path / "niagara"
    folder.mkdir()
    run("rulings", tie, "--export", "D1", "--out", folder / "D1-fork.md")
    ruling = read_ruling(folder / "D1-fork.md")
    assert ruling.acts[0].verdict == "accepted"
    assert "NIA-RIVER-07" in ruling.rules


def test_words_after_the_table_are_its_topic_or_else_the_question(run, tie):
    assert run("dispute", tie, "--topic", "tie").out == run("dispute", tie, "tie").out
    run("dispute", tie, "was", "that", "fair?")
    assert "was that fair?" in run("dispute", tie).out
    assert (2, 1) == (run("dispute", "teh", "evening").code, len(run("rulings", tie, "--json").objects))
    assert [
        run("dispute", tie, "so", "--question", "so", *more).code for more in ((), ("--topic", "tie"))
    ] == [2, 2]


def test_an_unknown_topic_is_named_with_those_there_are(run, tie):
    done = run("dispute", tie, "--topic", "moon")
    assert (done.code, "fork" in done.err) == (2, True)


def test_a_correction_and_a_house_rule_are_events(run, played):
    """Facts by path, options by name; from an earlier entry on if need be."""
    assert run("correct", played, "weather=1", "--reason", "bumped").code == 0
    assert run("show", played, "--json").object["position"]["weather"] == 1
    assert run("house", played, "minimum_speed=1").code == 0
    listed = {o["option"]: o["house"] for o in run("house", played, "--json").objects}
    assert [name for name, house in listed.items() if house] == ["minimum_speed"]
    assert run("house", played, "both_ashore=may_stay", "--from", 2).code == 0
    assert run("show", played, "--json").object["house"] == {"both_ashore": "may_stay", "minimum_speed": 1}


def test_the_result_is_added_up_line_by_line(run):
    tally = run("result", TIE, "--json").object["tally"]
    assert [(r["edition"], r["winners"]) for r in tally["readings"]] == [
        (None, ["A", "D"]),
        ("zh", ["A", "D"]),
        ("ja", ["D"]),
    ]
    gems = {"seat": "A", "item": "score.gems", "amount": 4, "rules": [], "args": {}, "note": None}
    assert gems in tally["lines"]
    assert "By the Japanese rulebook: 大伟" in run("result", TIE).out


def test_a_take_back_says_what_cannot_be_unseen_and_what_can_be_told_again(run, played):
    """B's card was shown by A's move; it stays known."""
    done = run("back", played, "--to", 4)
    assert "Ben turns up a 5" in done.err
    assert "referee again evening" in done.err


def test_a_house_rule_shows_in_every_refusal_it_touches(run):
    """Edition ja would allow it; this table does not."""
    run("new", "niagara", "--seats", "A,B,C", "--edition", "ja", "--table", "tea")
    run("correct", "tea", "canoes.A.1.at=S3", "canoes.A.1.gem=amethyst")
    run("house", "tea", "own_colour_unload=forbidden")
    for line in ("A plays 3", "B plays 5", "C plays 2"):
        run("do", "tea", line)
    done = run("do", "tea", "A1 unload, up to S2")
    assert "NIA-LOAD-06" in done.err
    words = "Unloading a gem at its own site: not allowed (own_colour_unload=forbidden)"
    assert f"  House rules of this table: {words}" in done.err.splitlines()
    other = run("do", "tea", "A1 up to S2")
    assert "House rules of this table" not in other.err


def test_a_head_noted_down_is_proved_later(run, played):
    head = run("head", played, "--json").object
    run("do", played, "river left right")
    proved = run("audit", played, "--head", head["head"], "--json").object
    assert proved["seq"] == head["revision"]
    assert run("audit", played, "--head", "0" * 64).code == 1
    assert run("audit", played, "--head", "12").code == 2


def test_a_folder_is_audited_with_a_verdict_for_each_file(run):
    results = run("audit", TIE.parent, "--json").objects
    assert len(results) > 12
    assert all(result["sound"] for result in results)


def test_a_report_is_one_file(run, tie, tmp_path):
    run("report", tie, "--out", tmp_path / "evening.html", "--lang", "ja")
    assert (
        (tmp_path / "evening.html").read_text(encoding="utf-8").startswith('<!doctype html>\n<html lang="ja"')
    )
    assert run("report", tie, "--to", "md").out.startswith("# Niagara")
    assert run("report", tie, "--to", "svg").out.startswith("<svg")


def test_an_audit_says_of_a_seal_that_it_was_never_opened(run, evening):
    run("seal", evening, "B", 5)
    assert run("audit", evening, "--json").object["never_opened"] == []
    run("do", evening, "--event", '{"type":"table_closed"}')
    assert run("audit", evening, "--json").object["never_opened"] == ["B"]
    assert "The seal of Ben was never opened." in run("audit", evening).out


def test_a_secret_is_sealed_and_opened(run, evening):
    """The salt is told to whoever seals, and only then; another value does not open it."""
    sealed = run("seal", evening, "B", 5)
    salt = sealed.err.split("--open ")[1].strip()
    assert salt not in run("log", evening, "--json").out
    assert run("seal", evening, "B", 4, "--open", salt).code == 1
    assert run("seal", evening, "B", 5, "--open", salt).code == 0


def test_whoever_seals_a_card_lays_it(run, evening):
    """Face down, as on a phone; one that was laid face down may be sealed after it."""
    assert "Ben lays a card face down." in run("seal", evening, "B", 5).out
    run("do", evening, "C plays face down")
    assert "Chie seals a secret." in run("seal", evening, "C", 5).out
    again = run("seal", evening, "C", 4)
    assert (1, 5) == (again.code, len(run("log", evening).out.splitlines()))


def test_what_is_possible_is_first_to_open_a_seal_that_shows_what_was_sealed(run, evening):
    """No card is listed that would be refused; opened, the card is shown with it, as on a phone."""
    salt = run("seal", evening, "A", 5).err.split("--open ")[1].strip()
    for line in ("B plays 3", "C plays 2"):
        run("do", evening, line)
    listed = run("legal", evening)
    assert ("", True) == (listed.out, "First Ada opens what was sealed" in listed.err)
    assert "Ada turns up a 5" in run("seal", evening, "A", 5, "--open", salt).out
    assert "Ada: Canoe 1 from land to S5" in run("legal", evening).out


def test_a_table_decides_by_vote_edition_or_default(run, tie):
    run(
        "dispute",
        tie,
        "--topic",
        "tie",
        "--vote",
        "A,B,D:tie_break=shared",
        "--vote",
        "C:tie_break=gem_value",
    )
    run("dispute", tie, "--topic", "tie", "--decide", "edition ja")
    run("dispute", tie, "--topic", "tie", "--decide", "default")
    rulings = [settled["ruling"] for settled in run("rulings", tie, "--json").objects]
    assert [(r["decision"], r["basis"], r["effect"]) for r in rulings] == [
        ("tie_break=shared (by vote, 3 of 4: Amara, Bogdan and 大伟)", "edition", None),
        ("edition ja", "edition", {"tie_break": "most_gems_then_first"}),
        ("edition zh", "edition", {"tie_break": "shared"}),
    ]
    assert run("dispute", tie, "--vote", "A:x", "--vote", "B:y").code == 2


def test_a_dispute_about_a_refusal_shows_the_rules_it_was_refused_by(run, played):
    """What was refused is judged again; what is allowed is no dispute."""
    case = run("dispute", played, "--about", "A1 up to S2", "--json").object
    assert "NIA-TURN-02" in case["rules"] or "NIA-RIVER-01" in case["rules"]
    assert run("dispute", played, "--about", "river left right").code == 2


def test_ones_own_last_act_is_taken_back_freely(run, evening):
    run("do", evening, "A plays 4")
    assert run("back", evening, "--by", "A").code == 0
    assert run("agree", evening, "--json").objects == []
    assert run("log", evening, "--json").objects[-1]["event"]["type"] == "taken_back"


def test_a_take_back_of_more_waits_for_everybody(run, played):
    """A proposes, B objects: that is that. A proposes again, and both agree."""
    position = run("show", played, "--json").object["position"]
    assert "referee agree" in run("back", played, "--by", "A", "--to", 4).err
    (first,) = run("agree", played, "--json").objects
    assert run("agree", played, first["id"]).code == 2
    run("agree", played, first["id"], "--by", "B", "--object")
    assert run("agree", played, "--json").objects == []
    assert run("show", played, "--json").object["position"] == position
    run("back", played, "--by", "A", "--to", 4)
    (second,) = run("agree", played, "--json").objects
    for seat in ("B", "C"):
        assert run("agree", played, second["id"], "--by", seat).code == 0
    assert run("show", played, "--json").object["position"] != position


def test_words_that_name_a_reading_settle_who_won(run, tie):
    """As they are shown; the result names the ruling."""
    done = run("dispute", tie, "--topic", "tie", "--decide", "the gems' values decide")
    assert (0, True) == (done.code, "Won by 大伟" in done.out)
    shown = run("result", tie).out
    assert "Ruled at this table (D1): Several reach a goal in one round: the gems' values decide" in shown
    assert ["D1"] == [one["dispute"] for one in run("result", tie, "--json").object["rulings"]]


@pytest.fixture
def typed(monkeypatch):
    """Sit at a terminal and type lines; what is asked then gets them one by one."""

    def type_lines(*lines):
        waiting = iter(lines)
        monkeypatch.setattr("cli.commands.dispute.at_a_terminal", lambda: True)
        monkeypatch.setattr("cli.interactive.keyboard.Keyboard.ask", lambda *_, **__: next(waiting))

    return type_lines


@pytest.mark.parametrize(
    ("lines", "decision"),
    [
        (("3",), "tie_break=gem_value"),
        (("ties share the win", "1"), "tie_break=shared"),
        (("ties share the win", ""), "ties share the win"),
        (("Bea was nicer",), "Bea was nicer"),
    ],
)
def test_a_way_to_rule_is_typed_by_its_number(run, tie, typed, lines, decision):
    """Words that come near to one are asked about first; Enter leaves them as they are."""
    typed(*lines)
    listed = run("dispute", tie, "--topic", "tie").out
    assert re.search(r"^. 3  .*\(tie_break=gem_value\)", listed, re.MULTILINE)
    assert [decision] == [one["ruling"]["decision"] for one in run("rulings", tie, "--json").objects]


@pytest.mark.parametrize("lines", [("quit",), ("dispute --help",), ("ties share the win", "back")])
def test_a_word_for_the_keyboard_is_no_ruling(run, tie, typed, lines):
    typed(*lines)
    assert f'Left open: "{lines[-1]}"' in run("dispute", tie, "--topic", "tie").err
    assert [None] == [one["ruling"] for one in run("rulings", tie, "--json").objects]


def test_other_words_are_said_to_decide_nothing_yet(run, tie):
    """With what they come near to, as it is typed; and the result says so too."""
    done = run("dispute", tie, "--topic", "tie", "--decide", "gem values should count")
    assert "decide nothing yet" in done.err
    assert f"referee house {tie} tie_break=gem_value" in done.err
    assert "in words, which change nothing that is counted here" in run("result", tie).out


def test_at_a_closed_table_a_dispute_is_shown_and_nothing_is_recorded(run, played):
    """It is about what was done last, not about the closing; what can still be done is said."""
    run("close", played, "--yes")
    done = run("dispute", played)
    assert ("Chie's canoe 1", True) == (done.out[:14], "no ruling is recorded there any more" in done.err)
    assert "referee back" not in done.out + done.err
    ruled = run("dispute", played, "--decide", "stands")
    assert (1, True) == (ruled.code, f"`referee result {played}`" in ruled.err)
    assert "Land A1" not in ruled.err


def test_a_ruling_on_something_else_does_not_bear_on_the_result(run, tie):
    assert 0 == run("dispute", tie, "--topic", "launch", "--decide", "sole_ashore=may_stay").code
    assert [] == run("result", tie, "--json").object["rulings"]


def test_who_is_asked_to_decide_is_told_no_command(run, tie, typed):
    command = "To decide: `referee dispute tie-shared-4p-zh"
    assert command in run("dispute", tie, "--topic", "tie").err
    typed("")
    asked = run("dispute", tie, "--topic", "tie").err
    assert (True, False) == ("Decide: a number above" in asked, command in asked)


def test_where_there_is_no_topic_none_is_named(run, evening):
    first = run("dispute", evening).out.splitlines()[0]
    assert "The table opens for Niagara (the Chinese rulebook): Ada, Ben and Chie (entry 1)." == first


def test_words_after_dispute_at_the_keyboard_are_a_topic_or_the_question(run, evening):
    told = run("play", evening, stdin="dispute weather\ndispute was that fair?\nquit\n")
    assert "Topic: The weather" in told.out
    assert "was that fair?" in run("rulings", evening).out


def test_an_option_may_be_imagined_without_an_option(run, tie):
    """As `house` takes it."""
    assert (
        run("whatif", tie, "--option", "tie_break=gem_value").out
        == run("whatif", tie, "tie_break=gem_value").out
    )


@pytest.mark.parametrize("words", ["Ben may move it to the start line", "A keeps the gem"])
def test_words_that_fit_no_option_are_answered_with_none(run, tie, words):
    told = run("dispute", tie, "--topic", "tie", "--decide", words)
    assert ("decide nothing yet" in told.err, "If one of these is meant" in told.err) == (True, False)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_topic_that_no_act_is_about_says_which_act_it_is_then_and_how_to_name_another(run, evening, lang):
    for line in ("A plays 4", "B plays 3", "C plays 2", "A1 launch to S4"):
        run("do", evening, line)
    asked = run("dispute", evening, "--topic", "steal", "--question", "may she?", "--lang", lang).err
    shown = run("dispute", evening, "steal", "--lang", lang).err
    for said in (asked, shown):
        assert ("`referee dispute evening --at N`" in said, "--about" in said) == (True, True), said
        assert (topic_words("niagara", "steal", lang) in said, "S4" in said) == (True, True)
    for named in (("--at", "7"), ("--topic", "launch")):
        assert "--at N" not in run("dispute", evening, *named, "--question", "may she?").err
