"""A window of WebKit in the words of Playwright's pages, as far as shared steps use them."""

import time
from functools import partial

from selenium.webdriver.common.actions.action_builder import ActionBuilder

PATIENCE = 60
"""Seconds something may take on a machine that does much else."""

FIND = """const [steps, ask, asked] = arguments;
const take = {
  css: (found, css) => [...new Set(found.flatMap((each) => [...each.querySelectorAll(css)]))],
  text: (found, text) => found.filter((each) => each.textContent.includes(text)),
  nth: (found, n) => found.slice(n, n + 1),
  and: (found, css) => found.filter((each) => each.matches(css)),
};
const found = steps.reduce((some, [kind, what]) => take[kind](some, what), [document]);
const seen = (each) => each && each.getBoundingClientRect().width > 0
  && getComputedStyle(each).visibility !== "hidden";
const tell = {
  count: () => found.length,
  state: () => (found.length ? (seen(found[0]) ? "visible" : "hidden") : "detached"),
  read: (property) => (found.length ? [found[0][property]] : null),
  attribute: (name) => (found.length ? [found[0].getAttribute(name)] : null),
  do: (method) => (found.length ? [found[0][method]()] : null),
  point: () => {
    const one = found[0];
    if (!seen(one)) return null;
    const inView = ({ top, bottom }) => top >= 0 && bottom <= innerHeight;
    if (!inView(one.getBoundingClientRect())) one.scrollIntoView({ block: "center", behavior: "instant" });
    for (const each of [one, ...one.querySelectorAll(".hit")]) {
      const { left, top, width, height } = each.getBoundingClientRect();
      const middle = [Math.round(left + width / 2), Math.round(top + height / 2)];
      if (one.contains(document.elementFromPoint(...middle))) return middle;
    }
    one.scrollIntoView({ block: "center", behavior: "instant" }); // a bar may lie over it
    return null;
  },
};
return tell[ask](asked);"""
"""Finds elements step by step, and answers one question about them."""

WATCH = """window.complaints = [];
addEventListener("error", (event) => complaints.push(event.message));
addEventListener("unhandledrejection", (event) => complaints.push(String(event.reason)));"""

CALL = "const it = (%s); return typeof it === 'function' ? it(arguments[0]) : it;"


def awaited(ask, what):
    till = time.monotonic() + PATIENCE
    while time.monotonic() < till:
        if (found := ask()) is not None:
            return found
        time.sleep(0.05)
    raise AssertionError(f"waited in vain: {what}")


class Window:
    """A window among several of one browser; each command goes to the window it is meant for."""

    turned_to = None
    """The window the driver is turned to; to turn it takes as long as to ask."""

    def __init__(self, driver):
        self.driver = driver
        self.handle = Window.turned_to = driver.current_window_handle

    def at(self):
        if Window.turned_to != self.handle:
            self.driver.switch_to.window(self.handle)
            Window.turned_to = self.handle
        return self.driver

    @property
    def url(self):
        return self.at().current_url

    def goto(self, address):
        self.at().get(address)
        self.driver.execute_script(WATCH)

    def back(self):
        self.at().back()

    def title(self):
        return self.at().title

    def content(self):
        return self.at().page_source

    def complaints(self):
        return self.evaluate("window.complaints ?? []")

    def evaluate(self, script, arg=None):
        return self.at().execute_script(CALL % script, arg)

    def wait_for_function(self, script, arg=None):
        awaited(lambda: self.evaluate(script, arg) or None, script)

    def wait_for_timeout(self, milliseconds):
        time.sleep(milliseconds / 1000)

    def wait_for_selector(self, css):
        self.locator(css).wait_for()

    def locator(self, css, has_text=None):
        return Found(self, ()).locator(css, has_text)

    def inner_text(self, css):
        return self.locator(css).inner_text()

    def click(self, css):
        self.locator(css).click()

    def fill(self, css, text):
        self.locator(css).click()
        self.locator(css).sure("do", "select")
        self.press(text)

    def press(self, *keys):
        self.at().switch_to.active_element.send_keys(*keys)

    def tap_at(self, x, y):
        hand = ActionBuilder(self.at())
        hand.pointer_action.move_to_location(x, y).pointer_down().pointer_up()
        hand.perform()


class Found:
    """What is found in a window, step by step, anew for every question."""

    def __init__(self, window, steps):
        self.window, self.steps = window, steps

    def ask(self, question, asked=None):
        return self.window.at().execute_script(FIND, self.steps, question, asked)

    def sure(self, question, asked=None):
        return awaited(partial(self.ask, question, asked), (self.steps, question))

    def locator(self, css, has_text=None):
        text = () if has_text is None else (("text", has_text),)
        return Found(self.window, (*self.steps, ("css", css), *text))

    def nth(self, n):
        return Found(self.window, (*self.steps, ("nth", n)))

    def and_(self, other):
        ((_, css),) = other.steps
        return Found(self.window, (*self.steps, ("and", css)))

    @property
    def first(self):
        return self.nth(0)

    def count(self):
        return self.sure("count")

    def all(self):
        return [self.nth(n) for n in range(self.count())]

    def wait_for(self, state="visible"):
        known = {"attached": {"visible", "hidden"}, "hidden": {"hidden", "detached"}}.get(state, {state})
        awaited(lambda: True if self.ask("state") in known else None, (self.steps, state))

    def is_visible(self):
        return "visible" == self.sure("state")

    def get_attribute(self, name):
        return self.sure("attribute", name)[0]

    def text_content(self):
        return self.sure("read", "textContent")[0]

    def inner_text(self):
        return self.sure("read", "innerText")[0]

    def focus(self):
        self.sure("do", "focus")

    def spot(self):
        """Find where a finger would tap it; wait until it takes one."""
        return self.sure("point")

    def click(self):
        self.window.tap_at(*self.spot())
