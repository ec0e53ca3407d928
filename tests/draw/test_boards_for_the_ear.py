"""Whoever listens to a board hears where each piece is, in sentences, not in lines of signs."""

import re

import pytest

from events.stores.memory import MemoryStore
from referee.draw import marked_board
from referee.kernel.registry import find_game
from referee.service.tables.table import open_table
from tests.web.browser.moments import events_of

BOARDS = {
    "niagara": ("niagara/after-supper-3p-zh", 8),
    "powerboats": ("powerboats/two-tie", 40),
    "lifeboat": ("lifeboat/four-physical-4p-zh", 60),
}
HEARD = {
    ("niagara", "en"): "canoe 1 at S5 with a ruby, canoe 2 ashore",
    ("niagara", "zh-Hans"): "1号船在S5，载一颗红宝石、2号船在岸上",
    ("niagara", "ja"): "カヌー1はS5にいます（ルビーを積載）、カヌー2は陸にいます",
    ("powerboats", "en"): "going east, next: buoy 2, Dice 2",
    ("powerboats", "zh-Hans"): "朝东、下一个：2号浮标、骰子 2",
    ("powerboats", "ja"): "東向き、次はブイ2、ダイス 2",
    ("lifeboat", "en"): "乙 in place 4 from the bow: the First Mate, Size 8, Survival 4, Wounds 0, 3 cards",
    ("lifeboat", "zh-Hans"): "船头起第4位，乙：大副、体型 8、生存分数 4、伤害 0、3张",
    ("lifeboat", "ja"): "船首から4番目の乙：一等航海士、体格 8、生存 4、負傷 0、3枚",
}
DESCRIBED = re.compile(r"<desc[^>]*>(.*?)</desc>", re.DOTALL)


@pytest.mark.parametrize("game", BOARDS)
def test_a_board_says_where_its_pieces_are(game):
    recorded, entries = BOARDS[game]
    opened, *events = events_of(game, recorded)
    table = open_table(MemoryStore(), "table", opened, find_game(game))
    for event in events[: entries - 1]:
        table.submit(event)
    view = table.game.view(table.state, None)
    for lang in ("en", "zh-Hans", "ja"):
        (said,) = DESCRIBED.findall(str(marked_board(view, lang, "phone")))
        assert HEARD[game, lang] in said
        assert all(view.names.get(seat, seat) in said for seat in view.seats)
        assert "\n" not in said
