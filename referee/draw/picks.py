"""What one taps to mean an action: the ordered ids of things on the board, and their names.

An id is `kind:value`, as in `canoe:A.1`, `to:S4`, `turn:left`. The board of each game says which ids
mean an action (`picks`); its picture marks the things by the same ids. It may draw an id (`icon`), say
what an action would lead to (`outcome`), and choose for the kinds it names (`WORDED`) among several
words (`words_for`).
"""

import re
from typing import Any

from events.base import Event
from referee.draw import board_of
from referee.draw.svg import Markup
from referee.l10n import say

NUMBERED = re.compile(r"^([a-z_]+)([0-9]+)$")
"""A kind may count: `exit2:left` is the arm the second disc took."""


def picks(view: Any, event: Event) -> tuple[str, ...]:
    """List the ids by which an action is meant, in order; none where it has but a button."""
    meant: tuple[str, ...] = board_of(view.game).picks(view, event)
    return meant


def icon(view: Any, id: str) -> tuple[Markup, float] | None:
    """Draw what an id stands for, 24 units high, and tell how wide, where that says it sooner than words."""
    module = board_of(view.game)
    drawn: tuple[Markup, float] | None = module.icon(id) if hasattr(module, "icon") else None
    return drawn


def pick_words(view: Any, lang: str, id: str) -> str:
    """Name what an id stands for; a game may choose among several words by what it says."""
    module = board_of(view.game)
    kind, _, value = id.partition(":")
    if kind in getattr(module, "WORDED", ()):
        chosen, more = module.words_for(id)
        return say(f"{view.game}.picks.{chosen}", lang, names=view.names, **more)
    seat, _, part = (value, "", "") if value in view.seats else value.rpartition(".")
    counted = NUMBERED.match(kind)
    args = {"value": value, "seat": seat, "part": part, "n": counted[2] if counted else part}
    return say(f"{view.game}.picks.{counted[1] if counted else kind}", lang, names=view.names, **args)


def outcome(view: Any, lang: str, event: Event) -> str:
    """Say what an action would lead to, as far as that is certain; nothing where the sentence says it all."""
    module = board_of(view.game)
    return module.outcome(view, lang, event) if hasattr(module, "outcome") else ""


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
