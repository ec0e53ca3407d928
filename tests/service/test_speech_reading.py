"""What is said aloud is the act that it means, or nothing: in three languages, at tables of three games."""

from functools import cache
from pathlib import Path

import pytest

from events.base import Event
from events.stores.memory import MemoryStore
from referee.kernel.registry import codec_for, find_game
from referee.l10n import LANGUAGES
from referee.l10n.wording import label
from referee.service.speech_reading import acts_heard
from referee.service.tables.table import Table, open_table
from tests.stages import slow

GAMES = Path(__file__).parents[2] / "fixtures/games"
RECORDED = {
    "niagara": "niagara/high-water-3p-zh",
    "powerboats": "powerboats/four-rulebook",
    "lifeboat": "lifeboat/four-physical-4p-zh",
}

MOMENTS = {
    "launch": ("niagara", 6),
    "cards": ("niagara", 12),
    "river": ("niagara", 60),
    "dice": ("powerboats", 10),
    "kept": ("powerboats", 40),
    "hand": ("lifeboat", 16),
}
"""Moments of recorded games, by how many lines are played before each."""


@cache
def at(moment: str) -> tuple[Table, str, tuple[Event, ...]]:
    """Return a table, the seat to act there, and what it may do."""
    game, before = MOMENTS[moment]
    codec = codec_for(game)
    lines = (GAMES / f"{RECORDED[game]}.jsonl").read_bytes().splitlines()[: before - 1]
    opened, *events = [codec.event(line) for line in lines if line.strip()]
    table = open_table(MemoryStore(), game, opened, find_game(game))
    assert isinstance(table, Table)
    for event in events:
        table.submit(event)
    seat = table.game.acting(table.state)[0]
    return table, seat, tuple(table.game.legal(table.state, seat))


def heard(moment: str, lang: str, *said: str) -> list[str]:
    """Return in English the buttons that are offered."""
    table, seat, acts = at(moment)
    found = acts_heard(said, [(table.state, act) for act in acts], lang, seat)
    return [label(table.state, acts[n], "en", seat) for n in found]


MEANT = """
launch en canoe one to s one = Canoe 1 from land to S1
launch en Canoe 1 to S1 = Canoe 1 from land to S1
launch en move canoe one to es one please = Canoe 1 from land to S1
launch en canoe 1 2 S1 = Canoe 1 from land to S1
launch en canoe 12 S1 = Canoe 1 from land to S1
launch en launch canoe two = Canoe 2 from land to S1
launch en second canoe into the water = Canoe 2 from land to S1
launch zh-Hans 二号独木舟划到S一 = Canoe 2 from land to S1
launch zh-Hans 把1号船划到S1 = Canoe 1 from land to S1
launch zh-Hans 医号船划到S1 = Canoe 1 from land to S1
launch ja カヌー一をエス1へ = Canoe 1 from land to S1
launch ja カヌー位置をS1へ = Canoe 1 from land to S1
launch ja カヌー2を川に入れる = Canoe 2 from land to S1
cards en play a three = Lay a 3
cards en lay the cloud = Lay the cloud
cards zh-Hans 出二 = Lay a 2
cards ja 雲を出す = Lay the cloud
river en canoe one up to as four unload and load a diamond = Canoe 1 up to S4, unload, load a diamond
river en take canoe one to S4 drop the gem and pick up a diamond = Canoe 1 up to S4, unload, load a diamond
river en buy canoe 2 with a diamond = Pay a diamond and buy canoe 2 back
river en canoe one to shore = Canoe 1 ashore
river en over the edge with canoe one = Canoe 1 over the falls
river zh-Hans 我把一号船划上S4放下宝石拿一颗钻石 = Canoe 1 up to S4, unload, load a diamond
river zh-Hans 用紫晶赎回二号船 = Pay an amethyst and buy canoe 2 back
river zh-Hans 一号船上岸吧 = Canoe 1 ashore
river ja 1号をS4に上げて宝石を降ろしてダイヤを積む = Canoe 1 up to S4, unload, load a diamond
river ja アメジストで買い戻す = Pay an amethyst and buy canoe 2 back
river ja カヌー1を上陸 = Canoe 1 ashore
dice en I turn to the left = Turn left
dice en no dice = No dice
dice en throw one die three = Throw 1 die: 3
dice zh-Hans 往右转 = Turn right
dice zh-Hans 掷一个骰子三 = Throw 1 die: 3
dice ja まっすぐ = Straight on
dice ja 3を振った = Throw 1 die: 3
kept en keep three and two = Keep 3 and 2
kept en keep two roll one three = Keep 2, throw 1: 3
kept zh-Hans 保留二掷一个三 = Keep 2, throw 1: 3
kept ja 3と2を残す = Keep 3 and 2
hand en play the umbrella = Lay the parasol face up
hand en flare gun = Lay the flare gun face up
hand en painting three = Lay a painting (3) face up
hand zh-Hans 打劫乙 = Mug 乙 for a card from the hand
hand zh-Hans 跟乙换座位 = Take 乙's place
hand zh-Hans 美术品三 = Lay a painting (3) face up
hand ja 乙から奪う = Mug 乙 for a card from the hand
hand ja 絵画3を出す = Lay a painting (3) face up
hand ja 傘を出す = Lay the parasol face up
"""


