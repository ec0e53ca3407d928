"""What people with real cards need not tell: that each took a card, before they tell what was done next."""

import pytest

from events.stores.memory import MemoryStore
from events.table import TableOpened
from referee.games.lifeboat import GAME
from referee.games.lifeboat.events import (
    CharactersDealt,
    Passed,
    ProvisionDealt,
    ProvisionKept,
    ProvisionsDrawn,
    SeatDemanded,
)
from referee.kernel.verdict import Refused
from referee.l10n.wording import label
from referee.service.audit.judge_again import audit
from referee.service.commands.record import record_event
from referee.service.commands.undo import undo
from referee.service.tables.request import Recorded, Request, of_seat
from referee.service.tables.table import open_table
from tests.games.lifeboat.views import STATES

CAST = {"A": "captain", "B": "mate", "C": "frenchy", "D": "kid"}


@pytest.fixture
def table():
    """A table with real cards; everybody has a character, and nobody told anything else."""
    table = open_table(MemoryStore(), "boat", TableOpened(game="lifeboat", seats=tuple("ABCD")), GAME)
    assert isinstance(table.submit(CharactersDealt(CAST)), Recorded)
    return table


def tell(table, event):
    return record_event(table, Request(of_seat(table.state, event.seat)), event)


def first_day(table):
    """Draw the cards of the first day; the captain, nearest the bow, draws."""
    assert isinstance(tell(table, ProvisionsDrawn("A", (None,) * 4)), Recorded)


def inferred(table):
    return [each.event for each in table.log_index.effective.actions if each.is_inferred]


def test_who_draws_on_the_first_day_need_not_tell_the_first_cards(table):
    first_day(table)
    assert [ProvisionDealt(seat) for seat in "ABCD"] == inferred(table)
    assert [] == [*audit(table.log)]


def test_one_act_says_that_everybody_took_a_card(table):
    first_day(table)
    [steps] = GAME.ahead(table.state, "D")
    assert tuple(ProvisionKept(seat) for seat in "ABCD") == steps
    tell(table, ProvisionKept("D"))
    assert [ProvisionKept(seat) for seat in "ABC"] == inferred(table)[4:]
    assert ("action", [2, 2, 2, 2]) == (table.state.phase, [len(hand) for hand in table.state.hands])


def test_it_is_worded_so(table):
    first_day(table)
    for seat in "ABC":
        tell(table, ProvisionKept(seat))
    said = [label(table.state, ProvisionKept("D"), lang, "D") for lang in ("en", "zh-Hans", "ja")]
    assert ["Everybody took a card", "大家都拿了牌", "全員がカードを取った"] == said
    assert "Keep the knife" == label(table.state, ProvisionKept("D", "knife"), "en", "D")


@pytest.mark.parametrize("act", [Passed("A"), SeatDemanded("A", "B")])
def test_whatever_comes_first_implies_that_everybody_took_a_card(table, act):
    first_day(table)
    tell(table, ProvisionKept("A", "knife"))
    tell(table, act)
    assert [ProvisionKept(seat) for seat in "BCD"] == inferred(table)[4:]
    assert ("knife", None) == table.state.hands[0][::-1]
    assert [] == [*audit(table.log)]


def test_what_was_implied_is_taken_back_with_what_implied_it(table):
    first_day(table)
    before = table.state
    tell(table, Passed("A"))
    undo(table, Request(of_seat(table.state, "A")))
    assert (before.packet, before.hands, before.phase) == (
        table.state.packet,
        table.state.hands,
        table.state.phase,
    )


def test_nobody_tells_it_for_whoever_comes_later(table):
    """B is not the first, and does not say for A that A did nothing."""
    first_day(table)
    assert isinstance(tell(table, Passed("B")), Refused)
    assert [] == inferred(table)[4:]


def test_cards_that_the_referee_deals_are_each_told():
    assert [] == [each for state in STATES for seat in state.seats for each in GAME.ahead(state, seat)]
