"""Phones and screens that are lent for a test, and given back with nothing in them."""

from collections import defaultdict

from tests.web.browser.evening import PHONE

PATIENCE = 60_000
"""Milliseconds a page may take on a machine that does much else."""


class Device:
    """A window of its own, with its own cookies; `said` is what its console complained about."""

    def __init__(self, browser, how):
        self.how, self.said = how, []
        self.context = browser.new_context(viewport=PHONE, **how)
        self.context.set_default_timeout(PATIENCE)
        self.page = self.context.new_page()
        self.inside = self.context.new_cdp_session(self.page)
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.on("console", lambda each: self.said.append(each.text) if is_complaint(each) else None)

    def show(self, address, size):
        if size != self.page.viewport_size:
            self.page.set_viewport_size(size)
        self.page.goto(address)
        return self.page

    def forget(self, address, plain):
        """Leave a service for a page where nothing goes on, and clear all that was kept of it."""
        self.page.mouse.up()
        self.page.mouse.move(0, 0)
        self.page.goto(plain)
        self.inside.send("Storage.clearDataForOrigin", {"origin": address, "storageTypes": "all"})
        self.inside.send("Network.clearBrowserCache")
        self.context.clear_cookies()
        self.said.clear()


class Devices:
    """The devices of one browser: another window takes it eight times as long as another page in one."""

    def __init__(self, browser):
        self.browser, self.free = browser, defaultdict(list)

    def lend(self, **how):
        """Give a device of a kind that nobody has."""
        free = self.free[frozenset(how.items())]
        return free.pop() if free else Device(self.browser, how)

    def give_back(self, device, address, plain):
        """Take a device that was lent to look at a service; one without a page is of no use any more."""
        if device.page.is_closed():
            device.context.close()
            return
        device.forget(address, plain)
        self.free[frozenset(device.how.items())].append(device)


def is_complaint(message):
    """Tell a complaint from the answers a game gives: refused, stale, gone."""
    known = ("422", "409", "404", "ERR_CONNECTION", "ERR_INCOMPLETE", "ERR_EMPTY", "net::")
    return message.type == "error" and not any(word in message.text for word in known)
