"""Mending a record from paper, and auditing many files."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from events.table import TakenBack
from referee.games.lifeboat.events import CardPlayed, HandRevealed, NavigationChosen, ThirstClosed
from referee.games.niagara import GAME
from referee.games.niagara.events import CanoeMoved, PaddleChosen, RiverFlowed
from referee.games.powerboats.events import BoatMoved, DiceThrown
from referee.kernel.registry import codec_for, find_game
from referee.l10n.wording import notate
from referee.service.files.audit_many import audit_file, audit_files, files_in
from referee.service.files.repairs import Impossible, find_impossible
from tests.stages import one_in

GAMES = Path(__file__).parents[2] / "fixtures" / "games" / "niagara"


def record(name: str) -> list[Any]:
    codec = codec_for("niagara")
    return [codec.event(line) for line in (GAMES / f"{name}.jsonl").read_bytes().splitlines()]


def found(events: list[Any]) -> list[Impossible]:
    """List what is impossible in a record."""
    return list(find_impossible(GAME, events))


def test_a_sound_record_needs_no_mending() -> None:
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
    path = tmp_path / "odd.jsonl"
    path.write_bytes(content)
    audited = audit_file(path)
    assert len(audited.findings) == 1
    assert audited.is_damaged


PAPER = Path(__file__).parents[2] / "fixtures" / "games"


def written(name: str) -> tuple[Any, list[Any]]:
    """Read a recorded game of any kind: its game, and its events."""
    game = find_game(name.partition("/")[0])
    lines = (PAPER / f"{name}.jsonl").read_bytes().splitlines()
    return game, [codec_for(game.id).event(line) for line in lines]


def nth(events: list[Any], type_: type, n: int) -> int:
    return [k for k, event in enumerate(events) if isinstance(event, type_)][n]


def first_mend(game: Any, events: list[Any]) -> Any:
    """Give the first change of the only impossible line."""
    (problem,) = find_impossible(game, events)
    return problem.changes[0]


@pytest.mark.parametrize(
    ("name", "type_", "n", "field", "wrong"),
    one_in(
        3,
        [
            ("niagara/tie-shared-4p-zh", CanoeMoved, 10, "to", "S4"),
            ("niagara/tie-shared-4p-zh", RiverFlowed, 2, "exits", ("right", "left")),
            ("powerboats/three-training", BoatMoved, 8, "turn", "left"),
            ("powerboats/three-training", DiceThrown, 7, "seat", "orange"),
            ("lifeboat/six-physical-6p-zh", CardPlayed, 0, "card", "oar"),
            ("lifeboat/six-physical-6p-zh", NavigationChosen, 1, "card", "N02"),
        ],
    ),
    ids=lambda value: getattr(value, "__name__", str(value)),
)
def test_a_slip_of_the_pen_is_mended_to_what_was_played(
    name: str, type_: type, n: int, field: str, wrong: Any
) -> None:
    """Of all that could stand there, only that lets the whole rest happen with so small a change."""
    game, events = written(name)
    i = nth(events, type_, n)
    right = events[i]
    events[i] = replace(right, **{field: wrong})
    change = first_mend(game, events)
    assert (change.kind, change.line) == ("replace", i + 1)
    assert notate(None, change.event) == notate(None, right)


@pytest.mark.parametrize(
    ("name", "type_", "n"),
    [
        ("niagara/tie-shared-4p-zh", CanoeMoved, 7),
        ("powerboats/three-training", BoatMoved, 5),
        ("lifeboat/six-physical-6p-zh", ThirstClosed, 0),
    ],
    ids=lambda value: getattr(value, "__name__", str(value)),
)
def test_a_line_forgotten_in_the_middle_is_put_back(name: str, type_: type, n: int) -> None:
    game, events = written(name)
    forgotten = events.pop(i := nth(events, type_, n))
    change = first_mend(game, events)
    assert (change.kind, change.line) == ("insert", i + 1)
    assert notate(None, change.event) == notate(None, forgotten)


def test_a_line_that_stands_too_late_is_moved() -> None:
    game, events = written("powerboats/three-training")
    i = nth(events, BoatMoved, 5)
    events[i : i + 3] = [*events[i + 1 : i + 3], events[i]]
    (problem,) = find_impossible(game, events)
    assert ("move", i + 1, i + 3) in [(c.kind, c.line, c.other) for c in problem.changes]


def test_a_guess_that_cannot_be_is_left_open() -> None:
    """Three flares were guessed where one is printed: nobody knows what the cards were."""
    game, events = written("lifeboat/six-physical-6p-zh")
    i = max(k for k, e in enumerate(events) if isinstance(e, HandRevealed) and e.hand)
    events[i] = replace(events[i], hand=("flare",) * len(events[i].hand))
    change = first_mend(game, events)
    assert change.line == i + 1
    assert set(change.event.hand) == {None}


def test_what_was_taken_back_needs_no_mending() -> None:
    events = record("tie-shared-4p-zh")
    i = next(k for k, e in enumerate(events) if isinstance(e, CanoeMoved))
    back = [events[i], TakenBack(to=i, reason="the other canoe")]
    assert found([*events[:i], *back, *(later(e, 2) for e in events[i:])]) == []


def later(event: Any, lines: int) -> Any:
    return replace(event, to=event.to + lines) if isinstance(event, TakenBack) else event


@pytest.mark.parametrize("name", ["niagara/every-consequence-4p-zh", "lifeboat/every-consequence-4p-zh"])
def test_what_follows_by_itself_may_stand_in_a_record_that_is_mended(name: str) -> None:
    game, events = written(name)
    assert list(find_impossible(game, events)) == []
