"""Numbers may be typed in words of any language; a name that is one stays a name."""

import pytest

from events.table import TableOpened
from referee.games.niagara.events import PaddleChosen
from referee.kernel.registry import find_game
from referee.l10n.wording import in_digits, parse

NAMES = {"A": "王一", "B": "Six", "C": "二郎"}
OPENED = TableOpened(game="niagara", edition="zh", seats=tuple(NAMES), names=NAMES)
STATE = find_game("niagara").decide(None, OPENED).state


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("A 打出六", PaddleChosen("A", 6)),
        ("王一打出两", PaddleChosen("A", 2)),
        ("C カード五", PaddleChosen("C", 5)),
        ("二郎 カード五", PaddleChosen("C", 5)),
        ("Six plays four", PaddleChosen("B", 4)),
    ],
)
def test_a_number_may_be_written_in_words(typed, meant):
    assert meant == parse(STATE, typed)


def test_numerals_are_read_whole():
    assert "12 11 7 sixteen often" == in_digits(STATE, "十二 eleven Seven sixteen often")
