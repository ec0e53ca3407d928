"""Several processes and threads at one store, and processes that die."""

import os
import signal
import subprocess
import sys
from multiprocessing import get_context

import pytest

from events.stores import open_store
from events.stores.protocol import NO_HEAD, Appended, Conflict
from referee.service.logs.chain import verified
from tests.stages import one_in, slow
from tests.stores.logs import batch, sealed

ROUNDS = 25


def race(where, who, barrier, results):
    with open_store(where, create=True) as store:
        for _ in range(ROUNDS):
            barrier.wait()
            head = store.head("t")
            barrier.wait()
            results.put((head.revision, who, type(store.append(batch(head, 2, key=None))).__name__))


def test_of_two_appends_to_the_same_revision_exactly_one_wins(where):
    with open_store(where, create=True) as store:
        store.append(batch(NO_HEAD))
    context = get_context("spawn")
    barrier, results = context.Barrier(2), context.Queue()
    racers = [context.Process(target=race, args=(where, who, barrier, results)) for who in "AB"]
    for racer in racers:
        racer.start()
    outcomes = [results.get(timeout=60) for _ in range(2 * ROUNDS)]
    for racer in racers:
        racer.join()
    by_revision = {}
    for revision, _, outcome in outcomes:
        by_revision.setdefault(revision, []).append(outcome)
    assert [sorted([Appended.__name__, Conflict.__name__])] * ROUNDS == [
        sorted(o) for o in by_revision.values()
    ]
    with open_store(where, create=True) as store:
        assert 3 + 2 * ROUNDS == len(list(verified(store.read("t"), store.head("t"))))


def lay_out(where, barrier, results):
    barrier.wait()
    with open_store(where, create=True) as store:
        results.put(store.head("t").revision)


def test_a_store_may_be_laid_out_by_several_processes_at_once(where):
    """One does it; the others find it done."""
    context = get_context("spawn")
    barrier, results = context.Barrier(3), context.Queue()
    args = (where, barrier, results)
    processes = [context.Process(target=lay_out, args=args) for _ in range(3)]
    for process in processes:
        process.start()
    assert [0, 0, 0] == [results.get(timeout=60) for _ in processes]
    for process in processes:
        process.join()


PHONES = """
import sys
from threading import Thread
from events.stores import open_store
from events.stores import open_store
from events.stores.protocol import NO_HEAD
from referee.service.logs.chain import verified
from tests.databases import new_database
from tests.stores.logs import batch
sys.setswitchinterval(1e-6)
store = open_store(sys.argv[1], create=True)
store.append(batch(NO_HEAD))
seen = []

def look():
    while len(seen) < 4:
        head = store.head("t")
        for n, _ in enumerate(verified(store.read("t", 1, head.revision), head), 1):
            store.answer("t", str(n))
        store.refusals("t"), list(store.faults("t"))
        if head.revision >= 300:
            seen.append(n)

readers = [Thread(target=look, daemon=True) for _ in range(4)]
for reader in readers:
    reader.start()
for n in range(99):
    store.append(batch(store.head("t"), key=str(n)))
for reader in readers:
    reader.join()
store.close()
print(*seen)
"""


@slow
def test_many_threads_look_while_one_writes(where):
    """None waits for another for ever, and none sees half a batch."""
    done = subprocess.run(
        [sys.executable, "-c", PHONES, where], capture_output=True, text=True, check=False, timeout=120
    )
    assert (0, "", {"300"}) == (done.returncode, done.stderr, set(done.stdout.split()))


WRITER = """
import sys
from events.stores import open_store
from tests.databases import new_database
from tests.stores.logs import batch
store = open_store(sys.argv[1], create=True)
n = 0
while True:
    n += 1
    store.append(batch(store.head("t"), 3, key="k%d" % n, answer=b"%d" % n))
    print(n, flush=True)
"""


@pytest.mark.parametrize("after", one_in(3, [7, 1, 20]))
def test_what_was_acknowledged_outlives_a_killed_process(where, after):
    writer = subprocess.Popen([sys.executable, "-c", WRITER, where], stdout=subprocess.PIPE, text=True)
    acknowledged = 0
    while acknowledged < after:
        acknowledged = int(writer.stdout.readline())
    os.kill(writer.pid, signal.SIGKILL)
    rest, _ = writer.communicate()
    acknowledged = int(rest.split()[-1]) if rest.split() else acknowledged
    with open_store(where, create=True) as store:
        kept = len(list(verified(store.read("t"), store.head("t"))))
        assert kept in {3 * acknowledged, 3 * acknowledged + 3}
        assert str(acknowledged).encode() == store.answer("t", f"k{acknowledged}")
        assert isinstance(store.append(batch(store.head("t"))), Appended)
        assert sealed(kept + 3) == list(store.read("t"))
