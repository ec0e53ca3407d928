"""Commands that games bring: each is a file in `commands/` of a room, found without importing it."""

from functools import cache
from pathlib import Path


@cache
def brought() -> dict[str, str]:
    """List the commands of our own games, each with its game."""
    from referee.kernel.registry import rooms

    return {command: game for game in rooms() for command in commands_of(game)}


@cache
def bringer_of(command: str) -> str | None:
    """Find the game that brings a command; installed games are asked only where none of ours brings it."""
    if command in brought():
        return brought()[command]
    from referee.kernel.registry import all_games, rooms

    installed = all_games()[len(rooms()) :]
    return next((game for game in installed if command in commands_of(game)), None)


def commands_of(game: str) -> list[str]:
    """Name the commands a game brings."""
    from referee.kernel.registry import folder_of

    found = (path.stem for path in Path(folder_of(game), "commands").glob("*.py"))
    return sorted(name for name in found if not name.startswith("_"))
