"""Whether a seat may do an act at all is asked before what the act says, and before it is listed."""

from msgspec.structs import replace

from events.base import TABLE, Event, SeatEvent
from events.table import TableOpened
from referee.kernel.acts import Act, When, unchanged
from referee.kernel.facts import Facts, StateFact
from referee.kernel.game import Game
from referee.kernel.play import Ending, Opening, to_who_may
from referee.kernel.ruleset import Ruleset
from referee.kernel.table import table_fields
from referee.kernel.turns import TurnState
from referee.kernel.verdict import refuse


class Knocked(SeatEvent, frozen=True):
    """A seat knocked so many times."""

    times: int = 1


class Rained(Event, frozen=True):
    """It rained."""


class State(TurnState, frozen=True, kw_only=True):
    """Whose turn it is."""


def may(state: State, seat: str):
    return None if seat == state.turn else refuse("game.not_now", seat=seat)


def once(_, event: Knocked):
    return None if event.times == 1 else refuse("game.too_often")


def knocks(_, seat: str):
    return tuple(Knocked(seat, n) for n in (1, 2))


KNOCK = Act(event=Knocked, apply=unchanged, when=When(judge=may), judge=once, candidates=knocks)
RULESET = Ruleset(
    id="door",
    players=range(2, 3),
    players_rule="TAB-OPEN-02",
    options={},
    editions={"only": {}},
    rules_version=1,
)
GAME = Game(
    ruleset=RULESET,
    opening=Opening(lambda opened: State(**table_fields(RULESET, opened), phase="knock", turn="A"), ()),
    acts=(KNOCK, Act(event=Rained, apply=unchanged, when=When(judge=may, by_table=True))),
    consequences=(),
    settle=lambda _: None,
    ending=Ending(Rained, "TAB-OPEN-02"),
    facts=Facts(State, (StateFact(name="turn", public=True),)),
)
OPEN = GAME.decide(None, TableOpened(game="door", seats=("A", "B"))).state


def test_who_may_not_is_told_so_whatever_the_act_says():
    assert "game.not_now" == GAME.decide(OPEN, Knocked("B", 2)).reason
    assert "game.too_often" == GAME.decide(OPEN, Knocked("A", 2)).reason
    assert Knocked("A") == GAME.decide(OPEN, Knocked("A")).judged[0].event


def test_nothing_is_listed_to_who_may_not():
    lister = to_who_may((KNOCK,))

    assert [] == list(lister(OPEN, "B"))
    assert [Knocked("A")] == list(lister(OPEN, "A"))


def test_the_table_is_asked_about_where_no_seat_does_it():
    raining = replace(OPEN, turn=TABLE)

    assert Rained() == GAME.decide(raining, Rained()).judged[0].event
    assert "game.not_now" == GAME.decide(OPEN, Rained()).reason
