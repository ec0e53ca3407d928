"""Chance of a referee who rolls and deals: every result follows from a seed committed to by its hash.

Recorded games are audited by the numbers drawn here, so that neither way of drawing may change.
"""

from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import Any, TypeVar

T = TypeVar("T")


def commitment(seed: str) -> str:
    """Hash a seed: what is shown in advance, BLAKE2b-256 in hex."""
    return blake2b(seed.encode(), digest_size=32).hexdigest()


def drawn(seed: str, label: str, n: int, sides: int) -> int:
    """Draw the n-th number of a row that is called by a label, from 1 to `sides`: a row of throws."""
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
