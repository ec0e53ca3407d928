"""Sit down at a table: what its log still owes is done first."""

from contextlib import suppress

from events.stores.protocol import Store, StoreError
from referee.service.tables.clock import Clock, utc_now
from referee.service.tables.table import Table, load_table


def sit_down(
    store: Store, name: str, clock: Clock = utc_now, *, sees_all: bool = False, whole: bool = False
) -> Table:
    """Open a table of a store to play at; see `load_table`, which says what is raised.

    A table left between an act and what followed from it goes on: the referee deals what it owes,
    a change that all agreed to is made. A disk that cannot be written is no reason not to look.
    """
    table = load_table(store, name, clock, sees_all=sees_all, whole=whole)
    with suppress(StoreError):
        table.deal()
        make_what_all_agreed_to(table)
    return table


def make_what_all_agreed_to(table: Table) -> None:
    """Make the change whose last word was said, where the log ends before it was made."""
    if table.ends_in_talk:
        from referee.service.commands.consent import make_what_is_owed

        make_what_is_owed(table)
