"""What a shell completes, by what stands in its place; nothing where something is wrong."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from referee.kernel.game import Game
    from referee.service.tables.table import Table


def tables(ctx: typer.Context, incomplete: str) -> list[str]:
    """Complete the name of a table."""
    from cli.frame.session import Session
    from cli.tables.find_table import open_store

    session = ctx.ensure_object(Session)
    with suppress(Exception), session.call():
        return [row.table for row in open_store(session).tables() if row.table.startswith(incomplete)]
    return []


def tables_and_games(ctx: typer.Context, incomplete: str) -> list[str]:
    """Complete the name of a table, or a game to open one for."""
    return [*tables(ctx, incomplete), *games(incomplete)]


def games(incomplete: str) -> list[str]:
    """Complete a game."""
    from referee.kernel.registry import all_games

    return begun(all_games(), incomplete)


def languages(_ctx: typer.Context, _args: list[str], incomplete: str) -> list[str]:
    """Complete a language, for an option of every command."""
    from referee.languages import LANGUAGES

    return begun(LANGUAGES, incomplete)


def seats(ctx: typer.Context, incomplete: str) -> list[str]:
    """Complete a seat of the table that was named, or of the last one."""
    with suppress(Exception):
        at = sitting_at(ctx)
        return begun((*at.state.seats, *at.state.names.values()), incomplete)
    return []


def editions(ctx: typer.Context, incomplete: str) -> list[str]:
    """Complete the book of the game that was named."""
    with suppress(Exception):
        return begun(game_of(ctx).ruleset.editions, incomplete)
    return []


def options(ctx: typer.Context, incomplete: str) -> list[str]:
    """Complete an option with its value, of the game that was named or is played."""
    with suppress(Exception):
        named = game_of(ctx).ruleset.options.items()
        return begun((f"{name}={value}" for name, each in named for value in each.values), incomplete)
    return []


def topics(ctx: typer.Context, incomplete: str) -> list[str]:
    """Complete what the game that is played is disputed about."""
    with suppress(Exception):
        return begun(game_of(ctx).topics, incomplete)
    return []


def events(ctx: typer.Context, incomplete: str) -> list[str]:
    """Complete an event of the game that was named."""
    with suppress(Exception):
        from referee.kernel.vocabulary import events_of

        return begun(events_of(game_of(ctx).vocabulary), incomplete)
    return []


def proposals(ctx: typer.Context, incomplete: str) -> list[str]:
    """Complete a proposal that waits for an answer."""
    with suppress(Exception):
        return begun(sitting_at(ctx).state.proposals, incomplete)
    return []


def answers(incomplete: str) -> list[str]:
    """Complete the name of an answer."""
    from cli.help.game_commands import every_answer

    return begun(every_answer(), incomplete)


def facts(ctx: typer.Context, incomplete: str) -> list[str]:
    """Complete a fact everybody may see, up to its value."""
    with suppress(Exception):
        from referee.service.tables.settable_facts import facts_of

        at = sitting_at(ctx)
        return begun((f"{fact.path}=" for fact in facts_of(at.game, at.state, None)), incomplete)
    return []


def begun(words: Iterable[str], incomplete: str) -> list[str]:
    """Keep the words that begin so, whatever the case."""
    return [each for each in words if each.casefold().startswith(incomplete.casefold())]


def acts(ctx: typer.Context, incomplete: str) -> list[str]:
    """Complete the next word of what may be done now."""
    with suppress(Exception):
        at = sitting_at(ctx)
        typed = [*(ctx.params.get("notation") or ())]
        if ctx.params.get("table") not in {None, at.name}:
            typed = [ctx.params["table"], *typed]
        return sorted(begun({*next_words(ctx, at, typed)}, incomplete))
    return []


def next_words(ctx: typer.Context, at: "Table", typed: list[str]) -> Iterator[str]:
    """List the words that may follow those typed, in acts that everybody may read."""
    from cli.frame.session import Session
    from referee.service.tables.open_acts import open_to_all

    for seat in at.game.acting(at.state):
        for event in open_to_all(at.game, at.state, seat):
            words = ctx.ensure_object(Session).notate(at.state, event).split()
            if words[: len(typed)] == typed:
                yield from words[len(typed) : len(typed) + 1]


def rules(incomplete: str) -> list[str]:
    """Complete the id of a rule."""
    from referee.rulebooks import books, rules_of

    wanted = incomplete.upper()
    return [id for book in books() for id in rules_of(book) if id.startswith(wanted)]


def game_of(ctx: typer.Context) -> "Game":
    """Find the game that was named, or that is played at the table."""
    from referee.kernel.registry import find_game, is_game

    named = next((each for each in named_in(ctx) if is_game(each)), None)
    return find_game(named) if named else sitting_at(ctx).game


def sitting_at(ctx: typer.Context) -> "Table":
    """Sit down at the table that was named, or at the last one."""
    from cli.frame.session import Session
    from cli.tables.find_table import is_table, sit_down
    from cli.tables.last_table import last_table

    session = ctx.ensure_object(Session)
    session.as_json = True
    named = next((each for each in named_in(ctx) if is_table(session, each)), None)
    return sit_down(session, str(named or last_table(session, None)))


def named_in(ctx: typer.Context) -> list[str]:
    """List what may name a game or a table; before the value of an option it is not yet told apart."""
    told = (ctx.params.get(name) for name in ("game", "table", "source"))
    return [each for each in (*told, *ctx.args) if isinstance(each, str)]
