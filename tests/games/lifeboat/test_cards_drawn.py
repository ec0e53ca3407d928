"""Cards are shown, not numbered: a picture with their content for every choice."""

import pytest

from referee.games.lifeboat.board.pieces import EDGE, HIGH, LOOKS, NARROW, icon
from referee.games.lifeboat.tables import NAVIGATION_IDS, PROVISION_NAMES, PROVISIONS, content_of


@pytest.mark.parametrize("card", NAVIGATION_IDS)
def test_a_navigation_card_shows_everybody_it_names(card):
    """Overboard and thirsty alike, in their own coats."""
    picture, width = icon(f"nav:{card}")
    drawn = str(picture)
    content = content_of(card)
    for character in {*content.overboard, *content.thirst}:
        coat = f'fill="{LOOKS[character].coat}"'
        named = (character in content.overboard) + (character in content.thirst)
        assert drawn.count(coat) >= named
    assert ("k-bird" in drawn, "k-wound" in drawn) == (content.bird != 0, content.bird < 0)
    assert width > HIGH


def test_no_two_navigation_cards_look_alike():
    """Whoever sees the picture knows the card."""
    assert len(NAVIGATION_IDS) == len({str(icon(f"nav:{card}")[0]) for card in NAVIGATION_IDS})


def test_what_goes_into_the_row_stack_is_drawn_card_by_card():
    """Two in a row, each as it looks alone; nothing where nothing goes there."""
    one, two, three = (str(icon(f"up:{cards}")[0]) for cards in ("N03", "N03+N15", "N03+N15+N20"))
    assert (1, 2, 3) == tuple(each.count("f-card k-ink") for each in (one, two, three))
    assert ("abreast" in one, "abreast" in two) == (False, True)
    assert [f"translate({NARROW + EDGE:g} 0)" in each for each in (one, two)] == [False, True]
    assert None is icon("up:")


@pytest.mark.parametrize("card", PROVISIONS[True])
def test_a_provision_is_drawn_wherever_it_is_chosen(card):
    assert None is not icon(f"own:{card}")
    assert icon(f"own:{card}") == icon(f"keep:{card}") == icon(f"mug:B.{card}")


@pytest.mark.parametrize("id", ["over:all", "over:nobody", "who:A", "lay", "nav:read"])
def test_what_words_say_better_has_no_picture(id):
    assert None is icon(id)


def test_a_provision_nobody_has_seen_lies_face_down():
    assert str(icon("own:None")) == str(icon("keep:None")) == str(icon("mug:B.hand"))
    assert str(icon("own:None")) not in {str(icon(f"own:{card}")) for card in PROVISION_NAMES}
