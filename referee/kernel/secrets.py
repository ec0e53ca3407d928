"""Secrets: who may read what of an event, and what a game lets a seat seal."""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from msgspec.structs import replace

from events.base import REFEREE, Event
from events.table import Corrected, PositionTold
from referee.kernel.acts import Act, Secret
from referee.kernel.facts import Facts
from referee.kernel.verdict import Refused


class Readers:
    """Who may read what of a game's events."""

    def __init__(self, acts: Iterable[Act], facts: Facts) -> None:
        secrets = {act.event: act.hidden for act in acts if act.secret}
        self._secret = {kind: secret for kind, secret in secrets.items() if secret.until is None}
        self._shown_later = {kind: secret for kind, secret in secrets.items() if secret.until is not None}
        self._facts = facts

    def redact(self, event: Event, viewer: str | None, followed: tuple[Event, ...] = ()) -> Any:
        """Return an event as a viewer may read it while the game lasts, with null for hidden cards.

        `viewer` None is everybody, "referee" reads everything. `followed` are the consequences of the event,
        empty where they are not known. What is shown before the end is not redacted here: that needs the log,
        see `mask`.
        """
        if viewer == REFEREE:
            return event
        if isinstance(event, Corrected | PositionTold):
            return replace(event, position=self._facts.redact(event.position, viewer))
        return redact_event(self._secret.get(type(event)), event, viewer, followed)

    def mask(self, event: Event, viewer: str | None) -> Event:
        """Return an event whose secret was not shown yet as a viewer may read it."""
        return redact_event(self._shown_later.get(type(event)), event, viewer)


def redact_event(
    secret: Secret | None, event: Event, viewer: str | None, followed: tuple[Event, ...] = ()
) -> Event:
    """Return an event with null in the fields of its secret, unless the viewer is one of its readers.

    None for `secret`: the event holds none. `followed` as of `Readers.redact`.
    """
    if secret is None or viewer == REFEREE or viewer in _readers_of(secret, event):
        return event
    hidden = {name: null_out(getattr(event, name)) for name in secret.fields}
    if secret.visible is not None:
        hidden |= secret.visible(event, followed)
    return replace(event, **hidden)


def _readers_of(secret: Secret, event: Event) -> tuple[str, ...]:
    """Return the seats that may read all of an event; none where it has none of the fields of `readers`."""
    named = (getattr(event, field, None) for field in secret.readers)
    return tuple([seat for each in named for seat in ((each,) if isinstance(each, str) else each or ())])


def null_out(value: Any) -> Any:
    """Return None in place of a value, or for each member of a tuple, also of nested ones."""
    return tuple([null_out(item) for item in value]) if isinstance(value, tuple) else None


class Hidden(NamedTuple):
    """What of an act is sealed: the value, what it is about, and the act recorded `instead` (None: none)."""

    about: str
    value: str | int
    instead: Event | None = None


class Seals(NamedTuple):
    """How a game seals.

    - `kinds(state)`: types of acts whose choice may be sealed as the game stands.
    - `hide(state, event)`: what of such an act is sealed; refused where not all of it can be, None where it
      names nothing.
    - `values(state, about)`: every value that a seal about this can hold.
    - `is_due(state, seat, about)`: whether the game goes on only when the seal is opened.
    - `show(state, seat, value)`: the act that shows a secret once its seal is opened; None where opening it
      is all, or where its time has not come.
    """

    kinds: Callable[[Any], frozenset[str]]
    hide: Callable[[Any, Event], Hidden | Refused | None]
    values: Callable[[Any, str], tuple[str | int, ...]]
    is_due: Callable[[Any, str, str], bool]
    show: Callable[[Any, str, str | int], Event | None]
