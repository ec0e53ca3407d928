"""What people type without having read how: each line is the act it means, at the moment it is said."""

import pytest
from msgspec.structs import replace

from events.table import Corrected, TableOpened
from referee.games.lifeboat import GAME
from referee.games.lifeboat.events import (
    CardPlayed,
    CardsTraded,
    CardTaken,
    CompassUsed,
    DemandGranted,
    DemandRefused,
    HandRevealed,
    MugDemanded,
    Passed,
    Position,
    SeatDemanded,
    SecretsDealt,
    SpecialUsed,
    WaterUsed,
)
from referee.games.lifeboat.state import Demand, Fight
from referee.kernel.game import NotationError
from referee.l10n import LANGUAGES
from referee.l10n.wording import parse

CAST = {"A": "kid", "B": "mate", "C": "lauren", "D": "captain"}
HANDS = {"A": ("preserver", "oar"), "B": ("water",), "C": (), "D": ("cash",)}

OPENED = GAME.decide(None, TableOpened(game="lifeboat", seats=("A", "B", "C", "D"))).state
ABOARD = GAME.decide(OPENED, Corrected(Position(characters=CAST, hands=HANDS, phase="action"))).state
DEMANDED = replace(ABOARD, demand=Demand(0, "mug", 3, "hand"))

MOMENTS = {
    "action": ABOARD,
    "overboard": replace(ABOARD, phase="overboard", fallen=(2,)),
    "answer": DEMANDED,
    "fight": replace(DEMANDED, fight=Fight((0,), (3,))),
    "ended": replace(ABOARD, phase="ended"),
}

LINES = [
    ("action", CardPlayed("B", "water"), ("B shows water", "B亮出水壶", "Bは水を見せる")),
    ("ended", HandRevealed("B", ("water",)), ("B shows water", "B亮出水壶", "Bは水を見せる")),
    (
        "overboard",
        CardPlayed("A", "preserver", "C"),
        (
            "A gives C the preserver",
            "A gives the life preserver to C",
            "A throws C the preserver",
            "A给C救生圈",
            "A把救生圈给C",
            "A把救生圈扔给C",
            "AがCに救命具を渡す",
        ),
    ),
    (
        "action",
        CardsTraded(("A", "C"), (("preserver",), ())),
        ("A gives C the preserver", "A给C救生圈", "A把救生圈给C", "AがCに救命具を渡す"),
    ),
    ("action", CardsTraded(("A", "B"), (("oar",), ())), ("A把船桨给B", "A gives B the oar")),
    (
        "answer",
        CardTaken("A", "D", "cash"),
        ("A takes cash", "A draws cash", "A拿现金", "A抽到现金", "Aは現金を引く"),
    ),
    ("action", SecretsDealt("B", "lauren"), ("B loves C", "B爱C", "BはCを愛する")),
    (
        "action",
        SecretsDealt("B", "lauren", "captain"),
        ("B loves C and hates D", "B爱C，恨D", "BはCを愛し、Dを憎む"),
    ),
    ("action", SecretsDealt("B", "captain"), ("B loves the captain", "B loves cap", "B爱船长")),
    ("action", Passed("A"), ("A什么都不做", "A does nothing", "Aは何もしない")),
    (
        "action",
        SpecialUsed("A", "medkit", "C"),
        ("A对C使用医疗包", "AがCに救急箱を使う", "A uses the medkit on C"),
    ),
    ("action", WaterUsed("B", "C"), ("B对C使用水壶", "BがCに水を使う", "B uses water on C")),
    ("action", CompassUsed("A"), ("A uses the compass", "A使用指南针", "Aは羅針盤を使う")),
    ("answer", DemandGranted("D"), ("D says yes", "D同意", "Dははいと言う")),
    ("answer", DemandRefused("D"), ("D says no", "D不同意", "Dはいいえと言う", "Dは同意しない")),
    ("fight", Passed("B", out=True), ("B stays neutral", "B中立", "B保持中立", "Bは中立を守る", "Bは中立")),
    ("action", SeatDemanded("A", "B"), ("AはBと席を交換する", "A swaps seats with B", "A和B交换座位")),
    (
        "action",
        MugDemanded("A", "B", "hand"),
        ("AはBの手札を1枚奪う", "A steals a card from B", "A抢B的一张手牌"),
    ),
]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("moment", "line", "event"),
    [(moment, line, event) for moment, event, lines in LINES for line in lines],
)
def test_a_line_is_what_it_means_at_its_moment(moment, line, event, lang):
    """Whoever reads it, in whatever language."""
    assert event == parse(MOMENTS[moment], line, lang)


@pytest.mark.parametrize("line", ["A loves C", "A爱C"])
def test_nobody_loves_a_seat_whose_character_is_not_known(line):
    """C is who sits there, and no beginning of the captain; characters are listed instead."""
    with pytest.raises(NotationError) as error:
        parse(OPENED, line)
    assert ("notation.character", True) == (error.value.reason, bool(error.value.expected))
