"""Finding rules, searching them, and the glossary."""

import re
from pathlib import Path
from tomllib import loads

import msgspec
import pytest

from referee import rulebooks
from referee.l10n.options import with_books
from referee.languages import LANGUAGES
from referee.rulebooks import (
    HERE,
    TABLE,
    Document,
    Rule,
    books,
    documents_of,
    find_rule,
    mention_sources,
    nouns,
    rules_of,
    source_of,
)
from referee.rulebooks.rulings import rulings_on
from referee.rulebooks.search import asked_in, search_rules

ROOT = Path(__file__).parents[2]


def test_a_rule_is_found_by_id_whatever_its_case() -> None:
    rule = find_rule("nia-move-03")

    assert rule is not None
    assert rule.id == "NIA-MOVE-03"


@pytest.mark.parametrize(
    "id",
    ["NIA-MOVE-99", "NIA-NOPE-01", "NIA", "", "../../x-y-z", "A-*-B", "A-**-1", "A-.-1", f"A-{'B' * 300}-1"],
)
def test_no_rule_is_found_where_there_is_none(id: str) -> None:
    assert find_rule(id) is None


def test_every_rule_of_a_book_is_found_one_by_one() -> None:
    for book in books():
        for id, rule in rules_of(book).items():
            assert rule == find_rule(id)


def test_the_book_of_the_table_comes_first() -> None:
    assert books()[0] == TABLE
    assert "niagara" in books()


@pytest.mark.parametrize(
    ("text", "lang", "id"),
    [
        ("fork", "en", "NIA-RIVER-07"),
        ("支流", "zh-Hans", "NIA-MOVE-04"),
        ("買い戻", "ja", "NIA-BUY-02"),
        ("steal-06", "en", "NIA-STEAL-06"),
        ("ONE direction", "en", "NIA-MOVE-03"),
    ],
)
def test_rules_are_found_by_their_words_in_any_language(text: str, lang: str, id: str) -> None:
    assert id in [rule.id for rule in search_rules(text, lang, "niagara")]


def test_a_search_for_nothing_finds_nothing() -> None:
    assert () == search_rules("", "en") == search_rules("zeppelin", "en")


def test_a_search_goes_through_every_book_where_none_is_named() -> None:
    assert {"TAB", "NIA"} <= {rule.id[:3] for rule in search_rules("the", "en")}


def test_a_rule_speaks_english_to_those_whose_language_is_not_written() -> None:
    rule = find_rule("NIA-MOVE-03")

    assert rule is not None
    assert rule.en == rule.text("fr")
    assert rule.zh_Hans == rule.text("zh-Hans")
    assert rule.title.ja == rule.title.of("ja")


def test_a_source_is_spelled_out() -> None:
    document = documents_of("niagara")["ZH"]

    assert "Chinese rules of Niagara" in document.full_name("en")
    assert f"{document.full_name('en')}, 移动船只, no. 3" == source_of("niagara", "ZH Move-3")
    assert f"{document.full_name('zh-Hans')} 移动船只 第3条" == source_of("niagara", "ZH Move-3", "zh-Hans")
    assert "尼加拉瓜大瀑布 移动船只 3番；BSW" == mention_sources("niagara", ["ZH Move-3", "BSW"], "ja")
    assert "ナイアガラ ルール解説 川の流れ, point 1 + ダイアグラム9b" == mention_sources(
        "niagara", ["JA Rv-1", "JA Dia-9b"], "en"
    )


@pytest.mark.parametrize(
    ("where", "place"),
    [
        ("Steal-1", ("Steal", "1")),
        ("Back-to-front", ("Back-to-front", "")),
        ("Back-to-front-2", ("Back-to-front", "2")),
        ("Back-3", ("Back", "3")),
        ("der-die-das", ("der-die-das", "")),
        ("der-die-4b", ("der-die", "4b")),
        ("", ("", "")),
    ],
)
def test_a_section_may_have_hyphens(where: str, place: tuple[str, str]) -> None:
    document = Document(title="", lang="en", sections={"Back": "Back", "Back-to-front": "Back to front"})

    assert place == document.split_place(where)


def test_the_name_of_a_website_is_no_sentence() -> None:
    assert source_of("niagara", "DE reich-der-spiele").endswith(", reich-der-spiele")


@pytest.mark.parametrize(
    ("source", "place"),
    [
        ("TEXT S5", "Setting up, sentence 1"),
        ("TEXT S7-11", "Setting up, sentence 2 to sentence 4"),
        ("TEXT S11-15", "Setting up, sentence 4 to Playing, sentence 2"),
    ],
)
def test_a_sentence_is_counted_from_its_heading(
    monkeypatch: pytest.MonkeyPatch, source: str, place: str
) -> None:
    """Nobody has the file whose lines are numbered; a range is one place."""
    sentences = {"S5-S11": "Setting up", "S13-S15": "Playing"}
    text = Document(title="The rules", lang="en", sentences=sentences, spacing=2)
    monkeypatch.setattr(rulebooks, "documents_of", lambda _book: {"TEXT": text})

    assert f"The rules, {place}" == source_of("lifeboat", source)


def test_the_text_of_a_rule_is_the_whole_of_it() -> None:
    words = {"en": "One.", "zh-Hans": "一。", "ja": "いち。"}
    part = {"en": "Two.", "zh-Hans": "二。", "ja": "に。", "sources": ["B"], "confidence": "house"}
    raw = {"id": "X", "title": words, **words, "sources": ["A"], "confidence": "stated", "parts": [part]}
    rule = msgspec.convert(raw, Rule)

    assert ["One. Two.", "一。二。", "いち。に。"] == [rule.text(lang) for lang in ("en", "zh-Hans", "ja")]
    assert (("A", "B"), ("stated", "house")) == (rule.all_sources, rule.confidences)


