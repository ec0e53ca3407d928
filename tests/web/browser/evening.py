"""People with phones round a table: a service of its own process, a screen, a page for each seat."""

import os
import signal
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.web.browser.forks import FORKS, serve

ROOT = Path(__file__).parents[3]
PHONE = {"width": 390, "height": 844}
SCREEN = {"width": 1366, "height": 820}
GAME = "niagara"
"""What is played where nothing else is said."""


PLAIN = "/static/idiomorph-LICENSE.txt"
"""A page of the service without anything on it that lives."""


def skip_all(items, folder, reason):
    """Skip every test of a folder, and say why; where there is no reason, none."""
    for item in items:
        if reason and folder in Path(item.path).parents:
            item.add_marker(pytest.mark.skip(reason=reason))


class Service:
    """A service of its own process on a store, which may be killed and started again."""

    where = ("--address", "127.0.0.1")

    def __init__(self, db):
        self.db, self.port = db, 0
        self.serve()

    def serve(self):
        """Start the service, on the port it had before; `start` is the address of its start page."""
        said, saying = FORKS.Pipe(duplex=False)
        self.process = FORKS.Process(
            target=serve, args=(str(self.db), self.port, saying, self.where), daemon=True
        )
        self.process.start()
        saying.close()
        with os.fdopen(os.dup(said.fileno())) as said_lines:
            self.start = said_lines.readline().strip()
        self.port = urlsplit(self.start).port

    def kill(self):
        self.end(signal.SIGKILL)

    def end(self, how):
        os.kill(self.process.pid, how)
        self.process.join(timeout=60)
        assert self.process.exitcode is not None, "it has not ended"

    def close(self):
        if self.process.is_alive():
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

    def sit_down(self):
        screen = self.open("Ada", "Ben", "Chie")
        return screen, self.join(screen)


class Evening(Service):
    """A service, and the devices that look at it."""

    def __init__(self, devices, db):
        self.devices, self.held = devices, []
        super().__init__(db)

    def close(self):
        # A page of the same site goes on in the same process.
        plain = f"{self.start.partition('/h/')[0]}{PLAIN}" if self.process.is_alive() else "about:blank"
        for device in self.held:
            self.devices.give_back(device, self.start, plain)
        super().close()

    def look(self, address, *, size=PHONE, lang="en-GB", **how):
        device = self.devices.lend(locale=lang, **how)
        self.held.append(device)
        return device.show(address, size)

    @property
    def said(self):
        return [each for device in self.held for each in device.said]


class Alone(Evening):
    """A service that no other device reaches, and the one device."""

    where = ("--host", "127.0.0.1")


IS_SIZE = "([width, height]) => innerWidth === width && innerHeight === height"


def resized(page, sizes):
    """Give a page one size after the other; how it lies there is a matter of its style alone."""
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(IS_SIZE, arg=[width, height])
        yield width, height


def codes(screen):
    shown = screen.locator(".code").all()
    return {each.get_attribute("data-seat"): each.get_attribute("data-address") for each in shown}


def press(page, notation):
    """Press the button of an action, once it takes a tap; unfold first what is asked twice."""
    button = f'button.offer[data-line="{notation}"]'
    page.locator(button).wait_for(state="attached")
    folds = page.locator(f"details:not([open]):has({button}) > summary")
    while folds.count():
        folds.first.and_(page.locator("summary:not([data-fresh])")).click()
    page.locator(f"{button}:not([data-fresh])").click()


def lay(phones, **cards):
    for seat, card in cards.items():
        press(phones[seat], f"{seat} plays {card}")
        if seat != list(cards)[-1]:
            phones[seat].locator(".group[data-kind=paddle_chosen]").wait_for(state="detached")


def waits_for(page, text):
    page.locator("main", has_text=text).wait_for()