@pytest.mark.parametrize("line", MEANT.strip().splitlines())
def test_what_is_said_means_its_act(line: str) -> None:
    said, _, meant = line.partition(" = ")
    moment, lang, text = said.split(" ", 2)
    assert [meant] == heard(moment, lang, text)


SEVERAL = """
river en canoe one to s four = Canoe 1 up to S4, unload, load a diamond \
| Canoe 1: unload, load a sapphire, up to S4
river zh-Hans 买船 = Pay an amethyst and buy canoe 2 back | Pay a diamond and buy canoe 2 back
hand en play a painting = Lay a painting (3) face up | Lay a painting (2) face up
hand en mug = Mug 丁 for a card from the hand | Mug 丙 for a card from the hand \
| Mug 乙 for a card from the hand
hand ja 漕ぐ = Row: 2 cards under the deck | Row: 1 card into the row stack, 1 card under the deck \
| Row: 2 cards into the row stack
"""


@pytest.mark.parametrize("line", SEVERAL.strip().splitlines())
def test_what_may_mean_two_or_three_acts_is_each_of_them(line: str) -> None:
    said, _, meant = line.partition(" = ")
    moment, lang, text = said.split(" ", 2)
    assert sorted(meant.split(" | ")) == sorted(heard(moment, lang, text))


NOTHING = """
launch en canoe one to s two
launch en load a diamond
launch en don't move canoe one to S1
launch en what time is it
launch zh-Hans 一号船到S二
launch zh-Hans 不要动一号船
launch zh-Hans 今天天气不错
launch ja カヌー1をS3へ
launch ja 今何時ですか
cards en play one
cards zh-Hans 出1
cards ja 1を出す
river en canoe one to s three and load a diamond
river en canoe two ashore
river en load a ruby
river en don't go over the falls
river en canoe one to R six
river zh-Hans 偷宝石
river zh-Hans 2号船上岸
river zh-Hans 不要摔落瀑布
river ja カヌー2を陸へ
river ja 盗む
dice en roll a four
dice en turn around
dice en roll two dice
dice zh-Hans 掷两个骰子
dice zh-Hans 掉头
dice ja ダイス2個
dice ja 後ろへ
kept en keep four
kept zh-Hans 保留四
kept ja 5を残す
hand en give the water to Zoe
hand zh-Hans 打劫甲
hand ja 何か食べる
"""


@pytest.mark.parametrize("line", NOTHING.strip().splitlines())
def test_what_is_not_possible_or_unclear_is_nothing(line: str) -> None:
    moment, lang, text = line.split(" ", 2)
    assert [] == heard(moment, lang, text)


def test_what_was_understood_otherwise_counts_where_the_likeliest_means_nothing() -> None:
    assert ["Canoe 1 from land to S1"] == heard("launch", "en", "can you once you won", "canoe one to s one")


@pytest.mark.parametrize("said", ["", " ", "\n", "{", "?" * 500, "\u202e", "a" * 10_000])
def test_noise_is_nothing(said: str) -> None:
    for lang in LANGUAGES:
        assert [] == heard("launch", lang, said)


@slow
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("moment", MOMENTS)
def test_a_button_read_aloud_is_itself_and_that_of_another_moment_nothing(moment: str, lang: str) -> None:
    table, seat, acts = at(moment)
    own = {label(table.state, act, lang, seat): label(table.state, act, "en", seat) for act in acts}
    for words, meant in own.items():
        assert meant in heard(moment, lang, _read_aloud(words)), words
    for other in MOMENTS:
        there, who, others = at(other)
        if there.game is table.game and other != moment:
            for act in others[:12]:
                words = label(there.state, act, lang, who)
                assert words in own or [] == heard(moment, lang, _read_aloud(words)), words


def _read_aloud(words: str) -> str:
    """Return words without the signs that nobody says."""
    return words.translate(dict.fromkeys(map(ord, ":,：，、()（）"), " "))