def test_every_noun_is_in_three_languages_once() -> None:
    for terms in nouns().values():
        for texts in terms.values():
            assert all((texts.en, texts.zh_Hans, texts.ja))
        for words in ([t.en for t in terms.values()], [t.zh_Hans for t in terms.values()]):
            assert len(words) == len(set(words))


def test_the_books_lie_beside_their_reader() -> None:
    assert (HERE / "glossary.toml").exists()


@pytest.mark.parametrize("lang", ["en", "zh-Hans", "ja"])
def test_screens_and_rules_call_the_gems_by_the_same_names(lang: str) -> None:
    catalog = loads((ROOT / "referee" / "games" / "niagara" / "words" / f"{lang}.toml").read_text("utf-8"))
    spoken = catalog["noun"]["gem"]

    assert spoken == {gem: nouns()["niagara"][gem].of(lang) for gem in spoken}


@pytest.mark.parametrize("book", [TABLE, "niagara", "powerboats", "lifeboat"])
def test_chinese_and_japanese_use_their_own_punctuation(book: str) -> None:
    texts = [
        words
        for rule in rules_of(book).values()
        for words in (rule.title.zh_Hans, rule.text("zh-Hans"), rule.title.ja, rule.text("ja"))
    ]

    assert [words for words in texts if re.search(r"[,;:?!()~]", words)] == []


@pytest.mark.parametrize(
    ("text", "lang", "game", "id"),
    [
        ("how do I win", "en", "niagara", "NIA-GOAL-01"),
        ("how do I win?", "en", "lifeboat", "LIF-SCORE-09"),
        ("Who wins", "en", "powerboats", "POW-SCO-01"),
        ("boat lost", "en", "niagara", "NIA-FALL-01"),
        ("my boat is lost", "en", "powerboats", "POW-DMG-01"),
        ("steal", "en", "lifeboat", "LIF-MUG-01"),
        ("can I steal a card?", "en", "lifeboat", "LIF-MUG-01"),
        ("怎么赢", "zh-Hans", "niagara", "NIA-GOAL-01"),
        ("怎么赢？", "zh-Hans", "lifeboat", "LIF-SCORE-09"),
        ("船沉了怎么办", "zh-Hans", "powerboats", "POW-DMG-01"),
        ("可以偷牌吗", "zh-Hans", "lifeboat", "LIF-MUG-01"),
        ("勝つには", "ja", "niagara", "NIA-GOAL-01"),
        ("勝つには", "ja", "lifeboat", "LIF-SCORE-09"),
        ("カードを盗めますか", "ja", "lifeboat", "LIF-MUG-01"),
        ("船が沈んだら", "ja", "powerboats", "POW-DMG-01"),
        ("who goes first?", "en", "niagara", "NIA-SETUP-06"),
        ("谁先手", "zh-Hans", "niagara", "NIA-SETUP-06"),
        ("最初は誰", "ja", "niagara", "NIA-SETUP-06"),
        ("who goes first?", "en", "powerboats", "POW-SET-04"),
        ("谁先手", "zh-Hans", "powerboats", "POW-SET-04"),
        ("最初は誰", "ja", "powerboats", "POW-SET-04"),
        ("who goes first?", "en", "lifeboat", "LIF-TURN-02"),
        ("谁先手", "zh-Hans", "lifeboat", "LIF-TURN-02"),
        ("最初は誰", "ja", "lifeboat", "LIF-TURN-02"),
        ("can I pass", "en", "niagara", "NIA-TURN-02"),
        ("可以不走吗", "zh-Hans", "niagara", "NIA-TURN-02"),
        ("パスできる", "ja", "lifeboat", "LIF-ACT-01"),
        ("can I pass", "en", "lifeboat", "LIF-ACT-01"),
        ("when does the game end", "en", "powerboats", "POW-RACE-01"),
    ],
)
def test_what_people_ask_is_answered_first(text: str, lang: str, game: str, id: str) -> None:
    assert id == search_rules(text, lang, game)[0].id


def test_words_are_found_by_their_stems() -> None:
    assert {rule.id for rule in search_rules("paddling", "en", "niagara")} & {"NIA-MOVE-01", "NIA-MOVE-03"}


@pytest.mark.parametrize("text", ['"', "* OR (", "NEAR(", "a" * 5000, "\x00", "') --", "🙂", "-"])
def test_nothing_typed_breaks_the_search(text: str) -> None:
    assert isinstance(search_rules(text, "en", "niagara"), tuple)


@pytest.mark.parametrize("game", ["niagara", "powerboats", "lifeboat"])
def test_what_people_ask_names_rules_there_are(game: str) -> None:
    for each in asked_in(game):
        assert set(each.rules) <= set(rules_of(game))
        assert all(each.of(lang) for lang in ("en", "zh-Hans", "ja"))


EDITION = re.compile(r"(?<![a-zA-Z_.-])(zh|ja|en)(?![a-zA-Z_-])")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("book", ["niagara", "powerboats", "lifeboat"])
def test_no_edition_is_named_by_its_id_where_people_read(book, lang):
    """The Japanese rulebook, not edition ja: in rules, and in the rulings that show them."""
    rules = rules_of(book).values()
    rulings = {ruling.name: ruling for rule in rules for ruling in rulings_on(rule.id)}.values()
    asked = [text for each in rulings for text in (each.title, each.question, each.answer, each.disagree)]
    texts = [rule.text(lang) for rule in rules] + [text.of(lang) for text in asked if text is not None]
    told = [with_books(book, text, lang) for text in texts]
    assert [] == [text for text in told if EDITION.search(text)]
    assert told != texts or book == "powerboats"
    assert "  " not in "".join(told)
