"""How a ruling came about is kept in one language, and said to everybody in their own."""

import pytest

from referee.l10n import LANGUAGES, say
from referee.l10n.options import decision_words, note_in_words, ruling_words
from referee.languages import trait

NAMES = {"A": "Ada", "B": "Ben", "C": "陈"}
VOTES = {
    "case.voted": {"n": 2, "of": 3, "seats": ("A", "B")},
    "ruling.voted_absent": {"n": 2, "of": 3, "seats": ("A", "B"), "absent": ("C",)},
}


@pytest.mark.parametrize("written", LANGUAGES)
@pytest.mark.parametrize("read", LANGUAGES)
@pytest.mark.parametrize("id", VOTES)
def test_a_vote_is_told_in_the_readers_language(id, read, written):
    kept = say(id, written, names=NAMES, **VOTES[id])
    told = say(id, read, names=NAMES, **VOTES[id])
    bracketed = trait(read, "brackets").format(told)
    assert decision_words("niagara", "stands", read) + bracketed == ruling_words(
        "niagara", f"stands ({kept})", read
    )


@pytest.mark.parametrize("written", LANGUAGES)
@pytest.mark.parametrize("read", LANGUAGES)
def test_a_coin_and_its_two_sides_too(read, written):
    ways = ("minimum_speed=0", "minimum_speed=1")
    kept, told = (
        say("ruling.coin", lang, ways=tuple(decision_words("niagara", way, lang) for way in ways))
        for lang in (written, read)
    )
    assert ruling_words("niagara", f"{ways[0]} ({kept})", read).endswith(trait(read, "brackets").format(told))


def test_a_tables_own_words_stay():
    assert "as Ben says (he owns it)" == ruling_words("niagara", "as Ben says (he owns it)", "ja")


def test_ways_with_commas_of_their_own_are_told_apart():
    ways = tuple(
        decision_words("niagara", f"tie_break={way}", "en") for way in ("shared", "most_gems_then_first")
    )
    note = say("ruling.lot", "en", ways=ways)
    assert "; " in note
    assert note == note_in_words("niagara", note_in_words("niagara", note, "ja"), "en")
    assert "most gems" not in note_in_words("niagara", note, "ja")
