"""Whoever changes a byte is found out."""

import sqlite3
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.stores.sqlite import SqliteStore
from events.table import TableOpened
from referee.games.niagara import GAME
from referee.service.audit import audit
from referee.service.chain import DamagedLogError
from referee.service.logs import LinesLog, StoredLog
from referee.service.table import Table, open_table
from tests.service.test_retelling import ROUND, SEATS, sit

LINES = tuple(sit(*ROUND).log.lines())


def is_sound(lines: tuple[bytes, ...]) -> bool:
    """Whether an audit finds nothing."""
    try:
        return not list(audit(LinesLog(lines)))
    except (ValueError, DamagedLogError):
        return False


def test_an_untouched_log_is_sound() -> None:
    """Or the other tests would mean nothing."""
    assert is_sound(LINES)


@given(st.integers(0, len(LINES) - 1), st.data())
def test_any_byte_changed_in_an_exported_log_is_found(i: int, data: st.DataObject) -> None:
    """Wherever it is, whatever it becomes."""
    line = LINES[i]
    k = data.draw(st.integers(0, len(line) - 1))
    byte = data.draw(st.integers(0, 255).filter(lambda b: b != line[k]))
    changed = line[:k] + bytes([byte]) + line[k + 1 :]
    lines = tuple(piece for piece in (*LINES[:i], changed, *LINES[i + 1 :]) for piece in piece.splitlines())
    assert not is_sound(lines)


@given(st.integers(0, len(LINES) - 2), st.integers(0, len(LINES) - 2))
def test_lines_left_out_or_swapped_are_found(i: int, j: int) -> None:
    """Anything but the end of the log itself."""
    assert not is_sound((*LINES[:i], *LINES[i + 1 :]))
    swapped = list(LINES)
    swapped[i], swapped[j + 1] = swapped[j + 1], swapped[i]
    assert tuple(swapped) == LINES or not is_sound(tuple(swapped))


def kept(path: Path) -> Table:
    """Keep a table in a database."""
    opened = TableOpened(game="niagara", seats=SEATS)
    table = open_table(SqliteStore(path), "t", opened, GAME)
    assert isinstance(table, Table)
    for event in ROUND:
        table.submit(event)
    return table


@pytest.mark.parametrize("seq", range(1, len(LINES) + 1, 3))
@pytest.mark.parametrize(
    "tamper",
    [
        """UPDATE log SET line = replace(line, '"by":"', '"by":"x') WHERE seq = ?""",
        "UPDATE log SET line = substr(line, 1, length(line) - 1) WHERE seq = ?",
        "DELETE FROM log WHERE seq = ?",
        "DELETE FROM log WHERE seq >= ?",
        "UPDATE log SET seq = seq + 1000 WHERE seq = ?",
    ],
)
def test_any_row_changed_in_the_database_is_found(tmp_path: Path, seq: int, tamper: str) -> None:
    """Edited, cut, deleted, cut short, moved."""
    path = tmp_path / "tables.db"
    kept(path).store.close()  # type: ignore[attr-defined]
    with sqlite3.connect(path) as db:
        assert db.execute(tamper, (seq,)).rowcount
    db.close()
    assert list(audit(StoredLog(SqliteStore(path), "t")))
