"""What a table rules against the referee takes effect by one button, whichever game it is."""

import pytest

from tests.stages import one_in
from tests.web.browser.evening import waits_for
from tests.web.browser.tables import ask, in_the_boat, on_the_lake, on_the_river

GAMES = {
    "niagara": (on_the_river, "{seat}1 launch to L6"),
    "powerboats": (on_the_lake, "{seat} straight"),
    "lifeboat": (in_the_boat, "{seat} mugs {other} for hand"),
}


def ruled(table, pages, decision):
    """Let everybody vote for a decision, as far as it takes; no vote is left to be cast."""
    for seat, page in pages.items():
        page.goto(f"{table.links[seat]}/dispute")
        vote = page.locator(f"button[value='{decision}']")
        if not vote.count():
            return
        vote.click()
        page.locator(f"button[value='{decision}'][aria-pressed=true], .decided").first.wait_for()


@pytest.mark.parametrize("game", one_in(len(GAMES), GAMES))
def test_an_act_that_does_not_stand_is_taken_back_by_one_button(evening, game):
    """Laid open and voted on by taps; whoever taps asks the others, about the act alone."""
    sit_down, line = GAMES[game]
    table = sit_down(evening)
    actor = table.acting()
    viewer, *others = (seat for seat in table.links if seat != actor)
    table.say(line.format(seat=actor, other=viewer))
    pages = {seat: table.look(seat) for seat in (viewer, actor, *others)}
    asking = pages[viewer]
    asking.click("a:text('Dispute')")
    asking.wait_for_url("**/dispute")
    act = asking.inner_text("h1 small").rstrip(".")
    asking.click("button:not([data-fresh]):text('Put it on record')")
    asking.locator("button[value=does_not_stand]").first.wait_for()
    ruled(table, pages, "does_not_stand")
    asking.goto(f"{table.links[viewer]}/dispute")
    assert f"Take back: {act}" == asking.inner_text("button.main")
    asking.click("button:not([data-fresh]).main")
    for seat in (actor, *others):
        page = pages[seat]
        page.goto(f"{table.links[seat]}/")
        waits_for(page, f"asks: take back: {act}")
        asked = [each for each in page.inner_text("main").splitlines() if "asks: take back" in each]
        assert not [each for each in asked if "uling" in each]
        page.click("button:not([data-fresh])[value=agree]")
        page.locator("button[value=agree]").wait_for(state="detached")
    waits_for(pages[actor], "It is your turn")
    assert [] == evening.said


def refused_and_laid_open(evening, line, decision):
    """Let Ada be refused, lay it open, and be ruled for by all; give the table and a page for each."""
    river = on_the_river(evening)
    ada = river.look("A")
    ada.fill("#line", line)
    ada.press("#line", "Enter")
    ada.locator(".refusal").wait_for()
    ada.goto(f"{river.links['A']}/dispute")
    ada.click("button:not([data-fresh]):text('Put it on record')")
    ada.locator(f"button[value='{decision}']").wait_for()
    for link in river.links.values():
        ask(f"{link}/vote", dispute="D1", decision=decision)
    ada.goto(f"{river.links['A']}/dispute")
    return river, {"A": ada} | {seat: evening.look(f"{river.links[seat]}/dispute") for seat in "BC"}


def test_a_refused_act_that_is_ruled_right_is_played_by_one_button(evening):
    """Whole, with the others' consent; then there is nothing more to be tapped."""
    river, pages = refused_and_laid_open(evening, "A1 launch to S3, load amethyst", "does_not_stand")
    ada = pages["A"]
    ada.click("button:not([data-fresh]).main:text('We play it anyway')")
    for seat in "BC":
        pages[seat].goto(f"{river.links[seat]}/")
        waits_for(pages[seat], "Ada asks: play it anyway: Ada's canoe 1 is launched and paddles to S3")
        pages[seat].click("button:not([data-fresh])[value=agree]")
        pages[seat].locator("button[value=agree]").wait_for(state="detached")
    ada.goto(f"{river.links['A']}/dispute")
    assert 0 == ada.locator("button.main").count()
    assert [] == evening.said


def test_a_refused_act_that_a_ruling_allows_is_done_by_one_button_of_who_tried(evening):
    """The option is set by the ruling itself; the act need not be said again, and nobody else can do it."""
    _, pages = refused_and_laid_open(evening, "A ends turn", "both_ashore=may_stay")
    assert [0, 0] == [pages[seat].locator("button.main").count() for seat in "BC"]
    pages["A"].click("button:not([data-fresh]).main:text('Ada does no more this turn')")
    waits_for(pages["A"], "Waiting for Ben")
    assert [] == evening.said
