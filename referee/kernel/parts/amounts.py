"""Amounts: what a seat keeps secret until the end, and what is never more or less than the box holds."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from referee.kernel.facts import StateFact
from referee.kernel.verdict import Refused, refuse


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


class Conserved(msgspec.Struct, frozen=True):
    """That some fields of the state always hold as much together as the box does.

    - `name`: what it is that is conserved, with a noun in `[noun.fact]`.
    - `total`: what the box holds, or `(state) -> how much`; `rule` is cited where it is not so.
    - `of`: the fields: numbers, tuples (how long they are), or dicts of these by seat.
    """

    name: str
    total: int | Callable[[Any], int]
    of: tuple[str, ...]
    rule: str

    def judge_placed(self, state: Any) -> Refused | None:
        """Refuse as `<game>.does_not_add_up` a state that holds more or less; None where anything is unknown.

        Call it in the `judge_placed` of `ByHand`: it is an invariant then, too.
        """
        amounts = [amount_of(getattr(state, name)) for name in self.of]
        total = self.total if isinstance(self.total, int) else self.total(state)
        if None in amounts or sum(filter(None, amounts)) == total:
            return None
        found = sum(filter(None, amounts))
        return refuse(f"{state.game}.does_not_add_up", self.rule, what=self.name, n=total, found=found)


def amount_of(value: Any) -> int | None:
    """Return how much a number, a tuple or a dict of these holds; None where any of it is unknown."""
    if isinstance(value, dict):
        each = [amount_of(one) for one in value.values()]
        return None if None in each else sum(filter(None, each))
    return len(value) if isinstance(value, tuple) else value
