"""Who sits here and what they are called: going home, coming back, playing on after the end, getting up."""

from typing import Any

from events.table import PlayedOn, SeatLeft, SeatRenamed, SeatTaken, TableClosed
from referee.kernel.game import Game
from referee.kernel.verdict import Accepted
from referee.service.commands.consent import ask
from referee.service.tables.request import NOT_YOURS, Actor, Submission
from referee.service.tables.table import Answer, Table, one_decision


@one_decision
def close(
    table: Table,
    actor: Actor,
    reason: str = "",
    *,
    seen: int | None = None,
    key: str | Submission | None = None,
) -> Answer:
    """Get up: nothing more is recorded, the standing so far is what stays. `seen` and `key` as in `ask`.

    Rules: TAB-CLOSE-01
    """
    return ask(table, actor, TableClosed(reason), seen=seen, key=key)


@one_decision
def leave(
    table: Table,
    actor: Actor,
    seat: str,
    reason: str = "",
    *,
    seen: int | None = None,
    key: str | Submission | None = None,
) -> Answer:
    """Say that whoever sits at a seat goes home: the others play on for it, once they agree.

    Seats already gone are not asked; if somebody else says that a seat has gone, neither is that seat.
    `seen` and `key` as in `ask`.

    Rules: TAB-SEAT-02
    """
    return ask(table, actor, SeatLeft(seat, reason), seen=seen, key=key)


@one_decision
def take_seat(
    table: Table,
    actor: Actor,
    seat: str,
    *,
    seen: int | None = None,
    key: str | Submission | None = None,
) -> Answer:
    """Sit down where somebody went home: the seat has its own word again. `seen` and `key` as in `ask`.

    Rules: TAB-SEAT-02
    """
    own = () if actor.place == "seat" else actor.seats
    if seat not in own and not actor.is_whole(table.state) and actor.viewer != seat:
        return NOT_YOURS
    return table.late(seen) or table.submit(SeatTaken(seat), seen=seen, key=key)


def rename_seat(
    table: Table,
    actor: Actor,
    seat: str,
    name: str,
    reason: str = "",
    *,
    agreed: tuple[str, ...] = (),
    seen: int | None = None,
    key: str | Submission | None = None,
) -> Answer:
    """Call a seat otherwise from here on, once all agree. `agreed`, `seen` and `key` as in `ask`.

    Rules: TAB-SEAT-03
    """
    return ask(table, actor, SeatRenamed(seat, name, reason), agreed=agreed, seen=seen, key=key)


def may_play_on(game: Game, state: Any) -> bool:
    """Return whether the game is over and could go on.

    Rules: TAB-CLOSE-02
    """
    return isinstance(game.decide(state, PlayedOn()), Accepted)
