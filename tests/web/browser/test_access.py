"""axe finds nothing on any page in any of its states, by day, by night and in high contrast."""

import pytest

from tests.stages import one_in, slow
from tests.web.browser.axe import OPEN
from tests.web.browser.evening import SCREEN, waits_for
from tests.web.browser.moments import brought, events_of, kinds_of_moment, links_of, walked
from tests.web.browser.tables import LAID, Sitting, ask

GAMES = ("niagara", "powerboats", "lifeboat")
LANGUAGES = {"niagara": "zh-CN", "powerboats": "ja-JP", "lifeboat": "en-GB"}
LONG = 70
"""Entries of a log that is looked at: of a thousand alike, axe would take a minute to see that they are."""
RULES = {"niagara": "NIA-STEAL-01", "powerboats": "POW-MOV-01", "lifeboat": "LIF-FIGHT-01"}


@pytest.mark.parametrize(
    ("game", "place"),
    [
        pytest.param("niagara", "seat", marks=slow),
        ("niagara", "screen"),
        pytest.param("powerboats", "seat", marks=slow),
        pytest.param("powerboats", "screen", marks=slow),
        ("lifeboat", "seat"),
        pytest.param("lifeboat", "screen", marks=slow),
    ],
)
def test_every_kind_of_moment(evening, axe, game, place):
    """Each phase of each game, as who is to act or the table sees it; every corner of it opened."""
    pages = {}
    for links, acting, revision in walked(evening, game, kinds_of_moment(game)):
        seat, *_ = (who for who in (*acting, *links) if who in links and who != "screen")
        who = seat if place == "seat" else "screen"
        page = pages[who] = pages.get(who) or evening.look(f"{links[who]}/")
        page.locator(f"main[data-revision='{revision}']").wait_for()
        page.evaluate(OPEN)
        axe.look(f"{revision} {who}", page)


@pytest.mark.parametrize("game", one_in(len(GAMES), GAMES))
def test_the_pages_of_a_finished_game(evening, axe, game):
    """Score, log, a moment of it, dispute, correction, rules; and when the next table is open."""
    shorter, (links, _) = brought(evening, game, [LONG, len(events_of(game))]).values()
    seat, *_ = (link for who, link in links.items() if who != "screen")
    page = evening.look(f"{shorter[0]['screen']}/log", lang=LANGUAGES[game])
    axe.look("log on the screen", page)
    more = ("dispute", "dispute?at=9", "correct", "catchup", "rules", "rules?q=xyzzy", f"rule/{RULES[game]}")
    for path in ("", "end", "log/9", *more):
        page.goto(f"{seat}/{path}")
        axe.look(path, page)
    page.goto(links["screen"] + "/end")
    axe.look("end on the screen", page)
    page.click("form[action$=rematch] button")
    page.locator(".codes").wait_for()
    page.goto(links["screen"] + "/end")
    page.locator("a.main").wait_for()
    axe.look("rematch", page)


def test_what_comes_before_a_table(evening, axe):
    """The start page of each game, opened options, what cannot be opened; the door, and a wrong code."""
    page = evening.look(evening.start)
    for game in GAMES:
        page.goto(f"{evening.start}?game={game}")
        page.evaluate(OPEN)
        axe.look(game, page)
    page.click("form[action$=open] button.main")
    page.locator("[role=alert]").wait_for()
    axe.look("not opened", page)
    page.goto(evening.start.partition("/h/")[0])
    axe.look("door", page)
    page.fill("#code", "abcde")
    page.click("button:not([data-fresh]):text('Come in')")
    page.locator("[role=alert]").wait_for()
    axe.look("wrong code", page)
    page.goto(evening.start.partition("/h/")[0] + "/nowhere")
    axe.look("nowhere", page)
    evening.open("Ada", "Ben", "Chie")
    page.goto(evening.start)
    axe.look("with a table to go on with", page)


def test_what_a_table_talks_about(evening, axe):
    """Codes, a refusal, a dispute voted on and decided, what is asked of all, a tap that came late."""
    table = Sitting(evening, "niagara", "ABC")
    screen = evening.look(table.screen, size=SCREEN)
    axe.look("codes", screen)
    table.say(*LAID)
    ada, ben, chie = (table.look(seat) for seat in "ABC")
    ada.fill("#line", "A1 launch to S3")
    ada.click(".line button:not([data-fresh])")
    ada.locator(".refusal").wait_for()
    axe.look("refused", ada)
    root = ben.url.rstrip("/")
    ben.goto(f"{root}/dispute?at=1&topic=river")
    ben.fill("#question", "at least one step?")
    ben.click("text=Put it on record")
    ben.locator("button[name=decision]").first.wait_for()
    ben.locator("button[name=decision]").first.click()
    ben.locator("button[aria-pressed=true][name=decision]").wait_for()
    axe.look("voted", ben)
    screen.goto(f"{table.screen}dispute")
    ada.goto(f"{table.links['A']}/dispute")
    ada.locator("button[name=decision]").first.click()
    screen.locator(".question").wait_for(state="detached")
    axe.look("decided", screen)
    table.say("A1 launch to L6")
    ben.goto(root)
    ben.locator("#thumb >> text=Take back").click()
    chie.locator(".question").wait_for()
    ben.locator(".question").wait_for()
    axe.look("asked", chie)
    axe.look("asking", ben)
    chie.evaluate("document.querySelectorAll('input[name=seen]').forEach(i => i.value = '2')")
    chie.click("#thumb >> text=Take back")
    waits_for(chie, "The game has gone on")
    axe.look("stale", chie)


def test_what_is_offered_again_and_what_waits_for_votes(evening, axe):
    """An act that was taken back, on the screen and on a phone; a dispute announced to everybody."""
    table = Sitting(evening, "niagara", "ABC").say(*LAID, "A1 launch to L6")
    screen, ada, ben = evening.look(f"{table.screen}log/6", size=SCREEN), table.look("A"), table.look("B")
    screen.click("form[action$=back] button")
    screen.locator("#all-agree summary").click()
    screen.locator("#all-agree button").click()
    for name, page in (("offered again", screen), ("offered to its seat", ada)):
        waits_for(page, "Taken back, and not recorded again yet")
        axe.look(name, page)
    ben.goto(ben.url.rstrip("/") + "/dispute?at=1&topic=river")
    ben.click("text=Put it on record")
    ada.locator(".mark, nav >> text=1").first.wait_for()
    axe.look("announced", ada)


def test_one_device_and_a_dead_link(evening, axe):
    """The curtain, a seat behind it; and what a link opens that the table has given out anew."""
    screen = evening.open("Ada", "Ben", "Chie")
    screen.click("details.more summary")
    axe.look("links", screen)
    screen.click("button:not([data-fresh])[value=device]")
    waits_for(screen, "Hand the device on")
    axe.look("curtain", screen)
    screen.click("text=I am Ada")
    waits_for(screen, "Lay a card")
    axe.look("behind it", screen)
    links = links_of(evening, "niagara-1")
    ask(f"{links['screen']}/links", seat="B")
    screen.goto(links["B"] + "/")
    axe.look("dead link", screen)


def test_everything_can_be_done_from_the_keyboard(evening):
    ada = Sitting(evening, "niagara", "ABC").look("A")
    ada.locator(".acts a.offer").first.focus()
    ada.keyboard.press("Enter")
    ada.locator(".chosen button.offer").first.focus()
    ada.keyboard.press("Enter")
    waits_for(ada, "Ada turns up a 1.")
