"""Sealed secrets: a choice committed to by its seal, opened with its salt, shown where that is due."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from events.base import Event
from events.envelope import opens, seal_of
from events.table import SecretOpened, SecretSealed
from referee.kernel.secrets import Hidden
from referee.kernel.verdict import Refused
from referee.service.commands.actor import NOT_YOURS, Actor
from referee.service.tables.submissions import Submission
from referee.service.tables.submit_several import submit_as_one
from referee.service.tables.table import Answer, Table, one_decision

RULES = ("TAB-SEAL-01",)


class Secret(NamedTuple):
    """What lies sealed: what it is about, its value as it is sealed, the salt that opens it."""

    about: str
    value: Any
    salt: str


@one_decision
def seal(
    table: Table,
    actor: Actor,
    event: Event,
    hidden: Hidden,
    salt: str,
    *,
    seen: int | None = None,
    key: Submission | None = None,
) -> Answer:
    """Commit a seat to what an act names: its seal is written, with the act that is told instead.

    Where that act was told before, the seal stands alone. A refusal of the choice itself is not
    remembered: it would say what was tried.
    """
    seat = event.seat  # type: ignore[attr-defined]
    if seat not in actor.seats:
        return NOT_YOURS
    sealed = SecretSealed(seat, seal_of(hidden.value, salt), hidden.about)
    told = (sealed,) if hidden.instead is None else (sealed, hidden.instead)
    if seen is not None and (conflict := table.gone_on(told, seen)) is not None:
        return conflict
    verdict = table.game.decide(table.state, event)
    if isinstance(verdict, Refused):
        if hidden.instead is None or not is_told(table, hidden.instead):
            return verdict
        told = (sealed,)
    return submit_as_one(table, told, seen=seen, key=key)


def is_told(table: Table, instead: Event) -> bool:
    """Whether the act told in place of a choice was told already, or cannot be told now."""
    return isinstance(table.game.decide(table.state, instead), Refused)


@one_decision
def open_seals(
    table: Table,
    actor: Actor,
    seat: str,
    secrets: Sequence[Secret],
    *,
    seen: int | None = None,
    key: Submission | None = None,
) -> Answer:
    """Open what a seat has sealed, and show what that hid where it is due.

    What does not open is not remembered: the value may have been right, and the salt mistyped.
    """
    if seat not in actor.seats:
        return NOT_YOURS
    if refused := judge_secrets(table.state, seat, secrets):
        return refused
    return submit_as_one(table, tuple(opening(table, seat, secrets)), seen=seen, key=key)


def judge_secrets(state: Any, seat: str, secrets: Sequence[Secret]) -> Refused | None:
    """Refuse secrets that do not open what a seat has sealed.

    Rules: TAB-SEAL-01
    """
    if not secrets or not any(seal.seat == seat for seal in state.seals):
        return Refused("table.nothing_sealed", RULES, {"seat": seat})
    if all(sealed_about(state, seat, each.value, each.salt) == each.about for each in secrets):
        return None
    return Refused("seals.not_opened", RULES, {"seat": seat})


def opening(table: Table, seat: str, secrets: Iterable[Secret]) -> Iterator[Event]:
    """Write what opens seals, and what is shown then."""
    for secret in secrets:
        yield SecretOpened(seat, secret.value, secret.salt, secret.about)
        shown = table.game.seals.show(table.state, seat, secret.value) if table.game.seals else None
        if shown is not None:
            yield shown


def sealed_about(state: Any, seat: str, value: Any, salt: str) -> str | None:
    """Find the seal that a value and a salt open; give what it is about."""
    own = (seal for seal in state.seals if seal.seat == seat)
    return next((seal.about for seal in own if opens(seal.seal, value, salt)), None)


def seals_told(table: Table, seat: str) -> tuple[str, ...]:
    """List every seal a seat ever put on something, those taken back among them."""
    events = (entry.event for entry in table.log_index.entries)
    return tuple(each.seal for each in events if isinstance(each, SecretSealed) and each.seat == seat)
