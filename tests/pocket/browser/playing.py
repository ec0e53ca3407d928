"""People at the one device: what they press, by what is on the page."""

from tests.web.browser.evening import press, waits_for
from tests.web.browser.rounds import DUE, FIRST_OFFERED, day, goes_on, press_first
from tests.web.browser.tables import names, revision, tap

NIAGARA = ("Ada", "Ben", "Chie")
LIFEBOAT = (*NIAGARA, "Dan")


def say(phone, *lines):
    """Press the button of each line, behind the name of whom it begins with."""
    for line in lines:
        app = phone.sit(line[0])
        before = revision(app)
        press(app, line)
        goes_on(app, before)


def play_a_round(phone):
    """Play a round of Niagara: cards in secret, three turns, what the river does."""
    say(phone, "A plays 6", "B plays 4", "C plays 3")
    say(phone, "A1 launch to S4, load diamond", "B1 launch to S4", "C1 launch to S3")
    app = phone.app
    app.goto(phone.home)
    before = revision(app)
    app.locator("[data-kind=river_flowed] .offer").first.click()
    goes_on(app, before)
    waits_for(app, "Round 1 is over")


def _act(phone, demanded):
    """Do one thing that is due: at the curtain, or behind the name of whoever acts next.

    A slot is for a demand by picture at first, then for nothing.
    """
    app = phone.app
    app.goto(phone.home)
    before = revision(app)
    if kind := app.evaluate(FIRST_OFFERED, DUE):
        press_first(app, kind)
        goes_on(app, before)
        return
    app.click(".doors a.first >> nth=0")
    app.wait_for_url("**/as/*")
    seat = app.url[-1]
    others = sorted(id for id in names(app) if id.startswith("who:") and id != f"who:{seat}")
    if kind := app.evaluate(FIRST_OFFERED, DUE):
        press_first(app, kind)
    elif others and not demanded:
        demanded.append(seat)
        tap(app, others[0], others[0].replace("who", "swap"))
    else:
        tap(app, f"who:{seat}", "pass")
    goes_on(app, before)


def live_through_a_day(phone):
    """Go on in the boat until the second day begins."""
    demanded = []
    for _ in range(80):
        if "day 2" in day(phone.app):
            return
        _act(phone, demanded)
    raise AssertionError("the day did not end")
