"""What one taps to mean an action: the ordered ids of things on the board, and their names.

An id is `kind:value`, as in `canoe:A.1`, `to:S4`, `turn:left`. What ids mean in a game, its `Picture` says.
"""

import re
from typing import Any

from events.base import Event
from referee.draw import picture_of
from referee.draw.svg import Markup
from referee.l10n import say

NUMBERED = re.compile(r"^([a-z_]+)([0-9]+)$")
"""A kind may count: `exit2:left` is the arm the second disc took."""


def picks(view: Any, event: Event) -> tuple[str, ...]:
    """List the ids by which an action is meant, in order; none where it has but a button."""
    own = picture_of(view.game).picks
    return picks_of(event) if own is None else own(view, event)


def picks_of(event: Event) -> tuple[str, ...]:
    """List the ids of what an action says beside its seat, field by field, of a list each by its place."""
    fields = [(name, getattr(event, name)) for name in event.__struct_fields__ if name != "seat"]
    return tuple(id for name, value in fields for id in ids_of(name, value))


def ids_of(name: str, value: Any) -> tuple[str, ...]:
    """List the ids of a field."""
    if isinstance(value, tuple):
        return tuple([f"{name}{n}:{each}" for n, each in enumerate(value, 1)])
    return () if value is None else (f"{name}:{value}",)


def pieces_of(game: str, event: Event) -> tuple[str, ...]:
    """List the pieces an event moves, as far as the game's board says so."""
    return picture_of(game).pieces_of(event)


def icon(view: Any, id: str) -> tuple[Markup, float] | None:
    """Draw what an id stands for, 24 units high, and tell how wide, where that says it sooner than words."""
    picture = picture_of(view.game)
    kind, _, value = id.partition(":")
    if kind.rstrip("0123456789") in picture.dice:
        from referee.draw.panel import die_icon

        return die_icon(int(value))
    return picture.icon(id)


def pictures(game: str, event: Event) -> tuple[tuple[Markup, float], ...]:
    """Draw what an event names, as far as the game has pictures of that, each like an `icon`."""
    return picture_of(game).pictures(event)


def brief(view: Any, lang: str, event: Event) -> str | None:
    """Say an act in fewer words, where its picture says the rest; None where a game has none."""
    return picture_of(view.game).brief(view, lang, event)


def pick_words(view: Any, lang: str, id: str) -> str:
    """Name what an id stands for; a game may choose among several words by what it says."""
    picture = picture_of(view.game)
    kind, _, value = id.partition(":")
    if kind in picture.worded:
        chosen, more = picture.words_for(view, lang, id)
        return say(f"{view.game}.picks.{chosen}", lang, names=view.names, **more)
    seat, _, part = (value, "", "") if value in view.seats else value.rpartition(".")
    counted = NUMBERED.match(kind)
    args = {"value": value, "seat": seat, "part": part, "n": counted[2] if counted else part}
    return say(f"{view.game}.picks.{counted[1] if counted else kind}", lang, names=view.names, **args)


def outcome(view: Any, lang: str, event: Event) -> str:
    """Say what an action would lead to, as far as that is certain; nothing where the sentence says it all."""
    return picture_of(view.game).outcome(view, lang, event)


def is_meant(meant: tuple[str, ...], chosen: tuple[str, ...]) -> bool:
    """Tell whether an action may be what was tapped so far: its first id first, the others in order."""
    if chosen[:1] != meant[: len(chosen[:1])]:
        return False
    left = iter(meant)
    return all(id in left for id in chosen)


def still_open(meant: tuple[str, ...], chosen: tuple[str, ...]) -> tuple[str, ...]:
    """List the ids of an action that may be tapped next: its first one; of those that count, the next."""
    rest = after(meant, chosen)
    return rest if chosen and not any(map(is_counted, rest[:1])) else rest[:1]


def after(meant: tuple[str, ...], chosen: tuple[str, ...]) -> tuple[str, ...]:
    """List the ids of an action that come after those that were tapped."""
    left = iter(meant)
    for id in chosen:
        next(each for each in left if each == id)
    return tuple(left)


def is_counted(id: str) -> bool:
    """Tell whether an id is one of a row that is tapped in order."""
    return NUMBERED.match(id.partition(":")[0]) is not None
