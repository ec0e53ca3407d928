"""Where no entry is named, a topic finds the last it is about, not the last of all."""

from pathlib import Path

import pytest

from events.stores.memory import MemoryStore
from referee.service.disputes.find import last_about
from referee.service.files.importing import import_file
from referee.service.logs.log_index import timeline_of
from referee.service.tables.table import load_table
from referee.service.timeline.retelling import Timeline

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


def timeline_in(name: str) -> Timeline:
    store = MemoryStore()
    return timeline_of(load_table(store, import_file(store, GAMES / f"{name}.jsonl").table).log)


def kinds(timeline: Timeline, i: int) -> set[str]:
    return {str(each.__struct_config__.tag) for each in timeline.told[i].consequences}


@pytest.mark.parametrize(("name", "topic", "followed"), FOUND)
def test_a_topic_finds_the_last_entry_its_rules_decided(name: str, topic: str, followed: str) -> None:
    timeline = timeline_in(name)
    last = [i for i in range(len(timeline.told)) if followed in kinds(timeline, i)][-1]
    assert last == timeline.index(last_about(timeline, topic))


def test_an_unnamed_topic_finds_the_last_act() -> None:
    """Whatever it was; talk about the game is none."""
    timeline = timeline_in("niagara/disputed-4p-zh")
    assert last_about(timeline, None) == last_about(timeline, "tie")
