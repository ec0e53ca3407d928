"""Lakes, courses, headings and turns are understood as people call them, in any of the three languages."""

import pytest
from msgspec.structs import replace

from referee.games.powerboats import GAME
from referee.games.powerboats.events import LakeLaid
from referee.kernel.game import NotationError
from referee.l10n import LANGUAGES, say
from referee.l10n.wording import notate, parse
from referee.testing.recorded import record
from tests.house.sources import RECORDED

SERIES = record(next(RECORDED.glob("powerboats/*four-rulebook*")))
TILES = "D3r D4 D2r / D6 D1r D5"


def at(phase):
    """Give the first state in a phase of a recorded series."""
    return next(step.after for step in SERIES.steps if GAME.phase(step.after) == phase)


def no_lake():
    """Give the state before the lake is laid."""
    return SERIES.steps[0].after


@pytest.mark.parametrize(
    ("line", "turn"),
    [
        *((line, "left") for line in ("向左", "往左转", "左拐", "左", "ひだり", "左へ", "port")),
        *((line, "straight") for line in ("直走", "前进", "往前", "まっすぐ", "straight on", "ahead")),
        *((line, "right") for line in ("向右", "右转", "みぎに曲がる", "to the right", "starboard")),
    ],
)
def test_a_turn_is_told_as_people_say_it(line, turn):
    """By whatever word; the seat whose turn it is need not be named, and a colon may stand after it."""
    state = at("move")
    seat = GAME.acting(state)[0]
    assert turn == parse(state, line, "en", seat).turn
    assert (seat, turn) == ((told := parse(state, f"{seat}：{line}", "ja")).seat, told.turn)


@pytest.mark.parametrize("heading", ["东南", "SE", "south-east", "southeast", "南東", "朝东南", "船头朝东南"])
def test_a_heading_is_told_by_its_word(heading):
    """The letters of the compass are no words of Chinese or Japanese."""
    state = at("placing")
    seat = GAME.acting(state)[0]
    assert ((6, 19), "SE") == ((told := parse(state, f"6,19 {heading}", "zh-Hans", seat)).at, told.heading)


@pytest.mark.parametrize(
    "line",
    [TILES, f"湖板：{TILES}", "d3R d4 d2r d6 d1r d5", f"tiles {TILES}", "タイル D3r、D4、D2r／D6、D1r、D5"],
)
def test_the_tiles_of_a_lake_need_no_word_before_them(line):
    """Nor the slash between the rows, nor capitals."""
    assert LakeLaid(tiles=TILES) == parse(no_lake(), line, "zh-Hans")


@pytest.mark.parametrize(
    ("line", "lake"), [("规则书", "rulebook"), ("练习湖", "training"), ("ルールブック", "rulebook")]
)
def test_a_lake_goes_by_a_part_of_its_name(line, lake):
    """Nobody says the whole."""
    assert lake == parse(no_lake(), line, "zh-Hans").lake


@pytest.mark.parametrize("reader", LANGUAGES)
@pytest.mark.parametrize(
    ("line", "lake"),
    [
        *(
            (line, "rulebook")
            for line in ("湖 ルールブックどおり", "湖面 规则书", "湖面规则书", "lake rulebook")
        ),
        *((line, "training") for line in ("湖 練習用", "湖面 练习用", "湖面 training", "湖 training")),
        *((line, "rearranged") for line in ("湖 別の並べ方", "湖面 另一种拼法", "the lake rearranged")),
        ("lake lagoon", "lagoon"),
    ],
)
def test_a_lake_goes_by_its_name_in_every_language(line, lake, reader):
    """Its id is still read; another word is refused with the lakes there are."""
    assert LakeLaid(lake=lake) == parse(no_lake(), line, reader)


@pytest.mark.parametrize(
    ("lang", "line"), [("en", "lake rulebook"), ("zh-Hans", "湖面 规则书"), ("ja", "湖 ルールブックどおり")]
)
def test_a_record_names_a_lake_in_its_language(lang, line):
    """A word of English is no line of a Chinese record."""
    assert line == notate(no_lake(), LakeLaid(lake="rulebook"), lang)


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
    state = no_lake()
    refused = GAME.decide(state, parse(state, tiles, "en"))
    assert f"Row 2, column 3: {said}" == say(refused.reason, "en", **refused.args)


@pytest.mark.parametrize(
    "line",
    [
        "浮标 最左 最右 左起第二 右起第二",
        "第1场：最左边、最右边、左二、右二",
        "buoys leftmost, rightmost, second from the left and second from the right",
        "ブイは左端、右端、左から2番目、右から2番目",
    ],
)
def test_a_course_is_told_by_its_spots(line):
    """As it is listed, without hexes."""
    state = at("course")
    course = parse(state, line, "en")
    xs = [course.buoys[name] for name in "0123"]
    assert course in GAME.legal(state, "table")
    assert [0, 3, 1, 2] == [sorted(xs).index(cell) for cell in xs]


def test_spots_that_make_no_course_are_no_course():
    """Two buoys stand on one."""
    with pytest.raises(NotationError, match=r"powerboats\.line_course"):
        parse(at("course"), "最左 最左 左起第二 右起第二", "zh-Hans")


@pytest.mark.parametrize(
    ("line", "held", "rolled"),
    [
        ("全留", (1, 2), ()),
        ("不掷", (1, 2), ()),
        ("そのまま", (1, 2), ()),
        ("keep everything", (1, 2), ()),
        ("加一个骰子：3", (1, 2), (3,)),
        ("再掷一个：2", (1, 2), (2,)),
        ("1個足す：3", (1, 2), (3,)),
        ("add a die: 3", (1, 2), (3,)),
        ("留2，掷一个：3", (2,), (3,)),
        ("3と2が出た", (), (3, 2)),
        ("ダイス1個：3", (), (3,)),
        ("throw a die: 3", (), (3,)),
        ("不要骰子", (), ()),
        ("ダイスなし", (), ()),
        ("no dice", (), ()),
    ],
)
def test_a_throw_is_told_as_people_say_it(line, held, rolled):
    """A die that is added leaves the others as they lie."""
    state = replace_dice(at("dice"), (1, 2))
    throw = parse(state, line, "en", GAME.acting(state)[0])
    assert (held, len(rolled), rolled) == (throw.held, throw.roll, throw.rolled)


@pytest.mark.parametrize("line", ["roll", "掷", "加", "振る", "add a die", "再掷"])
def test_who_throws_says_how_many_or_what_they_show(line):
    """A word for throwing alone is no turn without dice."""
    state = replace_dice(at("dice"), (1, 2))
    with pytest.raises(NotationError):
        parse(state, line, "en", GAME.acting(state)[0])


@pytest.mark.parametrize("line", ["掷1个：7", "roll 2: 3 5", "1個振る：9"])
def test_a_number_that_no_die_shows_is_said_to_be_none(line):
    """Nothing is missing after it."""
    state = at("dice")
    with pytest.raises(NotationError, match=r"notation\.no_such_value"):
        parse(state, line, "en", GAME.acting(state)[0])


def replace_dice(state, dice):
    """Give the boat whose turn it is other dice."""
    seat = state.index[GAME.acting(state)[0]]
    boats = tuple(replace(boat, dice=dice) if i == seat else boat for i, boat in enumerate(state.boats))
    return replace(state, boats=boats)
