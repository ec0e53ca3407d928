"""A fight is over when everybody who could still join or play has said to stay out."""

from events.base import type_of
from referee.games.lifeboat import GAME
from referee.games.lifeboat.events import (
    CardPlayed,
    DemandRefused,
    FightJoined,
    Objected,
    Passed,
    SeatDemanded,
    SpecialUsed,
)
from tests.games.lifeboat.play import accepted, after, at_sea, refused


def told(*events):
    """Go on from a fight of A against B, who holds a knife; give the last verdict."""
    *before, last = (SeatDemanded("A", "B"), DemandRefused("B"), *events)
    return accepted(after(*before, state=at_sea(hands={"B": ("knife",)})), last)


def out(seat):
    """Say that a seat does nothing more."""
    return Passed(seat, out=True)


def test_the_fight_closes_by_itself_when_all_are_out():
    """Who can neither join nor play is not asked: A fights with an empty hand."""
    assert {"B", "C", "D"} == {*GAME.acting(told().state)} - {"table"}
    verdict = told(out("B"), out("C"), out("D"))
    assert ["passed", "fight_won"] == [type_of(fact.event) for fact in verdict.facts[:2]]
    assert None is verdict.state.fight


def test_whoever_joins_or_plays_has_all_asked_anew():
    """The others saw something new."""
    for event in (FightJoined("D", "attack"), CardPlayed("B", "knife")):
        state = told(out("C"), event).state
        assert () == state.fight.out
        assert "C" in GAME.acting(state)


def test_one_may_join_after_all_while_the_fight_is_open():
    """Staying out is no promise."""
    assert (0, 2) == told(out("C"), FightJoined("C", "attack")).state.fight.attack


def test_nobody_stays_out_twice_nor_of_no_fight():
    """It would say nothing."""
    assert ("LIF-FIGHT-07",) == refused(told(out("C")).state, out("C")).rules
    over = told(out("B"), out("C"), out("D")).state
    assert refused(over, out("C"))


def test_a_fight_over_a_meal_goes_on_when_somebody_stays_out():
    """And is decided when all are out: who wanted to eat and lost takes a wound."""
    meal = {"options": {"cannibalism": "yes"}, "wounds": {"D": 9}, "hands": {"A": ("cannibalism",)}}
    state = after(SpecialUsed("A", "cannibalism", corpse="D"), Objected("B"), state=at_sea(**meal))
    assert ((0,), (1,)) == (state.fight.attack, state.fight.defence)
    verdict = accepted(state, out("C"))
    assert ["passed", "fight_won"] == [type_of(fact.event) for fact in verdict.facts[:2]]
    assert (1, None) == (verdict.state.wounds[0], verdict.state.fight)
