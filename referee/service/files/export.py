"""Give a log away: as it is, or as the record a person would have written."""

from array import array
from bisect import bisect_right
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from events.base import Event
from events.envelope import encode
from events.table import TableOpened
from referee.kernel.registry import codec_for, codec_of_first_line, find_game
from referee.kernel.shared import renumber
from referee.service.logs.sources import Log, proved


def export_log(log: Log) -> Iterator[bytes]:
    """Give the entries, one line each, no newlines.

    Raises DamagedLogError at the first damaged entry; what came before it has been given.
    """
    return proved(log)


def export_record(log: Log) -> Iterator[bytes]:
    """Give the bare actions and observations, one line each, no newlines.

    Entries are named by their line: what was the seq of a take-back, or of a dispute, is the
    last line at or before it. Raises as `export_log` does.
    """
    lines = array("q")
    codec = None
    for line in export_log(log):
        codec = codec or codec_of_first_line(line)[0]
        entry = codec.entry(line)
        if entry.kind != "consequence":
            yield encode(in_lines(entry.event, codec.game, lines))
            lines.append(entry.seq)


def in_lines(event: Event, game: str, seqs: Any) -> Event:
    """Name entries by line instead of seq; `seqs` are those of the lines so far, ascending."""
    if isinstance(event, TableOpened) and event.rules_version is not None:
        # The lines are written in today's vocabulary, whichever they were read in.
        return replace(event, rules_version=find_game(event.game).ruleset.rules_version)
    return renumber(event, codec_for(game), lambda seq, _: bisect_right(seqs, seq))
