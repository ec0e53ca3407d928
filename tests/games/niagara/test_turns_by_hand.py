"""Whose turn it is, set by hand: what was refused is played anyway, and the game goes on from there."""

from functools import partial

import pytest

from events.table import Corrected, TableOpened
from referee.games.niagara import GAME
from referee.games.niagara.events import CanoeAt, PaddleChosen, Position, RiverFlowed
from referee.l10n.wording import parse
from referee.service.desk.changes.correct import correction_of
from referee.service.desk.changes.ways_round import played_anyway
from tests.laws.walks import after, refused

SEATS = ("A", "B", "C")


follow = partial(after, GAME)


def laid(*cards, edition="zh"):
    """Lay the cards of a first round: the first seat's is up."""
    opened = TableOpened(game="niagara", edition=edition, seats=SEATS)
    return follow(None, opened, *map(PaddleChosen, SEATS, cards or (6, 5, 4)))


def acted(*seats, **facts):
    """Say who has had a turn."""
    return Corrected(Position(acted=seats, **facts), "as it was")


def test_a_turn_set_as_over_passes_on():
    """The next card is turned up, once."""
    after = follow(laid(), acted("A"))
    assert (("B",), (6, 5, None)) == (GAME.acting(after), after.shown)
    assert ("A",) == GAME.position(after, "A").acted


def test_after_the_last_turn_the_river_flows():
    """And the round ends as any."""
    after = follow(laid(), acted("A"), acted("A", "B"), acted("A", "B", "C"))
    assert "river" == after.phase
    ended = follow(after, RiverFlowed(GAME.legal(after, "table")[0].exits))
    assert (2, ()) == (ended.round, GAME.position(ended, None).acted)
    assert () == GAME.invariants(ended)


def test_a_turn_is_given_back():
    """Its card stays up, and nobody's is turned up twice."""
    after = follow(laid(), acted("A"), acted())
    assert (("A",), (6, 5, None)) == (GAME.acting(after), after.shown)


def test_turns_as_they_are_begin_nothing_anew():
    """A turn under way goes on: the canoe that moved has moved."""
    state = follow(laid(), acted("A"))
    moved = follow(state, parse(state, "B1 launch to S5"), acted("A", "B"))
    under_way = follow(state, acted("A", weather=1))
    assert (("C",), ("B",)) == (GAME.acting(moved), GAME.acting(under_way))
    assert under_way == follow(under_way, acted("A"))


@pytest.mark.parametrize(
    ("state", "seats", "reason"),
    [
        (laid(), ("A", "B"), "niagara.not_turned_up"),
        (follow(None, TableOpened(game="niagara", seats=SEATS)), ("A",), "niagara.no_turns_yet"),
        (laid(), ("D",), "table.unknown_seat"),
    ],
)
def test_no_turn_was_had_before_its_card_is_up(state, seats, reason):
    """Or by nobody."""
    assert reason == refused(GAME, state, acted(*seats)).reason


LOST = {"1": CanoeAt("lost"), "2": CanoeAt("lost")}


@pytest.mark.parametrize("edition", ["zh", "ja"])
def test_who_is_set_to_have_no_canoe_before_acting_gets_the_free_one(edition):
    """The turn begins with the board as it is set, and is not passed over."""
    after = follow(laid(edition=edition), Corrected(Position(canoes={"A": LOST}), "as it was"))
    assert ((("A",), ("land", "lost")), ()) == ((GAME.acting(after), after.at[:2]), GAME.invariants(after))


def test_who_has_acted_waits_for_the_free_canoe_in_edition_ja():
    """It comes before the next turn."""
    moved = follow(laid(edition="ja"), Corrected(Position(canoes={"A": {"2": CanoeAt("L7")}}), "as it was"))
    moved = follow(moved, parse(moved, "A2 over the falls"))
    after = follow(moved, Corrected(Position(canoes={"A": LOST}), "as it was"))
    assert (("B",), ("lost", "lost")) == (GAME.acting(after), after.at[:2])


def test_a_goal_set_back_by_hand_is_met_when_it_is_met_again():
    """Ben was first, though Ada's goal had been noted before and was none."""
    board = {"A": {"1": CanoeAt("S1", "ruby"), "2": CanoeAt("land")}, "B": {"1": CanoeAt("S1", "sapphire")}}
    near = Position(canoes=board, owned={"A": {"ruby": 3}, "B": {"sapphire": 3}})
    state = follow(laid(edition="ja"), Corrected(near, "as it was"))
    state = follow(state, parse(state, "A1 to land"))
    assert (0,) == state.met
    back = Position(canoes={"A": board["A"]}, owned={"A": {"ruby": 3}}, acted=("A",))
    state = follow(state, Corrected(back, "it was not ashore"))
    for line in ("B1 to land", "B ends turn"):
        state = follow(state, parse(state, line))
    state = follow(state, acted("B"))
    for line in ("A1 to land", "A ends turn", "C1 to S4"):
        state = follow(state, parse(state, line))
    assert ((1, 0), ("B",)) == (state.met, GAME.winners(state))


def anyway(state, line):
    """Play a refused line all the same, as the referee offers it."""
    act = parse(state, line)
    facts = played_anyway(GAME, state, act).facts
    assert refused(GAME, state, act)
    return follow(state, correction_of(GAME, state, facts, act=act))


@pytest.mark.parametrize("lines", [("A1 up to S3", "A2 up to land"), ("A2 up to S3", "A1 up to land")])
def test_a_canoe_that_was_played_anyway_has_had_its_action(lines):
    """Its fellow has to act yet, and with that the turn is over."""
    two = Corrected(Position(canoes={"A": {"1": CanoeAt("S4"), "2": CanoeAt("S5")}}), "as it was")
    first, second = lines
    state = anyway(follow(laid(), two), first)
    assert {act.canoe for act in GAME.legal(state, "A")} == {int(second[1])}
    assert ("B",) == GAME.acting(follow(state, parse(state, second)))


def test_a_canoe_bought_too_late_is_bought_anyway():
    """With its last gem, which goes back to its site."""
    board = {"A": {"1": CanoeAt("lost"), "2": CanoeAt("S4")}}
    state = follow(laid(), Corrected(Position(canoes=board, owned={"A": {"ruby": 1}}), "as it was"))
    state = follow(state, parse(state, "A2 up to land"))
    assert ("B",) == GAME.acting(state)
    late = anyway(state, "A buys canoe 1 for ruby")
    assert (("land", "land"), {}) == (late.at[:2], GAME.position(late, None).owned["A"])


def test_a_gem_is_handed_over_anyway():
    """Out of one canoe into the other."""
    board = {"A": {"1": CanoeAt("S3", "ruby"), "2": CanoeAt("S3")}}
    state = follow(laid(), Corrected(Position(canoes=board), "as it was"))
    assert (None, "ruby") == anyway(state, "A passes gem from 1 to 2").cargo[:2]
