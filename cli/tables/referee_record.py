"""A record read as a log: refereed line by line, its consequences filled in."""

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from events.stores.protocol import NO_HEAD
from referee.service.files.check import Checked, make_checker
from referee.service.files.importing import Places, name_by_seq
from referee.service.files.record_file import lines_of_file
from referee.service.logs.sources import LinesLog
from referee.service.simulation.simulate import FIRST_MOMENT
from referee.service.tables.table import encode_entries

if TYPE_CHECKING:
    from referee.kernel.table import TableState


class Refereed(NamedTuple):
    """A record as far as it could be refereed.

    `line_ends` has for each line the seq of the last entry it gave. `stopped` is what became of the
    line it stopped at, None where all is well; `state` is the state there.
    """

    log: LinesLog
    line_ends: tuple[int, ...]
    stopped: Checked | None
    state: "TableState"


def refereed(path: Path) -> Refereed:
    """Referee a record up to its first line that is not accepted."""
    lines = lines_of_file(path)
    checker, places = make_checker(lines), Places()
    entries: list[bytes] = []
    ends: list[int] = []
    head, stopped = NO_HEAD, None
    for number, line in lines():
        checked = checker.take(number, line)
        if checked.verdict != "accepted":
            stopped = checked
            break
        if checker.accepted:
            sealed, head = encode_entries(
                path.stem,
                FIRST_MOMENT,
                name_by_seq(checker.accepted.judged, checker.state.game, places),
                head,
            )
            entries += sealed
        places.add(number, head.revision)
        ends += [head.revision] * (number - len(ends))
        ends[-1] = head.revision
    return Refereed(LinesLog(tuple(entries)), tuple(ends), stopped, checker.state)
