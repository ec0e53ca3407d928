"""What is asked twice; windows, in which anybody may act: who still may, and what ends them."""

from collections.abc import Iterable
from typing import Any

from events.base import Event, type_of
from referee.kernel.game import Game
from referee.kernel.verdict import Accepted


def in_order(game: Game, events: Iterable[Event]) -> tuple[Event, ...]:
    """Put what is due first, then what is free at any time, then what the whole table says."""
    return tuple(sorted(events, key=lambda event: game.rank(type_of(event))))


def is_closing(game: Game, event: Event) -> bool:
    """Tell whether an event is the whole table's word that ends a window."""
    return type_of(event) in game.closings


def is_observed(game: Game, event: Event) -> bool:
    """Whether an event tells chance that only the table can have seen: a die, a disc, a card dealt.

    Nobody says that by a number of a list, or by agreeing to it.
    """
    if game.dealer.shows_throw(event):
        return True
    act = next((act for act in game.acts if act.event is type(event)), None)
    if act is None or act.closes or not act.reveals:
        return False
    return act.by_table(event) if callable(act.by_table) else act.by_table


def needs_confirmation(game: Game, state: Any, event: Event) -> bool:
    """Tell whether people are asked twice: it ends something for all, shows a card, or loses one's piece."""
    if is_closing(game, event) or type_of(event) in game.needs_confirmation:
        return True
    seat = getattr(event, "seat", None)
    verdict = game.decide(state, event) if seat is not None and game.needs_confirmation else None
    if not isinstance(verdict, Accepted) or verdict.judged[0].kind != "action":
        return False
    own = (judged.event for judged in verdict.judged[1:] if getattr(judged.event, "seat", None) == seat)
    return any(type_of(each) in game.needs_confirmation for each in own)


def still_open(game: Game, state: Any) -> dict[str, tuple[str, ...]]:
    """List by seat what each may still do in a window, by what everybody can see."""
    return dict(getattr(game.view(state, None), "windows", {}))


def goes_on(game: Game, state: Any, event: Event) -> bool:
    """Tell whether an act is of what comes after an open window: by coming next it ends that for all.

    It is accepted, and not listed while somebody may still act in the window.
    """
    moment = game.moment(state)
    return any(moment in act.listed_in for act in game.acts if act.event is type(event))


def ends_step(game: Game, state: Any, event: Event, *, by_coming_next: bool = True) -> bool:
    """Tell whether an event ends for all a step in which several may act: as their word, or by coming next.

    Rules: TAB-END-01
    """
    if is_closing(game, event):
        return not is_idle(game, state, event)
    return by_coming_next and goes_on(game, state, event)


def is_idle(game: Game, state: Any, event: Event) -> bool:
    """Tell whether a closing line would change nothing: the step closed by itself already."""
    if not is_closing(game, event):
        return False
    verdict = game.decide(state, event)
    return isinstance(verdict, Accepted) and game.view(verdict.state, None) == game.view(state, None)
