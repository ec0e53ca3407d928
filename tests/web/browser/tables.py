"""Tables of each game, brought without a browser to where a test begins; and fingers on a board."""

import re
from html import unescape
from urllib.parse import urlencode, urljoin, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener, urlopen

CODE = re.compile(r'data-address="([^"]+)" data-seat="([^"]+)"')
STREAM = re.compile(r'data-stream="([^"]+)"')
KEEP = re.compile(r'data-kind="provision_kept".*?data-line="([^"]+)"', re.DOTALL)

COURSE = ("lake rulebook", "race 1 buoys 7,18 23,11 13,10 21,24")
THROWN = (*COURSE, "B at 7,19 E", "A at 7,20 E", "A roll 1: 3")
"""Powerboats up to where Ada, with a 3, moves first."""

LAID = ("A plays 6", "B plays 4", "C plays 3")
"""Niagara up to where Ada, with a 6, moves first."""

NAMES = {"A": "Ada", "B": "Ben", "C": "Chie", "D": "Dan", "E": "Eve", "F": "Finn"}


class Stay(HTTPRedirectHandler):
    """Does not go where an answer leads."""

    def redirect_request(self, *_):
        return None


def ask(address, **form):
    """Ask the service as a browser would; give the status, where it leads, and the page."""
    data = urlencode(form, doseq=True).encode() if form else None
    try:
        answer = build_opener(Stay).open(Request(address, data))  # noqa: S310 - our own service
    except OSError as error:
        answer = error
    return answer.status, answer.headers.get("location", ""), answer.read().decode()


class Sitting:
    """A table of a game with the links of everybody; nobody looks at a page yet."""

    def __init__(self, evening, game, names="AB", chance="table", **options):
        self.evening = evening
        form = {"game": game, "name": [NAMES[seat] for seat in names], "chance": chance, "lang": "en"}
        more = {f"option.{name}": value for name, value in options.items()}
        _, screen, _ = ask(f"{evening.start.rstrip('/')}/open", **form, **more)
        parts = urlsplit(evening.start)
        self.screen = f"{parts.scheme}://{parts.netloc}{screen}"
        codes = CODE.findall(ask(self.screen)[2])
        self.links = {seat: unescape(address).rstrip("/") for address, seat in codes}

    def say(self, *lines):
        """Tell lines of notation, each from the seat it begins with, else from the first."""
        for line in lines:
            link = self.links.get(line.partition(" ")[0].rstrip("12")) or self.links["A"]
            status, _, page = ask(f"{link}/do", notation=line)
            assert 303 == status, (line, page)
        return self

    def keep(self):
        for _ in self.links:
            for link in self.links.values():
                if found := KEEP.search(ask(f"{link}/")[2]):
                    self.say(unescape(found[1]))
        return self

    def come(self):
        """Let a phone of each seat follow the game for a moment, and be laid away."""
        for link in self.links.values():
            stream = unescape(STREAM.search(ask(f"{link}/")[2])[1])
            with urlopen(urljoin(link, stream)) as following:  # noqa: S310 - our own service
                following.readline()
        return self

    def acting(self):
        return next(seat for seat, link in self.links.items() if "It is your turn" in ask(f"{link}/")[2])

    def look(self, seat, **how):
        return self.evening.look(f"{self.links[seat]}/", **how)


def on_the_river(evening):
    """Sit down to Niagara, with Ada to move after a 6."""
    return Sitting(evening, "niagara", "ABC").say(*LAID)


def on_the_lake(evening):
    """Sit down to Powerboats, with Ada to move after a 3."""
    return Sitting(evening, "powerboats").say(*THROWN)


def in_the_boat(evening):
    """Sit down to Lifeboat with dealt hands; everybody has kept a card, and somebody is to act."""
    return Sitting(evening, "lifeboat", "ABCD", chance="referee").keep()


def revision(page):
    return int(page.locator("main").get_attribute("data-revision"))


def target(page, id):
    return page.locator(f"[id='tap-{id}']")


CHANGED = """([revision, address]) =>
  document.getElementById("main").dataset.revision != revision || location.href != address"""


def tap(page, *ids):
    """Tap things on the board, one after the other; each must have an effect before the next."""
    for id in ids:
        before = [str(revision(page)), page.url]
        target(page, id).click()
        page.wait_for_function(CHANGED, arg=before)


TAPPABLE = "() => [...document.querySelectorAll('a[id^=tap-]')].map((each) => each.id)"


def names(page):
    return {id.removeprefix("tap-") for id in page.evaluate(TAPPABLE)}


WATCHED = """() => {
  window.glided = [];
  const plain = Element.prototype.animate;
  Element.prototype.animate = function (frames, how) {
    window.glided.push([this.dataset.piece, how.duration, frames[0].transform]);
    return plain.call(this, frames, how);
  };
}"""
"""Notes what is made to glide."""


def seen_to_move(table, screen, *lines):
    """Look at a screen while something is said; give what glided on it."""
    screen.evaluate(WATCHED)
    before = revision(screen)
    table.say(*lines)
    screen.wait_for_function(
        "(r) => Number(document.getElementById('main').dataset.revision) > r", arg=before
    )
    return screen.evaluate("window.glided")
