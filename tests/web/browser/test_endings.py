"""An ending: who won by which rule, what turned it, what was secret, what to keep, and the next game."""

import re

import pytest

from events.envelope import encode
from tests.stages import one_in
from tests.web.browser.endings import closed, drowned, never_shown, played, recorded
from tests.web.browser.evening import SCREEN
from tests.web.browser.moments import events_of
from tests.web.browser.tables import ask

PHONE = {"width": 360, "height": 740}
ENDED = {
    "niagara": ("niagara/high-water-3p-zh", "NIA-END-01"),
    "powerboats": ("powerboats/four-rulebook", "POW-SCO-04"),
    "lifeboat": ("lifeboat/six-dealt-6p-en", "LIF-SCORE-09"),
}
LANGS = {"en": "Turning points", "zh-Hans": "转折点", "ja": "転機"}


def spoken(link, lang):
    assert 303 == ask(f"{link}/language", lang=lang)[0]


def seat_of(links):
    return next(link for place, link in links.items() if place != "screen")


def fits(page):
    return page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("game", ENDED)
@pytest.mark.parametrize("lang", one_in(3, LANGS))
def test_who_won_is_one_tap_from_the_rule_and_from_the_film(evening, game, lang):
    """On a phone: the rule unfolds under who won, a turning point is the table as it stood then."""
    record, rule = ENDED[game]
    link = seat_of(recorded(evening, "over", record))
    spoken(link, lang)
    page = evening.look(f"{link}/", size=PHONE)
    page.click(".ending .finished a")
    page.wait_for_url("**/end")
    assert fits(page)
    quote = page.locator(".why-so blockquote").first
    assert not quote.is_visible()
    page.click(".why-so summary")
    quote.wait_for()
    assert rule in quote.inner_text()
    assert LANGS[lang] == page.locator(".turning h2").inner_text()
    kept = page.locator(".to-keep a")
    for each in kept.all()[1:]:
        with page.expect_download() as download:
            each.click()
        assert re.search(r"\.(html|jsonl)$", download.value.suggested_filename)
    point = page.locator(".turning a").first
    seq = point.get_attribute("href").rpartition("/")[2]
    point.click()
    page.wait_for_url(f"**/log/{seq}")
    page.locator("figure.board").wait_for()
    assert [] == evening.said


def test_what_each_seat_scored_is_one_tap_further(evening):
    """Whoever is ahead first; the lines with their rules unfold."""
    page = evening.look(f"{recorded(evening, 'over', ENDED['lifeboat'][0])['screen']}/end", size=SCREEN)
    rows = page.locator(".standings li")
    assert ["15", "14", "8", "7", "3", "0"] == page.locator(".standings .sum").all_inner_texts()
    assert "Dee" in rows.first.inner_text()
    assert 1 == page.locator(".standings .winner").count()
    assert not rows.first.locator("table").is_visible()
    rows.first.locator("summary").click()
    assert "LIF-SCORE-03" in rows.first.locator("table").inner_text()


def test_what_was_secret_is_told_with_the_end_and_not_before(evening):
    over = evening.look(f"{recorded(evening, 'over', ENDED['lifeboat'][0])['screen']}/end", size=SCREEN)
    told = over.locator(".secrets tbody tr").all_inner_texts()
    assert 6 == len(told)
    assert "Frenchy" in told[3]
    left = evening.look(f"{closed(evening, 'lifeboat', 60)['screen']}/end", size=SCREEN)
    assert 0 == left.locator(".secrets").count()


@pytest.mark.parametrize("lang", one_in(3, ["en", "zh-Hans", "ja"]))
def test_where_the_sea_took_everybody_nobody_is_celebrated(evening, lang):
    """One line by the rule, on the screen and at the end; no star, no medal, nothing falls."""
    links = drowned(evening)
    spoken(links["screen"], lang)
    said = {
        "en": "nobody is left alive and nobody scores: shared",
        "zh-Hans": "无人生还，也无人得分：共同获胜",
        "ja": "生存者も得点もない：勝利を分け合う",
    }[lang]
    page = evening.look(f"{links['screen']}/", size=SCREEN)
    for address in ("", "end"):
        page.goto(f"{links['screen']}/{address}")
        assert said == page.locator(".why-so summary").inner_text()
        assert 0 == page.locator("text=★").count()
        assert 0 == page.locator(".medals, .festivity, .winner").count()
    page.click(".why-so summary")
    assert "LIF-SCORE-09" in page.locator(".why-so").inner_text()
    assert "★" not in ask(f"{links['screen'].replace('/s/', '/report/')}")[2]


def test_what_was_never_shown_leaves_it_open(evening):
    page = evening.look(f"{never_shown(evening)['screen']}/end", size=SCREEN)
    assert "Who has won is not known yet" == page.locator("h1").inner_text()
    assert "Ada, Wei and Chie" in page.locator(".why-so").inner_text()
    assert 0 == page.locator(".medals, .festivity, .winner, .secrets").count()


