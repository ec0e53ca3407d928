"""What turned a game: where the lead changed, what one stroke brought, who led a race since when."""

from pathlib import Path

import pytest

from events.stores.memory import MemoryStore
from referee.draw.documents.report_words import ReportWords
from referee.l10n import LANGUAGES
from referee.service.files.importing import import_file
from referee.service.tables.table import load_table
from referee.service.timeline import Ahead, Lead, Swing, Timeline, make_timeline

GAMES = Path(__file__).parents[2] / "fixtures/games"


def told(recorded: str) -> Timeline:
    store = MemoryStore()
    import_file(store, GAMES / f"{recorded}.jsonl", "told")
    table = load_table(store, "told")
    return make_timeline(table.log, table.log_index.secrets)


def turns(timeline: Timeline) -> list[Lead | Swing | Ahead]:
    return [turn for point in timeline.turning_points for turn in point.turns]


def test_in_a_lifeboat_the_lead_is_by_what_came_out_at_the_end() -> None:
    """What each would have scored that day, loving and hating as was shown when it was over."""
    timeline = told("lifeboat/six-dealt-6p-en")
    assert [each for each in turns(timeline) if isinstance(each, Lead)] == [
        Lead("Ann", 19, 16),
        Lead("Fay", 19, 16),
        Lead("Dee", 17, 11),
    ]
    drowned = next(point for point in timeline.turning_points if Lead("Dee", 17, 11) in point.turns)
    assert Swing("Ann", -9, 7) in drowned.turns
    final = timeline.game.amounts(timeline.state, timeline.state)
    assert final == {"Ann": 7, "Ben": 3, "Cal": 8, "Dee": 15, "Eve": 0, "Fay": 14}


def test_nothing_is_compared_that_never_came_out() -> None:
    """With real cards nobody can say what a hand was worth on the way."""
    assert turns(told("lifeboat/five-physical-5p-en")) == []


def test_each_race_is_led_by_somebody_for_good_from_some_act_on() -> None:
    timeline = told("powerboats/four-rulebook")
    ahead = {each.race: each.seat for each in turns(timeline) if isinstance(each, Ahead)}
    assert ahead == {1: "black", 2: "orange", 3: "orange"}
    assert Lead("orange", 8, 4) in turns(timeline)


@pytest.mark.parametrize("recorded", ["lifeboat/five-dealt-quick-5p-zh", "powerboats/six-tiles"])
def test_turning_points_stay_few_and_in_order(recorded: str) -> None:
    seqs = [point.seq for point in told(recorded).turning_points]
    assert seqs == sorted(set(seqs))
    assert len(seqs) <= 7


def test_while_a_game_lasts_its_secrets_are_not_counted() -> None:
    timeline = told("lifeboat/six-dealt-6p-en")
    game, early = timeline.game, timeline.chapters[1].state
    assert game.winners(early) is None
    assert game.amounts(early, early) == {}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_turned_is_said_in_every_language(lang: str) -> None:
    timeline = told("lifeboat/six-dealt-6p-en")
    it = ReportWords(timeline, lang)
    said = [it.turn(each) for each in turns(timeline)]
    assert all(any(name in each for name in timeline.state.seats) for each in said)
    assert any("\N{MINUS SIGN}9" in each for each in said)
    assert all(each in "".join(map(it.caption, timeline.turning_points)) for each in said)
