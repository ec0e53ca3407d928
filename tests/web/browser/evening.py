"""People with phones round a table: a service of its own process, a screen, a page for each seat."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
PHONE = {"width": 390, "height": 844}
SCREEN = {"width": 1366, "height": 820}
PATIENCE = 15_000
"""Milliseconds a page may take on a machine that does much else."""


GAME = "niagara"
"""What is played where nothing else is said."""


def skip_all(items, folder, reason):
    """Skip every test of a folder, and say why; where there is no reason, none."""
    for item in items:
        if reason and folder in Path(item.path).parents:
            item.add_marker(pytest.mark.skip(reason=reason))


class Service:
    """A service of its own process on a store, which may be killed and started again.

    Nobody waits for it before its address is asked for: so the next one starts while a test runs.
    """

    def __init__(self, db):
        self.db, self.port = db, 0
        self.begin()

    @property
    def start(self):
        """Give the address of its start page, once it is there."""
        if self.said_address is None:
            self.said_address = self.process.stdout.readline().strip()
            self.port = int(self.said_address.split(":")[2].split("/")[0])
        return self.said_address

    def serve(self):
        """Start the service again; give the address of its start page."""
        self.begin()
        return self.start

    def begin(self):
        """Start the process of the service."""
        command = [
            sys.executable,
            "-m",
            "cli.main",
            "serve",
            "--port",
            str(self.port),
            "--address",
            "127.0.0.1",
        ]
        env = {**os.environ, "REFEREE_DB": str(self.db), "PYTHONPATH": str(ROOT), "LANG": "C.UTF-8"}
        self.process = subprocess.Popen(
            command, cwd=ROOT, env=env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        self.said_address = None

    def kill(self):
        """Kill the service without a warning."""
        self.end(signal.SIGKILL)

    def end(self, how):
        """End the service."""
        self.process.send_signal(how)
        self.process.wait(timeout=10)
        self.process.stdout.close()

    def close(self):
        """End the service, if it has not ended."""
        if self.process.poll() is None:
            self.end(signal.SIGKILL)

    def look(self, address, **how):
        """Open an address on a device of its own; whoever has a browser says how."""
        raise NotImplementedError

    def open(self, *names, **how):
        """Open a table on the screen; give the screen."""
        screen = self.look(f"{self.start}?game={GAME}", size=SCREEN, **how)
        for i, name in enumerate(names):
            screen.fill(f"#name{i}", name)
        screen.click("form[action$=open] button.main")
        screen.wait_for_selector(".codes")
        return screen

    def join(self, screen, **how):
        """Let everybody open the address beside their code, as it is read off the screen."""
        return {seat: self.look(address, **how) for seat, address in codes(screen).items()}

    def sit_down(self, **how):
        """Open a table of three and let everybody join."""
        screen = self.open("Ada", "Ben", "Chie")
        return screen, self.join(screen, **how)


class Ahead:
    """Services for one test after the other, each of its own; the next begins to start when one is taken."""

    def __init__(self, make):
        self.make = make

    def __enter__(self):
        self.next = self.make()
        return self

    def take(self):
        """Give the one that has been starting, and start the next."""
        taken, self.next = self.next, self.make()
        return taken

    def __exit__(self, *_):
        self.next.close()


class Evening(Service):
    """A service, and the browsers that look at it; `said` is what their consoles complained about."""

    def __init__(self, browser, db):
        self.browser, self.said, self.contexts = browser, [], []
        super().__init__(db)

    def close(self):
        """Send everybody home."""
        for context in self.contexts:
            context.close()
        super().close()

    def look(self, address, *, size=PHONE, lang="en-GB", **how):
        """Open an address on a device of its own."""
        context = self.browser.new_context(viewport=size, locale=lang, **how)
        context.set_default_timeout(PATIENCE)
        self.contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: self.said.append(str(error)))
        page.on("console", lambda message: self.said.append(message.text) if is_complaint(message) else None)
        page.goto(address)
        return page


def codes(screen):
    """Tell which address each seat's code on a screen stands for."""
    shown = screen.locator(".code").all()
    return {each.get_attribute("data-seat"): each.get_attribute("data-address") for each in shown}


def is_complaint(message):
    """Tell a complaint from the answers a game gives: refused, stale, gone."""
    known = ("422", "409", "404", "ERR_CONNECTION", "ERR_INCOMPLETE", "ERR_EMPTY", "net::")
    return message.type == "error" and not any(word in message.text for word in known)


def press(page, notation):
    """Press the button of an action, once it takes a tap; unfold first what is asked twice."""
    button = f'button.offer[data-line="{notation}"]'
    page.locator(button).wait_for(state="attached")
    folds = page.locator(f"details:not([open]):has({button}) > summary")
    while folds.count():
        folds.first.and_(page.locator("summary:not([data-fresh])")).click()
    page.locator(f"{button}:not([data-fresh])").click()


def lay(phones, **cards):
    """Lay a card each."""
    for seat, card in cards.items():
        press(phones[seat], f"{seat} plays {card}")
        if seat != list(cards)[-1]:
            phones[seat].locator(".group[data-kind=paddle_chosen]").wait_for(state="detached")


def waits_for(page, text):
    """Wait until a page says something."""
    page.locator("main", has_text=text).wait_for()
