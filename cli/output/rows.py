"""A log as rows, one entry a line, as a viewer may read it."""

from collections.abc import Iterator

from msgspec import UNSET, UnsetType

from cli.output.sentences import with_typed_option
from cli.session import Session
from cli.sources import Source
from cli.tables import get_seat
from referee.service.answers.tables import LogRow, make_log_row
from referee.service.logs.log_index import LogIndex
from referee.service.wording import as_worked_out


def row_in_words(session: Session, log_index: LogIndex, row: LogRow) -> str:
    """Return a row in words; a house rule also as it is typed, an act that nobody told marked."""
    if row.event["type"] == "house_ruled":
        return with_typed_option(session, row.words, row.event["option"], row.event["value"])
    if row.kind != "consequence" and log_index.source_of(row.seq) is not None:
        return as_worked_out(row.words, session.lang)
    return row.words


def read_log_index(source: Source) -> LogIndex:
    """Return the index of a log up to its first damage, which is its `trouble`.

    Raise that without entries.
    """
    log_index = LogIndex(source.log, forgiving=True)
    if log_index.trouble is not None and not log_index.entries:
        raise log_index.trouble
    return log_index


def read_rows(session: Session, source: Source, log_index: LogIndex, seat: str | None) -> Iterator[LogRow]:
    """Yield a log as rows for the viewer `seat`, None for everybody; rows of a record name their line."""
    seat = get_seat(source.label, log_index.states[0], seat)
    for seen in log_index.view(seat):
        line: int | UnsetType | None = UNSET
        if source.line_ends is not None:
            line = None if seen.entry.kind == "consequence" else source.number_of(seen.entry.seq)
        yield make_log_row(log_index, seen, session.lang, seat, line)
