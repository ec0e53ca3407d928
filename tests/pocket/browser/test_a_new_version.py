"""A new version takes the place of the old as a whole, once; what cannot be loaded whole takes nothing's."""

from tests.pocket.browser.host import PATH, alter, read_version
from tests.pocket.browser.phone import said
from tests.pocket.browser.test_two_tabs import tell

RUNS = "document.documentElement.dataset.version"
KEPT = "async () => (await caches.keys()).filter((each) => each.startsWith('referee '))"


def test_a_new_version_takes_over_when_it_is_told_to(take, site, tmp_path):
    """It says so once; the table is as it was; nothing of the old version is left."""
    phone = take().start().open("niagara", "Ada", "Ben", "Chie")
    tell(phone, "A plays 6")
    at, log = phone.at, phone.log()
    phone.host.folder = alter(site, tmp_path / "next")
    phone.reload()
    assert read_version(site) == phone.page.evaluate(RUNS)
    phone.page.locator("#note", has_text=said("new_version")).wait_for()
    phone.page.click("#note button:not(.close)")
    version = read_version(phone.host.folder)
    phone.page.locator("#note", has_text=said("updated", version=version)).wait_for()
    phone.wait()
    assert version == phone.page.evaluate(RUNS)
    assert [f"referee {PATH} {version}"] == phone.page.evaluate(KEPT)
    assert (at, log) == (phone.at, phone.log())
    phone.host.stop()
    phone.reload()
    assert not phone.page.locator("#note").is_visible()
    assert (at, log) == (phone.at, phone.log())
    phone.host.serve()
    assert [] == phone.complaints


def test_a_new_version_takes_over_at_the_next_start(take, site, tmp_path):
    """Whoever closes the page instead of starting it anew gets it without a word from them."""
    phone = take().start()
    phone.host.folder = alter(site, tmp_path / "next")
    phone.reload()
    phone.page.locator("#note", has_text=said("new_version")).wait_for()
    phone.reload()
    version = read_version(phone.host.folder)
    phone.page.locator("#note", has_text=said("updated", version=version)).wait_for()
    assert version == phone.page.evaluate(RUNS)
    assert [] == phone.complaints


def test_a_version_that_breaks_off_while_it_is_loaded_leaves_the_old_one_going(take, site, tmp_path):
    phone = take().start().open("niagara", "Ada", "Ben", "Chie")
    phone.host.folder = alter(site, tmp_path / "next")
    phone.host.missing.add("python/pyodide.asm.wasm")
    phone.reload()
    phone.page.wait_for_timeout(6000)  # it is looked for, and given up
    assert phone.page.locator("#app").is_visible()
    assert [f"referee {PATH} {read_version(site)}"] == phone.page.evaluate(KEPT)
    tell(phone, "A plays 6")
    phone.host.stop()
    phone.reload()
    assert 2 == len(phone.log())
    phone.host.serve()
