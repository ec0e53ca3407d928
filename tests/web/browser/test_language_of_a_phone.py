"""Phones join in their own language, whatever the screen's; who watches chooses for nobody else."""

from tests.web.browser.evening import SCREEN, codes

LANG = "document.documentElement.lang"
CHOSEN = "(lang) => document.documentElement.lang === lang"


def test_each_phone_joins_in_its_own_language(evening):
    """By the codes of an English screen; what a seat chooses holds when the phone comes back."""
    screen, locales = evening.open("Ada", "Ben", "Chie"), {"A": "en-GB", "B": "zh-CN", "C": "ja"}
    addresses = codes(screen)
    phones = {seat: evening.look(addresses[seat], lang=locale) for seat, locale in locales.items()}
    assert ["en", "zh-Hans", "ja"] == [phone.evaluate(LANG) for phone in phones.values()]
    assert "en" == screen.evaluate(LANG)
    phones["C"].click(".languages button[value='zh-Hans']")
    phones["C"].wait_for_function(CHOSEN, arg="zh-Hans")
    phones["C"].goto(addresses["C"])
    assert "zh-Hans" == phones["C"].evaluate(LANG)
    assert [] == evening.said


def test_who_watches_chooses_a_language_for_nobody_else(evening):
    """It holds on every page and for what the stream brings; another who watches keeps their own."""
    screen = evening.open("Ada", "Ben", "Chie")
    screen.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    screen.click("button:not([data-fresh])[value=watch]")
    code = screen.locator("[data-role=watch]")
    code.wait_for(state="attached")
    address = code.get_attribute("data-address")
    one, other = (evening.look(address, lang=lang) for lang in ("en-GB", "zh-TW"))
    one.click(".languages button[value=ja]")
    one.wait_for_function(CHOSEN, arg="ja")
    other.reload()
    assert "zh-Hant" == other.evaluate(LANG)
    one.click("nav a[href$='/log']")
    one.wait_for_url("**/log")
    assert "ja" == one.evaluate(LANG)
    assert [] == evening.said


def test_a_start_page_presets_the_book_of_its_language_in_the_open(evening):
    """It says so without unfolding anything, and goes by the language that is chosen."""
    page = evening.look(f"{evening.start}?game=niagara", size=SCREEN, lang="ja-JP")
    assert "ja" == page.input_value("#edition")
    assert page.locator("#edition").is_visible()
    assert page.locator("#preset").is_visible()
    page.click("nav a[lang=zh-Hans]")
    page.wait_for_url("**lang=zh-Hans")
    assert ["zh", True] == [page.input_value("#edition"), page.locator("#preset").is_visible()]
    page.click("nav a[lang=en]")
    page.wait_for_url("**lang=en")
    assert [True, 0] == [page.locator("#edition").is_visible(), page.locator("#preset").count()]
    assert [] == evening.said
