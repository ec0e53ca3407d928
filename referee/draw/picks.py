"""Taps that mean an action: the ordered ids of things on the board, and their names.

An id is `kind:value`, as in `canoe:A.1`, `to:S4`, `turn:left`. What ids mean in a game, its `Picture` says.
"""

import re
from typing import Any

from events.base import TABLE, Event
from referee.draw import board_of, picture_of
from referee.draw.panel import die_icon
from referee.draw.svg import Node
from referee.kernel.game import Game
from referee.l10n import has, say
from referee.l10n.messages import value_in_words

_NUMBERED = re.compile(r"^([a-z_]+)([0-9]+)$")
"""A kind may count: `exit2:left` is the arm the second disc took."""


def picks(view: Any, event: Event) -> tuple[str, ...]:
    """Return the ids that are tapped to mean an action, in order; empty where it has only a button."""
    own = picture_of(view.game).picks
    return _field_ids(event) if own is None else own(view, event)


def picks_ahead(view: Any, events: tuple[Event, ...]) -> tuple[str, ...]:
    """Return the ids by which an act is meant that is told with what it implies, the last of `events`.

    Where the game does not say, they are those of its own seat's events, one after the other.
    """
    own, seat = picture_of(view.game).picks_ahead, getattr(events[-1], "seat", None)
    if own is not None:
        return own(view, events)
    return tuple(id for each in events if getattr(each, "seat", None) == seat for id in picks(view, each))


def find_offers(game: Game, state: Any, viewer: str | None) -> frozenset[str]:
    """Return the ids by which a viewer may begin an act now: of its seat, or of what the table shows.

    They are those that can be tapped on its page. None for `viewer`: everybody, who see what the table shows.
    Empty where the game's board draws nothing only to be tapped.
    """
    if board_of(game.id).with_offers is None:
        return frozenset()
    view, own = game.view(state, viewer), () if viewer is None else game.legal(state, viewer)
    shown = game.legal(state, TABLE) if TABLE in game.acting(state) else ()
    ours = [event for event in shown if viewer is None or getattr(event, "seat", viewer) == viewer]
    return frozenset([ids[0] for event in (*own, *ours) if (ids := picks(view, event))])


def _field_ids(event: Event) -> tuple[str, ...]:
    """Return `field:value` for each field but the seat.

    None is left out, a list gives `field1:…`, `field2:…`.
    """
    ids: list[str] = []
    for name in event.__struct_fields__:
        value = getattr(event, name)
        if isinstance(value, tuple):
            ids += [f"{name}{n}:{each}" for n, each in enumerate(value, 1)]
        elif value is not None and name != "seat":
            ids.append(f"{name}:{value}")
    return tuple(ids)


def pieces_of(game: str, event: Event) -> tuple[str, ...]:
    """Return the ids of the pieces an event moves; empty where the game's board does not say so."""
    return picture_of(game).pieces_of(event)


def icon(view: Any, id: str) -> tuple[Node, float] | None:
    """Return a picture of what an id stands for, 24 units high, and its width.

    None where words are better.
    """
    picture = picture_of(view.game)
    kind, _, value = id.partition(":")
    if kind.rstrip("0123456789") in picture.dice:
        return die_icon(int(value))
    return picture.icon(id)


def pictures(game: str, event: Event) -> tuple[tuple[Node, float], ...]:
    """Return pictures of what an event names, each with its width; empty where the game has none."""
    return picture_of(game).pictures(event)


def brief(view: Any, lang: str, event: Event) -> str | None:
    """Return a shorter text of an act, to stand beside its picture; None where the game has none."""
    return picture_of(view.game).brief(view, lang, event)


def pick_words(view: Any, lang: str, id: str) -> str:
    """Return the name of what an id stands for; a game may choose among several messages.

    Where it has none for the kind of id, the noun of the thing.
    """
    picture = picture_of(view.game)
    kind, _, value = id.partition(":")
    if kind in picture.worded:
        chosen, more = picture.words_for(view, lang, id)
        return say(f"{view.game}.picks.{chosen}", lang, names=view.names, **more)
    seat, _, part = (value, "", "") if value in view.seats else value.rpartition(".")
    counted = _NUMBERED.match(kind)
    args = {"value": value, "seat": seat, "part": part, "n": counted[2] if counted else part}
    message = f"{view.game}.picks.{counted[1] if counted else kind}"
    if not has(message, lang):
        return value_in_words(value, lang, view.game, view.names)
    return say(message, lang, names=view.names, **args)


def outcome(view: Any, lang: str, event: Event) -> str:
    """Return what an action would certainly lead to, in a sentence; empty where its own words say it."""
    return picture_of(view.game).outcome(view, lang, event)


def is_meant(meant: tuple[str, ...], chosen: tuple[str, ...], *, any_order: bool = False) -> bool:
    """Return whether the taps `chosen` may be the beginning of the action whose ids are `meant`.

    The first tap must be its first id; the others must occur after it in order, gaps allowed. In `any_order`
    each has to occur.
    """
    if any_order:
        return {*chosen} <= {*meant}
    if chosen[:1] != meant[: len(chosen[:1])]:
        return False
    left = iter(meant)
    return all(id in left for id in chosen)


def next_picks(
    meant: tuple[str, ...], chosen: tuple[str, ...], *, any_order: bool = False
) -> tuple[str, ...]:
    """Return the ids of `meant` that may be tapped after `chosen`: the first one first, then any that follow.

    Of a counted row (`exit1`, `exit2`) only the next one; in `any_order` all the others. `chosen` must be of
    this action.
    """
    if any_order:
        return tuple(id for id in meant if id not in chosen)
    rest = picks_after(meant, chosen)
    return rest if chosen and not any(map(is_counted, rest[:1])) else rest[:1]


def picks_after(meant: tuple[str, ...], chosen: tuple[str, ...]) -> tuple[str, ...]:
    """Return the ids of `meant` after the last one tapped.

    Raise StopIteration where `chosen` is not of this action.
    """
    left = iter(meant)
    for id in chosen:
        next(each for each in left if each == id)
    return tuple(left)


def is_counted(id: str) -> bool:
    """Return whether an id's kind ends in a number (`exit2:left`): such ids are tapped in order."""
    return _NUMBERED.match(id.partition(":")[0]) is not None
