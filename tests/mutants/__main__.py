"""Change one condition of the rules at a time, and print what the tests do not find.

`python -m tests.mutants [GAME] [--number N] [--seed S] [--workers W]`
"""

import argparse
import builtins
import os
import resource
import sys
from collections.abc import Callable, Iterator, Mapping
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_loader
from pathlib import Path
from tempfile import NamedTemporaryFile
from types import CodeType

import msgspec
import pytest

import tests.conftest
import tests.games.situations
import tests.games.typed  # noqa: F401 - what is imported here is there in every fork; none of it is a game
from referee.kernel.game import Game
from referee.kernel.registry import own_games
from tests.architecture.sources import ROOT
from tests.mutants.changes import EQUIVALENT, WATCH, Change, compile_watched, sample, unknown

GOAL = 0.95
"""How many of the changes have to be found."""

TESTS = (
    "games/test_situations.py",
    "rulings",
    "games/test_recorded_games.py",
    "laws/test_playthroughs.py",
    "games/test_typed_lines.py",
    "games/{game}",
    "laws/test_games.py",
    "events/test_upcasting.py",
    "service/test_ways_round.py",
    "service/test_after_the_end.py",
    "service/test_by_hand.py",
)
"""What is cheap and finds most comes first: the first failure is enough."""

# a busy machine is slow without any change
HOW = (
    "-qx",
    "-n0",
    "--tb=no",
    "--assert=plain",
    "-pno:cacheprovider",
    "-Wignore::pytest.PytestWarning",
    "-knot milliseconds",
)

CPU_SECONDS = 120
"""What runs for longer is found: it would not have ended."""

MEMORY = 2 << 30


def main() -> int:
    """Try a sample of each game; 1 where fewer are found than have to be."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("game", nargs="?", choices=own_games(), help="of all games, where none is named")
    parser.add_argument("--number", type=int, default=100, help="of changes, of all games together")
    parser.add_argument("--seed", type=int, default=1, help="which changes are tried")
    parser.add_argument("--workers", type=int, default=1, help="how many are tried at once")
    asked = parser.parse_args()
    if strays := unknown(EQUIVALENT):
        sys.exit("\n".join(["equivalent.toml names what the rules do not say any more:", *strays]))
    os.environ["CI"] = "1"  # the same examples and the same cards every time
    games = [asked.game] if asked.game else own_games()
    tried = missed = 0
    for i, game in enumerate(games):
        number = asked.number * (i + 1) // len(games) - asked.number * i // len(games)
        changes = sample(game, number, asked.seed)
        survivors = list(_survivors(game, changes, asked.workers))
        print(f"{game}: {len(changes) - len(survivors)} of {len(changes)} found", flush=True)  # noqa: T201
        tried, missed = tried + len(changes), missed + len(survivors)
    print(f"{tried - missed} of {tried} found")  # noqa: T201
    return int(tried - missed < GOAL * tried)


def _survivors(game: str, changes: list[Change], workers: int) -> Iterator[Change]:
    """Print and yield the changes that all tests of a game pass with.

    First run are the tests in which a condition once came out otherwise than it would if it were changed:
    where there is none, nothing can find the change.
    """
    waiting, running = [*zip(changes, _watch(game, changes), strict=True)][::-1], {}
    while waiting or running:
        while waiting and len(running) < workers:
            change, tests = waiting.pop()
            running[_start(game, {change.module: change.compiled()}, _Chosen(game, tests))] = change, tests
        ended, status = os.wait()
        change, tests = running.pop(ended)
        if os.waitstatus_to_exitcode(status) not in {pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED}:
            continue
        if tests:
            waiting.append((change, None))
            continue
        where = f"{change.path.relative_to(ROOT)}:{change.line}"
        print(f"{where}: {change.was}  ->  {change.becomes}", flush=True)  # noqa: T201
        yield change


def _watch(game: str, changes: list[Change]) -> list[set[str] | None]:
    """Return the ids of the tests that each change touches first; None for all tests."""
    indices: dict[str, dict[int, int]] = {}
    paths = {change.module: change.path for change in changes}
    for index, change in enumerate(changes):
        if change.is_watchable:
            indices.setdefault(change.module, {})[change.number] = index
    modules = {module: compile_watched(paths[module], each) for module, each in indices.items()}
    with NamedTemporaryFile() as file:
        watcher = _Watcher(game, len(changes), Path(file.name))
        setattr(builtins, WATCH, watcher.ask)
        if os.waitstatus_to_exitcode(os.waitpid(_start(game, modules, watcher), 0)[1]):
            sys.exit(f"the tests of {game} fail as it is")
        touched = msgspec.json.decode(file.read(), type=list[set[str]])
    return [
        tests if change.is_watchable and "" not in tests else None
        for change, tests in zip(changes, touched, strict=True)
    ]


def _start(game: str, modules: Mapping[str, CodeType], plugin: object) -> int:
    """Run the tests of a game in a fork, with other code for some modules; return its process id."""
    if pid := os.fork():
        return pid
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    sys.meta_path.insert(0, _Finder(modules))  # type: ignore[arg-type]
    paths = [f"{ROOT}/tests/{each.format(game=game)}" for each in TESTS]
    os._exit(pytest.main([*HOW, *paths], plugins=[plugin]))


class _Finder:
    """Finds modules whose code is another than that in their files."""

    def __init__(self, codes: Mapping[str, CodeType]) -> None:
        self._codes = codes

    def find_spec(self, name: str, *_: object) -> ModuleSpec | None:
        code = self._codes.get(name)
        return code and spec_from_loader(name, _Loader(name, code.co_filename, code))


class _Loader(SourceFileLoader):
    def __init__(self, name: str, path: str, code: CodeType) -> None:
        super().__init__(name, path)
        self._code = code

    def get_code(self, _: str) -> CodeType:
        return self._code


class _Chosen:
    """Leaves out what is tested of other games, and what is not among some tests, if those are told."""

    def __init__(self, game: str, tests: set[str] | None) -> None:
        self._others, self._tests = {*own_games()} - {game}, tests

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if self._is_chosen(item)]

    def _is_chosen(self, item: pytest.Item) -> bool:
        if self._tests is not None:
            return item.nodeid in self._tests
        return not any(other in _about(item) for other in self._others)


class _Watcher(_Chosen):
    """Writes into a file for each change in which tests its condition would have come out otherwise."""

    def __init__(self, game: str, number: int, path: Path) -> None:
        super().__init__(game, None)
        self._touched: list[set[str]] = [set() for _ in range(number)]
        self._path, self._test, self._asks = path, "", False

    def ask(self, index: int, was: object, other: Callable[[], object]) -> object:
        """Return `was`; note the test, or "" while tests are collected, where `other` comes out otherwise."""
        if not self._asks and self._test not in self._touched[index]:
            self._asks = True  # what is asked meanwhile is asked only because we ask
            try:
                is_same = other() == was
            except Exception:  # noqa: BLE001 - whatever it raises, that is a difference
                is_same = False
            self._asks = False
            if not is_same:
                self._touched[index].add(self._test)
        return was

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self._test = nodeid

    def pytest_sessionfinish(self) -> None:
        self._path.write_bytes(msgspec.json.encode(self._touched))


def _about(item: pytest.Item) -> str:
    """Return what says which game is tested: the id, a game or a path it is about."""
    values = item.callspec.params.values() if hasattr(item, "callspec") else ()
    return " ".join(
        [
            item.nodeid,
            *(
                each.id if isinstance(each, Game) else str(each)
                for each in values
                if isinstance(each, Game | Path)
            ),
        ]
    )


if __name__ == "__main__":
    sys.exit(main())
