"""A table kept in two places: how far both logs are the same, and going on where one of them goes on."""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice, zip_longest

import msgspec

from events.stores.protocol import NO_HEAD, Batch, Conflict, Head, Store, hash_in
from referee.kernel.verdict import Refused
from referee.service.audit.judge_again import Finding
from referee.service.files.continuation import doubts_about


class Sides(msgspec.Struct, frozen=True):
    """Two logs of one table: how many entries they share, and where each ends."""

    common: int
    here: Head
    there: Head

    @property
    def is_fork(self) -> bool:
        """Whether both went on from what they share, each in its own way."""
        return self.common < min(self.here.revision, self.there.revision)

    @property
    def behind(self) -> int:
        """Count the entries that are only there."""
        return self.there.revision - self.common

    @property
    def ahead(self) -> int:
        """Count the entries that are only here."""
        return self.here.revision - self.common


class ForkedError(Exception):
    """Two logs of one table that went on differently; `sides` says from where."""

    def __init__(self, sides: Sides) -> None:
        super().__init__(sides)
        self.sides = sides

    @property
    def refused(self) -> Refused:
        """Say at which entry the fork begins."""
        told = {"n": self.sides.common + 1, "here": self.sides.ahead, "there": self.sides.behind}
        return Refused("log.forked", (), told)


def sides(here: Iterable[bytes], there: Iterable[bytes]) -> Sides:
    """Compare two logs, each line proved already."""
    common, ends = 0, [NO_HEAD, NO_HEAD]
    for seq, pair in enumerate(zip_longest(here, there), 1):
        for n, line in enumerate(pair):
            ends[n] = ends[n] if line is None else Head(seq, hash_in(line))
        if pair[0] == pair[1] and common == seq - 1:
            common = seq
    return Sides(common, *ends)


class DoubtfulError(Exception):
    """A log that goes on with a table as nobody could have told it here; `doubts` are in order of seq."""

    def __init__(self, table: str, doubts: tuple[Finding, ...]) -> None:
        super().__init__(table, doubts)
        self.table, self.doubts = table, doubts


Accept = Callable[[tuple[Finding, ...]], bool]
"""Asks people whether what is doubtful is added all the same."""


def accept_none(_: tuple[Finding, ...]) -> bool:
    """Add nothing that is doubtful."""
    return False


def go_on(
    store: Store, table: str, lines: Callable[[], Iterator[bytes]], accept: Accept = accept_none
) -> Sides:
    """Add to a table what a log of it has more; give both sides as they were.

    What it adds is judged whole first; what is doubtful is added only where `accept` says so.
    Raises ForkedError where both went on, DoubtfulError, with nothing written.
    """
    found = sides(store.read(table), lines())
    if found.is_fork:
        raise ForkedError(found)
    if found.behind:
        doubts = doubts_about(lines, found.common)
        if doubts and not accept(doubts):
            raise DoubtfulError(table, doubts)
        rest = tuple(islice(lines(), found.common, None))
        if isinstance(store.append(Batch(table=table, expected=found.here, lines=rest)), Conflict):
            return go_on(store, table, lines, accept)
    return found
