"""Logs to put into stores: sealed lines of a made-up table."""

from datetime import UTC, datetime

from events.envelope import make_entry
from events.stores.protocol import NO_HEAD, Batch, Head
from events.table import DisputeOpened, TableOpened

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
OPENED = TableOpened(game="niagara", edition="zh", seats=("A", "B", "C"), rules_version=1)


def sealed(count: int, table: str = "t", after: Head = NO_HEAD) -> list[bytes]:
    """Seal `count` entries that follow a head."""
    lines, digest = [], after.hash
    for seq in range(after.revision + 1, after.revision + count + 1):
        event = OPENED if seq == 1 else DisputeOpened(f"d{seq}", 1, "A", "river – 河流")
        line, digest = make_entry(seq, table, NOON, "table", "observation", None, event, digest)
        lines.append(line)
    return lines


def batch(
    after: Head, count: int = 3, table: str = "t", key: str | None = None, answer: bytes = b"{}"
) -> Batch:
    return Batch(
        table=table, expected=after, lines=tuple(sealed(count, table, after)), key=key, answer=answer
    )
