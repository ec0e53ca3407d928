"""Columns: what a terminal makes of Chinese, Japanese, accents and mischief."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cli.terminal import wrap_text
from referee.draw.ink import Ink, beside, fill, flow, fold, format_lines, measure
from referee.draw.width import CLOSING, clean, clip, pad, width, wrap


@pytest.mark.parametrize(
    ("text", "columns"),
    [("abc", 3), ("小明", 4), ("ルビー", 6), ("ﾙﾋﾞｰ", 4), ("é", 1), ("e\u0301", 1), ("", 0), ("甲1+红", 6)],
)
def test_wide_characters_take_two_columns(text, columns):
    assert columns == width(text)


@given(st.text(max_size=20), st.integers(0, 30), st.sampled_from("<>^"))
def test_padding_always_fills_exactly(text, columns, align):
    assert width(pad(text, columns, align)) == columns


@given(st.text(max_size=20), st.integers(0, 30))
def test_clipping_never_exceeds(text, columns):
    assert width(clip(text, columns)) <= columns


@given(st.lists(st.text(min_size=1, max_size=6), max_size=12), st.integers(8, 30))
def test_flowing_keeps_every_piece(texts, columns):
    lines = flow([Ink(text) for text in texts], columns)
    kept = [piece.text for line in lines for piece in line]
    assert sum(map(len, texts)) <= len("".join(kept))


@given(st.lists(st.text(max_size=9), max_size=5), st.integers(0, 20))
def test_filled_lines_are_exactly_as_wide_as_asked(texts, columns):
    assert measure(fill([Ink(text) for text in texts], columns)) == columns


def test_a_name_cannot_drive_the_terminal():
    assert clean("\x1b[2JAnna\n") == "?[2JAnna?"


def test_words_are_set_into_lines():
    assert wrap(["aa", "bb", "cc"], 5) == ["aa bb", "cc"]


def test_blocks_stand_side_by_side():
    lines = beside([[Ink("小")], [Ink("b")]], [[Ink("x")]], 4)
    assert format_lines(lines, colour=False) == "小    x\nb"


def test_colour_is_an_addition():
    """Without its escapes a coloured line is the plain one."""
    assert format_lines([[Ink("A", "1"), Ink(" b"), Ink("  ")]], colour=True) == "\x1b[1mA\x1b[0m b"


CARDS = ("救生圈", "水壶", "信号枪", "医疗箱", "雨伞", "救生圈", "指南针", "诱饵桶")


@pytest.mark.parametrize("columns", range(16, 60))
def test_no_line_of_a_board_ends_within_a_name(columns):
    folded = fold([Ink("物资：" + "、".join(CARDS))], columns, 2)
    said = ["".join(piece.text for piece in line).strip() for line in folded]
    assert [] == [line for line in said if measure([Ink(line)]) > columns]
    assert ["物资：", *CARDS] == [
        each for line in said for each in line.replace("：", "：、").split("、") if each
    ]


@pytest.mark.parametrize("columns", range(14, 40))
def test_no_line_of_text_ends_within_katakana_or_begins_with_a_closing_sign(columns):
    """Nor does one end with a bracket that opens."""
    lines = wrap_text(
        "次のラウンドでカヌーを（ロープより上の）宝石スペースへ、ダイヤモンドを1個積む。", "", columns
    )
    assert [] == [line for line in lines if width(line) > columns]
    assert [] == [line for line in lines if line[0] in CLOSING or line[-1] in "（「"]
    words = ("ラウンド", "カヌー", "ロープ", "スペース", "ダイヤモンド")
    assert [] == [word for word in words if not any(word in line for line in lines)]
