"""Where the referee throws, nobody can try results out before throwing."""

from events.stores.memory import MemoryStore
from events.table import TableOpened
from referee.games.powerboats import GAME
from referee.games.powerboats.events import DiceThrown
from referee.kernel.seed import commitment
from referee.service.tables.request import Recorded
from referee.service.tables.table import Table, open_table

SEED = "5a" * 16


def racing() -> Table:
    opened = TableOpened(
        game="powerboats", seats=("A", "B"), chance="referee", seed=SEED, seed_hash=commitment(SEED)
    )
    table = open_table(MemoryStore(), "t", opened, GAME)
    assert isinstance(table, Table)
    while GAME.phase(table.state) not in ("racing", "dice", "throw"):
        event = next(e for seat in GAME.acting(table.state) for e in GAME.legal(table.state, seat))
        if isinstance(event, DiceThrown):
            break
        assert isinstance(table.submit(event), Recorded)
    return table


def test_a_claimed_throw_is_the_throw_itself() -> None:
    shown = set()
    for claim in (1, 2, 3):
        table = racing()
        seat = GAME.acting(table.state)[0]
        answer = table.submit(DiceThrown(seat, (), 1, (claim,)))
        assert isinstance(answer, Recorded)
        shown.add(answer.judged[0].event)
    assert len(shown) == 1
