"""Sealed secrets: a choice committed to by its hash when it is made, opened with its salt when shown."""

from typing import Any

from events.digest import blake2b
from events.envelope import encode

SALT_BYTES = 16
"""A salt is this many random bytes, written in hex; whoever makes the choice draws it."""


def seal_of(value: Any, salt: str) -> str:
    """Commit to a value: BLAKE2b-256, in hex, of its canonical JSON and the salt."""
    return blake2b(encode([value, salt]), digest_size=32).hexdigest()


def opens(seal: str, value: Any, salt: str | None) -> bool:
    """Whether a value and a salt are what a seal was made of."""
    return salt is not None and seal_of(value, salt) == seal
