"""Phones and screens that are lent for a test, and given back with nothing in them."""

from collections import defaultdict

from tests.web.browser.evening import PHONE

PATIENCE = 15_000
"""Milliseconds a page may take on a machine that does much else."""


class Device:
    """A window of its own, with its own cookies, and an empty page that keeps it open."""

    def __init__(self, browser, how):
        self.how = how
        self.context = browser.new_context(viewport=PHONE, **how)
        self.context.set_default_timeout(PATIENCE)
        self.empty_page = self.context.new_page()
        self.inside = self.context.new_cdp_session(self.empty_page)

    def forget(self, address):
        """Close its pages, and clear all that was kept of a service."""
        for page in self.context.pages:
            if page != self.empty_page:
                page.close()
        self.inside.send("Storage.clearDataForOrigin", {"origin": address, "storageTypes": "all"})
        self.inside.send("Network.clearBrowserCache")
        self.context.clear_cookies()


class Devices:
    """The devices of one browser: another window takes it four times as long as another page in one."""

    def __init__(self, browser):
        self.browser, self.free = browser, defaultdict(list)

    def lend(self, **how):
        """Give a device of a kind that nobody has."""
        free = self.free[frozenset(how.items())]
        return free.pop() if free else Device(self.browser, how)

    def give_back(self, device, address):
        """Take a device that was lent to look at a service."""
        device.forget(address)
        self.free[frozenset(device.how.items())].append(device)
