"""A real browser and a real service: Debian's chromium, best without its windows, and `referee serve`."""

import shutil
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.web.browser.axe import Axe
from tests.web.browser.devices import Devices
from tests.web.browser.evening import Alone, Evening, skip_all

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = next(filter(None, map(shutil.which, NAMES)), None)
HAS_PLAYWRIGHT = find_spec("playwright") is not None
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]


def missing():
    """Say what is not installed; None where everything is."""
    if not HAS_PLAYWRIGHT:
        return "playwright is not installed (pip install -e '.[web-test]')"
    return None if CHROMIUM else "chromium is not installed (apt-get install chromium)"


def pytest_collection_modifyitems(items):
    skip_all(items, Path(__file__).parent, missing())


@pytest.fixture(scope="session")
def browser():
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def devices(browser):
    return Devices(browser)


@pytest.fixture
def evening(devices, tmp_path):
    """Give a service on an empty store, with nobody there yet."""
    evening = Evening(devices, tmp_path / "tables.db")
    yield evening
    evening.close()


@pytest.fixture
def alone(devices, tmp_path):
    """Give a service that no other device reaches, on an empty store."""
    alone = Alone(devices, tmp_path / "tables.db")
    yield alone
    alone.close()


@pytest.fixture(scope="session")
def seen():
    return set()


@pytest.fixture
def axe(seen):
    """Look with axe; nothing may have been found at the end."""
    package = pytest.importorskip("axe_playwright_python.base", reason="pip install -e '.[web-test]'")
    axe = Axe(package.AXE_SCRIPT, seen)
    yield axe
    assert {name: [] for name in axe.found} == axe.found
