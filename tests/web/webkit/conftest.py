"""The engine of every iPhone: Debian's WebKit with its MiniBrowser, on a display of its own."""

import os
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.web.browser.evening import PHONE, Service, skip_all

BROWSER = next(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"), None)
DRIVER, DISPLAY = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
PICTURE = "1600x1200x24"
ALONE = {
    "GDK_BACKEND": "x11",
    "LIBGL_ALWAYS_SOFTWARE": "1",
    "NO_AT_BRIDGE": "1",
    "WEBKIT_DISABLE_COMPOSITING_MODE": "1",
}
"""No other display, no graphics card, no bus; and no layers, which without such a card take half the time."""
PATIENCE = 90
"""Seconds the browser has for an answer."""


def missing():
    """Say what is not installed; None where everything is."""
    if find_spec("selenium") is None:
        return "selenium is not installed (pip install -e '.[web-test]')"
    if not (BROWSER and DRIVER and DISPLAY):
        return "WebKit is not installed (apt-get install webkit2gtk-driver xvfb)"
    return None


def pytest_collection_modifyitems(items):
    skip_all(items, Path(__file__).parent, missing())
    for item in items:
        if Path(__file__).parent in Path(item.path).parents:
            item.add_marker(pytest.mark.xdist_group("webkit"))  # one process starts it for all


@pytest.fixture(scope="session")
def display():
    """Open a display nobody looks at; give its name."""
    read, write = os.pipe()
    command = [DISPLAY, "-displayfd", str(write), "-screen", "0", PICTURE, "-nolisten", "tcp"]
    with subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL) as process:
        os.close(write)
        with os.fdopen(read) as said:
            yield f":{said.readline().strip()}"
        process.terminate()


def started(display):
    """Start the browser and what drives it; nothing it is asked may hang for ever."""
    from selenium.webdriver import Remote
    from selenium.webdriver.remote.client_config import ClientConfig
    from selenium.webdriver.remote.remote_connection import RemoteConnection
    from selenium.webdriver.webkitgtk.options import Options
    from selenium.webdriver.webkitgtk.service import Service as Driver

    options = Options()
    options.binary_location = str(BROWSER)
    options.add_argument("--automation")
    options.set_capability("browserName", BROWSER.name)
    driver = Driver(DRIVER, env={**os.environ, **ALONE, "DISPLAY": display})
    driver.start()
    try:
        asked = ClientConfig(driver.service_url, timeout=PATIENCE)
        return driver, Remote(RemoteConnection(client_config=asked), options=options)
    except Exception:
        driver.stop()
        raise


@pytest.fixture(scope="session")
def webkit(display):
    """Start the browser once; at times its first answer never comes, and it is started again."""
    from urllib3.exceptions import HTTPError

    try:
        driver, browser = started(display)
    except HTTPError:
        driver, browser = started(display)
    yield browser
    browser.quit()
    driver.stop()


class Evening(Service):
    """A service, and windows of one browser that look at it, each as wide as what somebody holds."""

    def __init__(self, driver, db):
        self.driver, self.last, self.windows = driver, driver.current_window_handle, []
        super().__init__(db)

    def close(self):
        for handle in self.driver.window_handles:
            self.driver.switch_to.window(handle)
            if handle != self.last:
                self.driver.close()
        self.driver.switch_to.window(self.last)
        self.driver.get("about:blank")
        self.driver.delete_all_cookies()
        super().close()

    def look(self, address, *, size=PHONE):
        from tests.web.webkit.window import Window

        if self.windows:
            self.driver.switch_to.new_window("window")
        window = Window(self.driver)
        self.driver.set_window_rect(0, 0, size["width"], size["height"])
        self.windows.append(window)
        window.goto(address)
        return window

    @property
    def said(self):
        return [each for window in self.windows for each in window.complaints()]


@pytest.fixture
def evening(webkit, tmp_path):
    """Give a service on an empty store, with nobody there yet."""
    evening = Evening(webkit, tmp_path / "tables.db")
    yield evening
    evening.close()
