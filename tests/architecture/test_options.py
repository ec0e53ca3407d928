"""Whatever a table can agree on has words in every language."""

import pytest

from referee.kernel.registry import find_game, own_games
from referee.l10n import LANGUAGES
from referee.l10n.catalogs import catalog, value_words
from referee.l10n.options import decision_words

KINDS = {"switch", "value", "edition", "topic", "about"}

games = pytest.mark.parametrize("game", own_games())
languages = pytest.mark.parametrize("lang", LANGUAGES)


def things(game):
    """List the options, editions and topics of a game as its catalog has to name them."""
    found = find_game(game)
    ruleset = found.ruleset
    return {
        *(f"{game}.switch.{name}" for name in ruleset.options),
        *(f"{game}.edition.{name}" for name in ruleset.editions),
        *(f"{game}.topic.{name}" for name in found.topics),
        *(f"{game}.about.{name}" for name in ruleset.sealed),
    }


@games
@languages
def test_every_option_edition_and_topic_has_words(game, lang):
    assert set() == things(game) - set(catalog(lang, game))


@games
@languages
def test_every_value_of_every_option_has_words(game, lang):
    known = catalog(lang, game)
    missing = [
        f"{option.name}={value}"
        for option in find_game(game).ruleset.options.values()
        for value in option.values
        if f"{game}.value.{option.name}.{value}" not in known
        and f"options.value.{value}" not in catalog(lang, "options")
    ]
    assert [] == missing


@games
def test_the_catalogs_name_nothing_that_is_not_there(game):
    ruleset = find_game(game).ruleset
    values = {
        f"{game}.value.{option.name}.{value}"
        for option in ruleset.options.values()
        for value in option.values
    }
    named = {id for id in catalog("en", game) if id.split(".")[1] in KINDS}
    assert set() == named - things(game) - values


def test_a_decision_is_said_in_the_words_of_its_option():
    assert "The river flows at least: one step a round" == decision_words("niagara", "minimum_speed=1", "en")
    assert "all as in the Japanese rulebook" == decision_words("niagara", "edition ja", "en")
    assert "we roll a die" == decision_words("niagara", "we roll a die", "en")
    assert "はい" == value_words("lifeboat", "quick", "yes", "ja")
