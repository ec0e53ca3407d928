"""Any phone: what an old browser lacks is taken away from this one, and the game goes on."""

import re

import pytest

from tests.web.browser.evening import PHONE, SCREEN, press, waits_for
from tests.web.browser.tables import Sitting, names, on_the_lake, on_the_river, revision, tap

IOS_15 = """
const Native = FormData;
window.FormData = class extends Native { constructor(form) { super(form); } };
delete HTMLFormElement.prototype.requestSubmit;
delete window.structuredClone;
delete Array.prototype.at;
delete window.HTMLDialogElement;
"""
"""Without Safari 15.4 to 16.4, Chrome 98 to 112."""

IOS_13 = """
for (const event of [Event, SubmitEvent]) {
  Object.defineProperty(event.prototype, "submitter", { get() { return undefined; } });
}
for (const each of [Element, Document, DocumentFragment]) delete each.prototype.replaceChildren;
delete Element.prototype.animate;
delete String.prototype.replaceAll;
"""
"""Without Safari 14 and 15, Chrome 81 to 86: Android 9 as it came."""

BROKEN = '"use strict"; const a = b?.; // as a browser reads what it does not know'

OLD_SELECTORS = re.compile(r"^[^@{}\n]*:(?:has|is|where|focus-visible)\b[^{}\n]*\{[^{}]*\}", re.MULTILINE)
OLD_VALUES = re.compile(r"\binset:[^;}]*|[\w-]+:[^;{}]*\b(?:min|max|clamp)\([^;}]*")


def older(css):
    """Return a style sheet as a browser without `:is`, `:has`, `inset` and `min()` has it."""
    return OLD_VALUES.sub("", OLD_SELECTORS.sub("", css))


@pytest.fixture
def look(devices):
    """Open an address in a browser that lacks something; `instead` are files it gets in place of ours."""
    opened = []

    def look(address, lacks="", size=PHONE, instead=None, **how):
        page = devices.browser.new_context(viewport=size, **how).new_page()
        opened.append(page.context)
        page.said = []
        page.on("pageerror", lambda error: page.said.append(str(error)))
        page.add_init_script(lacks)
        for name, (kind, body) in (instead or {}).items():
            page.route(
                f"**/static/{name}*",
                lambda each, kind=kind, body=body: each.fulfill(body=body, content_type=kind),
            )
        page.goto(address)
        return page

    yield look
    for context in opened:
        context.close()


def script(**broken):
    return {f"{name}": ("text/javascript", body) for name, body in broken.items()}


NO_MORPH = {"idiomorph-0.8.0.min.js": ("text/javascript", BROKEN)}
"""Chrome 80 to 84 and Safari before 14 do not read `||=`."""


@pytest.mark.parametrize(
    ("lacks", "instead"), [(IOS_15, {}), (IOS_15 + IOS_13, {}), (IOS_15 + IOS_13, NO_MORPH)]
)
def test_an_old_phone_does_what_any_does(evening, look, lacks, instead):
    """Buttons, the board, a choice in two steps, the language; and it follows what others do."""
    table = Sitting(evening, "niagara", "ABC")
    ada = look(f"{table.links['A']}/", lacks, instead=instead)
    press(ada, "A plays 6")
    waits_for(ada, "Waiting for")
    table.say("B plays 4", "C plays 3")
    waits_for(ada, "It is your turn")
    tap(ada, "canoe:A.2", "to:L6")
    waits_for(ada, "Ada's canoe 2 is launched and paddles to L6.")
    ada.click("button[name=lang][value=ja]")
    ada.locator("html[lang=ja]").wait_for(state="attached")
    assert [] == [each for each in ada.said if "Unexpected" not in each]


def test_what_a_script_cannot_do_the_browser_does(evening, look):
    """Whatever else a browser lacks: the act is sent once more, as a page without a script sends it."""
    ada = look(f"{on_the_river(evening).links['A']}/")
    ada.evaluate("() => { delete DOMParser.prototype.parseFromString; }")
    before = revision(ada)
    ada.locator("button.offer:not([data-fresh])").first.click()
    ada.wait_for_function("(r) => document.getElementById('main').dataset.revision > r", arg=before)
    assert revision(look(ada.url)) == revision(ada)


def test_a_line_is_sent_by_its_enter_key(evening, look):
    ada = look(f"{on_the_river(evening).links['A']}/", IOS_15 + IOS_13)
    ada.fill("#line", "A1 launch to L6")
    ada.press("#line", "Enter")
    waits_for(ada, "Ada's canoe 1 is launched and paddles to L6.")


