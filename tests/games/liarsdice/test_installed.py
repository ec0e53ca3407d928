"""Liar's Dice is a package somebody installs: played, refused, corrected, disputed, reported, audited."""

import json

import pytest

from tests.architecture.sources import ROOT
from tests.environment import Environment
from tests.stages import slow

pytestmark = slow


PACKAGE = ROOT / "fixtures" / "plugins" / "liarsdice"


@pytest.fixture(scope="module")
def here(tmp_path_factory):
    here = Environment(tmp_path_factory.mktemp("fresh") / "environment")
    here.install(PACKAGE)
    return here


@pytest.fixture
def table(here, tmp_path):
    store = {"REFEREE_DB": str(tmp_path / "tables.db")}

    def say(*args, **env):
        return here.referee(*args, **store, **env)

    opened = say("new", "liarsdice", "--seats", "A,B,C", "--names", "Ada,Ben,Chie", "--table", "evening")
    assert 0 == opened.code, opened.err
    return say


def test_it_is_listed_and_whole(here):
    """By `games`, in every language, and by `doctor`."""
    assert (
        "Liar's Dice (liarsdice): 2 to 6 players; Dudo (unless told), the common game"
        in here.referee("games").out
    )
    assert "叫“正好”" in here.referee("games", "liarsdice", "--lang", "zh-Hans").out
    assert "パリフィコ" in here.referee("games", "liarsdice", "--lang", "ja").out
    assert "ok  Liar's Dice" in here.referee("doctor").out


def test_a_round_is_played_at_the_terminal(table):
    for line in ("A bids 3 x 5", "B bids 2 x 1", "C doubts", "C shows 6 2 2 1 1", "A shows 1 3 3 5 6"):
        done = table("do", "evening", line)
        assert 0 == done.code, done.err
    told = table("do", "evening", "B shows 2 2 3 4 4").out
    assert "3 dice showing ones in all." in told
    assert "Chie was wrong and loses a die." in told
    assert "14 dice on the table" in table("show", "evening").out


def test_a_refusal_says_what_why_and_what_now(table):
    table("do", "evening", "A bids 3 x 5")
    refused = table("do", "evening", "B bids 2 x 6")
    assert 1 == refused.code
    for part in (
        "LIA-BID-01",
        "Too low: of sixes it takes 3 or more.",
        "Possible now for Ben:\n  1  Bid 2 × ones\n",
        "referee correct",
    ):
        assert part in refused.err
    assert "太低了：叫6点至少要 3 颗。" in table("do", "evening", "B bids 2 x 6", "--lang", "zh-Hans").err
    assert "低すぎる。6の目なら3個以上が必要。" in table("do", "evening", "B bids 2 x 6", "--lang", "ja").err


def test_what_the_board_says_is_set_by_hand(table):
    """Dice left; the round begins anew."""
    table("do", "evening", "A bids 3 x 5")
    assert 0 == table("correct", "evening", "left.A=2", "turn=B").code
    shown = table("show", "evening").out
    assert "12 dice on the table" in shown
    assert "Ben's turn" in shown
    assert 0 == table("correct", "evening", "left.B=0").code
    assert "Chie's turn" in table("show", "evening").out


def test_what_cannot_be_is_refused(table):
    for facts in (("left.A=0", "turn=A"), ("left.A=0", "left.B=0"), ("left.A=6",)):
        assert table("correct", "evening", *facts).code in (1, 2), facts


def test_a_dispute_is_laid_open_and_settled(table):
    table("do", "evening", "A bids 3 x 5")
    table("do", "evening", "B calls exact")
    laid = table("dispute", "evening", "--topic", "calls").out
    assert "exact=no" in laid
    assert 0 == table("dispute", "evening", "--topic", "calls", "--decide", "exact=no").code
    assert "exact" in table("log", "evening").out


@pytest.mark.parametrize("lang", ["en", "zh-Hans", "ja"])
def test_a_whole_game_is_reported_and_audited(here, tmp_path, lang):
    out = tmp_path / "games"
    assert 0 == here.referee("simulate", "liarsdice", "--seed", lang, "--out", str(out)).code
    (log,) = out.glob("*.jsonl")
    assert 0 == here.referee("audit", str(log)).code
    page = tmp_path / "report.html"
    assert 0 == here.referee("report", str(log), "--lang", lang, "--out", str(page)).code
    assert f'lang="{lang}"' in page.read_text("utf-8")


def test_its_demonstration_refuses_once_and_ends(here):
    done = here.referee("demo", "liarsdice", "--fast", "--json")
    told = [json.loads(line) for line in done.out.splitlines()]
    assert ["refused"] == [each["verdict"] for each in told if each.get("verdict", "accepted") != "accepted"]
    assert ["A"] == told[-1]["summary"]["winners"]


def test_the_package_is_small():
    """At most 320 lines of Python, board, blank lines, docstrings, tests and all."""
    assert 320 >= sum(len(path.read_text("utf-8").splitlines()) for path in PACKAGE.rglob("*.py"))


def test_its_author_runs_the_laws_where_it_is_installed(here):
    """Every law, its pages by their buttons and its rulings among them; of planted faults none survives."""
    done = here.run(
        "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", str(PACKAGE), str(PACKAGE / "tests")
    )
    assert 0 == done.code, done.out
