"""What was refused last is remembered beside the log, for those who may know of it."""

from typing import Any

from events.envelope import seal_of
from events.stores.memory import MemoryStore
from events.stores.protocol import ReadOnlyError
from events.table import DisputeOpened, HouseRuled, SecretSealed, TableOpened
from referee.games.lifeboat.events import CardPlayed
from referee.games.niagara.events import CanoeMoved, PaddleChosen, TurnEnded
from referee.kernel.registry import find_game
from referee.kernel.seed import commitment
from referee.kernel.verdict import Refused
from referee.service.disputes.find import last_refused
from referee.service.tables.request import Recorded, Request
from referee.service.tables.table import Table, load_table, open_table
from tests.service.games import in_turns, new_table

TOO_FAR = CanoeMoved("A", 1, "S4")
SEED = "0f" * 16


def refused_at(table: Table, event: Any, viewer: str | None = None) -> Any:
    """Let a table refuse an event; give what it then says was refused last."""
    assert isinstance(table.submit(event), Refused)
    return asked(table, viewer)


def asked(table: Table, viewer: str | None = None) -> Any:
    last = last_refused(table, viewer)
    return None if last is None else last.event


def test_a_refusal_writes_nothing_to_the_log_and_is_remembered() -> None:
    table = in_turns(new_table())
    lines = list(table.log.lines())
    assert refused_at(table, TOO_FAR) == TOO_FAR
    last = last_refused(table)
    assert (list(table.log.lines()), last and last.revision) == (lines, table.revision)


def test_whoever_sits_down_elsewhere_knows_what_was_refused() -> None:
    table = in_turns(new_table())
    table.submit(TOO_FAR, Request(key="phone"))
    assert asked(load_table(table.store, table.name)) == TOO_FAR


def test_a_refusal_is_forgotten_once_something_was_done() -> None:
    table = in_turns(new_table())
    table.submit(TOO_FAR)
    assert isinstance(table.submit(CanoeMoved("A", 1, "S3")), Recorded)
    assert asked(table) is None


def test_talk_about_a_refusal_leaves_it_standing() -> None:
    table = in_turns(new_table())
    table.submit(TOO_FAR)
    table.submit(DisputeOpened("D1", 1, "A", "move"))
    assert asked(table) == TOO_FAR


def test_what_a_house_rule_allows_now_is_no_refusal() -> None:
    table = in_turns(new_table())
    table.submit(TurnEnded("A"))
    assert asked(table) == TurnEnded("A")
    table.submit(HouseRuled("both_ashore", "may_stay"))
    assert asked(table) is None


def test_a_card_laid_face_down_is_its_seats_own_business() -> None:
    """And nobody learns that there was anything to refuse; what everybody may know stays."""
    table = new_table()
    assert isinstance(table.submit(PaddleChosen("A", 3)), Recorded)
    assert refused_at(table, TurnEnded("A")) == TurnEnded("A")
    assert refused_at(table, PaddleChosen("A", 5), "A") == PaddleChosen("A", 5)
    assert (asked(table, "B"), asked(table)) == (TurnEnded("A"), TurnEnded("A"))


def test_a_sealed_secret_is_not_even_kept_for_its_seat() -> None:
    table = new_table()
    table.submit(SecretSealed("A", seal_of("5", "00" * 16)))
    table.submit(PaddleChosen("A", None))
    assert refused_at(table, PaddleChosen("A", 5), "A") is None
    assert table.store.refusals(table.name) == ()


def boat(chance: str) -> Table:
    dealt = {"seed": SEED, "seed_hash": commitment(SEED)} if chance == "referee" else {}
    opened = TableOpened(game="lifeboat", seats=tuple("ABCD"), chance=chance, **dealt)  # type: ignore[arg-type]
    table = open_table(MemoryStore(), "boat", opened, find_game("lifeboat"))
    assert isinstance(table, Table)
    return table


def test_a_hand_the_referee_dealt_is_not_told_by_what_it_refuses() -> None:
    """Even where everybody hears what is typed: the refusal tells of the hand."""
    table = boat("referee")
    table.sees_all = True
    assert refused_at(table, CardPlayed("A", "knife")) is None
    assert asked(table, "A") == CardPlayed("A", "knife")


def test_a_card_named_aloud_at_a_table_of_paper_is_no_secret() -> None:
    """The referee knows nothing of the hand; a phone still keeps what its seat thought of."""
    table = boat("table")
    assert refused_at(table, CardPlayed("A", "knife")) is None
    table.sees_all = True
    assert refused_at(table, CardPlayed("A", "knife")) == CardPlayed("A", "knife")


class FullStore(MemoryStore):
    """A store that takes no more."""

    def append(self, batch: Any) -> Any:
        raise ReadOnlyError(path="x", why=batch.table)


def test_a_store_that_cannot_remember_still_lets_the_referee_say_why() -> None:
    table = in_turns(new_table())
    full = FullStore()
    full._heads = table.store._heads  # type: ignore[attr-defined]
    table.store = full
    assert isinstance(table.submit(TOO_FAR), Refused)
