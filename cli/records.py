"""A record read as a log: refereed line by line, its consequences filled in."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from events.stores.protocol import NO_HEAD
from events.table import TakenBack
from referee.service.check import Checked, Checker, gone_back_to
from referee.service.logs import LinesLog, numbered_lines
from referee.service.scribe import seal_facts

NO_TIME = datetime(1970, 1, 1, tzinfo=UTC)
"""A record says nothing of when."""


def refereed(path: Path) -> tuple[LinesLog, tuple[int, ...], tuple[Checked, Any] | None]:
    """Referee a record as far as it goes.

    Gives the log it makes; for each line the seq of the last entry it gave; and what became of
    the line it stopped at with the state there, None where all is well.
    """
    checker = Checker(gone_back_to(lambda: numbered_lines(path)))
    entries: list[bytes] = []
    ends: list[int] = []
    head = NO_HEAD
    for number, line in numbered_lines(path):
        checked = checker.take(number, line)
        if checked.verdict != "accepted":
            return LinesLog(tuple(entries)), tuple(ends), (checked, checker.state)
        facts = checker.accepted.facts if checker.accepted else ()
        if facts and isinstance(back := facts[0].event, TakenBack):
            facts = (replace(facts[0], event=replace(back, to=ends[back.to - 1])), *facts[1:])
        sealed, head = seal_facts(path.stem, NO_TIME, facts, head)
        entries += sealed
        ends += [head.revision] * (number - len(ends))
    return LinesLog(tuple(entries)), tuple(ends), None
