"""What `new` and `play` ask at a terminal: which game, who plays, by which book, real cards or dealt."""

import sys
from contextlib import suppress
from typing import TYPE_CHECKING

from cli.frame.problems import Problem
from cli.frame.session import Session
from events.base import REFEREE, TABLE

if TYPE_CHECKING:
    from referee.kernel.game import Game
    from referee.kernel.ruleset import Ruleset


def told_or_asked(
    session: Session, game: str | None, seats: str | None, edition: str | None, chance: str | None
) -> tuple[str, str, str | None, str]:
    """Give what a table needs to open: as it was told, or asked for where somebody can answer."""
    from referee.l10n.catalogs import game_called

    game = None if game is None else game_called(game) or game
    seats = seats or usual_people(session, game)
    is_told = game is not None and seats is not None
    if not can_ask(session) or is_told:
        return needed(game, "GAME"), needed(seats, "--seats"), edition, chance or TABLE
    from cli.tables.open_table import known_game

    rules = known_game(game or ask_game(session))
    return (
        rules.id,
        seats or ask_seats(session, rules.ruleset),
        edition or ask_edition(session, rules.ruleset),
        chance or ask_chance(session, rules),
    )


MOST_OFFERED = 3
"""So many tables that are under way are offered to go on with, the last one first."""


def table_to_go_on_with(session: Session) -> str | None:
    """Ask whether a table that is under way goes on; None for another, or where nobody can be asked."""
    if not can_ask(session) or not (under_way := tables_under_way(session)):
        return None
    ways = [(name, session.say("cli.go_on_with", table=name, **told)) for name, told in under_way.items()]
    new = session.say("cli.go_on_with_another")
    return choose(session, "cli.ask_going_on", [*ways, ("", new)]) or None


def can_ask(session: Session) -> bool:
    """Return whether somebody sits at a terminal and can answer."""
    return sys.stdin.isatty() and sys.stderr.isatty() and not session.as_json


def tables_under_way(session: Session) -> dict[str, dict[str, object]]:
    """Find the tables written to last whose games go on, by name, with what is said of them."""
    from cli.tables.find_table import open_store
    from cli.tables.last_table import written_at
    from events.codec import NewerLogError
    from events.stores.protocol import StoreError
    from referee.kernel.registry import BrokenGameError, UnknownGameError
    from referee.service.logs.chain import DamagedLogError
    from referee.service.logs.replay import EmptyLogError
    from referee.service.tables.table import load_table

    unreadable = (
        DamagedLogError,
        EmptyLogError,
        NewerLogError,
        StoreError,
        BrokenGameError,
        UnknownGameError,
    )
    found: dict[str, dict[str, object]] = {}
    try:
        store = open_store(session)
        names = sorted((row.table for row in store.tables()), key=lambda name: written_at(store, name))
    except (Problem, StoreError):
        return {}
    for name in names[: -1 - MOST_OFFERED : -1]:
        with suppress(*unreadable):
            at = load_table(store, name)
            if at.game.acting(at.state):
                called = tuple(at.state.names.get(seat, seat) for seat in at.state.seats)
                found[name] = {"game": at.game.id, "people": called}
    return found


def usual_people(session: Session, game: str | None) -> str | None:
    """Give who usually plays according to the settings, if the game takes so many people."""
    from cli.tables.open_table import known_game
    from referee.service.tables.who_sits import seats_and_names

    usual = session.settings.get("seats")
    if usual is None or game is None:
        return None
    return usual if len(seats_and_names(usual)[0]) in known_game(game).ruleset.players else None


def needed(value: str | None, what: str) -> str:
    """Give a value; raise Problem where it is missing."""
    if value is None:
        raise Problem("cli.usage.missing", what=what)
    return value


def ask_game(session: Session) -> str:
    """Ask which game is played."""
    from referee.kernel.registry import all_games

    return choose(
        session, "cli.ask_game", [(game, session.say("cli.game_name", game=game)) for game in all_games()]
    )


def ask_seats(session: Session, ruleset: "Ruleset") -> str:
    """Ask who plays, till it is as many as the game takes: names, or only how many."""
    from referee.service.tables.who_sits import seats_and_names

    least, most = ruleset.players[0], ruleset.players[-1]
    while True:
        typed = ask(session, session.say("cli.ask_seats", least=least, most=most))
        if not typed:
            continue
        seats, _ = seats_and_names(typed)
        if len(seats) in ruleset.players:
            return typed
        told = {"n": len(seats), "least": least, "most": most}
        session.tell(session.say("table.wrong_number_of_players", **told))


def ask_edition(session: Session, ruleset: "Ruleset") -> str | None:
    """Ask by which rulebook is played, where there are several; the usual one first."""
    from referee.l10n.catalogs import edition_words

    usual = ruleset.default_edition
    editions = sorted(ruleset.editions, key=lambda each: each != usual)
    if len(editions) == 1:
        return None
    known = [(each, edition_words(ruleset.id, each, session.lang)) for each in editions]
    return choose(session, "cli.ask_edition", known)


def ask_chance(session: Session, game: "Game") -> str:
    """Ask whether real cards and dice lie on the table; only of dice where the game deals no cards."""
    if game.deal is None and not game.dealer.throws_any:
        return TABLE
    of = "_dice" if game.deal is None else ""
    ways = [(TABLE, session.say(f"cli.chance_table{of}")), (REFEREE, session.say(f"cli.chance_referee{of}"))]
    return choose(session, f"cli.ask_chance{of}", ways)


def choose(session: Session, question: str, known: list[tuple[str, str]]) -> str:
    """Let somebody choose by number, or by as much of a name as is unique; Enter takes the first."""
    for n, (_, words) in enumerate(known, 1):
        session.tell(f"  {n}  {words}")
    while True:
        typed = ask(session, session.say(question))
        if not typed:
            return known[0][0]
        if typed.isdecimal() and 1 <= int(typed[:3]) <= len(known):
            return known[int(typed[:3]) - 1][0]
        wanted = typed.casefold()
        named = [id for id, words in known if wanted in {id.casefold(), words.casefold()}]
        begun = [id for id, words in known if wanted in words.casefold()]
        if len(found := named or begun) == 1:
            return found[0]
        session.tell(session.say("cli.ask_none_of", typed=typed))


def ask(session: Session, question: str) -> str:
    """Ask one thing; where the person leaves or the input ends, no table is opened."""
    from cli.interactive.evening import QUIT

    print(question, end=" ", file=sys.stderr, flush=True)
    try:
        typed = input().strip()
    except EOFError:
        session.tell()
        raise Problem("cli.nothing_opened") from None
    if typed.lower() in QUIT:
        raise Problem("cli.nothing_opened")
    return typed
