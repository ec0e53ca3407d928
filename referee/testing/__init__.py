"""The laws every game obeys, for its author to run: `laws_of(id)` gives them one by one.

    import pytest
    from referee.testing import laws_of

    @pytest.mark.parametrize("law", laws_of("pebbles"))
    def test_the_game_obeys(law):
        law()

A law that is broken raises `BrokenLawError` with the place; where something is missing it says what to
add, and to which file.
"""

from referee.testing.laws import LAWS, BrokenLawError, Law, laws_of
from referee.testing.playthrough import playthrough

__all__ = ["LAWS", "BrokenLawError", "Law", "laws_of", "playthrough"]
