"""An evening of Lifeboat at one keyboard: all of them at once, what is possible, the curtain, the end."""

import re
from types import SimpleNamespace

import pytest

from cli.interactive.loop import PlayLoop
from tests.architecture.sources import ROOT

NAMES = ("--seats", "A,B,C,D", "--names", "Ann,Bob,Cy,Dee", "--table", "boat")
CALLED = {"A": "Ann", "B": "Bob", "C": "Cy", "D": "Dee"}
CAST = "Ann=lauren Bob=stephen Cy=captain Dee=mate\n"
SUPPLY = CAST + "everybody gets a card\nAnn draws 4\nall keep\n"
"""A first day with real cards, as far as the first act."""


def told(run, kind):
    return [one["event"]["type"] for one in run("log", "boat", "--json").objects].count(kind)


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("en", "everybody gets a card\nAnn draws 4\nall keep\neveryone passes\n"),
        ("zh-Hans", "每人得到一张牌\nAnn 抽 4 张\n大家各留\n大家都不行动\n"),
        ("ja", "全員がカードを受け取る\nAnn 4枚引く\nみんな取る\nみんな何もしない\n"),
    ],
)
def test_what_all_do_alike_is_told_in_one_line(run, lang, lines):
    """First cards, kept cards and a day on which nobody acts; each is an act of its own."""
    run("new", "lifeboat", *NAMES)
    run("play", "boat", "--lang", lang, stdin=CAST + lines + "quit\n")
    kinds = ("provision_dealt", "provision_kept", "passed")
    assert [4, 4, 4] == [told(run, kind) for kind in kinds]


def test_nobody_is_made_to_lay_a_secret_card(run):
    done = run("play", "niagara", stdin="\neverybody plays 4\nquit\n")
    assert "A lays" not in done.out + done.err
    assert 0 == [one["event"]["type"] for one in run("log", "niagara-1", "--json").objects].count("card_laid")


def test_too_much_to_list_is_named_by_its_kinds(run):
    run("new", "lifeboat", *NAMES)
    done = run("play", "boat", stdin=SUPPLY + "?\n? row\nquit\n")
    assert "Possible: do nothing, change seats, mug, row, special card, lay a card, trade." in done.err
    assert 1 == done.err.count("    A trades ? with B for ?\n")
    assert 1 == done.err.count("    A uses flare drawn (bird+1),")
    assert "Throw" not in done.err.rpartition("Row: 2 cards under the deck")[2]


def test_a_name_alone_is_no_hint_at_what_was_done(run):
    run("new", "lifeboat", *NAMES)
    done = run("play", "boat", stdin=SUPPLY + "Ann juggles\nquit\n")
    assert '"juggles" cannot stand here.' in done.err
    assert "Did you mean" not in done.err


def test_a_word_for_the_keyboard_typed_at_the_curtain_shows_no_hand(run):
    """It is the whole table's: nobody has sat down, and the curtain is drawn still."""
    run("new", "lifeboat", *NAMES, "--chance", "referee")
    first = CALLED[run("show", "boat", "--json").object["position"]["boat"][0]]
    done = run("play", "boat", stdin="log\n日志\nquit\n")
    assert 3 == done.err.count(f"Hand the keyboard to {first}")
    assert f"{first} (" not in done.err.replace(f"to {first} (", "")
    assert 2 == done.out.count(f"{first} draws 4 provisions.")


def test_how_cards_are_shown_at_the_end_is_told(run):
    """A hand, a love and a hate in one line; and how the story is kept."""
    run("new", "lifeboat", *NAMES)
    end = SUPPLY + "correct birds=4\n"
    shown = (
        "Ann shows cash, water; loves Lauren and hates the mate",
        "Bob shows water, water, love captain, hate lauren",
        "Cy has jewels, knife, loves stephen, hates captain",
        "Dee shows oar, compass, loves mate, hates stephen",
    )
    done = run("play", "boat", stdin=end + "\n".join(shown) + "\n")
    assert "    A reveals water,water love=mate hate=lauren\n" in done.err
    assert 4 == told(run, "hand_revealed")
    assert "help: report --out boat.html\n" in done.err


