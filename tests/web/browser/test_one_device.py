"""A family with one phone: it goes round by its curtain, and nothing takes more taps than it must."""

import pytest

from tests.web.browser.evening import waits_for

NARROW = {"width": 360, "height": 740}
FRESH = ":not([data-fresh])"


class Phone:
    """The one device; `taps` counts what was tapped on it since it was asked last."""

    def __init__(self, alone, game, *names):
        self.page = alone.look(f"{alone.start}?game={game}", size=NARROW)
        for i, name in enumerate(names):
            self.page.fill(f"#name{i}", name)
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
