"""Amounts that a seat keeps secret until the end."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from referee.kernel.facts import StateFact


def secret_until_end(name: str) -> StateFact:
    """Declare a fact by seat that only its seat may know until the game ends; the state holds it in a dict.

    For others its value is None: add to it with `plus`. The event that ends the game should show it.
    """

    def forget(state: Any, seat: str) -> Any:
        return replace(state, **{name: {**getattr(state, name), seat: None}})

    return StateFact(name=name, by_seat=True, forget=forget)


def plus(amounts: Mapping[str, int | None], seat: str, n: int) -> dict[str, Any]:
    """Return amounts by seat with `n` more for a seat; what is unknown (None) stays so."""
    there = amounts[seat]
    return {**amounts, seat: None if there is None else there + n}
