"""Sealed secrets: a choice committed to by its seal, opened with its salt, shown where that is due."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from events.base import Event
from events.envelope import opens, seal_of
from events.table import SecretOpened, SecretSealed
from referee.kernel.secrets import Hidden
from referee.kernel.verdict import Refused
from referee.service.tables.request import NOT_YOURS, Answer, Request
from referee.service.tables.table import Table, one_decision, submit_as_one

RULES = ("TAB-SEAL-01",)


class OpenedSecret(NamedTuple):
    """The secret of a seal: what it is about, the value as it is sealed, the salt that opens it."""

    about: str
    value: Any
    salt: str


@one_decision
def seal(table: Table, request: Request, event: Event, hidden: Hidden, salt: str) -> Answer:
    """Commit a seat to what an act names: write its seal, with the act that stands in place of the choice.

    `hidden` is what is sealed. Where that act was recorded before, the seal stands alone. A refusal of the
    choice itself is not stored: it would say what was tried.
    """
    seat = event.seat  # type: ignore[attr-defined]
    if seat not in request.actor.seats:
        return NOT_YOURS
    sealed = SecretSealed(seat, seal_of(hidden.value, salt), hidden.about)
    told = (sealed,) if hidden.instead is None else (sealed, hidden.instead)
    if (conflict := table.find_conflict(request, *told)) is not None:
        return conflict
    verdict = table.game.decide(table.state, event)
    if isinstance(verdict, Refused):
        instead = hidden.instead
        if instead is None or not isinstance(table.game.decide(table.state, instead), Refused):
            return verdict
        told = (sealed,)
    return submit_as_one(table, told, request)


@one_decision
def open_seals(table: Table, request: Request, seat: str, secrets: Sequence[OpenedSecret]) -> Answer:
    """Open what a seat has sealed, and show what that hid where it is due.

    The refusal of what does not open is not stored: the value may have been right, and the salt mistyped.
    """
    if seat not in request.actor.seats:
        return NOT_YOURS
    if refused := judge_secrets(table.state, seat, secrets):
        return refused
    return submit_as_one(table, tuple(_opening_events(table, seat, secrets)), request)


def judge_secrets(state: Any, seat: str, secrets: Sequence[OpenedSecret]) -> Refused | None:
    """Refuse secrets that do not open what a seat has sealed.

    Rules: TAB-SEAL-01
    """
    if not secrets or not any(seal.seat == seat for seal in state.seals):
        return Refused("table.nothing_sealed", RULES, {"seat": seat})
    if all(find_sealed(state, seat, each.value, each.salt) == each.about for each in secrets):
        return None
    return Refused("seals.not_opened", RULES, {"seat": seat})


def _opening_events(table: Table, seat: str, secrets: Iterable[OpenedSecret]) -> Iterator[Event]:
    """Yield what opens seals, and what is shown then."""
    for secret in secrets:
        yield SecretOpened(seat, secret.value, secret.salt, secret.about)
        shown = table.game.seals.show(table.state, seat, secret.value) if table.game.seals else None
        if shown is not None:
            yield shown


def find_sealed(state: Any, seat: str, value: Any, salt: str) -> str | None:
    """Return what the seal is about that a value and a salt open; None where they open none."""
    own = (seal for seal in state.seals if seal.seat == seat)
    return next((seal.about for seal in own if opens(seal.seal, value, salt)), None)


def seals_recorded(table: Table, seat: str) -> tuple[str, ...]:
    """Return every seal (hex) a seat ever recorded, in order, those taken back among them."""
    events = (entry.event for entry in table.log_index.entries)
    return tuple(each.seal for each in events if isinstance(each, SecretSealed) and each.seat == seat)
