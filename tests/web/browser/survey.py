"""Eight kinds of page of each game, quiet and crowded, looked at in every size and language."""

from typing import NamedTuple
from urllib.parse import urlencode

from msgspec.structs import replace

from events.envelope import encode
from events.stores.sqlite import SqliteStore
from referee.kernel.registry import find_game
from referee.kernel.verdict import Refused
from referee.service.tables.table import open_table
from tests.web.browser.evening import resized
from tests.web.browser.moments import events_of, links_of
from tests.web.browser.tables import ask

SIZES = {
    "phone": (360, 740),
    "phone on its side": (740, 360),
    "tablet": (768, 1024),
    "tablet on its side": (1024, 768),
    "laptop at 200 %": (640, 400),
    "television": (1920, 1080),
}
"""Of a laptop's 1280 × 800 half is left where everything is twice as large."""

BROWSERS = {"en": "en-GB", "zh-Hans": "zh-CN", "zh-Hant": "zh-TW", "ja": "ja-JP"}
"""The language of a browser whose pages are in one of ours."""

LONG = ("Maximiliane", "Konstantinos", "Anne-Sophie", "司马相如", "Bartholomew", "さくらこ", "Wilhelmina")
"""What people are called at a crowded table."""


class Position(NamedTuple):
    """A recorded game, and how many of its entries are told."""

    recorded: str
    entries: int


GAMES = ("niagara", "powerboats", "lifeboat")
POSITIONS = {
    ("niagara", "quiet"): Position("niagara/after-supper-3p-zh", 8),
    ("niagara", "crowded"): Position("niagara/jams-and-nudges-5p-zh", 150),
    ("powerboats", "quiet"): Position("powerboats/two-tie", 40),
    ("powerboats", "crowded"): Position("powerboats/six-training-crowded", 900),
    ("lifeboat", "quiet"): Position("lifeboat/four-physical-4p-zh", 60),
    ("lifeboat", "crowded"): Position("lifeboat/dealt-cannibalism-7p-en", 177),
}


class Tables(NamedTuple):
    """A table in a position, and the same one once it is over.

    `seat` is to act there, `refused` is what it cannot do as JSON, `start` the address of the start page.
    """

    position: Position
    links: dict[str, str]
    over: dict[str, str]
    seat: str
    refused: str
    start: str


def laid_out(evening, game, kind, *, is_over=True):
    """Bring a table to a position, and another one to its end unless that is not asked for."""
    position = POSITIONS[game, kind]
    opened, *events = events_of(game, position.recorded)
    if kind == "crowded":
        opened = replace(opened, names=dict(zip(opened.seats, LONG, strict=False)))
    assert evening.start, "the service has made its file"
    with SqliteStore(evening.db) as store:
        table = open_table(store, f"{game}-{kind}", opened, find_game(game))
        for event in events[: position.entries]:
            table.submit(event)
        acting = table.game.acting(table.state)
        seat = next((each for each in acting if each in opened.seats), opened.seats[0])
        own = (each for each in events if getattr(each, "seat", None) == seat)
        refused = next(each for each in own if isinstance(table.judge(each), Refused))
        if is_over:
            table = open_table(store, f"{game}-{kind}-over", opened, find_game(game))
            for event in events:
                table.submit(event)
    links = links_of(evening, f"{game}-{kind}")
    _, device, _ = ask(f"{links['screen']}/links", role="device")
    links["device"] = links["screen"].partition("/s/")[0] + device.rstrip("/")
    over = links_of(evening, f"{game}-{kind}-over") if is_over else {}
    return Tables(position, links, over, seat, encode(refused).decode(), evening.start)


SENT = """([action, event]) => {
  const form = document.createElement("form"), field = document.createElement("input");
  Object.assign(form, { method: "post", action });
  Object.assign(field, { name: "event", value: event });
  form.append(field);
  document.body.append(form);
  form.submit();
}"""
"""Sends an act as a browser without the page's script does."""


def show_refusal(page, tables):
    link = tables.links[tables.seat]
    page.goto(f"{link}/")
    with page.expect_navigation():
        page.evaluate(SENT, [f"{link}/do", tables.refused])
    page.locator(".refusal").wait_for()


CHANGED = {
    "niagara": {"canoes.{}.1.at": '"S3"', "canoes.{}.1.gem": '"ruby"', "weather": "2"},
    "powerboats": {"boats.{}.damage": "2", "boats.{}.buoys": "1"},
    "lifeboat": {"wounds.{}": "2", "birds": "3"},
}
"""Facts of a seat and the table that may have changed while people played on."""


def show_changes(page, tables):
    """Look at how the board stands now, with some changed and something tapped."""
    facts = CHANGED[tables.position.recorded.partition("/")[0]]
    told = {f"set.{path.format(tables.seat)}": value for path, value in facts.items()}
    page.goto(f"{tables.links[tables.seat]}/catchup?{urlencode({**told, 'of': f'seat:{tables.seat}'})}")
    page.locator(".so-far li").first.wait_for()


PAGES = {
    "start": lambda page, tables: page.goto(tables.start),
    "seat": lambda page, tables: page.goto(f"{tables.links[tables.seat]}/"),
    "screen": lambda page, tables: page.goto(f"{tables.links['screen']}/"),
    "one device": lambda page, tables: page.goto(f"{tables.links['device']}/"),
    "refusal": show_refusal,
    "played on": show_changes,
    "film": lambda page, tables: page.goto(f"{tables.links['screen']}/log/{tables.position.entries}"),
    "end": lambda page, tables: page.goto(f"{tables.over['screen']}/end"),
}


def seen(evening, tables, lang, *, pages=PAGES, sizes=SIZES):
    """Show the pages of some tables in a language; yield the name of each, that of a size, and the page."""
    page = evening.look("about:blank", lang=BROWSERS[lang])
    for name in pages:
        PAGES[name](page, tables)
        for size, _ in zip(sizes, resized(page, [SIZES[each] for each in sizes]), strict=True):
            yield name, size, page
