"""Open a table for `new` and `play`: parse their options, ask for what is missing."""

import sys
from contextlib import suppress
from typing import Literal

import typer

from cli.output.refusals import answer_refusal, brief_refusal
from cli.parameters import find_edition, get_game, parse_options
from cli.problems import Problem, exit_code_of
from cli.questions import _ask_line, ask_choice
from cli.session import Session
from cli.tables import last_write_time, open_store
from events.base import REFEREE, TABLE
from events.codec import NewerLogError
from events.stores.protocol import Store, StoreError
from events.table import TableOpened
from referee.kernel.game import Game
from referee.kernel.registry import BrokenGameError, UnknownGameError, all_games
from referee.kernel.ruleset import Ruleset
from referee.kernel.verdict import Refused
from referee.l10n.catalogs import edition_words, game_called
from referee.service.commands.sitting import sit_down
from referee.service.logs.chain import DamagedLogError
from referee.service.logs.replay import EmptyLogError
from referee.service.tables.opening import (
    assign_seats,
    letters_of,
    seats_and_names,
    split_list,
    split_people,
    with_seed,
)
from referee.service.tables.table import Table, load_table, open_table


def _parse_seats(text: str, names: str | None) -> tuple[tuple[str, ...], dict[str, str]]:
    """Return the ids of the seats and the names that differ from them; raise Problem where the counts differ.

    `text` is a number of seats, ids (called by `names`), or people, who get letters as ids.
    """
    if not names:
        return seats_and_names(text)
    given = split_list(names)
    ids = letters_of(given) if text.isdecimal() else split_people(text)
    seats = int(text[:2]) if text.isdecimal() else len(ids)
    if len(given) != seats:
        raise Problem("cli.names_and_seats", names=len(given), seats=seats)
    named = assign_seats(ids, given)
    return tuple(named), {seat: name for seat, name in named.items() if name != seat}


def _parse_colours(seats: tuple[str, ...], colours: str | None) -> dict[str, str]:
    """Return the colour of each seat, in order; an empty one is left out. Raises Problem for too many."""
    given = split_list(colours) if colours else ()
    if len(given) > len(seats):
        raise Problem("cli.colours_and_seats", colours=len(given), seats=len(seats))
    return {seat: colour.casefold() for seat, colour in zip(seats, given, strict=False) if colour}


def open_new_table(
    session: Session,
    game: str,
    name: str | None,
    seats: str,
    names: str | None,
    edition: str | None,
    options: list[str] | None,
    key: str | None = None,
    chance: str | None = None,
    colours: str | None = None,
) -> Table:
    """Open a table and return it; where that is refused, print why and exit.

    `name` None takes the next free one. The same `key` for the same name gives the table that it opened.
    """
    rules = get_game(game)
    ids, called = _parse_seats(seats, names)
    opening = TableOpened(
        game=game,
        edition=find_edition(rules, edition),
        seats=ids,
        names=called,
        colours=_parse_colours(ids, colours),
        options=parse_options(options),
        chance=_parse_chance(chance),
    )
    opened = with_seed(opening)
    store = open_store(session, create=True)
    if key is not None and name is not None and store.answer(name, key) is not None:
        return sit_down(store, name, sees_all=True)
    answer = open_table(store, name or _free_name(store, game), opened, rules, key=key, sees_all=True)
    if isinstance(answer, Refused):
        raise typer.Exit(report_not_opened(session, rules, answer))
    return answer


def _parse_chance(chance: str | None) -> Literal["table", "referee"]:
    """Return who rolls and deals, "table" for None; raise Problem for another word."""
    match chance:
        case None | "table":
            return "table"
        case "referee":
            return "referee"
    raise Problem("cli.unknown_chance", chance=chance)


def report_not_opened(session: Session, game: Game, refused: Refused) -> int:
    """Print why a table cannot be opened so; return the exit code."""
    if session.as_json:
        session.emit(answer_refusal(session, game, None, refused))
    else:
        session.tell(brief_refusal(session, game, None, refused))
    return exit_code_of(refused)


def _free_name(store: Store, game: str) -> str:
    """Return `<game>-<n>` with the first number that is free."""
    taken = {row.table for row in store.tables()}
    number = 1
    while f"{game}-{number}" in taken:
        number += 1
    return f"{game}-{number}"


