"""Sealing from a page: the choice comes in, only its seal is recorded; and opening what lies sealed."""

import re
from itertools import product
from typing import Any, NamedTuple

from msgspec.structs import replace

from events.envelope import encode, opens, seal_of
from referee.kernel.secrets import Hidden, Seals
from referee.kernel.table import Seal
from referee.kernel.verdict import Refused
from referee.service.commands import seal as commands
from referee.service.commands.seal import Secret, seals_recorded
from referee.service.tables.request import NOT_YOURS, Request
from referee.service.tables.table import Table
from referee.web.acts.actor_of_link import actor_of, speaks_for
from referee.web.acts.phone_secrets import PhoneKey
from referee.web.acts.request_context import RequestContext
from referee.web.acts.table_acts import Read
from referee.web.acts.tell_again import table_of
from referee.web.acts.write_once import Outcome, once

RACED = 4
"""So many seals of one seat others may have written while one was made; none did, ever."""

GAPS = re.compile(r"[\s-]+")
"""What people put between the letters of a salt when they write it down."""


class SealedChoice(NamedTuple):
    """Something a seat has sealed; what it is and its salt, where the phone that asks knows them."""

    about: str
    seal: str
    is_due: bool
    value: str | int | None = None
    salt: str = ""


def seal(context: RequestContext, request: Request, read: Read) -> Outcome | None:
    """Seal what an act names, and tell the act unnamed; None where it names nothing to be sealed.

    What is refused is not even kept as an answer: it would say what was tried.
    """
    phone_key = context.phone_key
    guarded = unguessable(request, phone_key) if phone_key else request
    if phone_key and (before := answer_to(context, guarded)) is not None:
        return before
    event = read()
    if isinstance(event, Refused):
        return event
    hidden = context.game.seals.hide(context.state, event) if context.game.seals else None
    if not isinstance(hidden, Hidden):
        return hidden
    if phone_key is None or not phone_key.is_on:
        return Refused("seals.no_signet", commands.RULES)
    if getattr(event, "seat", None) not in speaks_for(context):
        return NOT_YOURS
    return sealed(context, guarded, event, hidden, phone_key)


def sealed(
    context: RequestContext, request: Request, event: Any, hidden: Hidden, phone_key: PhoneKey
) -> Outcome:
    """Record the seal of a choice, with the act that is told in its place."""
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


def unguessable(request: Request, phone_key: PhoneKey) -> Request:
    """Name a write so that its kept name does not tell what was chosen among a few."""
    key = request.key and phone_key.unguessable(request.key)
    return replace(request, key=key, digest=phone_key.unguessable(request.digest))


def answer_to(context: RequestContext, request: Request) -> Outcome | None:
    """Give the answer a write got before."""
    return context.seated.table.answer_to(request)


def seals_of(context: RequestContext) -> Seals:
    """Give how the game seals; asked only where something was sealed."""
    seals = context.game.seals
    assert seals is not None  # noqa: S101 - a game without them accepts no seal
    return seals


def own_choices(context: RequestContext) -> tuple[SealedChoice, ...]:
    """List what lies sealed of the seat that asks."""
    own = [seal for seal in context.state.seals if seal.seat == context.seat]
    if not own or context.game.seals is None:
        return ()
    told = seals_recorded(table_of(context), own[0].seat) if context.phone_key else ()
    return tuple(known(context, seal, told) for seal in own)


def is_needed(context: RequestContext) -> bool:
    """Whether this phone keeps what opens something that lies sealed: on one handed round, of any seat."""
    seals = context.state.seals if context.phone_key else ()
    return any(
        known(context, each, seals_recorded(table_of(context), each.seat)).value is not None for each in seals
    )


def known(context: RequestContext, seal: Seal, told: tuple[str, ...]) -> SealedChoice:
    """Find what a seal hides, if it was made with what this phone keeps."""
    seals = seals_of(context)
    lies = SealedChoice(seal.about, seal.seal, seals.is_due(context.state, seal.seat, seal.about))
    if context.phone_key is None or seal.seal not in told:
        return lies
    last = len(told) - 1 - told[::-1].index(seal.seal)
    numbers = range(last, max(last - RACED, -1), -1)
    for n, table in product(numbers, (context.link.identity, context.link.table)):  # older seals: by its name
        salt = context.phone_key.salt(table, seal.seat, seal.about, n)
        for value in seals.values(context.state, seal.about):
            if seal_of(value, salt) == seal.seal:
                return lies._replace(value=value, salt=salt)
    return lies


def open_seals(
    context: RequestContext, request: Request, abouts: list[str], value: str, salt: str
) -> Outcome:
    """Open what a seat has sealed, with what its phone keeps or with what was written down.

    What does not open is not kept as an answer: the card may have been right, and the salt mistyped.
    """
    if (before := answer_to(context, request)) is not None:
        return before
    if context.seat is None or context.seat not in speaks_for(context):
        return NOT_YOURS
    wanted = [each for each in own_choices(context) if each.about in abouts]
    lying_now = [written_down(context, each, value, salt) if salt else each for each in wanted]
    secrets = [Secret(each.about, each.value, each.salt) for each in lying_now]
    if refused := commands.judge_secrets(context.state, context.seat, secrets):
        return refused

    seat = context.seat

    def opened(table: Table, request: Request) -> Outcome:
        return commands.open_seals(table, request, seat, secrets)

    return once(context, request, opened)


def written_down(context: RequestContext, lies: SealedChoice, value: str, salt: str) -> SealedChoice:
    """Take what somebody wrote down of a seal, as it was told or with gaps and capitals."""
    for each in seals_of(context).values(context.state, lies.about):
        for typed in (salt, GAPS.sub("", salt).casefold()):
            if encode(each).decode() == value and opens(lies.seal, each, typed):
                return lies._replace(value=each, salt=typed)
    return lies._replace(value=None)
