"""Sealing from a page: the choice comes in, only its seal is recorded; and opening what lies sealed."""

import re
from itertools import product
from typing import Any, NamedTuple

from events.envelope import encode
from events.sealing import opens, seal_of
from referee.kernel.hidden.seals import Hidden, Seals
from referee.kernel.table import Seal
from referee.kernel.verdict import Refused
from referee.service.commands import seal as commands
from referee.service.commands.actor import NOT_YOURS
from referee.service.commands.seal import Secret, seals_told
from referee.service.tables.submissions import Submission
from referee.service.tables.table import Table
from referee.web.acts.actor_of_link import actor_of, speaks_for
from referee.web.acts.phone_secrets import Signet
from referee.web.acts.table_acts import Read
from referee.web.acts.tell_again import table_of
from referee.web.acts.visit import Visit
from referee.web.acts.write_once import Outcome, Writing, once

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


def seal(visit: Visit, how: Writing, read: Read) -> Outcome | None:
    """Seal what an act names, and tell the act unnamed; None where it names nothing to be sealed.

    What is refused is not even kept as an answer: it would say what was tried.
    """
    signet = visit.signet
    guarded = unguessable(how, signet) if signet else how
    if signet and (before := answer_to(visit, guarded)) is not None:
        return before
    event = read()
    if isinstance(event, Refused):
        return event
    hidden = visit.game.seals.hide(visit.state, event) if visit.game.seals else None
    if not isinstance(hidden, Hidden):
        return hidden
    if signet is None or not signet.is_on:
        return Refused("seals.no_signet", commands.RULES)
    if getattr(event, "seat", None) not in speaks_for(visit):
        return NOT_YOURS
    return sealed(visit, guarded, event, hidden, signet)


def sealed(visit: Visit, how: Writing, event: Any, hidden: Hidden, signet: Signet) -> Outcome:
    """Record the seal of a choice, with the act that is told in its place."""
    seated = visit.seated
    table = seated.table

    def done() -> Outcome:
        n = len(seals_told(table, event.seat))
        salt = signet.salt(seated.identity, event.seat, hidden.about, n)
        actor = actor_of(visit, table.state)
        return commands.seal(table, actor, event, hidden, salt, seen=how.seen, key=how.asked)

    with seated.lock:
        outcome = table.decide(done)
    visit.live.wake(visit.link.table)
    return outcome


def unguessable(how: Writing, signet: Signet) -> Writing:
    """Name a write so that its kept name does not tell what was chosen among a few."""
    return Writing(
        how.seen, Submission(signet.unguessable(how.asked.key), signet.unguessable(how.asked.request))
    )


def answer_to(visit: Visit, how: Writing) -> Outcome | None:
    """Give the answer a write got before."""
    return visit.seated.table.answer_to(how.asked)


def seals_of(visit: Visit) -> Seals:
    """Give how the game seals; asked only where something was sealed."""
    seals = visit.game.seals
    assert seals is not None  # noqa: S101 - a game without them accepts no seal
    return seals


def own_choices(visit: Visit) -> tuple[SealedChoice, ...]:
    """List what lies sealed of the seat that asks."""
    own = [seal for seal in visit.state.seals if seal.seat == visit.seat]
    if not own or visit.game.seals is None:
        return ()
    told = seals_told(table_of(visit), own[0].seat) if visit.signet else ()
    return tuple(known(visit, seal, told) for seal in own)


def is_needed(visit: Visit) -> bool:
    """Whether this phone keeps what opens something that lies sealed: on one handed round, of any seat."""
    seals = visit.state.seals if visit.signet else ()
    return any(known(visit, each, seals_told(table_of(visit), each.seat)).value is not None for each in seals)


def known(visit: Visit, seal: Seal, told: tuple[str, ...]) -> SealedChoice:
    """Find what a seal hides, if it was made with what this phone keeps."""
    seals = seals_of(visit)
    lies = SealedChoice(seal.about, seal.seal, seals.is_due(visit.state, seal.seat, seal.about))
    if visit.signet is None or seal.seal not in told:
        return lies
    last = len(told) - 1 - told[::-1].index(seal.seal)
    numbers = range(last, max(last - RACED, -1), -1)
    for n, table in product(numbers, (visit.link.identity, visit.link.table)):  # older seals: by its name
        salt = visit.signet.salt(table, seal.seat, seal.about, n)
        for value in seals.values(visit.state, seal.about):
            if seal_of(value, salt) == seal.seal:
                return lies._replace(value=value, salt=salt)
    return lies


def open_seals(visit: Visit, how: Writing, abouts: list[str], value: str, salt: str) -> Outcome:
    """Open what a seat has sealed, with what its phone keeps or with what was written down.

    What does not open is not kept as an answer: the card may have been right, and the salt mistyped.
    """
    if (before := answer_to(visit, how)) is not None:
        return before
    if visit.seat is None or visit.seat not in speaks_for(visit):
        return NOT_YOURS
    wanted = [each for each in own_choices(visit) if each.about in abouts]
    lying_now = [written_down(visit, each, value, salt) if salt else each for each in wanted]
    secrets = [Secret(each.about, each.value, each.salt) for each in lying_now]
    if refused := commands.judge_secrets(visit.state, visit.seat, secrets):
        return refused

    seat = visit.seat

    def opened(table: Table) -> Outcome:
        actor = actor_of(visit, table.state)
        return commands.open_seals(table, actor, seat, secrets, seen=how.seen, key=how.asked)

    return once(visit, how, opened)


def written_down(visit: Visit, lies: SealedChoice, value: str, salt: str) -> SealedChoice:
    """Take what somebody wrote down of a seal, as it was told or with gaps and capitals."""
    for each in seals_of(visit).values(visit.state, lies.about):
        for typed in (salt, GAPS.sub("", salt).casefold()):
            if encode(each).decode() == value and opens(lies.seal, each, typed):
                return lies._replace(value=each, salt=typed)
    return lies._replace(value=None)
