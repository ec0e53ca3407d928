"""The log as a film, a link to watch, and a game as one file that plays by itself."""

import subprocess
import sys

from tests.web.browser.evening import ROOT
from tests.web.browser.moments import brought
from tests.web.browser.tables import CODE, ask, on_the_river, revision

LAPTOP = {"width": 1366, "height": 768}


def entry(page):
    return int(page.url.rpartition("/")[2].partition("?")[0])


def test_the_film_plays_and_pauses(evening):
    table = on_the_river(evening).say("A1 launch to L6")
    page = evening.look(f"{table.screen}log/1", size=LAPTOP)
    page.click("[data-play]")
    page.wait_for_url("**/log/3*")
    page.click("[data-play]")
    stood = entry(page)
    page.wait_for_timeout(1600)
    assert stood == entry(page)
    assert "Play" == page.inner_text("[data-play]")
    page.keyboard.press("End")
    page.wait_for_url(f"**/log/{revision(page)}*")
    assert page.is_visible("[data-play]")
    assert [] == evening.said


def test_a_film_is_walked_by_player_and_by_round(evening):
    """Only what Ada did; then back to where the round began."""
    table = on_the_river(evening).say("A1 launch to L6", "B1 launch to S4")
    page = evening.look(f"{table.screen}log", size=LAPTOP)
    page.select_option("[name=by]", "A")
    page.click(".sieve button")
    page.wait_for_url("**by=A**")
    told = page.locator(".log .said").all_inner_texts()
    assert told
    assert all("Ada" in each or "card" in each for each in told)
    page.locator(".log a").first.click()
    page.wait_for_url("**/log/*by=A*")
    stood = entry(page)
    page.click("a.step[data-key=ArrowLeft]")
    page.wait_for_function("n => !location.pathname.endsWith('/' + n)", arg=str(stood))
    assert "by=A" in page.url
    page.keyboard.press("PageUp")
    page.wait_for_url("**/log/1?by=A")


def test_a_disputed_entry_is_found(evening):
    table = on_the_river(evening).say("A1 launch to L6")
    asked = {"at": "8", "topic": "launch", "question": "May it?"}
    assert 303 == ask(f"{table.links['B']}/dispute", **asked)[0]
    page = evening.look(f"{table.screen}log?kind=disputed", size=LAPTOP)
    assert ["10", "8"] == page.locator(".log .seq").all_inner_texts()


def test_every_refusal_is_found_with_what_was_said(evening):
    """Not the last one alone; each leads to the table as it stood."""
    table = on_the_river(evening)
    for line in ("A1 launch to S3", "A1 launch to S2", "B1 launch to S4"):
        assert 422 == ask(f"{table.links['A']}/do", notation=line)[0]
    table.say("A1 launch to L6")
    assert 422 == ask(f"{table.links['B']}/do", notation="B1 launch to S2")[0]
    page = evening.look(f"{table.screen}log?kind=refused", size=LAPTOP)
    told = {
        int(row.locator(".seq").inner_text()): row.locator(".refused").count()
        for row in page.locator(".log li").all()
    }
    assert [1, 2] == sorted(told.values())
    page.locator(".log a").first.click()
    page.wait_for_url("**/log/*")
    assert [] == evening.said


def test_a_link_to_watch_has_no_acts(evening):
    """Who watches sees what everybody may see, follows the game, and can do nothing at all."""
    table = on_the_river(evening)
    screen = evening.look(table.screen, size=LAPTOP)
    screen.click(".more summary")
    screen.click("button:not([data-fresh])[name=role][value=watch]")
    shown = screen.locator("[data-role=watch]")
    shown.wait_for()
    address = shown.get_attribute("data-address").rstrip("/")
    watcher = evening.look(address, size=LAPTOP)
    assert 0 == watcher.locator("main form, main a.tap").count()
    before = revision(watcher)
    table.say("A1 launch to L6")
    watcher.wait_for_function(
        "(r) => Number(document.getElementById('main').dataset.revision) > r", arg=before
    )
    now = revision(watcher)
    for form in (
        "do",
        "back",
        "rule",
        "correct",
        "catchup",
        "again",
        "rematch",
        "links",
        "answer",
        "dispute",
    ):
        _, _, page = ask(f"{address}/{form}", notation="B1 launch to S4", role="screen", to="1")
        assert "data-revision" not in page or f'data-revision="{now}"' in page, form
    for path in ("dispute", "correct", "catchup"):
        assert 422 == ask(f"{address}/{path}")[0]
    watcher.goto(f"{address}/log/{now}")
    assert 0 == watcher.locator("main a[href*=dispute], main form[method=post]").count()
    assert now == revision(evening.look(address, size=LAPTOP))
    assert [] == CODE.findall(watcher.content())


def test_a_list_of_very_many_entries_comes_a_page_at_a_time(evening):
    links, _ = brought(evening, "lifeboat", (400,))["lifeboat-400"]
    page = evening.look(f"{next(iter(links.values()))}/log")
    assert 60 == page.locator(".log li").count()
    assert len(page.content()) < 120_000


def test_a_game_is_one_file_that_plays_by_itself(evening, tmp_path):
    """Nothing is fetched; the boards follow one another, and the last is the end of the game."""
    film = tmp_path / "film.html"
    game = ROOT / "fixtures/games/niagara/high-water-3p-zh.jsonl"
    run = [sys.executable, "-m", "cli.main", "export", str(game), "--to", "html", "--out", str(film)]
    subprocess.run(run, cwd=ROOT, check=True, capture_output=True)
    page = evening.look(film.as_uri(), size=LAPTOP)
    first = page.inner_text("#said")
    page.wait_for_function("(said) => document.getElementById('said').textContent !== said", arg=first)
    assert "Pause" == page.inner_text("#play")
    page.click("#play")
    assert "Play" == page.inner_text("#play")
    board = page.locator("#board svg").bounding_box()
    assert board["y"] + board["height"] <= LAPTOP["height"] + 1
    assert page.locator("#board svg title").count() >= 1
    assert 0 == page.evaluate("performance.getEntriesByType('resource').length")
    assert [] == evening.said
    assert film.stat().st_size < 3_000_000
