"""A whole round of each game with a phone each and a screen, played by its pictures and buttons."""

from tests.web.browser.evening import SCREEN, lay, press, waits_for
from tests.web.browser.tables import Sitting, names, revision, tap, target


def seated(evening, game, seats, **how):
    table = Sitting(evening, game, seats, **how)
    screen = evening.look(table.screen, size=SCREEN)
    return screen, {seat: table.look(seat) for seat in seats}


def awaited(phones, find):
    for _ in range(400):
        if (found := find()) is not None:
            return found
        next(iter(phones.values())).wait_for_timeout(50)
    raise AssertionError("nothing happened")


def whose(phones):
    return awaited(
        phones, lambda: next((p for p in phones.items() if "your turn" in p[1].inner_text("h1")), None)
    )


def settled(phones):
    """Wait until every phone shows the same revision; give it."""

    def same():
        shown = {revision(phone) for phone in phones.values()}
        return shown.pop() if len(shown) == 1 else None

    return awaited(phones, same)


def one_by_one(phones):
    """Give one phone after the other, each once all show the same: a tap on an older page is not done."""
    for phone in phones.values():
        settled(phones)
        yield phone


def goes_on(page, revision):
    page.wait_for_function(
        "(r) => Number(document.getElementById('main').dataset.revision) > r", arg=revision
    )


def round_of_niagara(screen, phones):
    """Lay cards in secret, take three turns, tell what the river does; the second round begins."""
    lay(phones, A=6, B=4, C=3)
    waits_for(phones["A"], "You play a 6")
    press(phones["A"], "A1 launch to S4, load diamond")
    press(phones["B"], "B1 launch to S4")
    press(phones["C"], "C1 launch to S3")
    waits_for(screen, "what the table saw")
    before = settled(phones)
    screen.locator("[data-kind=river_flowed] .offer").first.click()
    goes_on(screen, before)
    waits_for(phones["C"], "Round 1 is over")
    waits_for(phones["B"], "It is your turn")


def round_of_powerboats(screen, phones):
    """Tap the course on the screen, place and move boats by picture, tell dice by their faces."""
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
        tap(phone, min(id for id in names(phone) if id.startswith("turn:")))
    settled(phones)
    assert "A" == whose(phones)[0]
    waits_for(screen, "What happened")


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

FIRST_OFFERED = "(kinds) => kinds.find((each) => document.querySelector(`[data-kind=${each}] .offer`))"


def day(page):
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
    """Do one thing that is due; a slot is for a demand by picture at first, then for nothing.

    Whoever is asked for nothing more has nothing more.
    """
    for phone in phones.values():
        if (asked := phone.locator("button[name=reply][value=agree]")).count():
            asked.click()
            return
    for phone in phones.values():
        if kind := phone.evaluate(FIRST_OFFERED, DUE):
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
