"""Games by name: the one of each language, what its box says, and what else people call it."""

from referee.kernel.notation import same_word
from referee.kernel.registry import all_games, is_game
from referee.l10n.catalogs import catalog
from referee.languages import LANGUAGES


def game_called(text: str) -> str | None:
    """Find the game that is called so in any language, or has this id; None: none is."""
    if is_game(text):
        return text
    word = same_word(text)
    return next((game for game in all_games() if word in map(same_word, names_of_game(game))), None)


def names_of_game(game: str) -> tuple[str, ...]:
    """List what a game is called: its id, its names, and the further ones of `[box]`, parted by `|`."""
    texts = (catalog(lang, game).get(f"{game}.{id}") for lang in LANGUAGES for id in ("name", "box.also"))
    return (game, *(name for text in texts if text for name in text.split("|")))
