"""Which entries of a log are in force, once what was taken back is left out."""

from collections.abc import Iterable


def in_force(length: int, backs: Iterable[tuple[int, int]]) -> list[range]:
    """Give the seqs in force of a log of `length` entries, as ranges in order.

    `backs` are (seq, to) of every `taken_back` in order of seq: the entries after `to` and
    before `seq` are out of force. The `taken_back` entries themselves are in force: they
    change nothing but the log.
    """
    kept: list[range] = []
    start = 1
    for seq, to in backs:
        kept = cut(kept, range(start, seq), to)
        start = seq
    return [*kept, range(start, length + 1)]


def cut(kept: list[range], last: range, to: int) -> list[range]:
    """Cut the ranges so far off after `to`."""
    trimmed = (range(r.start, min(r.stop, to + 1)) for r in [*kept, last])
    return [r for r in trimmed if r]
