"""Secrets: who may read what of an event, and what a game lets a seat seal."""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from msgspec.structs import replace

from events.base import REFEREE, Event
from events.table import Corrected
from referee.kernel.acts import Act, Secret
from referee.kernel.facts import Facts
from referee.kernel.verdict import Refused


class Readers:
    """For each event, the parts of it that only some may read."""

    def __init__(self, acts: Iterable[Act], facts: Facts) -> None:
        """Learn which acts hold secrets."""
        self._secret = {act.event: secret_of(act) for act in acts if act.secret and not act.face_down}
        self._facts = facts

    def redact(self, event: Event, viewer: str | None, followed: tuple[Event, ...] = ()) -> Any:
        """Give an event as a seat, or everybody, may read it while the game lasts: hidden cards are null.

        `followed` is what came of it, where that is known. What lies face down until it is shown is
        left to whoever keeps the log.
        """
        if viewer == REFEREE:
            return event
        if isinstance(event, Corrected):
            return replace(event, position=self._facts.redact(event.position, viewer))
        return redacted(self._secret.get(type(event)), event, viewer, followed)


def secret_of(act: Act) -> Secret:
    """Give the part of an act that only some may read."""
    return act.secret if isinstance(act.secret, Secret) else Secret(act.secret)


def redacted(
    secret: Secret | None, event: Event, viewer: str | None, followed: tuple[Event, ...] = ()
) -> Event:
    """Give an event, which may hold a secret, as a seat or everybody may read it."""
    if secret is None or viewer == REFEREE or viewer in readers_of(secret, event):
        return event
    hidden = {name: veiled(getattr(event, name)) for name in secret.fields}
    if secret.visible is not None:
        hidden |= secret.visible(event, followed)
    return replace(event, **hidden)


def readers_of(secret: Secret, event: Event) -> tuple[str, ...]:
    """Name the seats that know all of an event."""
    named = (getattr(event, field) for field in secret.readers)
    return tuple([seat for each in named for seat in ((each,) if isinstance(each, str) else each or ())])


def veiled(value: Any) -> Any:
    """Put null for every card, lists keeping their lengths."""
    return tuple([veiled(item) for item in value]) if isinstance(value, tuple) else None


def redact_all(event: Event, readers: tuple[str, ...] = ("seat",)) -> Any:
    """Copy an event as it looks from above: who laid it, and nothing else."""
    return replace(event, **{name: None for name in event.__struct_fields__ if name not in readers})


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
