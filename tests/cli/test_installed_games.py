"""A game may be a package somebody installs; one that is broken is named, and hurts nobody else."""

import os
from pathlib import Path

import pytest

from tests.architecture.sources import ROOT
from tests.stages import one_in

NIAGARA_AS = """
from msgspec.structs import replace

from referee.games.niagara import GAME as OTHER

GAME = OTHER.with_verbs(ruleset=replace(OTHER.ruleset, id="{id}"){more})
"""

WHOLE = (
    (ROOT / "referee" / "games" / "niagara" / "__init__.py")
    .read_text("utf-8")
    .replace(
        "GAME: Game = Game(",
        'from msgspec.structs import replace\nRULESET = replace(RULESET, id="pebbles")\nGAME = Game(',
    )
)
"""Niagara under another name, decided by a ruleset of its own."""

BROKEN = {
    "no import": ("import nothing_of_this_name", "cannot be imported: ModuleNotFoundError"),
    "ends": ("import sys; sys.exit(0)", "cannot be imported: SystemExit"),
    "ends at once": ("raise SystemExit", "cannot be imported: SystemExit"),
    "interrupts": ("raise KeyboardInterrupt", "cannot be imported: KeyboardInterrupt"),
    "no Python": ("def", "cannot be imported: SyntaxError"),
    "without end": ("def f(): f()\nf()", "cannot be imported: RecursionError"),
    "no game": ("GAME = 7", "has no value GAME that is a game"),
    "newer": (NIAGARA_AS.format(id="pebbles", more=", kernel=99"), "was written for kernel 99"),
    "older": (NIAGARA_AS.format(id="pebbles", more=", kernel=1"), "was written for kernel 1"),
    "older act": (
        "from referee.kernel.parts import Act, Event\n\nAct(event=Event,\n    due=('PEB-TURN-01',))",
        "__init__.py:4: Act(due=…) → when=on_turn(…, rule=…)",
    ),
    "no vocabulary": (NIAGARA_AS.format(id="pebbles", more=", vocabulary=None"), "names no vocabulary"),
    "other id": (NIAGARA_AS.format(id="marbles", more=""), "holds a game that calls itself marbles"),
}


@pytest.fixture
def install(tmp_path):
    """Put a package where Python finds it, with the entry point that says it is a game."""

    def put(game, code, package=None):
        site, package = tmp_path / "site", package or game
        (site / package).mkdir(parents=True)
        (site / package / "__init__.py").write_text(code)
        (site / package / "words").mkdir()
        (site / package / "words" / "en.toml").write_text(f'[{game}]\nname = "The Game of {package}"\n')
        told = site / f"{package}-1.dist-info"
        told.mkdir()
        (told / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1\n")
        (told / "entry_points.txt").write_text(f"[referee.games]\n{game} = {package}\n")
        return {"PYTHONPATH": os.pathsep.join((str(ROOT), str(site)))}

    return put


def test_an_installed_game_is_played_like_any_other(start, install):
    here = install("pebbles", WHOLE)
    assert "pebbles" in [game["game"] for game in start("games", "--json", **here).objects]
    assert 0 == start("new", "pebbles", "--seats", "A,B,C", "--table", "evening", **here).code
    assert "  Lay a 4\n" in start("legal", "evening", "--seat", "A", **here).out
    assert "The Game of pebbles" in start("log", "evening", **here).out


@pytest.mark.parametrize("fault", ["ends", "older act", *one_in(9, BROKEN)])
def test_a_broken_game_is_named_with_the_reason(fault, start, install):
    """By `games`, which lists the others all the same, by `doctor`, and by whoever asks for it."""
    code, reason = BROKEN[fault]
    here = install("pebbles", code)
    listed = start("games", **here)
    assert 0 == listed.code
    assert "niagara" in listed.out
    assert reason in listed.err
    looked = start("doctor", **here)
    assert (1, True) == (looked.code, reason in looked.out)
    asked = start("new", "pebbles", "--seats", "A,B,C", **here)
    assert (2, True) == (asked.code, reason in asked.err)
    assert 0 == start("new", "niagara", "--seats", "A,B,C", **here).code


def test_two_packages_of_one_name_are_both_named(start, install):
    code = NIAGARA_AS.format(id="pebbles", more="")
    install("pebbles", code, "grey_pebbles")
    here = install("pebbles", code, "white_pebbles")
    assert "grey_pebbles, white_pebbles" in start("doctor", **here).out
    assert "grey_pebbles, white_pebbles" in start("new", "pebbles", "--seats", "A,B,C", **here).err


def test_an_installed_game_never_takes_the_name_of_one_of_ours(start, install):
    """Ours is played; the other is named by who looks after the installation."""
    here = install("niagara", "raise SystemError('never imported')", "rapids")
    assert 0 == start("new", "niagara", "--seats", "A,B,C", **here).code
    assert "niagara is a game of the referee's own" in start("doctor", **here).out


def test_a_cold_command_asks_for_no_installed_game(start, install, evening):
    here = install("pebbles", "raise SystemError('never imported')")
    told = start("legal", evening, PYTHONVERBOSE="1", **here).err
    assert "import 'referee.games.niagara'" in told
    assert "import 'referee.games.lifeboat" not in told
    assert "importlib.metadata'" not in told


def test_a_word_missing_in_a_language_is_named_with_its_file(start, install):
    here = install("pebbles", WHOLE)
    looked = start("doctor", **here)
    assert 1 == looked.code
    assert 'pebbles/words/ja.toml lacks 1 word that another language has, "name" first.' in looked.out
    assert 0 == start("new", "pebbles", "--seats", "A,B,C", **here).code


@pytest.mark.parametrize(
    ("part", "code", "why"),
    [
        ("board", "import sys; sys.exit(3)", "SystemExit"),
        ("wording", "WORDING = {}", "TypeError: WORDING is no Wording"),
        ("forms", "", "TypeError: FORMS is no Forms"),
    ],
)
def test_a_part_that_cannot_be_used_is_named_by_doctor(part, code, why, start, install):
    """The game is listed, and no other is hurt."""
    here = install("pebbles", WHOLE)
    package = Path(here["PYTHONPATH"].rpartition(os.pathsep)[2]) / "pebbles"
    (package / f"{part}.py").write_text(code)
    looked = start("doctor", **here)
    assert (1, True) == (
        looked.code,
        f"pebbles.{part} of the game pebbles cannot be imported: {why}" in looked.out,
    )
    assert 0 == start("new", "niagara", "--seats", "A,B,C", **here).code
    assert "niagara" in start("games", **here).out
