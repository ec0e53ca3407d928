"""The written site in a real browser: built once from what the environment names, served below a path.

`REFEREE_PYODIDE` is the unpacked npm package `pyodide`, `REFEREE_PYODIDE_WHEELS` the folder of the wheels.
"""

import os
import sys
from pathlib import Path
from subprocess import run

import pytest

from tests.pocket.browser.host import Host
from tests.pocket.browser.phone import Phone
from tests.web.browser.axe import Axe
from tests.web.browser.conftest import CHROMIUM, FLAGS
from tests.web.browser.conftest import missing as missing_browser
from tests.web.browser.evening import PHONE, ROOT, skip_all

GIVEN = {"--pyodide": "REFEREE_PYODIDE", "--wheels": "REFEREE_PYODIDE_WHEELS"}
ELSEWHERE = "referee.example"
"""A name of this machine that no browser takes for it."""


def missing():
    """Say what is not there; None where everything is."""
    unset = [name for name in GIVEN.values() if not os.environ.get(name)]
    return f"{' and '.join(unset)} not set (see tests/README.md)" if unset else missing_browser()


def pytest_collection_modifyitems(items):
    skip_all(items, Path(__file__).parent, missing())
    for item in items:
        if Path(__file__).parent in Path(item.path).parents:
            item.add_marker(pytest.mark.xdist_group("pocket"))  # one process builds it for all


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """Build the site as people do; give its folder."""
    folder = tmp_path_factory.mktemp("pocket") / "site"
    given = [each for option, name in GIVEN.items() for each in (option, os.environ[name])]
    command = [sys.executable, "-m", "cli.main", "pocket", "--out", str(folder), *given]
    done = run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert 0 == done.returncode, done.stderr
    return folder


@pytest.fixture(scope="session")
def playwright():
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def chromium(playwright):
    flags = [*FLAGS, f"--host-resolver-rules=MAP {ELSEWHERE} 127.0.0.1"]
    browser = playwright.chromium.launch(executable_path=CHROMIUM, args=flags)
    yield browser
    browser.close()


@pytest.fixture
def host(site):
    host = Host(site)
    yield host
    host.stop()


@pytest.fixture
def take(chromium, host):
    """Take a phone nobody has used yet."""
    contexts = []

    def take(*, lang="en-GB", size=PHONE, **how):
        contexts.append(chromium.new_context(locale=lang, viewport=size, **how))
        return Phone(contexts[-1], host)

    yield take
    for context in contexts:
        context.close()


@pytest.fixture(scope="session")
def loaded(chromium, site):
    """A phone that has loaded the site once; its host is gone since."""
    host = Host(site)
    context = chromium.new_context(locale="en-GB", viewport=PHONE)
    phone = Phone(context, host).start()
    host.stop()
    yield phone
    context.close()


@pytest.fixture
def offline(loaded):
    """The phone without a network, with what was complained about forgotten."""
    loaded.complaints.clear()
    return loaded


@pytest.fixture
def axe():
    package = pytest.importorskip("axe_playwright_python.base", reason="pip install -e '.[web-test]'")
    axe = Axe(package.AXE_SCRIPT, set())
    yield axe
    assert {name: [] for name in axe.found} == axe.found
