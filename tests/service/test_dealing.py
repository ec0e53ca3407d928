"""A referee that deals: from the seed it committed to, at once, and for ever the same."""

import pytest

from events.stores.memory import MemoryStore
from events.table import TableOpened
from referee.games.lifeboat import GAME
from referee.kernel.seed import commitment
from referee.service.audit.judge_again import audit
from referee.service.commands.sitting import sit_down
from referee.service.logs.sources import LinesLog
from referee.service.simulation.simulate import simulate
from referee.service.tables.request import Recorded
from referee.service.tables.table import Table, load_table, open_table

SEED = "0f" * 16


def opened(store: MemoryStore) -> Table:
    event = TableOpened(
        game="lifeboat", seats=tuple("ABCD"), chance="referee", seed=SEED, seed_hash=commitment(SEED)
    )
    table = open_table(store, "boat", event, GAME)
    assert isinstance(table, Table)
    return table


def test_a_table_is_dealt_as_it_opens() -> None:
    table = opened(MemoryStore())
    assert None not in table.state.character
    assert None not in table.state.love
    assert GAME.deal is not None
    assert GAME.deal(table.state, SEED) is None


def test_what_an_action_makes_due_is_dealt_with_it() -> None:
    table = opened(MemoryStore())
    for _ in range(12):
        seat = GAME.acting(table.state)[0]
        assert isinstance(table.submit(GAME.legal(table.state, seat)[0]), Recorded)
        assert GAME.deal is not None
        assert GAME.deal(table.state, SEED) is None


def test_a_table_loaded_again_goes_on_from_its_seed() -> None:
    store = MemoryStore()
    state = opened(store).state
    table = load_table(store, "boat")
    assert table.state == state
    assert all(SEED not in repr(GAME.view(table.state, viewer)) for viewer in (*"ABCD", None))


def test_the_same_seed_deals_the_same_cards() -> None:
    assert opened(MemoryStore()).state == opened(MemoryStore()).state


def test_a_dealt_game_is_played_to_its_end_and_sound() -> None:
    lines = tuple(simulate(GAME, "tests", 1))
    assert b'"type":"game_ended"' in b"".join(lines)
    assert list(audit(LinesLog(lines))) == []


def test_what_the_referee_deals_is_written_with_what_made_it_due(monkeypatch: pytest.MonkeyPatch) -> None:
    """No log ends between them: each act, the opening too, is one append."""
    store, appends = MemoryStore(), list[int]()
    append = store.append
    monkeypatch.setattr(store, "append", lambda batch: appends.append(len(batch.lines)) or append(batch))  # type: ignore[func-returns-value]
    table = opened(store)
    for _ in range(8):
        seat = GAME.acting(table.state)[0]
        answer = table.submit(GAME.legal(table.state, seat)[0])
        assert isinstance(answer, Recorded)
        assert answer.revision - answer.first + 1 == len(answer.judged)
    assert (9, table.revision) == (len(appends), sum(appends))


def test_a_log_that_ends_before_the_deal_is_dealt_by_whoever_sits_down() -> None:
    """An older version was cut off there; the cards are those of its seed."""
    lines = list(opened(MemoryStore()).log.lines())
    cut, whole = MemoryStore(), load_table(stored(lines), "boat")
    cut.create("boat", lines[:1])
    table = sit_down(cut, "boat")
    assert whole.state == table.state
    assert len(lines) == sit_down(cut, "boat").revision


def stored(lines: list[bytes]) -> MemoryStore:
    store = MemoryStore()
    store.create("boat", lines)
    return store
