"""Who speaks at the terminal: the seat that `--by` names, or all of us round one screen."""

from typing import Any

from cli.frame.problems import Problem
from cli.tables.find_table import known_seat


def voice_of(at: Any, by: str | None) -> Any:
    """Give the voice of a seat, or of the whole table."""
    from referee.service.desk.voice import of_all, of_seat

    seat = known_seat(at.name, at.state, by)
    return of_all(at.state) if seat is None else of_seat(seat)


def those_who_agreed(by: str | None, agreed: str | None) -> tuple[str, ...]:
    """Read who agreed already; refuse to be told that beside who asks the others."""
    if by is not None and agreed is not None:
        raise Problem("case.asks_or_agreed")
    from cli.tables.open_table import words

    return words(agreed) if agreed else ()
