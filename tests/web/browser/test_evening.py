"""A table of three with phones, as people use it."""

import signal

from tests.web import scanning
from tests.web.browser.evening import PHONE, SCREEN, codes, press, waits_for
from tests.web.browser.rounds import one_by_one, round_of_niagara
from tests.web.browser.tables import Sitting, on_the_river

HEARS_OF_NEWS = """() => new Promise((opened) => {
  const source = new EventSource(document.body.dataset.stream);
  let pages = 0;
  source.addEventListener("page", () => { if (++pages === 1) opened(); else console.log("news"); });
})"""
"""Listen as the page itself does; say when something new has come."""


def test_everybody_joins_by_the_code_on_the_screen(evening):
    """A camera reads every code by day and by night; a code that was used is shown no more."""
    screen = evening.open("Ada", "Ben", "Chie")
    for scheme in ("dark", "light"):
        screen.emulate_media(color_scheme=scheme)
        scanned = scanning.on_page(screen)
        assert sorted(codes(screen).values()) == sorted(scanned), scheme
    phones = [evening.look(address) for address in scanned]
    screen.locator(".codes").wait_for(state="detached")
    screen.locator(".seat[data-connection=connected]").nth(2).wait_for()
    assert 3 == len({phone.locator("h1").inner_text() for phone in phones})
    assert [] == evening.said


def test_a_whole_round_on_separate_phones(evening):
    """Cards laid in secret, three turns, the river: and every screen follows by itself."""
    round_of_niagara(*evening.sit_down())
    assert [] == evening.said


def test_a_card_is_seen_by_its_own_phone_only(evening):
    table = Sitting(evening, "niagara", "ABC")
    screen, ada, ben = evening.look(table.screen, size=SCREEN), table.look("A"), table.look("B")
    press(ada, "A plays 6")
    waits_for(ada, "Ada lays a 6 face down.")
    waits_for(screen, "Ada lays a card face down.")
    assert "Ada lays a 6" not in screen.content()
    assert "Ada lays a 6" not in ben.content()


def test_a_stale_tap_shows_how_it_stands_now(evening):
    table = Sitting(evening, "niagara", "ABC").say("A plays 6", "B plays 4")
    ada = table.look("A")
    table.say("C plays 3")
    waits_for(ada, "Move a canoe")
    ada.evaluate("document.querySelectorAll('input[name=seen]').forEach(i => i.value = '2')")
    press(ada, "A1 launch to L6")
    waits_for(ada, "The game has gone on since this page was drawn")
    assert ada.locator("[data-kind=canoe_moved]").count()


def test_a_refusal_leads_to_its_rule_and_back_to_the_game(evening):
    ada = on_the_river(evening).look("A")
    ada.fill("#line", "A1 launch to S3")
    ada.click(".line button")
    waits_for(ada, "points would be left over")
    ada.click("a.rule >> nth=0")
    waits_for(ada, "Spend every point")
    ada.click("text=Go on with the game")
    waits_for(ada, "Move a canoe")


def test_a_refusal_stays_until_it_is_left(evening):
    """Whatever the others do meanwhile; whoever goes on sees how it stands by then."""
    river = on_the_river(evening)
    ada, ben = river.look("A"), river.look("B")
    ada.fill("#line", "A1 launch to S3")
    ada.press("#line", "Enter")
    ada.locator(".refusal").wait_for()
    with ada.expect_event("console") as heard:
        ada.evaluate(HEARS_OF_NEWS)
        ben.locator("#thumb >> text=Take back").click()
    assert "news" == heard.value.text
    assert ada.locator(".refusal").is_visible()
    ada.click("text=Go on with the game")
    waits_for(ada, "Ben asks: take back")


