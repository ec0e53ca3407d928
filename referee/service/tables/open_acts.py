"""What may be done now, as everybody may read it; its order, what needs confirmation, what ends a step."""

from collections.abc import Iterable
from itertools import islice
from typing import Any

from events.base import TABLE, Event, type_of
from referee.kernel.game import Game
from referee.kernel.verdict import Accepted


def sort_acts(game: Game, events: Iterable[Event]) -> tuple[Event, ...]:
    """Sort events: what is due first, then what is free at any time, then what ends a window."""
    return tuple(sorted(events, key=lambda event: game.rank(type_of(event))))


def is_closing(game: Game, event: Event) -> bool:
    """Return whether an event ends a window (an act with `closes`)."""
    return type_of(event) in game.closings


def is_observed(game: Game, event: Event) -> bool:
    """Return whether an event states chance that only the table can have seen: a die, a disc, a card dealt.

    Such an event is never chosen by its number in a list, nor agreed to.
    """
    if game.dealer.shows_throw(event):
        return True
    act = next((act for act in game.acts if act.event is type(event)), None)
    if act is None or is_closing(game, event) or type_of(event) not in game.reveals:
        return False
    return act.when.by_table or getattr(event, "seat", TABLE) is None


def needs_confirmation(game: Game, state: Any, event: Event) -> bool:
    """Return whether people are asked to confirm an event.

    That is where it ends something for all, shows a card, or costs its own seat a piece.
    """
    if is_closing(game, event) or type_of(event) in game.needs_confirmation:
        return True
    seat = getattr(event, "seat", None)
    verdict = game.decide(state, event) if seat is not None and game.needs_confirmation else None
    if not isinstance(verdict, Accepted) or verdict.judged[0].kind != "action":
        return False
    own = (judged.event for judged in verdict.judged[1:] if getattr(judged.event, "seat", None) == seat)
    return any(type_of(each) in game.needs_confirmation for each in own)


def open_windows(game: Game, state: Any) -> dict[str, tuple[str, ...]]:
    """Return by seat what each may still do in a window, by what everybody can see."""
    return dict(getattr(game.view(state, None), "windows", {}))


def ends_by_coming_next(game: Game, state: Any, event: Event) -> bool:
    """Return whether an act belongs to what comes after an open window, and so ends the window for all.

    It is accepted, and not listed while somebody may still act in the window.
    """
    return type(event) in game.windows.next_in.get(game.moment(state), ())


def ends_step(game: Game, state: Any, event: Event, *, by_coming_next: bool = True) -> bool:
    """Return whether an event ends for all a step in which several may act.

    It does so where it is a closing event, or `by_coming_next`: an act of what comes after the step.

    Rules: TAB-END-01
    """
    if is_closing(game, event):
        return not is_idle(game, state, event)
    return by_coming_next and ends_by_coming_next(game, state, event)


def is_idle(game: Game, state: Any, event: Event) -> bool:
    """Return whether a closing event would change nothing: the step closed by itself already."""
    if not is_closing(game, event):
        return False
    verdict = game.decide(state, event)
    return isinstance(verdict, Accepted) and game.view(verdict.state, None) == game.view(state, None)


def public_acts(game: Game, state: Any, seat: str) -> tuple[Event, ...]:
    """Return the acts of a seat that everybody may read, because its hidden cards do not decide them."""
    events = game.legal(state, seat)
    if seat == TABLE or not game.depends_on_hidden or game.winners(state) is not None:
        return events
    return tuple(event for event in events if type_of(event) not in game.depends_on_hidden)


def is_secret_choice(game: Game, state: Any, seat: str) -> bool:
    """Return whether what a seat does next is laid face down."""
    events = game.legal(state, seat)
    return bool(events) and type_of(events[0]) in game.sealed


def is_laying(game: Game, state: Any) -> bool:
    """Return whether every seat is to lay something face down, and none has done so here yet."""
    acting = game.acting(state)
    return {*acting} == {*state.seats} and all(is_secret_choice(game, state, seat) for seat in acting)


def awaited_seats(game: Game, state: Any) -> tuple[str, ...]:
    """Return who is to act, "table" too; before anybody's turn, rather who may tell already what it implies.

    See `Untold`: where everybody lays a card, that is the seat that begins, as long as nobody laid one here.
    """
    acting = game.acting(state)
    if TABLE in acting or is_laying(game, state):
        return tuple(seat for seat in state.seats if any(game.ahead(state, seat))) or acting
    return acting


def is_out_of_turn(game: Game, state: Any, event: Event) -> bool:
    """Return whether others act now, or the game is at another point: what came before was not told."""
    acting = game.acting(state)
    act = next((act for act in game.acts if act.event is type(event)), None)
    if act is None or not acting:
        return False
    is_elsewhere = bool(act.when.phases) and game.moment(state) not in act.when.phases
    return is_elsewhere or getattr(event, "seat", TABLE) not in acting


_MOST_MISSING = 3
"""At most so many acts are named that may be missing before another."""


def missing_before(game: Game, state: Any, event: Event) -> tuple[Event, ...]:
    """Return acts that make a refused act possible, such as one that ends a window.

    Each alone does, and everybody may read it; at most `_MOST_MISSING`, empty where there is none. The
    refused act is one that everybody may read.
    """
    seats = dict.fromkeys((*game.acting(state), TABLE))
    tried = (act for seat in seats for act in public_acts(game, state, seat))
    return tuple(islice((act for act in tried if _makes_possible(game, state, act, event)), _MOST_MISSING))


def _makes_possible(game: Game, state: Any, act: Event, event: Event) -> bool:
    """Return whether `event` is accepted after `act`."""
    verdict = game.decide(state, act)
    return isinstance(verdict, Accepted) and isinstance(game.decide(verdict.state, event), Accepted)


def acts_of_table(game: Game, state: Any, *, has_choices: bool = True) -> tuple[Event, ...]:
    """Return what anybody at the table may do, seat by seat, due acts first, and what the table may show.

    Without `has_choices`, nothing is listed for a seat whose next act is laid face down.
    """
    seats = [
        seat
        for seat in dict.fromkeys((*game.acting(state), TABLE))
        if has_choices or not is_secret_choice(game, state, seat)
    ]
    return tuple(event for seat in seats for event in sort_acts(game, public_acts(game, state, seat)))
