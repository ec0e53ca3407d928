"""The engine of every iPhone: the written site starts in it, as far as its driver allows.

Debian's WebKit has service workers, locks and module workers there, but no private file system: what is tried
is that it starts, says that nothing is kept, and answers.
"""

import pytest

from tests.pocket.browser.phone import said
from tests.web.webkit.conftest import display, missing, webkit

__all__ = ["display", "webkit"]

pytestmark = pytest.mark.skipif(missing() is not None, reason=str(missing()))

KEEPS = "() => Boolean(navigator.storage?.getDirectory)"
STARTED = """() => {
  const wrong = document.getElementById("wrong").textContent;
  const page = document.getElementById("app").contentDocument;
  return wrong || page?.querySelector("main")?.textContent;
}"""
TRIES = 5
"""How often a minute may pass until it is there: its WebAssembly is not compiled, where it is Debian's."""


@pytest.fixture
def window(webkit, host):
    from tests.web.webkit.window import Window

    window = Window(webkit)
    window.goto(host.start)
    yield window
    webkit.get("about:blank")


def test_it_starts_in_webkit(window):
    from tests.web.webkit.window import awaited

    for attempt in range(TRIES):
        try:
            text = awaited(lambda: window.evaluate(STARTED) or None, "the start")
            break
        except AssertionError:
            if attempt == TRIES - 1:
                raise
    assert "Niagara" in text
    told = window.evaluate("() => document.querySelector('#note span').textContent")
    assert window.evaluate(KEEPS) or said("not_kept") == told
