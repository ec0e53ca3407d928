"""What judges touches no clock, no chance, no disk, no network and no locale."""

import ast

from tests.architecture.sources import found_in, imports, is_in, modules, tree
from tests.architecture.test_layers import ABOVE_RULES, game_of, part_of

PURE = ("events", "referee.kernel", "referee.games")
FORBIDDEN = {
    "asyncio", "getpass", "http", "io", "locale", "multiprocessing", "os", "pathlib", "platform",
    "random", "secrets", "shutil", "socket", "sqlite3", "sqlite_utils", "subprocess", "sys", "tempfile",
    "threading", "time", "tomllib", "typer", "urllib", "uuid", "zoneinfo",
}  # fmt: skip
IMPURE_CALLS = {"open", "print", "input", "now", "today", "utcnow", "eval", "exec"}

FINDS_ROOMS = "referee.kernel.registry"
"""Looks which folders there are, and judges nothing."""


def is_pure(module):
    """Whether a module must be pure: what is drawn and worded of a game need not be."""
    above_rules = game_of(module) and part_of(module) in ABOVE_RULES
    impure = is_in(module, "events.stores") or module == FINDS_ROOMS or above_rules
    return not impure and any(is_in(module, package) for package in PURE)


pure_modules = sorted(filter(is_pure, modules()))


def called_name(call: ast.Call) -> str | None:
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return None


def test_a_pure_module_imports_nothing_impure():
    assert {} == found_in(pure_modules, lambda module: imported(module) & FORBIDDEN)


def imported(module: str) -> set[str]:
    return {found.partition(".")[0] for found in imports(module)}


def test_a_pure_module_calls_nothing_impure():
    """Reading the clock or the disk needs no import; it is found by name."""
    assert {} == found_in(pure_modules, lambda module: called(module) & IMPURE_CALLS)


def called(module: str) -> set[str | None]:
    return {called_name(node) for node in ast.walk(tree(module)) if isinstance(node, ast.Call)}
