"""What games written for an older kernel say otherwise, and how they say it today."""

import ast
from collections.abc import Iterator
from typing import NamedTuple

_WHEN = "when=on_turn(…, rule=…), all_at_once(…), on_table(…) or When(…)"

RENAMED: dict[str, dict[str, str]] = {
    "Act": {
        "phases": f"{_WHEN}, the phases in it",
        "due": f"{_WHEN}, the rule in it",
        "may": "when=When(judge=…)",
        "by_table": "when=on_table(…) or When(by_table=True); a field `seat` that may be null says who",
        "concurrent": "when=all_at_once(…)",
        "after_end": "when=When(after_end=True)",
        "face_down": "secret=Secret((…), until=<the event that shows it>)",
        "listed": "candidates=Listing(…)",
        "listed_in": "Game(windows=Windows(next_in=…))",
        "free": "Game(windows=Windows(free=…))",
        "closes": "Game(windows=Windows(closing=…))",
        "throws": "chance=Throw(…)",
        "dealt": "chance=…",
        "reasons": "nothing: the kernel words its own refusals",
    },
    "Game": {
        "dealing": "deal=…",
        "seals": "secrets=Secrets(seals=…)",
        "templates": "candidates=Listing(…, samples) of the act",
        "upcasters": "history=History(upcasters=…)",
        "upcast": "history=History(upcast=…)",
        "mended": "history=History(mended=…)",
    },
}
"""By class and keyword of kernel 1, what stands in its place."""

_GONE = {"Dealing": "Game(deal=…)"}
"""By name of kernel 1 that a game may have imported, what stands in its place."""


class Change(NamedTuple):
    """One place in a module: its line, what stands there, what has to."""

    line: int
    old: str
    new: str


def find_changes(source: bytes) -> list[Change]:
    """Return what a module of a game says as in kernel 1, by line; empty where it is no Python."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError):
        return []
    return sorted(change for node in ast.walk(tree) for change in _changes_at(node))


def _changes_at(node: ast.AST) -> Iterator[Change]:
    if isinstance(node, ast.ImportFrom):
        gone = (name.name for name in node.names if name.name in _GONE)
        yield from (Change(node.lineno, name, _GONE[name]) for name in gone)
    if not isinstance(node, ast.Call):
        return
    named = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    for keyword in node.keywords:
        if (new := RENAMED.get(named, {}).get(keyword.arg or "")) is not None:
            yield Change(keyword.value.lineno, f"{named}({keyword.arg}=…)", new)
    if named == "Ending" and node.args and isinstance(node.args[0], ast.Constant):
        yield Change(node.lineno, "Ending(<rule>)", "Ending(<the event that ends the game>, <rule>)")
