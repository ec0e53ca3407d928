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
    """Return the hash of a seed that is shown in advance: BLAKE2b-256 in hex."""
    return blake2b(seed.encode(), digest_size=32).hexdigest()


def draw_number(seed: str, label: str, n: int, sides: int) -> int:
    """Return the number, from 1 to `sides`, at place `n` (from 0) of the row that `label` names."""
    digest = blake2b(f"{label}:{n}".encode(), key=blake2b(seed.encode()).digest(), digest_size=16).digest()
    return int.from_bytes(digest, "big") % sides + 1


def pick_index(seed: str, purpose: str, below: int) -> int:
    """Return a number from 0 up to, not including, `below`; always the same for a seed and a purpose."""
    digest = blake2b(f"{purpose}\0{seed}".encode(), digest_size=32).digest()
    return int.from_bytes(digest) % below


def shuffle(seed: str, purpose: str, things: Sequence[T]) -> tuple[T, ...]:
    """Return the things in an order that is always the same for a seed and a purpose."""
    return _shuffle(seed, purpose, tuple(things))


@lru_cache(maxsize=64)
def _shuffle(seed: str, purpose: str, things: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return a tuple shuffled; the last 64 answers are remembered."""
    left = list(things)
    return tuple([left.pop(pick_index(seed, f"{purpose} {n}", n)) for n in range(len(left), 0, -1)])


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
        """Return the next `n` numbers of a seed of which `before` were used."""
        return tuple([draw_number(seed, self.row, before + k, self.sides) for k in range(n)])

    def shown(self, event: Any) -> tuple[int, ...]:
        """Return the results in an event; empty where it leaves them out."""
        shown: tuple[int, ...] | None = getattr(event, self.field)
        return shown or ()
