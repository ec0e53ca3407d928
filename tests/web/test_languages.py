"""Nothing in English stands on a page in another language, but names and what is marked as such."""

import re
from html.parser import HTMLParser
from itertools import product

import pytest

from events.stores.sqlite import SqliteStore
from referee.kernel.registry import find_game
from referee.rulebooks import rules_of
from referee.service.tables.table import open_table
from referee.testing.phones import KEEPER, Joined
from tests.stages import one_in, slow
from tests.web.browser.moments import RECORDED, events_of, kinds_of_moment

PEOPLE = ("Ada", "Ben", "Chie", "Dan")
GAMES = {"niagara": 3, "powerboats": 2, "lifeboat": 4}
PAGES = ("", "rules", "log", "log/1", "dispute", "dispute?at=1", "correct", "catchup", "end")
FOREIGN = re.compile(r"[A-Za-z][A-Za-z'’-]{2,}")
SOURCES = ("Zoch", "Cwali", "Gorilla", "Games", "Hong", "Kong", "wanzhuoyou", "com", "boardgame")
KNOWN = {*PEOPLE, *SOURCES, "Referee", "Niagara", "Powerboats", "Lifeboat", "POWERBOATS", "hocus", "pocus"}
"""Words that are the same in every language: people, publishers, sites, games, and what somebody typed."""

IDS = re.compile(
    r"[A-Z]{3}-[A-Z0-9]+-[A-Z0-9]+|(niagara|powerboats|lifeboat)-[0-9]+|[0-9a-f]{4}(-[0-9a-f]{4}){3}"
    r"|(?<![0-9A-Za-z])(?=[0-9a-f]*[0-9])[0-9a-f]{16,}(?![0-9A-Za-z])"
)
"""Rules, tables and hashes are called alike in every language."""

SIGNS = re.compile(r"x+|v+|[A-Z]'[A-Za-z]")
"""Wounds, birds, and boats beside one another or past their buoy, on the board in words."""

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
    ("game", "lang"), one_in(5, product(sorted(RECORDED), ["zh-Hans", "ja"]))
)
"""One game in a language every day, all of them where there is time."""


def foreign(html, lang):
    reader = Reader(lang)
    reader.feed(html)
    words = {word for part in reader.read for word in FOREIGN.findall(IDS.sub("", part))}
    return sorted(word for word in words if word not in KNOWN and not SIGNS.fullmatch(word))


@pytest.mark.parametrize(
    ("chance", "lang", "game"), one_in(5, product(("table", "referee"), ("zh-Hans", "ja"), GAMES))
)
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


CITED = {
    *(
        "BGA",
        "CHEAT",
        "RUC",
        "Android",
        "LifeBoat",
        "ZaBortom",
        "Cannibalism",
        "jedisjeux",
        "ludigaume",
        "ejf",
    ),
    *(
        "goblins",
        "net",
        "mobius-games",
        "der-spiele",
        "michas-spielmitmir",
        "gamesweplay",
        "familienbrettspiele",
    ),
}
"""What sources of rules are called in every language."""

EVENT, FIELD = {"canoe", "lost"}, {"light", "sides"}
QUOTED = {
    "TAB-OPEN-02": {"table", "referee"},
    "TAB-REC-01": EVENT,
    "NIA-FALL-01": EVENT,
    "NIA-RIVER-06": EVENT,
    "POW-MAP-07": FIELD,
    "POW-MAP-08": {"tile", *FIELD},
    "LIF-": {"everyone"},
}
"""What rules and refusals quote as it is typed, or as it is written on a card."""

SECTION = re.compile(r"[A-Z][a-z]+-(?=[0-9])")
"""A section of a rulebook, by its own name."""

QUESTIONS = {"zh-Hans": ("怎么赢", "没有的词"), "ja": ("勝つには", "ない言葉")}
"""What is asked of the rules: something they say, and something they do not."""


@each_in_turn
def test_no_rule_has_english_in_it(service, game, lang):
    """Every rule of a game and of the table on its page, and what is found of them by a question."""
    table = service.open(*PEOPLE[: GAMES[game]], game=game)
    rules = [f"rule/{id}" for book in (game, "table") for id in rules_of(book)]
    asked = [f"rules?q={question}" for question in QUESTIONS[lang]]
    assert 303 == table.post("A", "language", lang=lang, here="/").status_code
    found = {}
    for path in (*rules, *asked, "rule/NIA-NO-99"):
        quoted = {word for id, words in QUOTED.items() if id in path for word in words}
        words = {*foreign(SECTION.sub("", table.page("A", path).text), lang)} - CITED - quoted
        found |= {path: words} if words else {}
    assert {} == found


@each_in_turn
def test_no_dispute_of_a_finished_game_has_english_in_it(service, game, lang):
    """Once it is opened, and about what was the last act; on a seat's page and on the screen."""
    table = sat_down(service, game, len(events_of(game)))
    seat = next(who for who in table.seats if who != "screen")
    pages = ("dispute", "dispute?at=2", "", "log", "end")
    for who in (seat, "screen"):
        assert {} == in_english(table, lang, who, pages)
    assert 303 == table.post(seat, "dispute", topic="", at="2").status_code
    for who in (seat, "screen"):
        assert {} == in_english(table, lang, who, pages)


@pytest.mark.parametrize("lang", QUESTIONS)
@pytest.mark.parametrize("game", GAMES)
def test_nothing_sealed_has_english_in_it(service, game, lang):
    table = service.open(*PEOPLE[: GAMES[game]], game=game)
    assert 303 == table.post("A", "sealing", turn="on").status_code
    assert {} == in_english(table, lang, "A", ("", "log"))
    if game == "niagara":
        assert 303 == table.say("A", "A plays 5", sealing="on").status_code
        assert {} == in_english(table, lang, "A", ("", "log", "log/2"))
        assert {} == in_english(table, lang, "B", ("", "log", "log/2"))
        refused = table.post("A", "open", about="", value="hocus", salt="pocus")
        assert set() == {*foreign(refused.text, lang)} - own_words(table)


KEPT = re.compile(r"/[^\s<]*[.]jsonl")
"""Where the log of a table that is put away is kept."""


@pytest.mark.parametrize("lang", QUESTIONS)
def test_no_page_of_a_table_put_away_has_english_in_it(service, lang):
    """Asked what to remove, asked again, told; given another name, and refused one."""
    table = sat_down(service, "niagara", 9)
    said = {*own_words(table), "fryday", "friday"}

    def keeper(what, **form):
        return service.client.post(f"/h/{KEEPER}/{what}", data={"lang": lang, **form})

    gone = [
        service.client.get(f"/h/{KEEPER}/?lang={lang}"),
        keeper("delete", table="niagara-9"),
        keeper("delete", table="niagara-9", named="fryday"),
        keeper("rename", table="niagara-9", name=""),
        keeper("rename", table="niagara-9", name="x" * 99),
        keeper("rename", table="niagara-9", name="friday"),
        keeper("delete", table="friday", named="friday"),
        keeper("delete", table="friday", named="friday"),
        service.client.get(
            table.link("A") if "A" in table.seats else table.screen, headers={"accept-language": lang}
        ),
    ]
    assert dict.fromkeys(range(len(gone)), ()) == {
        n: tuple(word for word in foreign(KEPT.sub("", page.text), lang) if word not in said)
        for n, page in enumerate(gone)
    }


ALL_PAGES = ("", "log", "log/2", "dispute", "correct", "catchup", "end")
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


@slow
@each_in_turn
def test_no_page_has_english_in_it_at_any_kind_of_moment(service, game, lang):
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
