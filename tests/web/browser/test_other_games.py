"""A whole round of Powerboats and a whole day of Lifeboat, everybody with a phone, by picture and button."""

from tests.web.browser.evening import SCREEN, press, waits_for
from tests.web.browser.tables import Sitting, names, on_the_river, revision, tap, target


def seated(evening, game, seats, **how):
    """Sit down with a phone each, and a screen in the middle."""
    table = Sitting(evening, game, seats, **how)
    screen = evening.look(table.screen, size=SCREEN)
    return screen, {seat: table.look(seat) for seat in seats}


def awaited(phones, find):
    """Ask again and again until there is an answer."""
    for _ in range(400):
        if (found := find()) is not None:
            return found
        next(iter(phones.values())).wait_for_timeout(50)
    raise AssertionError("nothing happened")


def whose(phones):
    """Find the phone that has its turn."""
    return awaited(
        phones, lambda: next((p for p in phones.items() if "your turn" in p[1].inner_text("h1")), None)
    )


def settled(phones):
    """Wait until every phone shows the same revision; give it."""

    def same():
        shown = {revision(phone) for phone in phones.values()}
        return shown.pop() if len(shown) == 1 else None

    return awaited(phones, same)


def goes_on(page, revision):
    """Wait until a page shows more than it did."""
    page.wait_for_function(
        "(r) => Number(document.getElementById('main').dataset.revision) > r", arg=revision
    )


def test_a_round_of_powerboats_on_separate_phones(evening):
    """The course tapped on the screen, boats placed and moved by picture, dice told by their faces."""
    screen, phones = seated(evening, "powerboats", "AB")
    press(screen, "lake rulebook")
    target(screen, "buoy0:7,18").wait_for()
    tap(screen, "buoy0:7,18", "buoy1:23,11", "buoy2:13,10")
    for berth in ("7,19", "7,20"):
        settled(phones)
        _, phone = whose(phones)
        target(phone, f"berth:{berth}").wait_for()
        tap(phone, f"berth:{berth}", f"bow:{berth}.E")
    for face in (3, 2):
        settled(phones)
        seat, phone = whose(phones)
        before = revision(phone)
        press(phone, f"{seat} roll 1: {face}")
        goes_on(phone, before)
        tap(phone, f"boat:{seat}")
        tap(phone, min(id for id in names(phone) if id.startswith("turn:")))
    settled(phones)
    assert "A" == whose(phones)[0]
    waits_for(screen, "What happened")
    assert [] == evening.said


DUE = (
    "provisions_drawn",
    "provision_kept",
    "demand_refused",
    "fight_closed",
    "card_taken",
    "navigation_chosen",
    "overboard_closed",
    "thirst_closed",
)
"""What is done wherever it is offered, one after the other."""


def day(page):
    """Tell which day a page shows."""
    return page.locator("#board svg title").text_content().partition(":")[0]


def press_first(page, kind):
    """Press the first button of a kind of act, or the first tap and the first button it leads to."""
    group = page.locator(f".group[data-kind={kind}]")
    if page.locator(f".closing[data-kind={kind}] summary").count():
        page.click(f".closing[data-kind={kind}] summary")
    if group.locator("a.pick").count():
        group.locator("a.pick").first.click()
        group = page.locator(".chosen")
    group.locator("button.offer").first.click()


def act_once(phones, demanded):
    """Do one thing that is due; a slot is for a demand by picture at first, then for nothing."""
    for phone in phones.values():
        kind = next((each for each in DUE if phone.locator(f"[data-kind={each}] .offer").count()), None)
        if kind:
            press_first(phone, kind)
            return
    seat, phone = whose(phones)
    others = [id for id in names(phone) if id.startswith("who:") and id != f"who:{seat}"]
    if others and not demanded:
        demanded.append(seat)
        tap(phone, min(others), min(others).replace("who", "swap"))
    else:
        tap(phone, f"who:{seat}", "pass")


def live_through_a_day(phones):
    """Go on until the second day begins; give how many things were done."""
    demanded = []
    for done in range(60):
        before = settled(phones)
        if "day 2" in day(next(iter(phones.values()))):
            return done
        act_once(phones, demanded)
        for phone in phones.values():
            goes_on(phone, before)
    raise AssertionError("the day did not end")


def test_a_day_of_lifeboat_on_separate_phones(evening):
    """Hands dealt to the phones, a demand and a fight by picture, the card of the day; hands stay apart."""
    screen, phones = seated(evening, "lifeboat", "ABCD", chance="referee")
    hands = {seat: phone.locator("#board svg desc").text_content() for seat, phone in phones.items()}
    assert len(phones) == len(set(hands.values()))
    assert live_through_a_day(phones) > 8
    waits_for(screen, "What happened")
    assert "day 2" in day(screen)
    assert [] == evening.said


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
    """What was tapped stays tapped, in other words."""
    ada = on_the_river(evening).look("A")
    tap(ada, "canoe:A.1")
    ada.click(".languages button[value='zh-Hans']")
    ada.locator(".trail", has_text="1号船").wait_for()
    tap(ada, "to:L6")
    waits_for(ada, "Ada的1号船")
