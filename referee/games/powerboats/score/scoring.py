"""The points of a race: by the places, and by the turns ahead and the wrecks."""

from typing import Final

PER_WRECK: Final = 5
"""Points each finisher gets for each sunk boat where turns ahead are scored."""

Seats = tuple[int, ...]


def by_place(players: int, order: Seats, race: int, i: int) -> int:
    """Count what a seat's place brings; `order` are the seats that finished, the first one first.

    Rules: POW-SCO-01, POW-SCO-02, POW-SCO-03
    """
    return (players - 1 - order.index(i)) * race if i in order else 0


def by_turns(turns: tuple[int, ...], order: Seats, sunk: int, i: int) -> int:
    """Count what the turns ahead of the last finisher bring a seat, and the boats sunk.

    `turns` are those each seat has taken.

    Rules: POW-VAR-01, POW-VAR-02, POW-VAR-03
    """
    if i not in order:
        return 0
    return max(turns[other] for other in order) - turns[i] + PER_WRECK * sunk
