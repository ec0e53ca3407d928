"""Nobody learns another's card by asking: what is refused does not hang on it, and is told to nobody else."""

from itertools import combinations
from typing import Any

import pytest

from events.stores.memory import MemoryStore
from events.table import Corrected, TableOpened
from referee.games.niagara import GAME
from referee.games.niagara.events import PaddleChosen, PaddleRevealed, Position
from referee.games.niagara.tables import PADDLE_CARDS
from referee.service.commands.consent import answer_proposal, propose
from referee.service.commands.undo import reveals_corrected
from referee.service.disputes.find import last_refused
from referee.service.tables.request import Request
from referee.service.tables.table import Table, open_table

TWINS = (3, "cloud")
"""What A lays at two tables that nobody else can tell apart."""


def evening(card: Any) -> Table:
    opened = TableOpened(game="niagara", seats=("A", "B", "C"), chance="referee")
    table = open_table(MemoryStore(), "t", opened, GAME)
    assert isinstance(table, Table)
    table.submit(PaddleChosen("A", card))
    return table


def corrections() -> list[Corrected[Position]]:
    hands = [hand for n in (0, 1, 2, 6) for hand in combinations(PADDLE_CARDS, n)]
    acted: tuple[tuple[str, ...] | None, ...] = (None, ("A",))
    return [Corrected(Position(hands={"A": hand}, acted=seats)) for hand in hands for seats in acted]


@pytest.mark.parametrize("change", corrections(), ids=repr)
def test_a_correction_tells_nobody_which_card_lies_face_down(change: Corrected[Position]) -> None:
    """Another seat's, or the whole table's: asked of twins it gets one answer, to its last agreement."""
    one, other = map(evening, TWINS)
    for actor in ("B", None):
        assert reveals_corrected(one, change, actor) == reveals_corrected(other, change, actor)
    assert propose(one, Request(), "B", change) == propose(other, Request(), "B", change)
    assert one.state.proposals == other.state.proposals
    for waiting in one.state.proposals:
        for seat in ("C", "A"):
            answers = [answer_proposal(table, waiting.id, seat, agrees=True) for table in (one, other)]
            assert answers[0] == answers[1]
    assert one.submit(change) == other.submit(change)


@pytest.mark.parametrize("viewer", ["B", None])
def test_what_a_seat_knows_of_twins_is_the_same(viewer: str | None) -> None:
    one, other = (evening(card).state for card in TWINS)
    assert GAME.known(one, viewer) == GAME.known(other, viewer)
    for state in (one, other):
        assert GAME.view(GAME.known(state, viewer), viewer) == GAME.view(state, viewer)
        assert GAME.position(GAME.known(state, viewer), viewer) == GAME.position(state, viewer)


def test_a_seat_knows_its_own_cards() -> None:
    state = evening(3).state
    assert GAME.known(state, "A").laid[0] == 3
    assert GAME.known(state, "A").hands[0] == (1, 2, 4, 5, 6, "cloud")


def test_a_card_shown_too_early_is_no_business_of_the_others() -> None:
    """The referee refuses it; what it named, only its own seat may argue about."""
    table = evening(3)
    table.submit(PaddleRevealed("A", 3))
    assert last_refused(table, "B") is None
    assert last_refused(table) is None
    own = last_refused(table, "A")
    assert own is not None
    assert own.event == PaddleRevealed("A", 3)
