"""Powerboats and Lifeboat with phones: the same pages, another game."""

from tests.web.browser.evening import SCREEN, waits_for


def opened(evening, game, *names):
    """Open a table of a game on the screen; the referee rolls and deals."""
    screen = evening.look(f"{evening.start}?game={game}", size=SCREEN)
    for i, name in enumerate(names):
        screen.fill(f"#name{i}", name)
    screen.select_option("#chance", "referee")
    screen.click("form[action$=open] button.main")
    screen.wait_for_selector(".codes")
    return screen


def revision(page):
    """Tell which revision a page shows."""
    return int(page.locator("main").get_attribute("data-revision"))


def tap_through(page):
    """Tap what is offered first until something is recorded."""
    before = revision(page)
    for _ in range(6):
        page.locator(".offer").first.click()
        page.wait_for_timeout(300)
        if revision(page) > before:
            return
    raise AssertionError("nothing was recorded")


def everybody_acts(phones, rounds):
    """Let whoever has something to do, do it."""
    for _ in range(rounds):
        able = [
            phone
            for phone in phones
            if phone.locator(".turn").count() and phone.locator("button.offer, a.offer").count()
        ]
        if able:
            tap_through(able[0])
        phones[0].wait_for_timeout(200)


def test_a_round_of_powerboats_on_separate_phones(evening):
    """The lake and the course on the screen, boats placed, dice thrown, boats moved."""
    screen = opened(evening, "powerboats", "Ada", "Ben")
    phones = list(evening.join(screen).values())
    tap_through(screen)
    tap_through(screen)
    waits_for(phones[0], "Place a boat") if phones[0].locator("text=It is your turn").count() else None
    start = revision(screen)
    everybody_acts(phones, 10)
    waits_for(screen, "What happened")
    assert revision(phones[0]) >= start + 6
    assert [] == evening.said


def test_a_round_of_lifeboat_on_separate_phones(evening):
    """Hands dealt to the phones, provisions kept, actions taken; nobody sees another's hand."""
    screen = opened(evening, "lifeboat", "Ada", "Ben", "Chie", "Dan")
    phones = list(evening.join(screen).values())
    start = revision(screen)
    everybody_acts(phones, 8)
    assert revision(phones[0]) >= start + 4
    hands = [phone.locator("svg.lifeboat desc, svg desc").first.text_content() for phone in phones]
    assert len(set(hands)) == len(phones)
    assert [] == evening.said
