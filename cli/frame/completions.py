"""What a shell completes: tables, seats, rules, the words of acts; nothing where something is wrong."""

from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from referee.service.tables.table import Table


def tables(ctx: typer.Context, incomplete: str) -> list[str]:
    """Complete the name of a table."""
    from cli.frame.session import Session
    from cli.tables.find_table import open_store

    session = ctx.ensure_object(Session)
    with suppress(Exception), session.call():
        return [row.table for row in open_store(session).tables() if row.table.startswith(incomplete)]
    return []


def seats(ctx: typer.Context, incomplete: str) -> list[str]:
    """Complete a seat of the table that was named, or of the last one."""
    with suppress(Exception):
        at = sitting_at(ctx)
        people = (*at.state.seats, *at.state.names.values())
        return [each for each in people if each.casefold().startswith(incomplete.casefold())]
    return []


def acts(ctx: typer.Context, incomplete: str) -> list[str]:
    """Complete the next word of what may be done now."""
    with suppress(Exception):
        at = sitting_at(ctx)
        typed = [*(ctx.params.get("notation") or ())]
        if ctx.params.get("table") not in {None, at.name}:
            typed = [ctx.params["table"], *typed]
        return sorted({word for word in next_words(ctx, at, typed) if word.startswith(incomplete)})
    return []


def next_words(ctx: typer.Context, at: "Table", typed: list[str]) -> Iterator[str]:
    """List the words that may follow those typed, in acts that everybody may read."""
    from cli.frame.session import Session
    from cli.telling.face_down import open_to_all

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


def sitting_at(ctx: typer.Context) -> "Table":
    """Sit down at the table that was named, or at the last one."""
    from cli.frame.session import Session
    from cli.tables.find_table import is_table, sit_down
    from cli.tables.last_table import last_table

    session = ctx.ensure_object(Session)
    session.as_json = True
    named = ctx.params.get("table") or ctx.params.get("source")
    is_known = named and is_table(session, named)
    return sit_down(session, str(named if is_known else last_table(session, None)))
