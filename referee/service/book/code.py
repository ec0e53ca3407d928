"""The code that decides a rule: the function that judges by it, or the declaration that names it.

Found by reading the modules of the package, not by running them: a game that somebody installed has it too.
"""

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from textwrap import dedent

import msgspec

import referee
from referee.kernel.registry import folder_of, package_of
from referee.rulebooks import TABLE, rules_of

_ID = re.compile(r"\b[A-Z]+-[A-Z]+-[A-Z0-9]+\b")


class Code(msgspec.Struct, frozen=True):
    """A piece of a module: a function, a method, a declaration or a constant.

    `module` is its dotted name, `name` that of the function or of what is declared, `line` the first one,
    counted from 1. `text` is its source, dedented.
    """

    module: str
    name: str
    line: int
    text: str


@cache
def deciding_code(book: str) -> Mapping[str, tuple[Code, ...]]:
    """Return by rule the code that decides it, the most telling first; cached. Empty where none names it."""
    found: dict[str, dict[Code, int]] = {id: {} for id in rules_of(book)}
    for module, path in _modules(book):
        source = path.read_text("utf-8")
        if not _ID.search(source):
            continue
        for id, rank, code in _codes_in(module, source):
            if id in found:
                found[id][code] = min(rank, found[id].get(code, rank))
    return {id: _best(ranks) for id, ranks in found.items()}


def _best(ranks: dict[Code, int]) -> tuple[Code, ...]:
    best = min(ranks.values(), default=0)
    return tuple(code for code, rank in ranks.items() if rank == best)


def _modules(book: str) -> Iterator[tuple[str, Path]]:
    """Yield the modules that may decide the rules of a book, by their dotted names."""
    if book != TABLE:
        roots = [(package_of(book), Path(folder_of(book)))]
    else:
        above = Path(referee.__path__[0])
        roots = [(f"referee.{part}", above / part) for part in ("kernel", "service", "web")]
    for package, folder in roots:
        for path in sorted(folder.rglob("*.py")):
            parts = path.relative_to(folder).with_suffix("").parts
            yield ".".join((package, *(part for part in parts if part != "__init__"))), path


_FUNCTION = ast.FunctionDef | ast.AsyncFunctionDef


def _codes_in(module: str, source: str) -> Iterator[tuple[str, int, Code]]:
    tree, lines = ast.parse(source), source.splitlines()
    for name, node in _units(tree.body):
        for id, rank in _named(node):
            first = min([node.lineno, *(each.lineno for each in getattr(node, "decorator_list", ()))])
            text = dedent("\n".join(lines[first - 1 : node.end_lineno]))
            yield id, rank, Code(module, name, node.lineno, text)


def _units(body: list[ast.stmt], within: str = "") -> Iterator[tuple[str, ast.stmt]]:
    for node in body:
        if isinstance(node, ast.ClassDef):
            yield from _units(node.body, f"{within}{node.name}.")
        elif isinstance(node, _FUNCTION):
            yield f"{within}{node.name}", node
        elif isinstance(node, ast.Assign):
            yield f"{within}{ast.unparse(node.targets[0])}", node
        elif isinstance(node, ast.AnnAssign):
            yield f"{within}{ast.unparse(node.target)}", node


def _named(node: ast.stmt) -> Iterator[tuple[str, int]]:
    is_function = isinstance(node, _FUNCTION)
    for each in ast.walk(node):
        if isinstance(each, ast.Constant) and isinstance(each.value, str):
            if "\n" in each.value or " " in each.value:
                for paragraph in re.findall(r"Rules:((?:[^\n]+\n?)+)", each.value):
                    yield from ((id, 0) for id in _ID.findall(paragraph))
            elif _ID.fullmatch(each.value):
                yield each.value, 0 if is_function else 1
