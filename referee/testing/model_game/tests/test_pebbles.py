"""Pebbles obeys every law there is, and the laws find what would be wrong with it."""

from referee.testing import checks_of

test_it_obeys, test_no_planted_fault_survives = checks_of("pebbles")
