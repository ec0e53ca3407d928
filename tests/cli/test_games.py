"""`referee games` and `referee house`: what can be agreed on, by id and in words."""

import pytest

from referee.kernel.registry import find_game, own_games
from referee.l10n import LANGUAGES
from referee.l10n.catalogs import rule_option_words, topic_words, value_words


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", own_games())
def test_a_game_is_told_in_words_with_the_ids_beside_them(run, game, lang):
    printed = run("games", game, "--lang", lang).out
    for option in find_game(game).ruleset.options.values():
        assert f"{rule_option_words(game, option.name, lang)}  {option.name}" in printed
        for value in option.values:
            assert f"{option.name}={value}  {value_words(game, option.name, value, lang)}" in printed
    for topic in find_game(game).topics:
        assert f"{topic} ({topic_words(game, topic, lang)})" in printed


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "2 players: places and turns ahead"),
        ("zh-Hans", "2人时：名次和提前的回合数"),
        ("ja", "2人のとき：順位と先行した手番数"),
    ],
)
def test_what_the_number_of_seats_decides_is_told_beside_the_editions(run, lang, said):
    assert said in run("games", "powerboats", "--lang", lang).out
    (ruleset,) = run("games", "powerboats", "--json").objects
    assert {"2": {"scoring": "turns_ahead"}} == ruleset["by_seats"]


def test_an_unknown_game_is_no_traceback(run):
    assert run("games", "chess").code == 2


def test_a_table_lists_its_options_in_words(run):
    run("new", "niagara", "--seats", "A,B,C", "--table", "evening")
    listed = run("house", "evening", "--lang", "en").out
    assert "  The river flows at least: not at all (0)\n    minimum_speed=0  (1)  NIA-RIVER-05\n" in listed
