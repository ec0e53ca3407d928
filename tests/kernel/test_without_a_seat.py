"""What names no seat is judged, dealt, redacted and listed like anything else."""

from events.base import TABLE
from referee.kernel.fields import every
from referee.kernel.verdict import Accepted, Refused
from tests.kernel.turned_up import GAME, OPENED, BellRung, BetMade, CardLaid, CardTurned, DieRead, Handed

LAID, TURNED = CardLaid("card of 1"), CardTurned("card of 1")


def state_after(*events):
    """Return the state at that point; whatever is refused on the way fails the test."""
    state = None
    for event in (OPENED, TURNED, *events):
        verdict = GAME.decide(state, event)
        assert isinstance(verdict, Accepted), verdict
        state = verdict.state
    return state


def test_what_the_table_shows_to_everybody_is_accepted_in_its_phase():
    assert "bet" == state_after(LAID, BetMade("A", 1), DieRead(2)).phase


def test_it_is_refused_in_another_phase_as_something_of_the_table():
    refused = GAME.decide(state_after(LAID), DieRead(2))
    assert Refused("bets.not_in_bet", ("B-2",), {"seat": TABLE}) == refused


def test_what_is_nobodys_act_is_refused_while_a_seat_is_to_act():
    refused = GAME.decide(state_after(LAID), BellRung(1, "left"))
    assert Refused("bets.not_your_turn", ("B-3",), {"seat": TABLE, "turn": "A"}) == refused


def test_a_card_dealt_to_nobody_is_accepted_while_it_is_owed():
    """Face down or up, whatever card it is: only the seed knows which."""
    for dealt in (LAID, TURNED):
        assert Refused("bets.not_dealt_now", ("B-4",)) == GAME.decide(state_after(LAID), dealt)


def test_a_secret_of_nobody_is_read_by_the_referee_alone():
    assert [LAID, CardLaid(None), CardLaid(None)] == [
        GAME.redact(LAID, who) for who in ("referee", "A", None)
    ]


def test_every_event_without_a_seat_has_a_value_in_each_of_its_fields():
    rung = [BellRung(times, side) for times in (1, 2) for side in ("left", "right")]
    assert rung == [*every(BellRung, "A")]


def test_a_seat_that_is_not_the_first_field_stays_where_it_is():
    assert [Handed(1, "A"), Handed(2, "A")] == [*every(Handed, "A")]
