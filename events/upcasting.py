"""Older lines brought up to today's vocabulary, one pure function per step."""

from collections.abc import Callable, Mapping
from typing import Any

Raw = dict[str, Any]
Step = Callable[[Raw], Raw]
Steps = Mapping[int, Step]
"""Each step by the version it starts from: it leads to the next."""


def upcast(steps: Steps, raw: Raw, version: int, today: int) -> Raw:
    """Bring one raw event from `version` up to today's."""
    for start in range(version, today):
        raw = steps.get(start, unchanged)(raw)
    return raw


def unchanged(raw: Raw) -> Raw:
    """Take a line as it is."""
    return raw
