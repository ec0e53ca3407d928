"""Recorded games in dispute, one and more in each game: refereed again for ever."""

from pathlib import Path
from typing import Any

import pytest

from events.base import type_of
from events.stores.memory import MemoryStore
from events.table import DisputeOpened
from referee.kernel.registry import own_games
from referee.rulebooks.rulings import format_ruling, read_ruling
from referee.service.audit.judge_again import audit
from referee.service.disputes.analysis import analyse, disputes_of
from referee.service.disputes.ruling_file import make_ruling
from referee.service.files.file_lines import numbered_lines
from referee.service.files.importing import import_lines
from referee.service.logs.effective import EffectiveLog
from referee.service.logs.log_index import LogIndex, effective_log
from referee.service.logs.sources import StoredLog
from referee.service.timeline import make_timeline
from referee.testing.laws.package import play

ROOT = Path(__file__).parents[2] / "fixtures" / "games"
RECORDS = sorted(ROOT.glob("*/disputed-*.jsonl"))
ALWAYS = {"taken_back", "corrected", "house_ruled", "dispute_opened", "ruling_given"}
SEALED = {"secret_sealed", "secret_opened"}
each_record = pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}-{path.stem}")


def log_of(path: Path) -> StoredLog:
    store = MemoryStore()
    imported = import_lines(store, lambda: numbered_lines(path))
    return StoredLog(store, imported.table)


def test_every_game_has_been_disputed() -> None:
    assert {path.parent.name for path in RECORDS} == set(own_games())


@each_record
def test_a_disputed_game_holds_all_that_a_table_may_do_to_a_record(path: Path) -> None:
    """Taken back, amended, corrected, ruled; where the game has secrets, sealed ones."""
    log = log_of(path)
    found = {type_of(entry.event) for entry in LogIndex(log).entries}
    assert (ALWAYS | SEALED if path.parent.name != "powerboats" else ALWAYS) <= found
    assert list(audit(log)) == []


@each_record
def test_a_disputed_game_is_told_with_its_rulings(path: Path) -> None:
    log = log_of(path)
    told = make_timeline(log)
    assert told.game.winners(told.state)
    assert [settled.ruling is not None for settled in told.disputes] == [True, True]
    assert told.state.house


@each_record
def test_every_dispute_of_a_game_exports_as_a_ruling_that_holds(path: Path, tmp_path: Path) -> None:
    """The file is read, and the act gets the verdict it states."""
    timeline = effective_log(log_of(path))
    folder = tmp_path / path.parent.name
    folder.mkdir()
    for settled in disputes_of(timeline):
        file = folder / f"{settled.opened.id}.md"
        file.write_text(format_ruling(make_ruling(timeline, settled, file.stem), file.stem), encoding="utf-8")
        ruling = read_ruling(file)
        outcome = play(ruling, ruling.acts[0])
        assert (outcome.checked.verdict, set(ruling.acts[0].rules) - set(outcome.checked.rules)) == (
            ruling.acts[0].verdict,
            set(),
        )


@each_record
def test_every_topic_of_a_game_can_be_laid_open(path: Path) -> None:
    """At the end of the game, and at its middle; each names rules, and each option its ways."""
    timeline = effective_log(log_of(path))
    for at in (timeline.actions[len(timeline.actions) // 2], last_act(timeline)):
        for topic in timeline.game.topics:
            case = analyse(timeline, at.seq or 1, topic)
            assert case.rules
            for one in case.readings:
                assert one.in_force or one.outcome is not None or one.editions is not None


def last_act(timeline: EffectiveLog) -> Any:
    """Find the last thing done before the table argued."""
    return [told for told in timeline.actions if not isinstance(told.event, DisputeOpened)][-1]
