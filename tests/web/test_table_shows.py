"""With pieces on the table a phone can say what everybody sees there; where that is much, it is folded."""

import re

import pytest

from referee.testing.phones import Controls
from referee.web.pages import buttons

FOLD = re.compile(r'<details class="group" id="table-shows"( open)?>(.*?)</details>', re.DOTALL)
LAKES = 3


@pytest.fixture
def lakes(service):
    """Begin a game for which the table lays one of so many lakes, which is no seat's choice."""
    return service.open("Ada", "Ben", "Chie", game="powerboats")


def pressed(text):
    return [each for each in Controls(text).found if each.kind == "lake_laid" and each.how == "button"]


@pytest.mark.parametrize(("most", "is_folded"), [(LAKES, False), (LAKES - 1, True)])
def test_every_phone_folds_what_the_table_shows_where_that_is_much(lakes, monkeypatch, most, is_folded):
    """Whatever number there is, all of it can be said from every phone, and stands open on the screen."""
    monkeypatch.setattr(buttons, "FEW_OF_TABLE", most)
    for seat in lakes.seats:
        page = lakes.page(seat).text
        fold = FOLD.search(page)
        assert (is_folded, LAKES) == (fold is not None, len(pressed(page)))
        assert fold is None or ("What the table shows" in fold[2] and LAKES == len(pressed(fold[2])))
    screen = lakes.page("screen").text
    assert (None, LAKES) == (FOLD.search(screen), len(pressed(screen)))


def test_what_is_folded_is_said_from_a_phone(lakes, monkeypatch):
    monkeypatch.setattr(buttons, "FEW_OF_TABLE", 0)
    fold = FOLD.search(lakes.page("B").text)
    first = pressed(fold[2])[0]
    answer = lakes.client.post(first.address, data=dict(first.fields), follow_redirects=False)
    assert (303, "course") == (answer.status_code, lakes.now()["phase"])
