"""Whether a seat may do an act at all is asked before what the act says, and before it is listed."""

from events.base import TABLE, Event, SeatEvent
from referee.kernel.acts import Act, unchanged
from referee.kernel.play import judging, to_who_may
from referee.kernel.verdict import refuse


class Knocked(SeatEvent, frozen=True):
    """A seat knocked so many times."""

    times: int = 1


class Rained(Event, frozen=True):
    """It rained."""


def may(whose: str, seat: str):
    """Let only the seat whose turn it is."""
    return None if seat == whose else refuse("game.not_now", seat=seat)


def once(_, event: Knocked):
    """Allow one knock."""
    return None if event.times == 1 else refuse("game.too_often")


def knocks(_, seat: str):
    """List knocks."""
    return tuple(Knocked(seat, n) for n in (1, 2))


KNOCK = Act(event=Knocked, apply=unchanged, may=may, judge=once, conceivable=knocks)


def test_who_may_not_is_told_so_whatever_the_act_says():
    """The state of this game is the name of the seat whose turn it is."""
    judge = judging(KNOCK)

    assert "game.not_now" == judge("A", Knocked("B", 2)).reason
    assert "game.too_often" == judge("A", Knocked("A", 2)).reason
    assert judge("A", Knocked("A")) is None


def test_nothing_is_listed_to_who_may_not():
    """To the others what is accepted of it."""
    lister = to_who_may(may, (KNOCK.lister(),))

    assert [] == list(lister("A", "B"))
    assert [Knocked("A")] == list(lister("A", "A"))


def test_the_table_is_asked_about_where_no_seat_does_it():
    """Rain falls when it is nobody's turn but the table's."""
    judge = judging(Act(event=Rained, apply=unchanged, may=may, by_table=True))

    assert judge(TABLE, Rained()) is None
    assert "game.not_now" == judge("A", Rained()).reason
