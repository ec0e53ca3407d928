"""A whole round of each game in the engine of every iPhone, by pictures and buttons."""

from tests.stages import slow
from tests.web.browser.evening import waits_for
from tests.web.browser.rounds import day, live_through_a_day, round_of_niagara, round_of_powerboats, seated


@slow
def test_a_round_of_niagara(evening):
    """The table opened on the screen, joined by the codes; cards in secret, three turns, the river."""
    round_of_niagara(*evening.sit_down())
    assert [] == evening.said


@slow
def test_a_round_of_powerboats(evening):
    """The course tapped on the screen, boats placed and moved by picture, dice told by their faces."""
    round_of_powerboats(*seated(evening, "powerboats", "AB"))
    assert [] == evening.said


@slow
def test_a_day_of_lifeboat(evening):
    screen, phones = seated(evening, "lifeboat", "ABCD", chance="referee")
    assert live_through_a_day(phones) > 8
    waits_for(screen, "What happened")
    assert "day 2" in day(screen)
    assert [] == evening.said
