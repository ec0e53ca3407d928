"""Commands that games bring: each is a file in `commands/` of a room, found without importing it."""

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from referee.service.answers import Answer


@cache
def brought() -> dict[str, str]:
    """List the commands of our own games, each with its game."""
    from referee.kernel.registry import own_games

    return {command: game for game in own_games() for command in commands_of(game)}


@cache
def bringer_of(command: str) -> str | None:
    """Find the game that brings a command; installed games are asked only where none of ours brings it."""
    if command in brought():
        return brought()[command]
    from referee.kernel.registry import all_games, own_games

    installed = all_games()[len(own_games()) :]
    return next((game for game in installed if command in commands_of(game)), None)


def every_answer() -> "dict[str, type[Answer]]":
    """Give all answers by name: the service's, and what the commands of our own games name `ANSWERS`."""
    from referee.service.answers.catalogue import ANSWERS

    return ANSWERS | {
        name: answer
        for command in brought()
        for name, answer in getattr(import_module(module_of(command)), "ANSWERS", {}).items()
    }


def module_of(command: str) -> str:
    """Name the module of a command that a game brings."""
    from referee.kernel.registry import package_of

    return f"{package_of(str(bringer_of(command)))}.commands.{command}"


def commands_of(game: str) -> list[str]:
    """Name the commands a game brings."""
    from referee.kernel.registry import folder_of

    found = (path.stem for path in Path(folder_of(game), "commands").glob("*.py"))
    return sorted(name for name in found if not name.startswith("_"))
