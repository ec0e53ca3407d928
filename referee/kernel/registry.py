"""Which games there are; each is imported when first asked for.

A game of ours is a folder below `referee/games`; a game somebody installed is a package that an entry
point of the group `referee.games` names. Installed packages are looked for only where an id is none of
ours: reading what is installed takes longer than a command may take to start.
"""

import os
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import referee
from events.codec import Codec, MalformedError, opening_of
from referee.kernel.game import KERNEL, Game

OWN = "referee.games"
FOLDER = f"{referee.__path__[0]}/games"
"""Where our own games are: a folder for each."""

PARTS = ("wording", "board", "anyway", "forms", "players", "rule_tables")
"""What a game may have beside its rules, each imported when first asked for."""

GROUP = "referee.games"
"""The entry points of installed games: the name is the game's id, the value its package."""


class UnknownGameError(LookupError):
    """A game the referee does not know; `args[0]` is its name."""


class BrokenGameError(Exception):
    """An installed game that cannot be played: `reason` is a message id, `args_` its arguments."""

    def __init__(self, reason: str, **args: Any) -> None:
        super().__init__(reason, args)
        self.reason, self.args_ = reason, args


@cache
def own_games() -> tuple[str, ...]:
    """Name our own games, found by their folders."""
    found = (room.name for room in os.scandir(FOLDER) if room.is_dir())
    return tuple(sorted(id for id in found if id.isidentifier() and not id.startswith("_")))


@cache
def installed() -> tuple[tuple[str, str], ...]:
    """List (id, package) of every installed package that says it is a game."""
    from importlib.metadata import entry_points

    return tuple(sorted((point.name, point.value) for point in entry_points(group=GROUP)))


@cache
def all_games() -> tuple[str, ...]:
    """Name every game that can be played: ours, then the installed ones that are whole."""
    whole = (id for id in dict.fromkeys(id for id, _ in installed()) if id not in own_games())
    return (*own_games(), *(id for id in whole if fault_of(id) is None))


def faults() -> tuple[tuple[str, str, BrokenGameError], ...]:
    """List (id, package, why) of the installed games that cannot be played."""
    found = ((id, package, fault_of(id)) for id, package in installed())
    return tuple((id, package, fault) for id, package, fault in found if fault is not None)


def faulty_parts() -> tuple[tuple[str, BrokenGameError], ...]:
    """List (id, why) of the parts of installed games that cannot be imported, though the game can."""
    found = []
    for id in all_games()[len(own_games()) :]:
        for part in PARTS:
            try:
                part_of(id, part)
            except BrokenGameError as fault:
                found.append((id, fault))
    return tuple(found)


def fault_of(id: str) -> BrokenGameError | None:
    """Say why an installed game cannot be played; None where it can."""
    if id in own_games():
        return BrokenGameError("room.taken", game=id)
    try:
        find_game(id)
    except BrokenGameError as fault:
        return fault
    return None


def is_game(id: str) -> bool:
    """Whether an id is one of a game, ours or installed, whole or not."""
    return id in own_games() or any(id == name for name, _ in installed())


def package_of(id: str) -> str:
    """Name the package of a game. Raises UnknownGameError, BrokenGameError where two claim the id."""
    if id in own_games():
        return f"{OWN}.{id}"
    packages = [package for name, package in installed() if name == id]
    if not packages:
        raise UnknownGameError(id)
    if len(packages) > 1:
        raise BrokenGameError("room.two", game=id, packages=", ".join(packages))
    return packages[0]


def folder_of(id: str) -> str:
    """Find the folder of a game. Raises as `package_of` does."""
    if id in own_games():
        return f"{FOLDER}/{id}"
    return str(load(id).__path__[0])


def read_data(id: str, path: str) -> str:
    """Read a text that lies in the room of a game. Raises as `package_of` does."""
    return Path(folder_of(id), path).read_text("utf-8")


@cache
def part_of(id: str, part: str) -> ModuleType | None:
    """Import a part of a game, such as its `board`; None where it has none.

    Raises BrokenGameError where that of an installed game cannot be imported.
    """
    name = f"{load(id).__name__}.{part}"
    try:
        return import_module(name)
    except ModuleNotFoundError as missing:
        if missing.name == name:
            return None
        if id in own_games():
            raise
        raise not_imported(id, name, missing) from missing
    except BaseException as error:
        if id in own_games():
            raise
        raise not_imported(id, name, error) from error


@cache
def find_game(id: str) -> Game:
    """Find a game by id.

    Raises UnknownGameError where there is none, BrokenGameError where it cannot be played.
    """
    game = getattr(load(id), "GAME", None)
    if not isinstance(game, Game):
        raise BrokenGameError("room.no_game", game=id, package=package_of(id))
    if game.kernel > KERNEL:
        raise BrokenGameError("room.newer", game=id, kernel=game.kernel, ours=KERNEL)
    if game.id != id:
        raise BrokenGameError("room.other_id", game=id, named=game.id)
    if game.vocabulary is None:
        raise BrokenGameError("room.no_vocabulary", game=id)
    return game


def load(id: str) -> ModuleType:
    """Import the package of a game, whatever goes wrong in it a BrokenGameError."""
    package = package_of(id)
    if id in own_games():
        return import_module(package)
    try:
        return import_module(package)
    except BaseException as error:
        raise not_imported(id, package, error) from error


def not_imported(id: str, package: str, error: BaseException) -> BrokenGameError:
    """Say what an installed package raised as it was imported."""
    why = f"{type(error).__name__}: {error}"
    return BrokenGameError("room.no_import", game=id, package=package, why=why)


def game_in(module: str) -> str | None:
    """Name the game a module belongs to; None for one of the house."""
    if module.startswith(f"{OWN}."):
        return module.removeprefix(f"{OWN}.").partition(".")[0]
    if module.startswith(("events.", "referee.", "cli.")):
        return None
    return next((id for id, package in installed() if f"{module}.".startswith(f"{package}.")), None)


@cache
def codec_for(id: str, version: int | None = None) -> Codec:
    """Give the codec of a game, for lines of a version (None: today's); each is built once.

    Raises MalformedError for an unknown game, NewerLogError for a version to come.
    """
    try:
        game = find_game(id)
    except UnknownGameError:
        known = ", ".join(all_games())
        raise MalformedError(f"unknown game {id!r}; known: {known}", "table_opened") from None
    return Codec(id, game.vocabulary, game.ruleset.rules_version, game.upcasters, version)


def codec_of_first_line(line: bytes) -> tuple[Codec, bool]:
    """Read a log's first line; give its codec, and whether the lines are entries (not bare events).

    Raises MalformedError where it is no opening, NewerLogError for a log from a newer version.
    """
    game, version, is_log = opening_of(line)
    return codec_for(game, version), is_log
