"""Write facts down: who said it, when, following from what, chained to the entry before."""

from collections.abc import Iterable
from datetime import datetime

from events.base import REFEREE, TABLE
from events.envelope import make_entry
from events.stores.protocol import NO_HEAD, Head
from referee.kernel.verdict import JudgedEvent


def speaker_of(judged: JudgedEvent) -> str:
    """Tell who an entry is by: the seat of an action, the table, or the referee."""
    if judged.kind == "consequence":
        return REFEREE
    if judged.kind == "observation":
        return TABLE
    return getattr(judged.event, "seat", TABLE)


def in_envelopes(
    table: str, at: datetime, facts: Iterable[JudgedEvent], head: Head = NO_HEAD
) -> tuple[list[bytes], Head]:
    """Write an action and its consequences as the entries after `head`; give lines and the new head."""
    seq, digest = head.revision, head.hash
    action, lines = seq + 1, []
    for judged in facts:
        seq += 1
        follows = judged.kind == "consequence"
        by, cause = (REFEREE, action) if follows else (speaker_of(judged), None)
        line, digest = make_entry(seq, table, at, by, judged.kind, cause, judged.event, digest)
        lines.append(line)
    return lines, Head(seq, digest)
