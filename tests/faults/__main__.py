"""Attack a service and print what taps take: `python -m tests.faults [--long]`."""

import argparse

from tests.faults import crowding

LONG_SECONDS = 60.0
"""How long each attack is endured in a long campaign."""


def main():
    """Endure every attack."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("--long", action="store_true", help=f"each attack for {LONG_SECONDS:.0f} seconds")
    crowding.main(seconds=LONG_SECONDS if parser.parse_args().long else crowding.SECONDS)


if __name__ == "__main__":
    main()
