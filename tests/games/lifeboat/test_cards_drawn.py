"""Cards are shown, not numbered: a picture with their content for every choice."""

import pytest

from referee.games.lifeboat.board.figures.people import LOOKS
from referee.games.lifeboat.board.sailing import HIGH, icon
from referee.games.lifeboat.tables import CANNIBAL_PROVISIONS, NAVIGATION_IDS, content_of


@pytest.mark.parametrize("card", NAVIGATION_IDS)
def test_a_navigation_card_shows_everybody_it_names(card):
    """Overboard and thirsty alike, in their own coats."""
    drawn, width = icon(f"nav:{card}")
    content = content_of(card)
    for character in {*content.overboard, *content.thirst}:
        coat = f'fill="{LOOKS[character].coat}"'
        named = (character in content.overboard) + (character in content.thirst)
        assert drawn.count(coat) >= named
    assert ("k-bird" in drawn, "k-wound" in drawn) == (content.bird != 0, content.bird < 0)
    assert width > HIGH


def test_no_two_navigation_cards_look_alike():
    """Whoever sees the picture knows the card."""
    assert len(NAVIGATION_IDS) == len({icon(f"nav:{card}")[0] for card in NAVIGATION_IDS})


def test_what_goes_into_the_row_stack_is_drawn_card_by_card():
    """As wide as the cards together; nothing where nothing goes there."""
    one, two = icon("up:N03")[1], icon("up:N03+N15")[1]
    assert two > one
    assert None is icon("up:")


@pytest.mark.parametrize("card", CANNIBAL_PROVISIONS)
def test_a_provision_is_drawn_wherever_it_is_chosen(card):
    """In the hand, in the packet, before somebody else."""
    assert None is not icon(f"own:{card}")
    assert icon(f"own:{card}") == icon(f"keep:{card}") == icon(f"mug:B.{card}")


@pytest.mark.parametrize(
    "id", ["own:None", "mug:B.hand", "over:all", "over:nobody", "who:A", "lay", "nav:read"]
)
def test_what_nobody_has_seen_has_no_picture(id):
    """It has words."""
    assert None is icon(id)
