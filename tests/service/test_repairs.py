"""Mending a record from paper, and auditing many files."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from events.codec import codec_for
from events.niagara import CanoeMoved, PaddleChosen, RiverFlowed
from events.table import TakenBack
from referee.games.niagara import GAME
from referee.service.audits import audit_file, audit_files, files_in
from referee.service.repairs import Impossible, mend

GAMES = Path(__file__).parents[2] / "fixtures" / "games" / "niagara"


def record(name: str) -> list[Any]:
    """Read a recorded game's events."""
    codec = codec_for("niagara")
    return [codec.event(line) for line in (GAMES / f"{name}.jsonl").read_bytes().splitlines()]


def found(events: list[Any]) -> list[Impossible]:
    """List what is impossible in a record."""
    return list(mend(GAME, events))


def test_a_sound_record_needs_no_mending() -> None:
    """Nothing is impossible in it."""
    assert found(record("tie-shared-4p-zh")) == []


def test_a_wrong_card_is_found_as_what_was_written_wrongly() -> None:
    """A 2 written for a 5 makes the move after it impossible; the card is the smallest change."""
    events = record("tie-shared-4p-zh")
    i = next(k for k, e in enumerate(events) if isinstance(e, PaddleChosen) and e.card == 5)
    events[i] = PaddleChosen(events[i].seat, 2)
    first = found(events)[0]
    assert (first.changes[0].kind, first.changes[0].line) == ("replace", i + 1)
    assert first.changes[0].event == PaddleChosen(events[i].seat, 5)


def test_a_forgotten_line_is_put_in() -> None:
    """Without the river of round 1 nobody can lay a card for round 2."""
    events = record("tie-shared-4p-zh")
    i = next(k for k, e in enumerate(events) if isinstance(e, RiverFlowed))
    flow = events.pop(i)
    first = found(events)[0]
    assert first.line == i + 1
    assert first.refused.rules
    assert (first.changes[0].kind, type(first.changes[0].event)) == ("insert", type(flow))


def test_a_line_too_many_is_dropped() -> None:
    """The same move written twice."""
    events = record("tie-shared-4p-zh")
    i = next(k for k, e in enumerate(events) if isinstance(e, CanoeMoved))
    events.insert(i, events[i])
    (first,) = found(events)
    assert ("drop", i + 2) in [(change.kind, change.line) for change in first.changes]


@pytest.mark.parametrize("name", ["four-alike-3p-zh", "five-different-4p-ja"])
def test_every_mend_lets_the_record_go_on(name: str) -> None:
    """Three lines garbled: each is found, and mending goes to the end."""
    events = [e for e in record(name) if not isinstance(e, TakenBack)]
    for k in (20, 45, 70):
        if isinstance(events[k], PaddleChosen):
            events[k] = PaddleChosen(events[k].seat, 1 if events[k].card != 1 else 6)
        else:
            del events[k]
    problems = found(events)
    assert problems
    assert all(problem.changes for problem in problems)


def test_a_folder_is_audited_file_by_file() -> None:
    """Every recorded game is sound; the order is that of the names."""
    paths = files_in(GAMES)
    results = list(audit_files(paths))
    assert [result.path for result in results] == [str(path) for path in paths]
    assert [result.path for result in results if result.findings] == []


def test_an_audit_says_which_line_of_a_record_is_wrong(tmp_path: Path) -> None:
    """With the rule."""
    lines = (GAMES / "tie-shared-4p-zh.jsonl").read_bytes().splitlines()
    events = record("tie-shared-4p-zh")
    i = next(k for k, e in enumerate(events) if isinstance(e, RiverFlowed))
    lines[i] = msgspec.json.encode({"type": "river_flowed", "exits": ["left"] * 9})
    path = tmp_path / "wrong.jsonl"
    path.write_bytes(b"\n".join(lines))
    finding = audit_file(path).findings[0]
    assert finding.seq == i + 1
    assert finding.refused is not None
    assert finding.refused.rules[0] == "NIA-RIVER-02"


@pytest.mark.parametrize(
    "content", [b"", b"\xff\x00", b'{"type":"table_opened","game":"chess","seats":[]}', b"[]"]
)
def test_a_file_that_is_no_log_is_said_to_be_none(tmp_path: Path, content: bytes) -> None:
    """One clear finding, no exception."""
    path = tmp_path / "odd.jsonl"
    path.write_bytes(content)
    audited = audit_file(path)
    assert len(audited.findings) == 1
    assert audited.is_damaged
