"""Nothing imports a higher layer, and nothing in a circle; a game never imports another."""

import ast
from graphlib import CycleError, TopologicalSorter

from tests.architecture.sources import found_in, imports, is_in, modules, tree

LAYERS = (
    ("events", 0),
    ("referee.languages", 0),
    ("referee.kernel", 1),
    ("referee.games", 2),
    ("referee.rulebooks", 2),
    ("referee.draw", 3),
    ("referee.l10n", 3),
    ("referee.service", 3),
    ("referee.web", 4),
    ("referee.pocket", 5),
    ("cli", 5),
    ("referee.testing", 5),
)
"""Packages and their layers, as in README's plan."""

ABOVE_RULES = {
    "board": 3,
    "telling": 3,
    "wording": 3,
    "rule_tables": 3,
    "forms": 3,
    "players": 3,
    "anyway": 3,
    "commands": 5,
}
"""The parts of a game's package that stand above its rules, each in the layer it serves."""


def layer_of(module: str) -> int | None:
    """Return the layer of a module; None for `referee` itself and for strangers."""
    if game_of(module) and (part := part_of(module)) in ABOVE_RULES:
        return ABOVE_RULES[part]
    return next((layer for package, layer in LAYERS if is_in(module, package)), None)


def part_of(module: str) -> str:
    """Return the part of a game's package a module is or lies in; empty for the package itself."""
    return ".".join(module.split(".")[3:4])


def game_of(module: str) -> str | None:
    parts = module.split(".")
    return parts[2] if parts[:2] == ["referee", "games"] and len(parts) > 2 else None


def test_every_module_has_a_layer():
    assert [m for m in modules() if layer_of(m) is None and m != "referee"] == []


def test_a_module_imports_no_higher_layer():
    assert {} == found_in(modules(), climbing)


def climbing(module: str) -> set[str]:
    own = layer_of(module) or 0
    return {found for found in imports(module) if (layer_of(found) or 0) > own}


def test_a_game_imports_no_other_game():
    assert {} == found_in(
        filter(game_of, modules()), lambda module: games_imported(module) - {game_of(module)}
    )


def test_the_kernel_names_no_game():
    """Games are found by name, so that one more needs no change below."""
    assert {} == found_in((m for m in modules() if is_in(m, "referee.kernel")), games_imported)


def games_imported(module: str) -> set[str]:
    return set(filter(None, map(game_of, imports(module))))


def modules_imported(module: str) -> set[str]:
    """Return the modules a module imports from, wherever in it; of a package its `__init__`."""
    found = set()
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            names = (f"{node.module}.{alias.name}" for alias in node.names)
            found.update(name if name in modules() else node.module for name in names)
    return found & modules().keys() - {module}


def test_imports_form_no_circle():
    sorter = TopologicalSorter({module: modules_imported(module) for module in modules()})
    try:
        sorter.prepare()
    except CycleError as circle:
        raise AssertionError(" imports ".join(reversed(circle.args[1]))) from None


def uncommented(module: str) -> list[str]:
    """Return the imports inside functions of a module of which no comment says what they cost or need."""
    lines = modules()[module].read_text("utf-8").splitlines()
    inside = (
        node
        for function in ast.walk(tree(module))
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        for node in ast.walk(function)
        if isinstance(node, ast.Import | ast.ImportFrom)
    )
    found, last = [], 0
    for node in sorted({node.lineno: node for node in inside}.values(), key=lambda node: node.lineno):
        near = lines[node.lineno - 2 : node.end_lineno]
        if not any("#" in line for line in near) and node.lineno > last + 2:
            found.append(f"{node.lineno}: {lines[node.lineno - 1].strip()}")
        else:
            last = node.end_lineno or node.lineno
    return found


def test_an_import_inside_a_function_says_why():
    assert {} == found_in(modules(), uncommented)
