"""A card sealed on a phone and opened again, with and without JavaScript; seen by axe on the way."""

from tests.web.browser.evening import SCREEN, press, waits_for
from tests.web.browser.tables import Sitting

SWITCH = "button[name=turn]"


def test_a_card_is_sealed_and_opened_with_one_tap_each(evening, axe):
    """The page follows by itself: what is due stands there when the others have laid."""
    table = Sitting(evening, "niagara", "ABC")
    screen, ada, ben = evening.look(table.screen, size=SCREEN), table.look("A"), table.look("B")
    ada.click(SWITCH)
    ada.locator(f"{SWITCH}[aria-pressed=true]").wait_for()
    axe.look("sealing is on", ada)
    press(ada, "A plays 5")
    waits_for(screen, "Ada seals a secret.")
    ada.locator("details#sealed summary").click()
    salt = ada.locator("details#sealed code").inner_text()
    axe.look("what lies sealed", ada)
    table.say("B plays 4", "C plays 3")
    ada.locator(".opening button").click()
    waits_for(screen, "Ada turns up a 5.")
    assert salt not in screen.content() + ben.content() + ada.content()
    assert [] == evening.said


def test_a_card_sealed_on_a_phone_without_javascript_is_opened_from_another(evening, axe):
    """By forms alone; the other phone has the link and what was written down, and types it."""
    table = Sitting(evening, "niagara", "ABC")
    ada = table.look("A", java_script_enabled=False)
    ada.click(SWITCH)
    press(ada, "A plays 5")
    ada.locator("details#sealed summary").click()
    salt = ada.locator("details#sealed code").inner_text()
    table.say("B plays 4", "C plays 3")
    other = evening.look(ada.url)
    axe.look("on another phone", other)
    other.select_option(".opening select", "5")
    other.fill(".opening input[name=salt]", salt)
    other.keyboard.press("Enter")
    waits_for(other, "Ada turns up a 5.")
    assert [] == evening.said
