"""What may be done now as everybody may read it: the acts that nobody's hidden cards decide."""

from itertools import islice
from typing import Any

from events.base import TABLE, Event, type_of
from referee.kernel.game import Game
from referee.kernel.verdict import Accepted
from referee.service.tables.windows import in_order


def open_to_all(game: Game, state: Any, seat: str) -> tuple[Event, ...]:
    """List the acts of a seat that everybody may read, because its hidden cards do not decide them."""
    events = game.legal(state, seat)
    if seat == TABLE or not game.depends_on_hidden or game.winners(state) is not None:
        return events
    return tuple(event for event in events if type_of(event) not in game.depends_on_hidden)


def is_secret_choice(game: Game, state: Any, seat: str) -> bool:
    """Whether what a seat does next is laid face down."""
    events = game.legal(state, seat)
    return bool(events) and type_of(events[0]) in game.sealed


MOST_MISSING = 3
"""At most so many acts are named that may be missing before another."""


def missing_before(game: Game, state: Any, event: Event) -> tuple[Event, ...]:
    """List acts that everybody may read after which a refused one is possible, as what ends a window is.

    The refused act, too, is one that everybody may read: it was possible once.
    """
    seats = dict.fromkeys((*game.acting(state), TABLE))
    tried = (act for seat in seats for act in open_to_all(game, state, seat))
    return tuple(islice((act for act in tried if opens_way(game, state, act, event)), MOST_MISSING))


def opens_way(game: Game, state: Any, act: Event, event: Event) -> bool:
    """Whether an event is accepted after an act."""
    verdict = game.decide(state, act)
    return isinstance(verdict, Accepted) and isinstance(game.decide(verdict.state, event), Accepted)


def of_the_whole_table(game: Game, state: Any, *, has_choices: bool = True) -> tuple[Event, ...]:
    """List what anybody at the table may do, seat by seat, due acts first, and what the table may tell.

    Without choices, a seat that chooses in secret next has nothing listed.
    """
    seats = [
        seat
        for seat in dict.fromkeys((*game.acting(state), TABLE))
        if has_choices or not is_secret_choice(game, state, seat)
    ]
    return tuple(event for seat in seats for event in in_order(game, open_to_all(game, state, seat)))
