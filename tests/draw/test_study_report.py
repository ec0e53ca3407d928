"""The page of a study: what stands in its charts can be read."""

import re

import pytest

from referee.draw.documents.study_report import TEXT, WIDTH, bar_chart, say_kind
from referee.draw.svg import px
from referee.l10n import LANGUAGES
from referee.service.simulation.study import players_of, share

LABELS = {
    "en": "Several reach a goal in one round: most gems win, then who was first; The river flows at least: 1",
    "ja": "一つのラウンドで何人もがゴールに着いたとき：宝石の多い人の勝ち。川は少なくとも一歩流れる",
}


@pytest.mark.parametrize("lang", LABELS)
def test_a_long_label_is_broken_and_not_cut_off(lang):
    label = f"{LABELS[lang]} (at random, 3)"
    drawn = str(bar_chart("chart", [(label, share(1, 2)), ("next", share(0, 2))], lang))
    texts = re.findall(r'<text x="8" y="(\d+)">([^<]*)</text>', drawn)
    assert f"{label}next".replace(" ", "") == "".join(text for _, text in texts).replace(" ", "")
    assert 3 <= len(texts)
    assert all(px(text, TEXT) <= WIDTH - 16 for _, text in texts)
    assert sorted(heights := [int(y) for y, _ in texts]) == heights


@pytest.mark.parametrize("game", ["lifeboat", "niagara", "powerboats"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_kind_of_player_is_named_in_the_readers_language(game, lang):
    kinds = players_of(game)
    assert not {say_kind(game, kind, lang) for kind in kinds} & set(kinds)
