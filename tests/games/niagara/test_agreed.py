"""Own goals, cards turned up at the same time, and playing on for second place."""

from msgspec.structs import replace

from events.table import HouseRuled, PlayedOn, TableOpened
from referee.games.niagara import GAME
from referee.games.niagara.events import GameEnded, PaddleChosen, PaddleRevealed
from referee.kernel.verdict import Accepted, Refused


def opened(**options):
    return GAME.decide(None, TableOpened(game="niagara", seats=("A", "B", "C"), options=options)).state


def after(state, *events):
    for event in events:
        verdict = GAME.decide(state, event)
        assert isinstance(verdict, Accepted), (event, verdict)
        state = verdict.state
    return state


def ended():
    """End a game in which A won with four of a colour, and B has nearly as many."""
    owned = ((4, 0, 0, 0, 0), (1, 1, 1, 1, 0), (0, 0, 0, 0, 0))
    result = GameEnded(("A",), "goal_met", ())
    return replace(opened(), owned=owned, met=(0,), phase="ended", result=result)


def test_other_goals_may_be_agreed_on_after_the_end_and_the_game_goes_on():
    state = after(ended(), HouseRuled("goals", "five_different"))
    assert (None, "choose") == (state.result, state.phase)
    assert not GAME.view(state, None).last_round


def test_a_goal_that_still_counts_leaves_the_game_over():
    assert ("A",) == GAME.winners(after(ended(), HouseRuled("goals", "four_or_five")))


def test_who_won_stays_the_winner_where_the_table_plays_on():
    state = after(ended(), PlayedOn())
    assert (None, (0,), ("A",)) == (state.result, state.through, state.first_end.winners)
    assert not GAME.view(state, None).last_round
    assert ("A",) == GAME.tally(state).readings[0].winners


def test_cards_that_lie_unknown_are_all_turned_up_before_anybody_acts():
    state = after(opened(turning_up="all_at_once"), *(PaddleChosen(seat, None) for seat in "ABC"))
    assert ("A", "B", "C") == GAME.acting(state)
    state = after(state, PaddleRevealed("B", 4), PaddleRevealed("A", 3))
    assert ("C",) == GAME.acting(state)
    assert isinstance(GAME.decide(state, PaddleRevealed("B", 5)), Refused)
    assert ("A",) == GAME.acting(after(state, PaddleRevealed("C", 2)))


def test_cards_that_the_referee_knows_are_turned_up_by_it():
    laid = (PaddleChosen("A", 3), PaddleChosen("B", 4), PaddleChosen("C", 5))
    assert (3, 4, 5) == after(opened(turning_up="all_at_once"), *laid).shown
    assert (3, None, None) == after(opened(), *laid).shown
