"""The source files, and what each imports."""

import ast
from collections.abc import Callable, Collection, Iterable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")

ROOT = Path(__file__).resolve().parents[2]
RECORDED = ROOT / "fixtures" / "games"
"""Where the recorded games of ours are, each game's in a folder of its own."""

PACKAGES = ("events", "referee", "cli")


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def modules() -> dict[str, Path]:
    return {module_name(p): p for package in PACKAGES for p in sorted((ROOT / package).rglob("*.py"))}


@cache
def tree(module: str) -> ast.Module:
    return ast.parse(modules()[module].read_bytes())


@cache
def imports(module: str) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
    return found


def found_in(things: Iterable[T], look: Callable[[T], Collection[Any]]) -> dict[T, Collection[Any]]:
    """List what is found in each thing, leaving out those in which there is nothing."""
    return {thing: found for thing in things if (found := look(thing))}


def is_in(module: str, package: str) -> bool:
    return module == package or module.startswith(package + ".")
