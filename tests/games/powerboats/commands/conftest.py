"""The program, as the tests of the terminal call it."""

from tests.cli.conftest import place, record, run, start

__all__ = ["place", "record", "run", "start"]
