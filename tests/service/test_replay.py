"""Rebuilding a table from its log."""

import itertools
import subprocess
import sys

import pytest

from events.envelope import NO_HASH, body_of, hash_of, make_entry
from events.stores.memory import MemoryStore
from events.table import TakenBack
from referee.games.niagara.events import CanoeLanded
from referee.service.files.file_lines import FileLog
from referee.service.logs.chain import DamagedLogError, canonical, verified
from referee.service.logs.replay import EmptyLogError, head_of, replay, states
from referee.service.logs.sources import StoredLog, take_backs
from referee.service.simulation.simulate import FIRST_MOMENT
from tests.service.games import NIAGARA, as_log, clock, in_turns, launched, log, new_table
from tests.stages import slow


def folded(lines):
    from referee.kernel.registry import codec_for

    state = None
    for line in lines:
        state = NIAGARA.evolve(state, codec_for("niagara").carried(line))
    return state


def test_a_log_is_rebuilt_by_applying_every_entry():
    lines = log()
    plain, proved = replay(as_log(lines)), replay(as_log(lines), verify=True)
    assert (folded(lines), plain) == (plain.state, proved)
    assert len(lines) == plain.head.revision


@pytest.mark.parametrize("upto", [1, 2, 17, 40])
def test_a_log_is_rebuilt_up_to_any_entry(upto):
    assert folded(log()[:upto]) == replay(as_log(log()), upto, verify=True).state


def test_what_was_believed_and_what_is_in_force_differ_after_a_take_back():
    table = in_turns(new_table())
    at_turn = table.revision
    table.submit(launched())
    believed_then = table.state
    moved = table.revision
    table.submit(TakenBack(at_turn))
    believed = replay(table.log, moved).state
    in_force = replay(table.log).state
    assert (believed_then, replay(table.log, at_turn).state) == (believed, in_force)


def test_states_are_what_the_table_believed_after_each_entry():
    table = in_turns(new_table())
    table.submit(launched())
    table.submit(TakenBack(4))
    table.submit(TakenBack(2))
    in_turns(table)
    walked = {seq: state for seq, _, state in states(table.log)}
    assert walked == {seq: replay(table.log, seq).state for seq in range(1, table.revision + 1)}


def test_take_backs_are_found_without_reading_every_entry():
    table = in_turns(new_table())
    table.submit(TakenBack(3))
    table.submit(TakenBack(2))
    assert [(7, 3), (8, 2)] == take_backs(table.log.lines())


def test_nothing_cannot_be_rebuilt():
    with pytest.raises(EmptyLogError):
        replay(StoredLog(MemoryStore(), "nowhere"))


def test_an_entry_that_cannot_be_read_is_named():
    """Its chain may be whole: it was written by somebody else."""
    line, _ = make_entry(2, "x", FIRST_MOMENT, "A", "action", None, CanoeLanded("A", 1), NO_HASH)
    with pytest.raises(DamagedLogError) as error:
        replay(as_log((log()[0], line.replace(b"canoe_landed", b"canoe_flew"))))
    assert (2, "log.unreadable") == (error.value.seq, error.value.reason)


def test_an_entry_that_cannot_happen_is_named():
    """A seat that does not sit here."""
    line, _ = make_entry(2, "x", FIRST_MOMENT, "Z", "action", None, CanoeLanded("Z", 1), NO_HASH)
    line = line.replace(b"canoe_landed", b"gem_banked").replace(b'"canoe":1', b'"canoe":1,"gem":"ruby"')
    with pytest.raises(DamagedLogError) as error:
        replay(as_log((log()[0], line)))
    assert (2, "log.impossible") == (error.value.seq, error.value.reason)


def test_lines_written_by_another_program_are_not_the_lines_that_were_written():
    """They may say the same; nobody can tell without knowing what else was done to them."""
    spaced = [line.replace(b'","', b'", "') for line in log()]
    with pytest.raises(DamagedLogError) as error:
        list(verified(spaced))
    assert (1, "log.rewritten") == (error.value.seq, error.value.reason)


def test_a_key_that_stands_twice_in_an_entry_is_damage():
    """Which of the two was meant, no reader can tell; whoever seals it so is no referee."""
    body = body_of(log()[0]).replace(b'"by":"table"', b'"by":"A","by":"table"')
    forged = body[:-1] + b',"hash":"%b"}' % hash_of(body).encode()
    with pytest.raises(DamagedLogError) as error:
        list(canonical(verified([forged])))
    assert (1, "log.unreadable") == (error.value.seq, error.value.reason)


def test_a_file_is_a_log_whatever_its_line_ends(tmp_path):
    path = tmp_path / "log.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + b"\r\n\r\n".join(log()))
    assert list(log()) == list(FileLog(path).lines())
    assert replay(as_log(log())) == replay(FileLog(path), verify=True)
    assert len(log()) == head_of(FileLog(path)).revision


MILLION = """
import sys
from pathlib import Path
from events.stores.sqlite import SqliteStore
from referee.kernel.registry import find_game
from referee.service.logs.sources import StoredLog
from referee.service.logs.replay import replay
from referee.service.simulation.simulate import simulate
from events.envelope import make_entry, NO_HASH
from referee.games.niagara.events import CloudMoved
from referee.service.simulation.simulate import FIRST_MOMENT
N = int(sys.argv[2])
def lines():
    first = next(simulate(find_game("niagara"), 1))
    yield first
    digest = first[-66:-2].decode()
    for seq in range(2, N + 1):
        event = CloudMoved("A", seq % 3)
        line, digest = make_entry(seq, "niagara-1-1", FIRST_MOMENT, "A", "action", None, event, digest)
        yield line
with SqliteStore(Path(sys.argv[1])) as store:
    store.create("niagara-1-1", lines())
    print(replay(StoredLog(store, "niagara-1-1"), verify=True).head.revision)
# What getrusage tells is that of the parent, where the parent was larger.
status = Path("/proc/self/status")
print(int(status.read_text().split("VmHWM:")[1].split()[0]) // 1024 if status.exists() else 0)
"""


@slow
def test_a_long_log_is_written_and_replayed_as_a_stream(tmp_path):
    args = [sys.executable, "-c", MILLION, tmp_path / "long.db", "100000"]
    done = subprocess.run(args, capture_output=True, text=True, check=True)
    revision, megabytes = map(int, done.stdout.split())
    assert 100_000 == revision
    assert megabytes < 100


def test_replay_is_a_fold():
    lines = log(3, 3)
    for cut in itertools.islice(range(1, len(lines)), 0, None, 7):
        state = folded(lines[:cut])
        for line in lines[cut:]:
            state = NIAGARA.evolve(state, replay(as_log(lines), 1).codec.carried(line))
        assert replay(as_log(lines)).state == state


def test_the_clock_is_whoever_opens_the_table():
    assert all(b'"at":"2026-01-01T00:00:00Z"' in line for line in new_table().log.lines())
    assert clock() == FIRST_MOMENT
