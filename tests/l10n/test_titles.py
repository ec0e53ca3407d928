"""A game is found by any of its names, at every door."""

import pytest

from referee.kernel.registry import own_games
from referee.l10n import LANGUAGES, title_of
from referee.l10n.catalogs import game_called, names_of_game
from referee.service.files.text_header import read_game


@pytest.mark.parametrize(
    ("name", "game"),
    [
        ("niagara", "niagara"),
        ("NIAGARA", "niagara"),
        ("尼加拉瓜大瀑布", "niagara"),
        ("ナイアガラの滝", "niagara"),
        ("Niagara Falls", "niagara"),
        ("救生艇", "lifeboat"),
        ("ライフボート", "lifeboat"),
        ("劲爆赛艇", "powerboats"),
        ("パワーボーツ", "powerboats"),
        *((title_of(game, lang), game) for game in own_games() for lang in LANGUAGES),
    ],
)
def test_a_game_goes_by_its_box_in_a_new_table_and_in_a_record(name, game):
    assert (game, {"game": game}) == (game_called(name), read_game(name, {}))


def test_no_name_is_that_of_two_games():
    said = [(name, game) for game in own_games() for name in names_of_game(game)]
    assert said == [(name, game_called(name)) for name, _ in said]


def test_a_stranger_is_no_game():
    assert (None, {"game": "chess"}) == (game_called("chess"), read_game("chess", {}))
