"""Tables that are over in every way a table can be: decided, shared, with nobody ahead, open, abandoned."""

from events.stores.sqlite import SqliteStore
from events.table import Corrected, TableClosed, TableOpened
from referee.games.lifeboat.events import HandRevealed, Position
from referee.kernel.registry import find_game
from referee.service.files.importing import import_file
from referee.service.tables.request import Recorded
from referee.service.tables.table import open_table
from tests.web.browser.evening import ROOT
from tests.web.browser.moments import events_of, links_of

NAMES = {"A": "Ada", "B": "Wei", "C": "Chie", "D": "Dan", "E": "Eve"}
CAST = dict(zip(NAMES, ("lauren", "stephen", "captain", "mate", "frenchy"), strict=True))
LOVE = dict(zip(NAMES, ("captain", "mate", "lauren", "frenchy", "stephen"), strict=True))
HATE = dict(zip(NAMES, ("mate", "lauren", "frenchy", "stephen", "captain"), strict=True))


def played(evening, table, game, events):
    """Play a table through some events, each of which must be possible; give its links."""
    assert evening.start, "the service has made its file"
    with SqliteStore(evening.db) as store:
        opened = open_table(store, table, events[0], find_game(game))
        for event in events[1:]:
            assert isinstance(answer := opened.submit(event), Recorded), (event, answer)
    return links_of(evening, table)


def recorded(evening, table, of):
    """Bring in a recorded game, whole; give its links."""
    assert evening.start, "the service has made its file"
    with SqliteStore(evening.db) as store:
        import_file(store, ROOT / f"fixtures/games/{of}.jsonl", table)
    return links_of(evening, table)


def closed(evening, game, acts, table="left"):
    """Let a table get up after so many acts."""
    return played(evening, table, game, [*events_of(game)[:acts], TableClosed("the last bus leaves")])


def in_a_boat(**facts):
    opened = TableOpened(game="lifeboat", edition="zh", seats=tuple(NAMES), names=NAMES)
    aboard = Corrected(Position(characters=CAST, birds=3, day=5, **facts))
    return [opened, aboard, Corrected(Position(birds=4))]


def drowned(evening, table="drowned"):
    """Let the sea take everybody before land is sighted."""
    events = in_a_boat(boat=(), lost=tuple(NAMES), love=LOVE, hate=HATE)
    return played(evening, table, "lifeboat", events)


def never_shown(evening, table="open"):
    """Let a boat land in which nobody names the cards."""
    hands = dict.fromkeys("ABC", (None,))
    facts = {"boat": tuple("ABC"), "lost": tuple("DE"), "hands": hands, "phase": "action", "acting": "A"}
    shown = [HandRevealed(seat, (None,)) for seat in "ABC"]
    return played(evening, table, "lifeboat", [*in_a_boat(**facts), *shown])
