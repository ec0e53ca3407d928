"""What a shell completes, by what may stand in that place; nothing where anything goes wrong."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

import typer

from cli.session import Session
from cli.tables import get_table, is_table, last_table, open_store
from referee.kernel.fields.vocabulary import events_of
from referee.kernel.registry import all_games, find_game, is_game
from referee.rulebooks import books, rules_of
from referee.service.tables.open_acts import open_to_all
from referee.service.tables.settable_facts import facts_of

if TYPE_CHECKING:
    from referee.kernel.game import Game
    from referee.service.tables.table import Table


def tables(ctx: typer.Context, incomplete: str) -> list[str]:
    session = ctx.ensure_object(Session)
    with suppress(Exception), session.call():
        return [row.table for row in open_store(session).tables() if row.table.startswith(incomplete)]
    return []


def tables_and_games(ctx: typer.Context, incomplete: str) -> list[str]:
    """Complete a table, or a game to open one for."""
    return [*tables(ctx, incomplete), *games(incomplete)]


def games(incomplete: str) -> list[str]:
    return _beginning_with(all_games(), incomplete)


def seats(ctx: typer.Context, incomplete: str) -> list[str]:
    """Complete a letter or name at the table that was named, or at the last one."""
    with suppress(Exception):
        at = _find_table(ctx)
        return _beginning_with((*at.state.seats, *at.state.names.values()), incomplete)
    return []


def editions(ctx: typer.Context, incomplete: str) -> list[str]:
    with suppress(Exception):
        return _beginning_with(_find_game(ctx).ruleset.editions, incomplete)
    return []


def options(ctx: typer.Context, incomplete: str) -> list[str]:
    """Complete OPTION=VALUE of the game that was named or is played."""
    with suppress(Exception):
        named = _find_game(ctx).ruleset.options.items()
        return _beginning_with(
            (f"{name}={value}" for name, each in named for value in each.values), incomplete
        )
    return []


def topics(ctx: typer.Context, incomplete: str) -> list[str]:
    with suppress(Exception):
        return _beginning_with(_find_game(ctx).topics, incomplete)
    return []


def events(ctx: typer.Context, incomplete: str) -> list[str]:
    with suppress(Exception):
        return _beginning_with(events_of(_find_game(ctx)), incomplete)
    return []


def proposals(ctx: typer.Context, incomplete: str) -> list[str]:
    with suppress(Exception):
        return _beginning_with(_find_table(ctx).state.proposals, incomplete)
    return []


def facts(ctx: typer.Context, incomplete: str) -> list[str]:
    """Complete facts that everybody may see, up to the equals sign."""
    with suppress(Exception):
        at = _find_table(ctx)
        return _beginning_with((f"{fact.path}=" for fact in facts_of(at.game, at.state, None)), incomplete)
    return []


def _beginning_with(words: Iterable[str], incomplete: str) -> list[str]:
    return [each for each in words if each.casefold().startswith(incomplete.casefold())]


def acts(ctx: typer.Context, incomplete: str) -> list[str]:
    """Complete the next word of an act that is possible now and that everybody may read."""
    with suppress(Exception):
        at = _find_table(ctx)
        typed = [*(ctx.params.get("notation") or ())]
        if ctx.params.get("table") not in {None, at.name}:
            typed = [ctx.params["table"], *typed]
        return sorted(_beginning_with({*_next_words(ctx, at, typed)}, incomplete))
    return []


def _next_words(ctx: typer.Context, at: "Table", typed: list[str]) -> Iterator[str]:
    for seat in at.game.acting(at.state):
        for event in open_to_all(at.game, at.state, seat):
            words = ctx.ensure_object(Session).notate(at.state, event).split()
            if words[: len(typed)] == typed:
                yield from words[len(typed) : len(typed) + 1]


def rules(incomplete: str) -> list[str]:
    wanted = incomplete.upper()
    return [id for book in books() for id in rules_of(book) if id.startswith(wanted)]


def _find_game(ctx: typer.Context) -> "Game":
    """Return the game that was named, or that is played at the table."""
    named = next((each for each in _words_naming(ctx) if is_game(each)), None)
    return find_game(named) if named else _find_table(ctx).game


def _find_table(ctx: typer.Context) -> "Table":
    """Return the table that was named, or the last one; sets --json so that nothing is printed."""
    session = ctx.ensure_object(Session)
    session.as_json = True
    named = next((each for each in _words_naming(ctx) if is_table(session, each)), None)
    return get_table(session, str(named or last_table(session, None)))


def _words_naming(ctx: typer.Context) -> list[str]:
    """Return what was typed that may name a game or a table; values of options are among it."""
    told = (ctx.params.get(name) for name in ("game", "table", "source"))
    return [each for each in (*told, *ctx.args) if isinstance(each, str)]
