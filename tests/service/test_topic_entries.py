"""Where no entry is named, a topic finds the last it is about, not the last of all."""

from pathlib import Path

import pytest

from events.stores.memory import MemoryStore
from referee.service.disputes.find import last_about
from referee.service.files.importing import import_file
from referee.service.logs.effective import EffectiveLog
from referee.service.logs.log_index import effective_log
from referee.service.tables.table import load_table

GAMES = Path(__file__).parents[2] / "fixtures" / "games"
FOUND = [
    ("powerboats/three-latch-one-die", "rounding", "buoy_rounded"),
    ("powerboats/three-latch-one-die", "crash", "crashed"),
    ("niagara/disputed-4p-zh", "steal", "gem_stolen"),
    ("niagara/disputed-4p-zh", "falls", "canoe_lost"),
    ("niagara/disputed-4p-zh", "tie", "game_ended"),
    ("lifeboat/disputed-5p-en", "fight", "fight_won"),
    ("lifeboat/disputed-5p-en", "birds", "bird_sighted"),
]


def timeline_in(name: str) -> EffectiveLog:
    """Read a recorded game."""
    store = MemoryStore()
    return effective_log(load_table(store, import_file(store, GAMES / f"{name}.jsonl").table).log)


def kinds(timeline: EffectiveLog, i: int) -> set[str]:
    """Name what followed from an action."""
    return {str(each.__struct_config__.tag) for each in timeline.actions[i].consequences}


@pytest.mark.parametrize(("name", "topic", "followed"), FOUND)
def test_a_topic_finds_the_last_entry_its_rules_decided(name: str, topic: str, followed: str) -> None:
    timeline = timeline_in(name)
    last = [i for i in range(len(timeline.actions)) if followed in kinds(timeline, i)][-1]
    assert last == timeline.index(last_about(timeline, topic))


def test_an_unnamed_topic_finds_the_last_act() -> None:
    """Whatever it was; talk about the game is none."""
    timeline = timeline_in("niagara/disputed-4p-zh")
    assert last_about(timeline, None) == last_about(timeline, "tie")
