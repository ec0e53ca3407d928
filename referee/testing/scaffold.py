"""The room of a new game: a small one that is whole, under the new game's name, to be changed from there."""

from collections.abc import Iterator
from pathlib import Path

MODEL = Path(__file__).parent / "room"
"""The package that is copied: a heap of pebbles."""

PEBBLES = "pebbles"


class NoIdError(ValueError):
    """No id of a game: it is a word of small letters that Python can import, at least three of them."""


def is_id(game: str) -> bool:
    """Whether a game can be called so."""
    return (
        len(game) > 2
        and game.isidentifier()
        and game.isascii()
        and game == game.lower()
        and game[:3].isalpha()
    )


def scaffold(game: str, out: Path) -> Iterator[Path]:
    """Write the package of a new game below a folder; give each file.

    Raises NoIdError, FileExistsError where the folder is there already.
    """
    if not is_id(game):
        raise NoIdError(game)
    (out / game).mkdir(parents=True)
    for path in sorted(MODEL.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            to = out / game / renamed(str(path.relative_to(MODEL)), game)
            to.parent.mkdir(parents=True, exist_ok=True)
            to.write_text(renamed(path.read_text("utf-8"), game), "utf-8")
            yield to


def renamed(text: str, game: str) -> str:
    """Put the new game's name in place of the model's, and its letters in the ids of rules."""
    own = {PEBBLES: game, PEBBLES.title(): game.title().replace("_", ""), "PEB-": f"{game[:3].upper()}-"}
    kept = {"pebbles_taken": "\0taken", "PebblesTaken": "\0Taken"}
    for word, mark in kept.items():
        text = text.replace(word, mark)
    for word, new in own.items():
        text = text.replace(word, new)
    for word, mark in kept.items():
        text = text.replace(mark, word)
    return text
