"""A position told, and the acts worked out from it, written into a log by hand."""

from collections.abc import Mapping
from typing import Any

import msgspec

from events.base import Event
from events.stores.protocol import Batch
from events.table import PositionTold
from referee.kernel.registry import codec_for
from referee.kernel.verdict import Accepted
from referee.service.tables.table import Table, encode_entries


def position_told(game: str, position: Mapping[str, Any], **more: Any) -> PositionTold[Any]:
    """Return the event that tells a position, as JSON has it."""
    told = {"type": "position_told", "position": position, **more}
    return codec_for(game).event(msgspec.json.encode(told))  # type: ignore[return-value]


def write_told(table: Table, position: Mapping[str, Any], *acts: Event) -> int:
    """Write a position told, and acts worked out from it; return its entry."""
    told, source, head, state, lines = (
        position_told(table.game.id, position),
        None,
        table.head,
        table.state,
        [],
    )
    for event in (told, *acts):
        verdict = table.game.decide(state, event)
        assert isinstance(verdict, Accepted), verdict
        more, after = encode_entries(table.name, table.clock(), verdict.judged, head, source)
        source, head, state = source or head.revision + 1, after, verdict.state
        lines += more
    table.store.append(Batch(table=table.name, expected=table.head, lines=tuple(lines)))
    table.catch_up()
    assert source is not None
    return source
