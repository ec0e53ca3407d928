"""A game without a board is drawn as a panel of what lies in its box."""

from xml.etree import ElementTree as ET

import pytest
from msgspec.structs import replace

from events.table import Corrected, TableOpened
from referee.draw import marked_board, svg_board, text_board
from referee.draw.picks import pick_words
from referee.draw.svg import link_taps
from referee.kernel import registry
from referee.l10n import LANGUAGES
from referee.l10n.messages import event_words
from tests.kernel.dig import GAME


@pytest.fixture(scope="module", autouse=True)
def installed():
    """Let the registry find the game as if somebody had installed it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "installed", lambda: (("dig", "tests.kernel.dig"),))
        registry.all_games.cache_clear()
        yield
    registry.all_games.cache_clear()


@pytest.fixture
def state():
    names = {"A": "Ada", "B": "Ben"}
    opened = GAME.decide(None, TableOpened(game="dig", seats=("A", "B"), names=names)).state
    return replace(opened, gone=("ruby",), deck=("fang", "fang"), at={"A": "cave", "B": "camp"})


@pytest.mark.parametrize(("viewer", "hand", "dice"), [("A", "[ruby]", "[1] [6]"), (None, "[##]", "[?] [?]")])
def test_everybody_sees_what_is_open_and_backs_of_what_is_not(viewer, hand, dice, state):
    offers = frozenset({"stone:fang"})
    assert text_board(GAME.view(state, viewer), offers=offers).splitlines() == [
        "Digging  digging: Ada's turn",
        "",
        f"> A  Ada                     hand {hand} coins 2 dice {dice} stands at (cave)",
        "  B  Ben                     coins 2 dice [?] [?] stands at (camp)",
        "",
        "  deck                       [##] [##]",
        "  played                     [ruby]",
        "                             (fang)",
    ]


def test_who_has_won_stands_above(state):
    won = replace(state, winners=("A", "B"), phase="ended")
    lines = [text_board(GAME.view(won, None), lang).splitlines()[0] for lang in ("en", "zh-Hans", "ja")]
    assert lines == ["Digging  Ada and Ben won", "挖宝  Ada、Ben获胜", "発掘  Ada、Benの勝ち"]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("size", ["phone", "table"])
def test_the_picture_is_described_by_the_text(lang, size, state):
    view = GAME.view(state, "A")
    root = ET.fromstring(svg_board(view, lang, size))  # noqa: S314 - our own
    assert root.findtext("{*}desc") == text_board(view, lang)
    assert not any(id in text_board(view, lang) for id in ("dig.", "noun."))


def test_what_an_act_names_is_tapped_where_it_lies_or_else_as_a_word(state):
    """A ruby in hand, a ruby played; no fang is seen, so that it is a word: only while it can be tapped."""
    view = GAME.view(state, "A")
    picture = marked_board(view, "en", "phone")
    tapped = str(link_taps(picture, {"stone:ruby": {"href": "#r"}, "stone:fang": {"href": "#f"}}))
    assert (tapped.count('href="#r"'), tapped.count('href="#f"')) == (2, 1)
    assert ">fang<" not in str(link_taps(picture, {})).partition("</desc>")[2]
    said = [pick_words(view, lang, "stone:fang") for lang in ("en", "zh-Hans", "ja")]
    assert said == ["fang", "獠牙", "牙"]


def test_facts_set_by_hand_are_told_in_the_nouns_of_the_box():
    position = GAME.facts.kind(gone=("ruby", "fang"), at={"A": "cave"}, coins={"B": 3})
    told = event_words(Corrected(position), "en", {"A": "Ada", "B": "Ben"}, game="dig")
    for words in ("played: ruby, fang", "Ada's stands at: cave", "Ben's coins: 3"):
        assert words in told
