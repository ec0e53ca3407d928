"""The seed of a log, where it stands in it: what everything thrown and dealt is compared with."""

from collections.abc import Callable, Iterator

import msgspec

from referee.kernel.seed import commitment


class _Said(msgspec.Struct, frozen=True):
    type: str | None = None
    chance: str | None = None
    seed: str | None = None
    seed_hash: str | None = None
    event: "_Said | None" = None


_SAID = msgspec.json.Decoder(_Said)


def read(line: bytes) -> _Said:
    """Read what an entry, or a line of a record, says of a seed; nothing where it cannot be read."""
    try:
        said = _SAID.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return _Said()
    return said.event or said


def seed_in(lines: Callable[[], Iterator[bytes]]) -> str | None:
    """Find the seed that a log's opening holds or its closing shows, where it is the one committed to.

    Only a log whose referee deals from a seed it does not hold is looked through to its end.
    """
    opened = read(next(lines(), b""))
    if opened.chance != "referee":
        return None
    seed = opened.seed
    if seed is None:
        closings = (read(line) for line in lines() if b"table_closed" in line)
        seed = next((closing.seed for closing in closings if closing.type == "table_closed"), None)
    is_other = seed is not None and opened.seed_hash not in {None, commitment(seed)}
    return None if is_other else seed
