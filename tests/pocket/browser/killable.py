"""A browser of its own processes on a folder, which may be killed at any moment."""

import os
import signal
import subprocess
import time

from tests.web.browser.conftest import CHROMIUM, FLAGS

FIRST = 'test -z "$0" || echo $$ > "$0"; exec "$@"'
"""Joins the control group whose list of processes is named first, then is the command."""


class Killable:
    """Chromium with a profile of its own; `group` is the list of processes of a control group to join."""

    def __init__(self, playwright, profile, group=None):
        profile.mkdir(exist_ok=True)
        port = profile / "DevToolsActivePort"
        port.unlink(missing_ok=True)
        command = [CHROMIUM, *FLAGS, "--headless", "--remote-debugging-port=0", f"--user-data-dir={profile}"]
        self.process = subprocess.Popen(
            ["sh", "-c", FIRST, str(group or ""), *command, "about:blank"],
            start_new_session=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        till = time.monotonic() + 120
        while not port.exists() or len(port.read_text().split()) < 2:
            assert time.monotonic() < till, "the browser does not start"
            time.sleep(0.05)
        at = f"http://127.0.0.1:{port.read_text().split()[0]}"
        self.context = playwright.chromium.connect_over_cdp(at, timeout=120_000).contexts[0]

    def kill(self):
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
