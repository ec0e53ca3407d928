"""Attack programs, disks, logs and a service, and print what was lost: `python -m tests.faults [--long]`.

A run of the whole writes its counts into `RESULTS.md`, here.
"""

import argparse
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from tests.faults import crowding, disks, interleaving, killing, mutating, peeking, tampering, together
from tests.faults.tried import Tried

LONG_SECONDS = 60.0
"""How long each attack on a service is endured in a long campaign."""

Campaign = tuple[Callable[[int], Tried], int, int]
"""What is tried, how often in every run of the tests, and how often in a long campaign."""

CAMPAIGNS: dict[str, Campaign] = {
    "kill-terminal": (killing.terminal, 12, 500),
    "kill-service": (killing.service, 4, 500),
    "disks": (disks.failing, 24, 1000),
    "bytes": (tampering.every_byte, 29, 1),
    "writers": (together.writers, 10, 500),
    "services": (together.services, 10, 1000),
    "agreements": (together.agreements, 6, 300),
    "interleavings": (interleaving.on_one_file, 150, 20_000),
    "records": (mutating.records, 20_000, 1_000_000),
    "noise": (mutating.noise, 200_000, 10_000_000),
    "twins": (peeking.twins, 300, 10_000),
}


RESULTS = Path(__file__).with_name("RESULTS.md")

HEAD = """# What was tried, and what was lost

Written by a run of the whole, `python -m tests.faults{how}`, on {day}. A tap is one on a phone while a
service is attacked: what it took until it was on another screen, the median and what 95 of 100 kept below.

| tried | times | lost | a tap meanwhile |
| --- | ---: | --- | --- |
"""


def main() -> int:
    """Try everything; 1 where anything was lost."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("--long", action="store_true", help="as long as it takes to be sure: an hour")
    parser.add_argument("--only", action="append", choices=[*CAMPAIGNS, "service"])
    asked = parser.parse_args()
    rows, lost = [], False
    for name, (campaign, few, many) in CAMPAIGNS.items():
        if not asked.only or name in asked.only:
            tried = campaign(many if asked.long else few)
            print(tried, flush=True)  # noqa: T201
            rows.append(f"| {tried.what} | {tried.times:,} | {len(tried.lost) or 'nothing'} | |")
            lost = lost or bool(tried.lost)
    if not asked.only or "service" in asked.only:
        rows += crowding.main(seconds=LONG_SECONDS if asked.long else crowding.SECONDS)
    if not asked.only:
        head = HEAD.format(how=" --long" if asked.long else "", day=datetime.now(UTC).date())
        RESULTS.write_text(head + "\n".join(rows) + "\n", "utf-8")
    return int(lost)


if __name__ == "__main__":
    sys.exit(main())
