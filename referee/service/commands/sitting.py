"""Who sits at a table: sitting down, going home, coming back, a new name, getting up."""

from contextlib import suppress
from typing import Any

from events.stores.protocol import Store, StoreError
from events.table import PlayedOn, SeatLeft, SeatRenamed, SeatTaken, TableClosed
from referee.kernel.game import Game
from referee.kernel.verdict import Accepted
from referee.service.commands.consent import change_or_propose, make_agreed_change
from referee.service.tables.clock import Clock, utc_now
from referee.service.tables.request import NOT_YOURS, Answer, Request
from referee.service.tables.table import Table, load_table, one_decision


def sit_down(
    store: Store, name: str, clock: Clock = utc_now, *, sees_all: bool = False, whole: bool = False
) -> Table:
    """Load a table to play at, and finish what was begun; arguments and errors as of `load_table`.

    Where a process ended between an act and what followed, the referee deals what it owes, and a change that
    all agreed to is made. On a disk that cannot be written the table is only looked at.
    """
    table = load_table(store, name, clock, sees_all=sees_all, whole=whole)
    with suppress(StoreError):
        table.deal()
        make_agreed_change(table)
    return table


@one_decision
def close(table: Table, request: Request, reason: str = "") -> Answer:
    """Propose to close the table, or close it at once: nothing more is recorded, the standing is final.

    Rules: TAB-CLOSE-01
    """
    return change_or_propose(table, request, TableClosed(reason))


@one_decision
def leave(table: Table, request: Request, seat: str, reason: str = "") -> Answer:
    """Record that whoever sits at a seat goes home: the others play on for it, once they agree.

    Seats already gone are not asked; if somebody else says that a seat has gone, neither is that seat.

    Rules: TAB-SEAT-02
    """
    return change_or_propose(table, request, SeatLeft(seat, reason))


@one_decision
def take_seat(table: Table, request: Request, seat: str) -> Answer:
    """Record that a seat that went home is taken again, and answers for itself again.

    Rules: TAB-SEAT-02
    """
    actor = request.actor
    own = () if actor.place == "seat" else actor.seats
    if seat not in own and not actor.is_whole(table.state) and actor.viewer != seat:
        return NOT_YOURS
    return table.find_conflict(request) or table.submit(SeatTaken(seat), request)


def rename_seat(table: Table, request: Request, seat: str, name: str, reason: str = "") -> Answer:
    """Propose another name for a seat from here on, or set it at once, as any change.

    Rules: TAB-SEAT-03
    """
    return change_or_propose(table, request, SeatRenamed(seat, name, reason))


def may_play_on(game: Game, state: Any) -> bool:
    """Return whether the game is over and could go on.

    Rules: TAB-CLOSE-02
    """
    return isinstance(game.decide(state, PlayedOn()), Accepted)