@pytest.mark.parametrize(
    ("typed", "out"),
    [("", "boat.html"), ("--to md", "boat.md"), ("--out x.html", "x.html"), ("--out=x.html", None)],
)
def test_a_report_asked_for_at_a_terminal_goes_into_a_file(monkeypatch, typed, out):
    ran = []
    monkeypatch.setattr("sys.stdout", SimpleNamespace(isatty=lambda: True))
    at = SimpleNamespace(name="boat", game=SimpleNamespace(id="lifeboat"))
    words = PlayLoop(SimpleNamespace(lang_flag=None), at)
    monkeypatch.setattr(words, "run", ran.append)
    words.command("report", typed)
    assert [out] == [args[args.index("--out") + 1] if "--out" in args else None for args in ran]


def test_who_only_says_row_is_asked_for_the_cards(run):
    """Where people draw them: how many there are, and where each may go."""
    run("new", "lifeboat", *NAMES)
    done = run("play", "boat", stdin=SUPPLY + "row\nquit\n")
    assert "Rowing draws 2 cards. Say where each goes" in done.err


MEAL = ROOT / "fixtures" / "games" / "lifeboat" / "dealt-cannibalism-7p-en.jsonl"


@pytest.fixture
def meal(run, place):
    """Go to where somebody is about to be eaten, with the navigator's choice to follow."""
    lines = MEAL.read_text().splitlines()
    served = next(n for n, line in enumerate(lines, 1) if '"cannibalism", "corpse"' in line)
    (place / "meal.jsonl").write_text("\n".join(lines[:served]) + "\n")
    run("import", "meal.jsonl", "--table", "meal")
    return "meal"


def test_while_somebody_is_to_be_eaten_only_the_meal_is_asked_about(run, meal):
    """Who comes next has to wait: one act would say for all that nobody objects. It is taken when typed."""
    listed = run("legal", meal)
    assert ["Ann: Object to the meal, and fight", "Gus: Object to the meal, and fight", "Nobody objects"] == [
        line.strip(" 123") for line in listed.out.splitlines()
    ]
    assert "navigation card" not in listed.err
    asked = run("play", meal, stdin="?\nquit\n")
    assert "Top card" not in asked.err
    assert "Turn up" not in asked.err
    steered = run("legal", meal, "--as", "Gus", "--notation").out.splitlines()[-1]
    assert "Cal's corpse is eaten." in run("do", meal, steered).out
    run("back", meal)
    assert run("do", meal, "nobody objects").out.startswith("Nobody objects.\n  Cal's corpse is eaten.\n")


@pytest.mark.parametrize("said", ["Ann=lauren Bob=stephen", "Ann Lauren, Bob Stephen, Dee the mate"])
def test_who_deals_in_part_is_told_who_has_no_character_yet(run, said):
    """And is not asked whether another deal was meant, which says otherwise of those who were named."""
    run("new", "lifeboat", *NAMES)
    done = run("play", "boat", stdin=said + "\nlauren for Ann\nquit\n")
    assert "LIF-SET-02 These seats have no character yet: " in done.err
    assert "Did you mean" not in done.err


def test_a_card_face_down_was_not_shown(run):
    """Whose hand it went into may have seen it; those who are told have not."""
    run("new", "lifeboat", *NAMES)
    for line in ("characters A=kid B=mate C=captain D=lauren", "A gets ?"):
        run("do", "boat", line)
    assert "cannot be unseen" not in run("back", "boat", "--by", "B").err
    whole = run("back", "boat", "--to", "1").err
    assert "cannot be unseen: Everybody gets a character" in whole
    assert "face down" not in whole.partition("cannot be unseen")[2].partition(".")[0]