def ask_what_is_missing(
    session: Session, game: str | None, seats: str | None, edition: str | None, chance: str | None
) -> tuple[str, str, str | None, str]:
    """Return game, seats, edition and chance, asked for where somebody can answer; raise Problem elsewhere.

    An edition of None is the usual one.
    """
    game = None if game is None else game_called(game) or game
    seats = seats or usual_seats(session, game)
    is_complete = game is not None and seats is not None
    if not _can_ask(session) or is_complete:
        return _require(game, "GAME"), _require(seats, "--seats"), edition, chance or TABLE
    rules = get_game(game or _ask_game(session))
    return (
        rules.id,
        seats or _ask_seats(session, rules.ruleset),
        edition or _ask_edition(session, rules.ruleset),
        chance or _ask_chance(session, rules),
    )


_MOST_OFFERED = 3
"""So many tables that are under way are offered to go on with, the last one first."""


def ask_table_to_go_on_with(session: Session) -> str | None:
    """Return the table that people choose to go on with; None for a new one, or where nobody can be asked."""
    if not _can_ask(session) or not (under_way := _tables_under_way(session)):
        return None
    ways = [(name, session.say("cli.go_on_with", table=name, **args)) for name, args in under_way.items()]
    new = session.say("cli.go_on_with_another")
    return ask_choice(session, "cli.ask_going_on", [*ways, ("", new)]) or None


def _can_ask(session: Session) -> bool:
    """Return whether somebody sits at a terminal and can answer."""
    return sys.stdin.isatty() and sys.stderr.isatty() and not session.as_json


def _tables_under_way(session: Session) -> dict[str, dict[str, object]]:
    """Return the tables written to last whose games go on, each with the arguments of the offer."""
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
        names = sorted((row.table for row in store.tables()), key=lambda name: last_write_time(store, name))
    except (Problem, StoreError):
        return {}
    for name in names[: -1 - _MOST_OFFERED : -1]:
        with suppress(*unreadable):
            at = load_table(store, name)
            if at.game.acting(at.state):
                called = tuple(at.state.names.get(seat, seat) for seat in at.state.seats)
                found[name] = {"game": at.game.id, "people": called}
    return found


def usual_seats(session: Session, game: str | None) -> str | None:
    """Return the seats of the settings; None where there are none, or the game takes another number."""
    usual = session.settings.get("seats")
    if usual is None or game is None:
        return None
    return usual if len(seats_and_names(usual)[0]) in get_game(game).ruleset.players else None


def _require(value: str | None, what: str) -> str:
    """Return a value; raise Problem where it is missing."""
    if value is None:
        raise Problem("cli.usage.missing", what=what)
    return value


def _ask_game(session: Session) -> str:
    return ask_choice(
        session, "cli.ask_game", [(game, session.say("cli.game_name", game=game)) for game in all_games()]
    )


def _ask_seats(session: Session, ruleset: Ruleset) -> str:
    """Return who plays: names, or a number, asked until the game takes so many."""
    least, most = ruleset.players[0], ruleset.players[-1]
    while True:
        typed = _ask_line(session, session.say("cli.ask_seats", least=least, most=most))
        if not typed:
            continue
        seats, _ = seats_and_names(typed)
        if len(seats) in ruleset.players:
            return typed
        args = {"n": len(seats), "least": least, "most": most}
        session.tell(session.say("table.wrong_number_of_players", **args))


def _ask_edition(session: Session, ruleset: Ruleset) -> str | None:
    """Return the edition chosen; None where there is only one. The usual one comes first."""
    usual = ruleset.default_edition
    editions = sorted(ruleset.editions, key=lambda each: each != usual)
    if len(editions) == 1:
        return None
    known = [(each, edition_words(ruleset.id, each, session.lang)) for each in editions]
    return ask_choice(session, "cli.ask_edition", known)


def _ask_chance(session: Session, game: Game) -> str:
    """Return who rolls and deals; only dice are asked about where the game deals no cards."""
    if not game.dealer.decides_any:
        return TABLE
    of = "_dice" if game.deal is None else ""
    ways = [(TABLE, session.say(f"cli.chance_table{of}")), (REFEREE, session.say(f"cli.chance_referee{of}"))]
    return ask_choice(session, f"cli.ask_chance{of}", ways)
