"""What is typed of lakes and courses and cannot be; what people call them otherwise is a list of data."""

import pytest

from referee.games.powerboats import GAME
from referee.games.powerboats.events import LakeLaid
from referee.kernel.game import NotationError
from referee.l10n import say
from referee.l10n.wording import notate, parse
from tests.games.typed import after_line

NO_LAKE, NO_COURSE = (after_line("powerboats/four-rulebook", line) for line in (1, 2))


@pytest.mark.parametrize(
    ("lang", "line"), [("en", "lake rulebook"), ("zh-Hans", "湖面 规则书"), ("ja", "湖 ルールブックどおり")]
)
def test_a_record_names_a_lake_in_its_language(lang, line):
    """A word of English is no line of a Chinese record."""
    assert line == notate(NO_LAKE, LakeLaid(lake="rulebook"), lang)


@pytest.mark.parametrize(
    ("tiles", "said"),
    [
        ("D3r D4 D2r / D6 D1r D7", '"D7" is no tile. Not laid yet: D5 (r after it: turned round).'),
        ("D3r D4 D2r / D6 D1r D5x", '"D5x" is no tile. Not laid yet: D5 (r after it: turned round).'),
        ("D3r D4 D2r / D6 D1r D3", "tile D3 is laid already. Not laid yet: D5."),
    ],
)
def test_a_wrong_tile_is_answered_with_the_tiles_that_are_left(tiles, said):
    """At its place in the lake, whether the word for tiles was typed or not."""
    refused = GAME.decide(NO_LAKE, parse(NO_LAKE, tiles, "en"))
    assert f"Row 2, column 3: {said}" == say(refused.reason, "en", **refused.args)


def test_spots_that_make_no_course_are_no_course():
    """Two buoys stand on one."""
    with pytest.raises(NotationError, match=r"powerboats\.line_course"):
        parse(NO_COURSE, "最左 最左 左起第二 右起第二", "zh-Hans")


def test_a_course_by_its_spots_is_listed():
    """As it is told, without hexes."""
    course = parse(NO_COURSE, "buoys leftmost, rightmost, second from the left and second from the right")
    assert course in GAME.legal(NO_COURSE, "table")
