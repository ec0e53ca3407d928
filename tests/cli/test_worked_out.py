"""What was worked out from how the board stood is told from what was told, in every list of the terminal."""

import pytest

from events.stores import open_store
from referee.games.niagara.events import CanoeMoved
from referee.service.tables.table import load_table
from tests.worked_out import write_told

MARK = "Worked out from how the board stood: "


@pytest.fixture
def told(first_turn, place):
    with open_store(str(place / "tables.db")) as store:
        table = load_table(store, first_turn)
        seat = table.game.turn(table.state)
        at = "S4"
        return first_turn, write_told(table, {"canoes": {seat: {"1": {"at": at}}}}, CanoeMoved(seat, 1, at))


@pytest.mark.parametrize("command", ["log", "replay"])
def test_it_is_marked_and_stands_below_the_position_told(run, told, command):
    table, seq = told
    lines = run(command, table).out.splitlines()
    (n,) = (n for n, line in enumerate(lines) if MARK in line)
    gap = "  " if command == "replay" else "    "
    assert lines[n].startswith(f"{seq + 1:>5}{gap} {MARK}")
    assert lines[n - 1].startswith(f"{seq:>5} ")


@pytest.mark.parametrize(("command", "more"), [("export", ["--to", "md"]), ("report", ["--to", "md"])])
def test_it_is_marked_in_documents(run, told, command, more):
    text = run(command, told[0], *more).out
    assert 1 == text.count(MARK)


@pytest.mark.parametrize("command", ["log", "replay"])
def test_json_has_its_cause(run, told, command):
    table, seq = told
    rows = {row["seq"]: row for row in run(command, table, "--json").objects}
    assert (None, seq) == (rows[seq]["cause"], rows[seq + 1]["cause"])
    assert MARK not in str(rows)
