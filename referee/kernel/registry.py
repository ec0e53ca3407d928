"""Which games there are; each is imported when first asked for.

A game of ours is a folder below `referee/games`; a game somebody installed is a package that an entry
point of the group `referee.games` names. Installed packages are looked for only where an id is none of
ours: reading what is installed takes longer than a command may take to start.
"""

import os
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar, TypeVar

import msgspec

import referee
from events.codec import Codec, MalformedError, opening_of
from events.table import OptionValue
from referee.kernel.equipment import Numbers
from referee.kernel.game import KERNEL, Game
from referee.kernel.ruleset import Edition

OWN = "referee.games"
FOLDER = f"{referee.__path__[0]}/games"
"""Where our own games are: a folder for each."""

GROUP = "referee.games"
"""The entry points of installed games: the name is the game's id, the value its package."""


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """What a game offers to one of the layers above; that layer declares it as a subclass.

    The value stands in the module `module` of the game's package and has that name in capitals: `board.BOARD`
    is a `Board`. The module is imported when the part is first asked for.
    """

    module: ClassVar[str]


P = TypeVar("P", bound=Part)

FactsOfAct = Callable[[Any, Any], Mapping[str, Any]]
"""(event, state) -> the value of each fact, by its path in the position; empty where it names none."""


class AnywayFacts(Part, frozen=True, kw_only=True):
    """The facts with which a refused act is played anyway, where they do not follow from the act itself.

    - `room_for`: facts with which the act itself is allowed; `facts_for`: those it would have changed.
    - `at_its_turn(state, event)`: the state with the act's seat to move.
    - `forgotten`: fields of the state that only serve to judge what comes next in the same turn.
    """

    module: ClassVar[str] = "anyway"
    room_for: FactsOfAct = lambda *_: {}
    facts_for: FactsOfAct = lambda *_: {}
    at_its_turn: Callable[[Any, Any], Any] = lambda state, _: state
    forgotten: tuple[str, ...] = ()


class RuleTables(Part, frozen=True):
    """Tables too long for the text of a rule.

    `by_rule`: by the rule's id, `(lang) -> rows` of cells, the first row the heads.
    """

    module: ClassVar[str] = "rule_tables"
    by_rule: Mapping[str, Callable[[str], list[list[str]]]]


EDITIONS = "editions"
"""The folder of a game's package with editions as data, a file each; its name is the edition's id."""


class EditionFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An edition as it stands in a file: what it has otherwise than its `base`, another edition.

    `name` is by language. `options`, `box` and `rules` as of an `Edition`. Below them may stand the rules
    only it has, each a table under its id, as in the rulebook.
    """

    base: str
    name: dict[str, str]
    options: dict[str, OptionValue] = {}
    box: dict[str, Numbers] = {}
    rules: tuple[str, ...] = ()


class UnknownGameError(LookupError):
    """A game the referee does not know; `args[0]` is its name."""


class BrokenGameError(Exception):
    """An installed game that cannot be played: `reason` is a message id, `args_` its arguments."""

    def __init__(self, reason: str, **args: Any) -> None:
        super().__init__(reason, args)
        self.reason, self.args_ = reason, args


@cache
def own_games() -> tuple[str, ...]:
    """Return the ids of our own games, the folders below `referee/games`, sorted."""
    found = (room.name for room in os.scandir(FOLDER) if room.is_dir())
    return tuple(sorted(id for id in found if id.isidentifier() and not id.startswith("_")))


@cache
def installed() -> tuple[tuple[str, str], ...]:
    """Return (id, package) of every installed package that says it is a game, broken or not. Read once."""
    from importlib.metadata import entry_points  # reads every installed package

    return tuple(sorted((point.name, point.value) for point in entry_points(group=GROUP)))


@cache
def all_games() -> tuple[str, ...]:
    """Return the ids of all games that can be played: ours, then the installed ones."""
    whole = (id for id in dict.fromkeys(id for id, _ in installed()) if id not in own_games())
    return (*own_games(), *(id for id in whole if _fault_of(id) is None))


def faults() -> tuple[tuple[str, str, BrokenGameError], ...]:
    """Return (id, package, why) of the installed games that cannot be played."""
    found = ((id, package, _fault_of(id)) for id, package in installed())
    return tuple((id, package, fault) for id, package, fault in found if fault is not None)


def faulty_parts(kinds: Iterable[type[Part]]) -> tuple[tuple[str, BrokenGameError], ...]:
    """Return (id, why) of each part of an installed game that cannot be used, though the game can."""
    found = []
    for id in all_games()[len(own_games()) :]:
        for kind in kinds:
            try:
                part_of(id, kind)
            except BrokenGameError as fault:
                found.append((id, fault))
    return tuple(found)


def _fault_of(id: str) -> BrokenGameError | None:
    """Return why an installed game cannot be played; None where it can."""
    if id in own_games():
        return BrokenGameError("room.taken", game=id)
    try:
        find_game(id)
    except BrokenGameError as fault:
        return fault
    return None


def is_game(id: str) -> bool:
    """Return whether an id is that of a game, ours or installed, even one that cannot be played."""
    return id in own_games() or any(id == name for name, _ in installed())


def package_of(id: str) -> str:
    """Return the name of the package of a game.

    Raises UnknownGameError, BrokenGameError where two claim the id.
    """
    if id in own_games():
        return f"{OWN}.{id}"
    packages = [package for name, package in installed() if name == id]
    if not packages:
        raise UnknownGameError(id)
    if len(packages) > 1:
        raise BrokenGameError("room.two", game=id, packages=", ".join(packages))
    return packages[0]


def folder_of(id: str) -> str:
    """Return the folder of a game's package. Raises as `package_of` does."""
    if id in own_games():
        return f"{FOLDER}/{id}"
    return str(_load(id).__path__[0])


