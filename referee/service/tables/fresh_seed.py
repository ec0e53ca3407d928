"""The seed of a table whose referee rolls and deals: the one thing of a game that is left to luck."""

from events.base import REFEREE
from events.table import TableOpened
from referee.kernel.seed import commitment


def fresh_seed() -> str:
    """Draw a seed nobody can guess, 128 bits in hex."""
    from secrets import token_hex

    return token_hex(16)


def seeded(opened: TableOpened) -> TableOpened:
    """Commit the referee to a seed where it rolls and deals."""
    from msgspec.structs import replace

    if opened.chance != REFEREE:
        return opened
    seed = fresh_seed()
    return replace(opened, seed=seed, seed_hash=commitment(seed))
