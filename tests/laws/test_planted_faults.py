"""The laws are held to account: of faults planted in each game none survives, and each is named."""

from shutil import copytree

import pytest

from referee.kernel.registry import find_game, folder_of
from referee.l10n import LANGUAGES
from referee.l10n.catalogs import file_of
from referee.testing.faults import (
    FAULTS,
    READING,
    first_finding,
    is_found,
    make_unreadable,
    remove_word,
    rename_act,
)
from referee.testing.laws import LAWS, package
from referee.testing.random_games import PlayedGames
from tests.laws.test_games import GAMES
from tests.stages import of_largest, one_in

ACTS = 40
"""How many acts of an evening are enough to find a fault."""

PLANTED = [pytest.param(game, name, id=f"{game}-{name}") for name in FAULTS for game in GAMES]


@pytest.mark.parametrize(("game", "name"), one_in(4, PLANTED))
def test_a_planted_fault_is_named(game, name):
    """By the law it breaks, which finds nothing in the game as it is: that is a test of its own."""
    whole, fault = find_game(game), FAULTS[name]
    assert not fault.where(whole) or is_found(whole, fault, acts=ACTS)


def test_every_fault_names_laws_there_are():
    """A law that is misspelled would let every fault of it survive."""
    named = {law for fault in FAULTS.values() for law in fault.laws}
    assert set() == named - {law.__name__ for law in LAWS}


@pytest.mark.parametrize("game", GAMES)
def test_a_line_that_cannot_be_read_is_named(game):
    whole = find_game(game)
    with make_unreadable(whole):
        assert "cannot be read" in first_finding(READING, PlayedGames(whole, acts=ACTS))


@pytest.mark.parametrize("game", of_largest("lifeboat", GAMES))
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_word_that_is_missing_is_asked_for(game, lang):
    evenings = PlayedGames(find_game(game), acts=1)
    with remove_word(game, lang, "name"):
        assert f'add "name" to {file_of(lang, game)}' == first_finding(
            ("everything_has_its_words",), evenings
        )


@pytest.mark.parametrize("part", ["demo.jsonl", "words/ja.toml", "book/documents.toml"])
def test_a_part_of_a_room_that_is_missing_is_asked_for(part, tmp_path, monkeypatch):
    game = GAMES[0]
    room = tmp_path / game
    copytree(folder_of(game), room)
    (room / part).unlink()
    monkeypatch.setattr(package, "folder_of", lambda _: str(room))
    assert f"add {part} to {room}" == first_finding(
        ("nothing_is_missing_in_the_room",), PlayedGames(find_game(game))
    )


@pytest.mark.parametrize(
    ("lang", "use", "text", "named"),
    [
        ("en", "notation", "{seat:seat} goes home", "is seat_left in a record"),
        ("zh-Hans", "notation", "{seat:seat}先走", "is seat_left in a record"),
        ("en", "notation", "{seat:seat} leave", "is a word for the keyboard"),
        ("ja", "notation", "{seat:seat} 得点", "is a word for the keyboard"),
        ("en", "label", "I leave the table", "is that of web.go_home on every page"),
        ("ja", "label", "席を立って帰ります", "is that of web.go_home on every page"),
    ],
)
def test_an_act_that_goes_by_a_word_of_the_table_is_named(lang, use, text, named):
    law = ("no_act_goes_by_a_word_of_the_table",)
    with rename_act("niagara", "turn_ended", lang, use, text):
        assert named in first_finding(law, PlayedGames(find_game("niagara"), acts=ACTS))
