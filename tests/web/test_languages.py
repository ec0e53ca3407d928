"""Nothing in English stands on a page in another language, but names and what is marked as such."""

import re
from html.parser import HTMLParser
from itertools import product

import pytest

from events.stores.sqlite import SqliteStore
from referee.kernel.registry import find_game
from referee.service.tables.table import open_table
from referee.testing.phones import KEEPER, Joined
from tests.stages import one_in
from tests.web.browser.moments import RECORDED, events_of, kinds_of_moment

PEOPLE = ("Ada", "Ben", "Chie", "Dan")
GAMES = {"niagara": 3, "powerboats": 2, "lifeboat": 4}
PAGES = ("", "rules", "log", "log/1", "dispute", "dispute?at=1", "correct", "end")
FOREIGN = re.compile(r"[A-Za-z][A-Za-z'’-]{2,}")
SOURCES = ("Zoch", "Cwali", "Gorilla", "Games", "Hong", "Kong", "wanzhuoyou", "com", "boardgame")
KNOWN = {*PEOPLE, *SOURCES, "Referee", "Niagara", "Powerboats", "Lifeboat", "POWERBOATS", "hocus", "pocus"}
"""Words that are the same in every language: people, publishers, sites, games, and what somebody typed."""

IDS = re.compile(
    r"[A-Z]{3}-[A-Z0-9]+-[A-Z0-9]+|(niagara|powerboats|lifeboat)-[0-9]+|[0-9a-f]{4}(-[0-9a-f]{4}){3}"
    r"|\b(?=[0-9a-f]*[0-9])[0-9a-f]{16,}\b"
)
"""Rules, tables and hashes are called alike in every language."""

SIGNS = re.compile(r"x+|v+|[a-f]+")
"""Wounds and birds on the board in words, and what stands in a hash."""

VOID = {"br", "hr", "img", "input", "link", "meta"}
READ_OUT = ("aria-label", "alt", "title", "placeholder", "data-lost", "data-back", "data-title")


class Reader(HTMLParser):
    """Collects what a person reads or hears of a page in its language."""

    def __init__(self, lang):
        super().__init__()
        self.lang, self.read, self.langs = lang, [], [lang]

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        inside = given.get("lang", self.langs[-1])
        if inside == self.lang:
            self.read += [given[name] or "" for name in READ_OUT if name in given]
        if tag not in VOID:
            self.langs.append("none" if tag in {"script", "style"} else inside)

    def handle_endtag(self, tag):
        if tag not in VOID:
            self.langs.pop()

    def handle_data(self, data):
        if self.langs[-1] == self.lang:
            self.read.append(data)


each_in_turn = pytest.mark.parametrize(
    ("game", "lang"), one_in(3, product(sorted(RECORDED), ["zh-Hans", "ja"]))
)
"""One game in a language every day, all of them where there is time."""


def foreign(html, lang):
    """List the words of a page that are not of its language."""
    reader = Reader(lang)
    reader.feed(html)
    words = {word for part in reader.read for word in FOREIGN.findall(IDS.sub("", part))}
    return sorted(word for word in words if word not in KNOWN and not SIGNS.fullmatch(word))


@pytest.mark.parametrize("chance", ["table", "referee"])
@pytest.mark.parametrize("lang", ["zh-Hans", "ja"])
@pytest.mark.parametrize("game", GAMES)
def test_no_page_has_english_in_it(service, game, lang, chance):
    """Seat and screen, every page, before anything is laid and after a refusal, a dispute and a question."""
    table = service.open(*PEOPLE[: GAMES[game]], game=game, chance=chance)
    for who in ("A", "screen"):
        table.post(who, "language", lang=lang, here="/")
    table.post("A", "dispute", topic="", at="1")
    table.post("B", "back")
    pages = [(who, path, table.page(who, path).text) for who in ("A", "screen") for path in PAGES]
    pages.append(("A", "refused", table.say("A", "hocus pocus").text))
    found = {(who, path): words for who, path, html in pages if (words := foreign(html, lang))}
    assert {} == found


ALL_PAGES = ("", "log", "log/2", "dispute", "correct", "end")
WATCHED = ("", "log", "log/3", "rules", "end")
"""What who only watches may look at."""

CODE = re.compile(r'data-address="http://[^/]+([^"]+)"[^>]*data-role="watch"')


def sat_down(service, game, n):
    """Bring a table to a moment of the recorded game; give it with its people."""
    events, name = events_of(game), f"{game}-{n}"
    with SqliteStore(service.path) as store:
        table = open_table(store, name, events[0], find_game(game))
        for event in events[1:n]:
            table.submit(event)
    keeper = {"authorization": f"Bearer {KEEPER}"}
    links = service.client.get(f"/api/tables/{name}/links", headers=keeper).json()["links"]
    return Joined(service, f"/s/{links['screen']}", {seat: f"/s/{token}" for seat, token in links.items()})


def handed(table, role):
    """Give out a link to watch by, or the link of a device that is handed round; give the way in."""
    leads_to = table.post("screen", "links", role=role).headers["location"].rstrip("/")
    address = CODE.search(table.page("screen").text)[1] if role == "watch" else leads_to
    return Joined(table.service, table.screen, {role: address})


def own_words(table):
    """List what the people at a table are called, and why they set something by hand."""
    now = table.now()
    told = (each["event"] for each in table.api("screen", path="/log").json())
    reasons = " ".join(each.get("reason", "") for each in told)
    return {*now["seats"], *now["names"].values(), *FOREIGN.findall(reasons)}


def in_english(table, lang, who, paths):
    """Find what is not of a language on some pages of somebody who reads in it."""
    said = own_words(table)
    table.post(who, "language", lang=lang, here="/")
    found = ((path, set(foreign(table.page(who, path).text, lang)) - said) for path in paths)
    return {(who, path): words for path, words in found if words}


@each_in_turn
def test_no_page_has_english_in_it_at_any_kind_of_moment(service, game, lang):
    """As a seat and the screen see it."""
    for n in kinds_of_moment(game):
        table = sat_down(service, game, n)
        seat = next(who for who in table.seats if who != "screen")
        for who in (seat, "screen"):
            assert {} == in_english(table, lang, who, ALL_PAGES), n


@each_in_turn
def test_nothing_else_has_english_in_it(service, game, lang):
    """Who watches, a device handed round, what is kept of a finished game, and where one begins."""
    table = sat_down(service, game, min(kinds_of_moment(game)))
    seat = next(who for who in table.seats if who != "screen")
    assert {} == in_english(handed(table, "watch"), lang, "watch", WATCHED)
    assert {} == in_english(handed(table, "device"), lang, "device", ("", f"as/{seat}"))
    table = sat_down(service, game, len(events_of(game)))
    assert {} == in_english(table, lang, seat, ("", "log", "log/2", "end"))
    kept = [table.link(seat).replace("/s/", f"/{each}/") for each in ("report", "film")]
    for address in (*kept, f"/h/{KEEPER}/?lang={lang}&game={game}"):
        page = service.client.get(address)
        assert (200, set()) == (page.status_code, {*foreign(page.text, lang)} - own_words(table)), address
