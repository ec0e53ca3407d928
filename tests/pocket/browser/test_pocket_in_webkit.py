"""The engine of every iPhone: whether the written site starts in it, as far as its driver allows."""

import pytest

from tests.pocket.browser.phone import said
from tests.web.webkit.conftest import display, missing, started, webkit  # noqa: F401 - fixtures
from tests.web.webkit.window import Window

pytestmark = pytest.mark.skipif(missing() is not None, reason=str(missing()))

HAS = """const done = arguments[arguments.length - 1];
(async () => {
  const has = { secure: isSecureContext, workers: !!navigator.serviceWorker, locks: !!navigator.locks };
  has.storage = await navigator.storage?.getDirectory?.().then(() => "", (error) => error.name) ?? "none";
  return has;
})().then(done, (error) => done(String(error)));"""


def test_it_starts_in_webkit(webkit, host):
    window = Window(webkit)
    window.goto(host.start)
    webkit.set_script_timeout(60)
    print(webkit.execute_async_script(HAS))
    import time

    for _ in range(12):
        time.sleep(5)
        print(
            window.evaluate(
                "[document.getElementById('step').textContent, document.getElementById('wrong').textContent, document.getElementById('bar').value, document.getElementById('app').hidden, document.getElementById('note').textContent]"
            )
        )
