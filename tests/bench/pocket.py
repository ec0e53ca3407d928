"""The written site in Chromium with the processor slowed: how long starts and taps take, and how much memory.

`python -m tests.bench.pocket --site FOLDER [--quota 25]` starts the browser with all its processes in a
control group that has so many hundredths of one core together, which is harder than a phone with several
slow ones; where no such group can be made, everything is measured as it is, and times are multiplied instead.
FOLDER is what `referee pocket` wrote. The host is gone after the first start.
"""

import argparse
import os
import statistics
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import sync_playwright

from tests.pocket.browser.host import Host, alter
from tests.pocket.browser.killable import Killable
from tests.pocket.browser.phone import Phone
from tests.pocket.browser.playing import LIFEBOAT, NIAGARA, live_through_a_day, play_a_round

GROUPS = Path("/sys/fs/cgroup/cpu")
PERIOD = 100_000
"""Microseconds of which a group has its part."""

PATIENCE = 600_000

HEAP = """
const plain = WebAssembly.instantiateStreaming;
WebAssembly.instantiateStreaming = async (...args) => {
  const made = await plain.apply(WebAssembly, args);
  self.memory ??= Object.values(made.instance.exports).find((each) => each instanceof WebAssembly.Memory);
  return made;
};
"""
"""Lets the memory of the interpreter be measured from outside."""

WATCH = """
if (self !== top) {
  const now = () => performance.timeOrigin + performance.now();
  const shown = () => location.href + document.getElementById("main")?.dataset.revision;
  addEventListener("click", () => { top.tapped = { at: now(), shown: shown() }; }, true);
  const look = () => {
    const { tapped } = top;
    if (tapped && document.getElementById("main") && shown() !== tapped.shown) {
      (top.taps ??= []).push(now() - tapped.at);
      top.tapped = null;
    }
    requestAnimationFrame(look);
  };
  look();
}
"""
"""Notes how long it takes from each tap until another page, or the same after it, is drawn."""


def make_group(quota):
    """Make a group that has so many hundredths of a core; None where none can be made."""
    group = GROUPS / f"referee-{os.getpid()}"
    try:
        group.mkdir()
        (group / "cpu.cfs_quota_us").write_text(str(quota * PERIOD // 100))
    except OSError:
        return None
    return group


def remove_group(group):
    """Remove a group as soon as the last process in it has ended."""
    while group and group.exists():
        with suppress(OSError):
            group.rmdir()
        time.sleep(0.1)


def memory_of(session):
    """Return what the processes of a session take, in megabytes: the renderers, and all of them."""
    each = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            if int(stat.read_text().rpartition(")")[2].split()[3]) == session:
                command = stat.with_name("cmdline").read_bytes()
                shares = stat.with_name("smaps_rollup").read_text().split("Pss:")[1].split()[0]
                each[stat.parent.name] = (b"--type=renderer" in command, int(shares) / 1024)
    return sum(size for is_renderer, size in each.values() if is_renderer), sum(
        size for _, size in each.values()
    )


def timed(act):
    begun = time.perf_counter()
    act()
    return time.perf_counter() - begun


def taps(phone):
    """Return how long each tap took since this was asked last, in milliseconds."""
    return phone.page.evaluate("() => { const found = top.taps ?? []; top.taps = []; return found; }")


def measure(playwright, site, folder, group):
    host = Host(alter(site, folder / "site", "worker.js", HEAP))
    browser = Killable(playwright, folder / "profile", group and group / "cgroup.procs")
    browser.context.add_init_script(WATCH)
    phone = Phone(browser.context, host, patience=PATIENCE)
    found = {"first start, s": [timed(phone.start)]}
    host.stop()
    found["later start, s"] = [timed(phone.reload) for _ in range(3)]
    found["memory of the renderers after a start, MB"] = [memory_of(browser.process.pid)[0]]
    phone.open("niagara", *NIAGARA)
    taps(phone)
    play_a_round(phone)
    found["tap, a round of Niagara, ms"] = taps(phone)
    phone.open("lifeboat", *LIFEBOAT, chance="referee")
    taps(phone)
    live_through_a_day(phone)
    found["tap, a day of Lifeboat, ms"] = taps(phone)
    found["memory of the renderers after both, MB"] = [memory_of(browser.process.pid)[0]]
    found["memory of the whole browser after both, MB"] = [memory_of(browser.process.pid)[1]]
    heap = phone.page.workers[0].evaluate("() => self.memory?.buffer.byteLength ?? 0")
    found["memory of the interpreter, of these, MB"] = [heap / 2**20]
    browser.kill()
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--site", type=Path, required=True, help="what `referee pocket` wrote")
    parser.add_argument("--quota", type=int, default=25, help="hundredths of one core for all of the browser")
    asked = parser.parse_args()
    group = make_group(asked.quota)
    times = 1 if group else 100 / asked.quota
    how = (
        f"{asked.quota} hundredths of a core" if group else f"not slowed here: times are given {times:g} fold"
    )
    print(how)  # noqa: T201 - what it is for
    with ExitStack() as ended:
        folder = Path(ended.enter_context(TemporaryDirectory(prefix="referee-pocket-")))
        ended.callback(remove_group, group)
        playwright = ended.enter_context(sync_playwright())
        for name, values in measure(playwright, asked.site, folder, group).items():
            factor = 1 if "MB" in name else times
            middle, most = statistics.median(values) * factor, max(values) * factor
            spread = f", at most {most:.1f}, of {len(values)}" if len(values) > 1 else ""
            print(f"{name}: {middle:.1f}{spread}")  # noqa: T201 - the same


if __name__ == "__main__":
    main()
