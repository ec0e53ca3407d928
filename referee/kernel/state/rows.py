"""States that go by the number of a seat: a row holds a value for each, in turn order."""

from collections.abc import Callable
from typing import Any, TypeVar

from events.table import TableOpened
from referee.kernel.table import TableState

T = TypeVar("T")


class RowState(TableState, frozen=True, kw_only=True):
    """A state that knows the number of every seat."""

    index: dict[str, int]


def numbered(opened: TableOpened) -> dict[str, int]:
    """Number the seats in turn order."""
    return {seat: i for i, seat in enumerate(opened.seats)}


def put(row: tuple[T, ...], i: int, value: T) -> tuple[T, ...]:
    """Copy a row with one value changed."""
    changed = list(row)
    changed[i] = value
    return tuple(changed)


def by_seat(state: RowState, row: tuple[T, ...], told: dict[str, T]) -> tuple[T, ...]:
    """Copy a row with the seats named changed."""
    return tuple([told.get(seat, value) for seat, value in zip(state.seats, row, strict=True)])


def names(state: RowState, seats: tuple[int, ...]) -> tuple[str, ...]:
    """Name seats by number."""
    return tuple([state.seats[i] for i in seats])


def names_in(field: str) -> Callable[[Any], tuple[str, ...]]:
    """Read the names of seats that a field of the state holds by number."""
    return lambda state: names(state, getattr(state, field))


def row(field: str) -> Callable[[Any], dict[str, Any]]:
    """Read a row of the state by seat."""
    return lambda state: dict(zip(state.seats, getattr(state, field), strict=True))


def winners_of_result(state: Any) -> tuple[str, ...] | None:
    """Name the winners where the state keeps the `result`; None while the game lasts."""
    return state.result.winners if state.result else None
