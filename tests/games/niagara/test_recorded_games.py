"""What is particular to the recorded games of Niagara."""

import json

from events.table import TableClosed
from referee.games.niagara.phases.ending import is_hopeless
from referee.service.files.check import Checked
from referee.testing.recorded import record, records
from tests.architecture.sources import RECORDED
from tests.service.games import check_lines

GAMES = RECORDED / "niagara"


def test_a_game_is_given_up_only_where_nobody_can_win() -> None:
    games = map(record, records(GAMES))
    closed = [told for told in games if isinstance(told.steps[-1].events[-1], TableClosed)]
    assert closed
    assert all(is_hopeless(told.state) for told in closed)


def test_a_consequence_claimed_wrongly_is_refused_where_it_stands() -> None:
    lines = (GAMES / "every-consequence-4p-zh.jsonl").read_bytes().splitlines()
    at = next(i for i, line in enumerate(lines) if b'"gem_banked"' in line)
    gem = json.loads(lines[at])["gem"].encode()
    lines[at] = lines[at].replace(gem, b"ruby" if gem != b"ruby" else b"amber")
    *checked, _ = check_lines(lines)
    assert isinstance(checked[-1], Checked)
    assert (at + 1, "refused") == (checked[-1].line, checked[-1].verdict)
