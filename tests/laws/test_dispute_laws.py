"""Disputes, in every game: a ruling leads to exactly what was shown of it, and is applied from there on."""

from itertools import product
from typing import Any

import pytest

from events.table import RulingGiven
from referee.kernel.game import Game
from referee.kernel.registry import find_game, own_games
from referee.kernel.verdict import Refused
from referee.service.audit.judge_again import audit
from referee.service.disputes.analysis import Reading, analyse, decide_under
from referee.service.disputes.decision import Decision, default_decision
from referee.service.disputes.settle import open_dispute, settle
from referee.service.logs.log_index import effective_log
from referee.service.tables.request import Recorded
from referee.service.tables.table import Table
from tests.laws.test_retelling_laws import sit, walked
from tests.stages import one_in

SEEDS = (1, 2)
EVERY = 9
each_walk = pytest.mark.parametrize(("name", "seed"), one_in(3, product(own_games(), SEEDS)))


def summary(game: Game, state: Any) -> tuple[Any, ...]:
    return game.position(state, "referee"), game.winners(state), game.acting(state), game.phase(state)


def settled(name: str, seed: int, at: int, topic: str | None, way: int) -> tuple[Table, Reading, Any]:
    """Settle a dispute about an action of a walk one way; give the table, the way, and how it was before."""
    table = sit(name, walked(name, seed))
    before = table.state
    case = analyse(effective_log(table.log), at, topic, viewer="referee")
    one = case.readings[way]
    dispute, asked = open_dispute(table, case, "A", "how is it?")
    assert isinstance(asked, Recorded)
    assert isinstance(settle(table, dispute, case, Decision(one.decision, "table")), Recorded)
    return table, one, before


@each_walk
def test_a_ruling_leads_to_what_was_shown_of_it(name: str, seed: int) -> None:
    """At any entry, on any topic, whichever way: told again where it can be, else from here on."""
    game, table = find_game(name), sit(name, walked(name, seed))
    timeline, tried = effective_log(table.log), 0
    for i in range(1 + seed, len(timeline.actions), EVERY):
        at = timeline.actions[i].seq or 1
        for topic in (None, *list(game.topics)[i % 3 :: 3]):
            for way, one in enumerate(analyse(timeline, at, topic, viewer="referee").readings):
                if one.in_force:
                    continue
                after, _, before = settled(name, seed, at, topic, way)
                now = summary(game, after.state)
                if one.effect and one.outcome is not None and one.outcome.stuck is None:
                    assert now == summary(game, one.outcome.state), (at, topic, one.decision)
                else:
                    plain = decide_under(game, before, one.effect or {})
                    assert not isinstance(plain, Refused)
                    assert now == summary(game, plain.state), (at, topic, one.decision)
                assert all(getattr(after.state.options, k) == v for k, v in (one.effect or {}).items())
                assert list(audit(after.log)) == []
                tried += 1
    assert tried


@each_walk
def test_the_referees_default_changes_nothing_where_no_house_rule_does(name: str, seed: int) -> None:
    """It is how the table plays; only the ruling is on record."""
    table = sit(name, walked(name, seed))
    game, before = table.game, summary(table.game, table.state)
    for topic in game.topics:
        timeline = effective_log(table.log)
        case = analyse(timeline, timeline.actions[len(timeline.actions) // 2].seq or 1, topic)
        dispute, _ = open_dispute(table, case, "table", "")
        given = settle(table, dispute, case, Decision(default_decision(case, table.state.edition), "edition"))
        assert isinstance(given, Recorded)
        assert [type(judged.event) for judged in given.judged] == [RulingGiven]
    assert summary(game, table.state) == before
    assert len(table.state.rulings) == len(game.topics)
    assert table.state.open_disputes == ()