def test_a_house_rule_is_seen_above_the_boat(run):
    run("new", "lifeboat", *NAMES, "--option", "one_weapon=yes")
    assert "House rules: One weapon a fighter at most\n" in run("show", "boat").out
    run("house", "boat", "one_weapon=no")
    assert "House rules" not in run("show", "boat").out


def test_a_kind_of_act_and_a_name_mean_the_act_and_no_rule(run):
    """Kinds are listed by these words; with a name they are no question about the rules."""
    run("new", "lifeboat", *NAMES)
    done = run("play", "boat", "--lang", "ja", stdin=SUPPLY + "強奪 Bob\nはい\nquit\n")
    assert "次のことですか。\n  1  Bobの手札1枚を奪う\n" in done.err
    assert "AnnはBobの手札1枚を求めた。\n" in done.out
    assert 'no rule "Bob"' not in run("play", "boat", stdin="back\nsteal Bob\nquit\n").err


def test_who_is_asked_in_a_fight_helps_somebody_with_the_word_for_help(run):
    """It is an act there; and what a seat asks the others is told with how they agree."""
    run("new", "lifeboat", *NAMES, "--chance", "referee")
    boat = run("show", "boat", "--json").object["position"]["boat"]
    for seat in boat:
        run("legal", "boat", "--as", seat)
        run("do", "boat", seat, "1")
    run("do", "boat", f"{boat[0]} mugs {boat[1]} for hand")
    run("do", "boat", f"{boat[1]} refuses")
    helped = run("play", "boat", stdin=f"as {boat[2]}\n\nhelp {boat[1]}\nquit\n")
    assert "joins the defenders.\n" in helped.out
    asked = run("play", "boat", stdin=f"as {boat[3]}\n\nback\ny\nquit\n")
    assert "take back" in asked.out
    other = next(seat for seat in CALLED if seat != boat[3])
    assert f"The others are asked: `agree --by {other}` (or --object)\n" in asked.out


def test_a_list_of_nothing_says_so_and_one_thing_alone_is_a_list_of_one(run):
    """Nobody stares at an empty answer; nobody has to know which facts hold several things."""
    run("new", "lifeboat", *NAMES)
    done = run("play", "boat", stdin=SUPPLY + "? sharks\ncorrect table.B=knife\nquit\n")
    assert "Nothing possible now holds these words." in done.err
    assert ["knife"] == run("show", "boat", "--json").object["position"]["table"]["B"]


def test_what_might_have_been_names_people(run):
    run("new", "lifeboat", *NAMES)
    run("play", "boat", stdin=SUPPLY + "Ann passes\nquit\n")
    refused = run("whatif", "boat", "Bob passes")
    assert "It is Ann's turn to act, not Bob's." in refused.err


def test_why_explains_what_was_just_refused_and_nothing_long_past(run):
    """Once something else was done there is nothing to explain, though a word was said in between."""
    run("new", "lifeboat", *NAMES)
    stdin = SUPPLY + "Bob passes\nwhy\ndispute\n\nwhy\nAnn passes\nwhy\nquit\n"
    done = run("play", "boat", stdin=stdin)
    assert 1 == done.err.count("Nothing was refused just now.")
    assert 2 <= done.err.count("  LIF-TURN-02: ")


def test_what_may_follow_is_told_as_the_cards_look(run, place):
    """No number of the project stands in what is offered, and what is offered is understood."""
    run("new", "lifeboat", *NAMES, "--chance", "referee")
    seats = run("show", "boat", "--json").object["position"]["boat"]
    for seat in seats:
        run("legal", "boat", "--as", seat)
        run("do", "boat", seat, "1")
    run("do", "boat", f"{seats[0]} rows")
    refused = run("do", "boat", f"{seats[1]} passes")
    assert refused.code == 1
    listed = run("legal", "boat", "--as", seats[0])
    assert 2 == listed.err.count("Drawn: ")
    typed = run("legal", "boat", "--as", seats[0], "--notation").out.splitlines()
    assert not re.search(r"N\d\d", listed.out + listed.err + "".join(typed))
    assert 0 == run("do", "boat", typed[0]).code
