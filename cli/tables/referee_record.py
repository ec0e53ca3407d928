"""A record read as a log: refereed line by line, its consequences filled in."""

from pathlib import Path
from typing import Any, NamedTuple

from events.stores.protocol import NO_HEAD
from referee.service.check import Checked, checker_of
from referee.service.importing import Places, in_seqs
from referee.service.logs import LinesLog, numbered_lines
from referee.service.scribe import seal_facts
from referee.service.simulate import FIRST_MOMENT


class Refereed(NamedTuple):
    """A record as far as it goes.

    `line_ends` has for each line the seq of the last entry it gave. `stopped` is what became of
    the line it stopped at, None where all is well; `state` is the state there.
    """

    log: LinesLog
    line_ends: tuple[int, ...]
    stopped: Checked | None
    state: Any


def refereed(path: Path) -> Refereed:
    """Referee a record up to its first line that is not accepted."""
    checker, places = checker_of(lambda: numbered_lines(path)), Places()
    entries: list[bytes] = []
    ends: list[int] = []
    head, stopped = NO_HEAD, None
    for number, line in numbered_lines(path):
        checked = checker.take(number, line)
        if checked.verdict != "accepted":
            stopped = checked
            break
        if checker.accepted:
            sealed, head = seal_facts(
                path.stem, FIRST_MOMENT, in_seqs(checker.accepted.facts, checker.state.game, places), head
            )
            entries += sealed
        places.add(number, head.revision)
        ends += [head.revision] * (number - len(ends))
    return Refereed(LinesLog(tuple(entries)), tuple(ends), stopped, checker.state)
