"""Niagara as text: complete, aligned, within a terminal, in every language."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.draw import text_board
from referee.draw.width import width
from referee.games.niagara.events import CanoeAt
from referee.games.niagara.view import Paddle
from referee.l10n import LANGUAGES
from tests.games.niagara import views
from tests.games.niagara.views import crowded, shown

SITUATIONS = {**views.SITUATIONS, "crowded": crowded("L6")}
PLACES = ("land", "S1", "S2", "S3", "S4", "S5", "L6", "L7", "R6", "R7", "lost")
ESCAPES = re.compile(r"\x1b\[[0-9;]*m")


@pytest.mark.parametrize(
    ("situation", "lang"), [*((each, "en") for each in SITUATIONS), ("midgame", "zh-Hans"), ("midgame", "ja")]
)
def test_the_board_as_text(situation, lang, snapshot):
    assert snapshot == text_board(SITUATIONS[situation], lang)


def test_the_one_who_asks_sees_the_own_cards(snapshot):
    paddles = {**shown("midgame").paddles, "C": Paddle(True, None, 2, 3, (1, "cloud"))}
    assert snapshot == text_board(shown("midgame", seat="C", paddles=paddles), "en")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_five_players_fit_a_terminal_of_24_lines(lang):
    assert len(text_board(shown("midgame"), lang).splitlines()) <= 24


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("situation", ["midgame", "crowded", "wide_names"])
def test_both_banks_are_straight(situation, lang):
    lines = text_board(SITUATIONS[situation], lang).splitlines()
    banks = {width(line[: line.rindex(")|") + 2]) for line in lines if ")|" in line}
    assert len(banks) == 1


@pytest.mark.parametrize("lang", LANGUAGES)
def test_colour_changes_nothing_but_colour(lang):
    assert text_board(shown("midgame"), lang) == ESCAPES.sub(
        "", text_board(shown("midgame"), lang, colour=True)
    )


def test_the_plain_board_has_no_escapes():
    assert "\x1b" not in text_board(shown("midgame"), "en")


@given(st.lists(st.tuples(st.sampled_from(PLACES), st.booleans()), min_size=10, max_size=10))
def test_every_canoe_is_on_the_board_exactly_once(places):
    loaded = [CanoeAt(at, "ruby" if full and at not in {"land", "lost"} else None) for at, full in places]
    canoes = {seat: tuple(loaded[2 * i : 2 * i + 2]) for i, seat in enumerate("ABCDE")}
    board = text_board(shown("midgame", canoes=canoes), "en")
    named = re.findall(r"\b([A-E][12])\b", board)
    assert sorted(named) == sorted(f"{seat}{n}" for seat in "ABCDE" for n in (1, 2))


def test_a_name_cannot_break_the_board():
    names = {"A": "An\nna", "B": "\x1b[31mBea", "C": "Cem"}
    board = text_board(shown("opening", names=names), "en")
    assert "An?na" in board
    assert "\x1b" not in board


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_crowded_site_tells_all_that_lies_there(lang):
    heap = {"amethyst": 1, "diamond": 2, "amber": 3, "sapphire": 4, "ruby": 5}
    board = text_board(shown("midgame", sites={"sapphire": heap, "ruby": heap}), lang)
    lines = [re.findall(r"\d+", line.rpartition("|")[2]) for line in board.splitlines() if "R6" in line]
    assert [["6", "4", "1", "2", "3", "5"]] == lines
