"""A navigation card that is not in the box: a form for it, open where no other card can lie on top."""

import json

import pytest

from referee.games.lifeboat.state import phase_of
from referee.testing.phones import Controls, send

PEOPLE = ("Ada", "Ben", "Chie", "Dan")
DOWN = {
    "characters": {"A": "captain", "B": "mate", "C": "frenchy", "D": "harter"},
    "boat": ["A", "B", "C", "D"],
    "wounds": {"A": 8, "B": 9, "C": 7, "D": 5},
    "hands": {"A": [], "B": [], "C": [], "D": []},
    "phase": "navigation",
}


def set_by_hand(table, **position):
    sent = table.post("screen", "do", event=json.dumps({"type": "corrected", "position": position}))
    assert 303 == sent.status_code


@pytest.fixture
def adrift(service):
    """Sit down to Cannibalism on paper where everybody is dead: the table turns a card a day."""
    table = service.open(*PEOPLE, game="lifeboat", chance="table", **{"option.cannibalism": "yes"})
    set_by_hand(table, **DOWN)
    return table


def turn(table, card):
    """Turn the day's card, and say of the day what is due; birds fly off before land is near."""
    if table.context("screen").state.birds == 3:
        set_by_hand(table, birds=0)
    table.say("screen", f"top card {card}")
    while phase_of(table.context("screen").state) != "navigation":
        table.say("screen", "close")


def forms(table, who):
    text = table.page(who).text
    return [kind for kind in ("section", "details") if is_shown(text, kind)]


def is_shown(text, tag):
    opened = [each for each in text.split(f"<{tag} ")[1:] if 'data-kind="navigation_chosen"' in each[:200]]
    return any("group blank" in each[:200] for each in opened)


def test_among_other_cards_the_form_is_folded(adrift):
    assert ["details"] == forms(adrift, "screen") == forms(adrift, "A")
    turn(adrift, "N01")
    assert ["details"] == forms(adrift, "screen")


def test_where_only_such_a_card_can_be_the_form_stands_open_and_is_taken(adrift):
    """After all that is printed has been turned, there is nothing to press, and this to fill in."""
    for n in range(1, 25):
        turn(adrift, f"N{n:02}")
    assert ["section"] == forms(adrift, "screen") == forms(adrift, "A")
    found = Controls(adrift.page("screen").text).found
    form = next(each for each in found if (each.how, each.kind) == ("form", "navigation_chosen"))
    assert 303 == send(adrift, form, **{"fill.card.bird": "1", "fill.card.row": "true"}).status_code
    assert 2 == adrift.now()["view"]["birds"]


def test_without_the_expansion_there_is_no_such_form(service):
    table = service.open(*PEOPLE, game="lifeboat", chance="table")
    set_by_hand(table, **{**DOWN, "characters": {**DOWN["characters"], "D": "kid"}})
    assert [] == forms(table, "screen")
