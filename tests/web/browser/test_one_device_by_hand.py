"""A family with one phone: it goes round by its curtain, and nothing takes more taps than it must."""

import json

import pytest

from tests.web.browser.evening import waits_for
from tests.web.browser.tables import ask, revision

NARROW = {"width": 360, "height": 740}
FRESH = ":not([data-fresh])"
IS_SEEN = """(each) => {
  const { top, bottom, left, right } = each.getBoundingClientRect();
  const found = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return top >= 0 && bottom <= innerHeight && each.contains(found);
}"""
"""Whether an element lies in the window with nothing over its middle."""


class Phone:
    """The one device; `taps` counts what was tapped on it since it was asked last."""

    def __init__(self, alone, game, *names, chance=None):
        self.page = alone.look(f"{alone.start}?game={game}", size=NARROW)
        for i, name in enumerate(names):
            self.page.fill(f"#name{i}", name)
        if chance:
            self.page.evaluate("(way) => { document.getElementById('chance').value = way; }", chance)
        self.page.click("form[action$=open] button.main")
        self.page.wait_for_selector(".curtain")
        self.taps = 0

    def tap(self, css, said=None):
        self.page.locator(f"{css}{FRESH}:visible", has_text=said).first.click()
        self.taps += 1

    def take(self, name):
        self.tap("a.door", f"I am {name}")
        self.page.locator(".own-name", has_text=name).wait_for()

    def tell(self, css):
        """Tap what is recorded, and wait until it is."""
        before = int(self.page.get_attribute("#main", "data-revision"))
        self.tap(css)
        self.page.wait_for_function(
            "(r) => Number(document.getElementById('main').dataset.revision) > r", arg=before
        )

    def is_handed_on(self):
        self.page.wait_for_selector(".curtain")

    def lay_and_paddle(self, name, card):
        self.take(name)
        self.tap("a.pick", f"card {card}")
        self.tap(".chosen button.offer")
        self.is_handed_on()

    def taken(self):
        """Give how many taps there were, and count anew."""
        taps, self.taps = self.taps, 0
        return taps


@pytest.fixture
def river(alone):
    phone = Phone(alone, "niagara", "Ada", "Ben", "Chie")
    for name, card in (("Ada", 6), ("Ben", 5), ("Chie", 4)):
        phone.lay_and_paddle(name, card)
    return phone


def test_a_round_of_niagara_takes_three_taps_of_each_and_one_for_the_river(alone, river):
    assert 9 == river.taken()
    river.tap('button.offer[data-line^="river "]')
    waits_for(river.page, "Waiting for")
    assert 1 == river.taken()
    assert [] == alone.said


def test_a_dispute_is_voted_on_by_each_behind_their_own_name(alone, river):
    river.take("Chie")
    river.taken()
    river.tap("header a", "Dispute")
    river.tap("button", "Put it on record")
    river.page.wait_for_selector(".question")
    assert river.page.locator(".question h2").first.evaluate(IS_SEEN)
    river.tap("button[name=decision]", "The table rules otherwise")
    river.page.wait_for_selector("a.door")
    assert 3 == river.taken()
    for name, words in (("Ada", "ruling stands"), ("Ben", "ruling stands")):
        river.tap("a.door", name)
        river.page.locator("a.door").first.wait_for(state="detached")
        river.tap("button[name=decision]", words)
        river.page.wait_for_selector(".question a.door, .decided")
    assert 4 == river.taken()
    waits_for(river.page, "by vote, 2 of 3: Ada and Ben")
    assert river.page.locator(".decided b", has_text="stands").first.evaluate(IS_SEEN)
    assert [] == alone.said


TAKES = "([x, y]) => Boolean(document.elementFromPoint(x, y).closest('a, button, summary'))"
"""Whether a tap at a point of the window would do anything."""


def test_the_finger_that_handed_the_device_on_finds_nothing_under_it(river):
    """However long after: nothing lies there on the curtain."""
    river.take("Ada")
    box = river.page.locator(".thumb > a").bounding_box()
    place = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
    assert river.page.evaluate(TAKES, place)
    river.tap(".thumb > a")
    river.is_handed_on()
    assert not river.page.evaluate(TAKES, place)


@pytest.mark.parametrize("through", [(), ("Rules",), ("Dispute",)])
def test_no_page_of_a_seat_is_gone_back_to(river, through):
    """Whichever way leads from it to the curtain."""
    river.take("Ada")
    for name in through:
        river.tap("header a", name)
        river.page.locator("header a[aria-current]", has_text=name).wait_for()
    if through != ("Rules",):
        river.tap(".thumb > a")
    else:
        river.tap("header a", "Game")
    river.is_handed_on()
    for _ in range(2):
        river.page.go_back()
        river.page.wait_for_load_state()
        assert 0 == river.page.locator(".own-name, .hand, .thumb > a").count()


THIRST = {
    "characters": {"A": "captain", "B": "mate", "C": "frenchy", "D": "kid"},
    "boat": ["A", "B", "C", "D"],
    "hands": {"A": ["water"], "B": ["water"], "C": ["water"], "D": ["water"]},
    "phase": "navigation",
}


def test_what_was_tapped_and_not_confirmed_is_not_lost_by_handing_on(alone):
    boat = Phone(alone, "lifeboat", "Ada", "Ben", "Chie", "Dan", chance="table")
    root = boat.page.url
    for told in (
        {"event": json.dumps({"type": "corrected", "position": THIRST})},
        {"notation": "top card N02"},
    ):
        assert 303 == ask(f"{root}do", **told)[0]
    boat.take("Ada")
    drinks = "[data-kind=water_used] details.twice"
    boat.tap(f"{drinks} > summary")
    sure = boat.page.locator(f"{drinks}[open] .sure{FRESH}")
    sure.wait_for()
    boat.page.wait_for_function("() => document.activeElement.matches('.sure')")
    assert sure.evaluate(IS_SEEN)
    assert "A waters A" == sure.get_attribute("data-line"), "what one does for oneself stands first"
    before = revision(boat.page)
    boat.tap(".thumb > a")
    boat.page.locator("#unconfirmed:visible", has_text="Not done yet").wait_for()
    assert sure.evaluate(IS_SEEN)
    boat.tap(".thumb > a")
    boat.is_handed_on()
    assert before == revision(boat.page)
    assert [] == alone.said


def test_a_day_in_the_boat_by_one_phone(alone):
    """A card each, an act each, what everybody may do said aloud once; then it is the next day."""
    boat = Phone(alone, "lifeboat", "Ada", "Ben", "Chie", "Dan")
    for _ in range(4):
        boat.tap("a.door.first")
        boat.tap('button.offer[data-line*=" keeps "]')
        boat.is_handed_on()
    assert 8 == boat.taken()
    boat.tap("a.door.first")
    boat.tap('button.offer[data-line$=" rows"]')
    boat.tap('button.offer[data-line*=" rows stack "]')
    boat.is_handed_on()
    for _ in range(3):
        boat.tap("a.door.first")
        boat.tap('button.offer[data-line$=" passes"]')
        boat.page.wait_for_selector(".curtain, button.offer[data-line*=' chooses ']")
    assert 9 == boat.taken()
    if boat.page.locator(".curtain").count():
        boat.tap("a.door.first")
    boat.tell('button.offer[data-line*=" chooses "]')
    windows = 0
    while "day 2" not in boat.page.inner_text("main"):
        boat.tap(".closing details.twice > summary")
        boat.tell(".closing button.sure")
        windows += 1
    assert boat.taken() <= 2 + 2 * windows <= 8
    assert [] == alone.said
