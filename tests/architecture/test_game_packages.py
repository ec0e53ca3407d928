"""A game is one folder: nothing outside names it, and its rules know nothing of how it is shown."""

import re

import pytest

from referee.kernel.registry import own_games
from tests.architecture.sources import PACKAGES, ROOT, found_in, imports, is_in, modules
from tests.architecture.test_layers import ABOVE_RULES, game_of, part_of

GAMES = ROOT / "referee" / "games"
READ_BY_PEOPLE_AND_PROGRAMS = {".py", ".toml", ".js", ".css"}
NAMES_A_GAME = re.compile(rf"(?<![a-z])({'|'.join(own_games())})(?![a-z])", re.IGNORECASE)

SHOWS = ("referee.draw", "referee.l10n", "referee.service", "referee.web", "cli")
"""What shows and words a game; its rules import none of it."""

outside = sorted(
    path
    for package in PACKAGES
    for path in (ROOT / package).rglob("*")
    if path.suffix in READ_BY_PEOPLE_AND_PROGRAMS and not path.is_relative_to(GAMES)
)
rules = sorted(m for m in modules() if game_of(m) and part_of(m) not in ABOVE_RULES)


def test_nothing_outside_its_package_names_a_game():
    """One more game is one more folder: nobody has to be told of it."""
    assert {} == found_in(outside, lambda path: NAMES_A_GAME.findall(path.read_text("utf-8")))


def test_rules_import_neither_board_nor_words():
    assert {} == found_in(rules, showing)


def showing(module):
    own = tuple(f"referee.games.{game_of(module)}.{part}" for part in ABOVE_RULES)
    return {found for found in imports(module) if any(is_in(found, one) for one in (*SHOWS, *own))}


def test_no_game_imports_the_service_for_phones_or_the_terminal():
    """What a form or a command needs is offered by the layer below."""
    of_games = sorted(m for m in modules() if game_of(m))
    above = ("referee.web", "cli")
    assert {} == found_in(
        of_games,
        lambda module: sorted(found for found in imports(module) if any(is_in(found, a) for a in above)),
    )


@pytest.mark.parametrize("game", own_games())
def test_a_package_has_all_of_a_game(game):
    package = GAMES / game
    words = [f"words/{lang}.toml" for lang in ("en", "zh-Hans", "ja")]
    everywhere = ["__init__.py", "book/documents.toml", "book/order.toml", "demo.jsonl", *words]
    assert [] == [each for each in everywhere if not (package / each).is_file()]
    assert any((package / "rulings").glob("*.md"))
    assert (package / "board.py").is_file() or (package / "board" / "__init__.py").is_file()
