"""Spot the foul in a browser: acts judged one after another and counted; on a phone, without a script."""

import pytest

from referee.languages import LANGUAGES
from referee.web.book import find_file
from referee.web.book.assets import asset_files
from referee.web.book.folder import write_folder
from referee.web.book.fouls import cases_to_judge, foul_path
from referee.web.book.site import Site, board_path
from tests.stages import slow

GAME = "niagara"


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    """Write what the page needs into a folder; give the address it opens at without a server."""
    site, out = Site((GAME,)), tmp_path_factory.mktemp("book")
    boards = [board_path(lang, case.ruling) for lang in LANGUAGES for case in cases_to_judge(GAME)]
    pages = [foul_path(lang, GAME) for lang in LANGUAGES]
    list(write_folder(out, [*asset_files(site), *(find_file(site, path) for path in (*pages, *boards))]))
    return out.as_uri()


@pytest.fixture
def page(browser, book):
    with browser.new_context(viewport={"width": 390, "height": 800}) as context:
        page, said = context.new_page(), []
        page.on("pageerror", lambda error: said.append(str(error)))
        page.goto(f"{book}/{foul_path('en', GAME)}")
        yield page
        assert [] == said


def judge_next(page, *, right):
    """Judge the act that is shown, rightly or wrongly, by its rule; go on to the next."""
    shown = page.locator("article.foul:visible")
    verdict, rule = shown.get_attribute("data-verdict"), shown.get_attribute("data-rule")
    chosen = f"[value={verdict}]" if right else f":not([value={verdict}])"
    shown.locator(f"[data-for=verdict] button{chosen}").click()
    if right and verdict == "foul":
        shown.locator(f"[data-for=rule] button[value={rule}]").click()
    shown.locator("details[open]").wait_for()
    shown.locator("button[value=next]").click()


def test_acts_come_one_by_one_and_right_ones_are_counted(page):
    judge_next(page, right=True)
    judge_next(page, right=True)
    judge_next(page, right=False)
    assert page.locator(".tally").inner_text() == "2 right of 3"
    assert page.locator("article.foul:visible").count() == 1


def test_the_right_verdict_by_another_rule_is_not_right(page):
    while page.locator("article.foul:visible").get_attribute("data-verdict") != "foul":
        judge_next(page, right=False)
    shown = page.locator("article.foul:visible")
    shown.locator("button[value=foul]").click()
    rule = shown.get_attribute("data-rule")
    shown.locator(f"[data-for=rule] button:not([value={rule}])").first.click()
    assert "another rule" in shown.locator("[role=status]").inner_text()
    assert page.locator(".tally").inner_text().startswith("0 right")


@slow
def test_after_the_last_one_it_begins_again(page):
    for _ in cases_to_judge(GAME):
        judge_next(page, right=True)
    assert page.locator("article.foul:visible").count() == 0
    page.locator(".again button").click()
    assert page.locator("article.foul:visible").count() == 1
    assert not page.locator(".tally").is_visible()


def test_both_choices_are_in_sight_on_a_phone(page):
    for button in page.locator("article.foul:visible [data-for=verdict] button").all():
        box = button.bounding_box()
        assert box["y"] + box["height"] <= 800
        assert box["height"] >= 44


def test_without_a_script_each_act_has_its_answer_folded(browser, book):
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"{book}/{foul_path('en', GAME)}")
        assert page.locator("article.foul:visible").count() == len(cases_to_judge(GAME))
        assert page.locator("article.foul button:visible").count() == 0
        page.locator("article.foul summary").first.click()
        assert page.locator("article.foul details[open] .rules a").first.is_visible()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_is_for_everybody_and_fits_a_phone(page, book, axe, lang):
    page.goto(f"{book}/{foul_path(lang, GAME)}")
    axe.look(f"{lang} foul", page)
    judge_next(page, right=True)
    axe.look(f"{lang} foul answered", page)
    assert 390 >= page.evaluate("document.documentElement.scrollWidth")
