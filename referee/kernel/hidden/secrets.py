"""Who may read what of an event: declared with the act, and with the facts of the state."""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from events.base import REFEREE, Event
from events.table import Corrected
from referee.kernel.acts import Act, Secret
from referee.kernel.state.facts import Facts


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