def test_a_take_back_is_objected_to_then_agreed_to(evening):
    river = on_the_river(evening).say("A1 launch to L6")
    screen, phones = evening.look(river.screen, size=SCREEN), {seat: river.look(seat) for seat in river.links}
    phones["B"].locator("#thumb >> text=Take back").click()
    waits_for(phones["C"], "Ben asks: take back")
    phones["C"].click("button:not([data-fresh])[value=object]")
    phones["B"].locator(".question").wait_for(state="detached")
    phones["B"].locator("#thumb >> text=Take back").click()
    waits_for(phones["A"], "Ben asks: take back")
    for phone in one_by_one({seat: phones[seat] for seat in "AC"}):
        phone.click("button:not([data-fresh])[value=agree]")
        phone.locator("button[value=agree]").wait_for(state="detached")
    waits_for(screen, "Taken back")
    waits_for(phones["A"], "Move a canoe")


def test_the_language_is_switched_in_mid_game(evening):
    table = Sitting(evening, "niagara", "ABC").say("A plays 6")
    ada, ben = table.look("A"), table.look("B")
    ben.click(".languages button[value=ja]")
    ben.locator("html[lang=ja]").wait_for()
    waits_for(ben, "カードを伏せる")
    table.say("C plays 3")
    waits_for(ada, "Waiting for Ben")
    press(ben, "B 4を出す")
    waits_for(ada, "It is your turn")


def test_a_service_killed_in_mid_turn_comes_back_with_everything(evening):
    table = Sitting(evening, "niagara", "ABC").say("A plays 6", "B plays 4")
    ada, chie = table.look("A"), table.look("C")
    evening.kill()
    chie.locator("#network[data-state=lost]").wait_for()
    press(chie, "C plays 3")
    evening.serve()
    waits_for(chie, "Waiting for Ada")
    waits_for(ada, "Move a canoe")
    assert 1 == chie.locator("li:has-text('Chie lays a 3 face down')").count()


def test_one_device_is_handed_round_behind_a_curtain(evening):
    screen = evening.open("Ada", "Ben", "Chie")
    screen.click("details.more summary")
    screen.click("button:not([data-fresh])[name=role]")
    for name, card in (("Ada", "A plays 6"), ("Ben", "B plays 4"), ("Chie", "C plays 3")):
        waits_for(screen, "Hand the device on")
        assert "plays 6" not in screen.content()
        screen.click(f"text=I am {name}")
        press(screen, card)
    waits_for(screen, "I am Ada")
    screen.click("text=I am Ada")
    press(screen, "A1 launch to L6")
    waits_for(screen, "I am Ben")


def test_everything_essential_works_without_javascript(evening):
    screen = evening.open("Ada", "Ben", "Chie", java_script_enabled=False)
    phones = evening.join(screen, java_script_enabled=False)
    for seat, card in (("A", 6), ("B", 4), ("C", 3)):
        press(phones[seat], f"{seat} plays {card}")
    phones["A"].reload()
    press(phones["A"], "A1 launch to L6")
    phones["B"].reload()
    waits_for(phones["B"], "It is your turn")
    phones["B"].click("nav >> text=Log")
    waits_for(phones["B"], "Ada turns up a 6.")
    phones["B"].click(".languages button[value='zh-Hans']")
    assert "zh-Hans" == phones["B"].locator("html").get_attribute("lang")


def test_the_log_is_walked_with_keys(evening):
    ben = Sitting(evening, "niagara", "ABC").say("A plays 6", "B plays 4").look("B")
    ben.click("nav >> text=Log")
    ben.click(".log li >> nth=0 >> a")
    waits_for(ben, "Entry 3 of")
    ben.keyboard.press("ArrowLeft")
    waits_for(ben, "Entry 2 of")


def test_ctrl_c_ends_it_with_browsers_that_follow(evening):
    table = Sitting(evening, "niagara", "ABC")
    for address in (table.screen, *table.links.values()):
        evening.look(address)
    evening.end(signal.SIGINT)
    assert 130 == evening.process.exitcode


def test_the_screen_fits_what_it_is_shown_on(evening):
    river = on_the_river(evening)
    screen, ada = evening.look(river.screen, size=SCREEN), river.look("A")
    for page, width in ((screen, SCREEN["width"]), (ada, PHONE["width"])):
        assert page.evaluate("document.documentElement.scrollWidth") <= width
