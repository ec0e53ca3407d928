"""Every game takes the events that all games share."""

import msgspec
import pytest

from events.sealing import seal_of
from events.table import (
    ChangeProposed,
    DisputeOpened,
    HouseRuled,
    ProposalAnswered,
    RulingGiven,
    SecretOpened,
    SecretSealed,
    TableClosed,
    TableOpened,
    TakenBack,
)
from referee.kernel.game import Game
from referee.kernel.registry import find_game, rooms
from referee.kernel.verdict import Accepted
from tests.laws.walks import after, open_game, refused

SALT = "00112233445566778899aabbccddeeff"
SEATS = "ABCD"


@pytest.fixture(params=rooms())
def game(request: pytest.FixtureRequest) -> Game:
    """Take each game."""
    return find_game(request.param)


def test_a_dispute_is_opened_and_settled(game: Game) -> None:
    """Its ruling is kept, and its switch set."""
    name, switch = next(iter(game.charter.switches.items()))
    other = switch.values[-1]
    ruling = RulingGiven(dispute="D1", decision="so be it", basis="table", effect={name: other})
    state = after(game, open_game(game, SEATS), DisputeOpened("D1", 1, "A", "moon"), ruling)
    assert (state.open_disputes, state.rulings) == ((), (ruling,))
    assert getattr(state.switches, name) == other


def test_a_dispute_may_name_an_act_of_its_game(game: Game) -> None:
    """What was refused, as it would stand in a record; anything else is no act."""
    state = open_game(game, SEATS)
    act = msgspec.to_builtins(game.legal(state, game.acting(state)[0])[0])
    after(game, state, DisputeOpened("D1", 1, "A", "moon", "", act))
    for wrong in ({"type": "moon_landed"}, {}, {**act, "moon": 1}, {"type": "table_closed"}):
        verdict = refused(game, state, DisputeOpened("D1", 1, "A", "moon", "", wrong))
        assert verdict.rules == ("TAB-DISP-01",)


def test_every_switch_can_be_changed_by_a_house_rule(game: Game) -> None:
    """To every value, in mid-game."""
    for name, switch in game.charter.switches.items():
        for value in switch.values:
            state = after(game, open_game(game, SEATS), HouseRuled(name, value))
            assert getattr(state.switches, name) == value


def test_a_proposal_waits_for_everybody(game: Game) -> None:
    """With the last agreement it is done with; one objection ends it."""
    asked = after(game, open_game(game, SEATS), ChangeProposed("P1", "A", "{}"))
    agreed = after(game, asked, ProposalAnswered("P1", "B", True), ProposalAnswered("P1", "C", True))
    assert agreed.proposals[0].agreed == ("A", "B", "C")
    assert after(game, agreed, ProposalAnswered("P1", "D", True)).proposals == ()
    assert after(game, agreed, ProposalAnswered("P1", "D", False)).proposals == ()


def test_a_seal_is_put_on_and_opened(game: Game) -> None:
    """With what it was made of."""
    sealed = after(game, open_game(game, SEATS), SecretSealed("A", seal_of("kid", SALT)))
    assert refused(game, sealed, SecretOpened("A", "mate", SALT))
    assert after(game, sealed, SecretOpened("A", "kid", SALT)).unsealed == (("A", "kid"),)


def test_a_take_back_is_judged_and_changes_nothing_by_itself(game: Game) -> None:
    """Whoever keeps the log goes back."""
    state = open_game(game, SEATS)
    verdict = game.decide(state, TakenBack(1, agreed=("A",)))
    assert isinstance(verdict, Accepted)
    assert verdict.facts[0].kind == "observation"


def test_a_closed_table_takes_nothing_more(game: Game) -> None:
    """Not even being closed."""
    state = after(game, open_game(game, SEATS), TableClosed())
    name, switch = next(iter(game.charter.switches.items()))
    for event in (TableClosed(), HouseRuled(name, switch.values[0])):
        assert refused(game, state, event).rules == ("TAB-CLOSE-01",)


def test_a_table_is_opened_once(game: Game) -> None:
    """By its first event."""
    again = TableOpened(game=game.id, seats=tuple(SEATS))
    assert refused(game, open_game(game, SEATS), again).rules == ("TAB-OPEN-05",)


def test_a_game_has_all_that_disputes_and_reports_ask_of_it(game: Game) -> None:
    """Topics, a tally, chapters, turning points."""
    rules = {rule for topic in game.topics.values() for rule in topic}
    assert {"tie", "score"} & set(game.topics)
    assert rules
    assert game.tally is not None
    assert game.tally(open_game(game, SEATS)).readings
    assert game.chapters
    assert game.turning
    assert game.reveals
    assert set(game.charted) <= {line.item for line in game.tally(open_game(game, SEATS)).lines}