def read_data(id: str, path: str) -> str:
    """Return a text file of a game's package; `path` is below its folder.

    Raises as `package_of`, and OSError.
    """
    return Path(folder_of(id), path).read_text("utf-8")


@cache
def edition_files(id: str) -> dict[str, EditionFile]:
    """Return by id the editions of a game that stand in files, each after its base.

    Raises as `package_of`, and BrokenGameError where one cannot be read.
    """
    folder = Path(folder_of(id), EDITIONS)
    if not folder.is_dir():
        return {}
    read = {path.stem: _read_edition(id, path) for path in sorted(folder.glob("*.toml"))}
    ordered: dict[str, EditionFile] = {}
    while read:
        edition = next((each for each, file in read.items() if file.base not in read), next(iter(read)))
        ordered[edition] = read.pop(edition)
    return ordered


def _read_edition(game: str, path: Path) -> EditionFile:
    """Read the file of an edition. Raises BrokenGameError."""
    from tomllib import TOMLDecodeError, loads  # a cold start without it: 3 ms

    try:
        parts = {key: value for key, value in loads(path.read_text("utf-8")).items() if not key.isupper()}
        return msgspec.convert(parts, EditionFile)
    except (TOMLDecodeError, msgspec.ValidationError) as error:
        raise BrokenGameError("room.bad_edition", game=game, file=str(path), why=str(error)) from error


def _add_editions(id: str, game: Game) -> None:
    """Add the editions that stand in files to the ruleset of a game. Raises BrokenGameError."""
    for edition, file in edition_files(id).items():
        differs = Edition(file.base, box=file.box, rules=file.rules, **file.options)
        try:
            if edition not in game.ruleset.editions:
                game.ruleset.add_edition(edition, differs)
        except ValueError as error:
            path = f"{folder_of(id)}/{EDITIONS}/{edition}.toml"
            raise BrokenGameError("room.bad_edition", game=id, file=path, why=str(error)) from error


def part_of(id: str, kind: type[P]) -> P | None:
    """Return a part of a game, such as its `Board`; None where the game has no such module.

    Raises BrokenGameError where the module of an installed game cannot be imported, or holds no such value.
    """
    part: P | None = _find_part(id, kind)
    return part


@cache
def _find_part(id: str, kind: type[Part]) -> Any:
    """Return the part, as `part_of`; found once."""
    name, constant = f"{_load(id).__name__}.{kind.module}", kind.module.upper()
    module = _import_part(id, name)
    if module is None:
        return None
    part = getattr(module, constant, None)
    if isinstance(part, kind):
        return part
    raise _not_imported(id, name, TypeError(f"{constant} is no {kind.__name__}"))


def _import_part(id: str, name: str) -> ModuleType | None:
    """Import a module of a game; None where there is no module of that name."""
    try:
        return import_module(name)
    except ModuleNotFoundError as missing:
        if missing.name == name:
            return None
        if id in own_games():
            raise
        raise _not_imported(id, name, missing) from missing
    except BaseException as error:
        if id in own_games():
            raise
        raise _not_imported(id, name, error) from error


@cache
def find_game(id: str) -> Game:
    """Return a game by id; its package is imported when first asked for.

    Raises UnknownGameError where there is none, BrokenGameError where it cannot be played.
    """
    game = getattr(_load(id), "GAME", None)
    if not isinstance(game, Game):
        raise BrokenGameError("room.no_game", game=id, package=package_of(id))
    if game.kernel > KERNEL:
        raise BrokenGameError("room.newer", game=id, kernel=game.kernel, ours=KERNEL)
    if game.id != id:
        raise BrokenGameError("room.other_id", game=id, named=game.id)
    if game.vocabulary is None:
        raise BrokenGameError("room.no_vocabulary", game=id)
    _add_editions(id, game)
    return game


def _load(id: str) -> ModuleType:
    """Import the package of a game; whatever an installed one raises becomes a BrokenGameError."""
    package = package_of(id)
    if id in own_games():
        return import_module(package)
    try:
        return import_module(package)
    except BaseException as error:
        raise _not_imported(id, package, error) from error


def _not_imported(id: str, package: str, error: BaseException) -> BrokenGameError:
    """Return the error for an installed package that raised `error` as it was imported."""
    why = f"{type(error).__name__}: {error}"
    return BrokenGameError("room.no_import", game=id, package=package, why=why)


def game_in(module: str) -> str | None:
    """Return the id of the game whose package a module belongs to; None where it belongs to none."""
    if module.startswith(f"{OWN}."):
        return module.removeprefix(f"{OWN}.").partition(".")[0]
    if module.startswith(("events.", "referee.", "cli.")):
        return None
    return next((id for id, package in installed() if f"{module}.".startswith(f"{package}.")), None)


def codec_for(id: str, version: int | None = None) -> Codec:
    """Return the codec of a game, for lines of a version (None: today's).

    Raises MalformedError for an unknown game, NewerLogError for a version to come.
    """
    try:
        return find_game(id).codec(version)
    except UnknownGameError:
        known = ", ".join(all_games())
        raise MalformedError(f"unknown game {id!r}; known: {known}", "table_opened") from None


def codec_of_first_line(line: bytes) -> tuple[Codec, bool]:
    """Return the codec for a log by its first line, and whether its lines are entries (not bare events).

    Raises MalformedError where it is no opening, NewerLogError for a log from a newer version.
    """
    game, version, is_log = opening_of(line)
    return codec_for(game, version), is_log
