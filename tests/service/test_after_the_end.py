"""A game that is over and was counted wrong: the board is right, and the result is derived again."""

from pathlib import Path
from typing import Any

import pytest

from events.stores.memory import MemoryStore
from events.stores.sqlite import SqliteStore
from events.table import Corrected, HouseRuled
from referee.kernel.registry import codec_for, own_games
from referee.service.audit.judge_again import audit
from referee.service.files.importing import import_file
from referee.service.tables.request import Recorded
from referee.service.tables.table import Table, load_table

ROOT = Path(__file__).parents[2] / "fixtures" / "games"
OVER = {
    "niagara": "niagara/tie-shared-4p-zh.jsonl",
    "powerboats": "powerboats/three-training.jsonl",
    "lifeboat": "lifeboat/four-physical-4p-zh.jsonl",
}


def over(game: str) -> Table:
    store = MemoryStore()
    table = load_table(store, import_file(store, ROOT / OVER[game]).table)
    assert table.game.winners(table.state)
    return table


def corrected(table: Table, facts: str) -> Recorded:
    event = codec_for(table.game.id).event(b'{"type":"corrected","position":%b}' % facts.encode())
    assert isinstance(event, Corrected)
    answer = table.submit(event)
    assert isinstance(answer, Recorded)
    assert list(audit(table.log)) == []
    return answer


def standings(table: Table) -> dict[str, int]:
    result: Any = table.state.result
    return {row.seat: row.rank for row in result.standings}


def test_gems_counted_again_give_niagara_another_winner() -> None:
    """Amara had three sapphires, not four: nobody shares with the other any more."""
    table = over("niagara")
    assert table.game.winners(table.state) == ("A", "D")
    corrected(table, '{"owned":{"A":{"sapphire":3}}}')
    assert (table.game.winners(table.state), table.state.result.reason) == (("D",), "goal_met")
    assert standings(table)["D"] == 1


def test_a_goal_nobody_has_lets_niagara_go_on() -> None:
    table = over("niagara")
    corrected(table, '{"owned":{"A":{},"D":{}}}')
    assert (table.game.winners(table.state), table.game.phase(table.state)) == (None, "choose")
    assert all(table.game.legal(table.state, seat) for seat in table.state.seats)


def test_points_written_down_wrongly_give_powerboats_another_winner() -> None:
    """The races stay as they were sailed; what was set by hand stands beside them."""
    table = over("powerboats")
    sailed = table.state.sailed
    corrected(table, '{"points":{"yellow":99}}')
    assert (table.game.winners(table.state), table.state.sailed) == (("yellow",), sailed)
    by_hand = [line.amount for line in table.game.tally(table.state).lines if line.item == "score.by_hand"]
    assert by_hand == [97]


def test_places_of_the_last_race_set_by_hand_are_scored_again() -> None:
    table = over("powerboats")
    before = table.state.points
    corrected(table, '{"finished":["orange"],"sunk":["black","yellow"]}')
    assert table.state.points == (before[0] + 6, *before[1:])
    assert table.game.winners(table.state) == ("orange",)


def test_a_hand_read_wrongly_scores_lifeboat_again() -> None:
    """One jewel fewer; and the table may even find that the boat sails on."""
    table = over("lifeboat")
    total = table.state.result.scores["甲"].total
    corrected(table, '{"hands":{"甲":["cash"]}}')
    assert table.state.result.scores["甲"].total == total - 3
    corrected(table, '{"phase":"action","birds":3,"acting":"乙"}')
    assert (table.game.winners(table.state), table.game.phase(table.state)) == (None, "action")


def test_a_correction_that_changes_no_score_derives_nothing() -> None:
    for game, facts in (("powerboats", '{"boats":{}}'), ("lifeboat", '{"day":9}')):
        assert len(corrected(over(game), facts).judged) == 1


@pytest.mark.parametrize("game", own_games())
def test_a_house_rule_after_the_end_changes_what_still_can_be_changed(game: str) -> None:
    """Every option, to every value; the game stays over, unless nobody holds a goal by what was agreed."""
    table = over(game)
    options = table.game.ruleset.options.items()
    for name, option in ((name, option) for name, option in options if name != "goals"):
        for value in option.values:
            assert isinstance(table.submit(HouseRuled(name, value)), Recorded)
            assert table.game.winners(table.state)
    assert list(audit(table.log)) == []


def test_a_tie_broken_by_a_house_rule_after_the_end_has_one_winner() -> None:
    table = over("niagara")
    table.submit(HouseRuled("tie_break", "gem_value"))
    assert table.game.winners(table.state) == ("D",)


def test_a_game_concluded_again_has_one_result(tmp_path: Path) -> None:
    with SqliteStore(tmp_path / "tables.db") as store:
        table = load_table(store, import_file(store, ROOT / OVER["niagara"]).table)
        corrected(table, '{"owned":{"A":{"sapphire":3}}}')
        assert [row["winners"] for row in store.rows("results")] == ['["D"]']
        assert [(row["tables"], row["finished"]) for row in store.rows("games")] == [(1, 1)]
