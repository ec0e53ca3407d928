"""A game goes from one service to another: as a file, as codes that a camera reads, without a script."""

import re
from random import Random

import pytest

from events.stores.sqlite import SqliteStore
from referee.service.files.importing import import_file
from tests.stages import one_in
from tests.web.browser.evening import ROOT, Evening, resized
from tests.web.scanning import on_page

GAME = ROOT / "fixtures/games/niagara/tie-shared-4p-zh.jsonl"
SIZES = ((360, 740), (740, 360), (768, 1024), (1366, 820))
SMALL = {"width": 360, "height": 740}
TABLE = "evening"


@pytest.fixture
def other(devices, tmp_path):
    other = Evening(devices, tmp_path / "other.db")
    yield other
    other.close()


@pytest.fixture
def played(evening):
    with SqliteStore(evening.db) as store:
        import_file(store, GAME, TABLE)
    return evening


def lines_at(evening):
    with SqliteStore(evening.db) as store:
        return list(store.read(TABLE))


def unfold(page):
    page.click("details:has(form[action$='/copy']) > summary")


def shown_codes(page):
    """Read every code off the screen, one after the other, as they take turns."""
    found = set()
    page.locator("#pause").click()
    for _ in page.locator(".copy-codes figure").all():
        found |= set(on_page(page))
        page.locator(".copy-codes figure:not([hidden]) figcaption a").last.click()
    return sorted(found)


@pytest.mark.parametrize("script", [True, False])
def test_a_file_goes_from_one_service_to_another(played, other, tmp_path, script):
    page = played.look(played.start, java_script_enabled=script)
    unfold(page)
    with page.expect_download() as download:
        page.click("form[action$='/copy'] button >> nth=0")
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    assert f"{TABLE}.jsonl" == file.name
    taking = other.look(other.start, java_script_enabled=script)
    taking.click("details:has(a[href*='/take']) > summary")
    taking.click("a[href*='/take']")
    taking.set_input_files("#file", file)
    taking.click("form[enctype] button")
    assert "is now table evening" in taking.locator(".taken").inner_text()
    assert lines_at(played) == lines_at(other)
    assert [] == played.said + other.said


def test_codes_read_off_a_screen_come_in_by_the_camera_app_of_another_phone(played, other):
    page = played.look(f"{played.start}show?table={TABLE}", size=SMALL)
    codes = shown_codes(page)
    assert 3 <= len(codes) <= 10
    Random(1).shuffle(codes)
    phone = other.look(f"{other.start}take")
    for n, text in enumerate(codes, 1):
        assert text.startswith(played.start.partition("/h/")[0] + "/take#")
        phone.goto(other.start.partition("/h/")[0] + "/take#" + text.partition("#")[2])
        if n < len(codes):
            phone.wait_for_url("**/h/*/take")
            phone.locator("#scanned", has_text=f"{n} of {len(codes)} codes are here").wait_for()
    phone.locator("#hand-in button:focus").wait_for()
    assert [] == lines_at(other)
    phone.keyboard.press("Enter")
    phone.locator(".taken[data-in]").wait_for()
    assert lines_at(played) == lines_at(other)
    assert [] == played.said + other.said


def test_pictures_of_codes_are_read_where_there_is_no_camera(played, other, tmp_path):
    page = played.look(f"{played.start}show?table={TABLE}", size=SMALL)
    page.locator("#pause").click()
    pictures = []
    for n, _ in enumerate(page.locator(".copy-codes figure").all()):
        pictures.append(tmp_path / f"{n}.png")
        page.screenshot(path=pictures[-1])
        page.locator(".copy-codes figure:not([hidden]) figcaption a").last.click()
    phone = other.look(f"{other.start}take")
    phone.set_input_files("#pictures", pictures)
    phone.locator(".taken[data-in]").wait_for()
    assert lines_at(played) == lines_at(other)
    assert [] == other.said


def test_codes_wait_for_the_start_page(played, other):
    page = played.look(f"{played.start}show?table={TABLE}", size=SMALL)
    text, *_ = shown_codes(page)
    phone = other.look(other.start.partition("/h/")[0] + "/take?lang=ja#" + text.partition("#")[2])
    phone.locator("#scanned:visible").wait_for()
    phone.fill("#start", other.start)
    phone.click("#to-start button")
    phone.wait_for_url("**/h/*/take?lang=ja")
    phone.locator("#scanned:visible").wait_for()
    phone.goto(other.start.partition("/h/")[0] + "/take?lang=zh-Hans")
    phone.wait_for_url("**/h/*/take?lang=zh-Hans")


def test_pasted_codes_come_in_without_a_script(played, other):
    page = played.look(f"{played.start}show?table={TABLE}", java_script_enabled=False)
    codes = on_page(page)
    assert page.locator(".copy-codes figure").count() == len(codes)
    phone = other.look(f"{other.start}take", java_script_enabled=False)
    phone.fill("#codes", "\n".join(codes[:-1]))
    phone.click("#hand-in button")
    assert "Still to come" in phone.locator(".taken").inner_text()
    phone.fill("#codes", "\n".join(codes))
    phone.click("#hand-in button")
    assert lines_at(played) == lines_at(other)


@pytest.mark.parametrize("lang", one_in(4, ["en", "zh-Hans", "zh-Hant", "ja"]))
def test_the_pages_are_for_everybody(played, axe, lang):
    page = played.look(f"{played.start}show?table={TABLE}&lang={lang}", size=SMALL)
    codes = shown_codes(page)
    pages = {
        "codes": f"{played.start}show?table={TABLE}&lang={lang}",
        "collect": f"{played.start.partition('/h/')[0]}/take?lang={lang}#{codes[0].partition('#')[2]}",
        "take in": f"{played.start}take?lang={lang}",
    }
    for name, address in pages.items():
        page.goto(address)
        if name == "codes":
            page.locator("#pause").click()
        axe.look(f"{name} in {lang}", page)
        assert not re.search(r"\b(web|copies)\.\w", page.locator("main").inner_text())
        for width, _ in resized(page, SIZES):
            assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert [] == played.said
