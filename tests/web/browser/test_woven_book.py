"""The book in a browser: found without a server, read aloud, on a phone, by night, on paper."""

import pytest

from referee.languages import LANGUAGES
from referee.web.book import iter_files
from referee.web.book.folder import write_folder
from referee.web.book.site import Site

PAGES = (
    "index.html",
    "niagara/index.html",
    "niagara/NIA-STEAL-03.html",
    "niagara/rulings/D-24-launch-and-steal.html",
    "niagara/sources/ZH.html",
    "benchmark.html",
)
FOUND = [
    ("en", "robbing downstream"),
    ("en", "stael"),  # a slip
    ("zh-Hans", "顺流抢夺"),
    ("zh-Hans", "搶奪"),
    ("zh-Hant", "搶奪"),
    ("ja", "下りながら盗む"),
    ("ja", "奪う"),
]
FIRST = [
    ("en", "D-52", "D-52-unload-then-steal.html"),
    ("zh-Hant", "d52", "D-52-unload-then-steal.html"),
    ("ja", "NIA-STEAL-01", "NIA-STEAL-01.html"),
    ("en", "nia-buy", "NIA-BUY-01.html"),
    ("en", "waterfal", "NIA-FALL-01.html"),
    ("ja", "親", "NIA-SETUP-06.html"),
    ("zh-Hant", "買回", "NIA-BUY-01.html"),
]


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    """Write the book of a game into a folder; give the address it opens at without a server."""
    out = tmp_path_factory.mktemp("book")
    list(write_folder(out, iter_files(Site(("niagara", "table")))))
    return out.as_uri()


@pytest.fixture
def phone(browser):
    with browser.new_context(viewport={"width": 390, "height": 800}) as context:
        yield context


@pytest.fixture
def page(phone):
    page, said = phone.new_page(), []
    page.on("console", lambda told: said.append(told.text) if told.type in {"error", "warning"} else None)
    page.on("pageerror", lambda error: said.append(str(error)))
    yield page
    assert [] == said


@pytest.mark.parametrize(("lang", "words"), FOUND)
def test_a_rule_is_found_without_a_server(page, book, lang, words):
    page.goto(f"{book}/{lang}/niagara/rulings/D-24-launch-and-steal.html")
    page.fill("#q", words)
    first = page.locator(".find ol a").first
    first.wait_for()
    found = page.locator(".find ol a").evaluate_all("(links) => links.map((link) => link.pathname)")
    assert any("NIA-STEAL-01" in each or "D-24" in each for each in found[:4]), found
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: url.endswith(found[0].rpartition("/")[2]))
    assert lang == page.evaluate("document.documentElement.lang")


@pytest.mark.parametrize(("lang", "words", "file"), FIRST)
def test_what_is_meant_is_the_first_that_is_found(page, book, lang, words, file):
    page.goto(f"{book}/{lang}/niagara/index.html")
    page.fill("#q", words)
    first = page.locator(".find ol a").first
    first.wait_for()
    assert file == first.get_attribute("href").rpartition("/")[2]


@pytest.mark.parametrize(("lang", "words"), [("en", "xyzzy"), ("ja", "スタピー")])
def test_what_is_nowhere_is_said_to_be_nowhere(page, book, lang, words):
    page.goto(f"{book}/{lang}/niagara/index.html")
    page.fill("#q", words)
    page.wait_for_function("document.querySelector('.find [role=status]').textContent")
    assert 0 == page.locator(".find ol a").count()


def test_a_short_address_leads_to_the_language_of_the_browser(browser, book):
    with browser.new_context(locale="ja-JP") as context:
        page = context.new_page()
        page.goto(f"{book}/NIA-STEAL-01.html")
        page.wait_for_url("**/ja/niagara/NIA-STEAL-01.html")


def test_without_a_script_everything_but_the_search_is_there(browser, book):
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"{book}/en/niagara/index.html")
        assert not page.locator(".find").is_visible()
        page.click("a[href='NIA-STEAL-01.html']")
        page.locator("details.listing summary").first.click()
        assert page.locator("details.listing pre").first.is_visible()


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_page_is_for_everybody_and_fits_a_phone(phone, book, axe, lang, path):
    page = phone.new_page()
    page.goto(f"{book}/{lang}/{path}")
    page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    axe.look(f"{lang}/{path}", page)
    assert 390 >= page.evaluate("document.documentElement.scrollWidth")


def test_boards_are_shown_and_drawn(page, book):
    page.goto(f"{book}/en/niagara/rulings/D-24-launch-and-steal.html")
    board = page.locator(".board img")
    assert 0 < board.evaluate("(img) => img.decode().then(() => img.naturalWidth)")
    ratio = board.evaluate(
        "(img) => img.clientWidth / img.clientHeight * img.naturalHeight / img.naturalWidth"
    )
    assert 0.98 < ratio < 1.02


def test_on_paper_no_board_is_cut_and_every_rule_has_its_id(page, book, tmp_path):
    page.goto(f"{book}/en/niagara/print.html", wait_until="load")
    page.emulate_media(media="print")
    heights = page.locator(".board img").evaluate_all("(all) => all.map((img) => img.clientHeight)")
    assert heights
    assert max(heights) < 700  # of the 1000 points or so of a page
    assert not page.locator("header").first.is_visible()
    assert "NIA-STEAL-01" in page.inner_text("main")
    paper = page.pdf(path=str(tmp_path / "book.pdf"), prefer_css_page_size=True)
    assert paper.startswith(b"%PDF")


def test_on_paper_a_rule_has_every_board(page, book):
    """Those too far below to be loaded yet, too."""
    page.goto(f"{book}/en/niagara/NIA-STEAL-01.html")
    assert page.locator("img[loading=lazy]").count() > 0
    page.pdf()
    boards = page.locator(".board img")
    assert all(boards.evaluate_all("(all) => all.map((img) => img.complete && img.naturalWidth)"))
