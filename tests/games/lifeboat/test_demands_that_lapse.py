"""A demand for what is gone ends by a fact of the log; logs from before mean what they meant."""

from referee.games.lifeboat import GAME
from referee.games.lifeboat.events import (
    CardPlayed,
    CardsTraded,
    DemandLapsed,
    DemandRefused,
    MugDemanded,
)
from referee.games.lifeboat.state import Fight
from tests.games.lifeboat.play import accepted, after, at_sea

DEMAND = MugDemanded("A", "B", "hand")
GIFT = CardsTraded(("B", "C"), (("knife",), ()))
SHOWN = CardPlayed("B", "knife")


def demanded():
    """Come to a demand for Stephen's only card."""
    return after(DEMAND, state=at_sea(hands={"B": ("knife",)}))


def replayed(*events):
    """Apply entries of a log without judging them."""
    state = demanded()
    for event in events:
        state = GAME.evolve(state, event)
    return state


def test_giving_and_showing_the_last_card_say_that_the_demand_lapsed():
    """One consequence, by one rule, however the hand was emptied."""
    facts = [accepted(demanded(), event).facts[-1] for event in (GIFT, SHOWN)]
    assert [DemandLapsed("A", "B")] * 2 == [fact.event for fact in facts]
    assert [("LIF-MUG-06",)] * 2 == [fact.rules for fact in facts]


def test_the_log_of_a_lapsed_demand_replays_to_what_was_judged():
    """What the reducer needs to know stands in the log."""
    for event in (GIFT, SHOWN):
        verdict = accepted(demanded(), event)
        assert verdict.state == replayed(*(fact.event for fact in verdict.facts))


def test_an_old_log_of_a_card_given_away_still_ends_the_demand():
    """It had no line for it."""
    assert "B" == GAME.turn(replayed(GIFT))


def test_an_old_log_of_a_card_shown_still_goes_on_to_the_fight():
    """There the demanded seat had to answer; replay never judges again."""
    state = replayed(SHOWN, DemandRefused("B"))
    assert Fight((0,), (1,)) == state.fight
