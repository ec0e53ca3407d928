"""Who sits here and what they are called: going home, coming back, playing on after the end, getting up."""

from typing import Any

from events.table import PlayedOn, SeatLeft, SeatRenamed, SeatTaken, TableClosed
from referee.kernel.game import Game
from referee.kernel.verdict import Accepted
from referee.service.commands.consent import ask
from referee.service.tables.request import NOT_YOURS, Request
from referee.service.tables.table import Answer, Table, one_decision


@one_decision
def close(
    table: Table,
    request: Request,
    reason: str = "",
) -> Answer:
    """Get up: nothing more is recorded, the standing so far is what stays.

    Rules: TAB-CLOSE-01
    """
    return ask(table, request, TableClosed(reason))


@one_decision
def leave(
    table: Table,
    request: Request,
    seat: str,
    reason: str = "",
) -> Answer:
    """Say that whoever sits at a seat goes home: the others play on for it, once they agree.

    Seats already gone are not asked; if somebody else says that a seat has gone, neither is that seat.


    Rules: TAB-SEAT-02
    """
    return ask(table, request, SeatLeft(seat, reason))


@one_decision
def take_seat(
    table: Table,
    request: Request,
    seat: str,
) -> Answer:
    """Sit down where somebody went home: the seat has its own word again.

    Rules: TAB-SEAT-02
    """
    actor = request.actor
    own = () if actor.place == "seat" else actor.seats
    if seat not in own and not actor.is_whole(table.state) and actor.viewer != seat:
        return NOT_YOURS
    return table.find_conflict(request) or table.submit(SeatTaken(seat), request)


def rename_seat(
    table: Table,
    request: Request,
    seat: str,
    name: str,
    reason: str = "",
) -> Answer:
    """Call a seat otherwise from here on, once all agree.

    Rules: TAB-SEAT-03
    """
    return ask(table, request, SeatRenamed(seat, name, reason))


def may_play_on(game: Game, state: Any) -> bool:
    """Return whether the game is over and could go on.

    Rules: TAB-CLOSE-02
    """
    return isinstance(game.decide(state, PlayedOn()), Accepted)
