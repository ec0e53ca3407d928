"""Tables at every kind of moment their game has, brought there from recorded games without a browser."""

import json
import time
from io import BytesIO
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from events.base import type_of
from events.stores.memory import MemoryStore
from events.stores.sqlite import SqliteStore
from referee.kernel.registry import codec_for, find_game
from referee.service.tables.request import Recorded
from referee.service.tables.table import open_table
from tests.web.browser.evening import ROOT

RECORDED = {
    "niagara": "niagara/high-water-3p-zh",
    "powerboats": "powerboats/four-rulebook",
    "lifeboat": "lifeboat/four-physical-4p-zh",
}
"""A game each that comes through all its phases, written down without what followed."""


def events_of(game, recorded=None):
    codec = codec_for(game)
    lines = (ROOT / f"fixtures/games/{recorded or RECORDED[game]}.jsonl").read_bytes().splitlines()
    return [codec.event(line) for line in lines if line.strip()]


def kinds_of_moment(game):
    """Find the moments that bring a phase or an act for the first time; give how far it is to each."""
    rules, events = find_game(game), events_of(game)
    table = open_table(MemoryStore(), game, events[0], rules)
    known, found = set(), []
    for n, event in enumerate(events[1:], 2):
        assert isinstance(table.submit(event), Recorded), event
        state = table.state
        legal = (each for seat in rules.acting(state) for each in rules.legal(state, seat))
        new = {rules.phase(state), *map(type_of, legal)} - known
        found += [n] if new else []
        known |= new
    return found


def brought(evening, game, moments, recorded=None):
    """Bring a table each to some moments of a game; give the links and who is to act, by its name."""
    events = events_of(game, recorded)
    names = []
    assert evening.start, "the service has made its file"
    with SqliteStore(evening.db) as store:
        for n in moments:
            name = f"{game}-{n}"
            table = open_table(store, name, events[0], find_game(game))
            for event in events[1:n]:
                table.submit(event)
            names.append((name, table.game.acting(table.state)))
    return {name: (links_of(evening, name), acting) for name, acting in names}


def walked(evening, game, moments):
    """Let a table go on to one moment after the other; give its links, who is to act, and the revision."""
    events = events_of(game)
    assert evening.start, "the service has made its file"
    with SqliteStore(evening.db) as store:
        table, told = open_table(store, game, events[0], find_game(game)), 1
        links = links_of(evening, game)
        for n in moments:
            for event in events[told:n]:
                assert isinstance(table.submit(event), Recorded), event
            told = n
            yield links, table.game.acting(table.state), table.revision


def finished(evening, game, *tables):
    """Play the recorded game to its end at some tables; give how it was opened."""
    events = events_of(game)
    assert evening.start, "the service has made its file"
    with SqliteStore(evening.db) as store:
        for name in tables:
            table = open_table(store, name, events[0], find_game(game))
            for event in events[1:]:
                table.submit(event)
    return events[0]


def links_of(evening, table):
    base, keeper = evening.start.rstrip("/").split("/h/")
    asked = Request(f"{base}/api/tables/{table}/links", headers={"authorization": f"Bearer {keeper}"})  # noqa: S310 - our own service
    links = json.load(patiently(asked))["links"]
    return {seat: f"{base}/s/{token}" for seat, token in links.items()}


def patiently(asked, tries=20):
    """Ask; while the database is busy, ask again as the answer says."""
    for _ in range(tries):
        try:
            return BytesIO(urlopen(asked).read())  # noqa: S310 - our own service
        except HTTPError as error:
            refused = f"{error.code} {error.read().decode()}"
            if 503 != error.code:
                break
            time.sleep(float(error.headers.get("Retry-After", 1)))
    raise AssertionError(refused)
