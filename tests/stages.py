"""Stages: README's command proves the rest within minutes; what is slow has a stage of its own.

`pytest -m slow` runs it; `.ci/run all` does so once, on the oldest Python.
"""

from collections.abc import Iterable
from typing import Any

import pytest

slow = pytest.mark.slow


def one_in(n: int, values: Iterable[Any]) -> list[Any]:
    """Leave one in so many values of a campaign to every day, from the first on; the others are slow."""
    return [value if i % n == 0 else marked(value) for i, value in enumerate(values)]


def of_largest(name: str, values: Iterable[Any]) -> list[Any]:
    """Leave all but one to every day: the game with the most cards and words takes longer than the others."""
    return [marked(value) if value == name else value for value in values]


def marked(value: Any) -> Any:
    """Mark a value as slow: a tuple is what several arguments get."""
    if hasattr(value, "marks"):  # a parameter that has its name already
        return pytest.param(*value.values, marks=slow, id=value.id)
    several = value if isinstance(value, tuple) else (value,)
    return pytest.param(*several, marks=slow)
