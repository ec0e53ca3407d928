"""A card sealed on a phone and opened again, with and without JavaScript; seen by axe on the way."""

from tests.web.browser.evening import lay, press, waits_for

SWITCH = "button[name=turn]"


def test_a_card_is_sealed_and_opened_with_one_tap_each(evening, eyes):
    """The page follows by itself: what is due stands there when the others have laid."""
    screen, phones = evening.sit_down()
    ada = phones["A"]
    ada.click(SWITCH)
    ada.locator(f"{SWITCH}[aria-pressed=true]").wait_for()
    eyes.look("sealing is on", ada)
    press(ada, "A plays 5")
    waits_for(screen, "Ada seals a secret.")
    ada.locator("details#sealed summary").click()
    salt = ada.locator("details#sealed code").inner_text()
    eyes.look("what lies sealed", ada)
    lay(phones, B=4)
    press(phones["C"], "C plays 3")
    ada.locator(".opening button").click()
    waits_for(screen, "Ada turns up a 5.")
    assert salt not in screen.content() + phones["B"].content() + ada.content()
    assert [] == evening.said


def test_a_card_sealed_on_a_phone_without_javascript_is_opened_from_another(evening, eyes):
    """By forms alone; the other phone has the link and what was written down, and types it."""
    _, phones = evening.sit_down(java_script_enabled=False)
    ada = phones["A"]
    ada.click(SWITCH)
    press(ada, "A plays 5")
    ada.locator("details#sealed summary").click()
    salt = ada.locator("details#sealed code").inner_text()
    for who, line in (("B", "B plays 4"), ("C", "C plays 3")):
        press(phones[who], line)
    other = evening.look(ada.url)
    eyes.look("on another phone", other)
    other.select_option(".opening select", "5")
    other.fill(".opening input[name=salt]", salt)
    other.keyboard.press("Enter")
    waits_for(other, "Ada turns up a 5.")
    assert [] == evening.said
