"""A whole round of Powerboats and a whole day of Lifeboat, everybody with a phone, by picture and button."""

from tests.stages import slow
from tests.web.browser.evening import waits_for
from tests.web.browser.rounds import day, live_through_a_day, round_of_powerboats, seated
from tests.web.browser.tables import Sitting, on_the_river, tap


@slow
def test_a_round_of_powerboats_on_separate_phones(evening):
    """The course tapped on the screen, boats placed and moved by picture, dice told by their faces."""
    round_of_powerboats(*seated(evening, "powerboats", "AB"))
    assert [] == evening.said


@slow
def test_a_day_of_lifeboat_on_separate_phones(evening):
    """Hands dealt to the phones, a demand and a fight by picture, the card of the day; hands stay apart."""
    screen, phones = seated(evening, "lifeboat", "ABCD", chance="referee")
    hands = {seat: phone.locator("#board svg desc").text_content() for seat, phone in phones.items()}
    assert len(phones) == len(set(hands.values()))
    assert live_through_a_day(phones) > 8
    waits_for(screen, "What happened")
    assert "day 2" in day(screen)
    assert [] == evening.said


@slow
def test_a_day_of_lifeboat_on_paper(evening):
    """Characters chosen from lists, a first card to everybody with one tap, unseen cards kept and drawn."""
    screen, phones = seated(evening, "lifeboat", "ABCD")
    screen.select_option("[name='fill.characters.A']", label="Frenchy")
    screen.select_option("[name='fill.characters.B']", label="the Kid")
    screen.click("[data-kind=characters_dealt] button.main")
    screen.click("[data-kind=provision_dealt] button.main")
    ada = phones["A"]
    waits_for(ada, "day 1 · supply")
    ada.click("#fill-secrets_dealt summary")
    ada.locator("#fill-secrets_dealt select").first.select_option(label="the Kid")
    ada.click("#fill-secrets_dealt button.main")
    waits_for(ada, "Loves: the Kid")
    assert live_through_a_day(phones) > 8
    assert "Loves: the Kid" not in screen.content() + phones["B"].content()
    assert [] == evening.said


def test_what_is_being_chosen_stays_while_the_page_follows_the_game(evening):
    """Somebody joins, or is quicker: a choice half made is neither lost nor put into another form."""
    table = Sitting(evening, "lifeboat", "ABCD")
    ada, ben = table.look("A"), table.look("B")
    ada.select_option("[name='fill.characters.A']", label="Frenchy")
    table.look("C")
    ada.locator(".seat[data-connection=connected]").nth(2).wait_for()
    assert '"frenchy"' == ada.locator("[name='fill.characters.A']").input_value()
    ben.click("[data-kind=characters_dealt] button.main")
    ada.locator("[name='fill.card']").wait_for()
    assert "null" == ada.locator("[name='fill.card']").input_value()


def test_language_is_switched_in_the_middle_of_a_tap(evening):
    ada = on_the_river(evening).look("A")
    tap(ada, "canoe:A.1")
    ada.click(".languages button[value='zh-Hans']")
    ada.locator(".trail", has_text="1号船").wait_for()
    tap(ada, "to:L6")
    waits_for(ada, "Ada的1号船")
