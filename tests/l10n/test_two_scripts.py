"""Chinese is read in either script, and in both within one line; what is recorded stays as it was typed."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from events.table import TableOpened
from referee.games.niagara.events import PaddleChosen
from referee.kernel.folding import fold, look, lower, simplify
from referee.kernel.ideographs import SIMPLIFIED
from referee.kernel.registry import find_game, own_games
from referee.l10n import LANGUAGES
from referee.l10n.catalogs import catalog
from referee.l10n.wording import parse
from referee.rulebooks.search import search_rules
from referee.service.files.check import Summary
from referee.service.files.record_file import check_file
from referee.testing.conversion import fill_in
from tests.architecture.sources import ROOT

RECORD = "遊戲: 尼加拉河\n座位: A = 安娜, B = 本, C = 千惠\n\n第1輪\n安娜打出雲\n"


@pytest.mark.parametrize("text", [RECORD, RECORD.replace("遊戲", "游戏"), RECORD.replace("雲", "云")])
def test_a_record_is_read_in_either_script(text: str, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(text, "utf-8")
    *_, summary = check_file(path)
    assert isinstance(summary, Summary)
    assert (2, 0, 0) == (summary.accepted, summary.refused, summary.malformed)


NAMES = {"A": "千惠", "B": "陳安娜", "C": "里"}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("line", "event"),
    [
        ("千惠打出雲", PaddleChosen("A", "cloud")),
        ("千惠出数字卡3", PaddleChosen("A", 3)),
        ("陈安娜打出雲朵卡", PaddleChosen("B", "cloud")),
        ("陳安娜出云", PaddleChosen("B", "cloud")),
        ("裡出3", PaddleChosen("C", 3)),
        ("千惠が雲を出す", PaddleChosen("A", "cloud")),
    ],
)
def test_a_line_may_mix_both_scripts(lang: str, line: str, event: PaddleChosen) -> None:
    opened = TableOpened(game="niagara", seats=("A", "B", "C"), names=NAMES)
    state = find_game("niagara").decide(None, opened).state
    assert event == parse(state, line, lang)
    assert NAMES == state.names


@pytest.mark.parametrize("lang", LANGUAGES)
def test_rules_are_found_in_either_script(lang: str) -> None:
    asked = ("买回船要付几颗宝石", "買回船要付幾顆寶石", "買回船要付几颗寶石")
    first = {search_rules(text, lang, "niagara")[0].id for text in asked}
    assert {"NIA-BUY-01"} == first


def test_what_looks_alike_has_its_length() -> None:
    """So that a place in what is compared is a place in what was typed."""
    assert all(len(simple) == 1 for simple in SIMPLIFIED.values())
    assert (3, "云朵卡", "云朵卡") == (len(lower("雲朵卡")), look("雲朵卡"), lower("云朵卡"))
    assert SIMPLIFIED.keys().isdisjoint(map(ord, SIMPLIFIED.values()))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", own_games())
def test_no_two_nouns_become_one(game: str, lang: str) -> None:
    """Neither in Chinese nor in Japanese, which shares its signs."""
    kinds: dict[str, list[str]] = {}
    for id, noun in catalog(lang, game).items():
        if id.startswith(f"{game}.noun."):
            kinds.setdefault(id.split(".")[2], []).append(fold(noun).lower())
    alike = [kind for kind, nouns in kinds.items() if len({*nouns}) > len({*map(simplify, nouns)})]
    assert [] == alike


TRADITIONAL = "zh-Hant"
OWN = re.compile(rf"\b{TRADITIONAL}(?: = |: )(.*?)(?:, ja = .*)?$", re.MULTILINE)


def texts_in_traditional() -> Iterator[tuple[str, str]]:
    """Yield (file, text) of all that is said in 繁體中文."""
    for folder in ("referee", "fixtures/plugins", "tests/kernel"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix not in {".toml", ".md"} or path.name == "languages.toml":
                continue
            text = path.read_text("utf-8")
            name = str(path.relative_to(ROOT))
            if TRADITIONAL in (path.stem, path.parent.name):
                yield name, text
            elif TRADITIONAL in text:
                yield from ((name, found[1]) for found in OWN.finditer(text))


def test_what_is_said_in_traditional_is_written_in_it() -> None:
    """No sign of it is one that only 简体 has: all are among those of Big5."""
    signs = re.compile("[\u4e00-\u9fff]")
    wrong = [
        (name, sign)
        for name, text in texts_in_traditional()
        for sign in signs.findall(text)
        if not sign.encode("cp950", "ignore")
    ]
    assert [] == wrong


CATALOG = '[a]\none = "一"\ntwo = "二"\n\n[b]\nthree = "三"\n'
BOOK = '[X-1]\ntitle = { en = "One", zh-Hans = "一", ja = "1" }\nen = "1"\nzh-Hans = ["一", "1]"]\nja = "1"\n'
RULING = "# D: one\nzh-Hans: 一\nja: 1\n\n## Question\nen: 1\nzh-Hans: 一\nja: 1\n"


def convert(text: str) -> str:
    return text.replace("一", "壹").replace("二", "貳").replace("三", "參")


def test_what_a_language_lacks_is_filled_in_and_nothing_else(tmp_path: Path) -> None:
    """Each text stands beside the one it is made from, what people mended stays, and once is enough."""
    (tmp_path / "words").mkdir()
    (tmp_path / "rulings").mkdir()
    source, book, ruling = (tmp_path / each for each in ("words/zh-Hans.toml", "b.toml", "rulings/D.md"))
    source.write_text(CATALOG, "utf-8")
    book.write_text(BOOK, "utf-8")
    ruling.write_text(RULING, "utf-8")
    own = tmp_path / "words/zh-Hant.toml"
    assert {source.with_name("zh-Hant.toml"), book, ruling} == {
        *fill_in("zh-Hant", "zh-Hans", convert, tmp_path)
    }
    assert convert(CATALOG) == own.read_text("utf-8")
    assert book.read_text("utf-8") == BOOK.replace(
        'zh-Hans = "一", ', 'zh-Hans = "一", zh-Hant = "壹", '
    ).replace('zh-Hans = ["一", "1]"]\n', 'zh-Hans = ["一", "1]"]\nzh-Hant = ["壹", "1]"]\n')
    assert RULING.replace("zh-Hans: 一\n", "zh-Hans: 一\nzh-Hant: 壹\n") == ruling.read_text("utf-8")

    own.write_text('[a]\ntwo = "mended"\n', "utf-8")
    book.write_text(book.read_text("utf-8").replace("壹", "mended"), "utf-8")
    assert [own] == [*fill_in("zh-Hant", "zh-Hans", convert, tmp_path)]
    assert own.read_text("utf-8") == '[a]\none = "壹"\ntwo = "mended"\n[b]\nthree = "參"\n'
    assert [] == [*fill_in("zh-Hant", "zh-Hans", convert, tmp_path)]
