"""Entries of a log as they are answered."""

from datetime import datetime
from typing import Any

from msgspec import UNSET, UnsetType

from events.base import Event
from referee.kernel.game import Game
from referee.l10n.wording import notate
from referee.service.answers.base import Answer, EventTold, event_told, plain
from referee.service.answers.possible import Waiting
from referee.service.logs.log_index import LogIndex, VisibleEntry
from referee.service.wording.in_full import entry_words


class LogRow(Answer, frozen=True, kw_only=True):
    """An entry as the viewer may read it, without its hash, which would give a small secret away.

    `line`, of a record: the line that people know it by; null for what followed from one.
    """

    seq: int
    at: datetime
    by: str
    kind: str
    cause: int | None
    event: EventTold
    notation: str
    words: str
    in_force: bool
    line: int | UnsetType | None = UNSET


class Replayed(Answer, frozen=True, kw_only=True):
    """An entry played again, and where the game stood after it."""

    seq: int
    event: EventTold
    notation: str
    phase: str | None
    turn: str | None
    position: Any
    winners: tuple[str, ...] | None


def log_row(
    log_index: LogIndex,
    seen: VisibleEntry,
    lang: str,
    viewer: str | None,
    line: int | UnsetType | None = UNSET,
) -> LogRow:
    """Tell an entry of a log as a seat, or (None) everybody, may read it."""
    entry = seen.entry
    return LogRow(
        seq=entry.seq,
        at=entry.at,
        by=entry.by,
        kind=entry.kind,
        cause=entry.cause,
        event=event_told(seen.event),
        notation=notate(seen.before, seen.event, lang),
        words=entry_words(log_index, seen, lang, viewer),
        in_force=seen.in_force,
        line=line,
    )


def waiting(row: LogRow, *, yours: bool) -> Waiting:
    """Tell of an entry that was taken back and waits to be told again."""
    return Waiting(seq=row.seq, event=row.event, notation=row.notation, words=row.words, yours=yours)


def replayed(game: Game, before: Any, seq: int, event: Event, after: Any, lang: str) -> Replayed:
    """Tell an entry as everybody may read it, and where the game stood after it."""
    return Replayed(
        seq=seq,
        event=event_told(event),
        notation=notate(before, event, lang),
        phase=game.phase(after),
        turn=game.turn(after),
        position=plain(game.position(after, None)),
        winners=game.winners(after),
    )
