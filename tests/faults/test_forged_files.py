"""A file that goes on with a table, well chained and forged: judged whole before one entry is written."""

import json
from pathlib import Path

import pytest

from events.envelope import make_entry
from events.stores.memory import MemoryStore
from events.stores.protocol import Head
from events.table import TableClosed, TableOpened, TakenBack
from referee.games.niagara.events import CloudMoved, PaddleChosen
from referee.kernel.registry import codec_of_first_line, find_game, own_games
from referee.service.files.importing import DoubtfulError, import_lines
from referee.service.logs.chain import DamagedLogError
from referee.service.logs.sources import StoredLog
from referee.service.tables.table import load_table
from tests.architecture.sources import ROOT
from tests.service.test_tampering import exported
from tests.stages import slow
from tests.stores.logs import NOON

OLD_LOGS = ROOT / "fixtures" / "old_logs"


@pytest.fixture
def store():
    store = MemoryStore()
    lines = [
        b'{"type":"table_opened","game":"niagara","seats":["A","B","C"]}',
        b'{"type":"paddle_chosen","seat":"A","card":4}',
        b'{"type":"paddle_chosen","seat":"B","card":3}',
    ]
    import_lines(store, lambda: iter(enumerate(lines, 1)), "evening")
    return store


def forged(store, *events, by="table", kind="observation"):
    lines = list(store.read("evening"))
    codec, _ = codec_of_first_line(lines[0])
    for event in events:
        head = codec.entry(lines[-1])
        line, _ = make_entry(
            head.seq + 1, "evening", NOON.replace(year=2030), by, kind, None, event, head.hash
        )
        lines.append(line)
    return lambda: iter(enumerate(lines, 1))


def judged(store, lines, **how):
    """Import a file; give what it is asked about, or its damage, and how many entries there are then."""
    try:
        import_lines(store, lines, **how)
    except DoubtfulError as error:
        return [doubt.reason for doubt in error.doubts], store.head("evening").revision
    except DamagedLogError as error:
        return error.reason, store.head("evening").revision
    return [], store.head("evening").revision


def only_closed(doubts):
    """Say yes to a table that was closed before its game was over, and to nothing else."""
    return ["log.closes_here"] == [doubt.reason for doubt in doubts]


@pytest.mark.parametrize(
    "event", [TakenBack(0), TakenBack(-1), TakenBack(4), TakenBack(99), PaddleChosen("nobody", 5)], ids=repr
)
def test_what_no_table_can_hold_is_damage(store, event):
    """It would break every command of a table that nobody can shorten again; nobody is asked."""
    assert ("log.impossible", 3) == judged(store, forged(store, event), accept=lambda _: True)
    assert 3 == load_table(store, "evening").revision


@pytest.mark.parametrize(
    ("event", "doubt"),
    [
        (TableClosed("over"), "log.closes_here"),
        (TakenBack(1), "log.takes_back_here"),
        (TakenBack(3, dropped=1), "audit.refused"),
        (PaddleChosen("A", 5), "audit.refused"),
        (TableOpened(game="niagara", seats=("A", "B", "C")), "audit.refused"),
        (CloudMoved("A", 1), "audit.refused"),
    ],
    ids=repr,
)
def test_what_does_not_follow_is_asked_about_and_not_added(store, event, doubt):
    """The table goes on as before; whoever says yes has it."""
    lines = forged(store, event)
    reasons, entries = judged(store, lines)
    assert (True, 3) == (doubt in reasons, entries)
    assert ([], 4) == judged(store, lines, accept=lambda _: True)


def test_what_follows_the_forged_act_is_not_added_either(store):
    lines = forged(store, PaddleChosen("C", 2), TableClosed("over"), by="C", kind="action")
    reasons, entries = judged(store, lines)
    assert ("log.closes_here" in reasons, 3) == (True, entries)


def test_a_consequence_nobody_derived_is_asked_about(store):
    lines = forged(store, PaddleChosen("C", 2), by="referee", kind="consequence")
    assert (["audit.not_derived", "audit.other_origin"], 3) == judged(store, lines)


@pytest.mark.parametrize("to", [2, 3])
def test_the_last_act_may_be_taken_back_elsewhere(store, to):
    table = load_table(store, "evening")
    event = TakenBack(to, agreed=("A", "B", "C")) if to == 2 else PaddleChosen("C", 6)
    other = MemoryStore()
    import_lines(other, lambda: iter(enumerate(store.read("evening"), 1)))
    load_table(other, "evening").submit(event)
    lines = list(other.read("evening"))
    assert ([], len(lines)) == judged(store, lambda: iter(enumerate(lines, 1)))
    assert table.catch_up()


@slow
@pytest.mark.parametrize("game", own_games())
def test_what_was_played_by_this_program_goes_on_from_anywhere(game):
    """Games cut at every tenth of them; that they were closed is all that is asked about."""
    lines = exported(game).splitlines()
    for cut in range(1, len(lines), max(1, len(lines) // 10)):
        if json.loads(lines[cut])["kind"] == "consequence":
            continue
        store = MemoryStore()
        import_lines(store, lambda cut=cut: iter(enumerate(lines[:cut], 1)))
        import_lines(store, lambda: iter(enumerate(lines, 1)), accept=only_closed)
        assert lines == list(StoredLog(store, json.loads(lines[0])["table"]).lines())


@slow
@pytest.mark.parametrize("path", sorted(OLD_LOGS.glob("*.jsonl")), ids=lambda path: path.stem)
def test_what_was_played_by_an_older_program_goes_on(path: Path):
    lines = path.read_bytes().splitlines()
    for cut in range(1, len(lines), max(1, len(lines) // 10)):
        if json.loads(lines[cut])["kind"] == "consequence":
            continue
        store = MemoryStore()
        import_lines(store, lambda cut=cut: iter(enumerate(lines[:cut], 1)))
        import_lines(store, lambda: iter(enumerate(lines, 1)))
        assert Head(len(lines), json.loads(lines[-1])["hash"]) == store.head(json.loads(lines[0])["table"])
        assert find_game(json.loads(lines[0])["event"]["game"])
