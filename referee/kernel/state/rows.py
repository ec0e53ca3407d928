"""States that go by the number of a seat: a row holds a value for each, in turn order."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from msgspec.structs import replace

from events.table import TableOpened
from referee.kernel.state.facts import StateFact
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


def numbers(state: RowState, seats: Iterable[str]) -> tuple[int, ...]:
    """Number seats, each once."""
    return tuple(dict.fromkeys([state.index[seat] for seat in seats]))


def seat_fact(name: str, field: str) -> StateFact:
    """Declare a seat everybody knows, which the state holds by number."""
    return StateFact(
        name=name,
        read=lambda state: state.seats[getattr(state, field)],
        write=lambda state, seat: replace(state, **{field: state.index[seat]}),
        public=True,
    )


def seats_fact(name: str, write: Callable[[Any, Any], Any] | None = None) -> StateFact:
    """Declare seats everybody knows, which the state holds by number."""
    return StateFact(
        name=name,
        read=lambda state: names(state, getattr(state, name)),
        write=write or (lambda state, told: replace(state, **{name: numbers(state, told)})),
        public=True,
    )


def winners_of_result(state: Any) -> tuple[str, ...] | None:
    """Name the winners where the state keeps the `result`; None while the game lasts."""
    return state.result.winners if state.result else None
