"""Memory: the most a program holds while it replays a very long log."""

import subprocess
import sys
from functools import cache, partial
from pathlib import Path

from events.stores.sqlite import SqliteStore
from tests.bench.logs import endless
from tests.bench.measure import Measure, Pair, Size

PROGRAM = """
import sys
from contextlib import nullcontext
from pathlib import Path
from events.stores.sqlite import SqliteStore
from referee.service.files.file_lines import FileLog
from referee.service.logs.sources import StoredLog
from referee.service.logs.replay import replay
path, length = Path(sys.argv[1]), int(sys.argv[2])
with SqliteStore(path) if path.suffix == ".db" else nullcontext() as store:
    log = StoredLog(store, "long") if store else FileLog(path)
    assert replay(log, verify=True).head.revision == length
"""

PEAK = """
import resource
from contextlib import suppress
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
with suppress(OSError), open("/proc/self/status") as status:
    # where the system says it: a new program inherits the other figure from the one that started it
    peak = next(int(line.split()[1]) * 1024 for line in status if line.startswith("VmHWM"))
print(peak)
"""


@cache
def long_log(size: Size, folder: Path) -> tuple[Path, Path, int]:
    # In edition ja gems leave the game, so that one played at random soon goes on for ever.
    lines = endless("niagara", "long", size.entries, "ja")
    kept, exported = folder / "endless.db", folder / "endless.jsonl"
    with SqliteStore(kept) as store:
        store.create("long", lines)
    exported.write_bytes(b"\n".join(lines) + b"\n")
    return kept, exported, len(lines)


def peak_of(path: Path, length: int) -> float:
    """Replay a log in a program of its own; give the most it held, in MB."""
    command = [sys.executable, "-c", PROGRAM + PEAK, str(path), str(length)]
    done = subprocess.run(command, capture_output=True, check=True, cwd=Path(__file__).parents[2])
    return int(done.stdout) / 1e6


def peak(which: int, size: Size, folder: Path) -> Pair:
    """Replay the stored log (0) or the exported file (1)."""
    found = long_log(size, folder)
    path, length = found[which], found[2]
    return Pair(partial(peak_of, Path(str(path)), int(str(length))))


def measures() -> list[Measure]:
    return [
        Measure(f"memory-{name}", f"replay of a million entries, chain verified, {what}: most memory held",
                "", "MB", "at most", 100, partial(peak, which), runs=5)
        for which, (name, what) in enumerate((("store", "from SQLite"), ("file", "from an exported file")))
    ]  # fmt: skip
