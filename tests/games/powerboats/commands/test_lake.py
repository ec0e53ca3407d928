"""`lake`: a lake drawn, checked, laid at random, started; its course shown."""

import pytest

from referee.games.powerboats.tiles import SHIPPED, map_of
from referee.l10n import noun
from tests.architecture.sources import ROOT


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_lake_is_drawn(run, name):
    assert "water hexes" in run("lake", name).out


@pytest.mark.parametrize("lang", ["en", "zh-Hans", "ja"])
def test_a_lake_is_called_by_its_name(run, lang):
    told = run("lake", "--lang", lang)
    for name in SHIPPED:
        called = noun("typed_lake", name, lang, "powerboats")
        assert called in told.err
        assert run("lake", name, "--lang", lang).out == run("lake", called, "--lang", lang).out
    assert noun("typed_lake", "rulebook", lang, "powerboats") == told.err.split()[-1]


def test_a_course_is_shown_with_its_gates(run):
    out = run("lake", "rulebook", "--course").out
    assert "Buoy 3 at 21,24: clockwise, gate SE" in out
    assert "Shortest way round: 67 steps" in out


def test_a_course_on_letters_nobody_told_owns_up_to_its_buoys(run):
    done = run("lake", "rulebook", "--course", "--race", "3")
    assert (
        "The map knows 3 of the four spots C: the buoys on 3,26 stand where the referee put them." in done.err
    )
    assert [[3, 26]] == run("lake", "rulebook", "--course", "--race", "3", "--json").object["invented"]
    assert "" == run("lake", "training", "--course").err
    assert 4 == len(run("lake", "training", "--course", "--race", "2", "--json").object["invented"])


def test_a_lake_is_laid_of_tiles_or_at_random(run):
    assert run("lake", "D3r D4 D2r / D6 D1r D5").out.startswith("D3r D4 D2r / D6 D1r D5")
    assert run("lake", "--shuffle", "x", "--json").object == run("lake", "--shuffle", "x", "--json").object


def test_a_map_is_written_and_read_back_the_same(run, tmp_path):
    text = run("lake", "rulebook", "--map").out
    assert map_of("rulebook") == text
    (tmp_path / "lake.txt").write_text(text, encoding="utf-8")
    assert text == run("lake", str(tmp_path / "lake.txt"), "--map").out


def test_an_empty_map_is_started(run):
    assert "size 16 12" in run("lake", "--new", "16x12").out


def test_a_map_that_is_none_is_refused_with_row_and_column(run, tmp_path):
    (tmp_path / "bad.txt").write_text(map_of("training").replace("02 # . .", "02 # . x"), encoding="utf-8")
    outcome = run("lake", str(tmp_path / "bad.txt"))
    assert outcome.code == 1
    assert "bad.txt:9:8: POW-MAP-02 " in outcome.err


def test_a_course_of_a_map_is_refused_where_it_is_wrong(run, tmp_path):
    (tmp_path / "bad.txt").write_text(map_of("training").replace("13,4 cw", "13,4 ccw"), encoding="utf-8")
    assert "bad.txt:24:13: POW-CRS-04 " in run("lake", str(tmp_path / "bad.txt")).err


def test_a_picture_is_written(run, tmp_path):
    run("lake", "training", "--course", "--svg", str(tmp_path / "lake.svg"))
    assert "<svg" in (tmp_path / "lake.svg").read_text("utf-8")
    assert "<svg" in run("lake", "training", "--svg", "-").out


@pytest.mark.parametrize(
    "args", [(), ("loch",), ("--new", "3x3"), ("--new", "wide"), ("D1 D2 / D3",), ("training", "--race", "4")]
)
def test_what_is_no_lake_is_said_clearly(run, args):
    outcome = run("lake", *args)
    assert outcome.code in (1, 2)
    assert "Traceback" not in outcome.err


def test_legal_also_tells_what_each_turn_would_do(run):
    """How far, whether it crashes, where the boat would stand, what damage; as text and in JSON."""
    demo = str(ROOT / "referee" / "games" / "powerboats" / "demo.jsonl")
    assert "straight: 2 hexes, between buoy 2 and the shore" in run("legal", demo, "--at", "10").err
    last = run("legal", demo, "--at", "10", "--json").objects[-1]
    assert {"run": 2, "crashes": False, "at": [12, 4], "damage": 0} == {
        key: last["preview"][key] for key in ("run", "crashes", "at", "damage")
    }


def test_the_demonstration_shows_a_refusal_a_crash_and_a_tie(run):
    out = run("demo", "powerboats", "--fast").out
    assert "POW-MOV-01" in out
    assert "It crashes after" in out
    assert "POW-SCO-04" in out
