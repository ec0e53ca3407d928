"""An argument is settled from the keyboard, without a table."""

import json

import pytest

from cli.problems import NO, UNDECIDED, USAGE

CODES = {None: 0, "may": 0, "may_not": NO, "depends": UNDECIDED, "not_written": UNDECIDED}
THEFT = ("A1 at S3 with a diamond", "B2 up to S3, steal from A1")
FAR = ("A1 at S3", "A1 up to S1, steal from A2")
"""A theft from oneself, which no completion of the position allows."""


@pytest.mark.parametrize(
    "said", [THEFT, FAR, (), ("A plays 3",), ("A plays 3", "A plays 4"), ("weather 1",)], ids=str
)
def test_the_exit_code_says_the_verdict(run, said):
    done = run("ask", "niagara", *said, "--json")
    assert CODES[done.object["verdict"]] == done.code


def test_what_is_never_allowed_ends_with_1(run):
    done = run("ask", "niagara", *FAR)
    assert (NO, "No: ") == (done.code, done.out[:4])
    assert "NIA-" in done.out


@pytest.mark.parametrize(("lang", "no"), [("en", "No: "), ("zh-Hans", "不可以："), ("ja", "できません：")])
def test_the_answer_is_in_the_language_of_who_asks(run, lang, no):
    done = run("ask", "niagara", *FAR, "--lang", lang)
    assert done.out.startswith(no)


def test_without_an_act_it_says_who_must_and_what_may_be_done(run):
    done = run("ask", "niagara", "A1 at S3", "--seats", "A,B,C")
    assert (0, "To act: A, B and C.") == (done.code, done.out[:19])


def test_a_lines_order_matters_only_among_acts(run):
    first = run("ask", "niagara", THEFT[0], "A plays 3", THEFT[1], "--json").object
    other = run("ask", "niagara", "A plays 3", THEFT[1], THEFT[0], "--json").object
    assert first == other


@pytest.mark.parametrize(
    ("lang", "question"),
    [
        ("en", "may I steal going downstream?"),
        ("zh-Hans", "顺流而下能抢宝石吗"),
        ("ja", "川を下って宝石を盗めますか"),
    ],
)
def test_a_question_in_words_is_answered_by_what_was_ruled(run, lang, question):
    done = run("ask", "niagara", "--question", question, "--lang", lang)
    assert "NIA-STEAL-01" in done.out
    assert done.code in CODES.values()


def test_a_question_that_means_nothing_ends_with_2(run):
    assert USAGE == run("ask", "niagara", "--question", "xyzzy").code


def test_lines_come_from_stdin_too(run):
    typed = run("ask", "niagara", *FAR, "--json")
    piped = run("ask", "niagara", "-", "--json", stdin=f"# mine\n{FAR[0]}\n\n{FAR[1]}\n")
    assert (typed.code, typed.out) == (piped.code, piped.out)


def test_one_line_needs_no_quotes(run):
    assert run("ask", "niagara", "A", "plays", "3").out == run("ask", "niagara", "A plays 3").out


def test_facts_and_act_may_be_json(run):
    facts = {"canoes": {"A": {"1": {"at": "S3"}}}}
    act = {"type": "canoe_moved", "seat": "A", "canoe": 1, "to": "S1", "steal": {"seat": "A", "canoe": 2}}
    done = run("ask", "niagara", "--facts", json.dumps(facts), "--event", json.dumps(act), "--json")
    assert without_address(run("ask", "niagara", *FAR, "--json")) == without_address(done)


def without_address(done):
    """Leave out the address, which says what is asked in the words in which it was asked."""
    return {**done.object, "url": ""}


def test_options_and_books_are_named_as_elsewhere(run):
    done = run(
        "ask", "niagara", "A plays 3", "--edition", "japanese", "--option", "minimum_speed=1", "--json"
    )
    assert ("ja", False) == (
        done.object["edition"],
        "ja" in {each["edition"] for each in done.object["editions"] if not each["options"]},
    )


def test_a_game_goes_by_its_name(run):
    assert "niagara" == run("ask", "尼加拉瓜大瀑布", "--json").object["game"]


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("niagara", "A1 at S9"), '“A1 at S9”: "S9" cannot stand here. Possible here: land, the falls, S1,'),
        (("niagara", "A1 sings"), "help: referee ask niagara --question 'A1 sings'"),
        (("niagara", "A3 at S3"), 'After "canoes.A." comes: 1, 2.'),
        (("chess",), "referee games"),
        (("niagara", "--edition", "de"), "TAB-OPEN-03"),
        (("niagara", "--facts", "[]"), "--facts takes a JSON object."),
        (("niagara", "--facts", "{"), "JSON"),
        (("niagara", "--facts", '{"wounds":{}}'), "can be an object with any of canoes, owned"),
        (("niagara", "--event", '{"type":"rowed"}'), "rowed"),
        (("niagara", "A1 ashore with a ruby", "A plays 3"), "NIA-LAND-01"),
        (("niagara", "--seats", "A"), "3 to 5"),
    ],
    ids=str,
)
def test_what_was_not_understood_ends_with_2_and_says_what_to_do(run, args, said):
    done = run("ask", *args)
    assert USAGE == done.code
    assert said in done.err


@pytest.mark.parametrize("lang", ["en", "zh-Hans", "ja"])
def test_help_names_the_code_of_what_depends(run, lang):
    page = run("ask", "--help", "--lang", lang).out
    assert any(line.split()[:1] == [str(UNDECIDED)] for line in page.splitlines())


def test_nothing_is_written(run, place):
    run("ask", "niagara", *THEFT)
    assert [] == list(place.iterdir())
