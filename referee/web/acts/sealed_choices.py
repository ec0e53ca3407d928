"""Choices sealed from a page: only the seal of a choice is recorded; the phone that made it can open it."""

import re
from itertools import product
from typing import Any, NamedTuple

from msgspec.structs import replace

from events.envelope import encode, opens, seal_of
from referee.kernel.secrets import Hidden, Seals
from referee.kernel.table import Seal
from referee.kernel.verdict import Refused
from referee.service.commands import seal as commands
from referee.service.commands.seal import OpenedSecret, seals_recorded
from referee.service.tables.request import NOT_YOURS, Request
from referee.service.tables.table import Table
from referee.web.acts.phone_secrets import PhoneKey
from referee.web.acts.request_context import RequestContext
from referee.web.acts.table_acts import Outcome, ReadEvent, actor_of, seats_acted_for, write_once

_RACED = 4
"""How many seals of one seat others may have written while one was made; none did, ever."""

_GAPS = re.compile(r"[\s-]+")
"""What people put between the letters of a salt when they write it down."""


class SealedChoice(NamedTuple):
    """Something a seat has sealed; `value` is None, `salt` empty where the phone that asks cannot open it."""

    about: str
    seal: str
    is_due: bool
    value: str | int | None = None
    salt: str = ""


def seal(context: RequestContext, request: Request, read: ReadEvent) -> Outcome | None:
    """Record an act without the choice it names, and the seal of that choice.

    Return None, and record nothing, where the act names nothing to be sealed. A refusal is not stored under
    the key: it would say what was tried.
    """
    phone_key = context.phone_key
    guarded = _hide_request(request, phone_key) if phone_key else request
    if phone_key and (before := _answer_before(context, guarded)) is not None:
        return before
    event = read()
    if isinstance(event, Refused):
        return event
    hidden = context.game.seals.hide(context.state, event) if context.game.seals else None
    if not isinstance(hidden, Hidden):
        return hidden
    if phone_key is None or not phone_key.is_on:
        return Refused("seals.no_signet", commands.RULES)
    if getattr(event, "seat", None) not in seats_acted_for(context):
        return NOT_YOURS
    return _record_seal(context, guarded, event, hidden, phone_key)


def _record_seal(
    context: RequestContext, request: Request, event: Any, hidden: Hidden, phone_key: PhoneKey
) -> Outcome:
    seated = context.seated
    table = seated.table

    def done() -> Outcome:
        n = len(seals_recorded(table, event.seat))
        salt = phone_key.salt(seated.identity, event.seat, hidden.about, n)
        return commands.seal(table, request.with_actor(actor_of(context, table.state)), event, hidden, salt)

    with seated.lock:
        outcome = table.decide(done)
    context.live.wake(context.link.table)
    return outcome


def _hide_request(request: Request, phone_key: PhoneKey) -> Request:
    """Return a request whose stored key and digest do not tell what was chosen among a few."""
    key = request.key and phone_key.unguessable(request.key)
    return replace(request, key=key, digest=phone_key.unguessable(request.digest))


def _answer_before(context: RequestContext, request: Request) -> Outcome | None:
    return context.seated.table.answer_to(request)


def seals_of(context: RequestContext) -> Seals:
    """Return how the game seals; only for a game that does."""
    seals = context.game.seals
    assert seals is not None  # noqa: S101 - a game without them accepts no seal
    return seals


def own_choices(context: RequestContext) -> tuple[SealedChoice, ...]:
    """Return what is sealed of the viewer's seat."""
    own = [seal for seal in context.state.seals if seal.seat == context.seat]
    if not own or context.game.seals is None:
        return ()
    told = seals_recorded(context.seated.table, own[0].seat) if context.phone_key else ()
    return tuple(_open_own(context, seal, told) for seal in own)


def needs_phone_key(context: RequestContext) -> bool:
    """Return whether this phone can open a seal; on a device handed round one of any seat."""
    seals = context.state.seals if context.phone_key else ()
    return any(
        _open_own(context, each, seals_recorded(context.seated.table, each.seat)).value is not None
        for each in seals
    )


def _open_own(context: RequestContext, seal: Seal, told: tuple[str, ...]) -> SealedChoice:
    """Return what a seal hides if it was made with this phone's key; `told` are all seals of the seat."""
    seals = seals_of(context)
    lies = SealedChoice(seal.about, seal.seal, seals.is_due(context.state, seal.seat, seal.about))
    if context.phone_key is None or seal.seal not in told:
        return lies
    last = len(told) - 1 - told[::-1].index(seal.seal)
    numbers = range(last, max(last - _RACED, -1), -1)
    for n, table in product(numbers, (context.link.identity, context.link.table)):  # older seals: by its name
        salt = context.phone_key.salt(table, seal.seat, seal.about, n)
        for value in seals.values(context.state, seal.about):
            if seal_of(value, salt) == seal.seal:
                return lies._replace(value=value, salt=salt)
    return lies


def open_seals(
    context: RequestContext, request: Request, abouts: list[str], value: str, salt: str
) -> Outcome:
    """Open what a seat has sealed about `abouts`.

    It is opened with `value` and `salt` as somebody wrote them down; with the phone's key where `salt` is
    empty. A refusal is not stored under the key: the card may have been
    right, and the salt mistyped.
    """
    if (before := _answer_before(context, request)) is not None:
        return before
    if context.seat is None or context.seat not in seats_acted_for(context):
        return NOT_YOURS
    wanted = [each for each in own_choices(context) if each.about in abouts]
    lying_now = [_with_written_salt(context, each, value, salt) if salt else each for each in wanted]
    secrets = [OpenedSecret(each.about, each.value, each.salt) for each in lying_now]
    if refused := commands.judge_secrets(context.state, context.seat, secrets):
        return refused

    seat = context.seat

    def opened(table: Table, request: Request) -> Outcome:
        return commands.open_seals(table, request, seat, secrets)

    return write_once(context, request, opened)


def _with_written_salt(context: RequestContext, lies: SealedChoice, value: str, salt: str) -> SealedChoice:
    """Return a choice with a value and salt that open its seal; gaps and capitals in the salt do no harm."""
    for each in seals_of(context).values(context.state, lies.about):
        for typed in (salt, _GAPS.sub("", salt).casefold()):
            if encode(each).decode() == value and opens(lies.seal, each, typed):
                return lies._replace(value=each, salt=typed)
    return lies._replace(value=None)
