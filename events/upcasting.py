"""Older lines brought up to today's vocabulary, one pure function per step."""

from collections.abc import Callable
from typing import Any

Raw = dict[str, Any]
Step = Callable[[Raw], Raw]

_SIDES = {"L": "left", "R": "right"}


def niagara_v0_to_v1(raw: Raw) -> Raw:
    """Spell out the sides of a river flow: `sides: ["L", "R"]` became `exits: ["left", "right"]`."""
    if raw.get("type") != "river_flowed" or "sides" not in raw:
        return raw
    rest = {key: value for key, value in raw.items() if key != "sides"}
    return {**rest, "exits": [_SIDES.get(side, side) for side in raw["sides"]]}


def powerboats_v1_to_v2(raw: Raw) -> Raw:
    """Write into the opening of a table of two that it scored places, as it did where it said nothing."""
    seats, options = raw.get("seats"), raw.get("options") or {}
    is_of_two = raw.get("type") == "table_opened" and isinstance(seats, list) and len(seats) == 2
    if not is_of_two or not isinstance(options, dict):
        return raw
    return {**raw, "options": {"scoring": "places", **options}}


UPCASTERS: dict[str, dict[int, Step]] = {
    "niagara": {0: niagara_v0_to_v1},
    "powerboats": {1: powerboats_v1_to_v2},
}
"""By game, each step by the version it starts from: it leads to the next."""

FIRST_VERSION = 1
"""The version of a vocabulary that no step leads to."""


def current_version(game: str) -> int:
    """Give today's version of a game's vocabulary."""
    return max(UPCASTERS.get(game, ()), default=FIRST_VERSION - 1) + 1


def version_of(rules_version: int | str | None, game: str) -> int:
    """Read the version an opening names; today's where it names none or no number."""
    text = str(rules_version)
    return int(text) if text.isdecimal() else current_version(game)


def upcast(game: str, raw: Raw, version: int) -> Raw:
    """Bring one raw event from `version` up to today's."""
    steps = UPCASTERS.get(game, {})
    for start in range(version, current_version(game)):
        raw = steps.get(start, unchanged)(raw)
    return raw


def unchanged(raw: Raw) -> Raw:
    """Take a line as it is."""
    return raw
