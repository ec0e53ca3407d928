"""Sealed secrets: a choice committed to by its seal, opened with its salt, shown where that is due."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from events.base import Event
from events.sealing import opens, seal_of
from events.table import SecretOpened, SecretSealed
from referee.service.answers import Asked
from referee.service.desk.voice import NOT_YOURS, Voice
from referee.service.table import Answer, Table
from referee.service.together import submit_as_one


class Secret(NamedTuple):
    """What lies sealed: what it is about, its value as it is sealed, the salt that opens it."""

    about: str
    value: Any
    salt: str


def seal(
    table: Table,
    voice: Voice,
    seat: str,
    secret: Secret,
    instead: Event | None = None,
    *,
    seen: int | None = None,
    key: Asked | None = None,
) -> Answer:
    """Commit a seat to a secret, with the act that is told `instead` of the one that names it."""
    if seat not in voice.seats:
        return NOT_YOURS
    return submit_as_one(table, sealing(seat, secret, instead), seen=seen, key=key)


def sealing(seat: str, secret: Secret, instead: Event | None = None) -> tuple[Event, ...]:
    """Write what commits a seat to a secret."""
    sealed = SecretSealed(seat, seal_of(secret.value, secret.salt), secret.about)
    return (sealed,) if instead is None else (sealed, instead)


def open_seals(
    table: Table,
    voice: Voice,
    seat: str,
    secrets: Sequence[Secret],
    *,
    seen: int | None = None,
    key: Asked | None = None,
) -> Answer:
    """Open what a seat has sealed, and show what that hid where it is due."""
    if seat not in voice.seats:
        return NOT_YOURS
    return submit_as_one(table, tuple(opening(table, seat, secrets)), seen=seen, key=key)


def opening(table: Table, seat: str, secrets: Iterable[Secret]) -> Iterator[Event]:
    """Write what opens seals, and what is shown then."""
    for secret in secrets:
        yield SecretOpened(seat, secret.value, secret.salt, secret.about)
        shown = table.game.seals.show(table.state, seat, secret.value) if table.game.seals else None
        if shown is not None:
            yield shown


def sealed_about(state: Any, seat: str, value: Any, salt: str) -> str | None:
    """Find what the seal is about that a value and a salt open."""
    own = (seal for seal in state.seals if seal.seat == seat)
    return next((seal.about for seal in own if opens(seal.seal, value, salt)), None)


def seals_told(table: Table, seat: str) -> tuple[str, ...]:
    """List every seal a seat ever put on something, those taken back among them."""
    events = (entry.event for entry in table.history.entries)
    return tuple(each.seal for each in events if isinstance(each, SecretSealed) and each.seat == seat)
