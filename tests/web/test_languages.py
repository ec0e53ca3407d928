"""Nothing in English stands on a page in another language, but names and what is marked as such."""

import re
from html.parser import HTMLParser

import pytest

PEOPLE = ("Ada", "Ben", "Chie", "Dan")
GAMES = {"niagara": 3, "powerboats": 2, "lifeboat": 4}
PAGES = ("", "rules", "log", "log/1", "dispute", "dispute?at=1", "correct", "end")
FOREIGN = re.compile(r"[A-Za-z][A-Za-z'’-]{2,}")
SOURCES = ("Zoch", "Cwali", "Gorilla", "Games", "Hong", "Kong", "wanzhuoyou", "com", "boardgame")
KNOWN = {*PEOPLE, *SOURCES, "Referee", "Niagara", "Powerboats", "Lifeboat", "POWERBOATS", "hocus", "pocus"}
"""Words that are the same in every language: people, publishers, sites, games, and what somebody typed."""

IDS = re.compile(
    r"[A-Z]{3}-[A-Z0-9]+-[0-9]+|(niagara|powerboats|lifeboat)-[0-9]+|[0-9a-f]{4}(-[0-9a-f]{4}){3}"
)
"""Rules and tables are called alike in every language."""

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


def foreign(html, lang):
    """List the words of a page that are not of its language."""
    reader = Reader(lang)
    reader.feed(html)
    words = {word for part in reader.read for word in FOREIGN.findall(IDS.sub("", part))}
    return sorted(word for word in words if word not in KNOWN)


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
