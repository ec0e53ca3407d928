"""Take back the last action: what it is, and what goes with it."""

from events.stores.memory import MemoryStore
from events.table import DisputeOpened, TableOpened, TakenBack
from referee.kernel.registry import find_game
from referee.kernel.seed import commitment
from referee.service.commands.undo import entry_before_acts, undo
from referee.service.tables.request import Request, of_all, of_seat
from referee.service.tables.table import open_table
from tests.service.games import in_turns, launched, new_table

SEED = "6" * 32


def dealt():
    opened = TableOpened(
        game="lifeboat", seats=tuple("ABCD"), chance="referee", seed=SEED, seed_hash=commitment(SEED)
    )
    return open_table(MemoryStore(), "boat", opened, find_game("lifeboat"))


def test_what_was_said_about_the_last_action_goes_with_it():
    """A dispute is no action: it is asked about what is no more."""
    table = in_turns(new_table())
    before = table.state
    table.submit(launched())
    table.submit(DisputeOpened("D1", table.revision, "B", "rope"))
    undo(table, Request(of_all(table.state)))
    assert before == table.state


def test_at_an_untouched_table_that_was_dealt_there_is_nothing_to_take_back():
    table = dealt()
    assert table.revision > 1
    assert entry_before_acts(table, 1) is None
    assert "table.nothing_to_take_back" == undo(table, Request(of_all(table.state))).reason


def test_all_of_us_go_back_at_the_screen_and_one_seat_only_asks():
    """The terminal in the middle speaks for the whole table, unless it says who asks; it names nobody."""
    table = in_turns(new_table())
    table.submit(launched())
    asked = undo(table, Request(of_seat(table.state, "B")))
    assert "change_proposed" == asked.judged[0].event.__struct_config__.tag
    done = undo(table, Request(of_all(table.state))).judged[0].event
    assert (TakenBack, (), True) == (type(done), done.agreed, done.at_screen)
