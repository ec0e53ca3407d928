"""What the boards of all games say alike."""

from typing import Any

from referee.l10n import say


def word(view: Any, lang: str, id: str, **args: object) -> str:
    """Say a message of a game's board; seats by their names."""
    return say(f"{view.game}.board.{id}", lang, names=view.names, **args)
