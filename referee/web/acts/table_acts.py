"""What is said about the game, the same for pages and API: acts, and changes asked of all."""

from collections.abc import Callable
from typing import Any

from events.base import Event
from referee.kernel.game import NotationError
from referee.kernel.registry import codec_for
from referee.kernel.verdict import Refused
from referee.l10n.wording import parse
from referee.service.commands import consent
from referee.service.commands.consent import ProposalReply
from referee.service.commands.correct import house_rule as rule
from referee.service.commands.record import play_anyway
from referee.service.commands.record import record_event as say
from referee.service.commands.sitting import close as get_up
from referee.service.commands.sitting import leave as go_home
from referee.service.commands.sitting import rename_seat
from referee.service.commands.sitting import take_seat as sit_again
from referee.service.commands.undo import amend as put_instead
from referee.service.commands.undo import undo
from referee.service.commands.ways_round import EarlierMistake
from referee.service.commands.ways_round import find_earlier_mistakes as find_earlier
from referee.service.logs.effective import NoSuchEntryError
from referee.service.tables.request import Request
from referee.service.tables.table import Table
from referee.web.acts.actor_of_link import actor_of
from referee.web.acts.request_context import RequestContext
from referee.web.acts.write_once import Outcome, once

Read = Callable[[], Event | Refused]


def read_event(context: RequestContext, text: str) -> Event:
    """Read an action told as JSON. Raises MalformedError."""
    return codec_for(context.game.id).event(text.encode("utf-8", "replace"))


def read_line(context: RequestContext, text: str) -> Event | Refused:
    """Read an action told in notation."""
    try:
        event: Event = parse(context.state, text, context.lang, context.seat)
    except NotationError as error:
        return Refused(error.reason, (), {**error.args_, "part_of": error.part_of})
    return event


def tell(context: RequestContext, request: Request, read: Read, *, anyway: bool = False) -> Outcome:
    """Record what somebody did or the table showed; `anyway` asks to play it, whole, where it is refused.

    What is told is read only where it is new: a line means something in one position alone.
    """
    record = play_anyway if anyway else say

    def told(table: Table, request: Request) -> Outcome:
        event = read()
        if isinstance(event, Refused):
            return table.find_conflict(request) or event
        return record(table, request, event)

    return once(context, request, told)


def command(
    context: RequestContext, request: Request, of_the_desk: Callable[..., Outcome], *args: Any, **more: Any
) -> Outcome:
    """Do once what the desk does for the actor of a link, as the table is when it is decided."""

    def done(table: Table, request: Request) -> Outcome:
        return of_the_desk(table, request, *args, **more)

    return once(context, request, done)


def amend(context: RequestContext, request: Request, seq: int, read: Read) -> Outcome:
    """Put another act in the place of an entry; asked of the others, unless it is one's own last act."""

    def told(table: Table, request: Request) -> Outcome:
        event = read()
        if (late := table.find_conflict(request)) is not None or isinstance(event, Refused):
            return late or event  # type: ignore[return-value]
        try:
            return put_instead(table, request, seq, event)
        except NoSuchEntryError:
            return Refused("table.no_such_entry", ("TAB-BACK-01",), {"to": seq, "last": table.revision})

    return once(context, request, told)


def told_wrongly(context: RequestContext, event: Event, refused: Refused) -> tuple[EarlierMistake, ...]:
    """List what could stand in the place of an earlier entry, so that a refused act is possible."""
    seated = context.seated
    with seated.lock:
        return find_earlier(seated.table, actor_of(context), event, refused)


def reply(context: RequestContext, request: Request, proposal: str, said: ProposalReply) -> Outcome:
    """Agree to what the table is asked, object to it, or withdraw it."""
    return command(context, request, consent.answer_proposal, proposal, said)


def take_back(context: RequestContext, request: Request, to: int | None, reason: str) -> Outcome:
    """Ask to take back to an entry; the last action where none is named."""
    return command(context, request, undo, to, reason)


def house_rule(context: RequestContext, request: Request, option: str, value: str, reason: str) -> Outcome:
    """Ask for a house rule."""
    return command(context, request, rule, option, value, reason)


def close(context: RequestContext, request: Request, reason: str) -> Outcome:
    """Ask to get up for good."""
    return command(context, request, get_up, reason)


def leave(context: RequestContext, request: Request, seat: str, reason: str) -> Outcome:
    """Ask to let somebody go home."""
    return command(context, request, go_home, seat, reason)


def take_seat(context: RequestContext, request: Request, seat: str) -> Outcome:
    """Say that somebody who went home is back."""
    return command(context, request, sit_again, seat)


def rename(context: RequestContext, request: Request, seat: str, name: str, reason: str) -> Outcome:
    """Ask to call a seat otherwise from here on."""
    return command(context, request, rename_seat, seat, name, reason)
