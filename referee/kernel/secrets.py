"""Who may read what of an event: declared with the act, and with the facts of the state."""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from events.base import REFEREE, Event
from events.table import Corrected
from referee.kernel.acts import Act
from referee.kernel.facts import Facts


class Readers:
    """What of each event only some may read."""

    def __init__(self, acts: Iterable[Act], facts: Facts) -> None:
        """Learn which acts hold secrets."""
        self._secret = {act.event: act for act in acts if act.secret}
        self._facts = facts

    def redact(self, event: Event, asker: str | None, followed: tuple[Event, ...] = ()) -> Any:
        """Give an event as a seat, or everybody, may read it while the game lasts: hidden cards are null.

        `followed` is what came of it, where that is known. What lies face down until it is shown is
        left to whoever keeps the log.
        """
        if asker == REFEREE:
            return event
        if isinstance(event, Corrected):
            return replace(event, position=self._facts.redact(event.position, asker))
        act = self._secret.get(type(event))
        if act is None or act.face_down or asker in knowers_of(act, event):
            return event
        hidden = {name: veiled(getattr(event, name)) for name in act.secret}
        if act.bared is not None:
            hidden |= act.bared(event, followed)
        return replace(event, **hidden)


def knowers_of(act: Act, event: Event) -> tuple[str, ...]:
    """Name the seats that know all of an event."""
    named = (getattr(event, field) for field in act.knowers)
    return tuple([seat for each in named for seat in ((each,) if isinstance(each, str) else each or ())])


def veiled(value: Any) -> Any:
    """Put null for every card, lists keeping their lengths."""
    return tuple([veiled(item) for item in value]) if isinstance(value, tuple) else None


def covered(event: Event, knowers: tuple[str, ...] = ("seat",)) -> Any:
    """Copy an event as it looks from above: who laid it, and nothing else."""
    return replace(event, **{name: None for name in event.__struct_fields__ if name not in knowers})