def test_a_browser_that_cannot_read_the_script_follows_all_the_same(evening, look):
    """A television: it says so where the service is gone, and goes on when that is back."""
    river = on_the_river(evening)
    tv = look(river.screen, size=SCREEN, instead=script(**{"app.js": BROKEN}))
    tv.clock.install()
    tv.reload()
    board = tv.locator(".board").first
    river.say("A1 launch to L6")
    tv.clock.run_for(11_000)
    waits_for(tv, "Ada's canoe 1 is launched and paddles to L6.")
    assert board.is_visible()
    evening.kill()
    tv.clock.run_for(11_000)
    tv.locator("#network:not(:empty)").wait_for()
    evening.serve()
    river.say("B1 launch to S4")
    tv.clock.run_for(11_000)
    waits_for(tv, "Ben's canoe 1 is launched and paddles to S4.")
    assert "" == tv.locator("#network").text_content()


def test_what_is_being_typed_is_not_replaced(evening, look):
    river = on_the_river(evening)
    ben = look(f"{river.links['B']}/", instead=script(**{"app.js": BROKEN}))
    ben.clock.install()
    ben.reload()
    ben.fill("#line", "B1 lau")
    river.say("A1 launch to L6")
    ben.clock.run_for(11_000)
    assert "B1 lau" == ben.input_value("#line")
    ben.evaluate("document.activeElement.blur()")
    ben.clock.run_for(21_000)
    waits_for(ben, "It is your turn")


def test_a_script_that_runs_is_followed_alone(evening, look):
    """Whoever has a stream asks for nothing every ten seconds."""
    ada = look(f"{on_the_river(evening).links['A']}/")
    ada.locator("html[data-runs]").wait_for(state="attached")
    asked = []
    ada.on("request", lambda each: asked.append(each.url))
    ada.clock.install()
    ada.clock.run_for(60_000)
    assert [] == asked


@pytest.mark.parametrize("table", [on_the_river, on_the_lake])
def test_an_old_style_hides_nothing_and_takes_taps(evening, look, table):
    """Rules an old browser does not know are no rules there; a board without them is still tapped."""
    css = look(f"{evening.start.partition('/h/')[0]}/static/app.css").locator("pre").text_content()
    style = {"app.css": ("text/css", older(css))}
    sitting = table(evening)
    ada = look(f"{sitting.links['A']}/", instead=style)
    first = min(names(ada))
    tap(ada, first)
    begun = ada.locator(f"[id='tap-{first}'][aria-pressed=true]")
    begun.or_(ada.locator("#turn", has_text="Waiting")).first.wait_for()
    screen = look(Sitting(evening, "niagara", "ABC").screen, size=SCREEN, instead=style)
    assert [True] * 3 == [each.is_visible() for each in screen.locator(".code .qr").all()]
    assert screen.locator(".board svg").first.bounding_box()["width"] > SCREEN["width"] / 4
    start = look(evening.start, instead=style)
    assert all(each.is_visible() for each in start.locator("fieldset input[name=name]").all())


AWAKE = """
window.locks = [];
class Lock extends EventTarget {
  release() { window.locks.splice(window.locks.indexOf(this), 1); this.dispatchEvent(new Event("release")); }
}
Object.defineProperty(navigator, "wakeLock", { value: { request: async () => {
  window.locks.push(new Lock());
  return window.locks[window.locks.length - 1];
} } });
"""

HELD = "(n) => window.locks.length === n"


def test_a_page_keeps_its_screen_awake_unless_its_seat_does_not_want_it(evening, look):
    river = on_the_river(evening)
    ada = look(f"{river.links['A']}/", AWAKE)
    ada.wait_for_function(HELD, arg=1)
    ada.evaluate("window.locks[0].release()")  # as the system does behind another page
    ada.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    ada.wait_for_function(HELD, arg=1)
    ada.click("#awake")
    ada.wait_for_function(HELD, arg=0)
    ada.reload()
    ada.locator("#awake[aria-pressed=false]").wait_for()
    assert 0 == ada.evaluate("window.locks.length")
    ada.click("#awake")
    ada.wait_for_function(HELD, arg=1)


def test_where_a_screen_cannot_be_kept_awake_nothing_is_offered(evening, look):
    ada = look(
        f"{on_the_river(evening).links['A']}/",
        'Object.defineProperty(navigator, "wakeLock", { value: undefined });',
    )
    ada.locator("html[data-runs]").wait_for(state="attached")
    assert not ada.locator("#awake").is_visible()
    assert [] == ada.said
