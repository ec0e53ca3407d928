"""What a game lets a seat seal: which acts name a secret choice, and what is told in their place."""

from collections.abc import Callable
from typing import Any, NamedTuple

from events.base import Event
from referee.kernel.verdict import Refused


class Hidden(NamedTuple):
    """What of an act is sealed: the secret, what it is about, and the act told `instead`, if any."""

    about: str
    value: str | int
    instead: Event | None = None


class Seals(NamedTuple):
    """How a game seals.

    - `kinds(state)`: types of acts whose choice may be sealed as the game stands.
    - `hide(state, event)`: what of such an act is sealed; refused where not all of it can be, None
      where it names nothing.
    - `values(state, about)`: all that a seal may be about.
    - `is_due(state, seat, about)`: whether the game goes on only when the seal is opened.
    - `show(state, seat, value)`: the act that shows a secret once its seal is opened; None where
      opening it is all, or where its time has not come.
    """

    kinds: Callable[[Any], frozenset[str]]
    hide: Callable[[Any, Event], Hidden | Refused | None]
    values: Callable[[Any, str], tuple[str | int, ...]]
    is_due: Callable[[Any, str, str], bool]
    show: Callable[[Any, str, str | int], Event | None]
