"""A package for a new game: a copy of a small game that is whole, under the new game's name."""

from collections.abc import Iterator
from pathlib import Path

_MODEL = Path(__file__).parent / "model_game"
"""The package that is copied: a heap of pebbles."""

_PEBBLES = "pebbles"


class NoIdError(ValueError):
    """No id of a game: that is a word of small letters Python can import, at least three of them."""


def _is_id(game: str) -> bool:
    return (
        len(game) > 2
        and game.isidentifier()
        and game.isascii()
        and game == game.lower()
        and game[:3].isalpha()
    )


def scaffold(game: str, out: Path) -> Iterator[Path]:
    """Write the package of a new game below a folder; yield the path of each file as it is written.

    Raises NoIdError for a text that is no id, FileExistsError where the folder is there already.
    """
    if not _is_id(game):
        raise NoIdError(game)
    (out / game).mkdir(parents=True)
    for path in sorted(_MODEL.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            to = out / game / _rename(str(path.relative_to(_MODEL)), game)
            to.parent.mkdir(parents=True, exist_ok=True)
            to.write_text(_rename(path.read_text("utf-8"), game), "utf-8")
            yield to


def _rename(text: str, game: str) -> str:
    """Replace the name of the model by the new one, and its letters in rule ids; its event types stay."""
    own = {_PEBBLES: game, _PEBBLES.title(): game.title().replace("_", ""), "PEB-": f"{game[:3].upper()}-"}
    kept = {"pebbles_taken": "\0taken", "PebblesTaken": "\0Taken"}
    for word, mark in kept.items():
        text = text.replace(word, mark)
    for word, new in own.items():
        text = text.replace(word, new)
    for word, mark in kept.items():
        text = text.replace(mark, word)
    return text
