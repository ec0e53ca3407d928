"""A line is the act one would guess: typed without having read how, at its moment, whoever reads it."""

import re
from itertools import product

import pytest

from referee.kernel.game import NotationError
from referee.l10n import LANGUAGES
from referee.l10n.messages import event_words
from referee.l10n.wording import label, parse
from tests.games.typed import TYPED, meanings, typed

LINES = [pytest.param(each, id=f"{path.stem}-{each.line}") for path in TYPED for each in typed(path)]
MEANT = [pytest.param(*each, id=str(each[1])) for path in TYPED for each in meanings(path)]


@pytest.mark.parametrize("typed", LINES)
def test_a_line_means_what_people_mean_by_it(typed):
    """In any language; without the seat from who speaks, and after its name from anybody."""
    state, who, line, means = typed
    said = [(line, who)] if who is None else [(line, who), (f"{who}：{line}", None)]
    for lang, (text, speaker) in product(LANGUAGES, said):
        if not isinstance(means, str):
            assert means == parse(state, text, lang, speaker)
            continue
        with pytest.raises(NotationError) as error:
            parse(state, text, lang, speaker)
        asks, reason = means.split()
        assert (reason, asks == "asks") == (error.value.reason, bool(error.value.expected))


@pytest.mark.parametrize(("state", "event"), MEANT)
def test_what_is_meant_is_told_without_a_hole_or_a_number_of_the_project(state, event):
    """On a button and in the log: a card is what it reads, and its number is printed on no card."""
    said = [label(state, event, lang) + event_words(event, lang, {}, game=state.game) for lang in LANGUAGES]
    assert [] == [each for each in said if re.search(r"N\d\d|None|[{}]", each)]