@pytest.mark.parametrize("game", one_in(3, ["niagara", "powerboats", "lifeboat"]))
def test_a_table_that_got_up_says_so_and_keeps_what_was_played(evening, game):
    """Why, what stood then, report and film; nobody has won."""
    links = closed(evening, game, 60)
    page = evening.look(f"{seat_of(links)}/", size=PHONE)
    assert "Not played to the end" == page.locator(".ending .headline").inner_text()
    page.click(".ending .finished a")
    page.wait_for_url("**/end")
    assert "the last bus leaves" in page.locator(".why-so summary").inner_text()
    assert 0 == page.locator(".winner, .medals, .festivity").count()
    assert page.locator(".turning li").count()
    for kept in page.locator(".to-keep .row a").all()[1:]:
        status, _, text = ask(f"{links['screen'].partition('/s/')[0]}{kept.get_attribute('href')}")
        assert (200, True) == (status, "the last bus leaves" in text)


def test_shared_by_some_is_celebrated_for_each(evening):
    page = evening.look(f"{recorded(evening, 'over', 'niagara/tie-shared-4p-zh')['screen']}/end", size=SCREEN)
    assert "Amara and 大伟 share the win" == page.locator("h1").inner_text()
    assert (2, 2) == (page.locator(".medals svg").count(), page.locator(".winner").count())


def test_everybody_at_the_table_goes_on_to_the_next_game(evening):
    """Whoever taps, whoever looks at another page, the screen; a phone that slept when it wakes."""
    links = recorded(evening, "over", "niagara/tie-shared-4p-zh")
    screen = evening.look(f"{links.pop('screen')}/", size=SCREEN)
    first, second, third, asleep = links.values()
    taps, reads, scores = (
        evening.look(address) for address in (f"{first}/", f"{second}/rules", f"{third}/end")
    )
    sleeps = evening.look(f"{asleep}/end")
    sleeps.evaluate("dispatchEvent(new Event('pagehide'))")
    before = {page: page.url.split("/")[4] for page in (screen, taps, reads, scores, sleeps)}
    taps.click("button.main:not([data-fresh])")
    for page in (taps, screen, reads, scores):
        page.wait_for_function("(token) => location.pathname.split('/')[2] !== token", arg=before[page])
        page.wait_for_function("() => document.title.includes('niagara-1')")
    sleeps.evaluate("dispatchEvent(new Event('pageshow'))")
    sleeps.wait_for_function("() => document.title.includes('niagara-1')")
    again = evening.look(f"{first}/end")
    again.locator(".ending a.main").wait_for()
    assert again.url == f"{first}/end"
    assert [] == evening.said


def test_a_win_is_celebrated_in_the_moment_it_is_won(evening):
    """On the screen that followed the game, with the act that ended it."""
    events = events_of("powerboats", "powerboats/five-rearranged")
    links = played(evening, "won", "powerboats", events[:-1])
    screen = evening.look(f"{links['screen']}/", size=SCREEN)
    assert 0 == screen.locator(".festivity, .ending").count()
    assert 303 == ask(f"{links['orange']}/do", event=encode(events[-1]).decode())[0]
    screen.locator(".festivity").wait_for()
    assert "orange wins" == screen.locator(".ending .headline").inner_text()
    assert [] == evening.said


def test_a_win_is_celebrated_once_on_a_device_and_shortly(evening):
    """It takes no tap, is over by itself, and does not come again; with calm motion it does not come."""
    links = recorded(evening, "over", ENDED["lifeboat"][0])
    page = evening.look(f"{links['screen']}/end", size=SCREEN)
    falling = page.locator(".festivity")
    falling.wait_for()
    assert "none" == falling.evaluate("each => getComputedStyle(each).pointerEvents")
    falling.wait_for(state="hidden")
    page.reload()
    page.locator("h1").wait_for()
    assert not falling.is_visible()
    calm = evening.look(f"{links['Dee']}/end", reduced_motion="reduce")
    calm.locator("h1").wait_for()
    assert not calm.locator(".festivity").is_visible()


def test_a_past_game_leads_to_how_it_ended(evening):
    """From the page of whoever keeps the service, a table that got up among them."""
    recorded(evening, "over", ENDED["lifeboat"][0])
    closed(evening, "niagara", 30)
    page = evening.look(f"{evening.start}?lang=en", size=SCREEN)
    games = page.locator(".group-played button.ended")
    assert ["Niagara: not played to the end", "Lifeboat: Dee won · highest total"] == [
        each.rpartition(" · ")[0] for each in sorted(games.all_inner_texts(), reverse=True)
    ]
    page.get_by_text("Dee won").click()
    page.wait_for_url("**/end")
    assert "Dee wins" == page.locator("h1").inner_text()
