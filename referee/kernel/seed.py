"""Chance of a referee who rolls and deals: every result follows from a seed committed to by its hash.

Recorded games are audited by the numbers drawn here, so that neither way of drawing may change.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, TypeVar

import msgspec

from events.envelope import blake2b

T = TypeVar("T")


def commitment(seed: str) -> str:
    """Hash a seed: what is shown in advance, BLAKE2b-256 in hex."""
    return blake2b(seed.encode(), digest_size=32).hexdigest()


def drawn(seed: str, label: str, n: int, sides: int) -> int:
    """Draw the n-th number, from 1 to `sides`, of the row of throws that a label names."""
    digest = blake2b(f"{label}:{n}".encode(), key=blake2b(seed.encode()).digest(), digest_size=16).digest()
    return int.from_bytes(digest, "big") % sides + 1


def picked(seed: str, purpose: str, below: int) -> int:
    """Pick a place from 0 up to `below`: a card of a hand, the next card of a shuffle."""
    digest = blake2b(f"{purpose}\0{seed}".encode(), digest_size=32).digest()
    return int.from_bytes(digest) % below


def shuffled(seed: str, purpose: str, things: Sequence[T]) -> tuple[T, ...]:
    """Shuffle things, always the same for a seed and a purpose."""
    return _shuffled(seed, purpose, tuple(things))


@lru_cache(maxsize=64)
def _shuffled(seed: str, purpose: str, things: tuple[Any, ...]) -> tuple[Any, ...]:
    left = list(things)
    return tuple([left.pop(picked(seed, f"{purpose} {n}", n)) for n in range(len(left), 0, -1)])


class Throw(msgspec.Struct, frozen=True, kw_only=True):
    """What of an act the referee throws where it throws itself: the field, the sides of a die.

    `row` is what the row of numbers is called that follows from the seed. `number(event)` tells how
    many dice an act throws that leaves the field out, for the referee to fill in; None where nobody
    may leave it out.
    """

    field: str
    sides: int
    row: str = "dice"
    number: Callable[[Any], int] | None = None

    def numbers(self, seed: str, before: int, n: int) -> tuple[int, ...]:
        """Throw so many dice from a seed, after so many numbers drawn `before`."""
        return tuple([drawn(seed, self.row, before + k, self.sides) for k in range(n)])

    def shown(self, event: Any) -> tuple[int, ...]:
        """Read what the dice of an act showed."""
        shown: tuple[int, ...] | None = getattr(event, self.field)
        return shown or ()
