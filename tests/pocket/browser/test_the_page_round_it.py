"""The page that stays round those of the service: its words, what it looks like, and that it is installed."""

import json
import re

import pytest

from referee.languages import LANGUAGES
from tests.pocket.browser.conftest import ELSEWHERE
from tests.pocket.browser.phone import said
from tests.web.browser.test_nothing_cut_off import FOUND

SMALL = {"width": 360, "height": 740}
LOCALES = {"en": "en-GB", "zh-Hans": "zh-CN", "zh-Hant": "zh-TW", "ja": "ja-JP"}
WITHOUT_WORKERS = 'Object.defineProperty(Navigator.prototype, "serviceWorker", { get: () => undefined });'
NOTE = """(text) => {
  document.getElementById("note").hidden = false;
  document.querySelector("#note span").textContent = text;
}"""
every_language = pytest.mark.parametrize("lang", LANGUAGES)


@every_language
def test_where_it_cannot_run_it_says_so_in_the_language_of_the_browser(take, axe, lang):
    """By an address without https, which is none of this machine's own."""
    phone = take(lang=LOCALES[lang], size=SMALL)
    phone.page.goto(phone.host.start.replace("127.0.0.1", ELSEWHERE))
    phone.page.locator("#wrong", has_text=said("unfit", lang)).wait_for()
    assert lang == phone.page.evaluate("document.documentElement.lang")
    assert [] == phone.page.evaluate(FOUND)
    axe.look(lang, phone.page)
    assert [] == phone.complaints


def test_without_service_workers_it_says_so(take):
    phone = take()
    phone.page.add_init_script(WITHOUT_WORKERS)
    phone.page.goto(phone.host.start)
    phone.page.locator("#wrong", has_text=said("unfit")).wait_for()


def test_while_it_loads_a_bar_moves_and_pages_speak_the_language_of_the_browser(take, axe):
    """How much is loaded is said before; the pages are in that language, too, and nothing is cut off."""
    phone = take(lang="ja-JP", size=SMALL)
    phone.page.goto(phone.host.start)
    phone.page.locator("#step:not(:empty)").wait_for()
    assert re.fullmatch(
        re.escape(said("loading", "ja", megabytes="@")).replace("@", r"\d\d"), phone.page.inner_text("#step")
    )
    seen = set()
    while not phone.page.locator("#app").is_visible():
        seen.add(phone.page.evaluate("document.getElementById('bar').value"))
        phone.page.wait_for_timeout(100)
    assert len(seen) > 10
    phone.wait()
    assert "ja" == phone.app.evaluate("document.documentElement.lang")
    phone.page.evaluate(NOTE, said("damaged", "ja", table="niagara-1"))
    assert [] == phone.page.evaluate(FOUND)
    assert [] == phone.app.evaluate(FOUND)
    phone.app.evaluate(axe.script)  # a main and a heading are in the frame
    axe.look("the page", phone.page)
    assert [] == phone.complaints


def test_a_page_loaded_past_all_caches_starts(take):
    """No worker has it then, until one is told to take it."""
    phone = take().start()
    phone.context.new_cdp_session(phone.page).send("Page.reload", {"ignoreCache": True})
    phone.page.wait_for_timeout(1000)
    phone.wait()
    assert [] == phone.complaints


def test_it_can_be_installed(offline):
    inside = offline.context.new_cdp_session(offline.page)
    found = inside.send("Page.getAppManifest")
    assert [] == found["errors"]
    manifest = json.loads(found["data"])
    assert [] == inside.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert offline.host.start == found["url"].removesuffix("manifest.webmanifest")
    for icon in manifest["icons"]:
        size = offline.page.evaluate(
            """async (path) => {
          const image = new Image();
          image.src = path;
          await image.decode();
          return `${image.naturalWidth}x${image.naturalHeight}`;
        }""",
            icon["src"],
        )
        assert icon["sizes"] == size
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}
