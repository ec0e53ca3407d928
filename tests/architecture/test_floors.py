"""Nothing imports a higher floor; a game never imports another."""

from tests.architecture.sources import found_in, imports, is_in, modules

FLOORS = (
    ("events", 0),
    ("referee.languages", 0),
    ("referee.kernel", 1),
    ("referee.games", 2),
    ("referee.rulebooks", 2),
    ("referee.draw", 3),
    ("referee.l10n", 3),
    ("referee.service", 3),
    ("referee.web", 4),
    ("cli", 5),
    ("referee.testing", 5),
)
"""Packages and their floors, as README's plan of the house has them."""

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
"""The parts of a game's room that stand above its rules, each on the floor it serves."""


def floor_of(module: str) -> int | None:
    """Tell the floor a module stands on; None for `referee` itself and for strangers."""
    if game_of(module) and (part := part_of(module)) in ABOVE_RULES:
        return ABOVE_RULES[part]
    return next((floor for package, floor in FLOORS if is_in(module, package)), None)


def part_of(module: str) -> str:
    """Name the part of a room a module is or lies in; empty for the room itself."""
    return ".".join(module.split(".")[3:4])


def game_of(module: str) -> str | None:
    parts = module.split(".")
    return parts[2] if parts[:2] == ["referee", "games"] and len(parts) > 2 else None


def test_every_module_stands_on_a_floor():
    assert [m for m in modules() if floor_of(m) is None and m != "referee"] == []


def test_a_module_imports_no_higher_floor():
    assert {} == found_in(modules(), climbing)


def climbing(module: str) -> set[str]:
    own = floor_of(module) or 0
    return {found for found in imports(module) if (floor_of(found) or 0) > own}


def test_a_game_imports_no_other_game():
    assert {} == found_in(
        filter(game_of, modules()), lambda module: games_imported(module) - {game_of(module)}
    )


def test_the_kernel_names_no_game():
    """Games are found by name, so that one more needs no change below."""
    assert {} == found_in((m for m in modules() if is_in(m, "referee.kernel")), games_imported)


def games_imported(module: str) -> set[str]:
    return set(filter(None, map(game_of, imports(module))))
