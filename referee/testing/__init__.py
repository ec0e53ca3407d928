"""The laws every game obeys, for its author to run: all with `checks_of(id)`, one by one with `laws_of(id)`.

    from referee.testing import checks_of

    test_it_obeys, test_no_planted_fault_survives = checks_of("pebbles")

A law that is broken raises `BrokenLawError`: where it is broken, what to change or to add, and in which file.
"""

from referee.testing.faults import checks_of
from referee.testing.laws import LAWS, BrokenLawError, Law, laws_of
from referee.testing.playthrough import playthrough

__all__ = ["LAWS", "BrokenLawError", "Law", "checks_of", "laws_of", "playthrough"]
