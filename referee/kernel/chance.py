"""Chance of a referee who rolls: every result follows from a seed committed to in advance by its hash."""

from collections.abc import Sequence
from hashlib import blake2b
from typing import TypeVar

T = TypeVar("T")


def commitment(seed: str) -> str:
    """Hash a seed: what is shown in advance, BLAKE2b-256 in hex."""
    return blake2b(seed.encode(), digest_size=32).hexdigest()


def drawn(seed: str, label: str, n: int, sides: int) -> int:
    """Draw the n-th number of a row that is called by a label, from 1 to `sides`."""
    digest = blake2b(f"{label}:{n}".encode(), key=blake2b(seed.encode()).digest(), digest_size=16).digest()
    return int.from_bytes(digest, "big") % sides + 1


def shuffled(seed: str, label: str, things: Sequence[T]) -> tuple[T, ...]:
    """Shuffle things: for each place, from the last, one of what is left."""
    left = list(things)
    for n in range(len(left) - 1, 0, -1):
        other = drawn(seed, label, n, n + 1) - 1
        left[n], left[other] = left[other], left[n]
    return tuple(left)
